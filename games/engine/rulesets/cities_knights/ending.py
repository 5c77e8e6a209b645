"""The robber, the end of a turn, the ends of a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.core import Action, Check, Detail, Header, Seat, keeps, says
from games.engine.rulesets.base import ending, robber
from games.engine.rulesets.base.rolling import SEVEN
from games.engine.rulesets.base.state import BEFORE, NO_SEAT, OVER, RESOLVING, ROBBER
from games.engine.rulesets.cities_knights.barbarians import attack
from games.engine.rulesets.cities_knights.decks import MOST_HELD
from games.engine.rulesets.cities_knights.politics import bishop
from games.engine.rulesets.cities_knights.production import after_production, check_attack_first
from games.engine.rulesets.cities_knights.resolving import advance, owing
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import adapted, to_draw
from games.engine.words import marked

# The robber


@keeps("CK-085")
def check_robber_free(state: CitiesState, action: Action) -> Detail | None:
    if state.attacked or state.phase in (BEFORE, ROBBER) or state.rolled != SEVEN:
        return None
    return says(marked("the barbarians have not attacked yet"))


@keeps("CK-035")
def check_drawn(state: CitiesState, action: Action) -> Detail | None:
    """The draws of a roll come before the robber."""
    return None if state.free_choice or state.rolled != SEVEN else to_draw(state)


ROBBER_RULES = {"B-092": "CK-090", "B-170": "CK-158", "B-094": "CK-090"}


def rest(state: CitiesState, action: Action) -> frozenset[str]:
    """What asks for the cards that the robber takes, where it went to another hex."""
    if action.verb == "bishop":
        return bishop.rest(state, action)
    stays = action.verb == "robber" and action.facts[0] == state.robber
    theft = frozenset() if stays else robber.theft(state, action)
    return theft | {ROBBER_RULES[rule] for rule in theft}


# The end of a turn


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
    """What was due from the player is not due any more; what the others have still to do for the
    roll, or for a Saboteur, they do before the next turn goes on."""
    seat = action.seat
    resolving = state.phase == RESOLVING
    watering = bool(state.dry) and after_production(state)
    rest = rest_of(state, seat) if seat == state.turn and (resolving or watering) else None
    owing_ = owing(state)
    ending.concede(state, action)
    if state.phase == OVER:
        return
    if rest is not None:
        rest.take_over(state)
    elif resolving:
        _release(state, seat, owing_)


def _release(state: CitiesState, seat: Seat, owing_: bool) -> None:
    if state.commits:
        state.commits = without(state.commits, seat)
        if not state.commits:
            attack(state)
    state.drawers = without(state.drawers, seat)
    state.losers &= ~(1 << seat)
    if state.surplus == seat:
        state.surplus = NO_SEAT
    if owing_ and not any(state.owed):
        state.receiver = NO_SEAT
        state.phase = state.after
    advance(state)


def without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)


class Rest(NamedTuple):
    """What the others have still to do in the turn of one who leaves. Gifts for a Wedding have
    nobody any more to go to."""

    event: int
    red: int
    rolled: int
    pending: bool
    drawers: tuple[Seat, ...]
    drawn: int
    passed: int
    free_choice: bool
    surplus: Seat
    forces: tuple[int, int] | None
    losers: int
    lost: int
    commits: tuple[Seat, ...]
    undecided: bool
    owed: list[int]
    brought: tuple[int, ...] | None
    dry: tuple[Seat, ...]
    watered: int

    def take_over(self, state: CitiesState) -> None:
        """It is due in the turn that has just begun, before its roll."""
        state.after = state.phase
        state.phase = RESOLVING
        state.event, state.red, state.rolled = self.event, self.red, self.rolled
        state.pending, state.drawers, state.drawn = self.pending, self.drawers, self.drawn
        state.passed, state.free_choice, state.surplus = (
            self.passed,
            self.free_choice,
            self.surplus,
        )
        state.forces, state.losers, state.lost = self.forces, self.losers, self.lost
        state.commits, state.owed = self.commits, self.owed
        state.brought, state.dry, state.watered = self.brought, self.dry, self.watered
        if self.undecided and not self.commits:
            attack(state)
        if not any(self.owed):
            advance(state)


def rest_of(state: CitiesState, seat: Seat) -> Rest:
    owed = state.owed if state.receiver == NO_SEAT else [0] * state.n
    return Rest(
        event=state.event,
        red=state.red,
        rolled=state.rolled,
        pending=state.pending,
        drawers=without(state.drawers, seat),
        drawn=state.drawn,
        passed=state.passed,
        free_choice=state.free_choice,
        surplus=NO_SEAT if state.surplus == seat else state.surplus,
        forces=state.forces,
        losers=state.losers & ~(1 << seat),
        lost=state.lost,
        commits=without(state.commits, seat),
        undecided=bool(state.commits),
        owed=[0 if other == seat else count for other, count in enumerate(owed)],
        brought=state.brought,
        dry=without(state.dry, seat),
        watered=state.watered,
    )


# The result that the table wrote down


RESULT_RULES = {"B-178": "CK-221", "B-179": "CK-223", "B-181": "CK-220"}


def check_result(state: CitiesState, header: Header) -> Iterator[tuple[str, Detail]]:
    for rule, detail in ending.check_result(state, header):
        yield RESULT_RULES[rule], detail


INSTEAD = {"B-067": "CK-030", "B-178": "CK-221", "B-179": "CK-223"}


_robber = adapted(robber.VERBS["robber"].under(ROBBER_RULES))

VERBS = {
    "robber": _robber.also(check_attack_first, check_drawn, check_robber_free),
    "end_turn": adapted(ending.VERBS["end_turn"]).also(Check("CK-055", too_many_cards)),
    "claim": ending.VERBS["claim"].under(INSTEAD),
    **{name: adapted(ending.VERBS[name]) for name in ("bell", "abandon")},
    "concede": adapted(ending.VERBS["concede"]).doing(concede),
}
