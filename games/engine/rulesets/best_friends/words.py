"""How actions of Best Friends are written: `&G Ben O`, `&T O>W G>B`, `&Ben:1 &Anna:3`.

An ampersand before a letter belongs to this scenario: a guild whose favour is asked for, or a card
that is given away. Behind an equals sign stand tokens laid that are not the price. An ampersand
before a name or a number tells the tokens taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from games.engine.core import Action, Seat
from games.engine.document import Field
from games.engine.forms import Act, Facts, Sort, spoken
from games.engine.record import (
    ANY_NUMBER,
    DICE,
    OTHER,
    SWITCH,
    Notation,
    Reader,
    Table,
    Words,
)
from games.engine.rulesets.base import fields
from games.engine.rulesets.base.packed import ONE
from games.engine.rulesets.base.sorts import OF_CARDS
from games.engine.rulesets.best_friends.earning import drawn, draws_of
from games.engine.rulesets.best_friends.favours import MOST_TRADES
from games.engine.rulesets.best_friends.guilds import LETTERS, PRICES, TOKENS, in_letters
from games.engine.words import marked

MARK = "&"
LAID = "="

MOST_DRAWN = 20
"""Tokens that one action can bring, and more."""

MOST_AGAIN = 10_000
"""Exchanges that may follow one; the rules allow one."""

A_TRADE = marked("an exchange such as O>W")
SOME_TOKENS = marked("tokens by the letters of their guilds, T, M, R, S or V, such as SS")
SOME_DRAWS = marked("tokens taken such as &Ben:1 or &3")
AN_EXCHANGE = marked("tokens drawn and put back such as 1>1")

DRAW = re.compile(r"&(?:(?P<name>(?=\d*[^:=\d])[^:=]+)(?::(?P<count>\d{1,2}))?|(?P<own>\d{1,2}))")
EXCHANGED = re.compile(r"(\d)>(\d)")

# Tokens


def read_tokens(words: Words, text: str, expected: str) -> Facts:
    if len(text) > MOST_DRAWN or not set(text) <= {*LETTERS, "0"}:
        raise words.wrong(expected)
    return (sum(ONE[LETTERS.index(letter)] for letter in text if letter != "0"),)


def laid(price: int) -> Sort:
    """Tokens that are laid, the price if nothing else is told."""
    return Sort(
        read_tokens,
        lambda table, facts: in_letters(facts[0]) or "0",
        lambda name: (fields.cards_field(name, TOKENS),),
        SOME_TOKENS,
        none=(price,),
    )


def read_exchanged(words: Words, text: str, expected: str) -> Facts:
    found = EXCHANGED.fullmatch(text)
    if found is None:
        raise words.wrong(expected)
    return int(found[1]), int(found[2])


TURNED = Sort(
    read_exchanged,
    lambda table, facts: "{}>{}".format(*facts),
    lambda name: tuple(
        Field(name, fields.write_number, fields.read_number) for name in ("drawn", "back")
    ),
    AN_EXCHANGE,
    none=(1, 1),
)

# Tokens taken


def read_draws(line: Words, seat: Seat) -> Sequence[Action]:
    """All words of tokens taken that follow one another."""
    seats: list[Seat] = []
    first = True
    while first or (DRAW.fullmatch(line.peek()) and line.peek() not in MARKS):
        first = False
        found = DRAW.fullmatch(line.take(SOME_DRAWS))
        if found is None or not _names_somebody(line, found["name"]):
            raise line.wrong(SOME_DRAWS, MARKS)
        taker = seat if found["own"] else line.seat(found["name"])
        seats += [taker] * int(found["own"] or found["count"] or 1)
        if len(seats) > MOST_DRAWN:
            raise line.wrong(SOME_DRAWS)
    return [line.action(seat, "tokens", (draws_of(seats),))]


def _names_somebody(line: Words, name: str | None) -> bool:
    """A letter by itself is rather a mark that there is not."""
    return name is None or len(name) > 1 or name.casefold() in line.table.seats


def write_draws(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    told = [(seat, len([*taken])) for seat, taken in groupby(drawn(actions[at]))]
    text = " ".join(f"{MARK}{table.handle(seat)}:{count}" for seat, count in told)
    return text or f"{MARK}0", 1


def read_seats(table: Table, value: Any) -> Facts | None:
    if not isinstance(value, list) or len(value) > MOST_DRAWN:
        return None
    seats = len(table.header.players)
    if not all(type(seat) is int and 0 <= seat < seats for seat in value):
        return None
    return (draws_of(value),)


def write_seats(table: Table, facts: Facts) -> list[int]:
    return drawn(Action(0, "tokens", facts))


# All of them

ACTS = (
    Act(
        "tokens",
        OTHER,
        "notes the tokens taken",
        "Tokens taken",
        anywhere=True,
        seldom=True,
        read=read_draws,
        write=write_draws,
        fields=(Field("draws", write_seats, read_seats, asked="seats"),),
    ),
    Act("give", "&G {receiver:seat} {cards}", "gives a card away", "Gift"),
    Act("refuse", "&N {receiver:seat} {cards}", "offers a card, and it is refused", "Gift refused"),
    Act("give_to_bank", "&B {cards:open}", "puts a card into the bank", "Card to the bank"),
    Act(
        "traders",
        "&T[={tokens:T}] {give:swapped}>{take:swapped}",
        "asks a favour of the traders",
        "Traders",
        A_TRADE,
        then="traders_again",
        most=MOST_AGAIN,
    ),
    Act(
        "traders_again",
        "&A {give:swapped}>{take:swapped}",
        "exchanges another card with the traders",
        "Traders: once more",
        A_TRADE,
    ),
    Act(
        "merchants",
        "&M[={tokens:M}] {cards:open}",
        "asks a favour of the merchants",
        "Merchants",
    ),
    Act(
        "road_builders",
        "&R[={tokens:R}] {path}",
        "asks a favour of the road builders",
        "Road builders",
    ),
    Act(
        "scholars",
        "&S[={tokens:S}] {card:development}",
        "asks a favour of the scholars",
        "Scholars",
    ),
    Act(
        "master_builders",
        "&V[={tokens:V}]",
        "asks a favour of the master builders",
        "Master builders",
    ),
    Act("exchange_token", "&X[={turned}]", "exchanges a token with the pool", "Exchange a token"),
)

MARKS = tuple(act.mark for act in ACTS if act.mark)

SORTS = {
    **{letter: laid(price) for letter, price in zip(LETTERS, PRICES, strict=True)},
    "turned": TURNED,
    "swapped": OF_CARDS["open"]._replace(within=r"[BLWGO?\d]+"),
}

OPTIONS = {
    "after_roll_only": SWITCH,
    "refill_pool": SWITCH,
    "favours_per_turn": ANY_NUMBER,
    "trader_exchanges_per_token": range(1, MOST_TRADES + 1),
}
"""Settings of a table (BFD-07, BFD-21, BFD-23, BFD-24)."""


def notation(theirs: Notation) -> Notation:
    """The words of the game and those of the scenario."""
    ours = spoken(
        theirs,
        ACTS,
        theirs.sorts.but(**SORTS),
        ground=replace(theirs.ground, players_rule="BF-001, BF-002"),
        options={**theirs.options, **OPTIONS},
    )
    other = other_words(ours)
    return replace(
        ours,
        opening={**ours.opening, OTHER: other},
        turn={**ours.turn, OTHER: other},
        behind=frozenset({"tokens"}),
    )


def other_words(ours: Notation) -> Reader:
    """Tokens taken, and favours and exchanges in which other tokens are told."""
    known = [mark for mark in ours.turn if mark not in (DICE, OTHER)]
    laying = {act.mark for act in ACTS if LAID in act.form}

    def read(line: Words, seat: Seat) -> Sequence[Action]:
        word = line.take(ours.an_action)
        if not word.startswith(MARK):
            raise line.wrong(ours.an_action, known)
        mark, told, _tokens = word.partition(LAID)
        if told and mark in laying:
            return ours.turn[mark](line, seat)
        line.at -= 1
        return read_draws(line, seat)

    return read
