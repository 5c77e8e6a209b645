"""What a person has read off printed cards, as a short text: it completes the card set and goes
with every record that was played with these cards.

`fortress count=1 vp=4 does=protect:road:3; market-day does=each_draw:1:all`: cards are parted by
semicolons. A card that the set does not know is another expansion. Effects are words of the
vocabulary with their fields in its order, several joined by `+`; blanks in names and notes are
written `_`. What is told is confirmed.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from games.engine.core import Detail, says
from games.engine.rulesets.card_game.cards import (
    REST,
    UNKNOWN,
    VOCABULARY,
    CardSet,
    Effect,
    Mistake,
    NotCards,
    faults_of,
    read_cards,
)
from games.engine.words import marked

DOCUMENT: Final = json.loads(
    Path(__file__).with_name("fast_card_game.json").read_text(encoding="utf-8")
)
"""What is known of the edition of 2015."""

NAMES: Final = (
    marked("Library"),
    marked("Church"),
    marked("Fortress"),
    marked("Merchants' Guild"),
    marked("Another expansion"),
    marked("Thief attack"),
    marked("Market day"),
)
"""The names in it, for the translators."""

FAST_CARD_GAME: Final = read_cards(DOCUMENT)

LONGEST: Final = 2000

KEYS: Final = ("name", "count", "symbols", "vp", "does")


def with_facts(text: str) -> CardSet:
    """The card set completed by what was read off printed cards. Raises `NotCards`."""
    entries, mistakes = _entries(text)
    if not entries and not mistakes:
        return FAST_CARD_GAME
    document = copy.deepcopy(DOCUMENT)
    for entry in entries:
        mistakes += _enter(document, entry)
    _fill_up(document)
    mistakes += faults_of(document)
    if mistakes:
        raise NotCards(mistakes)
    return replace(read_cards(document), facts=write_facts(entries))


def read_facts(text: str) -> list[dict[str, str]]:
    """What the text tells of each card, by key, its name under `id`. Raises `NotCards`."""
    entries, mistakes = _entries(text)
    if mistakes:
        raise NotCards(mistakes)
    return entries


def _entries(text: str) -> tuple[list[dict[str, str]], list[Mistake]]:
    """What the text tells of each card, as far as it can be read, and what cannot."""
    if len(text) > LONGEST:
        return [], [_mistake(says(marked("a text of at most {count} letters"), count=LONGEST))]
    if '"' in text:
        return [], [_mistake(says(marked("a text without quotation marks")))]
    entries: dict[str, dict[str, str]] = {}
    mistakes: list[Mistake] = []
    for part in text.split(";"):
        words = part.split()
        if not words:
            continue
        entry = {"id": words[0]}
        for word in words[1:]:
            key, equals, value = word.partition("=")
            if key not in KEYS or not equals or not value or key in entry:
                mistakes.append(_mistake(says(marked("{word} says nothing of a card"), word=word)))
            else:
                entry[key] = value
        if entry["id"] in entries:
            mistakes.append(_mistake(says(marked("{word} stands twice"), word=entry["id"])))
        else:
            entries[entry["id"]] = entry
    return list(entries.values()), mistakes


def with_card(text: str, entry: Mapping[str, str]) -> str:
    """The facts with those of one card told anew; an entry that tells nothing takes them back.
    Raises `NotCards` for what the card set with them would not be one."""
    others = [other for other in read_facts(text) if other["id"] != entry["id"]]
    entries = [*others, dict(entry)] if len(entry) > 1 else others
    return with_facts(write_facts(entries)).facts


def write_effect(effect: Effect) -> str:
    """The effect as it is told: the word with its fields in the order of the vocabulary."""
    values = (effect.facts.get(field, UNKNOWN) for field in VOCABULARY[effect.op])
    return ":".join([effect.op, *map(_written, values)])


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace(" ", "_")


def write_facts(entries: list[dict[str, str]]) -> str:
    """The same facts always as the same text."""
    order = [card["id"] for card in (*DOCUMENT["expansions"], *DOCUMENT["events"])]

    def place(entry: Mapping[str, str]) -> tuple[int, str]:
        known = entry["id"] in order
        return (order.index(entry["id"]) if known else len(order), entry["id"])

    return "; ".join(
        " ".join([entry["id"], *(f"{key}={entry[key]}" for key in KEYS if key in entry)])
        for entry in sorted(entries, key=place)
    )


def _enter(document: dict[str, Any], entry: Mapping[str, str]) -> list[Mistake]:
    """Put what is told into the document; the effects that cannot be read are left out of it."""
    cards = (*document["expansions"], *document["events"])
    card = next((card for card in cards if card["id"] == entry["id"]), None)
    if card is None:
        card = {
            "id": entry["id"],
            "name": entry["id"].replace("-", " ").capitalize(),
            "count": UNKNOWN,
            "effects": [{"op": "manual", "note": UNKNOWN, "level": UNKNOWN}],
        }
        # Those that nobody has entered stay the last ones.
        document["expansions"].insert(-1, card)
    if "name" in entry:
        card["name"] = entry["name"].replace("_", " ")
    for key in ("count", "vp"):
        if key in entry:
            card[key] = _value(entry[key])
    if "symbols" in entry:
        card["symbols"] = [_value(symbol) for symbol in entry["symbols"].split(",")]
    card["level"] = "S"
    told = entry["does"].split("+") if "does" in entry else []
    mistakes = list(filter(None, map(_wrong_width, told)))
    if told and not mistakes:
        card["effects"] = [_effect(effect) for effect in told]
        card["confirmed"] = True
    return mistakes


def _fill_up(document: dict[str, Any]) -> None:
    """Once all nine expansions are known, there are no others."""
    named = [card["count"] for card in document["expansions"] if card["count"] != REST]
    if all(type(count) is int for count in named) and sum(named) == 9:
        document["expansions"] = [card for card in document["expansions"] if card["count"] != REST]


def _wrong_width(text: str) -> Mistake | None:
    """Another number of fields than the word has; whether it is a word is judged later."""
    op, *values = text.split(":")
    fields = VOCABULARY.get(op)
    if fields is None or len(values) == len(fields):
        return None
    return _mistake(
        says(
            marked("the effect {op} has {count} fields: {fields}"),
            op=op,
            count=len(fields),
            fields=", ".join(fields),
        )
    )


def _effect(text: str) -> dict[str, Any]:
    """An effect with its fields in the order of the vocabulary; `_fits` judges them later."""
    op, *values = text.split(":")
    fields = list(VOCABULARY.get(op, {}))
    many = min(len(fields), len(values))
    return {"op": op, "level": "S"} | {
        field: _value(value) for field, value in zip(fields[:many], values[:many], strict=True)
    }


def _value(text: str) -> Any:
    if text.isdecimal() and text.isascii() and len(text) < 4:
        return int(text)
    if text in ("yes", "no"):
        return text == "yes"
    return text.replace("_", " ") if " " not in text and text not in _FIXED else text


_FIXED: Final = frozenset(
    word
    for fields in VOCABULARY.values()
    for wanted in fields.values()
    if isinstance(wanted, tuple)
    for word in wanted
)
"""Words of the vocabulary, whose underscores are their own."""


def _mistake(detail: Detail) -> Mistake:
    return "CG-114", detail
