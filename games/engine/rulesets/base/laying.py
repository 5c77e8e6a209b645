"""The pieces, cards and tiles of a position, laid out in a state that has just been set up.

What cannot lie on any table is refused by its row. That roads hang together is not asked: they do
on every table, and a photograph need not show all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine.board.routes import SHORTEST
from games.engine.bounds import Bounds
from games.engine.branches import START, Unseen
from games.engine.core import (
    NOBODY,
    Action,
    Ruleset,
    Seat,
    Untenable,
    Verb,
    says,
)
from games.engine.hands import HiddenCards
from games.engine.rulesets.base.building import check_distance_of, reach_of
from games.engine.rulesets.base.packed import (
    KINDS,
    KNIGHT,
    ONE,
    PLACE,
    UNKNOWN,
    VICTORY_POINT,
    WORDS,
    counts,
    size,
)
from games.engine.rulesets.base.position import (
    BY_KNIGHT,
    Position,
    known,
    unseen,
)
from games.engine.rulesets.base.state import (
    NO_SEAT,
    BaseState,
)
from games.engine.rulesets.base.unseen import DEVELOPMENT, RESOURCE, UNSEEN
from games.engine.spreads import Move, choices, number_of_choices
from games.engine.words import marked
from games.engine.worlds import Worlds

# Pieces


def lay_pieces(
    state: BaseState, position: Position, raise_city: Callable[[Any, Seat, int], None]
) -> None:
    for seat, held in enumerate(position.held):
        for spot in (*held.cities, *held.settlements):
            check_spot(state, spot)
            state.build(seat, spot)
            if spot in held.cities:
                raise_city(state, seat, spot)
        for path in held.roads:
            _lay_road(state, seat, path)
        check_stock(state, seat)
    for seat in state.seats:
        state.reach[seat] = reach_of(state, seat, state.roads[seat])
    if position.robber is not None:
        state.move_robber(position.robber)


def check_spot(state: BaseState, spot: int) -> None:
    if state.taken >> spot & 1:
        name = state.spot_name(spot)
        raise Untenable("B-131", says(marked("two buildings on {spot}"), spot=name))
    near = check_distance_of(state, spot)
    if near is not None:
        raise Untenable("B-132", near)


def raise_city(state: BaseState, seat: Seat, spot: int) -> None:
    """Make a city of the settlement, without any payment."""
    state.cities[seat] |= 1 << spot
    state.cities_left[seat] -= 1
    state.settlements_left[seat] += 1
    state.points[seat] += 1
    state.harvest(seat, spot)


def _lay_road(state: BaseState, seat: Seat, path: int) -> None:
    if state.laid >> path & 1:
        name = state.path_name(path)
        raise Untenable("B-124", says(marked("two roads on {path}"), path=name))
    state.roads[seat] |= 1 << path
    state.laid |= 1 << path
    state.roads_left[seat] -= 1


def check_stock(state: BaseState, seat: Seat) -> None:
    """No more pieces than a colour has."""
    for rule, left, what in (
        ("B-017", state.settlements_left, marked("{player} has {count} settlements too many")),
        ("B-018", state.cities_left, marked("{player} has {count} cities too many")),
        ("B-019", state.roads_left, marked("{player} has {count} roads too many")),
    ):
        if left[seat] < 0:
            raise Untenable(rule, says(what, player=state.name(seat), count=-left[seat]))


# Cards


class Dealt(NamedTuple):
    """Unseen cards of a seat that come to a zone of a pile out of another (`hands.py`)."""

    pile: int
    seat: Seat
    source: int
    zone: int
    number: int


@dataclass(frozen=True)
class Cards:
    """How the cards of a game are laid out: `kinds` are the places of a hand that a card may
    have, `lay` the known ones besides the hands, `deals` the unseen ones, which `take` moves.
    The pile of the hands is the first one. `rows` tell of some kinds how many cards there are,
    in place of B-010."""

    kinds: Sequence[int]
    lay: Callable[[Any, Position], None]
    deals: Callable[[Any, Position], Iterable[Dealt]]
    take: Callable[[Any, Dealt], None]
    rows: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))


KEPT = 2_500
"""Ways in which the cards of a pile may lie that are kept of a record; of more, only bounds."""

KEPT_TO_ASK = 600
"""The same where something is asked, which lays the table out several times."""


def lay_cards(
    ruleset: Ruleset, state: BaseState, position: Position, cards: Cards, most: int
) -> None:
    """Lay out the cards, with at `most` that number of ways in which those of a pile may lie."""
    _lay_resources(state, position, cards)
    cards.lay(state, position)
    hands = [unseen(held.hand or 0) for held in position.held]
    kinds = len(cards.kinds)
    lying = sum(state.in_bank(kind) << 8 * place for place, kind in enumerate(cards.kinds))
    many = _ways(lying, hands, kinds, most) > most
    dealt = [Dealt(RESOURCE, seat, state.n, seat, count) for seat, count in enumerate(hands)]
    deals = [*([] if many else dealt), *cards.deals(state, position)]
    deals = [deal for deal in deals if deal.number]
    if deals or many:
        _deal(ruleset, state, deals, cards, most)
    if many:
        _bound(ruleset, state, hands, cards.kinds)
    if position.bank is not None:
        state.bank += position.bank


def _ways(cards: int, hands: Sequence[int], kinds: int, most: int) -> int:
    """In how many ways the hands can be dealt out of the cards; no further than beyond `most`."""
    if not hands:
        return 1
    first, *others = hands
    if number_of_choices(cards, first, kinds) > most:
        return most + 1
    ways = 0
    for some in choices(cards, first, kinds):
        ways += _ways(cards - some, others, kinds, most)
        if ways > most:
            break
    return ways


def _lay_resources(state: BaseState, position: Position, cards: Cards) -> None:
    """The hands out of the bank; with `bank` told, only unseen cards are left there till they are
    dealt."""
    state.hands = [known(held.hand or 0) for held in position.held]
    lying = sum(state.hands) + (position.bank or 0)
    for kind in cards.kinds:
        count, have = lying >> 8 * kind & PLACE, state.in_bank(kind)
        if count > have:
            raise Untenable(
                cards.rows.get(kind, "B-010"),
                says(
                    marked("there are {have} cards of {resource}, not {count}"),
                    have=have,
                    resource=WORDS[kind],
                    count=count,
                ),
            )
    state.bank -= lying
    left = sum(map(state.in_bank, cards.kinds))
    missing = sum(unseen(held.hand or 0) for held in position.held)
    if missing > left or (position.bank is not None and missing != left):
        raise Untenable(
            "B-010",
            says(
                marked("cards that nobody saw: {count}, left for them: {left}"),
                count=missing,
                left=left,
            ),
        )


def take_resources(state: BaseState, deal: Dealt) -> None:
    cards = deal.number << UNSEEN
    state.hands[deal.seat] += cards
    state.bank -= cards


# Development cards

OF_A_KIND = ("B-012", "B-013", "B-015", "B-016", "B-014")
"""The rows that say how many development cards there are of each kind."""


def _lay_development(state: BaseState, position: Position) -> None:
    if known(position.aside or 0) != (position.aside or 0):
        raise Untenable("B-163", says(marked("cards that were played lie open")))
    state.cards = [known(held.cards) for held in position.held]
    state.army = [held.knights for held in position.held]
    gone = sum(state.cards) + (position.aside or 0) + sum(state.army) * ONE[KNIGHT]
    for kind, count in enumerate(counts(gone)):
        have = state.stock >> 8 * kind & PLACE
        if count > have:
            raise Untenable(
                OF_A_KIND[kind],
                says(
                    marked("there are {have} cards {card}, not {count}"),
                    have=have,
                    card=KINDS[kind],
                    count=count,
                ),
            )
    state.stock -= gone
    state.deck -= size(gone) + sum(unseen(held.cards) for held in position.held)
    if state.deck < 0 or position.deck not in (None, state.deck):
        raise Untenable(
            "B-011",
            says(
                marked("cards in the deck by what lies on the table: {deck}, not {count}"),
                deck=state.deck,
                count=0 if position.deck is None else position.deck,
            ),
        )
    for seat in state.seats:
        state.points[seat] += state.cards[seat] >> 8 * VICTORY_POINT & PLACE
    state.bought = known(position.bought or 0)


def _deal_development(state: BaseState, position: Position) -> Iterator[Dealt]:
    deck = state.n + 1
    for seat, held in enumerate(position.held):
        fresh = unseen(position.bought or 0) if seat == state.turn else 0
        yield Dealt(DEVELOPMENT, seat, deck, seat, unseen(held.cards) - fresh)
        yield Dealt(DEVELOPMENT, seat, deck, state.n, fresh)


def _take(state: BaseState, deal: Dealt) -> None:
    if deal.pile == RESOURCE:
        take_resources(state, deal)
        return
    cards = deal.number << UNSEEN
    state.cards[deal.seat] += cards
    state.stock -= cards
    if deal.zone == state.n:
        state.bought += cards


DEVELOPMENT_CARDS = Cards(range(UNKNOWN), _lay_development, _deal_development, _take)


# Cards that nobody saw

DEALING = "dealing"
"""The verb by which unseen cards come to where they lie; no record has it."""


def _deal(
    ruleset: Ruleset, state: BaseState, deals: Sequence[Dealt], cards: Cards, most: int
) -> None:
    """Deal out the unseen cards, in all ways in which they can lie."""
    theirs: HiddenCards | None = ruleset.hidden
    if theirs is None:
        return
    state.unseen = nothing_unseen(ruleset, state)

    def moves(state: BaseState, action: Action) -> Sequence[Move]:
        deal = Dealt(*action.facts)
        unknown = deal.number << 8 * theirs.piles[deal.pile].kinds
        return (Move(deal.pile, deal.source, deal.zone, unknown),)

    hidden = replace(
        theirs,
        hides=lambda action: True,
        moves=moves,
        fits=lambda state, action: None,
        fork=lambda state, action: None,
        merges=lambda state, mark: (),
        contests=lambda state: (),
        evident=lambda state, action: None,
    )
    verb = Verb(
        (),
        lambda state, action: cards.take(state, Dealt(*action.facts)),
        lambda state, action: True,
    )
    dealing = replace(ruleset, verbs={DEALING: verb})
    for deal in deals:
        hidden.play(dealing, state, Action(deal.seat, DEALING, deal))
    _forget(state, most)


def nothing_unseen(ruleset: Ruleset, state: BaseState) -> Unseen:
    piles = () if ruleset.hidden is None else ruleset.hidden.piles
    return Unseen([Worlds(pile.kinds, pile.zones(state), {0: 0}) for pile in piles])


def _bound(ruleset: Ruleset, state: BaseState, hands: Sequence[int], kinds: Sequence[int]) -> None:
    """The same for hands with so many unseen cards that only bounds can be kept."""
    if ruleset.hidden is None:
        return
    missing = sum(hands)
    loose = [min(state.in_bank(kind), missing) for kind in kinds]
    left = sum(loose) - missing
    room = [[min(have, count) for have in loose] for count in (*hands, left)]
    state.bank += left << UNSEEN
    state.bank -= sum(have * ONE[kind] for have, kind in zip(loose, kinds, strict=True))
    state.hands = [hand + (count << UNSEEN) for hand, count in zip(state.hands, hands, strict=True)]
    state.unseen = state.unseen or nothing_unseen(ruleset, state)
    state.unseen.piles[RESOURCE] = Bounds(len(kinds), room, [*hands, left], loose)
    state.unseen.beyond = START


def _forget(state: BaseState, most: int) -> None:
    """Only what the cards may be is left, not how they came there, and what it took to find out."""
    before: Unseen | None = state.unseen
    if before is not None:
        fresh = Unseen([_without_past(pile, most) for pile in before.piles])
        fresh.meter.work = before.meter.work
        many = any(len(pile) > most for pile in before.piles)
        fresh.beyond = START if many or before.beyond is not None else None
        state.unseen = fresh
    state.previous = None


def _without_past(pile: Worlds | Bounds, most: int) -> Worlds | Bounds:
    if len(pile) > most:
        pile = pile.bounds()
    return pile.with_past(0)


def most_lying(state: BaseState, pile: int, zone: int, kind: int, known: int) -> int:
    """Cards of the kind that may lie in the zone of a pile, `known` of which lie there for certain:
    what nobody saw may be one, too."""
    unseen: Unseen | None = state.unseen
    more = 0 if unseen is None else unseen.piles[pile].most(zone, kind)
    return (known >> 8 * kind & PLACE) + more


# Special tiles


def give_tiles(state: BaseState, position: Position) -> None:
    state.give_longest_road(_holder(state, LONGEST_ROAD, state.lengths(), position.route))
    state.holder_before = state.route_holder
    state.army_holder = _holder(state, LARGEST_ARMY, state.army, position.army)
    _check_army_taken(state, position)
    if state.army_holder != NO_SEAT:
        state.points[state.army_holder] += 2


def _check_army_taken(state: BaseState, position: Position) -> None:
    """Who has just drawn level with another player's Knights has not taken the tile by it."""
    seat = state.turn
    level = state.army.count(state.army[seat]) > 1
    if position.due == BY_KNIGHT and level and state.army_holder == seat:
        text = marked("{player} has just drawn level with the Knights of another player")
        raise Untenable(LARGEST_ARMY.kept, says(text, player=state.name(seat)))


