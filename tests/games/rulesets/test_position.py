"""A game may begin in the middle, as a photographed table stands."""

import random
from dataclasses import replace

import pytest

from games.engine import branches, rulesets
from games.engine.core import Action, NotARecord, Record
from games.engine.document import read_document, write_document
from games.engine.files import read, read_text
from games.engine.hands import HiddenCards
from games.engine.questions import (
    BOUNDS,
    BROKEN,
    CARDS,
    LEGAL,
    OPEN,
    TOO_MUCH,
    judge,
    possible,
)
from games.engine.record import write
from games.engine.replay import replay
from games.engine.rulesets.base.packed import PLACE, UNKNOWN
from games.engine.rulesets.base.position import after_seven
from games.engine.verdicts import verdict_of
from tests.games.played import RECORDS
from tests.games.rulesets import mutations
from tests.games.rulesets.photographed import is_told, photographed, with_less_told
from tests.games.rulesets.table import BOARD, SIX

KEYS = (
    *("base", "base+tour", "base56", "base56+tour", "seafarers"),
    *("base+easter-bunny", "base+santa", "base56+easter-bunny", "base56+santa"),
    *("seafarers+easter-bunny", "seafarers+santa", "cities-knights", "cities-knights+seafarers"),
    *("cities-knights+easter-bunny", "cities-knights+santa"),
    *("cities-knights+seafarers+easter-bunny", "cities-knights+seafarers+santa"),
)

OF_CITIES = (
    *("active", "attacked", "defenders", "doubled", "general", "guards", "halves", "levels"),
    *("merchant_of", "metropolis", "owner_of", "progress", "ranks", "reduced", "ship", "shown"),
    *("cities_left", "settlements_left", "walls"),
)
"""What Cities & Knights has in its states besides."""

BASE = rulesets.by_key("base")

TABLE = """Anna: S b2s  C e1n  R b2sw e1nw  H BL2GWO  D NV  N 2
Ben: S d3s a3s  R d3sw a3sw  H 3?
Cyril: S b4s d1n  R b4sw d1ne  H 0
"""

MOMENT = "TURN Anna  ROLLED  NOT-PLAYED  BOUGHT 0  NOW 0"


def record(position, line="", ruleset="base", seats=3):
    head = f'[Ruleset "{ruleset}"]\n[Seats "{" ".join(SIX[:seats])}"]\n{BOARD}'
    return read_text(f'{head}[Position "{position}"]\n{line}\n')


def asked(line, position=TABLE + MOMENT, ruleset="base"):
    return judge(rulesets.by_key(ruleset), record(position, line, ruleset))


def verdict(line, position=TABLE + MOMENT, ruleset="base"):
    """The verdict, the rows that speak against it, and what it depends on."""
    judged = asked(line, position, ruleset)
    last = judged.answers[-1]
    return judged.verdict, [one.rule.id for one in last.broken], last.depends


def refused(position, ruleset="base"):
    with pytest.raises(NotARecord) as refusal:
        record(position, "", ruleset)
    (error,) = refusal.value.errors
    return str(error)


# Games at random


def moments(key, seed, most=600):
    """Some moments of a legal game, with its states and what is done next."""
    ruleset = rulesets.by_key(key)
    game = mutations.played(ruleset, seed, most)
    chance = random.Random(seed)
    state = ruleset.setup(game.header)
    stock = state.stock
    for at, action in enumerate(game.actions):
        if is_told(state) and chance.random() < 0.1:
            header = replace(game.header, points=None, position=photographed(state, stock))
            yield ruleset, game, at, header, state
        ruleset.play(state, action)


@pytest.mark.parametrize("key", KEYS)
def test_a_position_with_all_told_is_the_game_at_that_moment(key):
    for ruleset, _game, _at, header, state in moments(key, 1):
        begun = ruleset.setup(header)

        assert set(ruleset.legal(begun)) == set(ruleset.legal(state))
        assert ruleset.points(begun) == ruleset.points(state)
        assert {name: of(begun) for name, of in ruleset.titles.items()} == {
            name: of(state) for name, of in ruleset.titles.items()
        }
        for name in ("bank", "stock", "deck", "yields", "reach", "rates", "swaps", "blocked"):
            assert getattr(begun, name) == getattr(state, name), name
        for name in ("sail", "ships_left", "settled", "picks", "figure", "visited", *OF_CITIES):
            assert getattr(begun, name, None) == getattr(state, name, None), name


