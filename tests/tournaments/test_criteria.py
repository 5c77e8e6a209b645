"""One more criterion is one more line: sorted by, shown, printed and exported without another."""

import io
import json

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tests.prints import pages_of, print_of
from tests.sheets import an_event, opened, rows_of, table_of
from tournaments.domain.criteria import BY_SCORE, CRITERIA, Criterion, order_of
from tournaments.domain.formats.criteria import CRITERIA as OF_FORMATS
from tournaments.domain.scoring import Game
from tournaments.domain.standings import deciding, standings
from tournaments.models.event import read_event
from tournaments.views.public.words import decision_words

BEST_GAME = Criterion(
    "best_game",
    "best game",
    lambda tally: max((score.game_points for score in tally.scores), default=0),
    heading="Best",
    title="Best game",
    width=13.0,
)
WORST_GAME = Criterion(
    "worst_game",
    "worst game",
    lambda tally: min((score.game_points for score in tally.scores), default=0),
    heading="Worst",
    title="Worst game",
    least_is_best=True,
)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def _seventh(monkeypatch):
    monkeypatch.setitem(CRITERIA, BEST_GAME.name, BEST_GAME)


def tied():
    """Ann and Bob are level on all six criteria of the Tour; Ann reached 8 points once."""
    return [
        [
            Game({"x": 10, "bob": 7, "c": 5, "d": 4}, winner="x"),
            Game({"y": 10, "ann": 8, "e": 5, "f": 3}, winner="y"),
        ],
        [
            Game({"x": 10, "bob": 7, "e": 5, "f": 4}, winner="x"),
            Game({"y": 10, "ann": 6, "c": 5, "d": 5}, winner="y"),
        ],
    ]


def names_of(table):
    return [row.player for row in table.rows if row.player in ("ann", "bob")]


def row_of(table, player):
    return next(row for row in table.rows if row.player == player)


def test_without_it_the_two_are_level():
    table = standings(tied())

    assert ("bob", "ann") in table.undecided


@pytest.mark.usefixtures("_seventh")
def test_a_seventh_criterion_is_sorted_by_and_decides():
    table = standings(tied())

    assert names_of(table) == ["ann", "bob"]
    assert row_of(table, "ann").rank < row_of(table, "bob").rank
    decision = deciding(row_of(table, "ann"), row_of(table, "bob"))
    assert decision_words(decision) == "best game 8\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}7"


def test_of_a_criterion_that_is_best_when_it_is_least_less_is_ahead():
    table = standings(tied(), order=(*order_of(CRITERIA), WORST_GAME))

    assert names_of(table) == ["ann", "bob"]
    assert deciding(row_of(table, "ann"), row_of(table, "bob"), (WORST_GAME,)).above == 6


def test_rows_are_in_the_order_of_the_criteria_and_of_nothing_else():
    rounds = [
        [
            Game({"a": 10, "b": 2, "c": 2, "d": 2}, winner="a"),
            Game({"e": 9, "f": 8, "g": 7, "h": 6}, winner=None),
        ]
    ]

    by_game_points = standings(rounds, order=order_of(["game_points"]))
    by_second_places = standings(rounds, order=order_of(["second_places", "game_points"]))

    assert [row.player for row in by_game_points.rows] == ["a", "e", "f", "g", "h", "b", "c", "d"]
    assert [row.player for row in by_second_places.rows][:2] == ["f", "b"]
    assert set(by_game_points.rows[0].figures) == {"game_points"}
    assert [criterion.name for criterion in order_of(BY_SCORE)] == list(BY_SCORE)


@pytest.mark.django_db
@pytest.mark.usefixtures("_seventh")
def test_it_is_shown_printed_and_exported():
    tournament = an_event(12)
    event = read_event(tournament)
    best = {
        event.entries[row.player].number: row.figures["best_game"] for row in event.standings().rows
    }
    assert set(best.values()) > {10}

    page = Client().get(reverse("standings", args=[tournament.slug])).content.decode()
    print_ = pages_of(print_of("standings", tournament))
    sheet = rows_of(opened(print_of("workbook", tournament))["Standings"])
    file = table_of(print_of("csv-standings", tournament))

    assert "third places, best game, lot. Tap a name" in page
    assert "best game" in print_[0]
    assert "third places, best game, lot." in "".join(print_).replace("\n", " ")
    assert {row["Number"]: row["Best game"] for row in sheet} == best
    column = file[0].index("Best game")
    assert {int(row[1]): int(row[column]) for row in file[1:]} == best


@pytest.mark.django_db
def test_one_that_counts_most_has_the_first_column_of_the_page_and_of_the_desk(monkeypatch):
    others = dict(CRITERIA)
    monkeypatch.setattr("tournaments.domain.criteria.CRITERIA", {"best_game": BEST_GAME, **others})
    tournament = an_event(12)
    address = reverse("closing", args=[tournament.slug])

    page = Client().get(reverse("standings", args=[tournament.slug])).content.decode()
    file = make.signed_in(tournament, "scorekeeper").get(f"{address}?standings-file=csv").content

    assert '<th class="number" title="best game">Best</th>' in page
    assert page.index(">Best</th>") < page.index(">1st</th>")
    assert table_of(file)[0][3] == "Best game"


@pytest.mark.usefixtures("_seventh")
def test_the_command_answers_it_too(monkeypatch):
    document = {
        "players": [{"id": player} for player in "abc"],
        "rounds": [[{"points": {"a": 10, "b": 8, "c": 4}}]],
    }
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(document).encode())))
    out = io.StringIO()

    call_command("standings", stdout=out)

    answered = json.loads(out.getvalue())["standings"]
    assert {row["id"]: row["best_game"] for row in answered} == {"a": 10, "b": 8, "c": 4}


@pytest.mark.parametrize("name", sorted({*CRITERIA, *OF_FORMATS}))
def test_the_schema_and_the_page_of_the_commands_know_it(name):
    docs = settings.BASE_DIR / "docs"
    answer = json.loads((docs / "schemas" / "standings-output.json").read_text())
    page = (docs / "commands.md").read_text()

    assert name in answer["properties"]["standings"]["items"]["properties"]
    assert (f'"{name}": ' in page) if name in CRITERIA else (f"`{name}`" in page)
