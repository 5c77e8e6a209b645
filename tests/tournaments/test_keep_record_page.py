"""Records at the desk: pasted or uploaded, with mistakes beside the text and nothing lost."""

import gzip
import json
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games.engine import rulesets
from games.engine.board.generate import random_board
from games.engine.core import Player
from games.engine.document import write_document
from games.models import GameRecord, canonical
from tests.factories import doer, enter, publish, ready_to_draw, signed_in
from tests.games.played import record
from tournaments.domain.records import positions_in
from tournaments.models import Act, Round, Table
from tournaments.models.entry import Role
from tournaments.services import records

pytestmark = pytest.mark.django_db

GAME = record("j-classic-4p-11")
TEXT = canonical(GAME)


@pytest.fixture
def table():
    publish(ready_to_draw(12))
    return Table.objects.select_related("draw__round__tournament").earliest("pk")


@pytest.fixture
def desk(table):
    return signed_in(table.draw.round.tournament, Role.SCOREKEEPER)


def address(table, page="game/"):
    slug = table.draw.round.tournament.slug
    return f"/en/t/{slug}/desk/rounds/1/tables/{table.number}/{page}"


def send(desk, table, text="", *, keep=True, **fields):
    data = {"text": text, "seen": 0, "draw": 1, "first": "2", **fields}
    return desk.post(address(table), data | ({"keep": "1"} if keep else {}))


def html(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def kept(table):
    table.refresh_from_db()
    return table.record


def test_a_pasted_record_is_kept(desk, table):
    answer = send(desk, table, TEXT)

    assert answer.status_code == 302
    assert positions_in(kept(table).record()) == [2, 3, 4, 1]
    assert "is kept" in html(desk.get(answer["Location"]))


@pytest.mark.parametrize(
    "file",
    [
        TEXT.encode(),
        gzip.compress(TEXT.encode()),
        json.dumps(write_document(GAME, rulesets.by_key(GAME.header.ruleset).notation)).encode(),
    ],
    ids=["text", "packed", "JSON"],
)
def test_an_uploaded_record_is_kept(desk, table, file):
    send(desk, table, file=SimpleUploadedFile("game", file))

    assert len(kept(table).record().actions) == len(GAME.actions)


def test_a_record_can_be_looked_at_before_it_is_kept(desk, table):
    page = html(send(desk, table, TEXT, keep=False))

    assert "The verdict" in page
    assert str(table.seats.get(position=2).entry.person) in page
    assert kept(table) is None


@pytest.mark.rule("T-004")
def test_whoever_looks_is_told_first_that_the_board_is_not_that_of_the_round(desk, table):
    Round.objects.update(board_seed="another")
    drawn = GAME._replace(header=replace(GAME.header, board=random_board("another")))

    differs = html(send(desk, table, TEXT, keep=False))
    same = html(send(desk, table, canonical(drawn), keep=False))

    assert "The board is not the one of the round." in differs
    assert "The board is not the one of the round." not in same


def test_whoever_looks_is_told_first_where_the_result_differs(desk, table):
    enter(table, (10, 8, 5, 4))

    assert "points in the result 8, recorded 10." in html(send(desk, table, TEXT, keep=False))
    assert kept(table) is None


@pytest.mark.rule("T-020")
def test_whoever_looks_is_told_first_that_the_table_has_fewer_players(desk, table):
    table.seats.get(position=1).delete()

    page = html(send(desk, table, TEXT, keep=False))

    assert "The record has 4 players, the table 3." in page


def test_an_uploaded_text_stands_on_the_page_to_be_corrected(desk, table):
    wrong = TEXT.replace(" S ", " Q ", 1)

    page = html(send(desk, table, file=SimpleUploadedFile("game.txt", wrong.encode())))

    assert "One mistake in the text" in page
    assert "[Ruleset &quot;base&quot;]" in page.split("<textarea", 1)[1]
    assert kept(table) is None


@pytest.mark.parametrize(
    "file", [b"\x89PNG\r\n\x1a\n\0\0\0", b"\0" * 100, b"PK\x03\x04\0\0", b"\xff\xfe\0a"]
)
def test_a_file_that_is_no_record_is_told_so(desk, table, file):
    page = html(send(desk, table, file=SimpleUploadedFile("game.png", file)))

    assert "mistake" in page
    assert kept(table) is None


def test_a_file_of_more_than_1_mb_is_refused(desk, table):
    page = html(send(desk, table, "kept text", file=SimpleUploadedFile("big", b"x" * 1_500_000)))

    assert "at most 1 MB" in page
    assert "kept text" in page
    assert kept(table) is None


def test_a_file_of_5_mb_is_not_even_read(desk, table):
    answer = send(desk, table, "kept text", file=SimpleUploadedFile("big", b"x" * 5_000_000))

    assert answer.status_code == 413
    assert kept(table) is None


def test_nothing_at_all_is_asked_for(desk, table):
    assert "Paste a game" in html(send(desk, table))


def test_players_are_found_by_their_names(desk, table):
    names = {seat.position: seat.entry.name for seat in table.seats.all()}
    players = tuple(Player(names[position].split()[0]) for position in (3, 4, 1, 2))
    named = GAME._replace(header=replace(GAME.header, players=players))

    send(desk, table, canonical(named), first="")

    assert positions_in(kept(table).record()) == [3, 4, 1, 2]


def test_names_of_nobody_at_the_table_ask_who_started(desk, table):
    page = html(send(desk, table, TEXT, first=""))

    assert "Choose who started" in page
    assert "optional" not in page.split('for="id_first"', 1)[1].split("</label>", 1)[0]
    assert kept(table) is None


def test_who_was_noted_to_have_started_is_taken(desk, table):
    table.first_position = 4
    table.save()

    send(desk, table, TEXT, first="")

    assert positions_in(kept(table).record()) == [4, 1, 2, 3]


def test_a_second_click_keeps_nothing_twice(desk, table):
    send(desk, table, TEXT)
    answer = send(desk, table, TEXT)

    assert answer.status_code == 302
    assert kept(table).revision == 1
    assert Act.objects.filter(name="keep_record").count() == 1


def test_who_comes_second_is_told_and_decides(desk, table):
    shorter = canonical(GAME._replace(actions=GAME.actions[:100]))
    records.keep_record(table.draw.round.tournament, table, GAME, [2, 3, 4, 1], doer("Sylva"))

    told = html(send(desk, table, shorter))
    asked = html(send(desk, table, shorter, seen=1))
    key = asked.split('name="cautions" value="', 1)[1].split('"', 1)[0]
    send(desk, table, shorter, seen=1, cautions=key)

    assert "meanwhile" in told
    assert 'name="seen" value="1"' in told
    assert "will be replaced" in asked
    assert len(kept(table).record().actions) == 100


def test_names_in_the_text_are_shown_as_text(desk, table):
    text = TEXT.replace("Seat 1", "<script>alert(1)</script>")

    page = html(send(desk, table, text, keep=False))

    assert "<script>alert" not in page


def test_whoever_may_removes_it_for_a_reason(table):
    tournament = table.draw.round.tournament
    records.keep_record(tournament, table, GAME, [2, 3, 4, 1], doer())
    organiser = signed_in(tournament)

    organiser.post(address(table, "game/drop/"), {"reason": ""})
    assert GameRecord.objects.count() == 1
    organiser.post(address(table, "game/drop/"), {"reason": "another table"})

    assert GameRecord.objects.count() == 0