@pytest.mark.parametrize("key", KEYS)
def test_from_a_position_on_the_game_goes_on_as_it_did(key):
    for ruleset, game, at, header, _state in moments(key, 2):
        rest = game.actions[at:]
        if ruleset.notation.position.asks_before(header.position, rest[0]):
            continue
        whole = replay(ruleset, game)
        cut = replay(ruleset, Record(header, rest))

        assert cut.valid
        assert cut.points == whole.points


@pytest.mark.parametrize("name", sorted(one.name for one in RECORDS.glob("*.gz")))
def test_from_any_moment_on_a_recorded_game_has_the_same_verdicts(name):
    game = read((RECORDS / name).read_bytes())
    ruleset = rulesets.by_key(game.header.ruleset)
    whole = replay(ruleset, game)
    chance = random.Random(name)
    state = ruleset.setup(game.header)
    stock, tried = state.stock, 0
    for at, action in enumerate(game.actions):
        # What a card unseen before it was drawn may be is known of the whole game only.
        seen = state.unseen is None or not unseen_cards(state)
        asks = ruleset.notation.position.asks_before
        if seen and state.winner is None and is_told(state) and chance.random() < 0.03:
            position = photographed(state, stock)
            if not asks(position, action):
                header = replace(game.header, position=position)
                cut = replay(ruleset, Record(header, game.actions[at:]))
                assert found_in(cut, 0) == found_in(whole, at)
                tried += 1
        ruleset.play(state, action)
    assert tried


def unseen_cards(state):
    held = (*state.hands, *getattr(state, "cards", ()), state.bank)
    return any(cards >> 8 * UNKNOWN & PLACE for cards in held)


def found_in(report, since):
    return [(one.at - since, one.rule.id) for one in report.violations if one.at >= since]


@pytest.mark.parametrize("key", KEYS)
def test_a_record_in_json_that_goes_back_on_what_is_not_told_is_refused(key):
    ruleset = rulesets.by_key(key)
    for _ruleset, _game, _at, header, _state in moments(key, 7, 300):
        verb = "move_road" if "cities" not in key else "lose_city"
        document = write_document(Record(header, (Action(0, verb, (0,)),)), ruleset.notation)

        with pytest.raises(NotARecord, match="the action before it"):
            read_document(document, rulesets.by_key)
        break


@pytest.mark.parametrize("key", KEYS)
def test_what_is_written_of_a_position_is_read_back(key):
    for ruleset, _game, _at, header, _state in moments(key, 3):
        text = write(Record(header, ()), ruleset.notation)

        assert write(read_text(text), ruleset.notation) == text


@pytest.mark.parametrize("key", KEYS)
def test_no_verdict_on_a_photograph_is_another_than_that_of_the_game(key):
    chance = random.Random(4)
    open_, closed = 0, 0
    for seed in range(4, 6):
        for ruleset, game, at, header, state in moments(key, seed):
            changed, where = mutations.changed(ruleset, game, chance.randrange(10**6))
            action = changed.actions[where] if chance.random() < 0.5 else game.actions[at]
            if ruleset.notation.position.asks_before(header.position, action):
                continue
            less = replace(header, position=with_less_told(header.position, chance))
            truth = BROKEN if ruleset.play(state.copy(), action) else LEGAL

            found = judge(ruleset, Record(less, (action,))).verdict

            assert found in (truth, OPEN), (action, less.position)
            open_ += found == OPEN
            closed += found != OPEN
    assert open_ > 10
    assert closed > 10


@pytest.mark.parametrize("key", KEYS)
def test_what_is_listed_of_a_photograph_contains_what_the_game_allows(key):
    chance = random.Random(5)
    for ruleset, _game, _at, header, state in moments(key, 9, 300):
        less = replace(header, position=with_less_told(header.position, chance))
        if after_seven(header.position.due):
            # Without a word of it the list is of a turn in which no 7 is open.
            less = replace(less, position=replace(less.position, due=header.position.due))
        told = possible(ruleset, less)
        listed = {(one.seat, one.verb, facts) for one in told for facts in one.legal + one.open_}
        surely = {(one.seat, one.verb, facts) for one in told for facts in one.legal}
        legal = {
            (action.seat, action.verb, () if action.verb == "discard" else action.facts)
            for action in ruleset.legal(state)
        }

        assert legal <= listed
        assert {one for one in surely if one[1] != "deal"} <= legal


# What is told, and what is not


