"""Each rule of the card game that a record can show: the action that breaks it, and the nearest one
that does not. The table is laid out in `card_table`."""

from __future__ import annotations

import pytest

from games.engine.replay import replay
from games.engine.verdicts import verdict_on
from tests.games.rulesets.card_table import after, broken, case, record_of, rules


def holding(letters, **given):
    """What Anna has in her hand."""
    return {"hands": {"Anna": letters}} | given


def drawn(**given):
    return {"then": "1 Anna D ??"} | given


def empty(kind, **given):
    """The stock of that kind is used up."""
    return {"stock": {kind: 0}} | given


UNKNOWN = {
    "owned": {"Anna": ["other"]},
    "then": "1 Anna USE other",
}
"""Anna uses an expansion whose text nobody has entered."""

UNUSED = {"owned": {"Anna": ["other"]}}

BOX2 = "Anna BOX R5,0,0 K2,0,0 S7,0,0 E5,0,0"
BOX3 = "Anna BOX R5,2,0 K2,2,0 S7,4,0 E5,2,0"
BOX4 = "Anna BOX R5,2,2 K2,2,1 S7,4,4 E5,2,2"
BOX5 = "Anna BOX R5,4,2 K2,4,1 S7,8,4 E5,4,2"
BOX6 = "Anna BOX R5,4,4 K2,4,2 S7,8,8 E5,4,4"

FIVE, SIX, TWO, FOUR = ({"players": players} for players in (5, 6, 2, 4))

ALL_BRICK = {"hands": {"Anna": "BBBBBBBBBBB", "Ben": "W"}, "market": "LLLLL"}

NEAR_WIN = {"settlements": {"Anna": 4}, "cities": {"Anna": 2}, "roads": {"Anna": 3}, "phase": 1}
"""Nine points of Anna."""

THIEF = {"then": "1 Anna C GGOOO=thief-attack", "hands": {"Anna": "GGOOOLB"}}
FAIR = {"then": "1 Anna C GGOOO=market-day", "hands": {"Anna": "GGOOOLB"}}

LIBRARY = {
    "owned": {"Anna": ["library"]},
    "roads": {"Anna": 3},
    "hands": {"Anna": "WWW", "Ben": "OOO", "Cyril": "BBB"},
}
FORTRESS = {"owned": {"Ben": ["fortress"]}}
CHURCH = {"owned": {"Ben": ["church"]}}
GUILD = {"owned": {"Anna": ["merchants-guild"]}, "roads": {"Ben": 1}}

ROADS = {"roads": {"Ben": 2, "Cyril": 2}}
KNIGHTS = {"knights": {"Ben": 1, "Cyril": 1}}
CLOCKWISE = {"arrows": 1}

ROBBED = {
    "hands": {"Anna": "LB", "Ben": "WWW"},
    "stock": {"road": 0},
    "then": "1 Anna R LB<Ben D ?? /",
    **CLOCKWISE,
}
"""Anna has taken Ben's last road."""

