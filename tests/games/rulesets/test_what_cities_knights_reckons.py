"""What Cities & Knights keeps by itself or gives leave to do."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from games.engine import record, rulesets
from games.engine.board.frames import FIVE_SIX
from games.engine.board.generate import random_board
from games.engine.board.terrain import Terrain
from games.engine.core import Header, NotARecord, Player
from games.engine.document import read_document, write_document
from games.engine.replay import replay
from games.engine.rulesets.base.packed import in_words
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import BEFORE
from games.engine.verdicts import verdict_on
from tests.games.rulesets.cities_table import (
    ALL_LOSE,
    FOUNDED,
    KEY,
    RIVALS,
    ROLLED,
    RULES,
    after,
    holding,
    knight,
    laid_out,
    landing,
    lines,
    play,
    rivals,
    rolled,
    rolling,
    seven,
)
from tests.games.rulesets.table import SIX, broken, head
from tests.games.rulesets.test_cities_unseen import played


def spot(state, name):
    return state.places.grid.intersection_named[name]


def hand(state, seat=0):
    return in_words(state.hands[seat])


# The start


@pytest.mark.rule("CK-002", "CK-003", "CK-013", "CK-014", "CK-015", "CK-017", "CK-019")
def test_the_start():
    state = after(founded=False)

    assert state.bank_counts() == (19,) * 5 + (12,) * 3
    assert (state.ship, state.attacked) == (0, False)
    assert state.levels == [[0, 0, 0]] * 3
    assert [state.face_down(seat) for seat in state.seats] == [0, 0, 0]
    assert "largest_army" not in RULES.titles


@pytest.mark.rule("CK-008", "CK-009")
def test_the_pieces_of_a_colour():
    state = after(founded=False)

    assert (state.settlements_left[0], state.cities_left[0], state.roads_left[0]) == (5, 4, 15)
    assert [state.knights_left(0, rank) for rank in (1, 2, 3)] == [2, 2, 2]


@pytest.mark.rule("CK-029", "CK-026", "CK-027")
def test_after_the_founding_all_have_three_points_and_the_cards_of_their_city():
    state = after()

    assert state.points == [3, 3, 3]
    assert [hand(state, seat) for seat in state.seats] == ["LLW", "BLW", "LWG"]


@pytest.mark.rule("CK-012", "CK-110", "CK-004")
@pytest.mark.parametrize("text", ["D N", "V 1", "Y OO", "T 4P>Mi", "N b2sw=2", "7", "3+4"])
def test_a_record_has_no_words_for_it(text):
    with pytest.raises(NotARecord):
        lines(f"1 Anna {text}")


# The head


def judged(header):
    return [rule for look in RULES.opening for rule, _ in look(header)]


@pytest.mark.rule("CK-020")
@pytest.mark.parametrize("key", ["cities-knights", "cities-knights+easter-bunny"])
def test_a_record_on_a_board_with_gold_is_told_so(key):
    """The same hex without it is fine, whatever the scenario changes on the island."""

    def found(board):
        text = head(key).replace("a2 L10", board)
        return {
            one["rule"] for one in verdict_on((text + "Anna S b2s R b2sw").encode())["findings"]
        }

    assert "a2 L10" in head(key)
    assert found("a2 Z10") - found("a2 L10") >= {"CK-020"}
    assert "CK-020" not in found("a2 L10")


@pytest.mark.rule("CK-020")
def test_there_is_no_gold_on_the_island():
    header = after().header
    terrain = (Terrain.GOLD, *header.board.terrain[1:])

    assert "CK-020" not in judged(header)
    assert "CK-020" in judged(replace(header, board=replace(header.board, terrain=terrain)))


@pytest.mark.rule("CK-016")
def test_the_robber_starts_on_the_desert():
    header = after().header
    board = replace(header.board, robber=0)

    assert "CK-016" not in judged(header)
    assert "CK-016" in judged(replace(header, board=board))


@pytest.mark.rule("CK-021")
def test_five_do_not_play():
    board = random_board("five", FIVE_SIX)

    assert judged(Header(KEY, tuple(map(Player, SIX[:5])), board)) == ["CK-021"]
    assert judged(after().header).count("CK-021") == 0


@pytest.mark.rule("CK-220", "CK-221")
@pytest.mark.parametrize(
    ("result", "found"),
    [("Anna 3, Ben 3, Cyril 3", []), ("Anna 5, Ben 3, Cyril 3", ["CK-220"]), ("Ben*", ["CK-221"])],
)
def test_the_result_is_held_against_the_game(result, found):
    game = lines(f'[Result "{result}"]', *FOUNDED, "1 Anna 1+1y")

    assert [violation.rule.id for violation in replay(RULES, game).violations] == found


# The roll


@pytest.mark.rule("CK-036", "CK-038", "CK-213")
def test_the_ship_moves_for_a_ship_only_and_starts_anew_after_the_attack():
    state = after("1 Anna 1+1y /")
    assert state.ship == 0

    for number in range(2, 9):
        play(state, f"{number} {SIX[(number - 1) % 3]} 1+1s {ALL_LOSE if number == 8 else ''}")
        assert state.ship == (number - 1) % 7
        play(state, f"{number} {SIX[(number - 1) % 3]} /")

    assert state.attacked


@pytest.mark.rule("CK-053", "CK-169")
def test_improvements_work_on_without_a_city():
    state = laid_out(landing(levels={"Anna": (3, 2, 0)}, hands={"Anna": "MM"}))
    play(state, f"1 Anna {ALL_LOSE} T 2M>O / Ben: 3+1b")

    assert broken(state, "2 Ben D Anna Bi") == []


@pytest.mark.rule("CK-065", "CK-077")
def test_commodities_count_on_a_seven_and_progress_cards_do_not():
    hands = {"Anna": "LLLLLMM", "Ben": "LLLLLMMM"}
    state = laid_out(seven(hands=hands, progress={"Anna": "Mi Ir"}))

    assert state.owed == [0, 4, 0]


@pytest.mark.rule("CK-091")
def test_a_commodity_may_be_stolen():
    state = laid_out(seven(attacked=True, hands={"Ben": "P"}))

    play(state, "1 Anna K a3<Ben:P")

    assert hand(state) == "LLWP"


@pytest.mark.rule("CK-074", "CK-075", "CK-041")
def test_what_a_metropolis_and_a_reduced_city_bring():
    metropolis = laid_out(rolling("2+3y", metropolises={"Anna": "e1n=g"}))
    reduced = laid_out(rolling("2+3y", reduced={"Anna": "e1n"}))
    lost = laid_out(landing(then=f"1 Anna 2+3s {ALL_LOSE}"))

    assert [hand(state) for state in (metropolis, reduced, lost)] == ["LLWWC", "LLWW", "LLWW"]


@pytest.mark.rule("CK-176", "CK-174")
def test_the_aqueduct_works_for_a_robbed_hex():
    state = laid_out(rolling("2+3y", robber="d2", levels={"Anna": (0, 0, 3)}))

    assert broken(state, "1 Anna Q Anna B") == []


# Knights


@pytest.mark.rule("CK-111", "CK-117", "CK-125", "CK-114")
def test_a_new_knight_may_be_promoted_and_activated_beside_a_building():
    state = laid_out(holding("WOWOG"))

    play(state, "1 Anna N b2sw L b2sw A b2sw")

    assert state.strength(0, spot(state, "b2sw")) == 2
    assert state.active[0] == state.men[0]


@pytest.mark.rule("CK-114")
def test_a_knight_next_door_does_not_hinder_a_settlement():
    state = laid_out(holding("BLWG", roads={"Anna": "e1w"}, knights={"Ben": "e1s=1"}))

    assert broken(state, "1 Anna S e1sw") == []


@pytest.mark.rule("CK-123", "CK-141")
def test_a_promoted_knight_keeps_helmet_and_action():
    state = laid_out(knight("b2sw=1+", "WO"))

    play(state, "1 Anna L b2sw M b2sw>c2nw")

    assert state.strength(0, spot(state, "c2nw")) == 2


@pytest.mark.rule("CK-129", "CK-130", "CK-133")
def test_a_knight_interrupts_routes_of_others_but_not_its_owners():
    chain = {"Anna": "c2nw c1ne b1w b1nw"}
    state = laid_out(holding("WO", roads=chain, knights={"Anna": "c2nw=1"}))
    cut = laid_out(rolled(roads=chain, knights={"Ben": "c2nw=1"}))

    assert (state.route_holder, state.length(0), state.points[0]) == (0, 5, 5)
    assert (cut.route_holder, cut.length(0)) == (-1, 3)


@pytest.mark.rule("CK-130", "CK-149", "CK-154", "CK-145")
def test_who_displaces_takes_the_place_and_is_passive_and_the_other_keeps_its_helmet():
    state = laid_out(rivals(other="c2nw=1+"))

    play(state, "1 Anna M b2sw>c2nw*d1ne")

    assert state.strength(0, spot(state, "c2nw")) == 2
    assert state.active == [0, 0, 1 << spot(state, "d1ne")]


@pytest.mark.rule("CK-130")
def test_a_knight_that_leaves_gives_the_route_back():
    chain = {"Anna": "c2nw c1ne b1w b1nw", "Ben": "b1se"}
    state = laid_out(rolled(roads=chain, knights={"Ben": "c2nw=1+"}, attacked=True))
    state.leave(1, spot(state, "c2nw"))

    state.award_longest_road()

    assert state.route_holder == 0
    assert state.reach[0] >> spot(state, "c2nw") & 1


@pytest.mark.rule("CK-135")
def test_nothing_is_joined_to_a_knight_alone():
    state = laid_out(holding("BL", knights={"Anna": "a1n=1"}))

    assert "B-125" in broken(state, "1 Anna R a1ne")


@pytest.mark.rule("CK-139", "CK-159")
def test_after_chasing_the_robber_a_knight_is_passive_and_may_be_activated():
    state = laid_out(knight("b2se=1+", "G", roads={"Anna": "b2se"}, attacked=True))
    play(state, "1 Anna Z b2se d4")
    assert state.active[0] == 0

    play(state, "1 Anna A b2se")

    assert "CK-140" in broken(state, "1 Anna M b2se>b2sw")


@pytest.mark.rule("CK-137", "CK-157")
def test_a_mighty_knight_without_helmet_chases_nobody():
    state = laid_out(knight("b2se=3", roads={"Anna": "b2se"}, attacked=True))

    assert "CK-157" in broken(state, "1 Anna Z b2se")


# Improvements


@pytest.mark.rule("CK-168", "CK-172", "CK-173", "CK-170")
def test_one_city_is_enough_for_all_tracks_which_work_at_once():
    given = holding("CMPCCCMMMPPWO", levels={"Anna": (2, 2, 0)}, knights={"Anna": "b2sw=2"})
    state = laid_out(given)

    play(state, "1 Anna I g1 I y3 I b3 T 2P>O L b2sw")

    assert state.levels[0] == [3, 3, 1]


@pytest.mark.rule("CK-180", "CK-181", "CK-187", "CK-220")
def test_two_metropolises_of_one_player_are_four_points_each():
    state = laid_out(holding("CCCCMMMM", levels={"Anna": (3, 3, 0)}, cities={"Anna": "b2s"}))

    play(state, "1 Anna I y4 e1n I b4 b2s")

    assert state.points[0] == 8
    assert state.make_up(0)["metropolises"] == 8


@pytest.mark.rule("CK-189")
def test_level_five_without_a_metropolis_needs_no_free_city():
    state = laid_out(
        holding("MMMMMPPP", levels={"Anna": (0, 4, 2)}, metropolises={"Anna": "e1n=b"})
    )

    assert broken(state, "1 Anna I g3 I b5") == []


# The attack


@pytest.mark.rule("CK-108", "CK-192", "CK-194", "CK-196", "CK-198", "CK-210", "CK-211")
def test_equal_forces_win_and_the_best_defender_gets_a_point_without_a_city():
    knights = {"Anna": "b2sw=3+ e1nw=3", "Ben": "d3sw=1"}
    state = laid_out(landing(reduced={"Anna": "e1n"}, cities={"Ben": "d3s"}, knights=knights))

    assert state.forces == (3, 3)
    assert state.defenders == [1, 0, 0]
    assert state.active == [0, 0, 0]
    assert state.points == [3, 4, 3]


@pytest.mark.rule("CK-107", "CK-206")
def test_a_city_lost_takes_its_wall_with_it():
    state = laid_out(landing(walls={"Anna": "e1n"}))

    play(state, f"1 Anna {ALL_LOSE}")

    assert (state.walls[0], state.settlements_left[0], state.cities_left[0]) == (0, 3, 4)


@pytest.mark.rule("CK-207")
def test_without_a_settlement_left_the_city_lies_on_its_side():
    state = laid_out(landing(settlements_left=[0, 4, 4]))

    play(state, f"1 Anna {ALL_LOSE}")

    assert state.reduced[0] == 1 << spot(state, "e1n")
    assert (state.points[0], state.cities_left[0]) == (2, 3)


@pytest.mark.rule("CK-212")
def test_nobody_is_rewarded_for_nothing():
    """There is no city to defend, and nobody has done it."""
    reduced = {"Anna": "e1n", "Ben": "a3s", "Cyril": "d1n"}
    state = laid_out(landing(reduced=reduced))

    assert state.forces == (0, 0)
    assert state.defenders == [0, 0, 0]
    assert broken(state, "1 Anna /") == []


@pytest.mark.rule("CKV-04", "CKV-05", "CKV-06", "CKV-07", "CKV-08")
def test_knights_held_back_neither_fight_nor_tire():
    knights = {"Anna": "b2sw=2+ e1nw=1+", "Ben": "d3sw=3+"}
    state = laid_out(landing(experienced=True, knights=knights))

    play(state, "1 Anna H Anna e1nw H Ben 0 H Cyril 0")

    assert state.forces == (3, 1)
    assert bits(state.losers) == [1, 2]
    assert state.active[0] == 1 << spot(state, "b2sw")
    assert state.active[1] == 1 << spot(state, "d3sw")


@pytest.mark.rule("CKV-02", "CKV-04")
@pytest.mark.parametrize(
    "told",
    ["", "H Anna 0 ", "H Ben 0 ", "H Anna 0 H Cyril 0 ", "H Anna 0 X Ben 0 H Ben 0 H Cyril 0 "],
)
def test_who_has_no_active_knight_need_not_declare_that(told):
    """Whoever says so all the same says nothing else."""
    state = laid_out(landing(experienced=True, knights={"Anna": "b2sw=2"}))

    play(state, f"1 Anna {told}B Anna e1n B Ben a3s B Cyril d1n /")

    assert state.forces is None
    assert state.phase == BEFORE


@pytest.mark.rule("CKV-02")
def test_who_has_an_active_knight_has_to_declare():
    state = laid_out(landing(experienced=True, knights={"Ben": "d3sw=1+"}))

    (lost,) = lines("1 Anna B Anna e1n").actions

    assert [one.rule.id for one in RULES.play(state, lost)] == ["CKV-02"]
    assert not state.committed[1]


@pytest.mark.rule("CKV-02")
def test_knights_that_were_not_declared_are_missed_once():
    state = laid_out(landing(experienced=True, knights={"Ben": "d3sw=1+"}))
    losses = lines("1 Anna H Anna 0 B Anna e1n B Cyril d1n B Ben a3s").actions

    found = [[one.rule.id for one in RULES.play(state, loss)] for loss in losses]

    assert found == [[], ["CKV-02"], [], []]


@pytest.mark.rule("CKV-02")
def test_knights_are_declared_in_their_order_past_who_has_none():
    knights = {"Ben": "d3sw=1+", "Cyril": "d1ne=1+"}
    state = laid_out(landing(experienced=True, knights=knights))

    play(state, "1 Anna H Ben d3sw H Cyril 0")

    assert state.forces == (3, 1)


@pytest.mark.parametrize(
    "key", [one.key for one in rulesets.RULESETS if "cities-knights" in one.key]
)
def test_it_goes_without_saying_in_each_game_with_knights(key):
    assert rulesets.by_key(key).implied is RULES.implied


@pytest.mark.rule("CKV-01")
def test_the_variant_is_said_in_the_head():
    game = lines('[Options "experienced=1 target=15"]', *FOUNDED)
    state = RULES.setup(game.header)

    assert state.experienced
    assert state.target == 15


@pytest.mark.rule("CK-195")
def test_without_the_variant_no_knight_is_held_back():
    state = laid_out(landing(knights={"Anna": "b2sw=1+"}))

    assert "CKV-01" in broken(state, "1 Anna H Anna 0")


@pytest.mark.rule("CK-214")
def test_the_merchant_stands_on_the_island():
    with pytest.raises(NotARecord):
        lines("1 Anna Mt sea")


@pytest.mark.rule("CK-054")
def test_what_others_drew_need_not_be_known():
    assert lines("1 Anna 1+1b D Ben b?").actions[-1].facts == (1, 9)


# The text


def test_the_example_of_the_documentation_keeps_all_rules():
    page = (Path(__file__).parents[3] / "docs" / "records.md").read_text()
    text = page.split("## Cities & Knights")[1].split("```")[1]

    report = replay(RULES, record.parse(text, rulesets.by_key))

    assert report.valid
    assert report.state.event == 2


def test_a_whole_turn_is_written_as_it_was_read():
    text = (
        "1 Anna  3+5b  N b1se  A b1se  I y1  C b2s",
        "2 Ben  Al 2+2g  D Ben Cr  T 4W>O  P Anna LL<>M  /",
    )
    game = lines(*FOUNDED, *text)

    written = record.write(game, rulesets.by_key(KEY).notation)

    assert written.splitlines()[-2:] == list(text)


def test_rolled_is_nothing_for_anybody():
    assert after(ROLLED).brought == (0, 0, 0)


def test_rival_roads_meet_on_one_intersection():
    state = laid_out(rolled(**RIVALS))

    assert state.reach[0] & state.reach[2] & 1 << spot(state, "c2nw")


@pytest.mark.parametrize("seed", range(3))
def test_a_game_as_json_is_read_back(seed):
    game = played(seed)

    document = json.loads(json.dumps(write_document(game, RULES.notation)))

    read = read_document(document, rulesets.by_key)
    assert tuple(action._replace(line=0) for action in read.actions) == game.actions
