"""The same record in other words: whatever may stand in another order or under another name.

Never the order of actions, and never that of seats, of tokens drawn or of cards returned.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from games.engine.core import Player, Record
from games.engine.headers import HEADER
from games.engine.record import Notation, write

NAMES = ("Anna", "Ben", "Cyril", "Dana", "Eva", "Filip")
COLOURS = ("red", "blue", "white", "orange", "green", "brown")


def named(record: Record) -> Record:
    """With players who can be called in three ways."""
    count = len(record.header.players)
    players = tuple(map(Player, NAMES[:count], COLOURS[:count]))
    return record._replace(header=replace(record.header, players=players))


def rewritten(record: Record, notation: Notation, dice: random.Random) -> str:
    """The text of a record of `named` players, written otherwise."""
    text = write(record, with_other_names(notation, dice))
    head = [(one["name"], one["value"]) for one in HEADER.finditer(text)]
    lines = [line for line in text.splitlines() if line and not line.startswith("[")]
    places = notation.ground.places(record.header.board)
    players = len(record.header.players)
    return placed(
        [header(name, value, places, dice) for name, value in head],
        [reordered(line, record.header.ruleset, players, dice) for line in lines],
        dice,
    )


# Places


class AnyName(Sequence[str]):
    """Names of places, by number; another one each time."""

    def __init__(self, names: Sequence[Sequence[str]], dice: random.Random) -> None:
        self.names = names
        self.dice = dice

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, number: Any) -> Any:
        return spelled(self.dice.choice(self.names[number]), self.dice)


class OtherNames:
    """The places of an island as a writer looks them up."""

    def __init__(self, grid: Any, dice: random.Random) -> None:
        self.grid = grid
        self.hex_names = AnyName([(name,) for name in grid.hex_names], dice)
        self.intersection_names = AnyName(grid.intersection_aliases, dice)
        self.path_names = AnyName(grid.path_aliases, dice)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.grid, name)


PLACE = re.compile(r"([a-z])(\d{1,2})([a-z]*)")


def spelled(name: str, dice: random.Random) -> str:
    """`c2ne`, `C2NE`, or `3.2-NE` as the rules have it."""
    found = PLACE.fullmatch(name)
    way = dice.randrange(4)
    if found is None or way < 2:
        return name
    if way == 2:
        return name.upper()
    row, number, side = found.groups()
    return f"{ord(row) - ord('a') + 1}.{number}" + (f"-{side.upper()}" if side else "")


def with_other_names(notation: Notation, dice: random.Random) -> Notation:
    ground = notation.ground

    def places(board: Any) -> Any:
        grid = ground.places(board)
        return OtherNames(grid, dice) if hasattr(grid, "hex_names") else grid

    return replace(notation, ground=replace(ground, places=places))


# The head

PAIRS = {"Board": 2, "Harbours": 2, "Options": 1}
"""Headers whose words may stand in any order, so many together."""


def header(name: str, value: str, places: Any, dice: random.Random) -> str:
    words = value.split()
    if name == "Result" and "," in value:
        parts = value.split(",")
        dice.shuffle(parts)
        value = ", ".join(part.strip() for part in parts)
    elif name in PAIRS:
        step = PAIRS[name]
        parts = [words[at : at + step] for at in range(0, len(words), step)]
        if name == "Harbours":
            parts = [[other_path(path, places, dice), kind] for path, kind in parts]
        dice.shuffle(parts)
        value = " ".join(word for part in parts for word in part)
    return f'[{name} "{value}"]'


def other_path(name: str, places: Any, dice: random.Random) -> str:
    return dice.choice(places.path_aliases[places.path_named[name]])


def placed(head: list[str], lines: list[str], dice: random.Random) -> str:
    """Headers in any order, some in one line, some behind the game."""
    dice.shuffle(head)
    behind = [one for one in head if dice.random() < 0.2]
    before = [one for one in head if one not in behind]
    return "\n".join([*in_lines(before, dice), *lines, *in_lines(behind, dice), ""])


def in_lines(head: Sequence[str], dice: random.Random) -> list[str]:
    groups = groupby(head, key=lambda _one: dice.random() < 0.5)
    return [" ".join(group) for _, group in groups]


# The lines

CARDS = r"[BLWGOMPC?]+"

ORDERLESS = (
    re.compile(rf"(?<= X \w{{3}} )({CARDS})|(?<= X \w{{4}} )({CARDS})|(?<= X \w{{5}} )({CARDS})"),
    re.compile(rf"(?<=[+-])()()({CARDS})(?= )"),
    re.compile(rf"(?<=:)()()({CARDS})(?= )"),
    re.compile(rf"(?<= )()()({CARDS})(?=<>)"),
    re.compile(rf"(?<=<>)()()({CARDS})(?= )"),
)
"""Cards that lie together: discards, what was brought, the sides of deals."""


def reordered(line: str, ruleset: str, players: int, dice: random.Random) -> str:
    """Cards, gains, knights and dice in another order, players by another name."""
    line += " "
    for pattern in ORDERLESS:
        line = pattern.sub(lambda found: mixed(found.group(), dice), line)
    line = GAINED.sub(lambda found: mixed_words(found.group(), dice), line)
    for pattern in TWO:
        line = pattern.sub(
            lambda found: found.expand(dice.choice((r"\1 \2 \3", r"\1 \3 \2"))), line
        )
    line = ROBBED.sub(lambda found: mixed_parts(found.group(), dice), line)
    if "cities" not in ruleset:
        line = ROLL.sub(lambda found: found.expand(dice.choice((r"\1+\2", r"\2+\1"))), line)
    for seat in range(players):
        called = (NAMES[seat], NAMES[seat].upper(), COLOURS[seat], f"@{seat + 1}")
        line = re.sub(
            rf"\b{NAMES[seat]}\b", lambda _found, called=called: dice.choice(called), line
        )
    return line.rstrip()


GAINED = re.compile(r"(?:(?<= )[+-]\w+:\w+ +){2,}")
TWO = (
    re.compile(r"(?<= )(Sm) ([a-z\d]\S*) ([a-z\d]\S*)(?= )", re.IGNORECASE),
    re.compile(r"(?<= )(In) ([a-z\d]\S*) ([a-z\d]\S*)(?= )", re.IGNORECASE),
)
"""Two knights of a Smith, two hexes of an Inventor."""

ROBBED = re.compile(r"(?<= )(?:Bi) \S+?(?:<\S+?:.){2,}(?= )")
ROLL = re.compile(r"(?<= )([1-6])\+([1-6])(?= )")


def mixed(cards: str, dice: random.Random) -> str:
    letters = list(cards)
    if len(letters) < 2:
        return cards
    dice.shuffle(letters)
    if dice.random() < 0.3:
        letters.sort()
        return "".join(f"{len(list(same))}{one}" for one, same in groupby(letters))
    return "".join(letters)


def mixed_words(text: str, dice: random.Random) -> str:
    words = text.split()
    dice.shuffle(words)
    return " ".join(words) + " "


def mixed_parts(text: str, dice: random.Random) -> str:
    place, *parts = text.split("<")
    dice.shuffle(parts)
    return "<".join([place, *parts])
