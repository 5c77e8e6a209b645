"""A game is written action by action: each tap once, by one tablet, whatever arrives twice."""

import html
import json
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.engine.board.generate import random_board
from games.engine.board.listing import hexes_text
from games.engine.core import Action, Header, Player
from games.models import GameRecord, Pen
from tests import factories as make
from tests.threads import all_at_once
from tournaments.models import Act, Official, Table, Tournament
from tournaments.models.entry import Role
from tournaments.models.tournament import State
from tournaments.services import recording, records, refereeing, rounds

pytestmark = pytest.mark.django_db

BOARD = random_board("recorder")
GRID = BOARD.frame.grid
FIRST = {"seat": 0, "verb": "found", "intersection": "c3n"}


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def table(db):
    tournament = make.ready_to_draw(12)
    make.publish(tournament)
    return Table.objects.select_related("draw__round__tournament").earliest("pk")


@pytest.fixture
def any_game(db):
    """A table of an event outside the Tour."""
    make.publish(make.ready_to_draw(12, kind="other"))
    return Table.objects.select_related("draw__round__tournament").earliest("pk")


def start(table, players=("red", "blue", "white", "orange")):
    header = Header(
        "base+tour", tuple(Player(f"x{at}", of) for at, of in enumerate(players)), BOARD
    )
    tournament = table.draw.round.tournament
    return records.start_record(tournament, table, header, [2, 3, 4, 1], make.doer())


@pytest.mark.parametrize("state", [State.FINISHED, State.CANCELLED])
def test_nothing_is_begun_nor_asked_for_it_once_the_tournament_is_over(table, state):
    tournament = table.draw.round.tournament
    desk = make.signed_in(tournament)
    at = [tournament.slug, 1, table.number]
    page = reverse("enter_result", args=at)
    offered = desk.get(page).content.decode()
    Tournament.objects.update(state=state)

    html = desk.get(page).content.decode()
    answer = desk.get(reverse("recorder", args=at), follow=True)

    assert "Record it by taps" in offered
    assert "Record it by taps" not in html
    assert ("Paste or upload a record" in html) == (state == State.FINISHED)
    assert answer.redirect_chain == [(page, 302)]
    assert "nothing can be changed" in answer.content.decode()


class Tablet:
    """A browser of a scorekeeper that writes the game of a table."""

    def __init__(self, table, name="A"):
        self.table = table
        self.name = name
        self.client = make.signed_in(table.draw.round.tournament, Role.SCOREKEEPER)
        self.number = 0
        self.revision = 0

    def post(self, act, **facts):
        tournament = self.table.draw.round.tournament
        address = reverse(act, args=[tournament.slug, 1, self.table.number])
        answer = self.client.post(address, {"tablet": self.name, **facts})
        assert answer.status_code == 200, answer.content
        return answer.json()

    def take(self, **facts):
        answer = self.post("take_pen", **facts)
        if "sheet" in answer:
            self.revision = answer["sheet"]["revision"]
        return answer

    def send(self, number=None, **facts):
        """Send the next thing, or again one that was sent before."""
        self.number = number or self.number + 1
        if isinstance(facts.get("action"), dict):
            facts["action"] = json.dumps(facts["action"])
        answer = self.post("write_record", number=self.number, revision=self.revision, **facts)
        if answer["state"] == "saved":
            self.revision = answer["sheet"]["revision"]
        return answer


@pytest.fixture
def tablet(table):
    start(table)
    tablet = Tablet(table)
    tablet.take()
    return tablet


def actions(table):
    return GameRecord.objects.get(table=table).record().actions


def found(name):
    return Action(0, "found", (GRID.intersection_named[name],))


def test_a_tap_is_written_down_and_the_answer_says_what_comes_next(table, tablet):
    answer = tablet.send(action=FIRST)

    assert answer["state"] == "saved"
    assert [action._replace(line=0) for action in actions(table)] == [found("c3n")]
    sheet = answer["sheet"]
    assert sheet["revision"] == 2
    assert sheet["count"] == 1
    roads = [choice for choice in sheet["ask"]["choices"] if not choice["offered"]]
    assert [(choice["seat"], choice["verb"], len(choice["ways"])) for choice in roads] == [
        (0, "found_road", 3)
    ]


def test_what_arrives_twice_is_written_once(table, tablet):
    tablet.send(action=FIRST)

    again = tablet.send(number=1, action=FIRST)

    assert again["state"] == "saved"
    assert len(actions(table)) == 1
    assert GameRecord.objects.get().revision == 2


