"""A day of thirty players, while each part of the site is killed in turn and started again.

Nothing accepted is lost, nobody is told what is not so, and nobody lends a hand. In the end
PostgreSQL is killed for good, and whoever only reads goes on reading.
"""

import re
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from email import message_from_bytes, policy
from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.utils import timezone

from tests import factories as make
from tests import services
from tests.production.house import SECONDS_TO_COME_BACK, standing_house
from tests.production.invariants import broken_invariants
from tests.production.servers import answer
from tests.production.somebody import Somebody, Told
from tournaments.models import Act, Entry, Job, Mail, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.event import read_event
from tournaments.models.logbook import JobState
from tournaments.models.result import Presence
from tournaments.models.tournament import State
from tournaments.services.emergency_packs import self_made_packs

pytestmark = pytest.mark.prove

SIZES_OF_TABLES = """
SELECT t.number, count(*) FROM tournaments_seat s
JOIN tournaments_table t ON t.id = s.table_id
JOIN tournaments_draw d ON d.id = t.draw_id
JOIN tournaments_round r ON r.id = d.round_id
WHERE r.number = %s GROUP BY t.number
"""
RESULTS = """
SELECT 1 FROM tournaments_result e
JOIN tournaments_table t ON t.id = e.table_id
JOIN tournaments_draw d ON d.id = t.draw_id
JOIN tournaments_round r ON r.id = d.round_id
WHERE r.number = %s AND t.number = %s
"""
PLAYERS = 30
AT_ONCE = 5
LINK = re.compile(r"/confirm/\S+\?\S+(?=\s)")
POINTS = (10, 8, 5, 4)


@pytest.fixture
def house(django_db_blocker):
    # Not below a folder of pytest's, into which PostgreSQL may not look.
    with (
        django_db_blocker.unblock(),
        tempfile.TemporaryDirectory(prefix="catantour-") as folder,
        standing_house(Path(folder)) as house,
        house.own_models(),
    ):
        yield house


@contextmanager
def falling(house, *names):
    """Meanwhile these parts are killed, each once the one before is back."""

    def kill():
        for name in names:
            time.sleep(0.3)
            house.kill(name)

    with ThreadPoolExecutor(1) as killer:
        killing = killer.submit(kill)
        yield
        killing.result()
    # Ours may have been one of those that broke.
    connection.close()


def side_by_side(act, numbers):
    with ThreadPoolExecutor(AT_ONCE) as people:
        for one in [people.submit(act, number) for number in numbers]:
            one.result()


