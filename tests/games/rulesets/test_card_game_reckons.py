"""What the engine does by itself in the card game, what header and result say, and what a record
cannot show."""

from __future__ import annotations

import pytest

from games.engine import rulesets
from games.engine.core import ABANDONED, CONCEDED, OPEN, WON, NotARecord
from games.engine.replay import replay
from games.engine.rulesets.base.packed import counts
from games.engine.rulesets.card_game.cards import KNIGHT, ROAD
from games.engine.rulesets.card_game.facts import FAST_CARD_GAME
from games.engine.verdicts import verdict_on
from tests.games.rulesets.card_table import (
    after,
    broken,
    entered,
    head,
    play,
    record_of,
    rules,
)


def verdict(*lines, players=3, options="", result=""):
    told = f'\n[Result "{result}"]' if result else ""
    return replay(rules(), record_of(*lines, told, players=players, options=options))


def found(report):
    return [broken.rule.id for broken in report.at_the_start] + [
        violation.rule.id for violation in report.violations
    ]


# Cards and players


@pytest.mark.rule("CG-001", "CG-011")
@pytest.mark.parametrize(
    ("players", "there"), [(2, (11, 11, 15, 14, 16)), (6, (22, 22, 30, 28, 32))]
)
def test_the_resource_cards(players, there):
    assert counts(after(players=players).total) == there


@pytest.mark.rule("CG-001", "CG-040")
@pytest.mark.parametrize(
    ("line", "broken_"), [("G>?", []), ("G>L", ["CG-041", "CG-037", "CG-001"])]
)
def test_the_card_drawn_from_an_opponent_may_be_one_that_was_known(line, broken_):
    """All grain lies open or is known to be Ben's: what Anna gives is what she drew."""
    hands = {"Anna": "LLL", "Ben": "GGG"}
    state = after(hands=hands, market="GGGGG", discards="GGGGGG", deck=5)
    (action,) = record_of(f"1 Anna P Ben {line}").actions

    assert [found.rule.id for found in rules().play(state, action)] == broken_


@pytest.mark.rule("CG-001")
def test_cards_that_the_game_has_not_are_named_without_a_count():
    """How many too many they are is no number of cards that somebody could look for."""
    state = after(hands={"Anna": "LLL", "Ben": "GGG"}, market="GGGGG", discards="GGGGGG", deck=5)
    (action,) = record_of("1 Anna P Ben G>L").actions

    (said,) = [found.detail for found in rules().play(state, action) if found.rule.id == "CG-001"]

    assert str(said) == "there are not so many cards in the game: grain"


@pytest.mark.rule("CG-006", "CG-007", "CG-008", "CG-009", "CG-010", "CG-012", "CG-019")
@pytest.mark.parametrize(
    ("players", "there"),
    [
        (2, (5, 2, 7, 5)),
        (3, (7, 4, 11, 7)),
        (4, (9, 5, 15, 9)),
        (5, (11, 7, 19, 11)),
        (6, (13, 8, 23, 13)),
    ],
)
def test_building_cards_by_the_number_of_players(players, there):
    roads, knights, settlements, expansions = there

    assert after(players=players).stock == [
        roads - players,
        knights,
        settlements - players,
        expansions,
    ]


@pytest.mark.rule("CG-005")
@pytest.mark.parametrize(
    ("players", "options", "broken_"),
    [(5, "copies=1", ["CG-005"]), (5, "copies=2", []), (4, "copies=2", ["CG-005"]), (4, "", [])],
)
def test_five_and_six_need_two_copies(players, options, broken_):
    assert found(verdict("1 Anna D ??", players=players, options=options)) == broken_


@pytest.mark.rule("CG-005")
@pytest.mark.parametrize("players", [1, 7])
def test_one_or_seven_cannot_play(players):
    names = " ".join("ABCDEFG"[:players])

    with pytest.raises(NotARecord):
        rulesets_read(head(0).replace('[Seats ""]', f'[Seats "{names}"]') + "1 A D ??")


def rulesets_read(text):
    from games.engine import record

    return record.parse(text, rulesets.by_key)


@pytest.mark.rule("CG-024")
@pytest.mark.parametrize(
    ("options", "broken_"),
    [
        ("oldest=2", ["CG-024"]),
        ("oldest=1", []),
        ("oldest=2 seated=1", []),
        ("oldest=3", ["CG-024"]),
    ],
)
def test_the_oldest_begins_unless_seated(options, broken_):
    assert found(verdict("1 Anna D ??", options=options)) == broken_


