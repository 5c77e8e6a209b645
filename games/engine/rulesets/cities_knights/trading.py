"""Trade with resources and commodities: at the bank, with other players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial

from games.engine import hints
from games.engine.core import Action, Check, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base import trading
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN, heap, size
from games.engine.rulesets.base.packed import kinds as kinds_of
from games.engine.rulesets.base.state import MAIN
from games.engine.rulesets.base.turns import before_roll, off_turn
from games.engine.rulesets.cities_knights.decks import TRADE
from games.engine.rulesets.cities_knights.hand import (
    KINDS,
    NAMES,
    holds,
    is_commodity,
    overlap,
)
from games.engine.rulesets.cities_knights.rolling import not_held
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.supposed import FLEET, is_left, use_one
from games.engine.rulesets.cities_knights.turns import MOMENT, may_act
from games.engine.words import marked

GUILD = 3
"""The level of trade at which two commodities are enough (CK-099)."""

# The bank


def may_trade_with_bank(state: CitiesState, action: Action) -> bool:
    """Facts: the cards given, the card taken, packed."""
    swap = SWAPS.get(action.facts)
    if swap is None or not may_act(state, action):
        return False
    kind, count, taken = swap
    return (
        holds(state.hands[action.seat], action.facts[0])
        and fits_rate(state, action.seat, kind, count)
        and state.in_bank(taken) > 0
    )


SWAPS: Mapping[tuple[int, ...], tuple[int, int, int]] = {
    (count * ONE[kind], ONE[taken]): (kind, count, taken)
    for count in (2, 3, 4)
    for kind in KINDS
    for taken in KINDS
    if kind != taken
}
"""The kind given, how many cards of it, and the kind taken, by the facts of a trade."""


@lru_cache(maxsize=1000)
def of_one_kind(cards: int) -> tuple[int, int]:
    """The kind of the cards and their number; (-1, 0) if they are of several or none, or if some
    were not seen."""
    found = set(kinds_of(cards))
    return (found.pop(), size(cards)) if len(found) == 1 and UNKNOWN not in found else (-1, 0)


def fits_rate(state: CitiesState, seat: Seat, kind: int, count: int) -> bool:
    if count == 2:
        return has_half(state, seat, kind) or by_fleet(state, kind)
    return count == 4 or (count == 3 and bool(state.general >> seat & 1))


def has_half(state: CitiesState, seat: Seat, kind: int) -> bool:
    """Whether the seat trades the kind 2:1 by harbour, trade level or merchant."""
    if is_commodity(kind):
        return state.levels[seat][TRADE] >= GUILD
    return bool(state.halves[seat] >> kind & 1) or (
        state.merchant_of == seat and state.unit[state.merchant] == ONE[kind]
    )


def by_fleet(state: CitiesState, kind: int) -> bool:
    """Whether a Merchant Fleet of this turn is good for the kind (CK-284, CKD-52)."""
    return bool(state.fleet_kinds >> kind & 1) or is_left(state, FLEET)


def takes_fleet(state: CitiesState, action: Action) -> bool:
    """Whether a Merchant Fleet that has no kind yet is used for the trade."""
    kind, count = of_one_kind(action.facts[0])
    trades = count == 2 and not has_half(state, action.seat, kind)
    return trades and state.fleets > 0 and not state.fleet_kinds >> kind & 1


def trade_with_bank(state: CitiesState, action: Action) -> None:
    give, take = action.facts
    if takes_fleet(state, action):
        use_one(state, FLEET)
        state.fleet_kinds |= 1 << of_one_kind(give)[0]
    state.hands[action.seat] += take - give
    state.bank += give - take


@keeps("B-116")
def check_bank_open(state: CitiesState, action: Action) -> Detail | None:
    return off_turn(state, action) or before_roll(state)


@keeps("CK-094")
def check_one_kind(state: CitiesState, action: Action) -> Detail | None:
    return mixed(state, action)


def mixed(state: CitiesState, action: Action) -> Detail | None:
    found = set(kinds_of(action.facts[0]))
    if len(found - {UNKNOWN}) == 1 or found == {UNKNOWN}:
        return None
    return says(marked("{cards} are not of one kind"), cards=heap(action.facts[0]))


@keeps("CK-100")
def check_two_of_a_kind(state: CitiesState, action: Action) -> Detail | None:
    give = kinds_of(action.facts[0])
    if len(give) == 2 and all(map(is_commodity, give)):
        return mixed(state, action)
    return None


@keeps("CK-285")
def check_fleet_of_a_kind(state: CitiesState, action: Action) -> Detail | None:
    if state.fleets or state.fleet_kinds:
        return mixed(state, action)
    return None


@keeps("CK-102")
def check_one_other_card(state: CitiesState, action: Action) -> Detail | None:
    """One card is taken, of another kind."""
    give, take = action.facts
    if size(take) == 1 and not overlap(give, take):
        return None
    return says(marked("{give} for {take}"), give=heap(give), take=heap(take))


def rate_check(rule: str, *, commodity: bool, count: int) -> Check:
    """The player has no right to this rate."""

    def ask(state: CitiesState, action: Action) -> Detail | None:
        kind, given = of_one_kind(action.facts[0])
        if given != count or is_commodity(kind) != commodity:
            return None
        return no_right(state, action)

    return Check(rule, ask)


def no_right(state: CitiesState, action: Action) -> Detail | None:
    kind, count = of_one_kind(action.facts[0])
    if not count or fits_rate(state, action.seat, kind, count):
        return None
    return says(
        marked("{player} has no right to {count}:1 for {card}, the price is {price}"),
        player=state.name(action.seat),
        count=count,
        card=NAMES[kind],
        price=3 if state.general >> action.seat & 1 else 4,
    )


def only(*checks: Check) -> Iterator[Check]:
    """Each of them only where none before it has an answer: they tell of the same mistake."""
    for at, check in enumerate(checks):
        yield Check(check.rule, partial(_unless, checks[:at], check))


def _unless(
    others: Sequence[Check], check: Check, state: CitiesState, action: Action
) -> Detail | None:
    if any(other.ask(state, action) is not None for other in others):
        return None
    return check.ask(state, action)


@keeps("CK-093")
def check_rate(state: CitiesState, action: Action) -> Detail | None:
    _kind, count = of_one_kind(action.facts[0])
    return no_right(state, action) if count != 2 else None


@keeps("CK-098")
def check_harbour_for_resources(state: CitiesState, action: Action) -> Detail | None:
    """A 2:1 harbour was used for a commodity."""
    kind, count = of_one_kind(action.facts[0])
    if count == 2 and is_commodity(kind) and state.halves[action.seat]:
        return no_right(state, action)
    return None


@keeps("CK-101")
def check_guild_for_commodities(state: CitiesState, action: Action) -> Detail | None:
    kind, count = of_one_kind(action.facts[0])
    guild = state.levels[action.seat][TRADE] >= GUILD
    return no_right(state, action) if guild and count == 2 and not is_commodity(kind) else None


@keeps("CK-215")
def check_own_merchant(state: CitiesState, action: Action) -> Detail | None:
    """The merchant of somebody else stands on such a hex; or it is in play, and nothing else of
    the player would trade two for one."""
    kind, count = of_one_kind(action.facts[0])
    if count != 2 or state.merchant < 0 or is_commodity(kind):
        return None
    if state.unit[state.merchant] != ONE[kind] and state.halves[action.seat]:
        return None
    return no_right(state, action)


@keeps("CK-216")
def check_merchant_for_resources(state: CitiesState, action: Action) -> Detail | None:
    kind, count = of_one_kind(action.facts[0])
    if count != 2 or state.merchant < 0 or not is_commodity(kind):
        return None
    return no_right(state, action) if state.second[state.merchant] == ONE[kind] else None


@keeps("CK-286")
def check_fleet_kind(state: CitiesState, action: Action) -> Detail | None:
    return no_right(state, action) if state.fleet_kinds else None


@keeps("CK-284")
def check_fleet_gone(state: CitiesState, action: Action) -> Detail | None:
    """The player's Merchant Fleet was of an earlier turn."""
    _kind, count = of_one_kind(action.facts[0])
    gone = state.fleets_gone >> action.seat & 1
    return no_right(state, action) if gone and count == 2 else None