CASES = [
    # Cards and players
    case("CG-001", ALL_BRICK, "1 Anna D B?", "1 Anna D L?"),
    case(
        "CG-001",
        {"hands": {"Anna": "BBBBBB"}, "discards": "BBBBB", "market": "LLLLL"},
        "1 Anna P Ben B>B",
        "1 Anna P Ben B>L",
    ),
    case(
        "CG-001",
        holding("W", discards="BBBBBBBBBBB", deck=1, market="LLLLL"),
        "1 Anna X W>B",
        "1 Anna X W>L",
    ),
    case("CG-002", {}, BOX3.replace("K2,2,0", "K4,2,0"), BOX3),
    case("CG-003", {}, "Anna DESTINY white:cw DESTINY white:cw", "Anna DESTINY white:cw"),
    case(
        "CG-003",
        holding("LBWG", arrows=1),
        "1 Anna S LBWG FLIP cw",
        "1 Anna S LBWG FLIP ccw",
    ),
    case("CG-006", TWO, BOX3, BOX2),
    case("CG-007", {}, BOX4, BOX3),
    case("CG-008", FOUR, BOX3, BOX4),
    case("CG-009", FIVE, BOX6, BOX5),
    case("CG-010", SIX, BOX5, BOX6),
    case("CG-011", FIVE | holding("B" * 22, market="LLLLL"), "1 Anna D B?", "1 Anna D L?"),
    # Set-up
    case("CG-016", {"lines": (BOX3,)}, "Anna M BLWG", "Anna M BLWGO"),
    case("CG-016", {"lines": (BOX3,)}, "Anna M BLWGOO", "Anna M BLWGO"),
    case("CG-017", {}, "Anna H ????", "Anna H ???"),
    case("CG-018", {}, "1 Ben SHOW", "1 Anna L Ben W>O", LIBRARY),
    case("CG-019", {}, "Anna S R B", "Anna S R A"),
    case("CG-019", {}, "Anna S R A R A", "Anna S R A"),
    case("CG-019", {}, "Anna S S", "Anna S"),
    case("CG-020", {}, "Anna VP 2", "Anna VP 1"),
    case("CG-022", {}, "Anna DESTINY other:cw", "Anna DESTINY white:ccw"),
    case("CG-023", TWO, "Anna DESTINY white:cw", "Anna DESTINY white:cw", {}),
    case("CG-023", TWO | holding("LBWG"), "1 Anna S LBWG FLIP", "1 Anna S LBWG D ??"),
    # Turns
    case("CG-024", {"options": "oldest=1"}, "1 Ben D ??", "1 Anna D ??"),
    case("CG-024", {"options": "oldest=2"}, "1 Anna D ??", "1 Ben D ??"),
    case("CG-025", {"arrows": -1, "then": "1 Anna D ?? /"}, "2 Cyril D ??", "2 Ben D ??"),
    case("CG-025", {}, "1 Anna D ?? Ben: /", "1 Anna D ?? /"),
    case("CG-026", holding("LBW"), "1 Anna R LB T W>O", "1 Anna T W>O R LB", holding("LBW")),
    case("CG-026", {}, "1 Anna D ?? X ?>?", "1 Anna X W>? D ??"),
    case("CG-026", {}, "1 Anna D ?? D ??", "1 Anna D ?? /"),
    case("CG-027", {}, "1 Anna /", "1 Anna D ?? /"),
    case("CG-028", holding("W"), "1 Anna X W>? /", "1 Anna X W>? D ?? /"),
    case(
        "CG-029",
        {"deck": 1, "discards": "BBBWWW"},
        "1 Anna D ?? RESHUFFLE 11",
        "1 Anna D ?? RESHUFFLE 6",
    ),
    case("CG-029", {}, "1 Anna D ?? RESHUFFLE 30", "1 Anna D ??"),
    case("CG-029", UNKNOWN | {"deck": 1}, "1 Anna Ben: GAIN ??", "1 Anna Ben: GAIN ?"),
    # Exchange
    case(
        "CG-030",
        holding("WWWW", roads={"Anna": 3}),
        "1 Anna T WWWW>OGBL",
        "1 Anna T W>O T W>G",
    ),
    case("CG-030", holding("WW", roads={"Anna": 1}), "1 Anna T W>O T W>G", "1 Anna T W>O"),
    case("CG-031", holding("WW", roads={"Anna": 2}), "1 Anna T W>O T W>G", "1 Anna T W>O"),
    case("CG-032", holding("WW", roads={"Anna": 0}), "1 Anna X WW>??", "1 Anna X W>?"),
    case("CG-033", holding("W", roads={"Anna": 0}), "1 Anna T W>O", "1 Anna X W>?"),
    case("CG-033", holding("W", roads={"Anna": 0}), "1 Anna P Ben ?>?", "1 Anna X W>?"),
    case("CG-034", holding("WW", roads={"Anna": 5}), "1 Anna X WW>???", "1 Anna X WW>??"),
    case("CG-034", holding("WW", deck=0, roads={"Anna": 3}), "1 Anna X W>??", "1 Anna X W>?"),
    case("CG-035", holding("WW", roads={"Anna": 3}), "1 Anna T W>OG", "1 Anna T WW>OG"),
    case("CG-036", holding("W", market="OOWGB"), "1 Anna T W>L", "1 Anna T W>G"),
    case("CG-037", {}, "1 Anna P Ben 0>?", "1 Anna P Ben ?>?"),
    case("CG-037", {"hands": {"Ben": "O"}}, "1 Anna L Ben ?>O", "1 Anna P Ben ?>O"),
    case("CG-038", {}, "1 Anna P Ben/Cyril G>G", "1 Anna P Ben G>G"),
    case("CG-039", holding("WW", roads={"Anna": 3}), "1 Anna P Ben WW>?", "1 Anna P Ben WW>??"),
    case(
        "CG-040",
        holding("WWW", roads={"Anna": 3}),
        "1 Anna X W>? T W>O P Ben W>?",
        "1 Anna X W>? T W>O",
    ),
    case("CG-041", {"hands": {"Ben": ""}}, "1 Anna P Ben ?>?", "1 Anna P Cyril ?>?"),
    case(
        "CG-041",
        {"hands": {"Ben": "W"}, "roads": {"Anna": 3}},
        "1 Anna P Ben ??>??",
        "1 Anna P Ben ?>?",
    ),
    case("CG-042", holding(""), "1 Anna X ?>?", "1 Anna X W>?", holding("W")),
    case("CG-043", {}, "1 Anna T W>O Ben: T O>B", "1 Anna T W>O D ??"),
    case("CG-044", {}, "1 Anna DEAL Ben O>W", "1 Anna P Ben O>W"),
    case("CG-044", GUILD, "1 Anna USE merchants-guild Ben ?", "1 Anna D ??", GUILD),
    case("CG-044", GUILD, "1 Anna USE merchants-guild Ben ?", "1 Anna USE other Ben ?", UNUSED),
    case("CG-045", LIBRARY, "1 Anna L Ben WW>OO", "1 Anna L Ben W>O"),
    case("CG-045", LIBRARY, "1 Anna L Ben W>O L Cyril W>B", "1 Anna L Ben W>O P Cyril W>?"),
    case("CG-046", LIBRARY, "1 Anna L Ben W>O L Ben W>O", "1 Anna L Ben W>O P Ben W>?"),
    case(
        "CG-047",
        LIBRARY,
        "1 Anna L Ben W>O Ben: NO-SHUFFLE Anna: P Ben W>?",
        "1 Anna L Ben W>O Ben: SHUFFLE Anna: P Ben W>?",
    ),
    case(
        "CG-048",
        LIBRARY | {"roads": {"Anna": 1}},
        "1 Anna L Ben W>O T W>G",
        "1 Anna L Ben W>O",
    ),
    case("CG-049", LIBRARY | {"roads": {"Anna": 0}}, "1 Anna L Ben W>O", "1 Anna X W>?"),
    # Building
    case("CG-050", holding("LB"), "1 Anna R 0", "1 Anna R LB"),
    case("CG-050", holding("LW"), "1 Anna R LB", "1 Anna R LB", holding("L?")),
    case("CG-051", holding("LLBB"), "1 Anna R LB R LB", "1 Anna R LB"),
    case("CG-052", holding("LBGGWWOO"), "1 Anna R LB K GWO K GWO", "1 Anna R LB K GWO"),
    case("CG-053", holding("GWO"), "1 Anna D ?? K GWO", "1 Anna K GWO D ???"),
    case(
        "CG-053",
        {"hands": {"Anna": "LB", "Ben": "LB"}},
        "1 Anna R LB Ben: R LB",
        "1 Anna R LB D ?? / Ben: R LB",
    ),
    case("CG-054", holding("LWWW"), "1 Anna R L+2W", "1 Anna R L+3W"),
    case("CG-055", holding("GGOOOOWW"), "1 Anna C GOOOOOW", "1 Anna C GGOOO", holding("GGOOO")),
    case("CG-055", holding("LWWOOO"), "1 Anna R LWWO", "1 Anna R L+3O"),
    case("CG-055", holding("BLLL"), "1 Anna R B+3L", "1 Anna R B+3W", holding("BWWW")),
    case(
        "CG-056",
        holding("BBBBLLLO"),
        "1 Anna K 4BO",
        "1 Anna K O+3B+3L",
    ),
    case("CG-057", holding("WWW"), "1 Anna X WWW>B", "1 Anna X W>B"),
    case("CG-058", holding("LBWWG"), "1 Anna S LBWWG", "1 Anna S LBWG"),
    case(
        "CG-115",
        holding("LBWGGGGGOOOOOO"),
        "1 Anna S LBWG C GGOOO=market-day EV C GGOOO",
        "1 Anna S LBWG C GGOOO=market-day EV",
    ),
    case("CG-058", holding("LWWWWWW"), "1 Anna R L+6W", "1 Anna R L+3W"),
    case("CG-059", holding("LBGGW"), "1 Anna S LBGG", "1 Anna S LBWG"),
    case("CG-060", {"settlements": {"Anna": 2}}, "1 Anna VP S4", "1 Anna VP S2"),
    case("CG-061", holding("LBWG") | empty("settlement"), "1 Anna S LBWG", "1 Anna D ??"),
    case("CG-062", holding("LB"), "1 Anna R LB FLIP", "1 Anna S LBWG FLIP", holding("LBWG")),
    case("CG-063", {}, "1 Anna PEEK", "1 Anna D ??"),
    case("CG-064", holding("GGGOOO"), "1 Anna C GGGOO", "1 Anna C GGOOO"),
    case(
        "CG-065",
        holding("GGOOO", settlements={"Anna": 0}, cities={"Anna": 1}),
        "1 Anna C GGOOO",
        "1 Anna C GGOOO",
        holding("GGOOO"),
    ),
    case(
        "CG-066",
        {"settlements": {"Anna": 0}, "cities": {"Anna": 1}},
        "1 Anna VP C3",
        "1 Anna VP C2",
    ),
    case("CG-067", THIEF, "1 Anna R LB", "1 Anna EV FLIP R LB"),
    case("CG-067", {}, "1 Anna EV", "1 Anna C GGOOO EV", holding("GGOOO")),
    case("CG-067", THIEF, "1 Anna EV EV", "1 Anna FLIP EV"),
    case("CG-067", THIEF, "1 Anna EV FLIP EV", "1 Anna EV FLIP"),
    case("CG-067", FAIR, "1 Anna D ??", "1 Anna Ben: LOSE ? Anna: D ??"),
    case("CG-067", FAIR, "1 Anna R LB", "1 Anna GAIN ? R LB"),
    case("CG-068", THIEF, "1 Anna EV R LB", "1 Anna EV FLIP R LB"),
    case("CG-068", THIEF, "1 Anna EV D ??", "1 Anna EV D ??", THIEF | TWO),
    case(
        "CG-070",
        holding("WWWOO", cities={"Anna": 1}),
        "1 Anna E WWOO=library",
        "1 Anna E WWWO=library",
    ),
    case(
        "CG-071",
        holding("WWWO"),
        "1 Anna E WWWO=library",
        "1 Anna E WWWO=library",
        holding("WWWO", cities={"Anna": 1}),
    ),
    case(
        "CG-072",
        holding("WWWO", cities={"Anna": 1}, stock={"expansion": 0}),
        "1 Anna E WWWO=church",
        "1 Anna E WWWO=church",
        holding("WWWO", cities={"Anna": 1}),
    ),
    case(
        "CG-006",
        holding("WWWO", cities={"Anna": 1}) | TWO,
        "1 Anna E WWWO=merchants-guild",
        "1 Anna E WWWO=church",
    ),
    case(
        "CG-073",
        holding("WWWO", cities={"Anna": 1}),
        "1 Anna E WWWO=church:4",
        "1 Anna E WWWO=church:3",
    ),
    case("CG-073", {"owned": {"Anna": ["church"]}}, "1 Anna VP S1,E5", "1 Anna VP S1,E3"),
    case(
        "CG-074",
        holding("WWWO", cities={"Anna": 1}, owned={"Anna": ["church"]}),
        "1 Anna E WWWO=church",
        "1 Anna E WWWO=library",
    ),
    case(
        "CG-075",
        holding("WWWO", cities={"Anna": 1}, owned={"Ben": ["church"], "Cyril": ["church"]}),
        "1 Anna E WWWO=church",
        "1 Anna E WWWO=church",
        holding("WWWO", cities={"Anna": 1}, owned={"Ben": ["church"]}),
    ),
    case(
        "CG-076",
        holding("WWWO", cities={"Anna": 1}, settlements={"Ben": 5}),
        "1 Anna USE merchants-guild Ben ?",
        "1 Anna E WWWO=merchants-guild USE merchants-guild Ben ?",
    ),
    case("CG-077", holding("LBWG"), "1 Anna S LBWG<Ben", "1 Anna S LBWG"),
    # Roads and knights
    case("CG-078", holding("LLB"), "1 Anna R LL", "1 Anna R LB"),
    case("CG-079", holding("LB"), "1 Anna R LB=A", "1 Anna R LB=B"),
    case("CG-080", {"roads": {"Anna": 4}}, "1 Anna VP S1,R4", "1 Anna VP S1,R2"),
    case("CG-081", {"roads": {"Anna": 3}}, "1 Anna VP S1,R2", "1 Anna VP S1,R1"),
    case("CG-082", holding("GWWO"), "1 Anna K GWW", "1 Anna K GWO"),
    case("CG-083", holding("GWO"), "1 Anna K GWO=B", "1 Anna K GWO=A"),
    case("CG-084", {"knights": {"Anna": 2}}, "1 Anna VP S1,K2", "1 Anna VP S1,K1"),
    case("CG-085", holding("GWO") | KNIGHTS, "1 Anna K GWO<Ben", "1 Anna K GWO"),
    case("CG-086", holding("LB") | empty("road"), "1 Anna R LB", "1 Anna R LB<Ben"),
    case("CG-086", holding("LB") | empty("road"), "1 Anna R 0<Ben", "1 Anna R LB<Ben"),
    case(
        "CG-087",
        holding("LB") | empty("road") | CLOCKWISE,
        "1 Anna R LB<Cyril",
        "1 Anna R LB<Ben",
    ),
    case(
        "CG-087",
        holding("LB") | empty("road", arrows=-1),
        "1 Anna R LB<Ben",
        "1 Anna R LB<Cyril",
    ),
    case(
        "CG-088",
        holding("GWO", knights={"Cyril": 1}) | empty("knight") | CLOCKWISE,
        "1 Anna K GWO<Ben",
        "1 Anna K GWO<Cyril",
    ),
    case(
        "CG-089",
        holding("LB", roads={"Ben": 0}) | empty("road") | TWO,
        "1 Anna R LB<Ben",
        "1 Anna R LB<Ben",
        holding("LB") | empty("road") | TWO,
    ),
    case(
        "CG-090",
        holding("LB", roads={"Ben": 3}) | FORTRESS | empty("road") | CLOCKWISE,
        "1 Anna R LB<Ben",
        "1 Anna R LB<Ben",
        holding("LB", roads={"Ben": 4}) | FORTRESS | empty("road") | CLOCKWISE,
    ),
    case(
        "CG-090",
        holding("GWO") | KNIGHTS | CHURCH | empty("knight") | CLOCKWISE,
        "1 Anna K GWO<Ben",
        "1 Anna K GWO<Cyril",
    ),
    case(
        "CG-091",
        holding("GWO") | KNIGHTS | CHURCH | empty("knight") | CLOCKWISE,
        "1 Anna K GWO<Ben",
        "1 Anna K GWO<Cyril",
    ),
    case(
        "CG-092",
        holding("GWO") | KNIGHTS | FORTRESS | empty("knight") | CLOCKWISE,
        "1 Anna K GWO<Cyril",
        "1 Anna K GWO<Ben",
    ),
    case(
        "CG-092",
        holding("LB") | CHURCH | ROADS | empty("road") | CLOCKWISE,
        "1 Anna R LB<Cyril",
        "1 Anna R LB<Ben",
    ),
    case(
        "CG-093",
        holding("LB", roads={"Anna": 2, "Ben": 2}) | empty("road") | CLOCKWISE,
        "1 Anna R LB<Ben=B",
        "1 Anna R LB<Ben=A",
    ),
    case("CG-094", ROBBED | {"roads": {"Ben": 4}}, "1 Ben VP S1,R2", "1 Ben VP S1,R1"),
    case("CG-094", ROBBED | {"roads": {"Ben": 4}}, "1 Ben VP 3", "1 Ben VP 2"),
    case("CG-094", ROBBED | {"roads": {"Ben": 3}}, "2 Ben X W>? X W>?", "2 Ben X W>?"),
    case(
        "CG-095",
        holding("GWO") | empty("knight"),
        "1 Anna K GWO",
        "1 Anna K GWO<Ben",
        holding("GWO") | KNIGHTS | empty("knight"),
    ),
    case(
        "CG-096",
        holding("LLBB") | empty("road"),
        "1 Anna R LB<Ben R LB<Cyril",
        "1 Anna R LB<Ben D ??",
    ),
    case(
        "CG-097",
        holding("WWWO", cities={"Anna": 1}) | CHURCH | empty("expansion"),
        "1 Anna E WWWO<Ben=church",
        "1 Anna R LB<Ben",
        holding("LB") | empty("road"),
    ),
    # Drawing
    case("CG-098", {}, "1 Anna D ???", "1 Anna D ??"),
    case("CG-098", {}, "1 Anna GAIN ?", "1 Anna D ??"),
    case("CG-098", {}, "1 Anna D ?? Ben: GAIN ?", "1 Anna Ben: GAIN ?", UNKNOWN),
    case("CG-099", {"knights": {"Anna": 1}}, "1 Anna D ??", "1 Anna D ???"),
    case("CG-100", {"knights": {"Anna": 2}}, "1 Anna D ????", "1 Anna D ???"),
    case("CG-101", holding("GWO"), "1 Anna K GWO D ??", "1 Anna K GWO D ???"),
    case("CG-102", {}, "1 Anna Ben: LOSE ?", "1 Anna Ben: LOSE ?", UNKNOWN),
    case("CG-102", holding("WWWWWWWWW"), "1 Anna D ?? LOSE WW", "1 Anna D ?? /"),
    # The end
    case("CG-103", NEAR_WIN | holding("LB", then="1 Anna R LB"), "1 Anna D ??", "1 Anna VP 10"),
    case("CG-103", NEAR_WIN, "1 Anna *", "1 Anna R LB *", NEAR_WIN | holding("LB")),
    case("CG-104", NEAR_WIN | holding("LB", then="1 Anna R LB"), "1 Ben *", "1 Anna *"),
    case(
        "CG-105",
        {"settlements": {"Ben": 9}, "roads": {"Ben": 2}},
        "1 Anna D ?? Ben: *",
        "1 Anna D ?? / Ben: *",
    ),
    case("CG-106", NEAR_WIN, "1 Anna VP 10", "1 Anna VP 9"),
    case("CG-107", {"roads": {"Anna": 5}}, "1 Anna VP S1,R2,O2", "1 Anna VP S1,R2"),
]


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(after(**given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(after(**instead), keeps) == []


# Who acts in whose turn


@pytest.mark.rule("CG-029", "CG-098")
@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("1 Anna D ? RESHUFFLE 6 D ?", []),
        ("1 Anna D 0 RESHUFFLE 6 D ??", []),
        ("1 Anna D ?? RESHUFFLE 6", []),
        ("1 Anna D ? RESHUFFLE 5 D ?", ["CG-029"]),
        ("1 Anna D ? RESHUFFLE 6 D ??", ["CG-098"]),
        ("1 Anna D ? RESHUFFLE 6", ["CG-098"]),
        ("1 Anna D ?? RESHUFFLE 6 Anna: D ?", ["CG-026"]),
    ],
)
def test_a_draw_goes_on_with_the_new_deck(line, told):
    """One card lies in the deck, and six were discarded (CGD-06)."""
    state = after(deck=1, discards="BBBWWW")
    ruleset = rules()

    found = [ruleset.play(state, action) for action in record_of(line).actions]

    assert [one.rule.id for broken_by in found for one in broken_by][:1] == told