@pytest.mark.rule("CG-024")
@pytest.mark.parametrize("seat", [0, 4])
def test_the_oldest_has_one_of_the_seats(seat):
    with pytest.raises(NotARecord, match="for oldest a number from 1 to 3"):
        record_of("1 Anna D ??", options=f"oldest={seat}")


@pytest.mark.rule("CG-024", "CG-025")
def test_the_oldest_begins_on_whatever_seat():
    assert found(verdict("1 Ben D ??", "2 Cyril D ??", "3 Anna D ??", options="oldest=2")) == []
    assert found(verdict("1 Ben D ??", "2 Cyril D ??", options="oldest=1")) == ["CG-024"]
    assert found(verdict("1 Ben D ??", "2 Anna D ??", options="oldest=2")) == ["CG-025"]


@pytest.mark.rule("CG-003", "CG-004", "CG-013", "CG-014", "CG-015", "CG-021", "CG-063")
def test_what_a_record_does_not_tell_is_not_asked_for():
    assert found(verdict("1 Anna D ??", "2 Ben D ??")) == []


# Points


@pytest.mark.rule("CG-020", "CG-060", "CG-066", "CG-073", "CG-080", "CG-081", "CG-084", "CG-106")
def test_the_example_of_the_rules_has_ten_points():
    """Two settlements, a bare city, a Church on another, two knights and four roads."""
    state = after(
        settlements={"Anna": 2},
        cities={"Anna": 1},
        owned={"Anna": ["church"]},
        knights={"Anna": 2},
        roads={"Anna": 4},
    )

    assert list(state.make_up(0).values()) == [2, 2, 3, 2, 1]
    assert state.points(0) == 10
    assert state.showing_a(ROAD, 0) == 2
    assert after().points(0) == 1


@pytest.mark.rule("CG-073", "CG-106")
def test_an_expansion_whose_points_nobody_knows_is_worth_three_or_four():
    state = after(hands={"Anna": "WWWO"}, cities={"Anna": 1}, then="1 Anna E WWWO=fortress")

    assert (state.points(0), state.most_points(0)) == (4, 5)
    assert broken(state, "1 Anna VP 5") == []


@pytest.mark.rule("CG-103", "CG-106")
def test_points_that_the_record_tells_count():
    state = after(hands={"Anna": "WWWO"}, cities={"Anna": 1}, then="1 Anna E WWWO=fortress:4")

    assert (state.points(0), state.most_points(0)) == (5, 5)


@pytest.mark.rule("CG-103")
def test_ten_points_that_may_be_are_won_when_claimed():
    nine = {"settlements": {"Anna": 6}, "owned": {"Anna": ["fortress"]}}

    assert after(**nine, then="1 Anna D ?? / Ben: D ??").winner is None
    assert after(**nine, then="1 Anna *").winner == 0


@pytest.mark.rule("CG-103", "CG-067")
def test_the_city_that_wins_has_no_event():
    state = after(hands={"Anna": "GGOOO"}, settlements={"Anna": 9}, then="1 Anna C GGOOO")

    assert (state.winner, state.ended) == (0, WON)
    assert broken(state, "1 Anna *") == []


@pytest.mark.rule("CG-103", "CG-105")
def test_whoever_has_ten_points_at_the_start_of_the_own_turn_has_won():
    state = after(settlements={"Ben": 10}, then="1 Anna D ?? /")

    assert state.winner == 1


def test_another_target():
    assert after(options="target=5", settlements={"Ben": 5}, then="1 Anna D ?? /").winner == 1


# Roads and knights


@pytest.mark.rule("CG-094", "CG-093", "CG-081")
def test_a_card_that_changes_owners_changes_points_and_exchanges_at_once():
    state = after(hands={"Anna": "LB"}, roads={"Anna": 2, "Ben": 4}, stock={"road": 0}, arrows=1)

    play(state, "1 Anna R LB<Ben")

    assert state.stacks[ROAD][:2] == [3, 3]
    assert [state.points(0), state.points(1)] == [2, 2]
    assert [state.showing_a(ROAD, 0), state.showing_a(ROAD, 1)] == [2, 2]


