"""How actions of Best Friends are written: `&G Ben O`, `&T O>W G>B`, `&Ben:1 &Anna:3`.

An ampersand before a letter belongs to this scenario: a guild whose favour is asked for, or a card
that is given away. Behind an equals sign stand tokens laid that are not the price. An ampersand
before a name or a number tells the tokens taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from games.engine.core import Action, Seat
from games.engine.document import Field
from games.engine.record import (
    ANY_NUMBER,
    DICE,
    OTHER,
    SWITCH,
    Notation,
    Reader,
    Table,
    Words,
    Writer,
)
from games.engine.rulesets.base import fields, words
from games.engine.rulesets.base.island import take_path
from games.engine.rulesets.base.packed import ONE
from games.engine.rulesets.best_friends.earning import drawn, draws_of
from games.engine.rulesets.best_friends.favours import MOST_TRADES
from games.engine.rulesets.best_friends.guilds import (
    LETTERS,
    MASTER_BUILDERS,
    MERCHANTS,
    PRICES,
    ROAD_BUILDERS,
    SCHOLARS,
    TOKENS,
    TRADERS,
    in_letters,
)
from games.engine.words import marked

MARK = "&"
LAID = "="

MOST_DRAWN = 20
"""Tokens that one action can bring, and more."""

A_TRADE = marked("an exchange such as O>W")
SOME_TOKENS = marked("tokens by the letters of their guilds, T, M, R, S or V, such as SS")
SOME_DRAWS = marked("tokens taken such as &Ben:1 or &3")
AN_EXCHANGE = marked("tokens drawn and put back such as 1>1")

SWAP = re.compile(r"[BLWGO?\d]+>[BLWGO?\d]+")
DRAW = re.compile(r"&(?:(?P<name>[^:=]*[^:=\d][^:=]*)(?::(?P<count>\d{1,2}))?|(?P<own>\d{1,2}))")
EXCHANGED = re.compile(r"(\d)>(\d)")

# Reading

FavourReader = Callable[[Words, Seat, int], Sequence[Action]]
"""Of a favour: the line, the seat, the tokens laid."""


def read_traders(line: Words, seat: Seat, laid: int) -> Sequence[Action]:
    read = [line.action(seat, "traders", (laid, *_swap(line)))]
    while SWAP.fullmatch(line.peek()):
        read.append(line.action(seat, "traders_again", _swap(line)))
    return read


def _swap(line: Words) -> tuple[int, int]:
    give, arrow, take = line.take(A_TRADE).partition(">")
    if not arrow:
        raise line.wrong(A_TRADE)
    return words.cards(line, give, A_TRADE), words.cards(line, take, A_TRADE)


def read_merchants(line: Words, seat: Seat, laid: int) -> Sequence[Action]:
    card = words.cards(line, line.take(words.SOME_CARDS), words.SOME_CARDS)
    return [line.action(seat, "merchants", (laid, card))]


def read_road_builders(line: Words, seat: Seat, laid: int) -> Sequence[Action]:
    return [line.action(seat, "road_builders", (laid, take_path(line)))]


def read_scholars(line: Words, seat: Seat, laid: int) -> Sequence[Action]:
    (bought,) = words.read_buy(line, seat)
    return [bought._replace(verb="scholars", facts=(laid, *bought.facts))]


def read_master_builders(line: Words, seat: Seat, laid: int) -> Sequence[Action]:
    return [line.action(seat, "master_builders", (laid,))]


FAVOURS: Sequence[FavourReader] = (
    read_traders,
    read_merchants,
    read_road_builders,
    read_scholars,
    read_master_builders,
)
"""By guild."""


def at_price(guild: int) -> Reader:
    """The reader of a favour for which nothing but the price is laid."""
    return lambda line, seat: FAVOURS[guild](line, seat, PRICES[guild])


def read_exchange(line: Words, seat: Seat) -> Sequence[Action]:
    return [line.action(seat, "exchange_token", (1, 1))]


def read_gift(verb: str) -> Reader:
    """Who is offered a card, and the card."""

    def read(line: Words, seat: Seat) -> Sequence[Action]:
        receiver = line.seat()
        card = words.cards(line, line.take(words.SOME_CARDS), words.SOME_CARDS)
        return [line.action(seat, verb, (receiver, card))]

    return read


def read_gift_to_bank(line: Words, seat: Seat) -> Sequence[Action]:
    card = words.cards(line, line.take(words.SOME_CARDS), words.SOME_CARDS)
    return [line.action(seat, "give_to_bank", (card,))]


MARKS: dict[str, Reader] = {
    **{f"{MARK}{letter}": at_price(guild) for guild, letter in enumerate(LETTERS)},
    f"{MARK}X": read_exchange,
    f"{MARK}G": read_gift("give"),
    f"{MARK}N": read_gift("refuse"),
    f"{MARK}B": read_gift_to_bank,
}


def other_words(theirs: Notation, known: Sequence[str]) -> Reader:
    """Tokens taken, and favours and exchanges in which other tokens are told."""

    def read(line: Words, seat: Seat) -> Sequence[Action]:
        word = line.take(theirs.an_action)
        if not word.startswith(MARK):
            raise line.wrong(theirs.an_action, known)
        head, told, tokens = word.partition(LAID)
        guild = LETTERS.find(head[1:]) if len(head) == 2 else -1
        if told and guild >= 0:
            return FAVOURS[guild](line, seat, _tokens(line, tokens))
        if told and head == f"{MARK}X":
            return [line.action(seat, "exchange_token", _exchanged(line, tokens))]
        line.at -= 1
        return read_draws(line, seat)

    return read


def _tokens(line: Words, text: str) -> int:
    if len(text) > MOST_DRAWN or not set(text) <= {*LETTERS, "0"}:
        raise line.wrong(SOME_TOKENS)
    return sum(ONE[LETTERS.index(letter)] for letter in text if letter != "0")


def _exchanged(line: Words, text: str) -> tuple[int, int]:
    found = EXCHANGED.fullmatch(text)
    if found is None:
        raise line.wrong(AN_EXCHANGE)
    return int(found[1]), int(found[2])


def read_draws(line: Words, seat: Seat) -> Sequence[Action]:
    """All words of tokens taken that follow one another."""
    seats: list[Seat] = []
    first = True
    while first or (DRAW.fullmatch(line.peek()) and line.peek() not in MARKS):
        first = False
        found = DRAW.fullmatch(line.take(SOME_DRAWS))
        if found is None or not _names_somebody(line, found["name"]):
            raise line.wrong(SOME_DRAWS, tuple(MARKS))
        taker = seat if found["own"] else line.seat(found["name"])
        seats += [taker] * int(found["own"] or found["count"] or 1)
        if len(seats) > MOST_DRAWN:
            raise line.wrong(SOME_DRAWS)
    return [line.action(seat, "tokens", (draws_of(seats),))]


def _names_somebody(line: Words, name: str | None) -> bool:
    """A letter by itself is rather a mark that there is not."""
    return name is None or len(name) > 1 or name.casefold() in line.table.seats


# Writing


def write_favour(guild: int, rest: Callable[[Table, Action], str]) -> Writer:
    def write(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
        return _asked(guild, actions[at]) + rest(table, actions[at]), 1

    return write


def _asked(guild: int, action: Action) -> str:
    laid = action.facts[0]
    told = "" if laid == PRICES[guild] else LAID + (in_letters(laid) or "0")
    return f"{MARK}{LETTERS[guild]}{told}"


def write_traders(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    text, count = f"{_asked(TRADERS, actions[at])} {_swapped(actions[at])}", 1
    while at + count < len(actions) and not actions[at + count - 1].ruling:
        following = actions[at + count]
        if following.verb != "traders_again" or following.seat != actions[at].seat:
            break
        text += f" {_swapped(following)}"
        count += 1
    return text, count


def _swapped(action: Action) -> str:
    give, take = action.facts[-2:]
    return f"{words.pile(give)}>{words.pile(take)}"


def write_again(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    """An exchange without the wagon before it."""
    return f"{MARK}A {_swapped(actions[at])}", 1


def read_again(line: Words, seat: Seat) -> Sequence[Action]:
    return [line.action(seat, "traders_again", _swap(line))]


MARKS[f"{MARK}A"] = read_again


def write_exchange(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    drawn, back = actions[at].facts
    return f"{MARK}X" if drawn == back == 1 else f"{MARK}X{LAID}{drawn}>{back}", 1


def write_gift(mark: str) -> Writer:
    def write(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
        receiver, card = actions[at].facts
        return f"{MARK}{mark} {table.handle(receiver)} {words.pile(card)}", 1

    return write


def write_draws(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    told: list[list[Any]] = []
    for seat in drawn(actions[at]):
        if told and told[-1][0] == seat:
            told[-1][1] += 1
        else:
            told.append([seat, 1])
    text = " ".join(f"{MARK}{table.handle(seat)}:{count}" for seat, count in told)
    return text or f"{MARK}0", 1


# Facts


def read_seats(table: Table, value: Any) -> tuple[int, ...] | None:
    if not isinstance(value, list) or len(value) > MOST_DRAWN:
        return None
    seats = len(table.header.players)
    if not all(type(seat) is int and 0 <= seat < seats for seat in value):
        return None
    return (draws_of(value),)


def write_seats(table: Table, facts: tuple[int, ...]) -> list[int]:
    return drawn(Action(0, "tokens", facts))


LAID_FIELD = fields.cards_field("tokens", TOKENS)
CARD = fields.cards_field("cards")
TRADED = (fields.cards_field("give"), fields.cards_field("take"))
RECEIVER = fields.seat_field("receiver")

FIELDS: dict[str, Sequence[Field]] = {
    "tokens": (Field("draws", write_seats, read_seats, asked="seats"),),
    "give": (RECEIVER, CARD),
    "refuse": (RECEIVER, CARD),
    "give_to_bank": (CARD,),
    "traders": (LAID_FIELD, *TRADED),
    "traders_again": TRADED,
    "merchants": (LAID_FIELD, CARD),
    "road_builders": (LAID_FIELD, fields.PATH_FIELD),
    "scholars": (LAID_FIELD, fields.kind_field("card", fields.CARD_WORDS)),
    "master_builders": (LAID_FIELD,),
    "exchange_token": tuple(
        Field(name, fields.write_number, fields.read_number) for name in ("drawn", "back")
    ),
}

WRITE: dict[str, Writer] = {
    "tokens": write_draws,
    "give": write_gift("G"),
    "refuse": write_gift("N"),
    "give_to_bank": words.words_of(f"{MARK}B", lambda table, card: words.pile(card)),
    "traders": write_traders,
    "traders_again": write_again,
    "merchants": write_favour(MERCHANTS, lambda table, action: f" {words.pile(action.facts[1])}"),
    "road_builders": write_favour(
        ROAD_BUILDERS, lambda table, action: f" {words.path_name(table, action.facts[1])}"
    ),
    "scholars": write_favour(SCHOLARS, lambda table, action: f" {words.CARDS[action.facts[1]]}"),
    "master_builders": write_favour(MASTER_BUILDERS, lambda table, action: ""),
    "exchange_token": write_exchange,
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
    known = [*(mark for mark in theirs.turn if mark != DICE), *MARKS]
    other = other_words(theirs, known)
    return replace(
        theirs,
        ground=replace(theirs.ground, players_rule="BF-001, BF-002"),
        options={**theirs.options, **OPTIONS},
        opening={**theirs.opening, OTHER: other},
        turn={**theirs.turn, **MARKS, OTHER: other},
        write={**theirs.write, **WRITE},
        fields={**theirs.fields, **FIELDS},
        labels={**theirs.labels, **LABELS},
        seldom=theirs.seldom | {"tokens"},
    )


LABELS = {
    "tokens": marked("Tokens taken"),
    "give": marked("Gift"),
    "refuse": marked("Gift refused"),
    "give_to_bank": marked("Card to the bank"),
    "traders": marked("Traders"),
    "traders_again": marked("Traders: once more"),
    "merchants": marked("Merchants"),
    "road_builders": marked("Road builders"),
    "scholars": marked("Scholars"),
    "master_builders": marked("Master builders"),
    "exchange_token": marked("Exchange a token"),
}

DEEDS = {
    "tokens": marked("notes the tokens taken"),
    "give": marked("gives a card away"),
    "refuse": marked("offers a card, and it is refused"),
    "give_to_bank": marked("puts a card into the bank"),
    "traders": marked("asks a favour of the traders"),
    "traders_again": marked("exchanges another card with the traders"),
    "merchants": marked("asks a favour of the merchants"),
    "road_builders": marked("asks a favour of the road builders"),
    "scholars": marked("asks a favour of the scholars"),
    "master_builders": marked("asks a favour of the master builders"),
    "exchange_token": marked("exchanges a token with the pool"),
}
"""What a player does, by verb; the name of the player stands in front."""