def test_an_undo_that_arrives_twice_takes_one_action_back(table, tablet):
    tablet.send(action=FIRST)
    tablet.send(action={"seat": 0, "verb": "found_road", "path": "c3ne"})

    tablet.send(undo=1)
    tablet.send(number=3, undo=1)

    assert len(actions(table)) == 1


def test_undo_can_be_repeated_down_to_the_empty_board(table, tablet):
    tablet.send(action=FIRST)

    for _ in range(3):
        answer = tablet.send(undo=1)

    assert answer["state"] == "saved"
    assert actions(table) == ()


def test_what_breaks_a_rule_is_not_written_until_somebody_says_that_it_happened(table, tablet):
    tablet.send(action=FIRST)
    at_once = {"seat": 1, "verb": "found", "intersection": "c3nw"}

    refused = tablet.send(action=at_once)
    written = tablet.send(number=2, action=at_once, happened="1")

    assert refused["state"] == "unfit"
    assert "B-060" in refused["why"]
    assert written["state"] == "saved"
    assert "B-060" in written["sheet"]["lines"]
    assert len(actions(table)) == 2


def matters(table, *decisions):
    """Matters of the referee's book with these decisions, "" for one that is open."""
    tournament = table.draw.round.tournament
    for number, decision in enumerate(decisions, start=1):
        matter = refereeing.open_ruling(tournament, f"What of {number}?", make.doer())
        if decision:
            refereeing.decide(tournament, matter.pk, decision, make.doer("Karel Chief"))


def test_a_ruling_lets_an_action_stand(table, tablet):
    matters(table, "", "It stays.")
    tablet.send(action=FIRST)

    answer = tablet.send(action={"seat": 1, "verb": "found", "intersection": "e1s"}, ruling="2")

    assert answer["state"] == "saved"
    assert actions(table)[1].ruling == 2
    assert "Ruling 2" in answer["sheet"]["lines"]


@pytest.mark.rule("T-050")
@pytest.mark.parametrize("number", ["1", "99"])
def test_a_number_that_is_no_decision_of_the_event_lets_nothing_stand(table, tablet, number):
    matters(table, "", "It stays.")
    tablet.send(action=FIRST)
    action = {"seat": 1, "verb": "found", "intersection": "e1s"}

    refused = tablet.send(action=action, happened="1", ruling=number)
    written = tablet.send(number=2, action=action, happened="1", ruling="")

    assert refused["state"] == "unruled"
    assert f"No. {number} of the referee's book is no decision." in html.unescape(refused["why"])
    assert written["state"] == "saved"
    assert actions(table)[1].ruling == 0


def test_a_ruling_lets_all_that_was_typed_stand(table, tablet):
    matters(table, "It stays.")
    tablet.send(action=FIRST)

    answer = tablet.send(typed="S e1s R e1sw", seat=1, ruling="1")

    assert answer["state"] == "saved"
    assert [action.ruling for action in actions(table)] == [0, 1, 1]


def test_what_cannot_have_happened_is_never_written(table, tablet):
    answer = tablet.send(action={"seat": 0, "verb": "city", "intersection": "c3n"}, happened="1")

    assert answer["state"] == "impossible"
    assert actions(table) == ()


def test_actions_may_be_typed_in_the_notation(table, tablet):
    answer = tablet.send(typed="S c3n R c3ne", seat=0)

    assert answer["state"] == "saved"
    assert [action.verb for action in actions(table)] == ["found", "found_road"]


@pytest.mark.parametrize(
    "facts",
    [
        {"typed": "S z9z", "seat": 0},
        {"typed": "", "seat": 0},
        {"typed": "# nothing", "seat": 0},
        {"action": {"seat": 0, "verb": "fly"}},
        {"action": {"seat": 9, "verb": "found", "intersection": "c3n"}},
        {"action": {"seat": 0, "verb": "found", "intersection": 7}},
    ],
)
def test_what_is_no_action_is_told_and_not_written(table, tablet, facts):
    answer = tablet.send(**facts)

    assert answer["state"] == "misread"
    assert answer["why"].startswith("Expected: ")
    assert actions(table) == ()


@pytest.mark.parametrize("action", ["[" * 9_000, '{"verb": "' + "x" * 10_000 + '"}'])
def test_an_action_that_is_deep_or_long_is_refused(table, tablet, action):
    tournament = table.draw.round.tournament
    address = reverse("write_record", args=[tournament.slug, 1, table.number])
    sent = {"tablet": "A", "number": 1, "revision": 0, "action": action}

    answer = tablet.client.post(address, sent)

    assert answer.status_code == 422


def test_what_is_no_request_of_the_recorder_is_refused(table, tablet):
    address = reverse("write_record", args=[table.draw.round.tournament.slug, 1, table.number])

    answer = tablet.client.post(address, {"tablet": "A", "number": "x", "action": "[1"})

    assert answer.status_code == 422
    assert actions(table) == ()


