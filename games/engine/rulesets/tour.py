"""The 22 clarifications of the Tour, on top of the base game (D-49: also for five or six)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.engine.board.terrain import Terrain
from games.engine.core import (
    NOBODY,
    Action,
    Check,
    Closing,
    Detail,
    Header,
    Rule,
    Ruleset,
    Seat,
    Verb,
    keeps,
    rulebook,
    says,
)
from games.engine.forms import Act, spoken
from games.engine.record import DICE, Notation, Reader, Table, Words
from games.engine.rulesets import base, five_six
from games.engine.rulesets.base import building, robber, rolling, trading
from games.engine.rulesets.base.legal import if_allowed, legal_actions, robber_moves
from games.engine.rulesets.base.moment import Rules
from games.engine.rulesets.base.opening import check_board
from games.engine.rulesets.base.packed import size
from games.engine.rulesets.base.position import ONE_ROAD, TWO_ROADS
from games.engine.rulesets.base.rolling import DICE as ROLLS
from games.engine.rulesets.base.sorts import ROLL, write_dice
from games.engine.rulesets.base.state import (
    BEFORE,
    FOUND,
    FOUND_ROAD,
    MAIN,
    OVER,
    PAIRED,
    SHIFT,
    START,
    TARGET,
    BaseState,
)
from games.engine.rulesets.base.turns import (
    before_roll,
    check_robber_moved,
    check_running,
    check_time,
)
from games.engine.rulesets.five_six import PairedState
from games.engine.words import marked

RECKONED = rulebook(
    Rule(
        "TG-12",
        marked("For Longest Road a chain is broken by an opponent's settlement or city."),
        "CZ 28",
    ),
)
"""What the Tour says of Longest Road."""

RULES = rulebook(
    Rule("TG-02", marked("Before the roll only a Knight is played."), "CZ 18"),
    Rule("TG-03", marked("At most one action card is played in a turn."), "CZ 19"),
    Rule(
        "TG-04",
        marked("A card just bought is not played; Victory Points are shown only to win."),
        "CZ 20",
    ),
    Rule("TG-06", marked("One uses own harbours on one's own turn only."), "CZ 22"),
    Rule(
        "TG-08",
        marked(
            "After a 7 or a Knight the robber moves to another hex, never to the desert, and may "
            "be shifted until a card is taken."
        ),
        "CZ 24, D-12, D-13",
    ),
    Rule("TG-10", marked("With five settlements on the board a sixth is not paid for."), "CZ 26"),
    Rule(
        "TG-11",
        marked("What the bank cannot serve nobody gets; one player alone gets what is left."),
        "CZ 27",
    ),
    Rule("TG-13", marked("No road is built on through an opponent's building."), "CZ 29"),
    Rule("TG-14", marked("A player wins who is on turn and has 10 points."), "CZ 30"),
    Rule("TG-15", marked("Victory Point cards that were not shown count."), "CZ 31"),
    Rule(
        "TG-16",
        marked("Cards go into the bank on a 7 only, half of the hand and no more."),
        "CZ 32",
    ),
    Rule(
        "TG-17",
        marked("A road just built may be laid elsewhere until the player does something else."),
        "CZ 33, D-35, D-36",
    ),
    Rule("TG-18", marked("Only resources that one holds now are traded."), "CZ 34"),
    Rule(
        "TG-19",
        marked("Both sides of a deal give a card, and no resource is on both sides."),
        "CZ 35",
    ),
    Rule("TG-20", marked("A roll with a die that does not lie flat is rolled again."), "CZ 36"),
)

SAME = {
    "B-082": "TG-11",
    "B-083": "TG-11",
    "B-090": "TG-16",
    "B-092": "TG-08",
    "B-104": "TG-18",
    "B-105": "TG-19",
    "B-106": "TG-19",
    "B-126": "TG-13",
    "B-135": "TG-10",
    "B-160": "TG-03",
    "B-161": "TG-04",
    "B-176": "TG-04",
    "B-178": "TG-14",
    "B-179": "TG-14",
    "B-181": "TG-15",
}
"""Rules of the box that the Tour says again: what breaks both is told by the Tour's."""


class TourState(BaseState):
    """`robber_from` is the hex on which the robber stood before the move that is being made."""

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        self.robber_from = NOBODY


class PairedTourState(TourState, PairedState):
    """The same with two rocks."""


# The robber may be shifted (TG-08)


def shifting(state: TourState, action: Action) -> bool:
    """Whether this follows a placement of the robber after which no card was taken."""
    previous = state.previous
    return (
        previous is not None
        and previous.verb == "robber"
        and previous.seat == action.seat
        and previous.facts[2] == NOBODY
        and state.phase in (SHIFT, BEFORE, MAIN, PAIRED)
    )


