"""All games with unseen cards, by family, and how many short games are held against the oracle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from games.engine import rulesets
from tests.games.oracle import dice_games, short_games
from tests.games.oracle.comparing import differences
from tests.games.oracle.judging import TooMany
from tests.games.oracle.short_games import ShortGame
from tests.games.oracle.shrinking import as_text, shrunk
from tests.games.rulesets.steered import OPTIONS

OF_A_FAMILY, OF_A_COMBINATION = 20_000, 500
"""Records of each in `make prove-long`."""

Cell = tuple[str, ...]
"""The key of a rule set, and the options that are switched on."""

FAMILIES: Mapping[str, Sequence[Cell]] = {
    "base": [("base",)],
    "five and six": [("base56",)],
    "tour": [("base+tour",)],
    "cities": [("cities-knights",), ("cities-knights", "experienced")],
    "sea": [("seafarers",)],
    "best friends": [("base+best-friends",), ("base+best-friends", "refill_pool")],
    "festive": [("base+easter-bunny",), ("base+santa",)],
    "dice": [("dice",)],
    "cards": [("card-game",)],
}

IN_FAMILIES = {cell[0] for cells in FAMILIES.values() for cell in cells}

COMBINATIONS: Sequence[Cell] = [
    (ruleset.key, *options)
    for ruleset in rulesets.RULESETS
    if ruleset.viewer == "island" and ruleset.key not in IN_FAMILIES
    for options in [(), *((option,) for part, option in OPTIONS.items() if part in ruleset.key)]
]
"""What else is played together, with the options that change what is reckoned."""


class Difference(NamedTuple):
    """Where engine and oracle do not agree: the game, its number, and what is wrong."""

    game: ShortGame
    number: int
    words: Sequence[str]

    def __str__(self) -> str:
        """A record that still shows it, as short as it was found."""
        record = shrunk(self.game)
        return f"# {'; '.join(self.words)}\n{as_text(self.game, record)}"


def games_of(cell: Cell, seed: int) -> Iterator[ShortGame]:
    """Short games of a cell, without end."""
    maker = dice_games if cell[0] == "dice" else short_games
    return maker.short_games(cell, seed)


def disagreements(
    cell: Cell, seed: int, count: int, skipped: Counter[str] | None = None
) -> Iterator[Difference]:
    """Of so many records; those that leave too many ways open are none, and are counted by why."""
    for number, game in enumerate(islice(games_of(cell, seed), count)):
        try:
            words = differences(game.ruleset, game.start, game.header, game.tail)
        except TooMany as why:
            if skipped is not None:
                skipped[str(why)] += 1
            continue
        if words:
            yield Difference(game, number, words)
