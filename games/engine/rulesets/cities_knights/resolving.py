"""What a roll sets going, step by step: attack, draws, production, seven (CK-035)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add

from games.engine.core import NOBODY, Seat
from games.engine.rulesets.base.packed import size
from games.engine.rulesets.base.rolling import HAND, SEVEN
from games.engine.rulesets.base.state import DISCARD, MAIN, NO_SEAT, OVER, RESOLVING, ROBBER
from games.engine.rulesets.cities_knights.decks import SCIENCE, TRACKS
from games.engine.rulesets.cities_knights.state import WALLS, CitiesState

AQUEDUCT = 3
"""The level of science at which a roll without cards brings one (CK-174)."""


def advance(state: CitiesState) -> None:
    """Go on to the next step for which somebody has to do something; to the next turn, if whoever
    rolled has left."""
    if state.phase == OVER:
        return
    if state.drawers and state.surplus == NO_SEAT:
        _skip_empty_decks(state)
    if state.commits or state.losers or state.drawers or state.surplus != NO_SEAT:
        state.phase = RESOLVING
    elif state.pending:
        _produce(state)
    elif state.phase == RESOLVING and not any(state.owed):
        state.phase = state.after


def _skip_empty_decks(state: CitiesState) -> None:
    """From an empty deck nobody draws (CKD-10); a card too many goes back first (CK-057)."""
    colours = TRACKS if state.free_choice else (state.event,)
    if not any(map(state.left_in, colours)):
        state.passed = sum(1 << seat for seat in state.drawers)
        state.drawers = ()


def _produce(state: CitiesState) -> None:
    state.phase = state.after
    bring(state)
    if state.rolled == SEVEN:
        _seven(state)


def bring(state: CitiesState) -> None:
    """The roll brings its cards, whatever is still to be done for it."""
    gains = tuple(state.due(state.rolled))
    if any(gains):
        state.bank -= sum(gains)
        state.hands = list(map(add, state.hands, gains))
    state.pending = False
    state.brought = gains
    state.watered = 0
    state.dry = _dry(state, gains) if state.rolled != SEVEN else ()
    state.produced()


def _dry(state: CitiesState, gains: Sequence[int]) -> tuple[Seat, ...]:
    """Who may use an Aqueduct (CK-174, CKD-18)."""
    for levels in state.levels:
        if levels[SCIENCE] >= AQUEDUCT:
            return tuple(
                seat
                for seat in state.clockwise()
                if not gains[seat] and state.levels[seat][SCIENCE] >= AQUEDUCT
            )
    return ()


def limit(state: CitiesState, seat: int) -> int:
    """Cards that the seat may hold on a 7 (CK-078 to CK-082)."""
    return HAND + 2 * state.walls[seat].bit_count()


LIMITS = ("CK-079", "CK-080", "CK-081", "CK-082")
"""The rows that say who discards nothing, by the number of the player's walls."""


def limit_row(state: CitiesState, seat: int) -> str:
    """The row by which the hand of the seat is not above the limit: that of its walls where it
    would be without them."""
    walls = min(state.walls[seat].bit_count(), WALLS)
    return LIMITS[walls if size(state.hands[seat]) > HAND else 0]


def over_limit(state: CitiesState, seat: int) -> bool:
    return size(state.hands[seat]) > limit(state, seat) and not state.out >> seat & 1


def _seven(state: CitiesState) -> None:
    state.owed = [
        size(hand) // 2 if size(hand) > HAND and over_limit(state, seat) else 0
        for seat, hand in enumerate(state.hands)
    ]
    state.paid = 0
    state.sabotaged = False
    state.by_knight = False
    if any(state.owed):
        state.phase = DISCARD
    else:
        after_discards(state)


def after_discards(state: CitiesState) -> None:
    """Before the first attack the robber stays where it is (CK-085), and if whoever rolled has
    left."""
    if state.after == MAIN and state.attacked:
        state.phase = ROBBER
    else:
        state.phase = state.after


def owing(state: CitiesState) -> bool:
    """Whether cards are still to be given for a Wedding or a Saboteur."""
    return state.phase == RESOLVING and any(state.owed)


def drawing(state: CitiesState) -> bool:
    """Whether the next thing to happen is a draw."""
    return (
        state.phase == RESOLVING
        and bool(state.drawers)
        and not state.losers
        and not state.commits
        and state.surplus == NOBODY
    )
