"""Rounds that are seated as the format of the event has it, from the desk to their records."""

import json
import re

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import translation

import verify_draw
from games.management.json_command import check_shape
from tests.factories import (
    agreeing,
    committed,
    doer,
    draw,
    draw_lots,
    enter,
    play,
    publish,
    ready_to_draw,
    signed_in,
    wish,
)
from tests.prints import pages_of, print_of
from tournaments.domain import audit
from tournaments.domain.formats.laying_out import laid_out
from tournaments.domain.formats.presets import presets
from tournaments.domain.formats.reading import faults, format_of
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.models.event import read_event
from tournaments.services import checking_in, rounds
from tournaments.services.acts import Unconfirmed
from tournaments.services.rounds.swapping import weigh_swap

pytestmark = pytest.mark.django_db


def kept(*stages, **changed):
    """What an event keeps of a format with these stages, each as JSON."""
    written = {
        "stages": list(stages),
        "points": {"4": [5, 3, 2, 1], "3": [5, 3, 1]},
        "level": "shared",
        "order": ["points", "game_points"],
        **changed,
    }
    assert list(faults(written)) == []
    return {"preset": "club-evening", "version": 1, "format": written}


def of(players, *stages, fields=None, **changed):
    return ready_to_draw(players, kind="other", format=kept(*stages, **changed), **(fields or {}))


def seated(drawn):
    """The numbers at each table."""
    return [
        [seat.entry.number for seat in table.seats.order_by("position")]
        for table in drawn.tables.order_by("number")
    ]


def ranked(tournament, after_round=1):
    event = read_event(tournament)
    order = event.in_standings_order(after_round=after_round)
    return [event.entries[key].number for key in order]


def desk_of(tournament, number):
    address = reverse("round_desk", args=[tournament.slug, number])
    return signed_in(tournament).get(address).content.decode()


SHAPES = {"catantour-draw-2": "draw-input", "catantour-schedule-1": "schedule-input"}


def checked(client, tournament, number):
    """The record of the round, after both programs found it right."""
    cache.clear()
    found = json.loads(client.get(f"/en/t/{tournament.slug}/rounds/{number}/draw.json").content)
    check_shape(found, "draw-record")
    for attempt in found["attempts"]:
        check_shape(attempt["inputs"], SHAPES[attempt["algorithm"]])
    assert [step for step in audit.check_record(found) if not step.ok] == []
    report = verify_draw.Report()
    verify_draw.check_record(found, {}, report)
    assert report.count["WRONG"] == 0
    return found


TWO = ({"rounds": 1}, {"rounds": 3})


@pytest.mark.rule("FM-12")
@pytest.mark.parametrize(
    ("way", "by_rank"),
    [
        ("standings", [[0, 1, 2, 3], [4, 5, 6, 7]]),
        ("snake", [[0, 3, 4, 7], [1, 2, 5, 6]]),
    ],
)
def test_a_round_is_seated_by_place_if_the_format_has_it(client, way, by_rank):
    tournament = of(8, {"rounds": 1}, {"rounds": 3, "seating": way})
    play(tournament)
    order = ranked(tournament)

    drawn = publish(tournament, 2)

    assert drawn.inputs["seating"] == way
    assert [sorted(map(order.index, table)) for table in seated(drawn)] == by_rank
    checked(client, tournament, 2)


@pytest.mark.rule("FM-12")
@pytest.mark.parametrize("way", ["lot", "standings_apart"])
def test_other_ways_of_a_format_are_kept_in_the_record(client, way):
    tournament = of(12, {"rounds": 1}, {"rounds": 3, "seating": way})
    play(tournament)
    publish(tournament, 2)

    found = checked(client, tournament, 2)

    assert found["attempts"][0]["inputs"]["seating"] == way


@pytest.mark.rule("FM-12")
def test_before_the_first_round_there_are_no_standings_to_go_by():
    drawn = publish(of(8, {"seating": "snake", "rounds": 4}))

    assert "seating" not in drawn.inputs
    assert drawn.answer["certificate"]["kind"] == "zero"


