"""What the scenario changes in the verbs of the game that it is played on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.core import (
    Action,
    Check,
    Detail,
    Narrowing,
    Verb,
    keeps,
    reported_narrowly,
    says,
)
from games.engine.rulesets.base.founding import founds_second
from games.engine.rulesets.base.packed import heap, size
from games.engine.rulesets.base.rolling import DICE
from games.engine.rulesets.base.state import MAIN
from games.engine.rulesets.base.turns import check_discarded
from games.engine.rulesets.festive.figure import FIGURE
from games.engine.rulesets.festive.state import Festive
from games.engine.rulesets.festive.tokens import EXCHANGE, LATE
from games.engine.words import marked

ROBBER_MOVES = ("robber", "bishop")
"""The verbs that put the robber on the hex which is their first fact."""

FOUNDINGS = ("found", "found_city")

FREE_PIECES = ("free_road", "free_ship")


def verbs(on_island: Mapping[str, Verb]) -> dict[str, Verb]:
    """The verbs of the game with the scenario, their rules under the ids of Easter Bunny."""
    ours = {name: to_the_goal(exchanged_first(verb)) for name, verb in on_island.items()}
    for name in ROBBER_MOVES:
        if name in ours:
            ours[name] = kept_off(ours[name], by_card=name != "robber" or "knight" in ours)
    for name in FREE_PIECES:
        if name in ours:
            ours[name] = telling(ours[name], check_card_done)
    for name in FOUNDINGS:
        if name in ours:
            ours[name] = telling(ours[name], check_bare)
    ours["roll"] = telling(ours["roll"], *TWICE)
    if "produce" in ours:
        ours["produce"] = telling(ours["produce"], *PRODUCED)
    ours["concede"] = leaving(ours["concede"])
    return reported_narrowly(ours, NARROWER) | {"figure": FIGURE, "exchange_tokens": EXCHANGE}


GOALS = frozenset(("B-178", "CK-221", "CKS-09", "SF-28", "SF-32"))
"""The rules of the islands that say how many points win."""


def to_the_goal(verb: Verb) -> Verb:
    """The verb, its rules that say how many points win told by that of the scenario, unless the
    goal is that of the game on the island (EBD-15)."""
    return verb.reported(
        one
        for check in verb.checks
        for one in (by_goal(check) if check.rule in GOALS else (check,))
    )


def by_goal(check: Check) -> tuple[Check, Check]:
    def of_island(state: Festive, action: Action) -> Detail | None:
        return check.ask(state, action) if state.has_goal_of_island else None

    def of_scenario(state: Festive, action: Action) -> Detail | None:
        return None if state.has_goal_of_island else check.ask(state, action)

    return Check(check.rule, of_island), Check("EB-051", of_scenario)


SHORT = ("B-082", "B-083")
"""The bank could not pay."""

OF_THE_HEX = ("EB-014", "EB-015", "EB-016")

BROUGHT: dict[str, Sequence[str]] = {
    "EB-014": SHORT,
    "EB-015": SHORT,
    "EB-016": ("EB-014", "EB-015", *SHORT),
    **dict.fromkeys(
        (
            *("B-026", "B-073", "B-074", "B-075", "B-076", "B-077", "CK-066"),
            *(f"CK-{number:03}" for number in range(67, 76)),
        ),
        OF_THE_HEX,
    ),
}

TO_A_BARRED_HEX: dict[str, Sequence[str]] = {
    "EB-048": ("EB-049", "EB-050"),
    "EB-049": ("EB-050",),
}

PIECES: dict[str, Sequence[str]] = {"B-166": ("EB-055",), "CK-244": ("EB-055",)}

NARROWER: Narrowing = {
    "roll": BROUGHT,
    "produce": BROUGHT,
    "found": {"B-061": ("EB-012",)},
    "found_city": {"CK-026": ("EB-012",), "CK-027": ("EB-012",)},
    "robber": {**TO_A_BARRED_HEX, "B-092": ("EB-025",), "CK-090": ("EB-025",)},
    "bishop": TO_A_BARRED_HEX,
    "free_road": PIECES,
    "free_ship": PIECES,
}
"""Where the scenario has a row of its own."""


def telling(verb: Verb, *cases: Check) -> Verb:
    """The verb with rules of the scenario for cases in which it breaks one of the game as well."""
    return verb.reported((*verb.checks, *cases))


def exchanged_first(verb: Verb) -> Verb:
    """The verb waits for those who have to exchange tokens."""
    if not waits(verb):
        return verb

    def apply(state: Festive, action: Action) -> None:
        """What is played while tokens are to be exchanged: that it did not wait is told once."""
        state.passed_over = bool(state.exchanging)
        verb.apply(state, action)

    return verb.after(*LATE).doing(apply)


def waits(verb: Verb) -> bool:
    """Whether nothing else may be due when it is done."""
    return verb.asks(check_discarded)


def leaving(verb: Verb) -> Verb:
    """The tokens of whoever leaves the game go back."""

    def apply(state: Festive, action: Action) -> None:
        state.drop(action.seat)
        verb.apply(state, action)

    return verb.doing(apply)


# The robber


def kept_off(verb: Verb, *, by_card: bool) -> Verb:
    """The robber goes neither to the figure nor to the special hex, which another row says of what
    may be done `by_card`."""
    with_card = (check_not_with_card,) if by_card else ()
    return verb.also(check_not_to_figure, check_not_home, *with_card, check_no_theft)


@keeps("EB-048")
def check_not_to_figure(state: Festive, action: Action) -> Detail | None:
    hex_ = action.facts[0]
    if hex_ != state.figure:
        return None
    return says(marked("the figure stands on {hex}"), hex=state.hex_name(hex_))


@keeps("EB-049")
def check_not_home(state: Festive, action: Action) -> Detail | None:
    hex_ = action.facts[0]
    if hex_ != state.home:
        return None
    return says(marked("{hex} is the special hex"), hex=state.hex_name(hex_))


@keeps("EB-050")
def check_not_with_card(state: Festive, action: Action) -> Detail | None:
    hex_ = action.facts[0]
    if not state.bars(hex_) or not (state.by_knight or action.verb != "robber"):
        return None
    return says(marked("no card puts the robber on {hex}"), hex=state.hex_name(hex_))


@keeps("EB-025")
def check_no_theft(state: Festive, action: Action) -> Detail | None:
    previous = state.previous
    chased = previous is not None and previous.verb == "figure" and previous.facts[2] >= 0
    if action.verb != "robber" or not chased or state.phase != MAIN:
        return None
    return says(marked("the figure chased the robber, and nobody is robbed"))


# A card that is being carried out


@keeps("EB-055")
def check_card_done(state: Festive, action: Action) -> Detail | None:
    previous = state.previous
    if not state.free or previous is None or previous.verb not in ("figure", "exchange_tokens"):
        return None
    return says(marked("the figure was moved between the pieces of the card"))


# The hex with 2 and 12


def twice(rule: str, number: int) -> Check:
    """What the hex with both numbers brings for one of them, if the record says it."""

    @keeps(rule)
    def check(state: Festive, action: Action) -> Detail | None:
        if action.gains is None or action.facts not in DICE or action.facts[0] != number:
            return None
        return unlike(state, action.gains, state.due(number))

    return check


def produced(rule: str, number: int) -> Check:
    """The same where what a roll has brought is an action by itself."""

    @keeps(rule)
    def check(state: Any, action: Action) -> Detail | None:
        if action.gains is None or state.brought is None or state.rolled != number:
            return None
        return unlike(state, action.gains, state.brought)

    return check


def unlike(state: Festive, gains: Sequence[int], due: Sequence[int]) -> Detail | None:
    for seat in state.seats:
        for hex_ in state.bearing:
            if gains[seat] != due[seat] and state.stood[hex_][seat] and hex_ != state.robber:
                return says(
                    marked("{hex} bears 2 and 12: {player} took {got}, due is {due}"),
                    hex=state.hex_name(hex_),
                    player=state.name(seat),
                    got=heap(gains[seat]),
                    due=heap(due[seat]),
                )
    return None


# The figure stops no production


@keeps("EB-016")
def check_figure_stops_none(state: Festive, action: Action) -> Detail | None:
    if action.gains is None or action.facts not in DICE:
        return None
    return stopped(state, action.gains, state.due(action.facts[0]), action.facts[0])


@keeps("EB-016")
def check_none_stopped(state: Any, action: Action) -> Detail | None:
    """The same where what a roll has brought is an action by itself."""
    if action.gains is None or state.brought is None:
        return None
    return stopped(state, action.gains, state.brought, state.rolled)


def stopped(state: Festive, gains: Sequence[int], due: Sequence[int], number: int) -> Detail | None:
    hex_ = state.figure
    if hex_ == state.robber or number not in state.numbers[hex_]:
        return None
    for seat in state.seats:
        if state.stood[hex_][seat] and size(gains[seat]) < size(due[seat]):
            return says(
                marked("the figure on {hex} stops nothing: {player} took {got}, due is {due}"),
                hex=state.hex_name(hex_),
                player=state.name(seat),
                got=heap(gains[seat]),
                due=heap(due[seat]),
            )
    return None


@keeps("EB-012")
def check_bare(state: Festive, action: Action) -> Detail | None:
    """The special hex brings no card to a settlement founded there, if the record says any."""
    hexes = state.places.hexes_at[action.facts[0]]
    second = founds_second(state, action.seat)
    if action.gains is None or state.home not in hexes or not second:
        return None
    got, due = action.gains[action.seat], sum(state.unit[hex_] for hex_ in hexes)
    if got == due or size(got) <= size(due):
        return None
    return says(marked("{hex} is the special hex"), hex=state.hex_name(state.home))


BEARING = {"EB-014": 2, "EB-015": 12}

TWICE = (*(twice(rule, number) for rule, number in BEARING.items()), check_figure_stops_none)

PRODUCED = (*(produced(rule, number) for rule, number in BEARING.items()), check_none_stopped)
