"""The sorts of facts of the base game: places, players, dice and cards as they are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine.core import NOBODY, Action, Seat
from games.engine.forms import Facts, Sort, Sorts, maybe, remembered
from games.engine.record import A_PLAYER, Table, Words
from games.engine.rulesets.base.fields import (
    CARD_WORDS,
    HEX_FIELD,
    MOST,
    RESOURCE_WORDS,
    ROLLED,
    cards_field,
    kind_field,
    number_field,
    place_field,
    seat_field,
)
from games.engine.rulesets.base.island import (
    A_HEX,
    A_PATH,
    AN_INTERSECTION,
    hex_of,
    path_of,
    spot_of,
)
from games.engine.rulesets.base.packed import LETTERS, PLACE, UNKNOWN, in_words, pack
from games.engine.words import marked

OURS = LETTERS[: UNKNOWN + 1]
"""The letters of cards in a hand."""

CARDS = "NVLYM?"
"""The letters of the development cards, in the order of their kinds; those that play them, too."""

ROLL = re.compile(r"(\d{1,2})(?:\+(\d{1,2}))?")
SPOT = re.compile(r"([A-Za-z]|\d{1,2}\.)\d{1,2}-?(?:n|ne|se|s|sw|nw|N|NE|SE|S|SW|NW)")
PATH = re.compile(r"([A-Za-z]|\d{1,2}\.)\d{1,2}-?[A-Za-z]{1,2}")
THEFT = re.compile(r"([A-Za-z]\d{1,2}|\d{1,2}\.\d{1,2})(?:<(.+))?")

A_ROLL = marked("a roll such as 3+5 or 8")
SOME_CARDS = marked("resource cards such as BLWGO or 4W")
A_RESOURCE = marked("one of the resources B, L, W, G, O")
A_CARD = marked("a development card: N, V, L, Y, M or ?")
A_THEFT = marked("a robbery such as c3<Anna:?")
GAINS = marked("cards gained such as +Anna:LL")
LOSSES = marked("cards given up such as -Anna:WW")
A_COUNT = marked("a number of cards")
NO_CARD_IN_A_DEAL = marked("a deal in resources: no other card changes hands (B-103, TG-18)")
NO_CARD_TAKEN = marked("a resource: the robber takes no development card (B-094)")
ONE_CARD_TAKEN = marked("one card: the robber takes no more (B-094)")
NO_CARD_THERE = marked("c3<Anna without a card, where the victim has none (B-097)")
OTHER_CARDS = re.compile(r"[0-9BLWGO?]*[NVYM][0-9BLWGONVYM?]*")
"""Cards some of which are development cards."""

# Places


def place_sort(of: Callable[[Words, str], int], kind: str, expected: str, looks: Any) -> Sort:
    """Places of the grid that are an intersection, a path or a hex."""
    names, named = f"{kind}_names", f"{kind}_named"

    def write(table: Table, facts: Facts) -> str:
        return str(getattr(table.places, names)[facts[0]])

    return Sort(
        lambda words, text, expected: (of(words, text),),
        write,
        lambda name: (place_field(name, names, named),),
        expected,
        looks=looks,
    )


PLACES = {
    "spot": place_sort(spot_of, "intersection", AN_INTERSECTION, SPOT),
    "path": place_sort(path_of, "path", A_PATH, PATH),
    "hex": place_sort(hex_of, "hex", A_HEX, THEFT),
}

# Numbers and players


def read_dice(words: Words, text: str, expected: str) -> Facts:
    facts = _rolls.get(text)
    if facts is None:
        found = ROLL.fullmatch(text)
        if found is None:
            raise words.wrong(expected)
        one, other = int(found[1]), int(found[2] or 0)
        facts = (one + other, one, other) if found[2] else (one, 0, 0)
    return facts


_rolls = {f"{a}+{b}": (a + b, a, b) for a in range(1, 7) for b in range(1, 7)}


def write_dice(table: Table, facts: Facts) -> str:
    total, one, other = facts
    return f"{one}+{other}" if one or other else str(total)


def read_number(words: Words, text: str, expected: str, digits: int = 2) -> Facts:
    if not text.isdecimal() or len(text) > digits:
        raise words.wrong(expected)
    return (int(text),)


def write_number(table: Table, facts: Facts) -> str:
    return str(facts[0])


SEAT = Sort(
    lambda words, text, expected: (words.seat(text),),
    lambda table, facts: table.handle(facts[0]),
    lambda name: (seat_field(name),),
    A_PLAYER,
    take=lambda words, seat: (words.seat(),),
)
DICE_SORT = Sort(
    read_dice,
    write_dice,
    lambda name: (ROLLED._replace(name=name),),
    A_ROLL,
    none=(0, 0, 0),
)
COUNT = Sort(read_number, write_number, lambda name: (number_field(name),), A_COUNT)

# Cards

CardReader = Callable[[Words, str, str], int]
"""Packed cards out of a text, in the letters of the rule set; with what is expected of it."""


def card_reader(letters: str) -> CardReader:
    """A reader of cards such as `WWO`, `2WO` or `?`; `0` is none."""
    group = re.compile(rf"(\d{{0,2}})([{re.escape(letters)}])")
    known = {"0": 0}

    def read(words: Words, text: str, expected: str) -> int:
        packed = known.get(text)
        if packed is not None:
            return packed
        if len(text) > MOST:
            raise words.wrong(expected)
        counts, at = [0] * len(letters), 0
        for found in group.finditer(text):
            if found.start() != at:
                break
            at = found.end()
            counts[letters.index(found[2])] += int(found[1] or 1)
        if at != len(text) or not text or max(counts) > MOST:
            raise words.wrong(expected)
        packed = pack(counts)
        if len(known) < 5000:
            known[text] = packed
        return packed

    return read


cards = card_reader(OURS)


def letter(words: Words, text: str, letters: str, expected: str = A_RESOURCE) -> int:
    """The kind that one of the letters means."""
    kind = letters.find(text) if len(text) == 1 else -1
    if kind < 0:
        raise words.wrong(expected, letters)
    return kind


def pile(packed: int) -> str:
    return in_words(packed) or "0"


def write_pile(table: Table, facts: Facts) -> str:
    return pile(facts[0])


def write_paid(table: Table, facts: Facts) -> str:
    """Several cards of one kind with their number: `4W`."""
    letters = in_words(facts[0])
    one_kind = len(set(letters)) == 1 < len(letters)
    return f"{len(letters)}{letters[0]}" if one_kind else letters or "0"


def letter_sort(letters: str, words: Sequence[str], expected: str, known: str = "") -> Sort:
    """One of the letters; `known` are those to choose from, if not all."""

    known = known or letters
    kinds = {text: (kind,) for kind, text in enumerate(known)}

    def read(told: Words, text: str, _expected: str) -> Facts:
        if text not in kinds:
            raise told.wrong(expected, known)
        return kinds[text]

    def write(table: Table, facts: Facts) -> str:
        return letters[facts[0]]

    return Sort(read, write, lambda name: (kind_field(name, words),), expected)


def some_unseen(facts: Facts) -> bool:
    return facts[0] >> 8 * UNKNOWN & PLACE > 0


def kind_unseen(facts: Facts) -> bool:
    return facts[0] == UNKNOWN


def sorts_of_cards(letters: str, words: Sequence[str], read: CardReader) -> dict[str, Sort]:
    """Sorts of cards in hands: `cards`, which may go unseen; `open` ones, and those `paid`."""

    def packed(told: Words, text: str, expected: str) -> Facts:
        return (read(told, text, expected),)

    hand = Sort(
        remembered(packed),
        write_pile,
        lambda name: (cards_field(name, words),),
        SOME_CARDS,
    )
    return {
        "cards": hand._replace(hides=some_unseen),
        "open": hand,
        "paid": hand._replace(write=write_paid),
        "theft": theft_sort(letters, words),
    }


def theft_sort(letters: str, words: Sequence[str]) -> Sort:
    """The hex of the robber, from whom a card was taken there, and its kind: `c3<Anna:?`."""

    def read(told: Words, text: str, expected: str) -> Facts:
        found = THEFT.fullmatch(text)
        if found is None:
            raise told.wrong(expected)
        hex_ = hex_of(told, found[1])
        if not found[2]:
            return (hex_, NOBODY, NOBODY)
        name, colon, card = found[2].partition(":")
        victim = told.seat(name) if name else NOBODY
        if not colon:
            return (hex_, victim, NOBODY)
        if card not in letters and OTHER_CARDS.fullmatch(card):
            raise told.wrong(NO_CARD_TAKEN)
        if card == "0":
            raise told.wrong(NO_CARD_THERE)
        if len(card) > 1 and set(card) <= {*letters, *"0123456789"}:
            raise told.wrong(ONE_CARD_TAKEN)
        return (hex_, victim, letter(told, card, letters))

    def hides(facts: Facts) -> bool:
        return facts[2] == UNKNOWN and facts[1] != NOBODY

    def veiled(facts: Facts) -> Facts:
        """A card is taken face down (B-122)."""
        return facts if NOBODY in facts[1:] else (*facts[:2], UNKNOWN)

    fields = (HEX_FIELD, maybe(seat_field("victim")), maybe(kind_field("card", words)))
    return Sort(
        read,
        write_theft,
        lambda name: fields,
        A_THEFT,
        none=(NOBODY,) * 3,
        looks=THEFT,
        hides=hides,
        veiled=veiled,
    )


def write_theft(table: Table, facts: Facts) -> str:
    hex_, victim, kind = facts
    text = str(table.places.hex_names[hex_])
    if victim != NOBODY:
        text += f"<{table.handle(victim)}"
    elif kind != NOBODY:
        text += "<"
    return text if kind == NOBODY else f"{text}:{LETTERS[kind]}"


def read_dealt(words: Words, text: str, expected: str) -> Facts:
    """Cards of a deal in which only resources change hands."""
    if OTHER_CARDS.fullmatch(text):
        raise words.wrong(NO_CARD_IN_A_DEAL)
    return (cards(words, text, expected),)


def gains_reader(cards: CardReader) -> Callable[[Words, Seat, str], Facts | None]:
    """A reader of words such as `+Anna:LL`, `+LL` for the player who acts, `+0` for nothing at
    all."""

    def read(words: Words, seat: Seat, sign: str) -> Facts | None:
        line, end = words.words, len(words.words)
        if words.at >= end or line[words.at][0] != sign:
            return None
        expected = GAINS if sign == "+" else LOSSES
        gains = [0] * len(words.table.header.players)
        while words.at < end and line[words.at][0] == sign:
            word = line[words.at]
            words.at += 1
            name, colon, text = word[1:].rpartition(":")
            other = words.seat(name) if colon else seat
            gained = gains[other] = gains[other] + cards(words, text, expected)
            if gained >> UNSEEN & PLACE or max(gained.to_bytes(len(LETTERS), "little")) > MOST:
                raise words.wrong(expected)
        return tuple(gains)

    return read


UNSEEN = 8 * UNKNOWN

read_gains = gains_reader(cards)


def write_gains(table: Table, action: Action, sign: str) -> str:
    if action.gains is None:
        return ""
    words = [
        f" {sign}{table.handle(seat)}:{pile(gained)}"
        for seat, gained in enumerate(action.gains)
        if gained
    ]
    return "".join(words) or f" {sign}0"


# All of them


def sorts(cards: CardReader, others: Mapping[str, Sort]) -> Sorts:
    """Those of an island, `others` besides; `cards` reads what was gained."""
    shared = {**PLACES, "seat": SEAT, "dice": DICE_SORT, "count": COUNT}
    return Sorts({**shared, **others}, gains_reader(cards), write_gains)


OF_CARDS = sorts_of_cards(OURS, RESOURCE_WORDS, cards)

SORTS = sorts(
    cards,
    {
        **OF_CARDS,
        "dealt": OF_CARDS["cards"]._replace(read=read_dealt),
        "resource": letter_sort(LETTERS, RESOURCE_WORDS[:UNKNOWN], A_RESOURCE, OURS[:UNKNOWN]),
        "development": letter_sort(CARDS, CARD_WORDS, A_CARD)._replace(
            hides=kind_unseen, veiled=lambda facts: (UNKNOWN,)
        ),
    },
)