def test_a_second_tablet_is_told_who_writes_and_may_take_over(table, tablet):
    tablet.send(action=FIRST)
    other = Tablet(table, "B")

    told = other.take()
    taken = other.take(over="1")
    written = other.send(action={"seat": 0, "verb": "found_road", "path": "c3ne"})
    late = tablet.send(action={"seat": 0, "verb": "found_road", "path": "c3nw"})

    assert told["state"] == "held"
    assert "on another tablet since" in told["why"]
    assert told["sheet"]["count"] == 1
    assert taken["state"] == "yours"
    assert taken["sheet"]["count"] == 1
    assert written["state"] == "saved"
    assert late["state"] == "held"
    assert late["sheet"]["count"] == 2
    assert len(actions(table)) == 2


def test_a_tablet_that_takes_the_pen_back_writes_nothing_twice(table, tablet):
    tablet.send(action=FIRST)
    Tablet(table, "B").take(over="1")

    back = tablet.take(over="1")
    tablet.send(number=1, action=FIRST)

    assert back["number"] == 1
    assert len(actions(table)) == 1


def test_a_tablet_without_the_pen_writes_nothing(table):
    start(table)

    answer = Tablet(table).send(action=FIRST)

    assert answer["state"] == "held"
    assert actions(table) == ()


def test_a_tablet_of_whoever_was_dismissed_meanwhile_writes_nothing(table, tablet, monkeypatch):
    real = recording.write_sent

    def late(*args):
        Official.objects.filter(tournament=table.draw.round.tournament).delete()
        return real(*args)

    monkeypatch.setattr(recording, "write_sent", late)
    address = reverse("write_record", args=[table.draw.round.tournament.slug, 1, table.number])
    sent = {"tablet": "A", "number": 1, "revision": tablet.revision, "action": json.dumps(FIRST)}

    answer = tablet.client.post(address, sent)

    assert answer.status_code == 403
    assert actions(table) == ()


def test_who_has_not_seen_the_newest_revision_is_told(table, tablet):
    kept = GameRecord.objects.get()
    kept.write(kept.text, make.at(10), revision=1)

    answer = tablet.send(action=FIRST)

    assert answer["state"] == "meanwhile"
    assert actions(table) == ()


def test_nothing_is_written_into_a_closed_record(table, tablet):
    make.agreeing(lambda who: records.close_record(table.draw.round.tournament, table, who))

    assert tablet.send(action=FIRST)["state"] == "closed"
    assert tablet.take()["state"] == "closed"
    assert actions(table) == ()


def test_players_are_called_by_their_given_names_and_kept_without_them(table, tablet):
    starter = str(table.seats.get(position=2).entry.person)
    given = starter.split(maxsplit=1)[0]

    answer = tablet.send(action=FIRST)

    assert given in answer["sheet"]["lines"]
    assert given not in GameRecord.objects.get().text


def test_the_page_asks_who_starts_and_begins_the_record(table):
    tournament = table.draw.round.tournament
    client = make.signed_in(tournament, Role.REFEREE)
    address = reverse("recorder", args=[tournament.slug, 1, table.number])
    facts = {"first": 3, "ruleset": "base+tour"}
    colours = {f"colour-{at}": of for at, of in enumerate(("green", "red", "blue", "white"), 1)}

    before = client.get(address)
    client.post(f"{address}start/", {**facts, **colours})
    after = client.get(address)

    assert "Who starts" in before.content.decode()
    header = GameRecord.objects.get(table=table).record().header
    assert header.players == (
        Player("seat3", "blue"),
        Player("seat4", "white"),
        Player("seat1", "green"),
        Player("seat2", "red"),
    )
    assert header.board == random_board(table.draw.round.board_seed)
    assert 'id="recorder-undo"' in after.content.decode()


def test_a_table_of_the_tour_is_asked_for_no_other_game(table):
    tournament = table.draw.round.tournament
    client = make.signed_in(tournament, Role.REFEREE)
    address = reverse("recorder", args=[tournament.slug, 1, table.number])
    colours = {f"colour-{at}": of for at, of in enumerate(("green", "red", "blue", "white"), 1)}

    page = client.get(address).content.decode()
    facts = {"first": 1, "ruleset": "dice", "headers": '[Sheet "standard"]', **colours}
    client.post(f"{address}start/", facts)

    assert '<input type="hidden" name="ruleset" value="base+tour"' in page
    assert "Dice game" not in page
    assert not GameRecord.objects.exists()