def test_an_action_is_judged_where_the_photographed_game_stands():
    assert verdict("1 Anna R b1e") == (LEGAL, [], ())
    assert verdict("1 Anna R d4e") == (BROKEN, ["B-125"], ())
    assert verdict("1 Anna C b2s") == (BROKEN, ["B-137"], ())


def test_whether_the_dice_were_rolled_makes_the_difference_if_nobody_tells():
    untold = TABLE + "TURN Anna  NOT-PLAYED  BOUGHT 0  NOW 0"

    assert verdict("1 Anna R b1e", untold) == (OPEN, ["B-121"], (0,))
    assert verdict("1 Anna R b1e", untold.replace("NOT-PLAYED", "ROLLED")) == (LEGAL, [], ())
    assert verdict("1 Anna R d4e", untold) == (BROKEN, ["B-125"], ())


def test_a_card_may_have_been_bought_in_this_turn_or_another_played():
    untold = TABLE + "TURN Anna  ROLLED  NOW 0"

    assert verdict("1 Anna N", untold)[::2] == (OPEN, (1, 2))
    assert verdict("1 Anna N", untold + " BOUGHT N NOT-PLAYED") == (BROKEN, ["B-161"], ())
    assert verdict("1 Anna N", untold + " BOUGHT V NOT-PLAYED") == (LEGAL, [], ())
    assert verdict("1 Anna N", untold + " PLAYED") == (BROKEN, ["B-160"], ())


def test_a_road_building_may_have_been_begun():
    untold = TABLE + "TURN Anna  ROLLED"

    assert verdict("1 Anna F b1e", untold)[::2] == (OPEN, (3,))
    assert verdict("1 Anna F b1e", untold + " NOW L1") == (LEGAL, [], ())
    assert verdict("1 Anna F b1e", untold + " NOW 0") == (BROKEN, ["B-166"], ())
    assert verdict("1 Anna F b1e", untold + " ASIDE M") == (BROKEN, ["B-166"], ())


def test_cards_that_nobody_saw_leave_a_verdict_open_until_they_are_too_few():
    bens = TABLE + MOMENT.replace("Anna", "Ben")

    assert verdict("1 Ben R d3se", bens)[::2] == (OPEN, (CARDS,))
    assert verdict("1 Ben S a3s", bens) == (BROKEN, ["B-131", "B-129"], ())
    assert verdict("1 Ben C d3s", bens) == (BROKEN, ["B-137"], ())


def test_the_piles_of_the_bank_tell_what_nobody_saw():
    bens = TABLE + MOMENT.replace("Anna", "Ben")
    # Anna holds BLGGWO; three brick are all that is missing.
    piles = bens + " BANK 15B18L18W17G18O"

    assert verdict("1 Ben R d3se", piles) == (BROKEN, ["B-122"], ())
    assert verdict("1 Ben P Anna B<>W", piles)[0] == LEGAL


def test_all_actions_of_a_turn_are_judged_one_after_the_other():
    judged = asked("1 Anna N c2  R b1e  R b1ne")

    assert [one.verdict for one in judged.answers] == [LEGAL, LEGAL, LEGAL, BROKEN]
    assert judged.verdict == BROKEN


def test_what_may_be_done_now_is_listed_and_the_rest_has_its_reason():
    ruleset = rulesets.by_key("base")
    told = {one.verb: one for one in possible(ruleset, record(TABLE + MOMENT).header)}

    assert len(told["road"].legal) == 8
    assert not told["road"].open_
    assert [one.rule.id for one in told["city"].broken] == ["B-137"]
    assert [one.rule.id for one in told["roll"].broken] == ["B-067"]
    assert [one.rule.id for one in told["monopoly"].broken] == ["B-164"]
    assert [one.rule.id for one in told["free_road"].broken] == ["B-166"]
    assert told["buy"].legal
    assert told["end_turn"].legal == ((),)


NOTHING_TOLD = TABLE.replace("BL2GWO", "9?").replace("NV", "3?") + "TURN Anna"


def tried(monkeypatch):
    """What is tried with all cards that there may be, one after the other."""
    found = []
    broken = HiddenCards.broken

    def noted(hidden, ruleset, state, action):
        found.append(action)
        return broken(hidden, ruleset, state, action)

    monkeypatch.setattr(HiddenCards, "broken", noted)
    return found


def test_what_takes_the_same_cards_is_tried_once_for_all_places(monkeypatch):
    actions = tried(monkeypatch)
    ways = len(BASE.notation.position.ways(record(NOTHING_TOLD).header, ""))

    told = {one.verb: one for one in possible(BASE, record(NOTHING_TOLD).header)}

    assert len(told["road"].open_) == 8
    verbs = [action.verb for action in actions]
    assert 0 < verbs.count("road") <= ways
    assert 0 < verbs.count("knight") <= ways