@pytest.mark.rule("CG-092")
def test_the_card_that_protects_roads_does_not_protect_knights():
    state = after(
        hands={"Anna": "GWO"},
        owned={"Ben": ["fortress"]},
        knights={"Ben": 1},
        stock={"knight": 0},
        arrows=1,
    )

    assert broken(state, "1 Anna K GWO<Ben") == []


@pytest.mark.rule("CG-087")
def test_who_lost_a_card_tells_where_the_arrows_point():
    state = after(
        hands={"Anna": "LB"}, roads={"Cyril": 2}, stock={"road": 0}, then="1 Anna R LB<Cyril"
    )

    assert state.arrows == -1
    assert broken(state, "1 Anna D ?? / Ben: R LB<Cyril") == ["CG-087"]


@pytest.mark.rule("CG-003", "CG-062")
def test_a_turned_card_points_back():
    state = after(lines=("Anna DESTINY white:cw",), hands={"Anna": "LBWG"})

    play(state, "1 Anna S LBWG FLIP")

    assert (state.side, state.arrows) == (1, -1)


# Turns


@pytest.mark.rule("CG-027", "CG-052", "CG-056", "CG-115")
def test_one_of_each_kind_in_a_turn_in_any_order():
    state = after(hands={"Anna": "LBLBWGGGOOOWWWOGWO"}, roads={"Anna": 1})

    line = "1 Anna R LB S LBWG C GGOOO=market-day EV E WWWO=church K GWO D ???"

    assert broken(state, line) == []


@pytest.mark.rule("CG-028")
def test_the_turn_that_wins_draws_no_cards():
    state = after(
        hands={"Anna": "LB"}, settlements={"Anna": 9}, roads={"Anna": 1}, then="1 Anna R LB"
    )

    assert state.winner == 0
    assert broken(state, "1 Anna D ??") == ["CG-103"]


@pytest.mark.rule("CG-029")
def test_a_draw_goes_on_with_the_new_deck():
    state = after(deck=1, discards="BBBWW", hands={"Anna": ""})

    play(state, "1 Anna D ?B")

    assert state.deck == 4
    assert state.known[state.discards] == 0


@pytest.mark.rule("CG-029", "CG-098")
def test_what_cannot_be_drawn_is_lost():
    state = after(deck=1)

    assert broken(state, "1 Anna D ?") == []
    assert broken(state, "1 Anna /") == []


@pytest.mark.rule("CG-104")
def test_who_is_left_alone_has_won():
    state = after(then="1 Anna GIVES-UP Ben: GIVES-UP")

    assert (state.ended, state.winner) == (CONCEDED, 2)


def test_a_game_that_is_broken_off_has_no_winner():
    state = after(then="1 Anna STOP")

    assert (state.ended, state.winner) == (ABANDONED, None)


def test_a_copy_goes_its_own_way():
    state = after()
    twin = state.copy()

    play(twin, "1 Anna X ?>? D ??")

    assert state.held(0) == 3
    assert state.phase != twin.phase


# The result


WIN = ("1 Anna VP 1", "2 Ben D ??")


@pytest.mark.rule("CG-103", "CG-106")
@pytest.mark.parametrize(
    ("result", "broken_"),
    [
        ("Anna 1, Ben 1, Cyril 1", []),
        ("Anna 2, Ben 1, Cyril 1", ["CG-106"]),
        ("Ben*", ["CG-103"]),
    ],
)
def test_the_result_is_held_against_the_game(result, broken_):
    assert found(verdict("1 Anna D ??", result=result)) == broken_


@pytest.mark.rule("CG-106")
@pytest.mark.parametrize(
    ("points", "said"),
    [(3, ["Anna 3 points, the game 4 to 5"]), (4, []), (5, [])],
)
def test_a_wrong_result_is_told_with_all_that_the_game_may_have_made(points, said):
    from games.engine.rulesets.card_game.ending import check_result

    state = after(hands={"Anna": "WWWO"}, cities={"Anna": 1}, then="1 Anna E WWWO=fortress")
    header = state.header.__class__("card-game", state.header.players, points=(points, 0, 0))

    details = [str(detail) for _, detail in check_result(state, header)]

    assert [detail for detail in details if "Anna" in detail] == [
        f"the result gives {words}" for words in said
    ]


