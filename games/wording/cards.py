"""What is printed on the cards of the fast card game, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.rulesets.card_game.cards import UNKNOWN, Card, CardSet, Effect

EFFECTS = {
    "protect": gettext_lazy("protects roads or knights from being taken"),
    "open_pick": gettext_lazy("in an exchange cards are chosen from an open hand"),
    "take": gettext_lazy("cards are taken from a player"),
    "extra_exchange": gettext_lazy("more cards may be exchanged"),
    "extra_draw": gettext_lazy("more cards are drawn at the end of a turn"),
    "rate": gettext_lazy("another rate than three cards for one in paying"),
    "discount": gettext_lazy("a building costs less"),
    "build_again": gettext_lazy("may be built twice in a turn"),
    "hand_limit": gettext_lazy("whoever has more cards than the limit loses some"),
    "each_draw": gettext_lazy("players draw cards from the deck"),
    "each_exchange": gettext_lazy("players exchange cards outside their turn"),
    "flip_destiny": gettext_lazy("the destiny card is turned over"),
    "none": gettext_lazy("nothing but its points"),
    "manual": gettext_lazy("something else"),
}
"""The words of the vocabulary."""

FIELDS = {
    "kind": gettext_lazy("what"),
    "first": gettext_lazy("how many, from the first one on"),
    "when": gettext_lazy("when"),
    "times": gettext_lazy("how often it may be used"),
    "per": gettext_lazy("counted over"),
    "count": gettext_lazy("how many cards"),
    "pick": gettext_lazy("how they are picked"),
    "from": gettext_lazy("from whom"),
    "with": gettext_lazy("with"),
    "give": gettext_lazy("cards given"),
    "for": gettext_lazy("cards that they stand for"),
    "resource": gettext_lazy("resource"),
    "limit": gettext_lazy("limit of cards"),
    "lose": gettext_lazy("how many are lost"),
    "to": gettext_lazy("where they go"),
    "who": gettext_lazy("who"),
    "must": gettext_lazy("it must be done"),
    "note": gettext_lazy("the text of the card"),
}
"""The fields of the vocabulary."""

VALUES = {
    "road": gettext_lazy("road"),
    "knight": gettext_lazy("knight"),
    "settlement": gettext_lazy("settlement"),
    "city": gettext_lazy("city"),
    "expansion": gettext_lazy("city expansion"),
    "exchange": gettext_lazy("exchange"),
    "build": gettext_lazy("building"),
    "draw": gettext_lazy("drawing"),
    "phase": gettext_lazy("one phase of a turn"),
    "turn": gettext_lazy("one turn"),
    "game": gettext_lazy("the whole game"),
    "random": gettext_lazy("blindly"),
    "choice": gettext_lazy("chosen"),
    "all": gettext_lazy("everybody"),
    "builder": gettext_lazy("whoever builds the city"),
    "others": gettext_lazy("everybody else"),
    "opponent_any": gettext_lazy("any opponent"),
    "opponent_vp_at_least_own": gettext_lazy("an opponent with as many points or more"),
    "opponent_vp_above_own": gettext_lazy("an opponent with more points"),
    "deck": gettext_lazy("the deck"),
    "market": gettext_lazy("the market"),
    "opponent": gettext_lazy("an opponent"),
    "half_down": gettext_lazy("half, rounded down"),
    "half_up": gettext_lazy("half, rounded up"),
    "to_limit": gettext_lazy("all above the limit"),
    "discard": gettext_lazy("the discard pile"),
    "brick": gettext_lazy("brick"),
    "lumber": gettext_lazy("lumber"),
    "wool": gettext_lazy("wool"),
    "grain": gettext_lazy("grain"),
    "ore": gettext_lazy("ore"),
}
"""What a field may say, apart from numbers and texts."""


@dataclass(frozen=True)
class PrintedCard:
    """A card as far as it is known: `points` are empty for an event, `effects` a line each,
    `missing` what nobody has read off it yet."""

    card: Card
    name: str
    count: str
    symbols: str
    points: str
    effects: Sequence[str]
    missing: Sequence[str]

    @property
    def confirmed(self) -> bool:
        return not self.missing


def expansions_of(cards: CardSet) -> list[PrintedCard]:
    """The city expansions; those that nobody has entered are one of them together."""
    return [_printed(card, points=True) for card in cards.expansions]


def events_of(cards: CardSet) -> list[PrintedCard]:
    return [_printed(card, points=False) for card in cards.events]


def _printed(card: Card, *, points: bool) -> PrintedCard:
    worth = "?" if card.points is None else str(card.points)
    return PrintedCard(
        card,
        name=_(card.name),
        count="?" if card.count is None else str(card.count),
        symbols=" ".join("–" if symbol == 2 else str(symbol) for symbol in card.symbols or ()),
        points=worth if points else "",
        effects=[effect_words(effect) for effect in card.effects],
        missing=list(_missing(card, points=points)),
    )


def _missing(card: Card, *, points: bool) -> Iterator[str]:
    if card.count is None:
        yield _("how many there are")
    if points and card.points is None:
        yield _("its points")
    if not card.entered:
        yield _("its text")
    elif not card.confirmed:
        yield _("a comparison of its text with the print")


def effect_words(effect: Effect) -> str:
    """The effect in a line: what it does, and behind a dash each field with its value."""
    if effect.op == "manual":
        note = effect.facts.get("note", UNKNOWN)
        return f"“{note}”" if effect.sure else _("a text that nobody has entered")
    fields = ", ".join(
        f"{FIELDS[name]}: {value_words(value)}" for name, value in effect.facts.items()
    )
    return f"{EFFECTS[effect.op]} – {fields}" if fields else str(EFFECTS[effect.op])


def value_words(value: object) -> str:
    if value == UNKNOWN:
        return "?"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(VALUES.get(str(value), value))
