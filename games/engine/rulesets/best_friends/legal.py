"""All legal actions of a moment: those of the game below, and those of the scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations

from games.engine.core import NOBODY, Action
from games.engine.rulesets.base.legal import listed, open_paths
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN, size
from games.engine.rulesets.base.state import BEFORE, MAIN, PAIRED, ROBBER
from games.engine.rulesets.best_friends import favours, gifts, using
from games.engine.rulesets.best_friends.earning import draws_of, is_desert, just_earned
from games.engine.rulesets.best_friends.guilds import (
    MASTER_BUILDERS,
    MERCHANTS,
    PRICES,
    ROAD_BUILDERS,
    SCHOLARS,
    TRADERS,
)
from games.engine.rulesets.best_friends.state import EXCHANGED, NOT_YET, USING, Befriended

Listing = Callable[[Befriended], Iterator[Action]]

KINDS = range(UNKNOWN)


def befriended(theirs: Listing) -> Listing:
    def legal(state: Befriended) -> Iterator[Action]:
        yield from theirs(state)
        if state.phase == ROBBER:
            yield from sparing(state)
        if state.phase in (BEFORE, MAIN, PAIRED) and not early(state):
            yield from presents(state)
            if state.tokens[state.turn]:
                yield from uses(state)

    return legal


def offered(theirs: Listing) -> Listing:
    def offers(state: Befriended) -> Iterator[Action]:
        yield from theirs(state)
        yield from takings(state)
        if state.phase in (BEFORE, MAIN) and not early(state):
            yield from refusals(state)

    return offers


def early(state: Befriended) -> bool:
    return state.after_roll_only and state.phase == BEFORE


def sparing(state: Befriended) -> Iterator[Action]:
    """The robber to a desert without taking a card, where one could be taken (BF-018)."""
    seat = state.turn
    for hex_ in range(len(state.places.corners)):
        victims = state.victims(seat, hex_) if is_desert(state, hex_) else []
        if hex_ != state.robber and any(state.hands[other] for other in victims):
            yield listed(seat, "robber", hex_, NOBODY, NOBODY)


# Cards given away


def presents(state: Befriended) -> Iterator[Action]:
    """To each who may be offered one, each kind of card; to the bank if there is nobody."""
    seat = state.turn
    if state.gave or state.phase == PAIRED:
        return
    able = gifts.able(state, seat)
    for receiver in able:
        if receiver != state.refuser:
            for kind in held(state, unseen=True):
                yield listed(seat, "give", receiver, ONE[kind])
    if not able:
        for kind in held(state):
            yield listed(seat, "give_to_bank", ONE[kind])


def refusals(state: Befriended) -> Iterator[Action]:
    """Who may refuse; nobody need know which card."""
    seat = state.turn
    if not state.gave and size(state.hands[seat]):
        for receiver in gifts.able(state, seat):
            if receiver != state.refuser:
                yield listed(seat, "refuse", receiver)


def held(state: Befriended, *, unseen: bool = False) -> list[int]:
    """The kinds in the hand of the player on turn; with `unseen`, also cards that nobody saw."""
    kinds = (*KINDS, UNKNOWN) if unseen else KINDS
    return [kind for kind in kinds if state.hands[state.turn] >> 8 * kind & PLACE]


def takings(state: Befriended) -> Iterator[Action]:
    """The tokens that the action before brings, in every order that its player may choose."""
    earned = just_earned(state)
    if earned is not None and earned.draws:
        pool = state.drawable_of(state.before)
        orders = dict.fromkeys(permutations(earned.receivers))
        for order in dict.fromkeys(
            (*order, *earned.draws[len(order) :])[:pool] for order in orders
        ):
            yield Action(state.turn, "tokens", (draws_of(order),))


# Tokens


def uses(state: Befriended) -> Iterator[Action]:
    """The favours for which the tokens may suffice, whatever kinds they are; an exchange."""
    seat = state.turn
    if state.occasion == NOT_YET and state.drawable_of(state.supply):
        yield listed(seat, "exchange_token", 1, 1)
    yield from favours_of(state)


def favours_of(state: Befriended) -> Iterator[Action]:
    if state.again and using.going_on(state) and state.trades < favours.MOST_TRADES:
        for pair in swaps(state):
            yield listed(state.turn, "traders_again", *pair)
    used_up = state.most_favours and state.favours >= state.most_favours
    closed = state.occasion == EXCHANGED or used_up
    if closed or (state.occasion == USING and not using.going_on(state)):
        return
    for guild, of_guild in GRANTED.items():
        if payable(state, guild):
            yield from of_guild(state)


def payable(state: Befriended, guild: int) -> bool:
    price = size(PRICES[guild])
    seat = state.turn
    usable = min(state.tokens[seat], state.at_start - state.spent)
    return usable >= price and state.laid_on[guild] + price <= state.at_first[guild]


def swaps(state: Befriended) -> Iterator[tuple[int, int]]:
    for give in held(state):
        for take in KINDS:
            if take != give and state.in_bank(take):
                yield ONE[give], ONE[take]


def trades(state: Befriended) -> Iterator[Action]:
    if state.trades < favours.MOST_TRADES:
        for pair in swaps(state):
            yield listed(state.turn, "traders", PRICES[TRADERS], *pair)


def cards_of_merchants(state: Befriended) -> Iterator[Action]:
    for kind in KINDS:
        if state.in_bank(kind):
            yield listed(state.turn, "merchants", PRICES[MERCHANTS], ONE[kind])


def roads(state: Befriended) -> Iterator[Action]:
    if state.roads_left[state.turn]:
        for path in open_paths(state):
            yield listed(state.turn, "road_builders", PRICES[ROAD_BUILDERS], path)


def card_of_scholars(state: Befriended) -> Iterator[Action]:
    if state.deck > 0:
        yield listed(state.turn, "scholars", PRICES[SCHOLARS], UNKNOWN)


def point(state: Befriended) -> Iterator[Action]:
    if state.merits_left > 0:
        yield listed(state.turn, "master_builders", PRICES[MASTER_BUILDERS])


GRANTED = {
    TRADERS: trades,
    MERCHANTS: cards_of_merchants,
    ROAD_BUILDERS: roads,
    SCHOLARS: card_of_scholars,
    MASTER_BUILDERS: point,
}