@pytest.mark.rule("CG-104", "CG-105")
@pytest.mark.parametrize(("named", "broken_"), [(0, []), (1, ["CG-104"]), (2, ["CG-104"])])
def test_the_winner_of_the_result_is_that_of_the_game(named, broken_):
    from games.engine.rulesets.card_game.ending import check_result

    state = after(
        hands={"Anna": "LBWG"},
        settlements={"Anna": 9},
        stock={"settlement": 1},
        then="1 Anna S LBWG",
    )
    header = state.header.__class__("card-game", state.header.players, winners=(named,))

    assert [rule for rule, _ in check_result(state, header)] == broken_


# Events


@pytest.mark.rule("CG-069")
def test_an_event_that_is_entered_turns_the_card_only_if_it_says_so():
    fair = entered(market_day=[{"op": "none", "level": "S"}])
    city = {"hands": {"Anna": "GGOOO"}, "then": "1 Anna C GGOOO=market-day EV"}

    assert broken(after(cards=fair, **city), "1 Anna FLIP") == ["CG-069"]
    assert broken(after(cards=fair, **city), "1 Anna D ??") == []


@pytest.mark.rule("CG-069")
@pytest.mark.parametrize(
    ("does", "told", "rules"),
    [
        ("none", "FLIP cw", ["CG-069"]),
        ("each_draw:1:builder", "GAIN ? FLIP cw", ["CG-069"]),
        ("flip_destiny:no", "FLIP cw", []),
        ("flip_destiny:yes", "FLIP cw", []),
        ("none", "", []),
    ],
)
def test_what_was_read_off_an_event_says_whether_it_turns_the_destiny_card(does, told, rules):
    text = (
        f'[Facts "market-day does={does}"]\n{head()}Anna M BLWGO DESTINY white:ccw\n'
        f"1 Anna D ??\n2 Ben D ??\n3 Cyril D ??\n4 Anna C GGOOO=market-day EV {told} D ??\n"
    )

    findings = verdict_on(text.encode())["findings"]

    assert [one["rule"] for one in findings if not one["follows"]] == rules


HALVED = {
    "thief_attack": [
        {"op": "flip_destiny", "must": True, "level": "S"},
        {"op": "hand_limit", "limit": 7, "lose": "half_down", "to": "discard", "level": "S"},
    ]
}


@pytest.mark.rule("CG-067", "CG-102", "CG-068")
@pytest.mark.parametrize(
    ("line", "broken_"),
    [
        ("1 Anna FLIP Ben: LOSE WWWW Anna: D ??", []),
        ("1 Anna FLIP Ben: LOSE WWW LOSE W Anna: D ??", []),
        ("1 Anna FLIP Ben: LOSE WWW Anna: D ??", ["CG-067"]),
        ("1 Anna FLIP Ben: LOSE WWW LOSE WW", ["CG-067"]),
        ("1 Anna FLIP D ??", ["CG-067"]),
        ("1 Anna FLIP Cyril: LOSE ?", ["CG-067"]),
    ],
)
@pytest.mark.parametrize("read_aloud", ["", " EV"])
def test_an_event_that_is_entered_is_carried_out_as_it_says(read_aloud, line, broken_):
    """What it did tells of it, also where nobody wrote that it was read aloud."""
    state = after(
        cards=entered(**HALVED),
        hands={"Anna": "GGOOO", "Ben": "WWWWWWWWW"},
        then=f"1 Anna C GGOOO=thief-attack{read_aloud}",
    )

    assert broken(state, line) == broken_


@pytest.mark.rule("CG-067", "CG-098")
@pytest.mark.parametrize(
    ("line", "broken_"),
    [
        ("1 Anna GAIN ?? Ben: GAIN ?? Cyril: GAIN ?? Anna: D ??", []),
        ("1 Anna GAIN ? GAIN ? Ben: GAIN ?? Cyril: GAIN ?? Anna: D ??", []),
        ("1 Anna GAIN ?? Ben: GAIN ?? Cyril: GAIN ? Anna: D ??", ["CG-067"]),
        ("1 Anna GAIN ? Ben: GAIN ??", ["CG-067"]),
        ("1 Anna Cyril: GAIN ??", ["CG-067"]),
        ("1 Anna GAIN ???", ["CG-067"]),
    ],
)
@pytest.mark.parametrize("read_aloud", ["", " EV"])
def test_everybody_draws_for_an_event_that_says_so(read_aloud, line, broken_):
    fair = entered(market_day=[{"op": "each_draw", "count": 2, "who": "all", "level": "S"}])
    built = f"1 Anna C GGOOO=market-day{read_aloud}"
    state = after(cards=fair, hands={"Anna": "GGOOO"}, then=built)

    assert broken(state, line) == broken_


