"""Boards drawn at random, as the box and the Tour ask for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from games.engine.board.boards import Board, Harbour, lay_tokens, numbers_of
from games.engine.board.charts import Chart, Pile
from games.engine.board.festive import changed, special_of
from games.engine.board.frames import BASE, Frame
from games.engine.board.rules import rules_of
from games.engine.board.terrain import Terrain
from games.engine.chance import Chance
from games.engine.core import Rule


def generate(frame: Frame, seed: str, rules: Mapping[str, Rule] | None = None) -> Board:
    """A fully random board: every arrangement of the frame that the rules allow is equally likely.

    The same seed gives the same board on any machine. Nothing is balanced and nothing moved
    afterwards (B-031, B-032). Harbours lie on one of the patterns of the frame, under the rules
    of the Tour on one whose harbours all face the longest line of their sea position (B-047).
    Without rules those of the frame's own rule set hold. A scenario changes the board last. Raises
    `ValueError` for a frame without such a pattern, or on which the scenario is not played.
    """
    rules = rules_of(frame.ruleset) if rules is None else rules
    chance = Chance(seed)
    board = _laid(frame, rules, chance)
    special = special_of(rules)
    return board if special is None else changed(board, special, chance)


def _laid(frame: Frame, rules: Mapping[str, Rule], chance: Chance) -> Board:
    if frame.chart is not None:
        return _dealt(frame, frame.chart, chance)
    terrain = list(frame.tiles)
    chance.shuffle(terrain)
    start = chance.choice(tuple(frame.spirals))
    harbours = _harbours(frame, rules, chance)
    deserts = [hex_ for hex_, tile in enumerate(terrain) if tile is Terrain.DESERT]
    return Board(
        frame=frame,
        terrain=tuple(terrain),
        numbers=numbers_of(lay_tokens(frame, terrain, frame.spirals[start])),
        harbours=harbours,
        robber=chance.choice(deserts),
        start=start,
    )


def _dealt(frame: Frame, chart: Chart, chance: Chance) -> Board:
    """A board of a map with the sea on it: what is fixed, and the piles as they fall."""
    terrain = [Terrain.SEA] * len(frame.grid.hexes)
    numbers: list[int | None] = [None] * len(terrain)
    for hex_, laid in chart.fixed.items():
        terrain[hex_], numbers[hex_] = laid
    for pile in chart.piles:
        for hex_, tile in _tiles(pile, chance):
            terrain[hex_] = tile
        tokens = list(pile.numbers)
        chance.shuffle(tokens)
        bearing = [hex_ for hex_ in pile.hexes if terrain[hex_].numbered]
        for hex_, number in zip(bearing, tokens, strict=True):
            numbers[hex_] = number
    harbours = _harbours(frame, {}, chance)
    deserts = [hex_ for hex_, tile in enumerate(terrain) if tile is Terrain.DESERT]
    return Board(
        frame=frame,
        terrain=tuple(terrain),
        numbers=tuple(numbers),
        harbours=harbours,
        robber=chance.choice(deserts) if chart.robber is None else chart.robber,
        pirate=chart.pirate,
    )


def _tiles(pile: Pile, chance: Chance) -> Iterator[tuple[int, Terrain]]:
    """Hexes with their tiles: gold on those where it may lie, then the rest on the others."""
    gold = sorted(pile.gold)
    chance.shuffle(gold)
    golden = set(gold[: pile.tiles.count(Terrain.GOLD)])
    others = [tile for tile in pile.tiles if tile is not Terrain.GOLD]
    chance.shuffle(others)
    left = deque(others)
    for hex_ in pile.hexes:
        yield hex_, Terrain.GOLD if hex_ in golden else left.popleft()


def random_board(seed: str, frame: Frame = BASE) -> Board:
    """The board of a seed as rounds of the Tour are played on it."""
    return generate(frame, seed)


def _harbours(frame: Frame, rules: Mapping[str, Rule], chance: Chance) -> tuple[Harbour, ...]:
    """Harbours on one of the patterns, kinds shuffled (D-05)."""
    patterns = frame.patterns
    if "B-047" in rules:
        patterns = tuple(pattern for pattern in patterns if frame.far.issuperset(pattern))
    pattern = chance.choice(patterns)
    kinds = list(frame.harbours)
    chance.shuffle(kinds)
    return tuple(Harbour(path, kind) for path, kind in zip(pattern, kinds, strict=True))