def is_desert(state: BaseState, hex_: int) -> bool:
    terrain: Terrain = state.header.board.terrain[hex_]
    return terrain is Terrain.DESERT


def move_robber(state: TourState, action: Action) -> None:
    hex_, victim, kind = action.facts
    if not shifting(state, action):
        state.robber_from = state.robber
    robber.move_robber(state, action)
    if state.phase == SHIFT:
        state.phase = state.after
    victims = state.victims(action.seat, hex_)
    due = victim == kind == NOBODY and victims and all(state.hands[other] for other in victims)
    if due and state.phase != OVER:
        state.phase = SHIFT


@keeps("TG-08")
def check_not_desert(state: TourState, action: Action) -> Detail | None:
    stayed = robber.ends_with_knight(state) and action.facts[0] == state.robber
    if is_desert(state, action.facts[0]) and not stayed:
        return says(marked("the robber does not go to the desert"))
    return None


@keeps("TG-08")
def check_not_back(state: TourState, action: Action) -> Detail | None:
    if shifting(state, action) and action.facts[0] == state.robber_from:
        name = state.hex_name(state.robber_from)
        return says(marked("the robber came from {hex}"), hex=name)
    return None


@keeps("B-092")
def check_to_move(state: TourState, action: Action) -> Detail | None:
    if shifting(state, action):
        return None
    found = robber.check_to_move(state, action)
    previous = state.previous
    if found is None or previous is None or previous.verb != "robber":
        return found
    if previous.seat != action.seat or previous.facts[1] == NOBODY:
        return found
    return says(
        marked("a card of {player} was taken already, so the robber is not shifted any more"),
        player=state.name(previous.facts[1]),
    )


@keeps("B-092")
def check_other_hex(state: TourState, action: Action) -> Detail | None:
    return None if shifting(state, action) else robber.check_other_hex(state, action)


@keeps("B-170")
def check_knight_moves(state: TourState, action: Action) -> Detail | None:
    return None if shifting(state, action) else robber.check_knight_moves(state, action)


@keeps("B-094")
def check_card_taken(state: TourState, action: Action) -> Detail | None:
    """Where nobody is named the robber may still be shifted."""
    if action.facts[1] == action.facts[2] == NOBODY and state.phase != OVER:
        return None
    return robber.check_card_taken(state, action)


@keeps("B-094")
def check_theft_done(state: TourState, action: Action) -> Detail | None:
    """The card is missed with the next action only, as the robber may still be shifted (D-13);
    a ruling behind the move of the robber lets it stand that none was taken."""
    moved = state.previous
    if state.phase == SHIFT and not (moved is not None and moved.ruling):
        victims = ", ".join(map(state.name, state.victims(state.turn, state.robber)))
        return says(marked("no card has been taken; beside the robber are: {names}"), names=victims)
    return None


OF_THE_ROBBER = {
    robber.check_to_move: check_to_move,
    robber.check_other_hex: check_other_hex,
    robber.check_knight_moves: check_knight_moves,
    robber.check_card_taken: check_card_taken,
}

# Cards before the roll (TG-02)


@keeps("TG-02")
def check_after_roll(state: TourState, action: Action) -> Detail | None:
    return before_roll(state)


# A road taken up (TG-17)


@keeps("TG-17")
def check_just_built(state: TourState, action: Action) -> Detail | None:
    path = building.just_built(state, action)
    if path == NOBODY:
        return building.check_stays(state, action)
    if path == action.facts[0]:
        name = state.path_name(path)
        return says(marked("the road is laid on {path} again, not elsewhere"), path=name)
    return None


def taken_up(check: Check) -> Check:
    """The check of a new place, asked as if the road were in the hand again."""

    def ask(state: TourState, action: Action) -> Detail | None:
        path = building.just_built(state, action)
        if path == NOBODY or (founding(state) and check in JOINED):
            return None
        before = state.copy()
        building.take_up(before, action.seat, path)
        return check.ask(before, action)

    return Check(check.rule, ask)


def founding(state: TourState) -> bool:
    """Whether a road just built can only be a founding road: it stays with its settlement."""
    return state.phase in (FOUND, FOUND_ROAD) or (state.phase == BEFORE and not state.played)


@keeps("B-059")
def check_at_settlement(state: TourState, action: Action) -> Detail | None:
    path = action.facts[0]
    if not founding(state) or building.just_built(state, action) == NOBODY:
        return None
    if state.founder in state.places.ends[path]:
        return None
    return says(
        marked("{path} does not touch the settlement {spot}"),
        path=state.path_name(path),
        spot=state.spot_name(state.founder),
    )