@pytest.mark.rule("FM-10")
def test_a_format_may_want_as_many_tables_of_three_as_can_be(client):
    tournament = of(10, *TWO, sizes="threes")

    assert list(map(len, seated(publish(tournament)))) == [4, 3, 3]
    tournament = of(12, *TWO, sizes="threes")
    assert list(map(len, seated(publish(tournament)))) == [3, 3, 3, 3]
    checked(client, tournament, 1)


@pytest.mark.rule("FM-10")
def test_where_only_fours_are_wanted_other_numbers_are_refused_and_nothing_is_drawn():
    tournament = of(10, *TWO, sizes="only_fours")

    with pytest.raises(Refused) as refusal:
        publish(tournament)

    assert refusal.value.rule_id == "FM-10"
    assert "Missing: 2; or left over: 2" in str(refusal.value)
    assert tournament.rounds.filter(draws__isnull=False).count() == 0
    with translation.override("en"):
        desk = signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/rounds/1/")
    assert "Only tables of 4 are wanted" in desk.content.decode()
    assert "As the format has it: everybody: 1 round; drawn at random" in desk.content.decode()


@pytest.mark.rule("FM-11")
@pytest.mark.parametrize(
    ("threes", "by"), [("lot", "lot"), ("fewest_before", "fewest"), ("best_seeds", "seeds")]
)
def test_a_format_says_who_sits_at_tables_of_three(client, threes, by):
    tournament = of(7, {"rounds": 4, "threes": threes})
    play(tournament)
    order, before = ranked(tournament), seated(read_event(tournament).rounds[0].draw)[1]

    drawn = publish(tournament, 2)

    assert drawn.answer["threes"]["by"] == by
    at_three = seated(drawn)[1]
    if by == "seeds":
        assert sorted(map(order.index, at_three)) == [0, 1, 2]
    if by == "fewest":
        assert set(at_three).isdisjoint(before)
    checked(client, tournament, 2)
    with translation.override("en"):
        shown = client.get(f"/en/t/{tournament.slug}/rounds/2/").content.decode()
        desk = desk_of(tournament, 2)
    assert "fewest points" not in shown + desk
    assert "so they may be swapped" not in desk


@pytest.mark.rule("FM-11")
def test_a_swap_across_the_border_is_asked_about_where_points_do_not_say_it():
    tournament = of(7, {"rounds": 4, "threes": "best_seeds"})
    play(tournament)
    publish(tournament, 2)
    event = read_event(tournament)
    played = event.rounds[1]

    weighed = weigh_swap(event, played, played.tables[0].entries[0], played.tables[1].entries[0])

    assert [caution.rule_id for caution in weighed.cautions if caution.rule_id == "FM-11"]


@pytest.mark.rule("FM-14", "FMD-08")
def test_nobody_has_a_position_again_that_others_have_not_had(client):
    tournament = of(12, {"rounds": 4, "play_order": "balanced"})
    for number in (1, 2):
        play(tournament, number)

    tables = [seated(played.draw) for played in read_event(tournament).rounds[:2]]

    for player in range(1, 13):
        places = [table.index(player) for round_ in tables for table in round_ if player in table]
        assert len({*places}) == 2
    found = checked(client, tournament, 2)
    assert found["attempts"][0]["inputs"]["play_order"] == "balanced"
    with translation.override("en"):
        shown = client.get(f"/en/t/{tournament.slug}/rounds/2/").content.decode()
    assert "Players stand in the order in which they play" in shown


def test_an_event_of_the_tour_is_drawn_from_what_it_always_was():
    drawn = publish(ready_to_draw(14))

    assert {*drawn.inputs} == {"players", "rounds", "rounds_total", "low"}


def test_the_way_that_was_chosen_by_hand_counts_where_the_format_leaves_it_open():
    tournament = ready_to_draw(
        8,
        kind="other",
        format={"preset": "x", "version": 1, "format": {"points": None, "order": ["wins"]}},
    )
    tournament.rounds.update(draw_mode="standings")
    play(tournament)

    assert publish(tournament, 2).inputs["mode"] == "standings"


