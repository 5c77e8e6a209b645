"""The card set as the ground of a game: its headers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.engine.core import RecordError
from games.engine.headers import Written
from games.engine.record import Ground
from games.engine.rulesets.card_game.cards import CardSet, NotCards
from games.engine.rulesets.card_game.facts import with_facts
from games.engine.words import marked

A_CARD_SET: Final = marked("the name of a card set such as fast-card-game")
SOME_FACTS: Final = marked("facts read off printed cards ({fault})")

PLAYERS: Final = range(2, 7)


def read_cards_headers(
    headers: Mapping[str, Written], mistakes: list[RecordError]
) -> CardSet | None:
    """The card set with what was read off printed cards."""
    named, told = headers.get("Cards"), headers.get("Facts")
    words = named.text.split() if named else []
    if named is not None and words and words[0] != CARD_SET:
        mistakes.append(named.mistaken(A_CARD_SET, CARD_SET))
        return None
    if told is None:
        return with_facts("")
    try:
        return with_facts(told.text)
    except NotCards as refusal:
        _rule, detail = refusal.mistakes[0]
        mistakes.append(
            RecordError(told.line, told.column, SOME_FACTS, facts={"fault": str(detail)})
        )
        return None


CARD_SET: Final = with_facts("").id


def write_cards_headers(cards: CardSet) -> Iterator[str]:
    yield f'[Cards "{cards.id} {cards.hash}"]'
    if cards.facts:
        yield f'[Facts "{cards.facts}"]'


def players_of(cards: CardSet) -> Sequence[int]:
    return PLAYERS


def names_of(cards: CardSet) -> CardSet:
    return cards


DECK: Final = Ground(
    names=("Cards", "Facts"),
    read=read_cards_headers,
    write=write_cards_headers,
    players=players_of,
    players_rule="CG-005",
    places=names_of,
)