@pytest.mark.rule("CG-025", "CG-043", "CG-053")
@pytest.mark.parametrize(
    ("turn", "rule"),
    [
        ("1 Anna Ben: X ?>? Anna: D ??", "CG-043"),
        ("1 Anna Ben: T ?>W Anna: D ??", "CG-043"),
        ("1 Anna Ben: P Anna ?>? Anna: D ??", "CG-043"),
        ("1 Anna Ben: R BL Anna: D ??", "CG-053"),
        ("1 Anna Ben: D ?? Anna: D ??", "CG-025"),
        ("1 Ben T ?>W D ??", "CG-025"),
    ],
)
def test_who_acts_at_the_beginning_of_another_s_turn_is_told_once(turn, rule):
    """Whose turn the line is decides that: it is no turn out of its order."""
    next_ = "2 Cyril D ??" if turn.startswith("1 Ben") else "2 Ben D ??"
    record = record_of("Anna M LWOOO", turn, next_, options="seated=1")

    assert [one.rule.id for one in replay(rules(), record).violations] == [rule]


@pytest.mark.rule("CG-024", "CG-025")
@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("1 Ben D ??", "2 Cyril D ??", "3 Anna D ??"), []),
        (("1 Ben D ??", "2 Anna D ??"), ["CG-025"]),
        (("1 Ben Anna: X ?>? Ben: D ??", "2 Cyril D ??"), ["CG-043"]),
    ],
)
def test_whoever_acts_first_begins_where_nobody_wrote_who_is_the_oldest(lines, told):
    report = replay(rules(), record_of("Anna M LWOOO", *lines))

    assert [one.rule.id for one in report.violations] == told
    assert "CG-024" in {one.rule.id for one in report.unproved}


