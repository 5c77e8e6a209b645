"""Progress cards drawn for a gate or by the best defenders, and cards given back."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import NOBODY, Action, Check, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import PLACE
from games.engine.rulesets.base.state import MAIN, OVER, RESOLVING
from games.engine.rulesets.base.turns import check_founded, check_time, has_left
from games.engine.rulesets.cities_knights.decks import (
    COLOURS,
    MOST_HELD,
    OPEN,
    TRACK_NAMES,
    TRACKS,
    count,
    name_of,
    one,
    unseen_kind,
)
from games.engine.rulesets.cities_knights.resolving import advance, drawing
from games.engine.rulesets.cities_knights.state import SHIP, CitiesState
from games.engine.rulesets.cities_knights.turns import (
    OVER_NOW,
    check_all_cities_lost,
    check_all_committed,
    check_cities_lost,
    check_surplus_returned,
    no_card,
)
from games.engine.words import marked

WAIVED = (NOBODY, NOBODY)
"""The facts of a card that is due and not drawn (CKD-09)."""


def due_to_draw(state: CitiesState) -> tuple[Seat, ...]:
    """For whom the red die shows a card of the gate, in their order (CK-042 to CK-051)."""
    event, least = state.event, LEAST[state.red]
    for levels in state.levels:
        if levels[event] >= least:
            return tuple(seat for seat in state.clockwise() if state.levels[seat][event] >= least)
    return ()


LEAST = (0, 1, 1, 2, 3, 4, 5)
"""The lowest level that shows a red number (CK-043 to CK-047)."""

SHOWN = (0, 2, 3, 4, 5, 6)
"""The highest red number that a level shows (CK-043 to CK-047)."""


def shows(level: int) -> int:
    return SHOWN[level]


def may_draw(state: CitiesState, action: Action) -> bool:
    """Facts: colour and kind of the card."""
    if action.facts == WAIVED and was_passed_over(state, action.seat):
        return state.phase != OVER and not state.out >> action.seat & 1
    if not drawing(state) or state.drawers[0] != action.seat:
        return False
    if action.facts == WAIVED:
        return True
    colour, kind = action.facts
    return (state.free_choice or colour == state.event) and on_top(state, colour, kind)


def on_top(state: CitiesState, colour: int, kind: int) -> bool:
    """Whether it may be the top card of the deck."""
    if count(state.decks[colour]):
        return bool(state.decks[colour] >> 8 * kind & PLACE)
    if not state.under[colour]:
        return False
    following = state.under[colour][0]
    if following == unseen_kind(colour):
        return bool(state.buried[colour] >> 8 * kind & PLACE)
    return kind in (following, unseen_kind(colour))


def draw(state: CitiesState, action: Action) -> None:
    seat = action.seat
    state.drawn |= 1 << seat
    state.drawers = tuple(other for other in state.drawers if other != seat)
    if action.facts != WAIVED:
        colour, kind = action.facts
        take(state, seat, colour, taken(state, colour, kind))
    if state.phase == RESOLVING:
        advance(state)


def taken(state: CitiesState, colour: int, kind: int) -> int:
    """Take the card off the deck; its kind, which is known of a card put under the deck."""
    if not count(state.decks[colour]) and state.under[colour]:
        first, *rest = state.under[colour]
        state.under[colour] = tuple(rest)
        if first != unseen_kind(colour):
            return first
        state.buried[colour] -= one(kind)
        return kind
    state.decks[colour] -= one(kind)
    return kind


def take(state: CitiesState, seat: Seat, colour: int, kind: int) -> None:
    if (colour, kind) in OPEN:
        state.shown[seat] += 1
        state.points[seat] += 1
        state.end_if_won()
        return
    state.progress[colour][seat] += one(kind)
    active = seat == state.turn and state.after == MAIN
    if not active and state.face_down(seat) > MOST_HELD:
        state.surplus = seat


@keeps("CK-037")
def check_gate(state: CitiesState, action: Action) -> Detail | None:
    if state.event == SHIP and state.forces is None:
        return says(marked("the event die shows the ship"))
    return None


@keeps("CK-212")
def check_best_defender(state: CitiesState, action: Action) -> Detail | None:
    had = state.drawn | state.passed
    if state.forces is None or action.seat in state.drawers or had >> action.seat & 1:
        return None
    if state.out >> action.seat & 1:
        return has_left(state, action.seat)
    return says(
        marked("{player} is not one of several best defenders"), player=state.name(action.seat)
    )


@keeps("CK-042")
def check_improved(state: CitiesState, action: Action) -> Detail | None:
    if state.event == NOBODY:
        return says(marked("nothing has been rolled"))
    if state.event == SHIP:
        return None
    if state.out >> action.seat & 1:
        return has_left(state, action.seat)
    if state.levels[action.seat][state.event]:
        return None
    return says(
        marked("{player} has no improvement of {track}"),
        player=state.name(action.seat),
        track=TRACK_NAMES[state.event],
    )


def level_check(rule: str, level: int) -> Check:
    """The red die shows more than the level does."""

    def ask(state: CitiesState, action: Action) -> Detail | None:
        if too_high(state, action.seat) and state.levels[action.seat][state.event] == level:
            return red_die(state)
        return None

    return Check(rule, ask)


def too_high(state: CitiesState, seat: Seat) -> bool:
    if state.event in (NOBODY, SHIP):
        return False
    level = state.levels[seat][state.event]
    return 0 < shows(level) < state.red


def red_die(state: CitiesState) -> Detail:
    return says(marked("the red die shows {red}"), red=state.red)


@keeps("CK-048")
def check_not_by_yellow(state: CitiesState, action: Action) -> Detail | None:
    if not too_high(state, action.seat):
        return None
    if state.rolled - state.red <= shows(state.levels[action.seat][state.event]):
        return red_die(state)
    return None


@keeps("CK-049")
def check_one_card(state: CitiesState, action: Action) -> Detail | None:
    if state.drawn >> action.seat & 1:
        return says(marked("{player} has drawn already"), player=state.name(action.seat))
    return None


@keeps("CK-051")
def check_order(state: CitiesState, action: Action) -> Detail | None:
    if action.seat in state.drawers[1:]:
        return says(marked("{player} draws first"), player=state.name(state.drawers[0]))
    return None


@keeps("CK-052")
def check_colour(state: CitiesState, action: Action) -> Detail | None:
    colour, _kind = action.facts
    if colour == NOBODY:
        return None
    if not state.left_in(colour):
        return cannot(
            marked("the deck of {track} is empty"), hints.CK_NOT_DRAWN, track=TRACK_NAMES[colour]
        )
    if state.event in TRACKS and colour != state.event:
        return says(marked("the gate of {track} was rolled"), track=TRACK_NAMES[state.event])
    return None


@keeps("CK-052")
def check_card_left(state: CitiesState, action: Action) -> Detail | None:
    """It is too late: everybody has drawn who was to. That no card was drawn is true."""
    if action.facts == WAIVED or state.event not in TRACKS:
        return None
    if was_passed_over(state, action.seat):
        return says(marked("the deck of {track} was empty"), track=TRACK_NAMES[state.event])
    return None


def was_passed_over(state: CitiesState, seat: Seat) -> bool:
    """Whether a card was due, and none was there for it (CKD-10)."""
    return bool(state.passed & ~state.drawn & 1 << seat)


@keeps("CK-042")
def check_improved_before(state: CitiesState, action: Action) -> Detail | None:
    if not is_new(state, action.seat):
        return None
    return says(
        marked("the improvement of {track} came after the roll"),
        track=TRACK_NAMES[state.event],
    )


def is_new(state: CitiesState, seat: Seat) -> bool:
    """Whether the level by which a card would be due was reached after the roll."""
    if (state.out | state.drawn | state.passed) >> seat & 1 or state.surplus != NOBODY:
        return False
    if state.phase == OVER or state.event not in TRACKS or drawing(state):
        return False
    return state.red <= shows(state.levels[seat][state.event])


def too_late(state: CitiesState, seat: Seat) -> bool:
    return was_passed_over(state, seat) or is_new(state, seat)


def copies_check(rule: str, colour: int) -> Check:
    """All cards of the kind are out."""

    def ask(state: CitiesState, action: Action) -> Detail | None:
        drawn, kind = action.facts
        if drawn != colour or on_top(state, colour, kind) or known_next(state, colour):
            return None
        if not state.left_in(colour):
            return None
        return not_there(marked("no card {card} is left"), colour, kind)

    return Check(rule, ask)


def known_next(state: CitiesState, colour: int) -> bool:
    return not count(state.decks[colour]) and bool(state.under[colour])


@keeps("CK-064")
def check_next_card(state: CitiesState, action: Action) -> Detail | None:
    colour, kind = action.facts
    if colour == NOBODY or too_late(state, action.seat):
        return None
    if not known_next(state, colour) or on_top(state, colour, kind):
        return None
    following = state.under[colour][0]
    return not_there(marked("the next card of the deck is {card}"), colour, following)


def not_there(text: str, colour: int, kind: int) -> Detail:
    """It cannot have been drawn; `text` says it of the card of this kind."""
    card, letter = name_of(colour, kind), COLOURS[colour]
    return cannot(text, hints.CK_DRAWN, card=card, colour=letter)


# Cards given back


def to_give_back(state: CitiesState, seat: Seat) -> bool:
    if state.phase == RESOLVING:
        return state.surplus == seat
    return state.phase >= MAIN and seat == state.turn and state.face_down(seat) > MOST_HELD


def give_back(state: CitiesState, action: Action) -> None:
    """Facts: colour and kind of the card."""
    put_under(state, action.seat, *action.facts)
    if state.surplus == action.seat:
        state.surplus = NOBODY
        if state.phase == RESOLVING:
            advance(state)


def put_under(state: CitiesState, seat: Seat, colour: int, kind: int) -> None:
    """The card goes under the deck of its colour (CK-064, CKD-12)."""
    state.progress[colour][seat] -= one(kind)
    state.under[colour] += (kind,)
    if kind == unseen_kind(colour):
        state.buried[colour] += one(kind)


@keeps("CK-057")
def check_surplus(state: CitiesState, action: Action) -> Detail | None:
    if to_give_back(state, action.seat) or action.seat == state.turn:
        return None
    return says(marked("{player} has no card too many"), player=state.name(action.seat))


@keeps("CK-058")
def check_own_surplus(state: CitiesState, action: Action) -> Detail | None:
    if to_give_back(state, action.seat) or action.seat != state.turn:
        return None
    return says(marked("{player} has no card too many"), player=state.name(action.seat))


@keeps("CK-061")
def check_card_held(state: CitiesState, action: Action) -> Detail | None:
    colour, kind = action.facts
    if state.progress[colour][action.seat] >> 8 * kind & PLACE:
        return None
    return no_card(state, action.seat, colour, kind, hints.CK_DRAW_BEFORE)


BEFORE_IT = (*OVER_NOW, check_time, check_founded)

VERBS = {
    "draw": Verb(
        (
            *BEFORE_IT,
            check_all_committed,
            check_cities_lost,
            check_all_cities_lost,
            check_surplus_returned,
            check_gate,
            check_best_defender,
            check_improved,
            *(level_check(f"CK-04{level + 2}", level) for level in range(1, 5)),
            check_not_by_yellow,
            check_one_card,
            check_order,
            check_colour,
            check_card_left,
            check_improved_before,
            *(
                copies_check(rule, colour)
                for rule, colour in zip(("CK-007", "CK-006", "CK-005"), TRACKS, strict=True)
            ),
            check_next_card,
        ),
        draw,
        may_draw,
    ),
    "give_back": Verb((*BEFORE_IT, check_surplus, check_own_surplus, check_card_held), give_back),
}
