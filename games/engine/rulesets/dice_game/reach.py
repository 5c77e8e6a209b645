"""How early each symbol of a sheet can be marked, if every roll were the best one."""

from __future__ import annotations

from games.engine.rulesets.dice_game.sheet import KNIGHT, ROAD, SETTLEMENT, Sheet, Symbol

ROADS_IN_A_TURN = 3
"""Six dice pay for three roads, for a settlement and a road, for a city, or for two knights."""

KNIGHTS_IN_A_TURN = 2


def first_turns(sheet: Sheet) -> dict[str, int]:
    """By symbol, a turn before which it cannot be marked; those that no road leads to are left
    out, and so is the printed road."""
    ways = _ways(sheet)
    found = {}
    for number, symbol in enumerate(sheet.symbols):
        if sheet.start >> number & 1:
            continue
        if symbol.kind == KNIGHT:
            found[symbol.id] = -(-(symbol.before.bit_count() + 1) // KNIGHTS_IN_A_TURN)
        elif symbol.kind == ROAD:
            if number in ways:
                found[symbol.id] = -(-ways[number].bit_count() // ROADS_IN_A_TURN)
        else:
            turns = _site(sheet, symbol, ways)
            if turns:
                found[symbol.id] = turns
    return found


def _site(sheet: Sheet, symbol: Symbol, ways: dict[int, int]) -> int:
    """0 if it cannot be reached at all. The sites before it count, and the roads to all of them."""
    sites = [other for other in sheet.symbols if other.kind == symbol.kind]
    roads = 0
    count = symbol.before.bit_count() + 1
    for site in sites[:count]:
        near = [way for road, way in ways.items() if site.near >> road & 1]
        if not near:
            return 0
        roads |= min(near, key=lambda way: ((way | roads).bit_count(), way))
    if symbol.kind == SETTLEMENT:
        return count + -(-max(0, roads.bit_count() - count) // ROADS_IN_A_TURN)
    return count + -(-roads.bit_count() // ROADS_IN_A_TURN)


def _ways(sheet: Sheet) -> dict[int, int]:
    """By road, the fewest roads that are to be built up to it and with it, as bits."""
    ways = {number: 0 for number in range(len(sheet.roads)) if sheet.start >> number & 1}
    waiting = list(ways)
    for number in waiting:
        for other in range(len(sheet.roads)):
            if other not in ways and sheet.symbols[other].near >> number & 1:
                ways[other] = ways[number] | 1 << other
                waiting.append(other)
    return ways


def fewest_roads(sheet: Sheet, kind: int) -> tuple[int, ...]:
    """By the number of sites of the kind that are built, 0 of them first: so many roads lead to
    the last of them, if not more to the others. A site that no road leads to asks for none."""
    ways = _ways(sheet)
    fewest = [0]
    for site in sheet.symbols:
        if site.kind == kind:
            near = [way.bit_count() for road, way in ways.items() if site.near >> road & 1]
            fewest.append(max(fewest[-1], min(near, default=0)))
    return tuple(fewest)


def earliest(sheet: Sheet, kind: int) -> list[int]:
    """By the settlements, cities or knights of the sheet in their order, a turn before which none
    can be marked, whichever way its roads go."""
    if kind == KNIGHT:
        return [-(-count // KNIGHTS_IN_A_TURN) for count in range(1, 1 + len(sheet.knights))]
    turns = []
    for count, roads in enumerate(fewest_roads(sheet, kind)[1:], start=1):
        # A turn with a settlement has a road besides, one with a city has none.
        left = max(0, roads - count) if kind == SETTLEMENT else roads
        turns.append(count + -(-left // ROADS_IN_A_TURN))
    return turns


def too_late(sheet: Sheet) -> dict[str, int]:
    """The symbols that the boxes of the sheet leave no turn for, with their turns."""
    return {name: turn for name, turn in first_turns(sheet).items() if turn > sheet.boxes}