@pytest.mark.rule("CG-037")
def test_nothing_is_exchanged_with_one_who_has_left():
    state = after(hands={"Anna": "W", "Ben": "L", "Cyril": "O"}, then="1 Ben GIVES-UP")

    assert broken(state.copy(), "1 Anna P Ben ?>?") == ["CG-037"]
    assert broken(state.copy(), "1 Anna P Cyril/Ben ?>?") != []
    assert {one.facts[0] for one in rules().legal(state) if one.verb == "swap"} <= {2}
    assert broken(state, "1 Anna P Cyril ?>?") == []


THIEF = '[Facts "thief-attack does=flip_destiny:yes+hand_limit:2:to_limit:discard"]\n'

MARKET = '[Facts "market-day does=flip_destiny:no+each_draw:2:all"]\n'


@pytest.mark.rule("CG-062", "CG-067", "CG-068")
@pytest.mark.parametrize(
    ("event", "rules"),
    [
        ("FLIP ccw Ben: LOSE BBB Cyril: LOSE LLL", []),
        ("FLIP ccw FLIP cw Ben: LOSE BBB Cyril: LOSE LLL", ["CG-062"]),
        ("Ben: LOSE BBB FLIP ccw Cyril: LOSE LLL", ["CG-068"]),
        ("FLIP ccw Ben: LOSE BBB Cyril: LOSE LL", ["CG-067"]),
        ("FLIP ccw Ben: LOSE BB !1 Cyril: LOSE LLL", []),
        ("FLIP ccw Ben: LOSE BBB Cyril: LOSE LL !1", []),
    ],
)
def test_for_a_thief_attack_the_builder_turns_the_card_once(event, rules):
    assert rules_of_an_event(THIEF, "thief-attack", event) == rules