@keeps("CK-097")
def check_harbour_kind(state: CitiesState, action: Action) -> Detail | None:
    """A 2:1 harbour was used for a resource that it does not serve."""
    kind, count = of_one_kind(action.facts[0])
    if count == 2 and not is_commodity(kind) and state.halves[action.seat]:
        return no_right(state, action)
    return None


@keeps("CK-099")
def check_level_for_guild(state: CitiesState, action: Action) -> Detail | None:
    """Trade was built, but not as far as to its third level."""
    kind, count = of_one_kind(action.facts[0])
    if count != 2 or not is_commodity(kind) or not state.levels[action.seat][TRADE]:
        return None
    return no_right(state, action)


@keeps("CK-093")
def check_given_held(state: CitiesState, action: Action) -> Detail | None:
    if action.facts[0] >> 8 * UNKNOWN & PLACE:
        return cannot(
            marked("cards of the bank are open: they are written by name, not as ?"),
            hints.BY_LETTERS,
        )
    return not_held(state, action.seat, action.facts[0])


@keeps("B-114")
def check_bank_holds(state: CitiesState, action: Action) -> Detail | None:
    wanted = kinds_of(action.facts[1])
    for kind in set(wanted):
        if kind not in KINDS:
            return cannot(
                marked("cards of the bank are open: they are written by name, not as ?"),
                hints.BY_LETTERS,
            )
        if wanted.count(kind) > state.in_bank(kind):
            return says(
                marked("the bank has {have} of {resource}"),
                have=state.in_bank(kind),
                resource=NAMES[kind],
            )
    return None


