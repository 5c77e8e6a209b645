"""Seafarers: what the sea adds to a game on land."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.engine.board.frames import IN_PLAY
from games.engine.core import Action, Check, Detail, Header, Ruleset, Verb, unless
from games.engine.rulesets import base
from games.engine.rulesets.base import building, ending
from games.engine.rulesets.base import cards as base_cards
from games.engine.rulesets.base.ending import check_enough, check_first_to_win
from games.engine.rulesets.base.founding import founds_second
from games.engine.rulesets.base.robber import check_card_taken, check_to_move
from games.engine.rulesets.base.state import FOUND
from games.engine.rulesets.base.turns import check_discarded
from games.engine.rulesets.seafarers import cards, founding, gold, pirate, ships, unseen, words
from games.engine.rulesets.seafarers.legal import at_sea
from games.engine.rulesets.seafarers.rules import RECKONED, RULES
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
        reckoned={**on_land.reckoned, **RECKONED},
        setup=state,
        shows=(*on_land.shows, "ships"),
        verbs=ours,
        legal=at_sea(on_land.legal, ours),
        due=gold.due_with(on_land.due),
        rest=pirate.theft_too(on_land.rest),
        notation=notation,
        hidden=on_land.hidden and unseen.hidden(on_land.hidden, notation),
    )


def verbs(on_land: Mapping[str, Verb], road_building: Verb) -> dict[str, Verb]:
    """All that is done on land, as it is done by the sea, and what is done at sea."""
    ours = {**on_land, "road_building": road_building, **ships.VERBS, **pirate.VERBS}
    ours = {
        # What is quick in a turn says no as long as gold is awaited: that is a phase of its own.
        name: after_gold(verb).quickly(verb.quick) if verb.asks(check_discarded) else verb
        for name, verb in ours.items()
    } | gold.VERBS
    for name in ("road", "free_road", "found_road"):
        ours[name] = on_dry_land(ours[name])
    ours["found_road"] = after_gold(ours["found_road"])
    ours["found_ship"] = ship_for(ours["found_road"])
    ours["settle"] = (
        ours["settle"].instead({building.check_at_road: founding.check_reached}).quickly(None)
    )
    ours["robber"] = (
        ours["robber"].instead(ROBBER_AT_SEA).also(pirate.check_not_both, pirate.check_on_land)
    )
    ours["concede"] = leaving(ours["concede"])
    for name in ("found", "found_city"):
        if name in ours:
            ours[name] = at_home(ours[name])
    return ours


def after_gold(verb: Verb) -> Verb:
    """The verb waits for the cards that gold brings. Where it did not, that is said once."""

    def applied(state: Sailing, action: Action) -> None:
        gold.pass_over(state)
        verb.apply(state, action)

    return verb.after(gold.check_chosen).doing(applied)


def on_dry_land(verb: Verb) -> Verb:
    """A road, where there is also the sea to be told from the land."""
    laid = verb.instead({building.check_joined: ships.check_joined_at_sea}).also(
        ships.check_on_land, ships.check_no_ship
    )
    return laid.also(ships.check_not_at_ship) if verb.asks(building.check_joined) else laid


def ship_for(road: Verb) -> Verb:
    """The ship that is founded in place of a road."""
    return (
        road.instead({ships.check_on_land: (), building.check_road_piece: ()})
        .quickly(None)
        .also(ships.check_founded_at_sea, ships.check_no_pirate, ships.check_piece)
        .doing(founding.found_ship)
    )


def at_home(verb: Verb) -> Verb:
    """A founding where the map has it; gold beside the second one brings cards of choice."""

    def apply(state: Sailing, action: Action) -> None:
        second = state.phase == FOUND and founds_second(state, action.seat)
        verb.apply(state, action)
        if second:
            founding.owe_gold(state, action)

    return verb.also(founding.check_on_land, *founding.AT_HOME).doing(apply)


ROBBER_AT_SEA = {
    check_to_move: pirate.check_robber_due,
    # At sea the robber takes no card, which is not asked about as well.
    check_card_taken: unless((pirate.check_on_land,), check_card_taken),
}


def with_gold(verb: Verb) -> Verb:
    def apply(state: Sailing, action: Action) -> None:
        verb.apply(state, action)
        gold.await_gold(state, action.facts[0])

    return verb.doing(apply)


TARGETS = IN_PLAY["target"]


def goal(state: Sailing) -> str:
    """The rule that says how many points it takes: that of the map, if it has one."""
    of_the_map: str = state.header.board.frame.rules.get("target", "")
    return of_the_map if of_the_map in TARGETS else check_enough.rule


def to_the_target(verb: Verb) -> Verb:
    """Who has won too early, or after somebody else, breaks the rule of the map that says how
    many points it takes."""

    def told(check: Check) -> tuple[Check, ...]:
        def reported(rule: str) -> Check:
            def ask(state: Sailing, action: Action) -> Detail | None:
                return check.ask(state, action) if rule == goal(state) else None

            return Check(rule, ask)

        return tuple(map(reported, (*TARGETS, check.rule)))

    return verb.instead({check: told(check) for check in (check_enough, check_first_to_win)})


def check_result(state: Sailing, header: Header) -> Iterator[tuple[str, Detail]]:
    for rule, detail in ending.check_result(state, header):
        yield goal(state) if rule == check_enough.rule else rule, detail


def leaving(verb: Verb) -> Verb:
    """Who leaves the game chooses no more cards."""

    def apply(state: Sailing, action: Action) -> None:
        if state.picks[action.seat]:
            state.picks[action.seat] = 0
            gold.go_on(state)
        verb.apply(state, action)
        gold.await_others(state)

    return verb.doing(apply)


RULESET = seafaring(
    replace(
        base.RULESET,
        verbs={
            **base.RULESET.verbs,
            "roll": with_gold(base.RULESET.verbs["roll"]),
            "claim": to_the_target(base.RULESET.verbs["claim"]),
        },
        closing=(check_result,),
    ),
    key="seafarers",
    name=marked("Seafarers"),
    state=Sailing,
    road_building=base.RULESET.verbs["road_building"].instead(
        {base_cards.check_a_piece: cards.check_a_piece, base_cards.check_room: cards.check_room}
    ),
)