@pytest.mark.rule("FM-12")
def test_level_players_wait_for_a_lot_where_the_standings_seat_them():
    tournament = of(8, {"rounds": 1}, {"rounds": 3, "seating": "standings"})
    drawn = publish(tournament)
    for table in drawn.tables.all():
        enter(table, (10, 8, 5, 4))
    agreeing(lambda who: rounds.close_round(tournament, 1, who))

    draw_lots(tournament)

    assert read_event(tournament).standings().undecided == ()


def stages_over(key, cuts, players):
    preset = presets()[key]
    return laid_out(preset.format, cuts, players)


@pytest.mark.rule("FM-01", "FM-02", "FM-03")
@pytest.mark.parametrize(
    ("key", "players", "cuts", "found"),
    [
        ("catan-studio-2024", 30, [None] * 3 + [16, 4], "schedule schedule schedule 16 winners"),
        ("catan-studio-2024", 20, [None] * 3 + [16, 4], "schedule schedule schedule 16 winners"),
        ("catan-studio-2024", 20, [None] * 3 + [4], "schedule schedule schedule 4"),
        ("catan-studio-2024", 14, [None] * 3 + [4], "schedule schedule schedule 4"),
        ("manresa-2023", 20, [None] * 3, "lot standings standings"),
        ("manresa-2023", 20, [None] * 4, "lot lot standings standings"),
        ("austria-2019", 20, [None] * 4, "lot lot lot standings"),
        ("austria-2019", 20, [None] * 2, "lot standings"),
        ("world-2012", 40, [None] * 4 + [32, 16, 4], "random random random random 32 16 winners"),
        ("world-2012", 40, [None] * 4 + [4], "random random random random winners"),
        ("catan-tour-last-round", 20, [None], "random"),
        ("club-evening", 20, [None] * 5, "random random random random random"),
    ],
)
def test_stages_lie_over_the_rounds_of_an_event(key, players, cuts, found):
    told = [
        "winners"
        if stage.winners
        else str(stage.best)
        if stage.best
        else "schedule"
        if stage.schedule
        else stage.seating.value
        for stage in stages_over(key, cuts, players)
    ]

    assert " ".join(told) == found


@pytest.mark.rule("FM-04", "FM-35")
def test_a_last_round_for_places_is_ranked_table_by_table():
    tournament = ready_to_draw(
        8,
        kind="other",
        format=kept({"rounds": 1, "seating": "lot"}, {"seating": "standings"}, later="table"),
        rounds=2,
    )
    play(tournament)
    draw_lots(tournament)
    order = ranked(tournament)
    drawn = publish(tournament, 2)
    first, second = drawn.tables.order_by("number")
    enter(first, (4, 5, 8, 10), winner=4)
    enter(second, (10, 9, 9, 9))

    rows = read_event(tournament).standings().rows
    event = read_event(tournament)
    numbers = [event.entries[row.player].number for row in rows]

    assert seated(drawn) == [order[:4], order[4:]]
    assert numbers[:4] == list(reversed(order[:4]))
    assert numbers[4] == order[4]


def test_laying_out_asks_for_no_format():
    assert laid_out(None, [None] * 4, 12) == ()
    assert laid_out(format_of({"points": None, "order": ["wins"]}), [None], 12) == ()


SCHEDULED = {"rounds": 3, "schedule": True, "play_order": "balanced"}


def numbers_left(tournament, number):
    """Which draws of a round were put aside."""
    draws = tournament.rounds.get(number=number).draws
    return list(draws.filter(withdrawn_at__isnull=False).values_list("attempt", flat=True))