@pytest.mark.parametrize("effort", [-1, 0, 2_000])
def test_what_would_be_too_much_work_to_list_is_said_to_be_unchecked(effort, monkeypatch):
    header = record(NOTHING_TOLD).header
    all_told = {one.verb: one for one in possible(BASE, header)}
    monkeypatch.setattr("games.engine.questions.EFFORT", effort)
    actions = tried(monkeypatch)

    told = {one.verb: one for one in possible(BASE, header)}

    # Each step is one of those of a meter, of which an action takes more than a hundred.
    assert len(actions) <= max(0, effort // 100 + 1)
    assert TOO_MUCH in told["city"].depends
    for verb, one in all_told.items():
        assert set(one.legal) <= set(told[verb].legal)
        assert set(one.open_) <= {*told[verb].legal, *told[verb].open_}


def test_a_first_action_that_leaves_too_much_open_is_the_last_one_to_be_judged(monkeypatch):
    for name in ("WORK", "END"):
        monkeypatch.setattr(branches, name, 0)
    game = record(MONOPOLY + MOMENT, "1 Anna M L /\n2 Ben 7 K a1 /")

    report = replay(BASE, game)

    assert report.violations == []
    assert report.unchecked_from == 0
    assert "not_checked_from" in verdict_of(report)
    assert [answer.verdict for answer in judge(BASE, game).answers[1:]] == [OPEN] * 4
    assert judge(BASE, game).answers[-1].depends == (TOO_MUCH,)


MONOPOLY = TABLE.replace("NV", "M").replace("H 3?", "H 12?").replace("H 0", "H 12?")
"""Ben and Cyril hold twelve unseen cards each, Anna six that were seen and a Monopoly."""


def broken_by(line):
    """The rules that a game from there breaks, all of it judged."""
    report = replay(BASE, record(MONOPOLY + MOMENT, line))
    assert report.whole
    return [one.rule.id for one in report.violations]


@pytest.mark.rule("B-086", "B-087", "B-091")
def test_how_much_a_monopoly_brought_may_stay_open():
    """Ben has 0 to 12 cards left. If neither he nor Cyril had to discard, both gave up five, so
    that Anna had to."""
    gone = "1 Anna M L /\n2 Ben 7 "

    assert broken_by(gone + "K a1") == ["B-091"]
    assert broken_by(gone + "X Ben ???") == []
    assert broken_by(gone + "X Ben ??? K a1") == ["B-091"]
    assert broken_by(gone + "X Ben ????") == []
    assert broken_by(gone + "X Ben ??????") == []
    assert broken_by(gone + "X Ben ???????") == ["B-087"]
    assert broken_by("1 Anna M L  P Ben B<>L") == ["B-104"]
    assert broken_by("1 Anna M L  T 4L>B T 4L>W T 4L>W T 4L>W") == []
    # There are nineteen cards of lumber.
    assert broken_by("1 Anna M L  T 4L>B T 4L>W T 4L>W T 4L>W T 4L>W") == ["B-107"]


@pytest.mark.rule("B-165", "B-166")
def test_what_a_monopoly_brought_is_known_if_it_is_told():
    given = "1 Anna M L -Ben:5L -Cyril:LL  "

    assert broken_by(given + "T 4L>B T 4L>W") == []
    assert broken_by(given + "T 4L>B T 4L>W T 4L>W") == ["B-107"]
    assert broken_by(given + "/\n2 Ben 7 X Cyril ?????") == []
    assert broken_by(given + "/\n2 Ben 7 X Ben ???") == ["B-086"]
    assert broken_by("1 Anna M L -Ben:12L -Cyril:6L") == []
    assert broken_by("1 Anna M L -Ben:12L -Cyril:7L") == ["B-165"]


def test_questions_go_on_behind_an_open_verdict_on_cards_that_were_not_seen():
    judged = judge(BASE, record(MONOPOLY + MOMENT, "1 Anna M L -Ben:5L -Cyril:LL  T 4L>B /"))

    assert judged.whole
    assert [answer.verdict for answer in judged.answers] == [OPEN, LEGAL, LEGAL]


def test_a_discard_that_nobody_counted_is_open_to_questions():
    """Whether Ben has cards left, and how many, hangs on what he gave up."""
    asked_now = "1 Anna M L /\n2 Ben 7 X Ben ????"

    answers = judge(BASE, record(MONOPOLY + MOMENT, asked_now)).answers

    assert [answer.verdict for answer in answers] == [LEGAL, LEGAL, OPEN, OPEN]
    assert answers[-1].depends == (CARDS, BOUNDS)


def test_who_has_to_discard_is_listed_first():
    seven = TABLE.replace("H 3?", "H 9?") + "TURN Anna  ROLLED  NOW X"
    told = possible(rulesets.by_key("base"), record(seven).header)

    assert [(one.seat, one.legal) for one in told if one.verb == "discard"] == [(1, ((),))]
    assert not any(one.legal for one in told if one.verb != "discard")


def test_a_hand_that_nobody_told_may_be_empty_or_have_any_cards():
    untold = TABLE.replace("  H BL2GWO", "") + "TURN Anna  ROLLED  NOT-PLAYED  BOUGHT 0"
    hands = len(BASE.notation.position.open_) - 1

    assert verdict("1 Anna R b1e", untold + "  NOW 0")[::2] == (OPEN, (hands, CARDS, BOUNDS))
    assert verdict("1 Anna R a1e", untold + "  NOW 0")[0] == BROKEN
    assert verdict("1 Anna /", untold + "  NOW 0") == (LEGAL, [], ())
    assert verdict("1 Anna X Anna 4?", untold + "  NOW X")[0] == LEGAL
    assert verdict("1 Anna X Anna 5?", untold + "  NOW X")[0] == OPEN
    assert verdict("1 Anna R b1e", TABLE.replace("BL2GWO", "0") + MOMENT)[:2] == (
        BROKEN,
        ["B-122"],
    )


@pytest.mark.parametrize(
    ("hand", "why"), [("", ["B-130"]), ("  H 9?", ["B-130"]), ("  H 0", ["B-129", "B-130"])]
)
def test_why_something_cannot_be_done_is_not_that_untold_cards_are_missing(hand, why):
    moment = "TURN Anna  ROLLED  NOT-PLAYED  BOUGHT 0  NOW 0"
    told = {
        one.verb: one
        for one in possible(BASE, record(TABLE.replace("  H BL2GWO", hand) + moment).header)
    }

    assert sorted(one.rule.id for one in told["settle"].broken) == why


def test_the_tour_may_have_a_robber_to_be_shifted_if_nobody_tells():
    untold = TABLE + "K c2  TURN Anna  ROLLED"

    assert verdict("1 Anna K d1", untold, "base+tour")[::2] == (OPEN, (3,))
    assert verdict("1 Anna K d1", untold + " NOW 0", "base+tour") == (BROKEN, ["TG-08"], ())


@pytest.mark.rule("TG-08", "B-170")
@pytest.mark.parametrize(
    ("played", "knights", "told"),
    [("", "N 2", OPEN), (" PLAYED", "N 2", OPEN), ("", "N 0", BROKEN)],
)
def test_before_the_roll_only_a_knight_that_lies_there_can_have_moved_the_robber(
    played, knights, told
):
    untold = TABLE.replace("N 2", knights) + "K c2  TURN Anna  NOT-ROLLED" + played

    assert verdict("1 Anna K d1", untold, "base+tour")[0] == told


@pytest.mark.rule("B-092")
@pytest.mark.parametrize("hand", ["H 3?", "H 16L"])
def test_a_7_may_be_open_if_nobody_tells_what_is_due(hand):
    untold = TABLE.replace("H 3?", hand) + "TURN Anna  ROLLED"

    assert replay(rulesets.by_key("base"), record(untold, "1 Anna K a1")).valid
    assert verdict("1 Anna K a1", untold)[::2] == (OPEN, (3,))
    assert verdict("1 Anna K a1", untold + " NOW K") == (LEGAL, [], ())
    assert verdict("1 Anna K a1", untold + " NOW 0") == (BROKEN, ["B-092"], ())
    assert verdict("1 Anna K a1", untold.replace("ROLLED", "NOT-ROLLED"))[0] == BROKEN


@pytest.mark.rule("B-086", "B-090")
def test_some_of_those_with_too_many_cards_may_have_discarded_already():
    rich = TABLE.replace("H 3?", "H 9L").replace("H 0", "H 8W") + "TURN Anna  ROLLED"
    line = "1 Anna X Ben LLLL K a1"

    assert replay(rulesets.by_key("base"), record(rich, line)).valid
    assert verdict("1 Anna X Ben LLLL", rich)[::2] == (OPEN, (3,))
    assert verdict("1 Anna X Ben LLLLL", rich)[0] == BROKEN
    assert verdict("1 Anna X Ben LLLL", rich + " NOW 0") == (BROKEN, ["B-090"], ())
    assert verdict("1 Anna X Ben LLLL", rich.replace("ROLLED", "NOT-ROLLED"))[0] == BROKEN


@pytest.mark.rule("B-086", "B-087")
@pytest.mark.parametrize(
    ("due", "line", "rules"),
    [
        ("X", "X Ben LLLL K a1", []),
        ("X", "X Ben LLLL X Cyril WWWW K a1", []),
        ("X", "X Ben LLLL X Cyril WWWWW K a1", []),
        ("X", "X Ben LLL K a1", ["B-087"]),
        ("X", "K a1", ["B-091"]),
        ("X Ben", "X Ben LLLL K a1", []),
        ("X Ben", "X Ben LLLL X Cyril WWWW K a1", ["B-086"]),
    ],
)
def test_who_discards_for_a_7_is_open_where_hands_are_not_told(due, line, rules):
    untold = TABLE.replace("  H 3?", "").replace("  H 0", "")
    game = record(f"{untold}TURN Anna  ROLLED  NOW {due}", f"1 Anna {line}")

    found = replay(rulesets.by_key("base"), game).violations

    assert [one.rule.id for one in found] == rules


def test_what_is_done_when_no_7_is_open_does_not_ask_for_one():
    assert verdict("1 Anna R b1e", TABLE + "TURN Anna  ROLLED") == (LEGAL, [], ())


def test_a_robber_that_may_be_shifted_is_listed():
    untold = record(TABLE + "K c2  TURN Anna  ROLLED", "", "base+tour").header
    told = {one.verb: one for one in possible(rulesets.by_key("base+tour"), untold)}

    assert told["robber"].open_
    assert told["robber"].depends == (3,)


def test_a_road_moved_by_the_tour_is_told_with_its_building():
    moved = f"{TABLE}K c2  {MOMENT}"

    with pytest.raises(NotARecord, match="the action before it"):
        record(moved, "1 Anna U b1e", "base+tour")
    assert verdict("1 Anna R b1e U b2se", moved, "base+tour")[0] == LEGAL


def test_a_game_may_be_won_at_once():
    won = TABLE.replace("S b2s  C e1n", "C b2s e1n a1n a2n").replace("D NV", "D 2V")

    assert verdict("1 Anna R b1e", won + MOMENT)[1] == ["B-180"]


@pytest.mark.rule("B-147")
@pytest.mark.rule("B-172")
def test_special_tiles_are_worked_out_where_one_player_alone_can_have_them():
    state = rulesets.by_key("base").setup(record(TABLE.replace("N 2", "N 3") + MOMENT).header)

    assert state.army_holder == 0
    assert state.points[0] == 1 + 2 + 1 + 2


# What is on no table


@pytest.mark.rule("TG-02")
@pytest.mark.parametrize("moment", ["NOT-ROLLED PLAYED", "ROLLED PLAYED NOW K"])
def test_before_the_roll_of_the_tour_only_a_knight_was_played(moment):
    without = TABLE.replace("  N 2", "")
    position = f"K c2  ASIDE M  TURN Anna {moment}"

    assert record(TABLE + position, ruleset="base+tour").header.position.played
    assert record(without + position, ruleset="base").header.position.played
    assert "(TG-02)" in refused(without + position, "base+tour")


@pytest.mark.rule("B-173")
def test_who_draws_level_with_a_knight_does_not_take_the_largest_army():
    level = TABLE.replace("N 2\nBen:", "N 3\nBen: N 3 ")
    playing = MOMENT.replace("NOT-PLAYED", "PLAYED").replace("NOW 0", "NOW N")

    assert record(f"{level}ARMY Ben {playing}").header.position.army == 1
    assert record(f"{level}ARMY Anna {MOMENT}").header.position.army == 0
    assert "(B-173)" in refused(f"{level}ARMY Anna {playing}")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("S b2s", "S b2s b2s", "B-131"),
        ("S b2s", "S b2s b2sw", "B-132"),
        ("R b2sw e1nw", "R b2sw e1nw d3sw", "B-124"),
        ("S b2s", "S b2s a1n a2n a3n c1sw e3s", "B-017"),
        ("C e1n", "C e1n a1n a2n a3n c1sw", "B-018"),
        ("H BL2GWO", "H 20B", "B-010"),
        ("H 3?", "H 99?", "B-010"),
        ("N 2", "N 14", "B-012"),
        ("D NV", "D 6V", "B-013"),
        ("D NV", "D 3L", "B-015"),
        ("TURN", "DECK 25 TURN", "B-011"),
        ("TURN", "ROAD Anna TURN", "B-153"),
        ("TURN", "ARMY Ben TURN", "B-172"),
        ("N 2", "N 3\nBen: N 3", "B-173"),
        ("BOUGHT 0", "BOUGHT M", "B-161"),
        ("NOW 0", "NOW X", "B-086"),
        ("ROLLED  NOT-PLAYED  BOUGHT 0  NOW 0", "NOT-ROLLED NOW K", "B-092"),
        ("ROLLED  NOT-PLAYED  BOUGHT 0", "NOT-ROLLED BOUGHT N", "B-156"),
        ("BOUGHT 0  NOW 0", "BOUGHT N  NOW X", "B-156"),
        ("BOUGHT 0  NOW 0", "BOUGHT N  NOW K", "B-156"),
        ("NOT-PLAYED  BOUGHT 0  NOW 0", "NOT-PLAYED NOW L2", "B-160"),
        ("NOT-PLAYED  BOUGHT 0  NOW 0", "PLAYED NOW L2 ASIDE M", "B-164"),
        ("NOT-PLAYED  BOUGHT 0  NOW 0", "PLAYED NOW L2\nBen: D 2L", "B-164"),
        ("TURN Anna", "TURN Anna PART 2", "B-065"),
    ],
)
def test_what_no_table_can_show_is_refused_by_its_row(old, new, said):
    assert old in TABLE + MOMENT

    assert f"({said})" in refused((TABLE + MOMENT).replace(old, new))