def test_a_table_of_another_event_may_play_what_it_likes(any_game):
    tournament = any_game.draw.round.tournament
    client = make.signed_in(tournament, Role.REFEREE)

    page = client.get(reverse("recorder", args=[tournament.slug, 1, any_game.number]))

    assert '<option value="dice"' in page.content.decode()


@pytest.mark.parametrize(
    ("ruleset", "headers"),
    [
        ("base", '[Board "{board}"]'),
        ("dice", '[Sheet "standard"]'),
        ("card-game", ""),
        ("base+best-friends", '[Options "refill_pool=1"]'),
    ],
)
def test_another_board_or_another_game_is_told_by_headers(any_game, ruleset, headers):
    table = any_game
    tournament = table.draw.round.tournament
    client = make.signed_in(tournament, Role.REFEREE)
    place = [tournament.slug, 1, table.number]
    colours = {f"colour-{at}": of for at, of in enumerate(("green", "red", "blue", "white"), 1)}
    text = headers.format(board=hexes_text(BOARD))

    facts = {"first": 1, "ruleset": ruleset, "headers": text, **colours}
    client.post(reverse("start_record", args=place), facts)

    header = GameRecord.objects.get(table=table).record().header
    assert header.ruleset == ruleset
    assert header.options == ({"refill_pool": "1"} if "Options" in headers else {})
    if "Options" in headers:
        assert header.board == random_board(table.draw.round.board_seed)
    assert client.get(reverse("recorder", args=place)).status_code == 200


@pytest.mark.parametrize(
    "facts",
    [
        {"headers": '[Board "a1 O10"]'},
        {"ruleset": "dice", "headers": '[Sheet "x"]'},
        {"headers": "what"},
    ],
)
def test_what_nothing_can_be_played_on_is_asked_for_again(any_game, facts):
    table = any_game
    tournament = table.draw.round.tournament
    client = make.signed_in(tournament, Role.REFEREE)
    colours = {f"colour-{at}": of for at, of in enumerate(("green", "red", "blue", "white"), 1)}

    address = reverse("start_record", args=[tournament.slug, 1, table.number])
    answer = client.post(address, {"first": 1, "ruleset": "base", **colours, **facts})

    assert "Expected: " in answer.content.decode()
    assert not GameRecord.objects.exists()


def test_two_players_of_one_colour_are_asked_for_again(table):
    tournament = table.draw.round.tournament
    client = make.signed_in(tournament, Role.REFEREE)
    address = reverse("start_record", args=[tournament.slug, 1, table.number])
    colours = {f"colour-{at}": "red" for at in range(1, 5)}

    answer = client.post(address, {"first": 1, "ruleset": "base+tour", **colours})

    assert "the same colour" in answer.content.decode()
    assert not GameRecord.objects.exists()


def test_closing_is_an_act_of_the_logbook(table, tablet):
    tournament = table.draw.round.tournament
    address = reverse("close_record", args=[tournament.slug, 1, table.number])

    asked = tablet.client.post(address).content.decode()
    cautions = html.unescape(re.search(r'name="cautions" value="([^"]*)"', asked)[1])
    tablet.client.post(address, {"cautions": cautions})

    assert "before the game is over" in asked
    assert not GameRecord.objects.get().is_open
    assert Act.objects.filter(name="close_record").count() == 1


def test_a_table_of_a_draw_that_nobody_sees_has_no_recorder(table):
    tournament = table.draw.round.tournament
    make.agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "wrong"))
    client = make.signed_in(tournament, Role.ORGANISER)

    answer = client.get(reverse("recorder", args=[tournament.slug, 1, table.number]))

    assert answer.status_code == 404


@pytest.mark.django_db(transaction=True)
def test_of_two_tablets_at_once_one_gets_the_pen(table):
    start(table)
    tablets = [Tablet(table, name) for name in "ABCD"]

    answers = all_at_once(*(tablet.take for tablet in tablets))

    assert sorted(answer["state"] for answer in answers) == ["held", "held", "held", "yours"]
    assert Pen.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_tap_that_arrives_several_times_at_once_is_written_once(table):
    start(table)
    tablet = Tablet(table)
    tablet.take()
    sent = {"number": 1, "revision": 1, "action": json.dumps(FIRST)}

    answers = all_at_once(*[lambda: tablet.post("write_record", **sent)] * 4)

    assert {answer["state"] for answer in answers} == {"saved"}
    assert len(actions(table)) == 1


def test_nobody_without_an_office_writes(table, tablet):
    tournament = table.draw.round.tournament
    address = reverse("write_record", args=[tournament.slug, 1, table.number])

    answer = Client().post(address, {"tablet": "A", "number": 1, "revision": 1})

    assert answer.status_code == 403
