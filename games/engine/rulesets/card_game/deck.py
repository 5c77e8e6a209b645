"""The card set as the ground of a game: its headers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.engine.core import Detail, RecordError
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
        for _rule, detail in refusal.mistakes:
            place = _place(told, detail)
            mistakes.append(
                RecordError(place.line, place.column, SOME_FACTS, facts={"fault": detail})
            )
        return None


def _place(told: Written, detail: Detail) -> Written:
    """The word of the facts that the detail speaks of; all of them if it names none."""
    for said in (str(detail.facts[fact]) for fact in SPOKEN_OF if fact in detail.facts):
        written = {said, said.lower().replace(" ", "-"), said.replace(" ", "_")}
        for word in told.words():
            if any(one in word.text for one in written):
                return word
    return told


SPOKEN_OF: Final = ("word", "card", "op")
"""Facts of a detail that stand in the text, too."""


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