@pytest.mark.rule("B-012", "B-013", "B-014", "B-015", "B-016")
@pytest.mark.parametrize(
    ("all_", "more", "rule"),
    [
        ("N 14", "N 14  D N", "B-012"),
        ("D 5V", "D 6V", "B-013"),
        ("D 2M", "D 3M", "B-014"),
        ("D 2L", "D 3L", "B-015"),
        ("D 2Y", "D 3Y", "B-016"),
    ],
)
def test_a_table_shows_all_cards_of_a_kind_and_none_more(all_, more, rule):
    def held(cards):
        return TABLE.replace("D NV  N 2", cards) + MOMENT

    assert "D NV  N 2" in TABLE
    assert verdict("1 Anna R b1e", held(all_))[0] == LEGAL
    assert f"({rule})" in refused(held(more))


@pytest.mark.rule("B-164")
def test_a_card_that_was_played_in_this_turn_lies_open():
    played = TABLE + MOMENT.replace("NOT-PLAYED", "PLAYED  ASIDE 0")

    assert verdict("1 Anna R b1e", played)[0] == LEGAL
    assert "(B-164)" in refused(played.replace("  N 2", ""))


@pytest.mark.rule("B-011", "B-014", "B-015", "B-016", "B-164")
@pytest.mark.parametrize(
    ("annas", "bens", "moment", "row"),
    [
        ("D L", "D L", "NOW L2", "B-164"),
        ("D L", "", "NOW L2", ""),
        ("D L?", "", "NOW L2", ""),
        ("D L", "D L", "DECK 23  NOW 0", ""),
        ("", "", "DECK 25  NOW L2", "B-164"),
        ("", "", "ASIDE L  DECK 24  NOW L2", ""),
        ("D LLYY", "D MM", "PLAYED  NOW 0", "B-164"),
        ("D LLYY", "D M", "PLAYED  NOW 0", ""),
        ("D LLYY", "D M?", "PLAYED  NOW 0", ""),
        ("D LLYY", "D MM", "NOT-PLAYED  NOW 0", ""),
        ("D LLYY  N 1", "D MM", "PLAYED  NOW 0", ""),
        ("", "", "DECK 25  PLAYED  NOW 0", "B-164"),
        ("", "", "PLAYED  NOW 0", ""),
    ],
)
def test_a_card_that_was_played_in_this_turn_lies_in_no_hand(annas, bens, moment, row):
    table = (
        f"Anna: S b2s e1n  R b2sw e1nw  {annas}\nBen: S d3s a3s  R d3sw a3sw  {bens}\n"
        f"Cyril: S b4s d1n  R b4sw d1ne\nTURN Anna  ROLLED  {moment}"
    )

    if row:
        assert f"({row})" in refused(table)
    else:
        assert record(table).header.position


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("TURN Anna", "", "TURN and the player on turn"),
        ("Anna: S", "S", "whose it is before it"),
        ("S b2s", "Q b2s", "a mark of a position"),
        ("NOW 0", "NOW Q", "what is due"),
        ("C e1n", "C e9n", "an intersection"),
        ("N 2", "N two", "a number of cards"),
        ("ROLLED", "ROLLED ROLLED", "only once"),
    ],
)
def test_words_that_are_none_of_a_position_are_told_with_their_place(old, new, said):
    assert said in refused((TABLE + MOMENT).replace(old, new, 1))