JOINED = (building.check_joined, building.check_not_through)

MOVING = (
    check_running,
    check_time,
    check_just_built,
    taken_up(building.check_path_empty),
    *map(taken_up, JOINED),
    check_at_settlement,
)

MOVE_ROAD = Verb(MOVING, building.move_road)

# Void rolls (TG-20)


def may_roll_void(state: TourState, action: Action) -> bool:
    rolling_now = state.phase in (START, BEFORE) or (state.phase == FOUND and not state.founded)
    in_turn = state.phase != BEFORE or action.seat == state.turn
    return rolling_now and in_turn and action.facts in VOID


VOID = ROLLS | {(0, 0, 0)}


def roll_void(state: TourState, action: Action) -> None:
    """It has no effect; both dice are rolled again (D-38)."""


@keeps("TG-20")
def check_roll_due(state: TourState, action: Action) -> Detail | None:
    if may_roll_void(state, action) or state.phase == OVER:
        return None
    return says(marked("no roll is due"))


@keeps("TG-20")
def check_rolled_again(state: TourState, action: Action) -> Detail | None:
    if void_before(state):
        return says(marked("the dice are rolled again first"))
    return None


def void_before(state: TourState) -> bool:
    """Whether the dice of the turn have to be rolled again. A void roll for which it was not the
    time has no effect, also where a ruling lets it stand (D-38)."""
    before = state.previous
    void = before is not None and before.verb == "void_roll" and before.seat == state.turn
    return void and state.phase == BEFORE


# What the Tour says of a part of a rule only


@keeps("B-087")
def check_not_less(state: TourState, action: Action) -> Detail | None:
    return None if too_many(state, action) else rolling.check_half.ask(state, action)


@keeps("TG-16")
def check_not_more(state: TourState, action: Action) -> Detail | None:
    return rolling.check_half.ask(state, action) if too_many(state, action) else None


def too_many(state: TourState, action: Action) -> bool:
    return size(action.facts[0]) > state.owed[action.seat]


@keeps("B-116")
def check_bank_open(state: TourState, action: Action) -> Detail | None:
    return None if harbour_off_turn(state, action) else trading.check_bank_open.ask(state, action)


@keeps("TG-06")
def check_harbour_on_turn(state: TourState, action: Action) -> Detail | None:
    return trading.check_bank_open.ask(state, action) if harbour_off_turn(state, action) else None


def harbour_off_turn(state: TourState, action: Action) -> bool:
    by_harbour = any(count % BANK_RATE for _kind, count in trading.given(action))
    return by_harbour and action.seat != state.turn


BANK_RATE = 4

APART: Mapping[Check, tuple[Check, ...]] = {
    rolling.check_half: (check_not_less, check_not_more),
    trading.check_bank_open: (check_bank_open, check_harbour_on_turn),
    # Who moves the robber the Tour does not say.
    robber.check_roller: (robber.check_roller,),
}

# The rule set


def reported_anew(verb: Verb) -> Verb:
    """The verb with the rules of the Tour instead of those of the box that they repeat."""

    def reported(check: Check) -> Check:
        return check.under(SAME.get(check.rule, check.rule))

    return verb.reported(
        ours for check in verb.checks for ours in APART.get(check, (reported(check),))
    )


def of_the_tour(check: Closing) -> Closing:
    """The check of a result, by the rules of the Tour."""

    def ask(state: TourState, header: Header) -> Iterator[tuple[str, Detail]]:
        for rule, detail in check(state, header):
            yield SAME.get(rule, rule), detail

    return ask


def theft_first(verb: Verb) -> Verb:
    """The verb as a next action, before which a card has to be taken (D-13, D-14)."""

    def apply(state: TourState, action: Action) -> None:
        if state.phase == SHIFT:
            state.phase = state.after
        verb.apply(state, action)

    return verb.also(check_theft_done).doing(apply)


def verbs(theirs: Mapping[str, Verb]) -> Mapping[str, Verb]:
    ours = dict(theirs)
    for name in AFTER_ROLL:
        ours[name] = ours[name].also(check_after_roll)
    ours["knight"] = ours["knight"].also(check_rolled_again)
    ours["robber"] = (
        ours["robber"]
        .instead(OF_THE_ROBBER)
        .quickly(None)
        .also(check_not_desert, check_not_back)
        .doing(move_robber)
    )
    ours["move_road"] = MOVE_ROAD
    ours["void_roll"] = Verb((check_running, check_time, check_roll_due), roll_void)
    for name, verb in ours.items():
        if verb.asks(check_robber_moved):
            ours[name] = theft_first(verb)
    return {name: reported_anew(verb) for name, verb in ours.items()}