@pytest.mark.rule("CG-029", "CG-067")
def test_what_can_no_more_be_drawn_for_an_event_is_lost():
    """Five cards lie on the discard pile; the deck is gone (CGD-07)."""
    fair = entered(market_day=[{"op": "each_draw", "count": 3, "who": "all", "level": "S"}])
    built = "1 Anna C GGOOO=market-day"
    state = after(cards=fair, hands={"Anna": "GGOOO"}, deck=0, then=built)

    assert broken(state.copy(), "1 Anna GAIN ??? Ben: GAIN ?? Anna: /") == []
    assert "CG-067" in broken(state, "1 Anna GAIN ??? Ben: GAIN ? Anna: /")


def exchanging(who):
    return [{"op": "each_exchange", "count": 1, "with": "market", "who": who, "level": "S"}]


@pytest.mark.rule("CG-067")
@pytest.mark.parametrize(
    ("line", "broken_"),
    [
        ("1 Anna T L>B Ben: T W>L Cyril: T O>W", []),
        ("1 Anna Ben: T W>B Cyril: T O>W Anna: D ??", []),
        ("1 Anna Cyril: T O>B Ben: T W>O", ["CG-067"]),
        ("1 Anna Ben: T W>B Anna: T L>W", ["CG-067"]),
    ],
)
def test_an_event_is_carried_out_clockwise_from_the_builder(line, broken_):
    """Who comes first at the market takes what the next would have taken (CGD-29)."""
    state = after(
        cards=entered(market_day=exchanging("all")),
        hands={"Anna": "GGOOOL", "Ben": "W", "Cyril": "O"},
        then="1 Anna C GGOOO=market-day EV",
    )

    assert broken(state, line) == broken_


@pytest.mark.rule("CG-067")
def test_a_hand_limit_is_kept_clockwise_from_the_builder():
    given = {
        "cards": entered(**HALVED),
        "hands": {"Anna": "GGOOO", "Ben": "WWWWWWWW", "Cyril": "LLLLLLLL"},
        "then": "1 Anna C GGOOO=thief-attack EV FLIP",
    }

    assert broken(after(**given), "1 Anna Ben: LOSE WWWW Cyril: LOSE LLLL") == []
    assert broken(after(**given), "1 Anna Cyril: LOSE LLLL") == ["CG-067"]


@pytest.mark.rule("CG-067", "CG-068")
@pytest.mark.parametrize(("event", "rule"), [("thief-attack", "CG-068"), ("market-day", "CG-067")])
def test_a_card_that_was_not_turned_is_told_by_the_event_that_turns_it(event, rule):
    turning = [{"op": "flip_destiny", "must": True, "level": "S"}]
    city = f"1 Anna C GGOOO={event} EV"
    given = {"cards": entered(**{event.replace("-", "_"): turning}), "hands": {"Anna": "GGOOO"}}

    assert broken(after(then=city, **given), "1 Anna D ??") == [rule]
    assert broken(after(then=city, **given), "1 Anna FLIP D ??") == []


ONCE = {"op": "take", "times": 1, "count": 1, "pick": "random", "from": "opponent_any"}

BY_SIGHT = {"op": "open_pick", "when": "exchange", "times": 1, "count": 1}


@pytest.mark.rule("CG-044", "CG-045", "CG-076")
@pytest.mark.parametrize(
    ("card", "effect", "play_", "rule"),
    [
        ("merchants_guild", ONCE, "USE merchants-guild Ben ?", "CG-044"),
        ("library", BY_SIGHT, "L Ben G>W", "CG-045"),
    ],
)
@pytest.mark.parametrize("per", ["turn", "game"])
def test_what_a_card_lets_do_once_in_the_game_is_not_done_again(card, effect, play_, rule, per):
    state = after(
        cards=entered(**{card: [effect | {"per": per, "level": "S"}]}),
        owned={"Anna": [card.replace("_", "-")]},
        roads={"Anna": 1},
        hands={"Anna": "GG", "Ben": "WWW"},
        then=f"1 Anna {play_} D ?? / Ben: D ?? / Cyril: D ?? /",
    )
    again = f"4 Anna {play_}"

    assert broken(state.copy(), again) == ([rule] if per == "game" else [])
    assert broken(state, "4 Anna D ??") == []


