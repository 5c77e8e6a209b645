"""`manage.py demo`: a season to try everything on, with logins."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.utils import timezone

from games.engine import rulesets
from games.engine.chance import Chance
from games.engine.core import Record
from games.engine.record import parse
from tournaments.domain.timetable import BREAK, LEAST_LIMIT
from tournaments.domain.wishes import WishKind
from tournaments.management import simulation
from tournaments.management.simulation import CHIEF_REFEREE, Day
from tournaments.models import Club, Season, Tournament
from tournaments.models.entry import Role
from tournaments.models.office import SeriesRole
from tournaments.models.round import DrawMode
from tournaments.services import (
    announcing,
    appointing,
    joining,
    offices,
    refereeing,
    signing_up,
    wishes,
)
from tournaments.services.acts import Doer
from tournaments.services.entering import SignUp
from tournaments.services.offices import Administrator
from tournaments.services.wishes import NewWish

# Printed at every start of the demo; a real season never has these accounts.
PASSWORD = "catan-demo"  # noqa: S105 - meant to be known
LOGINS = {
    "admin": "series administrator",
    "organiser": "organiser of three tournaments, who may write new ones",
    "organiser2": "organiser of a fourth one, where some of the same people play",
    "referee": "chief referee",
    "scorekeeper": "scorekeeper",
    "player": "player, who may not",
}
SECOND_ORGANISER = "Oto Pořadatel"
ROUND_WRITTEN_DOWN = 4
POINTS_WRITTEN_DOWN = (10, 5, 6, 6)  # of the players of the record, in its order
CLUBS = (
    ("Klub deskových her Brno", "Brno"),
    ("Hráči Olomouc", "Olomouc"),
    ("Planszówki Cieszyn", "Cieszyn"),
)


class Command(BaseCommand):
    help = (
        "Fill a demo season: a finished tournament of 23 players, one running in round 3 of 4 with "
        "30 players, one open for sign-up, one of another organiser with some of the same people, "
        "four clubs, juniors among the players."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="do nothing if there is any tournament"
        )
        parser.add_argument(
            "--at",
            type=dt.datetime.fromisoformat,
            help="the moment around which the season lies, in the site's time "
            "(2026-05-16T13:30); now unless told",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not (options["if_empty"] and Tournament.objects.exists()):
            with transaction.atomic():
                at = options["at"]
                fill(timezone.make_aware(at) if at else timezone.localtime())
        if get_user_model().objects.filter(username="organiser").exists():
            self.stdout.write(f"Demo logins (password {PASSWORD}):")
            for name, who in LOGINS.items():
                self.stdout.write(f"  {name:12} {who}")


def fill(now: dt.datetime) -> None:
    """The whole demo season around the moment `now`."""
    chance = Chance("demo")
    users = _users()
    _give_office(users, now)
    clubs = [Club.objects.get_or_create(name=n, defaults={"town": t})[0] for n, t in CLUBS]
    Season.objects.get_or_create(year=now.year, defaults={"points_for_final": 2})
    finished = _finished(now, clubs, chance)
    running = _running(now, clubs, chance)
    opened = _open_for_sign_up(now, clubs, chance)
    player = running.tournament.entries.filter(minor=False).earliest("number").person
    player.user = users["player"]
    player.save()
    for day in (finished, running, opened):
        day.now = now
        _hand_over(day, users)
    with_others = _of_another_organiser(now, clubs, finished.tournament, chance)
    _hand_over(with_others, users, organiser="organiser2")


def _users() -> dict[str, Any]:
    accounts = get_user_model().objects
    admin = accounts.create_superuser("admin", password=PASSWORD)
    named = {
        "organiser": ("Olga", "Pořadatelka"),
        "organiser2": ("Oto", "Pořadatel"),
        "referee": ("Radim", "Rozhodčí"),
        "scorekeeper": ("Zdena", "Zapisovatelka"),
        "player": ("Petr", "Hráč"),
    }
    return {"admin": admin} | {
        name: accounts.create_user(name, password=PASSWORD, first_name=first, last_name=last)
        for name, (first, last) in named.items()
    }


def _give_office(users: dict[str, Any], now: dt.datetime) -> None:
    by = Administrator(users["admin"], Doer("admin", now))
    for name in ("organiser", "organiser2"):
        offices.give_office(users[name], SeriesRole.ORGANISER, by)


def _finished(now: dt.datetime, clubs: list[Club], chance: Chance) -> Day:
    """Three weeks ago in Brno: 23 players, everything done and sent, one game written down."""
    date = now.date() - dt.timedelta(days=21)
    day = simulation.announce(
        _fields("Brněnský Catan", clubs[0], date, "Kulturní dům Rubín", 40),
        chance,
        now=_days_before(date, 70),
    )
    day.do(announcing.publish_rule_change, "Na stolech stojí jen voda; karty smějí být v obalech.")
    everybody = simulation.people(26, chance, date, clubs=clubs, juniors=4)
    simulation.sign_up(day, everybody[:24])
    simulation.at_the_door(day, no_shows=2, walk_ins=everybody[24:25])
    for number in range(1, 5):
        simulation.draw(day, number)
        if number == ROUND_WRITTEN_DOWN:
            simulation.play_written_down(day, number, _written_down(), POINTS_WRITTEN_DOWN)
        simulation.play(day, number)
        if number == 1:
            simulation.drop_out(day)
    simulation.finish(day)
    simulation.send(day)
    return day


def _written_down() -> Record:
    text = (settings.BASE_DIR / "games" / "samples" / "kept.txt").read_text(encoding="utf-8")
    return parse(text, rulesets.by_key)


def _running(now: dt.datetime, clubs: list[Club], chance: Chance) -> Day:
    """Today in Olomouc: 30 players, half an hour into round 3, some results in.

    Its draws were committed to, and dice were rolled for each. Two players sit apart. As of any
    day that is led at the desk, the site makes its emergency pack by itself.
    """
    turn = dt.timedelta(minutes=LEAST_LIMIT + BREAK)
    first_start = (now - 2 * turn - dt.timedelta(minutes=30)).replace(second=0, microsecond=0)
    date = first_start.date()
    fields = _fields("Hanácký Catan", clubs[1], date, "Sokolovna", 48)
    fields["start"] = (first_start - dt.timedelta(hours=1)).time()
    day = simulation.announce(fields, chance, now=_days_before(date, 55))
    day.site = settings.SITE_URL.rstrip("/") + "/"
    timetable = [
        {
            "starts_at": first_start + index * turn,
            "limit_minutes": LEAST_LIMIT,
            "draw_mode": DrawMode.RANDOM,
        }
        for index in range(4)
    ]
    day.do(announcing.edit_tournament, fields, timetable)
    everybody = simulation.people(31, chance, date, clubs=clubs, juniors=5)
    simulation.sign_up(day, everybody)
    simulation.at_the_door(day, no_shows=1)
    _wish(day)
    simulation.commit(day)
    for number in (1, 2):
        simulation.draw(day, number)
        simulation.play(day, number)
    question = "Stůl 3: hráč zahrál kartu rytíře v tahu, ve kterém ji koupil."
    day.do(refereeing.open_ruling, question, rule_id="TG-04")
    simulation.draw(day, 3)
    simulation.play(day, 3, leave_out=5)
    return day


def _wish(day: Day) -> None:
    pair = day.tournament.entries.active().filter(minor=False)[:2]
    reason = "Sourozenci: přijeli hrát s ostatními."
    day.do(wishes.add_wish, NewWish(WishKind.APART, pair, reason=reason))


def _open_for_sign_up(now: dt.datetime, clubs: list[Club], chance: Chance) -> Day:
    """In six weeks in Cieszyn: announced a week ago, nearly full."""
    date = now.date() + dt.timedelta(days=44)
    day = simulation.announce(
        _fields("Catan Cieszyn", clubs[2], date, "Dom Narodowy", 24),
        chance,
        now=now - dt.timedelta(days=7),
    )
    simulation.sign_up(day, simulation.people(19, chance, date, clubs=clubs, juniors=3))
    return day


def _of_another_organiser(
    now: dt.datetime, clubs: list[Club], before: Tournament, chance: Chance
) -> Day:
    """In four weeks in Zlín, by somebody else; four of the Brno event have signed up here, too.

    The series has joined two of them. The third has a proved address, by which they can say
    themselves who they are; of the fourth nobody knows. Somebody waits to be confirmed.
    """
    date = now.date() + dt.timedelta(days=30)
    club = Club.objects.get_or_create(name="Herna Zlín", defaults={"town": "Zlín"})[0]
    fields = _fields("Zlínský Catan", club, date, "Krajská knihovna", 16)
    announced = now - dt.timedelta(days=2)
    day = simulation.announce(fields, chance, now=announced, organiser=SECOND_ORGANISER)
    grown_ups = before.entries.filter(minor=False).order_by("number").select_related("person")
    known = list(grown_ups[:4])
    again = [SignUp(name=entry.name, club=entry.club) for entry in known]
    simulation.sign_up(day, [*again, *simulation.people(5, chance, date, clubs=clubs)])
    here = list(day.tournament.entries.order_by("number")[:4])
    for entry, there in list(zip(here, known, strict=True))[:2]:
        joining.join_persons(there.person_id, entry.person_id, Doer("admin", day.now))
    proved, there = here[2], known[2].person
    # By hand, and without an e-mail: nobody reads the mailbox of a demo.
    proved.email = there.email = "hrac@example.org"
    proved.save()
    there.save()
    stranger = SignUp(name="Nora Nová", email="nora@example.org")
    signing_up.register(day.tournament, stranger, Doer("", day.now), mailed=False)
    return day


def _fields(name: str, club: Club, date: dt.date, venue: str, capacity: int) -> dict[str, Any]:
    return {
        "name": name,
        "club": club,
        "town": club.town,
        "venue": venue,
        "date": date,
        "start": dt.time(9),
        "capacity": capacity,
        "fee": "150 Kč",
        "contact": "turnaj@example.org",
        "text": "Hrajeme **čtyři kola** podle pravidel Catan Tour. Občerstvení na místě.",
    }


def _days_before(date: dt.date, days: int) -> dt.datetime:
    return simulation.local(date - dt.timedelta(days=days), 12)


def _hand_over(day: Day, users: dict[str, Any], organiser: str = "organiser") -> None:
    """Give the demo accounts their roles in the tournament."""
    officials = day.tournament.officials
    officials.filter(role=Role.ORGANISER).update(user=users[organiser], token=None)
    officials.filter(name=CHIEF_REFEREE).update(user=users["referee"], token=None)
    if not day.tournament.is_over:
        name = users["scorekeeper"].get_full_name()
        day.do(appointing.name_official, name, Role.SCOREKEEPER, user=users["scorekeeper"])