class Day:
    def __init__(self, house):
        self.house = house
        self.told = Told()
        event = make.make_tournament(date=timezone.localdate(), capacity=PLAYERS)
        make.make_official(event, Role.CHIEF_REFEREE, "Karel Chief")
        cookies = make.signed_in(event).cookies
        self.event, self.base = event, f"/t/{event.slug}"
        self.session = cookies[settings.SESSION_COOKIE_NAME].value
        self.over = threading.Event()

    def desk(self, number=0):
        return Somebody(self.house, self.told, self.session, number)

    def watch(self, number):
        """Somebody reads until the day is over."""
        reader = self.desk(number)
        while not self.over.wait(0.1):
            for page in ("/", "/season/", f"{self.base}/standings/", f"{self.base}/desk/"):
                reader.read(page)

    def sign_up(self, number):
        address = f"player{number}@example.org"
        typed = {"name": make.a_name(number), "email": address, "age": "adult"}
        there = "SELECT 1 FROM tournaments_entry WHERE email = %s"
        Somebody(self.house, self.told, seed=number).do(
            f"{self.base}/register/", typed, there, address
        )

    def confirm(self, number):
        address = f"player{number}@example.org"
        link = self.link_mailed_to(address)
        Somebody(self.house, self.told, seed=number).do(
            f"{self.base}{link}",
            {},
            "SELECT 1 FROM tournaments_entry WHERE email = %s AND state <> 'unconfirmed'",
            address,
        )

    def link_mailed_to(self, address):
        deadline = time.monotonic() + SECONDS_TO_COME_BACK
        while time.monotonic() < deadline:
            for message in self.mails():
                words = message.get_body(["plain"])
                found = words and LINK.search(words.get_content() + "\n")
                if message["To"] == address and found:
                    return found[0]
            self.let_time_pass()
            time.sleep(0.2)
        raise AssertionError(f"No e-mail came to {address}.")

    def mails(self):
        files = (self.house.folder / "var" / "mails").glob("*.log")
        texts = [text for file in files for text in file.read_bytes().split(b"-" * 79 + b"\n")]
        whole = [text for text in texts if b"Message-ID" in text]
        return [message_from_bytes(text, policy=policy.default) for text in whole]

    def let_time_pass(self):
        """The minutes after which work of somebody who died is taken up by another. Nobody who is
        only slow is taken for dead: something has to have been killed since the last sign of life.
        """
        self.house.ask(
            "UPDATE tournaments_mail SET again_at = now() WHERE sent_at IS NULL "
            "AND tried_at < now() - interval '5 seconds'"
        )
        self.house.ask(
            "UPDATE tournaments_job SET changed_at = changed_at - interval '3 minutes' "
            "WHERE state = 'running' AND changed_at < now() - interval '5 seconds' "
            "AND changed_at < %s",
            self.house.work_fell_at,
        )

    def act(self, path, fields, name, *, number=None):
        """Something that stands in the logbook once it is done."""
        line = "SELECT 1 FROM tournaments_act WHERE name = %s AND tournament_id = %s"
        of_round = " AND round_number = %s" if number else ""
        values = [name, self.event.pk, *([number] if number else [])]
        self.desk().do(f"{self.base}/desk/{path}", fields, line + of_round, *values)

    def check_in(self, key):
        here = "SELECT 1 FROM tournaments_entry WHERE id = %s AND state = %s"
        address = f"{self.base}/desk/check-in/{key}/"
        self.desk(key).do(address, {}, here, key, EntryState.CHECKED_IN)

    def print(self, kind, number=None):
        fields = {"round": number} if number else {}
        there = "SELECT 1 FROM tournaments_job WHERE kind = %s"
        self.desk().do(f"{self.base}/desk/prints/{kind}/start/", fields, there, kind)

    def play(self, number):
        at = f"rounds/{number}"
        self.act(f"{at}/draw/", {"instead_of": "0"}, "draw_round", number=number)
        self.act(f"{at}/publish/", {"attempt": "1"}, "publish_draw", number=number)
        self.act(f"{at}/clock/start/", {}, "start_clock", number=number)
        sizes = dict(self.house.ask(SIZES_OF_TABLES, number))
        side_by_side(lambda table: self.enter(number, table, sizes[table]), sizes)
        self.act(f"{at}/close/", {}, "close_round", number=number)

    def enter(self, number, table, size):
        fields = {"winner": "", "seen": "0", "draw": "1"}
        for place in range(1, size + 1):
            fields[f"presence-{place}"] = str(Presence.PLAYED)
            fields[f"points-{place}"] = str(POINTS[place - 1])
        address = f"{self.base}/desk/rounds/{number}/tables/{table}/"
        self.desk(table).do(address, fields, RESULTS, number, table)

    def draw_lots(self, groups):
        for number, group in enumerate(groups, start=1):
            keys = ",".join(map(str, group))
            drawn = "SELECT 1 FROM tournaments_lot HAVING count(*) >= %s"
            self.desk().do(f"{self.base}/desk/closing/draw-lot/", {"group": keys}, drawn, number)

    def wait_for_work(self):
        deadline = time.monotonic() + SECONDS_TO_COME_BACK
        unfinished = Job.objects.exclude(state=JobState.DONE)
        unsent = Mail.objects.filter(sent_at__isnull=True)
        while unfinished.exists() or unsent.exists():
            assert time.monotonic() < deadline, (list(unfinished.values()), list(unsent.values()))
            self.let_time_pass()
            time.sleep(0.3)