@pytest.mark.rule("CG-062", "CG-067")
@pytest.mark.parametrize(
    ("event", "rules"),
    [
        ("FLIP ccw GAIN ?? Ben: GAIN ?? Cyril: GAIN ??", []),
        ("FLIP ccw FLIP cw GAIN ?? Ben: GAIN ?? Cyril: GAIN ??", ["CG-062"]),
        ("GAIN ?? Ben: FLIP ccw GAIN ?? Cyril: GAIN ??", ["CG-062"]),
        ("GAIN ?? Ben: GAIN ? !1 Cyril: GAIN ??", []),
    ],
)
def test_an_event_whose_text_says_so_turns_the_card_once(event, rules):
    assert rules_of_an_event(MARKET, "market-day", event) == rules


def rules_of_an_event(facts, name, event):
    text = (
        f'{facts}[Ruleset "card-game"]\n[Seats "Anna Ben Cyril"]\n[Options "oldest=1"]\n'
        "Anna M BLWGO DESTINY white:cw\n1 Anna D ??\n2 Ben D ??\n3 Cyril D ??\n"
        f"4 Anna C GGOOO={name} EV {event} Anna: D ??\n5 Ben D ??\n"
    )
    return [one["rule"] for one in verdict_on(text.encode())["findings"]]