@pytest.mark.rule("FM-13", "FM-14")
@pytest.mark.parametrize("players", [12, 15])
def test_all_rounds_of_a_schedule_are_drawn_before_the_first_one(client, players):
    tournament = of(players, SCHEDULED, fields={"rounds": 3})
    committed(tournament)
    draw(tournament, public_value="1 2 3")

    planned = [seated(played.draw) for played in read_event(tournament).rounds]
    positions = {}
    for tables in planned:
        for table in tables:
            for place, player in enumerate(table):
                positions.setdefault(player, []).append(place)
    assert all(len({*places}) == 3 for places in positions.values())
    seeds = {played.round.board_seed for played in read_event(tournament).rounds}
    assert len(seeds) == 3
    for number in (1, 2, 3):
        assert client.get(f"/en/t/{tournament.slug}/rounds/{number}/draw.json").status_code == 404
        agreeing(lambda who, number=number: rounds.publish_draw(tournament, number, who))
        found = checked(client, tournament, number)
        assert found["attempts"][0]["first_round"] == 1
        assert found["public_value"] == "1 2 3"
        assert seated(read_event(tournament).rounds[number - 1].draw) == planned[number - 1]
        for table in read_event(tournament).rounds[number - 1].draw.tables.all():
            enter(table, (10, 8, 5, 4)[: table.seats.count()])
        agreeing(lambda who, number=number: rounds.close_round(tournament, number, who))
    with translation.override("en"):
        shown = client.get(f"/en/t/{tournament.slug}/rounds/2/").content.decode()
        proof = client.get(f"/en/t/{tournament.slug}/rounds/2/verify/").content.decode()
        desk = desk_of(tournament, 2)
    assert "All rounds of this stage were drawn at once" in shown
    assert "All rounds of this stage were drawn at once" in proof
    assert "fewest points" not in shown + desk


@pytest.mark.rule("FM-13")
def test_a_round_of_a_schedule_is_published_in_its_turn_alone():
    tournament = of(12, SCHEDULED, fields={"rounds": 3})
    publish(tournament)

    with pytest.raises(Refused) as refusal:
        agreeing(lambda who: rounds.publish_draw(tournament, 2, who))

    assert refusal.value.rule_id == "T-048"


@pytest.mark.rule("FM-13")
def test_once_somebody_left_the_rounds_not_begun_are_drawn_anew(client):
    tournament = of(12, SCHEDULED, fields={"rounds": 3})
    committed(tournament)
    play(tournament, public_value="1 2 3")
    leaver = tournament.entries.first()
    agreeing(lambda who: checking_in.withdraw(tournament, leaver.pk, who))
    with pytest.raises(Refused) as refusal:
        agreeing(lambda who: rounds.publish_draw(tournament, 2, who))
    with translation.override("en"):
        desk = signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/rounds/2/")

    publish(tournament, 2, reason="Somebody left.")

    assert refusal.value.rule_id == "FM-13"
    assert str(leaver) in str(refusal.value)
    assert "The schedule was drawn before others left or came" in desk.content.decode()
    assert [numbers_left(tournament, number) for number in (1, 2, 3)] == [[], [1], [1]]
    assert read_event(tournament).rounds[2].draw is None
    found = checked(client, tournament, 2)
    assert [attempt["algorithm"] for attempt in found["attempts"]] == [
        "catantour-schedule-1",
        "catantour-draw-2",
    ]
    assert found["attempts"][1]["inputs"]["play_order"] == "balanced"
    play_on(tournament, 2)
    publish(tournament, 3)
    checked(client, tournament, 3)


def play_on(tournament, number):
    for table in read_event(tournament).rounds[number - 1].draw.tables.all():
        enter(table, (10, 8, 5, 4)[: table.seats.count()])
    agreeing(lambda who: rounds.close_round(tournament, number, who))


@pytest.mark.rule("FM-13")
def test_a_schedule_that_is_drawn_again_is_drawn_again_as_a_whole(client):
    tournament = of(12, SCHEDULED, fields={"rounds": 3})
    draw(tournament)
    draw(tournament, reason="Somebody came.", seed="8")

    assert [numbers_left(tournament, number) for number in (1, 2, 3)] == [[1], [1], [1]]
    assert {played.draw.attempt for played in read_event(tournament).rounds} == {2}