# Deals


def may_deal(state: CitiesState, action: Action) -> bool:
    """Facts: the other seat, the cards that this one gives, those that it gets."""
    other, give, get = action.facts
    return (
        state.phase >= MAIN
        and state.turn in (action.seat, other)
        and other != action.seat
        and not state.out & (1 << action.seat | 1 << other)
        and bool(give)
        and bool(get)
        and not overlap(give, get)
        and holds(state.hands[action.seat], give)
        and holds(state.hands[other], get)
    )


@keeps("CK-092")
def check_with_turn(state: CitiesState, action: Action) -> Detail | None:
    return trading.check_with_turn(state, action)


@keeps("CK-294")
def check_no_gift(state: CitiesState, action: Action) -> Detail | None:
    return trading.check_no_gift(state, action)


@keeps("CK-294")
def check_kinds_apart(state: CitiesState, action: Action) -> Detail | None:
    _other, give, get = action.facts
    if overlap(give, get):
        return says(
            marked("{give} for {get} has a kind on both sides"),
            give=heap(give),
            get=heap(get),
        )
    return None


@keeps("CK-092")
def check_both_hold(state: CitiesState, action: Action) -> Detail | None:
    other, give, get = action.facts
    return not_held(state, action.seat, give) or not_held(state, other, get)


VERBS = {
    "bank": Verb(
        (
            *MOMENT,
            check_bank_open,
            check_one_kind,
            check_two_of_a_kind,
            check_fleet_of_a_kind,
            check_one_other_card,
            check_rate,
            rate_check("CK-095", commodity=True, count=3),
            rate_check("CK-096", commodity=False, count=3),
            *only(
                check_fleet_kind,
                check_harbour_for_resources,
                check_guild_for_commodities,
                check_merchant_for_resources,
                check_own_merchant,
                check_harbour_kind,
                check_level_for_guild,
                check_fleet_gone,
                rate_check("CK-093", commodity=True, count=2),
                rate_check("CK-096", commodity=False, count=2),
            ),
            check_given_held,
            check_bank_holds,
        ),
        trade_with_bank,
        may_trade_with_bank,
    ),
    "deal": Verb(
        (
            *MOMENT,
            check_with_turn,
            trading.check_deal_after_roll,
            check_no_gift,
            check_kinds_apart,
            check_both_hold,
        ),
        trading.deal,
        may_deal,
    ),
}
