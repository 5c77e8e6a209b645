"""Which cards may stand in place of those that nobody saw, action by action.

By the notation alone (docs/records.md): what an action hides, and whose cards these are. Cards
that nobody holds are left out, as long as any others are left: with them the action is impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, islice, product
from typing import Any, NamedTuple

from games.engine.core import NOBODY, Action
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN
from games.engine.rulesets.cities_knights.decks import DECKS, OPEN
from games.engine.rulesets.cities_knights.hand import COMMODITIES, KINDS
from games.engine.rulesets.cities_knights.state import CitiesState

SOME = 30
"""Ways that are tried where the cards cannot be there: enough to name the rules that say so."""

Facts = tuple[int, ...]
Ways = Iterable[Facts]

MARK = ONE[UNKNOWN]
"""An unseen card in a packed hand."""


def unseen(cards: int) -> int:
    """How many of the packed cards were not seen."""
    return cards >> 8 * UNKNOWN & PLACE


def kinds_of(state: Any) -> Sequence[int]:
    return KINDS if isinstance(state, CitiesState) else range(UNKNOWN)


class Fillings(NamedTuple):
    """What may go unseen in a game: by verb, whether the facts hide something, the facts in every
    way in which they can be filled in, and the cards that a filling has in place of the hidden
    ones. `looked_through`: there are so many ways, and one put on another leaves nothing of it."""

    hiding: Mapping[str, Callable[[Facts], bool]]
    filling: Mapping[str, Callable[[Any, Action], Ways]]
    cards_in: Callable[[Action, Action], tuple[int, ...]]
    looked_through: bool = False

    def hides(self, action: Action) -> bool:
        """Whether there is a `?` in the action."""
        hidden = self.hiding.get(action.verb)
        return hidden is not None and hidden(action.facts)

    def of(self, state: Any, action: Action) -> Iterator[Action]:
        """The action with cards in place of the unseen ones; itself if it hides none."""
        if not self.hides(action):
            yield action
            return
        for facts in self.filling[action.verb](state, action):
            yield action._replace(facts=facts)


# Single cards


def of_hand(state: Any, seat: int) -> list[int]:
    """The kinds that the seat holds; if there are none, all."""
    held = [kind for kind in kinds_of(state) if state.hands[seat] >> 8 * kind & PLACE]
    return held or list(kinds_of(state))


def thefts(state: Any, action: Action) -> Ways:
    hex_, victim, _kind = action.facts
    return ((hex_, victim, kind) for kind in of_hand(state, victim))


def development(state: Any, action: Action) -> Ways:
    return ((*action.facts[:-1], kind) for kind in range(UNKNOWN))


def progress(state: Any, action: Action) -> Ways:
    """Never a card that lies open once it is drawn: everybody sees it."""
    *before, colour, _kind = action.facts
    for kind in range(len(DECKS[colour])):
        if (colour, kind) not in OPEN:
            yield (*before, colour, kind)


def bishops(state: Any, action: Action) -> Ways:
    hex_, stolen = action.facts
    by_seat = []
    for seat, place in enumerate(stolen.to_bytes(8, "little")):
        kinds = [place] if place != UNKNOWN + 1 else [kind + 1 for kind in of_hand(state, seat)]
        by_seat.append([kind << 8 * seat for kind in kinds])
    return ((hex_, sum(kinds)) for kinds in product(*by_seat))


def commodity(state: Any, action: Action) -> Ways:
    """A ruling may let a resource stand."""
    if action.ruling:
        return ((*action.facts[:2], kind) for kind in of_hand(state, action.facts[0]))
    return ((*action.facts[:2], kind) for kind in COMMODITIES)


# Several cards


def several(state: Any, seat: int, cards: int) -> list[int]:
    """The packed cards with all that the seat may have had in place of the unseen ones."""
    return filled_from(state.hands[seat], kinds_of(state), cards, unseen(cards))


def filled_from(hand: int, kinds: Sequence[int], cards: int, count: int) -> list[int]:
    """The cards, so many of them unseen, in all ways in which they are in the hand; in some ways
    if they cannot be."""
    seen = cards - count * MARK
    if not count:
        return [seen]
    spare = {kind: (hand >> 8 * kind & PLACE) - (seen >> 8 * kind & PLACE) for kind in kinds}
    ways = [seen + more for more in taken(spare, count)]
    if min(spare.values()) < 0 or not ways:
        any_cards = combinations_with_replacement(kinds, count)
        return [seen + sum(ONE[kind] for kind in some) for some in islice(any_cards, SOME)]
    return ways


def taken(spare: Mapping[int, int], count: int) -> list[int]:
    """Every choice of so many cards out of those that are there, packed."""
    ways = {0: [0]}
    for kind, most in spare.items():
        longer: dict[int, list[int]] = {}
        for number, some in ways.items():
            for more in range(min(max(0, most), count - number) + 1):
                longer.setdefault(number + more, []).extend(one + more * ONE[kind] for one in some)
        ways = longer
    return ways.get(count, [])


def own_cards(state: Any, action: Action) -> Ways:
    return ((*action.facts[:-1], some) for some in several(state, action.seat, action.facts[-1]))


def both_sides(state: Any, action: Action) -> Ways:
    other, give, get = action.facts
    return (
        (other, one, another)
        for one in several(state, action.seat, give)
        for another in several(state, other, get)
    )


def of_opponent(state: Any, action: Action) -> Ways:
    other, cards = action.facts
    return ((other, some) for some in several(state, other, cards))


HIDING: Mapping[str, Callable[[Facts], bool]] = {
    **dict.fromkeys(("robber", "pirate"), lambda facts: facts[1] != NOBODY and facts[2] == UNKNOWN),
    **dict.fromkeys(("buy", "scholars"), lambda facts: facts[-1] == UNKNOWN),
    **dict.fromkeys(
        ("discard", "gift", "give", "refuse", "master_merchant"),
        lambda facts: unseen(facts[-1]) > 0,
    ),
    "deal": lambda facts: unseen(facts[1]) + unseen(facts[2]) > 0,
    "bishop": lambda facts: UNKNOWN + 1 in facts[1].to_bytes(8, "little"),
    "exchange": lambda facts: facts[2] == UNKNOWN,
    **dict.fromkeys(
        ("draw", "give_back", "spy"),
        lambda facts: facts[-2] != NOBODY and facts[-1] == len(DECKS[facts[-2]]),
    ),
}

FILLING: Mapping[str, Callable[[Any, Action], Ways]] = {
    **dict.fromkeys(("robber", "pirate"), thefts),
    **dict.fromkeys(("buy", "scholars"), development),
    **dict.fromkeys(("discard", "gift", "give", "refuse"), own_cards),
    "master_merchant": of_opponent,
    "deal": both_sides,
    "bishop": bishops,
    "exchange": commodity,
    **dict.fromkeys(("draw", "give_back", "spy"), progress),
}

# What was hidden


def cards_in(veil: Action, filled: Action) -> tuple[int, ...]:
    """The cards that went unseen, as a pile of the game packs them, each move by itself."""
    facts, shown = filled.facts, veil.facts
    if veil.verb == "bishop":
        places = zip(shown[1].to_bytes(8, "little"), facts[1].to_bytes(8, "little"), strict=True)
        return tuple(in_pile(ONE[kind - 1]) for hidden, kind in places if hidden == UNKNOWN + 1)
    if veil.verb in {"robber", "pirate", "exchange"}:
        return (in_pile(ONE[facts[2]]),)
    if veil.verb in {"buy", "scholars", "draw", "give_back", "spy"}:
        return (1 << 8 * facts[-1],)
    pairs = [(hidden, cards) for hidden, cards in zip(shown, facts, strict=True) if hidden != cards]
    return tuple(in_pile(cards - (hidden - unseen(hidden) * MARK)) for hidden, cards in pairs)


def in_pile(cards: int) -> int:
    """A pile leaves out the place of unseen cards between resources and commodities."""
    return cards % MARK | cards >> 8 * COMMODITIES[0] << 8 * UNKNOWN


ON_ISLANDS = Fillings(HIDING, FILLING, cards_in)
