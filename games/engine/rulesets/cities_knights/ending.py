"""The robber, the end of a turn, the ends of a game."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.core import Action, Check, Detail, Header, Verb, keeps, says
from games.engine.rulesets.base import ending, robber
from games.engine.rulesets.base.rolling import SEVEN
from games.engine.rulesets.base.state import BEFORE, MAIN, NO_SEAT, OVER, RESOLVING, ROBBER
from games.engine.rulesets.cities_knights.decks import MOST_HELD
from games.engine.rulesets.cities_knights.resolving import advance
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import adapted, renamed
from games.engine.words import marked

# The robber


@keeps("CK-085")
def check_robber_free(state: CitiesState, action: Action) -> Detail | None:
    if state.attacked or state.phase in (BEFORE, ROBBER) or state.rolled != SEVEN:
        return None
    return says(marked("the barbarians have not attacked yet"))


ROBBER_RULES = {"B-092": "CK-090", "B-170": "CK-158", "B-094": "CK-090"}

# The end of a turn


def may_end_turn(state: CitiesState, action: Action) -> bool:
    if action.seat != state.turn:
        return False
    if state.phase >= MAIN:
        return state.face_down(action.seat) <= MOST_HELD
    return ending.may_hand_on(state)


def too_many_cards(state: CitiesState, action: Action) -> Detail | None:
    held = state.face_down(action.seat)
    if held <= MOST_HELD or action.seat != state.turn or state.phase == OVER:
        return None
    return says(
        marked("{player} holds {count} progress cards, {most} may be kept"),
        player=state.name(action.seat),
        count=held,
        most=MOST_HELD,
    )


# Leaving


def concede(state: CitiesState, action: Action) -> None:
    """What was due from the player is not due any more."""
    seat, phase = action.seat, state.phase
    attack = (state.forces, state.lost, state.losers & ~(1 << seat))
    on_turn = seat == state.turn
    ending.concede(state, action)
    if phase != RESOLVING or state.phase == OVER:
        return
    if on_turn:
        _await_losses(state, *attack)
    else:
        _release(state, seat)


def _await_losses(
    state: CitiesState, forces: tuple[int, int] | None, lost: int, losers: int
) -> None:
    """The cities that the others lose in the roll of one who has left are given up before the next
    turn goes on."""
    if losers:
        state.after, state.phase = state.phase, RESOLVING
        state.forces, state.lost, state.losers = forces, lost, losers


def _release(state: CitiesState, seat: int) -> None:
    state.commits = tuple(other for other in state.commits if other != seat)
    state.drawers = tuple(other for other in state.drawers if other != seat)
    state.losers &= ~(1 << seat)
    if state.surplus == seat:
        state.surplus = NO_SEAT
    if state.receiver != NO_SEAT and not any(state.owed):
        state.receiver = NO_SEAT
        state.phase = MAIN
    advance(state)


# The result that the table wrote down


RESULT_RULES = {"B-178": "CK-221", "B-181": "CK-220"}


def check_result(state: CitiesState, header: Header) -> Iterator[tuple[str, Detail]]:
    for rule, detail in ending.check_result(state, header):
        yield RESULT_RULES[rule], detail


INSTEAD = {"B-067": "CK-030", "B-178": "CK-221", "B-179": "CK-223"}


_robber = adapted(renamed(robber.VERBS["robber"], ROBBER_RULES))
_end_turn = adapted(ending.VERBS["end_turn"])
_claim = renamed(ending.VERBS["claim"], INSTEAD)

VERBS = {
    "robber": Verb(_robber.allowed, (*_robber.checks, check_robber_free), _robber.apply),
    "end_turn": Verb(
        may_end_turn,
        (
            *_end_turn.checks,
            Check("CK-055", too_many_cards),
        ),
        _end_turn.apply,
    ),
    "claim": _claim,
    **{name: adapted(ending.VERBS[name]) for name in ("bell", "abandon")},
    "concede": Verb(ending.may_leave, adapted(ending.VERBS["concede"]).checks, concede),
}
