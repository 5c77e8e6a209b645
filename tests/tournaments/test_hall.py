"""The map of the hall at the desk."""

import datetime as dt
import re

import pytest
import time_machine
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tournaments.models import Response, Ruling
from tournaments.models.entry import EntryState
from tournaments.services import calling, checking_in, rounds
from tournaments.services.proposing import Player
from tournaments.wording import with_number

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _on_the_day_in_english():
    with translation.override("en"), time_machine.travel(make.at(10, 30), tick=False):
        yield


def desk(tournament, **headers) -> str:
    address = reverse("desk", args=[tournament.slug])
    return make.signed_in(tournament).get(address, headers=headers).content.decode()


def tile(page: str, number: int) -> str:
    found = re.search(rf'<li class="tile ([a-z]+)" id="tile-{number}">(.*?)</li>', page, re.DOTALL)
    return f"{found[1]}: {words(found[2])}"


def words(part: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", part).split())


def started(players: int = 14):
    draw = make.publish(make.ready_to_draw(players))
    tournament = draw.round.tournament
    make.agreeing(lambda who: rounds.start_clock(tournament, 1, who), make.doer(now=make.at(10)))
    return tournament, draw


def test_before_a_draw_is_published_there_is_no_map():
    tournament = make.ready_to_draw(14)
    make.draw(tournament)

    assert 'id="hall"' not in desk(tournament)


def test_each_table_says_how_it_stands():
    tournament, draw = started()
    make.enter(draw.tables.get(number=1), (10, 8, 5, 4))
    wrong = make.enter(draw.tables.get(number=2), (10, 8, 5, 4))
    seat = draw.tables.get(number=2).seats.first()
    Response.objects.create(result=wrong, entry=seat.entry, agrees=False, at=make.at(10, 20))

    page = desk(tournament)

    assert "2 of 4 tables are in." in page
    assert tile(page, 1).startswith("in: Table 1 result in")
    assert tile(page, 2).startswith("disputed: Table 2 a player does not agree")
    assert tile(page, 3).startswith("playing: Table 3 playing")
    assert all(
        seat.entry.full_name in tile(page, 3) for seat in draw.tables.get(number=3).seats.all()
    )


@pytest.mark.rule("T-050")
@pytest.mark.parametrize("role", ["organiser", "referee"])
def test_a_table_that_calls_the_referee_says_so_at_once_and_the_calls_are_counted(role):
    tournament, draw = started()
    table = draw.tables.get(number=3)
    caller = Player(table.seats.first().entry, make.doer("Jan", now=make.at(10, 30)))
    client = make.signed_in(tournament, role)
    address = reverse("desk", args=[tournament.slug])

    call = calling.call_referee(tournament, table, "rule", "", caller)
    called = client.get(address).content.decode()
    asked_again = client.get(address, headers={"hx-request": "true"}).content.decode()
    calling.take_call(tournament, call.pk, make.doer("Eva"))
    taken = client.get(address).content.decode()
    calling.close_call(tournament, call.pk, make.doer("Eva"))
    over = client.get(address, headers={"hx-request": "true"}).content.decode()

    assert tile(called, 3).startswith("playing: Table 3 playing calls the referee")
    assert "calls the referee" not in tile(called, 2)
    assert "Calls 1 table calls" in words(called)
    assert 'id="calls-count" hx-swap-oob="true"' in asked_again
    assert "1 table calls" in words(asked_again)
    assert tile(taken, 3).startswith("playing: Table 3 playing a referee is coming")
    assert 'id="calls-count" hx-swap-oob="true"' in over
    assert "table calls" not in words(over)
    assert tile(over, 3).startswith("playing: Table 3 playing")
    assert "a referee is coming" not in tile(over, 3)


@pytest.mark.rule("T-050")
def test_a_matter_decided_after_the_result_is_shown_at_its_table():
    tournament, draw = started()
    for number in (1, 2):
        make.enter(
            draw.tables.get(number=number), (10, 8, 5, 4), who=make.doer(now=make.at(10, 20))
        )
    for number, minute in ((1, 10), (2, 25)):
        Ruling.objects.create(
            tournament=tournament,
            round_number=1,
            table=draw.tables.get(number=number),
            question="Nine or eight?",
            opened_at=make.at(10, 5),
            decision="Nine.",
            decided_at=make.at(10, minute),
        )

    page = desk(tournament)

    assert tile(page, 1).startswith("in: Table 1 result in")
    assert tile(page, 2).startswith("ruled: Table 2 decided since: does the result still hold?")
    assert "2 of 4 tables are in." in page


def test_after_the_bell_a_table_says_for_how_long_its_result_is_missing():
    tournament, draw = started()
    make.enter(draw.tables.get(number=1), (10, 8, 5, 4))

    with time_machine.travel(make.at(11, 27), tick=False):
        page = desk(tournament)

    assert tile(page, 2).startswith("late: Table 2 12 min after the bell")
    assert tile(page, 1).startswith("in:")


@pytest.mark.rule("D-102", "D-122")
def test_who_left_after_being_seated_is_said_until_the_table_has_its_result():
    draw = make.publish(make.ready_to_draw(14))
    tournament, table = draw.round.tournament, draw.tables.get(number=2)
    gone = table.seats.first().entry
    make.agreeing(lambda who: checking_in.withdraw(tournament, gone.pk, who))
    gone.refresh_from_db()
    assert gone.state == EntryState.WITHDRAWN

    before = desk(tournament)
    make.agreeing(lambda who: rounds.start_clock(tournament, 1, who), make.doer(now=make.at(10)))
    make.enter(table, (10, 8, 5, 4))
    after = desk(tournament)

    assert f"Table 2: {gone} – withdrawn." in before
    assert f"Table 2: {gone.full_name}" not in after


def test_the_map_and_the_next_step_come_alone_when_the_page_asks_for_them_again():
    tournament, _draw = started()

    part = desk(tournament, hx_request="true")

    assert 'id="hall"' in part
    assert "<html" not in part


def test_more_tables_than_fit_keep_their_names_for_a_look_at_each():
    tournament, draw = started(68)

    page = desk(tournament)

    assert 'class="tiles small"' in page
    names = [seat.entry.full_name for seat in draw.tables.get(number=17).seats.all()]
    assert f'title="{", ".join(names)}"' in page


@pytest.mark.parametrize("players", [14, 68])
def test_namesakes_are_told_apart_by_their_numbers_and_nobody_else_has_one(players):
    draw = make.publish(make.ready_to_draw(players))
    one, other = (draw.tables.get(number=number).seats.first().entry for number in (1, 2))
    for entry in (one, other):
        entry.name = "Jan Novák"
        entry.save()

    page = desk(draw.round.tournament)

    hall = page[page.index('id="hall"') :]
    for entry in (one, other):
        assert with_number("Jan Novák", entry.number) in hall
    assert hall.count("(no.") == 2


def test_what_was_done_last_says_the_day_unless_it_was_today(time_machine):
    time_machine.move_to(make.at(18), tick=False)
    tournament = make.ready_to_draw(8)
    make.play(tournament)

    today = desk(tournament)
    time_machine.shift(dt.timedelta(days=3))
    later = desk(tournament)

    done = re.compile(r'<time datetime="[^"]*">([^<]*)</time>\s*<strong>')
    assert all(re.fullmatch(r"\d\d:\d\d", at) for at in done.findall(today))
    assert done.findall(later)
    assert all(re.fullmatch(r"16 May, \d\d:\d\d", at) for at in done.findall(later))


def test_of_many_open_matters_two_are_named_above_the_hall():
    tournament, _draw = started()
    for number in range(1, 5):
        Ruling.objects.create(
            tournament=tournament,
            round_number=1,
            question=f"Matter number {number}?",
            opened_at=make.at(10, 5),
        )

    page = desk(tournament)

    assert page.count("Matter number") == 2
    assert "4 matters wait for a decision" in page
    assert "and 2 more" in page
