"""Semi-finals and finals as the format of the event has them: winners, seconds, who moves up."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    agreeing,
    doer,
    draw_lots,
    enter,
    play,
    publish,
    ready_to_draw,
    signed_in,
)
from tournaments.domain.formats.kept import copy_of
from tournaments.domain.formats.laying_out import fits
from tournaments.domain.formats.presets import presets
from tournaments.domain.stages import claims_of_winners, tables_of_winners
from tournaments.domain.values import Refused
from tournaments.models.event import read_event
from tournaments.services import checking_in, rounds
from tournaments.services.acts import Unconfirmed
from tournaments.services.rounds.inputs import to_be_seated

pytestmark = pytest.mark.django_db


@pytest.mark.rule("FM-02", "FMD-12")
def test_winners_play_on_and_the_best_seconds_fill_the_final():
    tables = [{"a": 1, "f": 2, "g": 3}, {"b": 3, "c": 2, "d": 1}]

    claims = claims_of_winners(list("abcdfg"), tables)

    assert "".join(claims) == "adcfbg"


@pytest.mark.rule("FMD-05")
def test_of_those_who_share_the_first_place_the_one_ahead_before_has_won_it():
    claims = claims_of_winners(list("abcd"), [{"b": 1, "a": 1}, {"c": 1, "d": 2}])

    assert "".join(claims) == "acbd"


def test_a_winner_who_left_leaves_the_place_to_the_others():
    assert claims_of_winners(["b", "c"], [{"a": 1, "b": 2}, {"c": 1}]) == ["c", "b"]


@pytest.mark.rule("FMD-12")
@pytest.mark.parametrize(
    ("players", "sizes"),
    [(16, "fours"), (15, "fours"), (13, "fours"), (12, "threes"), (11, "fours")],
)
def test_twelve_to_fifteen_sit_at_four_tables_before_a_final_of_winners(players, sizes):
    assert tables_of_winners(players, 4) == sizes


def event_of(players):
    """The format of 2012: rounds for everybody, a semi-final of 16, and the winners of it."""
    return ready_to_draw(
        players, kind="other", format=copy_of("world-2012"), rounds=3, cuts=[16, 4]
    )


def numbers(entries):
    return [entry.number for entry in entries]


def semi_final(players=20):
    """Played, and not closed: at every table whoever sits last wins."""
    tournament = event_of(players)
    play(tournament)
    draw_lots(tournament)
    drawn = publish(tournament, 2)
    winners = []
    for table in drawn.tables.order_by("number"):
        seats = list(table.seats.order_by("position"))
        enter(table, (9, 8, 7, 10)[-len(seats) :], winner=len(seats))
        winners.append(seats[-1].entry.number)
    return tournament, winners


@pytest.mark.rule("FM-02")
def test_the_winners_of_the_semi_final_play_the_final(client):
    tournament, winners = semi_final()
    agreeing(lambda who: rounds.close_round(tournament, 2, who))
    with translation.override("en"):
        desk = signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/rounds/3/")

    publish(tournament, 3)

    event = read_event(tournament)
    assert {event.entries[key].number for key in event.rounds[2].entry_ids} == {*winners}
    assert "Of 16 players 4 play, the winners of the tables before" in desk.content.decode()
    with translation.override("en"):
        shown = client.get(f"/en/t/{tournament.slug}/rounds/3/").content.decode()
    assert "The winners of the tables before play this round" in shown
    assert "Moved up" not in shown


@pytest.mark.rule("FM-05")
def test_whoever_moves_up_for_a_winner_who_left_is_shown(client):
    tournament, winners = semi_final()
    agreeing(lambda who: rounds.close_round(tournament, 2, who))
    leaver = tournament.entries.get(number=winners[0])
    agreeing(lambda who: checking_in.withdraw(tournament, leaver.pk, who))
    draw_lots(tournament)
    event = read_event(tournament)
    in_order = [event.entries[row.player] for row in event.standings().rows]
    following = next(entry for entry in in_order if entry.number not in winners)

    publish(tournament, 3)

    event = read_event(tournament)
    playing = {event.entries[key].number for key in event.rounds[2].entry_ids}
    assert playing == {*winners[1:], following.number}
    with translation.override("en"):
        shown = client.get(f"/en/t/{tournament.slug}/rounds/3/").content.decode()
    assert f"Moved up: {following.public_name}; do not play: {leaver.public_name}." in shown


@pytest.mark.rule("FMD-12", "FM-11")
def test_a_semi_final_of_twelve_sits_at_four_tables_of_three():
    tournament = event_of(12)
    play(tournament)

    drawn = publish(tournament, 2)

    assert [table.seats.count() for table in drawn.tables.all()] == [3, 3, 3, 3]
    assert drawn.inputs["sizes"] == "threes"
    assert drawn.inputs["threes"] == "seeds"


@pytest.mark.rule("FMD-12")
def test_with_fewer_tables_the_best_seconds_play_the_final():
    tournament = event_of(8)
    play(tournament)
    drawn = publish(tournament, 2)
    for table in drawn.tables.order_by("number"):
        enter(table, (10, 9 - table.number, 5, 4))
    agreeing(lambda who: rounds.close_round(tournament, 2, who))
    draw_lots(tournament)

    found = to_be_seated(read_event(tournament), 3)

    places = {
        seat.entry_id: seat.position for table in drawn.tables.all() for seat in table.seats.all()
    }
    assert sorted(places[entry.pk] for entry in found) == [1, 1, 2, 2]


@pytest.mark.rule("FMD-05")
def test_a_shared_first_place_that_nothing_parts_waits_for_a_lot():
    tournament = event_of(8)
    drawn = publish(tournament)
    for table in drawn.tables.all():
        enter(table, (10, 8, 8, 8))
    agreeing(lambda who: rounds.close_round(tournament, 1, who))
    drawn = publish(tournament, 2)
    for table in drawn.tables.all():
        enter(table, (9, 9, 9, 9), winner=None)
    agreeing(lambda who: rounds.close_round(tournament, 2, who))

    with pytest.raises(Refused) as refusal:
        to_be_seated(read_event(tournament), 3)

    assert refusal.value.rule_id == "D-120"
    draw_lots(tournament)
    assert len(to_be_seated(read_event(tournament), 3)) == 4


@pytest.mark.rule("FM-02")
def test_there_is_no_final_of_winners_before_the_semi_final_has_its_results():
    tournament, _winners = semi_final()

    with pytest.raises(Refused) as refusal:
        publish(tournament, 3)

    assert refusal.value.rule_id == "T-048"


def laid_out_page(tournament, pressed):
    """The page of the announcement after the button of some stages was pressed."""
    client = signed_in(tournament)
    with translation.override("en"):
        address = reverse("edit_tournament", args=[tournament.slug])
        page = client.get(address)
        form, timetable = page.context["form"], page.context["timetable"]
        sent = {name: form[name].value() for name in form.fields}
        for one in [timetable.management_form, *timetable]:
            sent |= {one.add_prefix(name): one[name].value() for name in one.fields}
        sent = {name: "" if value is None else value for name, value in sent.items()}
        return client.post(address, {**sent, "rounds": pressed})


@pytest.mark.rule("FM-03")
def test_a_button_lays_out_the_rounds_as_the_format_has_them_for_so_many_players():
    tournament = ready_to_draw(20, kind="other", format=copy_of("catan-studio-2024"))

    page = laid_out_page(tournament, "format-2")

    shown = page.context["timetable"]
    cuts = [one["cut"].value() if "cut" in one.fields else None for one in shown]
    assert cuts == [None, "0", "0", "16", "4"]
    assert tournament.rounds.count() == 4
    assert "16 to 28 players, if the organiser prefers it" in page.content.decode()


@pytest.mark.rule("FM-03")
@pytest.mark.parametrize(
    ("key", "players", "cuts", "fitting"),
    [
        ("catan-studio-2024", 14, [None] * 3 + [4], True),
        ("catan-studio-2024", 14, [None] * 3 + [16, 4], False),
        ("catan-studio-2024", 20, [None] * 3 + [16, 4], True),
        ("catan-studio-2024", 40, [None] * 3 + [4], False),
        ("germany-ranking", 40, [None] * 4, True),
        ("germany-ranking", 40, [None] * 5, False),
        ("netherlands-2024", 40, [None] * 3 + [4], True),
        ("poland-cup-2021", 24, [None] * 2 + [8], True),
    ],
)
def test_the_rounds_fit_the_format_or_do_not(key, players, cuts, fitting):
    assert fits(presets()[key].format, cuts, players) is fitting


@pytest.mark.rule("FM-03")
def test_before_the_first_draw_it_is_asked_whether_other_rounds_are_meant():
    tournament = ready_to_draw(20, kind="other", format=copy_of("netherlands-2024"))

    with pytest.raises(Unconfirmed) as asked:
        rounds.draw_round(tournament, 1, "7", doer())

    assert "FM-03" in [caution.rule_id for caution in asked.value.cautions]


@pytest.mark.rule("FM-06")
@pytest.mark.parametrize(("players", "asked_about"), [(7, True), (8, False)])
def test_with_fewer_players_than_the_format_wants_it_is_asked_and_played(players, asked_about):
    tournament = ready_to_draw(players, kind="other", format=copy_of("club-evening"))

    asked = ()
    try:
        rounds.draw_round(tournament, 1, "7", doer())
    except Unconfirmed as unconfirmed:
        asked = [caution.rule_id for caution in unconfirmed.cautions]
        agreeing(lambda who: rounds.draw_round(tournament, 1, "7", who))

    assert ("FM-06" in asked) is asked_about
    assert read_event(tournament).rounds[0].draw is not None
