"""Seafarers: what the sea adds to a game on land."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from games.engine.board.frames import IN_PLAY
from games.engine.core import Action, Check, Detail, Ruleset, Verb, unless
from games.engine.rulesets import base
from games.engine.rulesets.base import building
from games.engine.rulesets.base import cards as base_cards
from games.engine.rulesets.base.ending import check_enough
from games.engine.rulesets.base.opening import check_board, check_unchanged
from games.engine.rulesets.base.robber import check_card_taken, check_to_move
from games.engine.rulesets.base.state import FOUND
from games.engine.rulesets.base.turns import check_discarded
from games.engine.rulesets.seafarers import cards, founding, gold, pirate, ships, unseen, words
from games.engine.rulesets.seafarers.legal import at_sea
from games.engine.rulesets.seafarers.rules import RULES
from games.engine.rulesets.seafarers.state import Sailing
from games.engine.words import marked


def seafaring(
    on_land: Ruleset, *, key: str, name: str, state: type[Sailing], road_building: Verb
) -> Ruleset:
    """The game with the sea added to it; `state` is that of the game with `Sailing` before it,
    `road_building` the play of the card that lays ships as well."""
    ours = verbs(on_land.verbs, road_building)
    notation = words.notation(on_land.notation)
    return replace(
        on_land,
        key=key,
        name=name,
        rules={**on_land.rules, **RULES},
        setup=state,
        verbs=ours,
        legal=at_sea(on_land.legal, ours),
        due=gold.due_with(on_land.due),
        notation=notation,
        hidden=on_land.hidden and unseen.hidden(on_land.hidden, notation),
        opening=(
            *(look for look in on_land.opening if look not in (check_board, check_unchanged)),
            check_board,
        ),
    )


def verbs(on_land: Mapping[str, Verb], road_building: Verb) -> dict[str, Verb]:
    """All that is done on land, as it is done by the sea, and what is done at sea."""
    ours = {**on_land, "road_building": road_building, **ships.VERBS, **pirate.VERBS}
    ours = {name: chosen_first(verb) for name, verb in ours.items()} | gold.VERBS
    for name in ("road", "free_road", "found_road"):
        ours[name] = on_dry_land(ours[name])
    ours["found_road"] = after_gold(ours["found_road"])
    ours["found_ship"] = ship_for(ours["found_road"])
    ours["settle"] = replace(
        instead(ours["settle"], {building.check_at_road: founding.check_reached}),
        quick=founding.may_settle,
    )
    ours["robber"] = robber_on_land(ours["robber"])
    ours["concede"] = leaving(ours["concede"])
    for name in ("found", "found_city"):
        if name in ours:
            ours[name] = at_home(ours[name])
    return ours


def chosen_first(verb: Verb) -> Verb:
    """The verb waits for the cards that gold brings; in that phase nothing else is allowed."""
    if not any(check.ask is check_discarded.ask for check in verb.checks):
        return verb
    return replace(
        verb, checks=(gold.check_chosen, *verb.checks), apply=going_on_without(verb.apply)
    )


def going_on_without(apply: Callable[[Any, Action], None]) -> Callable[[Any, Action], None]:
    """What is played while cards for gold are due: that it did not wait is told once."""

    def applied(state: Sailing, action: Action) -> None:
        gold.pass_over(state)
        apply(state, action)

    return applied


def instead(verb: Verb, others: Mapping[Check, Check]) -> Verb:
    """The verb with other checks in place of some; where the game has given one of them another
    id, it stays with that."""
    return replace(verb, checks=tuple(_instead(check, others) for check in verb.checks))


def _instead(check: Check, others: Mapping[Check, Check]) -> Check:
    for theirs, ours in others.items():
        if check.ask is theirs.ask:
            return Check(ours.rule if check.rule == theirs.rule else check.rule, ours.ask)
    return check


def on_dry_land(verb: Verb) -> Verb:
    """A road, where there is also the sea to be told from the land."""

    def allowed(state: Sailing, action: Action) -> bool:
        return bool(state.waters.roads >> action.facts[0] & 1) and verb.allowed(state, action)

    joined = instead(verb, {building.check_joined: ships.check_joined_at_sea})
    checks = [*joined.checks, ships.check_on_land, ships.check_no_ship]
    if any(check.ask is building.check_joined.ask for check in verb.checks):
        checks.append(ships.check_not_at_ship)
    return replace(verb, quick=allowed, checks=tuple(checks))


def after_gold(verb: Verb) -> Verb:
    """A founding road or ship comes after the cards that gold brings."""

    def allowed(state: Sailing, action: Action) -> bool:
        return not gold.awaited(state) and verb.allowed(state, action)

    return Verb((gold.check_chosen, *verb.checks), going_on_without(verb.apply), allowed)


def ship_for(road: Verb) -> Verb:
    """The ship that is founded in place of a road."""
    ours = (ships.check_founded_at_sea, ships.check_no_pirate, ships.check_piece)
    left_out = (ships.check_on_land, building.check_road_piece)
    checks = [check for check in road.checks if check not in left_out]
    return Verb((*checks, *ours), founding.found_ship, ships.may_found)


def at_home(verb: Verb) -> Verb:
    """A founding where the map has it; gold beside the second one brings cards of choice."""

    def allowed(state: Sailing, action: Action) -> bool:
        return founding.at_home(state, action) and verb.allowed(state, action)

    def apply(state: Sailing, action: Action) -> None:
        second = state.phase == FOUND and state.founded >= state.n
        verb.apply(state, action)
        if second:
            founding.see_gold(state, action)

    return Verb((*verb.checks, founding.check_on_land, *founding.AT_HOME), apply, allowed)


def robber_on_land(verb: Verb) -> Verb:
    def allowed(state: Sailing, action: Action) -> bool:
        return action.facts[0] not in state.waters.water and verb.allowed(state, action)

    moved = instead(verb, {check_to_move: pirate.check_robber_due})
    # At sea the robber takes no card, which is not asked about as well.
    checks = (
        unless((pirate.check_on_land,), check) if check.ask is check_card_taken.ask else check
        for check in moved.checks
    )
    return replace(
        verb, quick=allowed, checks=(*checks, pirate.check_not_both, pirate.check_on_land)
    )


def with_gold(verb: Verb) -> Verb:
    def apply(state: Sailing, action: Action) -> None:
        verb.apply(state, action)
        gold.see_gold(state, action.facts[0])

    return replace(verb, apply=apply)


def to_the_target(verb: Verb) -> Verb:
    """Who has won too early breaks the rule of the map that says how many points it takes."""

    def told(rule: str) -> Check:
        def ask(state: Sailing, action: Action) -> Detail | None:
            chart_rule = state.header.board.frame.rules.get("target")
            ours = chart_rule if chart_rule in TARGETS else check_enough.rule
            return check_enough.ask(state, action) if rule == ours else None

        return Check(rule, ask)

    parted = tuple(map(told, (*TARGETS, check_enough.rule)))
    checks = [
        one for check in verb.checks for one in (parted if check is check_enough else (check,))
    ]
    return replace(verb, checks=tuple(checks))


TARGETS = IN_PLAY["target"]


def leaving(verb: Verb) -> Verb:
    """Who leaves the game chooses no more cards."""

    def apply(state: Sailing, action: Action) -> None:
        state.picks[action.seat] = 0
        gold.go_on(state)
        verb.apply(state, action)
        gold.await_others(state)

    return replace(verb, apply=apply)


RULESET = seafaring(
    replace(
        base.RULESET,
        verbs={
            **base.RULESET.verbs,
            "roll": with_gold(base.RULESET.verbs["roll"]),
            "claim": to_the_target(base.RULESET.verbs["claim"]),
        },
    ),
    key="seafarers",
    name=marked("Seafarers"),
    state=Sailing,
    road_building=replace(
        instead(
            base.RULESET.verbs["road_building"],
            {
                base_cards.check_a_piece: cards.check_a_piece,
                base_cards.check_room: cards.check_room,
            },
        ),
        quick=cards.may_play_roads,
    ),
)