@pytest.mark.parametrize("key", ["dice", "card-game", "base+best-friends"])
def test_a_game_that_does_not_begin_in_the_middle_says_so(key):
    ruleset = rulesets.by_key(key)

    assert ruleset.notation.position is None


def test_a_record_of_other_rules_with_a_position_is_refused():
    assert "no start position is read for these rules" in refused(
        TABLE + MOMENT, "base+best-friends"
    )


@pytest.mark.rule("B-064")
@pytest.mark.parametrize(
    ("players", "line", "few"),
    [
        (TABLE, "1 Anna D ?", None),
        ("Anna: S b2s  C e1n  H BLWG\n", "1 Anna D ?", "Ben (0), Cyril (0)"),
        (
            "Anna: S b2s  R b2sw b2se  H BBLLWWGG\nBen: S d3s a3s\nCyril: S b4s d1n\n",
            "",
            "Anna (1)",
        ),
        (
            "Anna: S e1n  R e1nw e1w  H BLWG\nBen: S d3s a3s\nCyril: S b4s d1n\n",
            "1 Anna S e1sw",
            "Anna (1)",
        ),
        (TABLE, "1 Anna S d3s", None),
        (TABLE, "1 Anna S b2s", None),
    ],
)
def test_a_table_on_which_a_building_of_the_founding_is_missing_is_told(players, line, few):
    """What is built afterwards is none of those, and neither is what cannot be built."""
    game = record(f"{players}{MOMENT}", line)
    told = verdict_of(replay(rulesets.by_key("base"), game)).get("not_checkable", [])

    assert [one["detail"] for one in told] == [
        f"after the founding everybody has two buildings; the table shows fewer of: {name}"
        for name in ([few] if few else [])
    ]