@pytest.mark.rule("FM-13", "FM-15")
def test_a_schedule_keeps_apart_who_is_to_be_and_asks_where_it_cannot_keep_a_wish(client):
    tournament = of(12, SCHEDULED, fields={"rounds": 3})
    wish(tournament, "apart", 1, 2)
    draw(tournament)
    planned = [table for played in read_event(tournament).rounds for table in seated(played.draw)]
    assert not any({1, 2} <= {*table} for table in planned)
    other = of(12, SCHEDULED, fields={"rounds": 3})
    wish(other, "near-desk", 3)

    with pytest.raises(Unconfirmed) as asked:
        rounds.draw_round(other, 1, "7", doer())
    draw(other)

    assert "FM-13" in [caution.rule_id for caution in asked.value.cautions]
    assert [played.draw is None for played in read_event(other).rounds] == [False, True, True]


@pytest.mark.rule("FM-13")
def test_two_players_of_a_scheduled_round_may_change_seats(client):
    tournament = of(12, SCHEDULED, fields={"rounds": 3})
    play(tournament)
    one, other = (table.entries[0] for table in read_event(tournament).rounds[1].tables[:2])
    agreeing(lambda who: rounds.swap_players(tournament, 2, one, other, who, reason="Brothers."))
    agreeing(lambda who: rounds.publish_draw(tournament, 2, who))

    found = checked(client, tournament, 2)

    assert found["attempts"][0]["swaps"][0]["players"] == [str(one.number), str(other.number)]


@pytest.mark.rule("FM-13")
def test_an_archive_takes_a_schedule_along():
    tournament = of(12, SCHEDULED, fields={"rounds": 3})
    play(tournament)
    document = json.loads(json.dumps(archive_of(read_event(tournament).tournament)))

    copied = read_archive(document, copy_to="copy")

    ours, theirs = read_event(tournament), read_event(copied)
    assert [played.draw.answer for played in theirs.rounds] == [
        played.draw.answer for played in ours.rounds
    ]


@pytest.mark.rule("FM-14")
def test_everybody_sees_in_which_order_to_play(client):
    tournament = of(8, {"rounds": 4, "play_order": "balanced"})
    table = publish(tournament).tables.get(number=1)
    entries = [seat.entry for seat in table.seats.order_by("position")]

    with translation.override("en"):
        shown = client.get(f"/en/t/{tournament.slug}/rounds/1/").content.decode()
        mine = client.get(f"/en/t/{tournament.slug}/my/{entries[1].token}/").content.decode()

    assert "The players stand in the order in which they play." in shown
    names = ", ".join(entry.public_name for entry in entries)
    assert f"You play in this order: {names}. Your position: 2." in mine


@pytest.mark.rule("FM-14")
def test_at_a_final_by_rank_the_better_player_chooses_first_when_to_play(client):
    tournament = of(
        8, {"rounds": 1}, {"best": 4, "play_order": "rank"}, fields={"rounds": 2, "cuts": [4]}
    )
    play(tournament)
    draw_lots(tournament)
    order = ranked(tournament)
    publish(tournament, 2)
    best = tournament.entries.get(number=order[0])

    with translation.override("en"):
        shown = client.get(f"/en/t/{tournament.slug}/rounds/2/").content.decode()
        mine = client.get(f"/en/t/{tournament.slug}/my/{best.token}/").content.decode()

    assert "The players choose when to play, in this order." in shown
    told = [int(number) for number in re.findall(r'class="seat" data-number="(\d+)"', shown)]
    assert told == order[:4]
    assert "Your turn to choose: 1." in mine


@pytest.mark.rule("FM-14")
def test_papers_tell_the_play_order():
    tournament = of(8, {"rounds": 4, "play_order": "balanced"})
    publish(tournament)

    with translation.override("en"):
        seats, sheets = (
            " ".join(pages_of(print_of(key, tournament, number=1)))
            for key in ("seats-by-table", "score-sheets")
        )

    assert "The players stand in the order in which they play." in seats
    assert "in play order" in sheets


@pytest.mark.rule("FM-14")
def test_where_the_dice_say_who_plays_first_nothing_is_said_of_an_order(client):
    tournament = ready_to_draw(8)
    publish(tournament)

    with translation.override("en"):
        shown = client.get(f"/en/t/{tournament.slug}/rounds/1/").content.decode()

    assert "order in which they play" not in shown
