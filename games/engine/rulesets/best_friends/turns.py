"""When tokens are used and cards given away: in one's own turn, not in the middle of something."""

from __future__ import annotations

from games.engine.core import Action, Detail, keeps, says
from games.engine.rulesets.base.state import BEFORE, FOUND_ROAD, MAIN
from games.engine.rulesets.base.turns import before_roll, off_turn
from games.engine.rulesets.best_friends.state import Befriended
from games.engine.words import marked


def untimely(state: Befriended) -> Detail | None:
    """A roll, a 7 or a card is being carried out (BFD-07)."""
    if FOUND_ROAD < state.phase < MAIN and state.phase != BEFORE:
        return says(marked("something else is to be finished first"))
    if state.after_roll_only and before_roll(state) is not None:
        return says(
            marked(
                "{player} has not rolled yet; this table does that after the roll only (BFD-07)"
            ),
            player=state.name(state.turn),
        )
    return None


@keeps("BF-068")
def check_moment(state: Befriended, action: Action) -> Detail | None:
    return untimely(state)


@keeps("BF-066")
def check_own_turn(state: Befriended, action: Action) -> Detail | None:
    return None if action.seat in state.contenders else off_turn(state, action)


@keeps("BF-069")
def check_own_part(state: Befriended, action: Action) -> Detail | None:
    """Both who have a stone are in their turn, but one after the other."""
    return off_turn(state, action) if action.seat in state.contenders else None