@pytest.mark.rule("CG-044")
@pytest.mark.parametrize(("per", "broken_"), [("phase", []), ("turn", ["CG-044"])])
def test_what_a_card_lets_do_once_in_a_phase_is_done_in_the_next_again(per, broken_):
    state = after(
        cards=entered(merchants_guild=[ONCE | {"per": per, "level": "S"}]),
        owned={"Anna": ["merchants-guild"]},
        hands={"Anna": "LB", "Ben": "WW"},
        then="1 Anna USE merchants-guild Ben ? R LB",
    )

    assert broken(state, "1 Anna USE merchants-guild Ben ?") == broken_


@pytest.mark.rule("CG-040")
def test_what_a_card_adds_to_the_exchanges_is_counted_as_allowed():
    caravan = [{"op": "extra_exchange", "count": 1, "with": "market", "level": "S"}]
    state = after(
        cards=entered(library=caravan), owned={"Anna": ["library"]}, hands={"Anna": "GGG"}
    )
    (trade, another, third) = record_of("1 Anna T G>L T G>B X G>?").actions

    rules().play(state, trade)
    rules().play(state, another)
    (found_,) = rules().play(state, third)

    assert (found_.rule.id, str(found_.detail)) == ("CG-040", "cards exchanged: 3, allowed: 2")


@pytest.mark.rule("CG-029")
def test_a_new_deck_that_is_drawn_at_once_was_shuffled_all_the_same():
    given = {"deck": 1, "discards": "W"}

    assert broken(after(**given), "1 Anna D ?? RESHUFFLE 1") == []
    assert broken(after(**given), "1 Anna D ?? RESHUFFLE 2") == ["CG-029"]


@pytest.mark.rule("CG-067")
def test_an_event_is_that_of_the_builder_whoever_reads_it_aloud():
    fair = entered(market_day=[{"op": "each_draw", "count": 1, "who": "builder", "level": "S"}])
    state = after(cards=fair, hands={"Anna": "GGOOO"}, then="1 Anna C GGOOO=market-day Ben: EV")

    assert state.owed_draws == [1, 0, 0]


@pytest.mark.rule("CG-073", "CG-106")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 Anna VP E9", "9 points, by the cards 3 to 4"),
        ("1 Anna VP 9", "9 points, by the cards 6 to 7"),
    ],
)
def test_points_that_the_cards_leave_open_are_told_as_a_range(line, said):
    state = after(owned={"Anna": ["fortress"]}, cities={"Anna": 1})
    (action,) = record_of(line).actions[-1:]

    assert said in [str(one.detail) for one in rules().broken(state, action)]


@pytest.mark.rule("CG-103", "CG-105")
@pytest.mark.parametrize(
    ("settlements", "line", "breaks"),
    [
        ({"Anna": 5, "Ben": 10}, "1 Anna D ?? Ben: *", "CG-105"),
        ({"Anna": 5}, "1 Anna D ?? *", "CG-103"),
    ],
)
def test_a_win_that_was_claimed_against_the_rules_ends_nothing(settlements, line, breaks):
    state = after(settlements=settlements)

    assert breaks in broken(state, line)
    assert (state.winner, state.ended) == (None, OPEN)


@pytest.mark.rule("CG-053")
def test_what_another_player_builds_out_of_turn_is_not_the_road_of_the_turn():
    state = after(hands={"Anna": "LBW", "Ben": "LB"}, then="1 Anna X W>?")

    assert "CG-053" in broken(state, "1 Anna Ben: R LB")
    assert broken(state, "1 Anna R LB") == []


# Cards whose text says otherwise


def with_card(*effects):
    return {"cards": entered(library=[{"level": "S", **one} for one in effects])} | {
        "owned": {"Anna": ["library"]}
    }


