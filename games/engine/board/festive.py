"""Boards of Easter Bunny and Santa Claus: the 2 moved to the 12, and a special hex in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.engine.board.boards import Board
from games.engine.board.frames import Frame
from games.engine.board.listing import Listing, Tile
from games.engine.board.order import disorder
from games.engine.board.terrain import SPECIAL, Terrain, Token
from games.engine.chance import Chance
from games.engine.core import Detail, Rule, says
from games.engine.words import marked

Found = tuple[str, Detail, tuple[str, ...]]
"""The id of a rule, what is wrong here, and the names of the places meant."""

MOVED, BESIDE = 2, 12
"""The number that is moved, and the one that it is put beside (EB-007, SC-007)."""

SERIES = {Terrain.SPRING: "EB", Terrain.HOUSE: "SC"}
"""How the ids of the rules begin, by the special hex."""


def special_of(rules: Mapping[str, Rule]) -> Terrain | None:
    """The special hex for which rules of a board ask, None if they are of no such scenario."""
    return next((hex_ for hex_, series in SERIES.items() if f"{series}-008" in rules), None)


def lacking(frame: Frame) -> str | None:
    """What the scenarios need and a map does not have; None if it can be changed."""
    numbers = {token.number for token in frame.tokens}
    if MOVED not in numbers:
        return marked("this one has no 2 that could be moved (EB-007, SC-007)")
    if BESIDE not in numbers:
        return marked("this one has no 12 to which the 2 could be moved (EB-007, SC-007)")
    if Terrain.DESERT not in frame.tiles:
        return marked("this one has no desert for a chased robber (EB-009, SC-009)")
    return None


def changed(board: Board, special: Terrain, chance: Chance) -> Board:
    """The board with the 2 on the 12 and the special hex where the 2 was; among several of them
    the lot decides (EBD-02). Raises `ValueError` for a map that lacks one of them."""
    missing = lacking(board.frame)
    if missing:
        raise ValueError(missing)
    gone, bears = (
        chance.choice([hex_ for hex_, number in enumerate(board.numbers) if number == wanted])
        for wanted in (MOVED, BESIDE)
    )
    terrain, numbers = list(board.terrain), list(board.numbers)
    terrain[gone], numbers[gone] = special, None
    return replace(
        board,
        terrain=tuple(terrain),
        numbers=tuple(numbers),
        doubled=((bears, MOVED),),
        replaced=((gone, board.terrain[gone]),),
    )


def faults(listing: Listing, special: Terrain) -> Iterator[Found]:
    """What a board of the scenario breaks of its own rules."""
    series = SERIES[special]
    specials = [tile for tile in listing.tiles if tile.terrain in SPECIAL]
    names = tuple(tile.name for tile in specials)
    for tile in specials:
        if tile.terrain is not special:
            text = marked("On {hex} lies {terrain}.")
            detail = says(text, hex=tile.name, terrain=tile.terrain)
            yield f"{series}-003", detail, (tile.name,)
        if tile.replaced is not None and not tile.replaced.numbered:
            text = marked("{hex} was {terrain}, which never bore the 2.")
            detail = says(text, hex=tile.name, terrain=tile.replaced)
            yield f"{series}-008", detail, (tile.name,)
        if tile.number is not None:
            text = marked("{hex} bears {number}.")
            yield f"{series}-012", says(text, hex=tile.name, number=tile.number), (tile.name,)
    if not specials:
        yield f"{series}-008", says(marked("No special hex lies on the island.")), ()
    if len(specials) > 1:
        several = "013" if _has_several(listing) else "003"
        detail = says(marked("It lies on {hexes}."), hexes=", ".join(names))
        yield f"{series}-{several}", detail, names
    yield from _numbers(listing, series)
    yield from _starts(listing, series, names)


def _has_several(listing: Listing) -> bool:
    """Whether the map has more than one 2 or 12, as that for five and six players."""
    numbers = [token.number for token in listing.frame.tokens]
    return max(numbers.count(MOVED), numbers.count(BESIDE)) > 1


def _numbers(listing: Listing, series: str) -> Iterator[Found]:
    doubled = [tile for tile in listing.tiles if tile.second is not None]
    for tile in doubled:
        if (tile.second, tile.number) != (MOVED, BESIDE):
            text = marked("{hex} bears {second} and {number}.")
            detail = says(text, hex=tile.name, second=tile.second, number=tile.number)
            yield f"{series}-007", detail, (tile.name,)
    if not doubled:
        yield f"{series}-007", says(marked("No hex bears 2 and 12.")), ()
    if len(doubled) > 1:
        names = tuple(tile.name for tile in doubled)
        several = "013" if _has_several(listing) else "007"
        detail = says(marked("{hexes} bear two numbers."), hexes=", ".join(names))
        yield f"{series}-{several}", detail, names
    elif doubled and _was_turned_round(listing):
        name = doubled[0].name
        text = marked("{hex} had the 2: the 12 was moved.")
        yield f"{series}-007", says(text, hex=name), (name,)


def _was_turned_round(listing: Listing) -> bool:
    """Whether the tokens lie along their spiral only if it was the 12 that was moved."""
    frame = listing.frame
    before = {tile.name: tile for tile in listing.undone().tiles}
    if not frame.spirals or before.keys() != frame.grid.hex_named.keys():
        return False
    now = {tile.name: tile for tile in listing.tiles}
    turned = {
        name: tile._replace(number=BESIDE)
        if now[name].replaced
        else tile._replace(number=MOVED)
        if now[name].second
        else tile
        for name, tile in before.items()
    }
    return _in_order(frame, turned) and not _in_order(frame, before)


def _in_order(frame: Frame, tiles: Mapping[str, Tile]) -> bool:
    ordered = [tiles[name] for name in frame.grid.hex_names]
    tokens = tuple(None if tile.number is None else Token("", tile.number) for tile in ordered)
    return disorder(frame, [tile.terrain for tile in ordered], tokens, frame.spirals) is None


def _starts(listing: Listing, series: str, specials: tuple[str, ...]) -> Iterator[Found]:
    """The robber starts on a desert, or where the map has it; the figure on the special hex."""
    chart = listing.frame.chart
    deserts = {tile.name for tile in listing.tiles if tile.terrain is Terrain.DESERT}
    if not deserts:
        yield f"{series}-009", says(marked("There is no desert.")), ()
    elif chart is None or chart.robber is None:
        for name in listing.robbers:
            if name not in deserts:
                detail = says(marked("The robber stands on {hex}."), hex=name)
                yield f"{series}-009", detail, (name,)
    for name in listing.figures:
        if name not in specials:
            detail = says(marked("The figure stands on {hex}."), hex=name)
            yield f"{series}-010", detail, (name,)
