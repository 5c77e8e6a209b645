"""Rules that no action can break, as the engine keeps them itself or they give leave."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import rulesets
from games.engine.core import Action, NotARecord
from games.engine.rulesets.base.packed import FULL, KNIGHT, VICTORY_POINT, counts, pack_cards, size
from games.engine.rulesets.base.places import mask
from games.engine.rulesets.base.state import FOUR_TO_ONE, THREE_TO_ONE, TWO_TO_ONE
from tests.games.rulesets.table import FOUNDED, actions_of, after, broken, give, play
from tests.games.rulesets.test_base import ROLLED

BASE = rulesets.by_key("base")
TOUR = rulesets.by_key("base+tour")

LONG = "1 Anna R e1w R e1sw R e1se R e2sw"
"""Four roads more in a line: five."""


def rolled(**given):
    return after(ROLLED, **given)


@pytest.mark.rule("B-010", "B-011", "B-012", "B-013", "B-014", "B-015", "B-016", "B-050")
def test_the_bank_the_deck_and_the_tiles_at_the_start():
    state = after(founded=False)

    assert state.bank_counts() == (19,) * 5
    assert size(state.bank - FULL) == 95
    assert state.deck == 25
    assert counts(state.stock) == (14, 5, 2, 2, 2)
    assert state.route_holder == state.army_holder == -1
    assert state.army == state.lengths() == [0] * 3


@pytest.mark.rule("B-017", "B-018", "B-019", "B-120")
def test_the_pieces_of_a_colour():
    state = after(founded=False)

    assert state.settlements_left == [5] * 3
    assert state.cities_left == [4] * 3
    assert state.roads_left == [15] * 3


@pytest.mark.rule("B-025")
@pytest.mark.parametrize("players", [2, 5])
def test_three_or_four_play(players):
    with pytest.raises(NotARecord):
        actions_of("1 Anna 8", players=players)


@pytest.mark.rule("B-023", "B-024", "B-046", "B-048", "B-049", "B-081", "B-157", "B-159")
def test_what_a_record_does_not_tell_is_not_asked_for():
    assert broken(after(), "1 Anna 8") == []


@pytest.mark.rule("B-063")
def test_a_founding_settlement_may_stand_at_a_harbour():
    assert broken(after(founded=False), "Anna S a1n") == []


@pytest.mark.rule("B-066", "B-119", "B-068", "B-069", "B-071", "B-115")
def test_building_and_trading_alternate_without_a_limit():
    state = rolled(hands={"Anna": "BBBLLLLLLLLLLL"})

    assert broken(state, "1 Anna R b2se T 4L>O R c2e T 4L>W R c2se") == []


@pytest.mark.rule("B-072", "B-079")
def test_the_dice_are_added_up_and_cards_come_from_the_bank():
    state = after()

    play(state, "1 Anna 1+3")

    assert state.bank_counts()[3] == after().bank_counts()[3] - 2


@pytest.mark.rule("B-027", "B-039")
def test_a_number_on_the_desert_brings_nothing():
    game = actions_of(*FOUNDED).header
    board = replace(game.board, numbers=tuple(number or 6 for number in game.board.numbers))
    state = BASE.setup(replace(game, board=board))

    state.build(0, state.places.grid.intersection_named["c3n"])
    state.move_robber(state.places.grid.hex_named["d4"])

    assert state.due(6) == [0, 0, 0]


@pytest.mark.rule("B-026", "B-027")
def test_a_card_taken_for_the_desert_is_one_too_many():
    beside_it = after(built={"Anna": "c3n"})

    assert broken(beside_it, "1 Anna 11 +Anna:B +Ben:B +Cyril:B") == []
    assert broken(beside_it, "1 Anna 11 +Anna:BG +Ben:B +Cyril:B") == ["B-026"]


@pytest.mark.rule("B-089", "B-090", "B-099")
def test_development_cards_do_not_count_on_a_seven_in_the_first_turn():
    state = after(hands={"Anna": "LLLLLL"}, cards={"Anna": (0, 0, 1, 1)}, then="1 Anna 7")

    assert state.owed == [0, 0, 0]


@pytest.mark.rule("B-086", "B-087")
@pytest.mark.parametrize(("cards", "due"), [(7, 0), (8, 4), (9, 4), (10, 5), (15, 7)])
def test_half_of_more_than_seven_cards_is_due_rounded_down(cards, due):
    state = after(hands={"Anna": "L" * cards}, then="1 Anna 7")

    assert state.owed == [due, 0, 0]


@pytest.mark.rule("B-086")
def test_nothing_is_due_from_one_who_has_left_but_from_the_others():
    state = after(hands={"Anna": "L" * 8, "Ben": "B" * 8}, out=1 << 1, then="1 Anna 7")

    assert state.owed == [4, 0, 0]


@pytest.mark.rule("B-086", "B-090", "TG-16")
@pytest.mark.parametrize("moment", ["1 Anna 7", "1 Anna 7 K d4", "1 Anna 8"])
@pytest.mark.parametrize("ruleset", [BASE, TOUR])
def test_a_mark_that_one_who_owes_nothing_discards_nothing_breaks_no_rule(ruleset, moment):
    state = after(hands={"Anna": "L"}, then=moment, ruleset=ruleset.key)
    before = state.copy()
    nothing = Action(0, "discard", (0,))

    assert ruleset.verbs["discard"].allowed(state, nothing)
    assert ruleset.play(state, nothing) == ()
    assert (state.phase, state.hands, state.bank) == (before.phase, before.hands, before.bank)


@pytest.mark.rule("B-086", "B-087")
def test_one_who_owes_cards_does_not_keep_all_by_such_a_mark():
    state = after(hands={"Anna": "B", "Ben": "L" * 8}, then="1 Anna 7")

    assert broken(state, "1 Anna X Anna 0 X Ben 0") == ["B-087"]
    assert broken(state, "1 Anna X Anna 0 X Ben LLLL K d4") == []


@pytest.mark.rule("B-086")
def test_after_a_seven_cards_of_one_with_few_are_none_too_many():
    assert broken(after(hands={"Ben": "O" * 7}), "1 Anna 7 X Ben OOO") == ["B-086"]


@pytest.mark.rule("B-090")
def test_nobody_discards_for_a_knight():
    state = rolled(hands={"Ben": "BBBBLLLLLL"}, cards={"Anna": (KNIGHT,)})

    assert broken(state, "1 Anna N d4 /") == []


@pytest.mark.rule("B-093", "B-095", "B-098")
def test_the_robber_goes_to_the_desert_takes_from_one_of_several_and_play_goes_on():
    state = after(robber="d4", hands={"Anna": "BL"})

    assert broken(state, "1 Anna 7 K c3 R b2se") == []
    assert broken(after(), "1 Anna 7 K b4<Ben:B /") == []
    assert broken(after(), "1 Anna 7 K b4<Cyril:W /") == []


@pytest.mark.rule("B-094")
def test_a_card_is_taken_though_the_mover_stands_there_without_one():
    state = after(hands={"Anna": ""}, then="1 Anna 7")

    assert broken(state, "1 Anna K c2") == ["B-094"]


@pytest.mark.rule("B-180")
def test_only_the_knight_that_won_moves_the_robber_after_the_end():
    state = rolled(hands={"Anna": "GGOOO"}, points=[9, 2, 2])

    assert broken(state, "1 Anna C b2s K d4") == ["B-180"]


@pytest.mark.rule("B-102", "B-103")
def test_kinds_and_amounts_are_free():
    assert broken(rolled(), "1 Anna P Ben LL<>B P Cyril WB<>G") == []


@pytest.mark.rule("B-107", "B-108", "B-109", "B-111", "B-114")
def test_the_bank_takes_each_resource_for_each_other_one_and_for_no_unseen_card():
    assert len(FOUR_TO_ONE) == len(THREE_TO_ONE) == 5 * 4
    assert [len(trades) for trades in TWO_TO_ONE] == [4] * 5


@pytest.mark.rule("B-117", "B-118", "B-142", "B-139")
def test_a_new_harbour_works_at_once_and_after_the_upgrade_in_the_same_turn():
    state = rolled(hands={"Anna": "BLBLWGGGOOOLLLL"})

    assert broken(state, "1 Anna R e1w S e1sw T 2L>O C e1sw T 2L>O") == []
    assert state.settlements_left[0] == 3


@pytest.mark.rule("B-123")
def test_a_road_lies_on_a_path():
    with pytest.raises(NotARecord):
        actions_of("1 Anna R c2")


@pytest.mark.rule("B-127", "B-146")
def test_own_buildings_do_not_cut_a_chain():
    state = rolled(hands={"Anna": "BBBBBLLLLLBLWG"})

    play(state, f"{LONG} S e1sw")

    assert state.length(0) == 5


@pytest.mark.rule("B-134", "B-140", "B-175")
def test_points_of_settlements_cities_and_cards():
    state = rolled(hands={"Anna": "GGOOOWGO"})

    play(state, "1 Anna C b2s D V")

    assert list(state.make_up(0).values()) == [1, 2, 0, 0, 1]
    assert state.points[0] == 4


@pytest.mark.rule("B-136", "B-145", "B-153")
def test_a_settlement_may_cut_a_rivals_chain():
    state = rolled(hands={"Anna": "BBBBBLLLLL"})
    play(state, LONG)
    spot = state.places.grid.intersection_named["e1s"]
    state.reach[1] |= 1 << spot
    state.turn = 1
    give(state, 1, "BLWG")

    play(state, "1 Ben S e1s")

    assert state.route_holder == -1
    assert state.points[:2] == [2, 3]


@pytest.mark.rule("B-147", "B-149", "B-143")
def test_the_fifth_road_in_a_row_takes_the_tile():
    state = rolled(hands={"Anna": "BBBBBLLLLL"})

    play(state, "1 Anna R e1w R e1sw R e1se")
    assert state.route_holder == -1
    play(state, "1 Anna R e2sw")

    assert state.route_holder == 0
    assert state.points[0] == 4


@pytest.mark.rule("B-147")
def test_five_roads_in_all_take_the_tile_if_they_hang_together():
    founded = (
        *("Anna S b2s R c2e", "Ben S d3s R d3sw", "Cyril S b4s R b4sw"),
        *("Cyril S a1n R a1ne", "Ben S a3s R a3sw", "Anna S c2s R c2se"),
    )
    state = after(*founded, ROLLED, founded=False, hands={"Anna": "BBBLLL"})

    play(state, "1 Anna R d1e R d1se")
    assert state.route_holder == -1
    play(state, "1 Anna R d1sw")

    assert state.route_holder == 0


@pytest.mark.rule("B-136", "B-145", "B-153")
def test_a_chain_of_five_is_cut_at_each_point_of_each_hex():
    grid = after(founded=False).places.grid
    for sides in grid.sides:
        for left_out in sides:
            chain = set(sides) - {left_out}
            for spot in {end for path in chain for end in grid.ends[path]}:
                assert cut_at(spot, chain) == (spot not in grid.ends[left_out])


def cut_at(spot, chain):
    """Whether a settlement on the spot costs the second player Longest Road."""
    state = after(founded=False, roads=[0, mask(chain), 0], route_holder=1)
    state.build(0, spot)
    state.award_after_cut(0, spot)
    return state.route_holder == -1


@pytest.mark.rule("B-148")
def test_only_a_longer_chain_takes_the_tile_from_its_holder():
    state = rolled(hands={"Anna": "BBBBBLLLLL"})
    play(state, LONG)
    state.turn = 1
    give(state, 1, "BBBBBLLLLL")

    play(state, "1 Ben R e2e R e2se R d3w R d2ne")
    assert state.length(1) == 5
    assert state.route_holder == 0
    state.award_longest_road()
    assert state.route_holder == 0
    play(state, "1 Ben R d2nw")

    assert state.length(1) == 6
    assert state.route_holder == 1
    assert state.points[:2] == [2, 4]


@pytest.mark.rule("B-171", "B-172", "B-173", "B-174")
def test_the_third_knight_takes_largest_army_and_a_fourth_wins_it_over():
    state = rolled(army=[2, 3, 0], army_holder=-1, cards={"Anna": (KNIGHT, KNIGHT)})

    play(state, "1 Anna N d4")
    assert state.army_holder == 0
    assert state.points[0] == 4

    state.army[1] = 3
    state.cards[1] = pack_cards([KNIGHT])
    play(state, "1 Anna / Ben: 2 N c3<Anna:L")
    assert state.army_holder == 1
    assert state.points[:2] == [2, 4]


@pytest.mark.rule("B-171")
def test_two_knights_are_no_army():
    state = rolled(army=[1, 0, 0], cards={"Anna": (KNIGHT,)})

    play(state, "1 Anna N d4")

    assert state.army_holder == -1


@pytest.mark.rule("B-173")
def test_as_many_knights_do_not_take_largest_army():
    state = rolled(army=[2, 3, 0], army_holder=1, cards={"Anna": (KNIGHT,)})

    play(state, "1 Anna N d4")

    assert state.army_holder == 1


@pytest.mark.rule("B-162")
def test_a_card_may_be_played_before_the_roll():
    assert broken(after(cards={"Anna": (4,)}), "1 Anna M W") == []


@pytest.mark.rule("B-160", "B-162")
def test_a_card_before_the_roll_is_the_only_one_of_the_turn():
    state = after(cards={"Anna": (KNIGHT, 4)})

    assert broken(state, "1 Anna N d4 8 M W") == ["B-160"]


@pytest.mark.rule("B-067")
def test_whoever_rolls_though_no_turn_ended_has_begun_one():
    state = after("1 Anna 2", hands={"Ben": "BL"})
    (out_of_turn,) = actions_of("1 Ben 8").actions

    assert [trouble.rule.id for trouble in BASE.play(state, out_of_turn)] == ["B-067"]

    assert broken(state, "1 Ben R d3se") == []


@pytest.mark.rule("B-067")
def test_a_second_roll_of_a_player_begins_another_turn():
    state = after(cards={"Anna": (KNIGHT, 4)}, then="1 Anna N d4 2")
    (again,) = actions_of("1 Anna 2").actions

    assert [trouble.rule.id for trouble in BASE.play(state, again)] == ["B-067"]

    assert broken(state, "1 Anna M W") == []


@pytest.mark.rule("B-169")
def test_cards_of_invention_are_used_at_once():
    state = rolled(hands={"Anna": "GGO"}, cards={"Anna": (3,)})

    assert broken(state, "1 Anna Y OO C b2s") == []


@pytest.mark.rule("B-177", "B-181")
def test_any_number_of_victory_points_are_shown_after_the_end():
    state = rolled(hands={"Anna": "WGO"}, cards={"Anna": (VICTORY_POINT,)}, points=[9, 2, 2])

    assert broken(state, "1 Anna D V V 2") == []


@pytest.mark.rule("B-178")
def test_the_knight_that_wins_may_be_written_down_to_its_end():
    state = rolled(army=[2, 0, 0], cards={"Anna": (KNIGHT,)}, points=[8, 2, 2])

    assert broken(state, "1 Anna N c1<Cyril:W") == []
    assert state.winner == 0


@pytest.mark.rule("B-179")
def test_who_has_enough_wins_when_the_own_turn_begins():
    state = rolled(points=[2, 10, 2])

    play(state, "1 Anna /")

    assert state.winner == 1


@pytest.mark.rule("T-059", "T-060")
def test_after_the_bell_everybody_has_two_more_turns():
    state = rolled()

    play(state, "1 Anna BELL /")
    for seat in (1, 2, 0, 1, 2, 0):
        assert state.ended == "open"
        play(state, f"1 @{seat + 1} 2 /")

    assert state.ended == "bell"
    assert state.winner is None


@pytest.mark.rule("T-061")
def test_ten_points_after_the_bell_win_at_once():
    state = rolled(points=[9, 2, 2], hands={"Anna": "GGOOO"})

    play(state, "1 Anna BELL C b2s")

    assert (state.ended, state.winner) == ("won", 0)


@pytest.mark.rule("T-059")
@pytest.mark.parametrize(
    ("leaving", "turns"), [("Ben", "Cyril Anna Cyril Anna"), ("Anna", "Ben Cyril Ben Cyril")]
)
def test_nobody_has_a_third_turn_after_the_bell_because_another_gives_up(leaving, turns):
    state = rolled()
    play(
        state, "1 Anna BELL GIVES-UP" if leaving == "Anna" else "1 Anna BELL Ben: GIVES-UP Anna: /"
    )
    seen = []

    while state.phase:
        seen.append(state.name(state.turn))
        play(state, f"1 @{state.turn + 1} 2 /")

    assert (state.ended, " ".join(seen)) == ("bell", turns)


def test_who_is_left_alone_has_won():
    state = rolled()

    play(state, "1 Anna GIVES-UP Ben: GIVES-UP")

    assert (state.ended, state.winner) == ("conceded", 2)


@pytest.mark.parametrize("line", ["1 Anna GIVES-UP", "1 Anna 7 GIVES-UP", "1 Anna 2 GIVES-UP"])
def test_the_turn_of_one_who_gives_up_passes_on(line):
    state = after()

    play(state, line)

    assert broken(state, "2 Ben 8 / Cyril: 8 / Ben: 8") == []


def test_one_who_gives_up_discards_no_more():
    state = after(hands={"Ben": "BBBBLLLL"}, then="1 Anna 7 Ben: GIVES-UP")

    assert broken(state, "1 Anna K d4 / Cyril: 7 K c3<Anna:L /") == []


@pytest.mark.rule("B-091")
def test_discards_that_were_forgotten_are_not_due_from_one_who_gives_up_later():
    state = after(hands={"Ben": "BBBBLLLL"}, then="1 Anna 7")
    (early,) = actions_of("1 Anna K d4").actions
    assert [trouble.rule.id for trouble in BASE.play(state, early)] == ["B-091"]

    play(state, "1 Anna Ben: GIVES-UP")

    assert broken(state, "1 Anna / Cyril: 8") == []


def test_a_game_that_is_broken_off_has_no_winner():
    state = rolled()

    play(state, "1 Anna STOP")

    assert (state.ended, state.winner) == ("abandoned", None)


def test_the_founding_of_the_examples_keeps_the_rules():
    assert len(actions_of(*FOUNDED).actions) == 12