@pytest.mark.rule("CG-076")
@pytest.mark.parametrize(
    ("effect", "hand", "line"),
    [
        ({"op": "extra_exchange", "count": 1, "with": "market"}, "WW", "1 Anna T W>O T W>G"),
        ({"op": "extra_draw", "count": 1}, "", "1 Anna D ???"),
        ({"op": "rate", "give": 2, "for": 1}, "LWW", "1 Anna R L+2W"),
        ({"op": "discount", "kind": "road", "resource": "brick", "count": 1}, "L", "1 Anna R L"),
        ({"op": "build_again", "kind": "road"}, "LLBB", "1 Anna R LB R LB"),
    ],
)
def test_what_the_text_of_a_card_allows_is_no_breach(effect, hand, line):
    allowed = after(hands={"Anna": hand}, **with_card(effect))
    none = after(hands={"Anna": hand}, **with_card({"op": "none"}))

    assert broken(allowed, line) == []
    assert broken(none, line) != []


@pytest.mark.rule("CG-076")
@pytest.mark.parametrize(
    "line", ["1 Anna T W>O T W>G", "1 Anna D ???", "1 Anna R L+2W", "1 Anna R LB R LB"]
)
def test_what_a_card_may_allow_that_nobody_has_entered_is_unverified(line):
    state = after(hands={"Anna": "LLBBWW"}, owned={"Anna": ["other"]})

    assert broken(state, line) == []


def test_the_verdict_tells_what_it_could_not_check():
    report = verdict(
        "Anna M BLWGO H ???",
        "1 Anna D ??",
        "2 Ben D ??",
    )

    assert [broken.rule.id for broken in report.unproved] == ["CG-024", "CG-063"]
    assert report.valid


def test_nothing_else_is_missing_if_it_is_written_down():
    report = verdict("1 Anna D ??", options="oldest=1")

    assert [broken.rule.id for broken in report.unproved] == ["CG-063"]


UNENTERED = (
    *("Anna M WWWOO", "Anna H GGO", "Ben H GGO"),
    "1 Anna T G>O D OO",
    "2 Ben D OO",
    "3 Cyril D ??",
    "4 Anna T O>W D GG",
    "5 Ben D ??",
    "6 Cyril D ??",
    "7 Anna C GGOOO=market-day EV D WO",
    "8 Ben D ??",
    "9 Cyril D ??",
    "10 Anna T G>W D WW",
    "11 Ben D ??",
    "12 Cyril D ??",
    "13 Anna E WWWO=other D ???",
)


@pytest.mark.rule("CG-076", "CG-067", "CG-098", "CG-106", "CG-087")
def test_texts_that_nobody_has_entered_are_named_in_the_verdict():
    report = verdict(*UNENTERED, options="oldest=1")

    assert found(report) == []
    assert unproved(report) == ["CG-063", "CG-067", "CG-076", "CG-098", "CG-106"]
    assert report.ended == OPEN


def test_what_follows_an_action_that_cannot_have_happened_is_not_called_unverified():
    after_it = ("15 Cyril D ??", "16 Anna T W>O T W>G D ??")
    report = verdict(*UNENTERED, "14 Ben K 40G", *after_it, options="oldest=1")

    assert report.stopped
    assert unproved(report) == ["CG-063", "CG-067", "CG-076", "CG-098", "CG-106"]
    assert "CG-030" in unproved(verdict(*UNENTERED, "14 Ben D ??", *after_it))


def unproved(report):
    return sorted({broken.rule.id for broken in report.unproved})


def test_the_shipped_cards_are_not_confirmed():
    assert not any(card.confirmed for card in FAST_CARD_GAME.expansions)
    assert FAST_CARD_GAME.in_play(KNIGHT, 4) == (2, 2, 1)


@pytest.mark.rule("CG-106", "CG-076")
def test_a_record_brings_what_was_read_off_its_cards():
    text = head() + '[Facts "fortress vp=4"]\nAnna M BLWGO'

    record = rulesets_read(text)

    fortress = next(card for card in record.header.board.expansions if card.id == "fortress")
    assert fortress.points == 4
    assert '[Facts "fortress vp=4"]' in written(record)


def test_facts_that_are_none_are_told_with_their_place():
    with pytest.raises(NotARecord) as refusal:
        rulesets_read(head() + '[Facts "fortress vp=7"]\nAnna M BLWGO')

    assert [error.line for error in refusal.value.errors] == [3]


def written(record):
    from games.engine.record import write

    return write(record, rules().notation)
