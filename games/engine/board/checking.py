"""Whether a board keeps the rules: every rule that it breaks, in words and with the place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain
from typing import NamedTuple

from games.engine.board.boards import Board
from games.engine.board.festive import faults, special_of
from games.engine.board.frames import Frame
from games.engine.board.listing import GENERAL, Listing, listing_of
from games.engine.board.order import disorder
from games.engine.board.rules import OF_THE_TOUR, RULES, rules_of
from games.engine.board.terrain import LETTER_OF, Resource, Terrain, Token
from games.engine.core import Detail, Rule, says
from games.engine.words import listed, marked


class Fault(NamedTuple):
    """A rule that the board breaks, what is wrong here, and the names of the places meant."""

    rule: Rule
    detail: Detail
    places: tuple[str, ...] = ()

    @property
    def follows(self) -> bool:
        """Whether it may follow from a fault that is told before it."""
        return self.detail.follows

    def __str__(self) -> str:
        return f"{self.rule.id} {self.rule.text} {self.detail}"


class Wrong(NamedTuple):
    """A fault as the checks say it: by the id of its rule."""

    rule: str
    detail: Detail
    places: tuple[str, ...] = ()


Checks = tuple[tuple[Callable[[Listing], Iterator[Wrong]], ...], ...]


def check(board: Board | Listing, rules: Mapping[str, Rule] | None = None) -> tuple[Fault, ...]:
    """Every rule that a board breaks, each once, empty for a board that keeps them all. One
    mistake is one fault: others of the same subject are marked as following from the first.

    Without rules those of the rule set hold that the listing names, or else of the frame. They
    decide on what the Tour adds, and whether a scenario has changed the board; a frame's own rules
    always hold, for a changed board as it was laid.
    """
    return _check(board, rules, CHECKS)


def check_as_told(board: Board, rules: Mapping[str, Rule]) -> tuple[Fault, ...]:
    """The same as far as a head tells it. Where no hex is told on which the spiral begins, the
    tokens may lie along none; where no harbour is told, that none lies there is not said."""
    untold = OF_THE_ORDER if board.start is None else ()
    checks = CHECKS if board.harbours else CHECKS[:HARBOURS]
    return _check(
        board, rules, tuple(tuple(look for look in looks if look not in untold) for looks in checks)
    )


def _check(
    board: Board | Listing, rules: Mapping[str, Rule] | None, checks: Checks
) -> tuple[Fault, ...]:
    listing = listing_of(board) if isinstance(board, Board) else board
    rules = rules_of(listing.ruleset or listing.frame.ruleset) if rules is None else rules
    special = special_of(rules)
    found: list[tuple[int, Wrong]] = []
    if special is not None:
        found = [(subject_of(fault[0]), Wrong(*fault)) for fault in faults(listing, special)]
        listing = listing.undone()
    for subject, looks in enumerate(checks):
        found += [(subject, wrong) for look in looks for wrong in look(listing)]
    return tuple(_once((s, wrong) for s, wrong in found if _asked(wrong.rule, rules)))


def _asked(rule: str, rules: Mapping[str, Rule]) -> bool:
    return rule in rules or rule not in OF_THE_TOUR


def _once(found: Iterable[tuple[int, Wrong]]) -> Iterator[Fault]:
    """The faults of each rule as one, behind the first of its subject as what follows from it."""
    ordered: dict[str, list[Wrong]] = {}
    first: dict[int, str] = {}
    leading: dict[str, str] = {}
    for subject, wrong in found:
        ordered.setdefault(wrong.rule, []).append(wrong)
        leading.setdefault(wrong.rule, first.setdefault(subject, wrong.rule))
    for rule, wrongs in ordered.items():
        (detail, *others), places = [one.detail for one in wrongs], [one.places for one in wrongs]
        if others:
            detail = says(marked("{faults}"), faults=listed((detail, *others), " "))
        follows = leading[rule] != rule
        yield Fault(RULES[rule], detail._replace(follows=follows), tuple(chain(*places)))


def _check_shape(listing: Listing) -> Iterator[Wrong]:
    """Hexes lie where the frame has a place, one on each."""
    ids, known = listing.frame.rules, listing.frame.grid.hex_named
    names = [tile.name for tile in listing.tiles]
    times = Counter(names)
    for name in sorted(times.keys() - known.keys()):
        yield Wrong(ids["shape"], says(marked("There is no hex {hex}."), hex=name), (name,))
    missing = [name for name in known if name not in times]
    if missing:
        text = marked("Missing: {hexes}.")
        yield Wrong(ids["hexes"], says(text, hexes=", ".join(missing)), tuple(missing))
    for name, count in times.items():
        if count > 1:
            yield Wrong(ids["hexes"], says(marked("{hex} stands twice."), hex=name), (name,))
    if len(names) != len(known) and not missing:
        yield Wrong(ids["hexes"], says(marked("These are {count}."), count=len(names)))


def _check_tiles(listing: Listing) -> Iterator[Wrong]:
    """Each terrain as often as the box has it."""
    ids = listing.frame.rules
    expected = Counter(listing.frame.tiles)
    found = Counter(tile.terrain for tile in listing.tiles)
    for terrain in Terrain:
        if found[terrain] != expected[terrain]:
            text = marked("{terrain}: {found} instead of {expected}.")
            detail = says(
                text, terrain=terrain.value, found=found[terrain], expected=expected[terrain]
            )
            places = tuple(tile.name for tile in listing.tiles if tile.terrain is terrain)
            yield Wrong(ids.get(terrain.value, ids["hexes"]), detail, places)


def _check_numbers(listing: Listing) -> Iterator[Wrong]:
    """Every number as often as the box has it, on producing hexes only, one on each."""
    ids, tokens = listing.frame.rules, listing.frame.tokens
    for tile in listing.tiles:
        if tile.number is None and tile.terrain.numbered:
            yield Wrong(
                ids["one_number"], says(marked("{hex} has none."), hex=tile.name), (tile.name,)
            )
    for tile in listing.tiles:
        if tile.number is not None and not tile.terrain.numbered:
            detail = says(marked("{hex} has {number}."), hex=tile.name, number=tile.number)
            yield Wrong(ids["bare_desert"], detail, (tile.name,))
    for tile in listing.tiles:
        if tile.terrain.numbered and None not in (tile.second, tile.number):
            text = marked("{hex} bears {second} and {number}.")
            detail = says(text, hex=tile.name, second=tile.second, number=tile.number)
            yield Wrong(ids["one_number"], detail, (tile.name,))
    laid = [
        (number, tile.name)
        for tile in listing.tiles
        for number in (tile.number, tile.second)
        if number is not None
    ]
    if len(laid) != len(tokens):
        text = marked("These are {found}.")
        yield Wrong(ids["tokens"], says(text, found=len(laid)))
    expected = Counter(token.number for token in tokens)
    found = Counter(number for number, _name in laid)
    for number in sorted(found.keys() | expected.keys()):
        if found[number] != expected[number]:
            text = marked("{number}: {found} instead of {expected}.")
            detail = says(text, number=number, found=found[number], expected=expected[number])
            places = tuple(dict.fromkeys(name for one, name in laid if one == number))
            yield Wrong(ids["numbers"], detail, places)


def _check_letters(listing: Listing) -> Iterator[Wrong]:
    """Every letter that was written has its own number on the other side."""
    number_of = dict(listing.frame.tokens)
    for tile in listing.tiles:
        if tile.letter and number_of.get(tile.letter) != tile.number:
            text = marked("{hex} has {letter} with {number}.")
            detail = says(text, hex=tile.name, letter=tile.letter, number=tile.number)
            yield Wrong(listing.frame.rules["letters"], detail, (tile.name,))


def _check_order(listing: Listing) -> Iterator[Wrong]:
    """Tokens lie along a spiral from a corner, counter-clockwise."""
    frame, grid = listing.frame, listing.frame.grid
    if not frame.spirals:
        return
    tiles = {tile.name: tile for tile in listing.tiles}
    if len(tiles) != len(listing.tiles) or tiles.keys() != grid.hex_named.keys():
        return
    start = grid.hex_named.get(listing.start)
    if listing.start and start not in frame.spirals:
        text = marked("The spiral begins on {hex}.")
        yield Wrong(frame.rules["start"], says(text, hex=listing.start), (listing.start,))
        start = None
    ordered = [tiles[name] for name in grid.hex_names]
    wrong = disorder(
        frame,
        [tile.terrain for tile in ordered],
        tuple(None if tile.number is None else Token(tile.letter, tile.number) for tile in ordered),
        frame.spirals.keys() if start is None else (start,),
    )
    if wrong:
        places = tuple(grid.hex_names[hex_] for hex_ in wrong.hexes)
        yield Wrong(frame.rules[wrong.subject], wrong.detail, places)


def _check_chart(listing: Listing) -> Iterator[Wrong]:
    """On a map with the sea on it each tile lies where the map has it, or its pile."""
    chart, grid, ids = listing.frame.chart, listing.frame.grid, listing.frame.rules
    tiles = {grid.hex_named.get(tile.name): tile for tile in listing.tiles}
    if (
        chart is None
        or len(tiles) != len(listing.tiles)
        or tiles.keys() != set(range(len(grid.hexes)))
    ):
        return
    text = marked("{hex}: {found} instead of {expected}.")
    for hex_, (terrain, number) in chart.laid():
        tile = tiles[hex_]
        if (tile.terrain, tile.number) != (terrain, number):
            facts = {"found": _tile(tile.terrain, tile.number), "expected": _tile(terrain, number)}
            yield Wrong(ids["shape"], says(text, hex=tile.name, **facts), (tile.name,))
    for pile in chart.piles:
        dealt = [tiles[hex_] for hex_ in pile.hexes]
        names = tuple(tile.name for tile in dealt)
        terrains = Counter(tile.terrain for tile in dealt)
        numbers = Counter(tile.number for tile in dealt if tile.number is not None)
        if terrains != Counter(pile.tiles) or numbers != Counter(pile.numbers):
            text = marked("On {hexes} lie others than the map deals there.")
            yield Wrong(ids["shape"], says(text, hexes=", ".join(names)), names)
        for hex_, tile in zip(pile.hexes, dealt, strict=True):
            if tile.terrain is Terrain.GOLD and hex_ not in pile.gold:
                detail = says(marked("{hex} is no place for gold."), hex=tile.name)
                yield Wrong(ids["gold"], detail, (tile.name,))


def _tile(terrain: Terrain, number: int | None) -> str:
    return f"{LETTER_OF[terrain]}{'' if number is None else number}"


def _check_starts(listing: Listing) -> Iterator[Wrong]:
    """On a map with the sea on it the robber stands on the hex that the map gives it (SF-29,
    SF-33)."""
    chart, grid, ids = listing.frame.chart, listing.frame.grid, listing.frame.rules
    if chart is None or chart.robber is None:
        return
    expected = grid.hex_names[chart.robber]
    for name in listing.robbers:
        if name != expected:
            text = marked("It stands on {hex}, not on {expected}.")
            yield Wrong(ids["robber"], says(text, hex=name, expected=expected), (name,))


def _check_pirate(listing: Listing) -> Iterator[Wrong]:
    """So does the pirate, and where the map gives it none, as on the island of the box, there is no
    pirate (SF-29, SF-33)."""
    chart, grid, ids = listing.frame.chart, listing.frame.grid, listing.frame.rules
    start = None if chart is None else chart.pirate
    for name in listing.pirates:
        if start is None:
            detail = says(marked("The map has no pirate."))
            yield Wrong(ids.get("pirate", "CKD-67"), detail, (name,))
        elif name != grid.hex_names[start]:
            text = marked("The pirate starts on {hex}, not on {expected}.")
            detail = says(text, hex=name, expected=grid.hex_names[start])
            yield Wrong(ids["pirate"], detail, (name,))


def _check_robber(listing: Listing) -> Iterator[Wrong]:
    """There is one robber, on a desert. Where none was written it stands there."""
    if len(listing.robbers) > 1:
        text = marked("It stands on {hexes}.")
        detail = says(text, hexes=", ".join(listing.robbers))
        yield Wrong("B-021", detail, listing.robbers)
    if listing.frame.chart is not None and listing.frame.chart.robber is not None:
        return
    deserts = {tile.name for tile in listing.tiles if tile.terrain is Terrain.DESERT}
    for robber in listing.robbers:
        if robber not in deserts:
            detail = says(marked("It stands on {hex}."), hex=robber)
            yield Wrong(listing.frame.rules["robber"], detail, (robber,))


def _check_harbour_kinds(listing: Listing) -> Iterator[Wrong]:
    """Each kind of harbour as often as the box has it."""
    expected = Counter(listing.frame.harbours)
    found = Counter(port.kind for port in listing.harbours)
    for kind in (None, *Resource):
        if found[kind] != expected[kind]:
            text = marked("{resource}: {found} instead of {expected}.")
            detail = says(
                text,
                resource=GENERAL if kind is None else kind.value,
                found=found[kind],
                expected=expected[kind],
            )
            places = tuple(port.name for port in listing.harbours if port.kind is kind)
            yield Wrong(listing.frame.rules["harbours"], detail, places)


def _check_harbour_places(listing: Listing) -> Iterator[Wrong]:
    """Harbours lie on the coast, share no intersection, and face the longest line (Tour)."""
    frame, grid = listing.frame, listing.frame.grid
    served: dict[int, str] = {}
    for port in listing.harbours:
        path = grid.path_named.get(port.name)
        if path is None or path not in frame.coast:
            detail = says(marked("{path} is no path of the coast."), path=port.name)
            yield Wrong("B-044", detail, (port.name,))
            continue
        sharing = {served[end] for end in grid.ends[path] if end in served}
        for other in sorted(sharing):
            text = marked("{path} and {other} share one.")
            yield Wrong("B-045", says(text, path=other, other=port.name), (other, port.name))
        served.update(dict.fromkeys(grid.ends[path], port.name))
        if frame.sea and path not in frame.far:
            line = [grid.hex_names[hex_] for hex_ in grid.line_inland(path)]
            text = marked("{path} faces a line of {length}: {line}.")
            detail = says(text, path=port.name, length=len(line), line=" ".join(line))
            yield Wrong("B-047", detail, (port.name,))


CHECKS: Checks = (
    (
        _check_shape,
        _check_tiles,
        _check_numbers,
        _check_letters,
        _check_order,
        _check_chart,
    ),
    (_check_starts, _check_pirate, _check_robber),
    (_check_harbour_kinds, _check_harbour_places),
)
"""By subject, in the order in which a board is built: hexes and numbers, figures, harbours."""

HEXES, FIGURES, HARBOURS = range(3)

OF_THE_ORDER = (_check_letters, _check_order)
"""Those that ask how the tokens follow one another."""


def rules_of_the_hexes(frame: Frame) -> Collection[str]:
    """The rows that say what lies on the hexes of the frame."""
    apart = {frame.rules.get(name) for name in ("robber", "pirate", "harbours")}
    return frozenset(frame.rules.values()) - apart


def subject_of(rule: str) -> int:
    """Of a row of Easter Bunny or Santa Claus."""
    return FIGURES if rule[-3:] in ("009", "010") else HEXES