class Tile(NamedTuple):
    """A special tile: how much of it is the least, by which rows it is taken, kept and held by
    nobody, what to ask where several have the most, and whether it may lie aside then."""

    least: int
    taken: str
    kept: str
    nobody: str
    ask: str
    aside: bool


LONGEST_ROAD = Tile(
    least=SHORTEST,
    taken="B-147",
    kept="B-148",
    nobody="B-153",
    ask=marked("tell who has Longest Road: ROAD and the player, ROAD 0 if it lies aside"),
    aside=True,
)

LARGEST_ARMY = Tile(
    least=3,
    taken="B-172",
    kept="B-173",
    nobody="B-172",
    ask=marked("tell who has Largest Army: ARMY and the player"),
    aside=False,
)


def _holder(state: BaseState, tile: Tile, numbers: Sequence[int], told: Seat | None) -> Seat:
    """Who has the tile, worked out where only one player can have it."""
    most = max(numbers)
    first, *others = [seat for seat, number in enumerate(numbers) if number == most]
    names = ", ".join(map(state.name, (first, *others)))
    leads = says(marked("the most are {most}, those of {players}"), most=most, players=names)
    if most < tile.least:
        if told not in (None, NOBODY):
            few = marked("the most are {most}, those of {players}, and {least} are needed")
            raise Untenable(tile.nobody, says(few, most=most, players=names, least=tile.least))
        return NO_SEAT
    if told is None:
        if others:
            raise Untenable(tile.kept, says(tile.ask))
        return first
    if told == NOBODY:
        if not others or not tile.aside:
            raise Untenable(tile.taken, leads)
        return NO_SEAT
    if told not in (first, *others):
        raise Untenable(tile.kept, leads)
    return told
