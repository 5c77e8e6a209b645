"""The progress cards: three decks, and what lies in them."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.rulesets.base.packed import PLACE
from games.engine.rulesets.cities_knights.hand import CLOTH, COIN, PAPER
from games.engine.words import marked

TRADE, POLITICS, SCIENCE = TRACKS = range(3)
"""The tracks of improvements; decks, gates and metropolises are of the same three colours."""

TRACK_NAMES = (marked("trade"), marked("politics"), marked("science"))

COLOURS = "ybg"
"""The letters of the tracks in the notation."""

PAID_IN = (CLOTH, COIN, PAPER)
"""The commodity of each track (CK-160)."""


class Card(NamedTuple):
    """A kind of progress card: its letters in the notation, its name, how many there are."""

    letters: str
    name: str
    copies: int


DECKS: tuple[tuple[Card, ...], ...] = (
    (
        Card("Mt", marked("Merchant"), 6),
        Card("Ch", marked("Commercial Harbour"), 2),
        Card("Mf", marked("Merchant Fleet"), 2),
        Card("Mm", marked("Master Merchant"), 2),
        Card("Cm", marked("Commodity Monopoly"), 2),
        Card("Rm", marked("Resource Monopoly"), 4),
    ),
    (
        Card("Bi", marked("Bishop"), 2),
        Card("Di", marked("Diplomat"), 2),
        Card("Wa", marked("Warlord"), 2),
        Card("We", marked("Wedding"), 2),
        Card("It", marked("Intrigue"), 2),
        Card("Sa", marked("Saboteur"), 2),
        Card("Sp", marked("Spy"), 3),
        Card("De", marked("Deserter"), 2),
        Card("Co", marked("Constitution"), 1),
    ),
    (
        Card("Al", marked("Alchemist"), 2),
        Card("Mi", marked("Mining"), 2),
        Card("En", marked("Engineer"), 1),
        Card("Cr", marked("Crane"), 2),
        Card("Pr", marked("Printer"), 1),
        Card("Sm", marked("Smith"), 2),
        Card("Me", marked("Medicine"), 2),
        Card("Rb", marked("Road Building"), 2),
        Card("In", marked("Inventor"), 2),
        Card("Ir", marked("Irrigation"), 2),
    ),
)
"""By colour, in the order of `TRACKS` (CK-005 to CK-007)."""

PLACES = {
    card.letters: (colour, kind)
    for colour, deck in enumerate(DECKS)
    for kind, card in enumerate(deck)
}
"""Colour and kind by the letters of a card."""

PRINTER, CONSTITUTION = PLACES["Pr"], PLACES["Co"]

OPEN = frozenset({PRINTER, CONSTITUTION})
"""Cards that lie face up as soon as they are drawn (CK-059)."""

MOST_HELD = 4
"""Progress cards that one may keep face down (CK-055)."""


def unseen_kind(colour: int) -> int:
    """The kind of a card of the colour that nobody but its owner saw."""
    return len(DECKS[colour])


def one(kind: int) -> int:
    """A card of the kind, packed."""
    return 1 << 8 * kind


def count(cards: int) -> int:
    """How many progress cards."""
    return cards % PLACE


def name_of(colour: int, kind: int) -> str:
    return DECKS[colour][kind].name if kind < len(DECKS[colour]) else marked("unseen card")