@pytest.mark.rule("TG-08")
@pytest.mark.parametrize(
    ("knights", "due", "ruleset", "fits"),
    [
        ("", "NOW 0", "base+tour", True),
        ("N 1", "NOW N  PLAYED", "base+tour", True),
        ("N 1", "PLAYED", "base+tour", True),
        ("N 1", "NOT-PLAYED", "base+tour", False),
        ("N 1", "NOW K  PLAYED", "base+tour", False),
        ("N 1", "NOW 0", "base+tour", False),
        ("N 2", "NOW N  PLAYED", "base+tour", False),
        ("N 1", "NOW 0", "base", True),
    ],
)
def test_a_knight_has_moved_the_robber_of_the_tour_off_the_desert(knights, due, ruleset, fits):
    table = (
        f"Anna: S b2s e1n  R b2sw e1nw  {knights}\nBen: S d3s a3s  R d3sw a3sw\n"
        f"Cyril: S b4s d1n  R b4sw d1ne\nK c3  TURN Anna  ROLLED  {due}"
    )

    if fits:
        assert record(table, "", ruleset).header.position
    else:
        assert "(TG-08)" in refused(table, ruleset=ruleset)


@pytest.mark.rule("B-167")
@pytest.mark.parametrize(
    ("left", "due", "fits"),
    [(2, 2, True), (1, 2, True), (1, 1, True), (0, 1, False), (0, 2, False)],
)
def test_free_roads_are_due_as_long_as_there_is_a_piece(left, due, fits):
    grid = rulesets.by_key("base").setup(record(TABLE + MOMENT).header).places.grid
    told = f"R {' '.join(grid.path_names[: 15 - left])}"
    table = (
        f"Anna: S b2s e1n  {told}\nBen: S d3s a3s\nCyril: S b4s d1n\n"
        f"K c2  ASIDE L  TURN Anna  ROLLED  PLAYED  NOW L{due}"
    )

    if fits:
        assert record(table).header.position
    else:
        assert "(B-167)" in refused(table)
