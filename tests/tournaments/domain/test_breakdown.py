"""What a player's points may be made of (B-013, B-017, B-018, B-020, B-175, B-182)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.breakdown import check_breakdown, check_breakdowns
from tournaments.domain.games import GAMES, TOUR, game_of
from tournaments.domain.scoring import MOST_POINTS
from tournaments.domain.values import Refused


def parts(settlements, cities=0, **others):
    return {"settlements": settlements, "cities": cities, **others}


def test_everything_that_cannot_be_is_told_at_once():
    anna = {"settlements": 6, "cities": 5, "metropolises": 4}
    ben = {"settlements": 2, "merchant": 2}

    with pytest.raises(Refused) as refusal:
        check_breakdowns({"Anna": anna, "Ben": ben}, {"Anna": 13, "Ben": 4}, game=KNIGHTS)

    told = [(reason.rule_id, reason.facts["part"]) for reason in refusal.value.each]
    assert told == [
        ("B-017", "settlements"),
        ("B-018", "cities"),
        ("CK-181", "metropolises"),
        ("CK-217", "merchant"),
        ("CK-181", "metropolises"),
        ("CK-217", "merchant"),
    ]


def test_pieces_that_make_the_points_are_accepted():
    check_breakdown(parts(3, 2, longest_road=1, victory_point_cards=1), 10)


@pytest.mark.rule("T-033")
@pytest.mark.parametrize("points", [10, 11])
def test_points_may_be_entered_before_or_after_the_cap(points):
    check_breakdown(parts(2, 3, longest_road=1, victory_point_cards=1), points)


@pytest.mark.parametrize(
    ("breakdown", "points", "rule_id", "part"),
    [
        pytest.param(parts(6, 1), 8, "B-017", "settlements", id="a sixth settlement"),
        pytest.param(parts(0, 5), 10, "B-018", "cities", id="a fifth city"),
        pytest.param(
            parts(2, 0, victory_point_cards=6),
            8,
            "B-013",
            "victory_point_cards",
            id="six cards",
        ),
        pytest.param(parts(3, -1), 2, "B-018", "cities", id="fewer than none"),
        pytest.param(parts(1, 0, longest_road=1), 3, "B-182", "settlements", id="a lost building"),
        pytest.param(parts(3, 2), 8, "B-175", "points", id="the sum is another"),
        pytest.param(parts(3, 4), 9, "B-175", "points", id="the sum is above the cap"),
    ],
)
def test_pieces_that_cannot_be_are_refused_with_their_part(breakdown, points, rule_id, part):
    with pytest.raises(Refused) as refusal:
        check_breakdown(breakdown, points, player="Anna")

    assert (refusal.value.rule_id, refusal.value.facts["part"]) == (rule_id, part)
    assert "Anna" in str(refusal.value)


@pytest.mark.parametrize(
    ("one", "other", "rule_id"),
    [
        pytest.param(
            parts(2, longest_road=1),
            parts(2, longest_road=1),
            "B-020",
            id="two holders of Longest Road",
        ),
        pytest.param(
            parts(2, largest_army=1),
            parts(2, largest_army=1),
            "B-020",
            id="two holders of Largest Army",
        ),
        pytest.param(
            parts(2, victory_point_cards=3),
            parts(2, victory_point_cards=3),
            "B-013",
            id="six cards at the table",
        ),
    ],
)
def test_what_a_table_cannot_share_is_refused(one, other, rule_id):
    with pytest.raises(Refused) as refusal:
        check_breakdowns(
            {"Anna": one, "Ben": other}, {"Anna": TOUR.points(one), "Ben": TOUR.points(other)}
        )

    assert refusal.value.rule_id == rule_id
    assert str(refusal.value)


def test_one_player_may_hold_both_tiles_and_all_cards():
    rich = parts(2, 0, longest_road=1, largest_army=1, victory_point_cards=4)
    poor = parts(2, 1, victory_point_cards=1)

    check_breakdowns({"Anna": rich, "Ben": poor}, {"Anna": 10, "Ben": 5})


@given(
    settlements=st.integers(0, 5),
    cities=st.integers(2, 4),
    cards=st.integers(0, 5),
    road=st.booleans(),
)
def test_whatever_the_box_allows_is_accepted_with_its_own_sum(settlements, cities, cards, road):
    pieces = parts(settlements, cities, longest_road=int(road), victory_point_cards=cards)

    check_breakdown(pieces, TOUR.points(pieces))


@pytest.mark.rule("T-035")
def test_all_the_pieces_together_make_the_most_points_there_are():
    everything = parts(5, 4, longest_road=1, largest_army=1, victory_point_cards=5)

    assert TOUR.points(everything) == TOUR.most_points == MOST_POINTS


KNIGHTS = GAMES["cities-knights"]


def test_points_of_cities_and_knights_are_made_of_its_own_pieces():
    """A metropolis makes four with its city; a reduced city, a defender, the merchant one."""
    pieces = parts(
        2, 2, metropolises=1, reduced_cities=1, merchant=1, defender=2, progress_points=1
    )

    check_breakdown(pieces, 2 + 4 + 2 + 1 + 1 + 2 + 1, game=KNIGHTS)


@pytest.mark.parametrize(
    ("pieces", "rule_id"),
    [
        pytest.param(parts(2, 3, reduced_cities=2), "CK-008", id="five pieces of a city"),
        pytest.param(parts(3, 1, metropolises=2), "CK-179", id="a metropolis on no city"),
        pytest.param(parts(2, 2, metropolises=4), "CK-181", id="a fourth metropolis"),
        pytest.param(parts(2, 2, progress_points=3), "CK-220", id="a third card with a point"),
    ],
)
def test_what_cities_and_knights_does_not_have_is_refused(pieces, rule_id):
    with pytest.raises(Refused) as refusal:
        check_breakdown(pieces, KNIGHTS.points(pieces), game=KNIGHTS)

    assert refusal.value.rule_id == rule_id


def test_there_is_one_merchant_and_three_metropolises_at_a_table():
    anna, ben = parts(2, 3, metropolises=2), parts(2, 3, metropolises=2)
    points = {"Anna": KNIGHTS.points(anna), "Ben": KNIGHTS.points(ben)}

    with pytest.raises(Refused) as refusal:
        check_breakdowns({"Anna": anna, "Ben": ben}, points, game=KNIGHTS)
    assert refusal.value.rule_id == "CK-181"

    merchants = {"Anna": parts(2, merchant=1), "Ben": parts(2, merchant=1)}
    with pytest.raises(Refused) as refusal:
        check_breakdowns(merchants, {"Anna": 3, "Ben": 3}, game=KNIGHTS)
    assert refusal.value.rule_id == "CK-217"


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_what_a_player_has_makes_at_most_what_the_game_has(game):
    everything = {part.key: part.most for part in game.parts if part.worth > 0}

    assert game.points(everything) == (game.most_points or 0)
    assert game.most_points is None or game.most_points >= (game.target or 0)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_the_target_of_a_game_is_the_most_that_counts(game):
    pieces = parts(2, 4, longest_road=1, tokens=5, shores=5)
    made = game.points(pieces)
    if game.target is not None and made > game.target:
        check_breakdown(pieces, game.target, game=game)


CARDS = GAMES["card-game"]


def test_the_example_of_the_card_game_makes_ten_points():
    """Two settlements, a bare city, a Church, four roads and two knights."""
    fronts = {"settlements": 2, "bare_cities": 1, "expansions": 3, "b_roads": 2, "b_knights": 1}

    check_breakdown(fronts, 10, game=CARDS)


@pytest.mark.rule("CG-073", "CG-077", "CG-106")
@pytest.mark.parametrize(
    ("breakdown", "points", "rule_id"),
    [
        pytest.param({"b_roads": 3}, 3, "CG-077", id="the first settlement is gone"),
        pytest.param({"settlements": 16}, 10, "CG-106", id="there are 15 settlements"),
        pytest.param({"settlements": 1, "b_roads": 5}, 6, "CG-080", id="there are nine roads"),
        pytest.param({"settlements": 1, "expansions": 5}, 6, "CG-073", id="no two make five"),
        pytest.param({"settlements": 1, "bare_cities": 1}, 4, "CG-106", id="a city counted as 3"),
    ],
)
def test_cards_that_cannot_lie_there_are_refused(breakdown, points, rule_id):
    with pytest.raises(Refused) as refusal:
        check_breakdown(breakdown, points, player="Anna", game=CARDS)

    assert refusal.value.rule_id == rule_id


@pytest.mark.rule("CG-077")
def test_one_settlement_alone_is_enough_in_the_card_game():
    check_breakdown({"settlements": 1}, 1, game=CARDS)


DICE = GAMES["dice"]


def sheet(roads=0, settlements=0, cities=0, knights=0, crosses=0):
    counts = {"roads": roads, "settlements": settlements, "cities": cities, "knights": knights}
    return {key: count for key, count in (counts | {"crosses": crosses}).items() if count}


@pytest.mark.rule("DG-050", "DG-059", "DG-065", "DG-069", "DG-074", "DG-076")
def test_symbols_of_the_dice_game_count_what_is_printed_and_crosses_take_two():
    built = sheet(roads=8, settlements=4, cities=2, knights=3, crosses=3)

    check_breakdown(built, 8 + (3 + 4 + 5 + 7) + (7 + 12) + (1 + 2 + 3) - 6, game=DICE)


@pytest.mark.parametrize(
    ("built", "points", "rule_id", "part"),
    [
        pytest.param(sheet(roads=16), 16, "DG-050", "roads", id="a sixteenth road"),
        pytest.param(sheet(crosses=16), -32, "DG-074", "crosses", id="a sixteenth turn"),
        pytest.param(sheet(roads=2, crosses=12), -22, "DG-072", "roads", id="a turn of neither"),
        pytest.param(
            sheet(settlements=3, crosses=12), -12, "DG-059", "settlements", id="no road leads there"
        ),
        pytest.param(
            sheet(settlements=1, cities=1, crosses=14), -18, "DG-065", "cities", id="without R1"
        ),
        pytest.param(
            sheet(roads=15, knights=6, crosses=8), 20, "DG-043", "roads", id="48 dice in 7 turns"
        ),
        pytest.param(sheet(settlements=1, crosses=14), -24, "DG-076", "points", id="the sum"),
    ],
)
@pytest.mark.rule("DG-043", "DG-050", "DG-059", "DG-065", "DG-072", "DG-074", "DG-076")
def test_what_no_sheet_can_show_is_refused(built, points, rule_id, part):
    with pytest.raises(Refused) as refusal:
        check_breakdown(built, points, player="Anna", game=DICE)

    assert (refusal.value.rule_id, refusal.value.facts["part"]) == (rule_id, part)
    assert "Anna" in str(refusal.value)


def test_nothing_but_crosses_is_thirty_below():
    check_breakdown(sheet(crosses=15), DICE.least, game=DICE)


PRINTED = """
[Sheet "small"] [Settlements "S3 3 S4 4"] [Cities "C8 8"] [Roads "R0* S3 n1 R1 n1 S4 R2 n1 C8"]
[Knights "K1 1 O K2 2 G K3 3 W K4 4 L K5 5 B K6 6 ?"] [Boxes "5"]
"""


def test_the_printed_sheet_of_an_event_says_what_there_is():
    game = game_of("dice", PRINTED)

    assert {part.key: part.most for part in game.parts} == {
        **{"roads": 2, "settlements": 2, "cities": 1, "knights": 6, "crosses": 5},
    }
    assert (game.least, game.most_points) == (-10, 2 + 7 + 8 + 21)
    check_breakdown(sheet(roads=1, cities=1, crosses=3), 1 + 8 - 6, game=game)


@pytest.mark.parametrize("head", ["", "no head", '[Facts "fortress count=1"]'])
def test_a_head_that_tells_no_sheet_leaves_the_game_as_it_is(head):
    assert game_of("dice", head).parts == DICE.parts


def test_each_game_calls_the_longest_road_as_its_booklet_does():
    named = {
        key: [part.name for part in GAMES[key].parts if part.key == "longest_road"]
        for key in ("base", "cities-knights")
    }

    assert named == {"base": ["Longest Road"], "cities-knights": ["Longest Trade Route"]}
