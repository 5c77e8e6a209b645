"""What a game adds to the words of a position: the ships of a player, where the pirate is.

Each mark has a kind: what stands behind it, how that is read and written, what a page taps for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.engine.board.hexes import written
from games.engine.core import Detail, Seat
from games.engine.record import Table, Words
from games.engine.rulesets.base.island import (
    A_HEX,
    A_PATH,
    AN_INTERSECTION,
    hex_of,
    path_of,
    spot_of,
)
from games.engine.rulesets.base.sorts import A_COUNT


@dataclass(frozen=True)
class Kind:
    """`read` takes the words behind the mark, `write` gives them. `place` is the kind of place
    that is tapped, empty if none is; `many`: there may be several. `cards` are the words and the
    names of those that may lie there."""

    read: Callable[[Words], Any]
    write: Callable[[Table, Any], str]
    place: str = ""
    many: bool = False
    cards: Sequence[tuple[str, str]] = ()


class Mark(NamedTuple):
    """`word` is written, `name` the name of the fact, `label` what a page calls it. `piece` are
    the words of the button that puts it, for what lies on the board, `usual` what stands in the
    field of a new table, `empty` what it means that nothing does. `late` are the rows
    by which what is told of the turn was done after the roll, and after all that it brings; None
    if it may come before."""

    word: str
    name: str
    kind: Kind
    label: str
    piece: str = ""
    usual: str = ""
    empty: str = ""
    late: tuple[str, str] | None = None

    def written(self, table: Table, told: Any) -> str:
        """The mark with what is told of it; a switch is its word alone."""
        if self.kind is SWITCH:
            return self.word if told else f"{NOT}{self.word}"
        return f"{self.word} {self.kind.write(table, told)}"


class Open(NamedTuple):
    """Something that a photograph does not show, in words. `forbids`: if it is so, only less is
    allowed than if it is not."""

    words: str
    forbids: bool = True


NOT = "NOT-"
"""What stands before the word of a switch that is off."""


@dataclass(frozen=True)
class Added:
    """What a game adds to the positions of the one below it.

    `of_a_seat`, `of_the_table` and `of_the_moment` are its marks. `lay` puts into a state what is
    told. `answers` are those to what is not told: how they may be together with the answers to what
    the game below asks (`moment.Way`) and with whether the turn has come so far that its player
    trades and builds; those stand first with which the others differ in one thing each. Where there
    are none with any of them, `against` says by which row, and why. `open_` says what each one
    answers. `put` has a state be as they say. `pending` says by which row, and why, nothing goes on
    before what the roll still brings; None if it brings nothing more. `nearest` are, by verb,
    actions that may come near to a legal one.
    """

    of_a_seat: Sequence[Mark]
    of_the_table: Sequence[Mark]
    of_the_moment: Sequence[Mark]
    lay: Callable[[Any, Any], None]
    answers: Callable[[Any, Any, Any, bool], Sequence[tuple[bool, ...]]]
    against: Callable[[Any, Any], tuple[str, Detail]]
    open_: Sequence[Open]
    put: Callable[[Any, Any, Sequence[bool]], None]
    nearest: Mapping[str, Callable[[Any, Seat], Any]]
    pending: Callable[[Any], tuple[str, Detail] | None] = lambda position: None


# The kinds


NONE = "0"


def places(
    take: Callable[[Words, str], int], named: str, names: str, expected: str, place: str
) -> Kind:
    """Several places of a kind, none for `0`; `named` and `names` are those of the grid."""

    def read(words: Words) -> tuple[int, ...]:
        if words.peek() == NONE:
            words.at += 1
            return ()
        found = [take(words, words.take(expected))]
        known = getattr(words.table.places, named)
        while written(words.peek()) in known:
            found.append(take(words, words.take(expected)))
        return tuple(found)

    def write(table: Table, found: Sequence[int]) -> str:
        of = getattr(table.places, names)
        return " ".join(of[number] for number in sorted(found)) or NONE

    return Kind(read, write, place=place, many=True)


def read_count(words: Words) -> int:
    text = words.take(A_COUNT)
    if not text.isdecimal() or len(text) > 2:
        raise words.wrong(A_COUNT)
    return int(text)


PATHS = places(path_of, "path_named", "path_names", A_PATH, "path")
SPOTS = places(spot_of, "intersection_named", "intersection_names", AN_INTERSECTION, "intersection")
SPOT = Kind(
    lambda words: spot_of(words, words.take(AN_INTERSECTION)),
    lambda table, spot: table.places.intersection_names[spot],
    place="intersection",
)
HEX = Kind(
    lambda words: hex_of(words, words.take(A_HEX)),
    lambda table, hex_: table.places.hex_names[hex_],
    place="hex",
)
COUNT = Kind(read_count, lambda table, count: str(count))
SWITCH = Kind(lambda words: True, lambda table, told: "")
"""Yes or no, as the word itself says it."""
