"""A tour at a school, from the draft to the workbook: children only, with the dice game and with
the fast card game (T-093, D-146)."""

import datetime as dt
import io

import openpyxl
import pytest
import time_machine
from django.test import Client
from django.utils import translation

from games.engine.chance import Chance
from tests import factories as make
from tests.prints import pages_of, print_of
from tournaments.management import simulation
from tournaments.management.simulation import Day
from tournaments.models import Entry, Tournament
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.services import announcing

pytestmark = pytest.mark.django_db

FIELDS = {
    "name": "Školní turnaj",
    "kind": "school",
    "town": "Brno",
    "date": make.DAY.isoformat(),
    "start": "09:00",
    "capacity": "40",
    "target_points": "",
    "two_extra_rounds": "on",
}
ROUNDS = 2
PLAYERS = 11


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"), time_machine.travel(make.at(8), tick=False):
        yield


def sign_up(client, tournament, **typed):
    person = {"name": "Žofie Tajná", "email": "parents@secret.example", "note": "777 123 456"}
    return client.post(f"/en/t/{tournament.slug}/register/", person | typed)


def drafted(ruleset: str) -> Day:
    """What an organiser sends with the form of a new event, announced with two rounds."""
    user = make.make_user("organiser")
    make.give_office(user)
    browser = Client()
    browser.force_login(user)
    browser.post("/en/new/", FIELDS | {"ruleset": ruleset})
    tournament = Tournament.objects.get()
    day = Day(tournament, Chance(ruleset), make.at(12, day=make.DAY - dt.timedelta(days=20)))
    rounds = list(tournament.rounds.values("starts_at", "limit_minutes", "draw_mode"))
    day.do(announcing.edit_tournament, {}, rounds[:ROUNDS])
    day.do(announcing.announce)
    day.do(announcing.open_sign_up)
    return day


def played(ruleset: str) -> Day:
    day = drafted(ruleset)
    simulation.sign_up(day, simulation.people(PLAYERS, day.chance, make.DAY, juniors=PLAYERS))
    simulation.at_the_door(day)
    for number in range(1, ROUNDS + 1):
        simulation.draw(day, number)
        simulation.play(day, number)
    simulation.finish(day)
    simulation.send(day)
    return day


@pytest.mark.rule("T-093")
@pytest.mark.parametrize("ruleset", ["dice", "card-game"])
def test_children_sign_up_for_a_school_tour_and_nobody_else(client, ruleset):
    tournament = drafted(ruleset).tournament

    refused = sign_up(client, tournament, age="adult").content.decode()
    child = {"age": "junior", "birth_date": "2014-03-01", "guardian_consent": "on"}
    sign_up(client, tournament, **child)

    assert "for children only" in refused
    assert Entry.objects.get().name == "Žofie Tajná"
    public = client.get(f"/en/t/{tournament.slug}/").content.decode()
    assert "Tajná" not in public


@pytest.mark.rule("T-093")
@pytest.mark.parametrize("ruleset", ["dice", "card-game"])
def test_a_school_tour_is_played_from_the_draft_to_the_workbook(client, ruleset):
    tournament = played(ruleset).tournament

    assert tournament.state == State.SENT
    event = read_event(tournament)
    assert (len(event.standings().rows), event.awards, event.has_junior_category) == (11, {}, False)
    book = openpyxl.load_workbook(
        io.BytesIO(client.get(f"/en/t/{tournament.slug}/export.xlsx").content)
    )
    heads, *rows = book["Standings"].iter_rows(values_only=True)
    assert len(rows) == PLAYERS
    score = [row[heads.index("Game points")] for row in rows]
    if ruleset == "dice":
        assert score == sorted(score, reverse=True)
    for head in ("Points", "Success"):
        assert (head in heads) == (ruleset != "dice")
    _hides_the_children(client, event)


@pytest.mark.parametrize(
    ("ruleset", "printed", "words"),
    [("dice", "sheets", "table 1"), ("card-game", "cards", "Merchants' Guild")],
)
def test_what_is_played_on_is_printed_and_no_board(ruleset, printed, words):
    tournament = make.ready_to_draw(6, kind="school", ruleset=ruleset)
    draw = make.publish(tournament)
    desk = make.signed_in(tournament)
    prints = f"/en/t/{tournament.slug}/desk/prints/"

    offered = desk.get(prints).content.decode()
    paper = pages_of(desk.get(f"{prints}{printed}/1/").getvalue())

    assert f"/desk/prints/{printed}/" in offered
    assert "/desk/prints/board/" not in offered
    assert draw.round.board_seed == ""
    assert words in " ".join(paper[0].split())
    if ruleset == "dice":
        names = [seat.entry.name for table in draw.tables.all() for seat in table.seats.all()]
        assert [name in page for name, page in zip(names, paper, strict=True)] == [True] * 6
    pack = " ".join(pages_of(print_of("emergency-pack", tournament))[0].split())
    assert ("Add the points of all games up" in pack) == (ruleset == "dice")


def _hides_the_children(client, event):
    """No birth date, and no surname of a child whose guardian did not agree."""
    slug = event.tournament.slug
    pages = ["", "players/", "standings/", "results/", "rounds/1/", "screen/", "export/players.csv"]
    texts = [client.get(f"/en/t/{slug}/{page}").content.decode() for page in pages]
    texts += pages_of(print_of("standings", event.tournament))
    people = [entry.person for entry in event.entries.values()]
    hidden = {person.name.split()[-1] for person in people if not person.full_name_public}
    shown = {person.name.split()[-1] for person in people if person.full_name_public}
    for text in texts:
        assert [name for name in hidden - shown if name in text] == []
        assert not [one for one in people if one.birth_date.isoformat() in text]


def test_the_pages_of_a_game_by_score_show_the_score_and_no_points_of_the_tour(client):
    tournament = played("dice").tournament
    slug, event = tournament.slug, read_event(tournament)
    best = event.standings().rows[0]

    standings = client.get(f"/en/t/{slug}/standings/").content.decode()
    heads = [cell.split(">")[1].split("<")[0] for cell in standings.split("<th ")[1:7]]
    assert heads == ["#", "Name", "Game points", "1st", "2nd", "3rd"]
    assert f'<td class="firsts">{best.figures["game_points"]}</td>' in standings
    desk = make.signed_in(tournament)
    number = event.entries[best.player].number
    for page in ("results/", f"players/{number}/", "screen/", "desk/closing/"):
        shown = desk.get(f"/en/t/{slug}/{page}").content.decode()
        assert "Success" not in shown
        assert ">Points<" not in shown
    for table in ("standings", "results"):
        csv = client.get(f"/en/t/{slug}/export/{table}.csv").content.decode()
        assert "Game points" in csv
        assert "Success" not in csv
    paper = " ".join(pages_of(print_of("standings", tournament))[0].split())
    assert "Order: game points, first places, second places, third places, lot." in paper
    assert "success" not in paper
