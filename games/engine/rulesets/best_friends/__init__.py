"""Best Friends: favour tokens for good deeds, what the guilds give for them, and eleven points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.engine.core import Action, Check, Closing, Detail, Header, Ruleset, Verb, keeps, says
from games.engine.rulesets.base import cards
from games.engine.rulesets.base.packed import KINDS, PLACE, size
from games.engine.rulesets.best_friends import earning, favours, gifts, unseen, using, words
from games.engine.rulesets.best_friends.legal import befriended, offered
from games.engine.rulesets.best_friends.rules import RULES
from games.engine.rulesets.best_friends.state import Befriended, PairedFriends
from games.engine.words import marked

NAMES = {
    "base": marked("Best Friends"),
    "base56": marked("Best Friends for five or six players"),
}
"""By the key of the island on which it is played (BF-001, BF-002)."""

STATES: Mapping[str, type[Befriended]] = {"base": Befriended, "base56": PairedFriends}

SAME = {"B-178": "BF-097", "B-179": "BF-099"}
"""Rules of the box that speak of ten points."""


def best_friends(on: Ruleset, *, key: str, name: str) -> Ruleset:
    """The game with the scenario added to it."""
    notation = words.notation(on.notation)
    return replace(
        on,
        key=key,
        name=name,
        rules={**on.rules, **RULES},
        setup=STATES[on.key],
        shows=(*on.shows, "guilds"),
        verbs=verbs(on.verbs),
        legal=befriended(on.legal),
        offers=offered(on.offers),
        notation=notation,
        hidden=on.hidden and unseen.hidden(on.hidden, notation),
        rest=earning.theft,
        closing=tuple(map(of_the_scenario, on.closing)),
    )


def verbs(theirs: Mapping[str, Verb]) -> dict[str, Verb]:
    ours = dict(theirs)
    for name, wrapped in earning.WRAPPED.items():
        ours[name] = wrapped(ours[name])
    ours["show"] = Verb((cards.check_showing, check_shown_held), show)
    ours = {name: reported_anew(verb) for name, verb in ours.items()}
    return {
        **ours,
        **earning.VERBS,
        **gifts.VERBS,
        **favours.VERBS,
        **using.EXCHANGE,
        "scholars": favours.scholars(ours["buy"]),
    }


def reported_anew(verb: Verb) -> Verb:
    return verb.reported(
        one
        for check in verb.checks
        for one in (of_new_card(check) if check.rule == "B-161" else (check,))
    ).under(SAME)


def of_new_card(check: Check) -> tuple[Check, Check]:
    """Whether a card is played too early: one that was bought, or one of the scholars (BF-089)."""

    def drawn(state: Befriended, detail: Detail) -> bool:
        if size(state.studied) == size(state.bought):
            # Nothing else is new, whatever was not seen of it.
            return bool(state.studied)
        kinds = (kind for kind in range(len(KINDS)) if state.studied >> 8 * kind & PLACE)
        return detail.facts["card"] in {KINDS[kind] for kind in kinds}

    def bought(state: Befriended, action: Action) -> Detail | None:
        detail = check.ask(state, action)
        return None if detail is None or drawn(state, detail) else detail

    def studied(state: Befriended, action: Action) -> Detail | None:
        detail = check.ask(state, action)
        if detail is None or not drawn(state, detail):
            return None
        text = marked("the card {card} was drawn with the scholars in this turn")
        return says(text, card=detail.facts["card"])

    return Check("B-161", bought), Check("BF-089", studied)


def of_the_scenario(check: Closing) -> Closing:
    """The check of a result, by the rules of the scenario."""

    def ask(state: Befriended, header: Header) -> Iterator[tuple[str, Detail]]:
        for rule, detail in check(state, header):
            yield SAME.get(rule, rule), detail

    return ask


# Victory Point cards are shown from ten points on; then they count for gifts (BFD-31)


def show(state: Befriended, action: Action) -> None:
    """Facts: how many cards."""
    state.shown[action.seat] += action.facts[0]
    state.end_if_won()


@keeps("B-164")
def check_shown_held(state: Befriended, action: Action) -> Detail | None:
    already = state.shown[action.seat]
    (count,) = action.facts
    more = action._replace(facts=(count + already if count else 0,))
    return cards.check_shown_held.ask(state, more)