Listing = Callable[[Any], Iterator[Action]]


def legal(state: TourState) -> Iterator[Action]:
    """What the box allows and the Tour does not rule out; shifts of the robber as well."""
    possible: Iterator[Action]
    if state.phase == SHIFT:
        possible = (
            action for action in robber_moves(state) if action.facts[0] != state.robber_from
        )
    else:
        possible = legal_actions(state)
    too_early = (*AFTER_ROLL, "knight") if void_before(state) else AFTER_ROLL
    for action in possible:
        early = state.phase == BEFORE and action.verb in too_early
        if not early and not (action.verb == "robber" and is_desert(state, action.facts[0])):
            yield action


def offering(theirs: Listing) -> Listing:
    """What the box offers; a void roll, and other places for the road just built, as well."""

    def offers(state: TourState) -> Iterator[Action]:
        yield from theirs(state)
        previous = state.previous
        if previous is not None and previous.verb in building.MOVABLE:
            for path in range(len(state.places.ends)):
                moved = Action(previous.seat, "move_road", (path,))
                if moved.facts != previous.facts:
                    yield from if_allowed(state, MOVE_ROAD, moved)
        if state.phase in (START, BEFORE):
            yield Action(state.turn, "void_roll")

    return offers


AFTER_ROLL = ("monopoly", "invention", "road_building")

A_VOID_ROLL = marked("a void roll such as (3+5)")


def or_void(reader: Reader) -> Reader:
    """Rolls in brackets as well: `(3+5)`, or `()` if nobody looked."""

    def read(line: Words, seat: Seat) -> Sequence[Action]:
        text = line.peek()
        if not text.startswith("("):
            return reader(line, seat)
        line.at += 1
        if text == "()":
            return [line.action(seat, "void_roll", (0, 0, 0))]
        found = ROLL.fullmatch(text[1:-1])
        if found is None or text[-1] != ")":
            raise line.wrong(A_VOID_ROLL)
        one, other = int(found[1]), int(found[2] or 0)
        dice = (one + other, one, other) if found[2] else (one, 0, 0)
        return [line.action(seat, "void_roll", dice)]

    return read


def write_void(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    rolled = write_dice(table, actions[at].facts)
    return f"({'' if rolled == '0' else rolled})", 1


VOID_ROLL = Act(
    "void_roll", "{dice}", "rolls, and it is void", "Void roll", seldom=True, write=write_void
)


def notation(theirs: Notation) -> Notation:
    ours = spoken(theirs, (VOID_ROLL,), theirs.sorts)
    return replace(
        ours,
        opening={**theirs.opening, DICE: or_void(theirs.opening[DICE])},
        turn={**theirs.turn, DICE: or_void(theirs.turn[DICE])},
        seldom=ours.seldom | {"move_road"},
    )


def check_target(header: Header) -> Iterator[tuple[str, Detail]]:
    """The Tour plays for ten points, whatever else may be agreed on with the box."""
    target = int(header.options.get("target", TARGET))
    if target != TARGET:
        yield (
            "TG-14",
            says(marked("the game is for {points} points, not {due}"), points=target, due=TARGET),
        )


def clarified(on: Ruleset, *, key: str, name: str, state: type[TourState]) -> Ruleset:
    """The game by the clarifications of the Tour; `state` is its state with what they add."""
    return replace(
        on,
        key=key,
        name=name,
        rules={**on.rules, **RULES},
        reckoned={**on.reckoned, **RECKONED},
        setup=state,
        verbs=verbs(on.verbs),
        legal=legal,
        offers=offering(on.offers),
        opening=(check_board, check_target),
        closing=tuple(map(of_the_tour, on.closing)),
        notation=notation(on.notation),
    )


RULESET = clarified(
    base.RULESET,
    key="base+tour",
    name=marked("Base game with the clarifications of the Tour"),
    state=TourState,
)

FIVE_SIX = clarified(
    five_six.RULESET,
    key="base56+tour",
    name=marked("Base game for five or six players with the clarifications of the Tour"),
    state=PairedTourState,
)
"""What an event may ask for; the box does not (D-49)."""

PLACING = Rules(
    instead=SAME,
    shifts=True,
    knights_first=True,
    leaves_the_desert=True,
    after_roll=(TWO_ROADS, ONE_ROAD),
)

PLACING_FIVE_SIX = replace(PLACING, instead={**SAME, **five_six.OF_THE_BOX}, parted=True)