def test_nothing_accepted_is_lost_and_nobody_is_told_what_is_not_so(house):
    day = Day(house)
    with ThreadPoolExecutor(2) as readers:
        reading = [readers.submit(day.watch, number) for number in range(2)]
        try:
            live_through(day)
        finally:
            day.over.set()
        assert [reader.result() for reader in reading] == [None, None]

    assert set(house.killed) == set(house.parts)
    assert [part for part in house.parts.values() if part.is_dead()] == []
    assert "\n".join(day.told.tracebacks) == ""
    assert set(day.told.statuses) <= {200, 302, 409, 503}
    assert [so for so in day.told.saved if house.ask(*so) == []] == []
    assert broken_invariants() == []
    check_the_event(Tournament.objects.get(pk=day.event.pk))
    check_the_work(day)
    check_what_visitors_see_without_a_database(day)


def live_through(day):
    house = day.house
    with falling(house, "redis", "postgresql", "server 1"):
        side_by_side(day.sign_up, range(PLAYERS))
    with falling(house, "worker 1", "postgresql", "beat", "server 2"):
        side_by_side(day.confirm, range(PLAYERS))
    day.act("close-sign-up/", {}, "close_sign_up")
    day.act("open-check-in/", {}, "open_check_in")
    keys = list(Entry.objects.values_list("pk", flat=True))
    with falling(house, "postgresql", "redis"):
        side_by_side(day.check_in, keys)
    falls = [("worker 1", "worker 2"), ("postgresql", "server 2"), ("redis", "server 1")]
    for number, names in enumerate([*falls, ("worker 2", "postgresql", "worker 1")], start=1):
        day.print(("badges", "emergency-pack", "score-sheets", "archive")[number - 1])
        with falling(house, *names):
            day.play(number)
    groups = read_event(day.event).standings().undecided
    with falling(house, "postgresql"):
        day.draw_lots(groups)
        day.act("closing/finish/", {}, "finish")
    with falling(house, "worker 1", "worker 2"):
        day.print("certificates")
    day.wait_for_work()


def check_the_event(tournament):
    event = read_event(tournament)
    done = Counter(Act.objects.filter(tournament=tournament).values_list("name", flat=True))

    assert tournament.state == State.FINISHED
    assert len(event.standings().rows) == PLAYERS
    assert done["check_in"] == PLAYERS
    assert done["enter_result"] == 4 * 8
    for name in ("draw_round", "publish_draw", "start_clock", "close_round"):
        assert done[name] == 4
    for played in event.rounds:
        for table in played.tables:
            [result] = table.table.results.all()
            points = result.scores.order_by("seat__position").values_list("game_points", flat=True)
            assert tuple(points) == POINTS[: len(points)]


def check_the_work(day):
    made = [job.file.name for job in Job.objects.all()]
    by_itself = self_made_packs(day.event).count()
    ids = {message["Message-ID"] for message in day.mails()}

    assert len(made) == len(set(made)) == 5 + by_itself
    # The one before it goes once the newest is done; whoever looks in between, or a fall, sees two.
    assert by_itself in (1, 2)
    assert len(ids) == Mail.objects.count()


def check_what_visitors_see_without_a_database(day):
    house = day.house
    pages = ("/", "/season/", "/rules/", "/formats/", "/help/", f"{day.base}/standings/")
    before = [answer(house.ports[0], page) for page in pages]
    house.close()
    house.parts["postgresql"].kill()
    forget_which_version_is_current(house)

    after = [answer(port, page) for port in house.ports for page in pages * 4]

    assert before == [200] * len(pages)
    assert after == before * 8
    assert answer(house.ports[0], "/health/ready/") == 503


def forget_which_version_is_current(house):
    """As after a minute."""
    memory = redis.Redis(unix_socket_path=str(house.folder / services.REDIS_SOCKET))
    forgotten = list(memory.scan_iter(match="*:tournament-versions:*"))
    assert memory.delete(*forgotten) == 1
