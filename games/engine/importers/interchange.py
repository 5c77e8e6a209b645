"""Games in the neutral layout `catan-interchange/1`: a JSON document in, a record out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from games.engine.board.boards import Board, Harbour
from games.engine.board.frames import FRAMES, Frame
from games.engine.board.hexes import Cube
from games.engine.board.terrain import HOME, Resource, Terrain
from games.engine.core import NOBODY, Action, Header, NotARecord, Player, Record, RecordError
from games.engine.record import MOST_MISTAKES
from games.engine.words import marked

FORMAT = "catan-interchange/1"

T = TypeVar("T")

RESOURCES = {"brick": 0, "wood": 1, "sheep": 2, "wheat": 3, "ore": 4}
CARDS = {"knight": 0, "victory_point": 1, "road_building": 2, "year_of_plenty": 3, "monopoly": 4}
UNKNOWN = {"?": 5}
STOLEN = RESOURCES | UNKNOWN
BOUGHT = CARDS | UNKNOWN
PLACE = {name: 1 << 8 * kind for name, kind in STOLEN.items()}
"""A card of each resource as hands are packed."""

RULESETS = {"base": "base", "tour": "base+tour", "base+tour": "base+tour"}

MOST = 99
"""Cards of a resource in one action; there are fewer in the box."""

LONGEST_TEXT = 90
"""Letters, so that a name with a number after it is still one of the notation."""

LONGEST = 20_000
"""Actions in a game."""


class _Wrong(Exception):
    """Something is not what was expected. `place` is where in the document."""

    def __init__(self, place: str, expected: str) -> None:
        super().__init__(place, expected)
        self.place = place
        self.expected = expected

    def error(self, before: str = "") -> RecordError:
        facts = {"what": self.expected, "place": before + self.place}
        return RecordError(0, 0, marked("{what} at {place}"), facts=facts)


def read(document: Any) -> Record:
    """The record in the document. Raises `NotARecord` with all that is wrong in it."""
    try:
        reader = _Reader(_is(dict, document, ""))
        actions = _part(document, "actions", list)
        header = reader.header(document)
    except _Wrong as wrong:
        raise NotARecord([wrong.error()]) from wrong
    read_actions, errors = [], []
    for number, action in enumerate(actions[:LONGEST]):
        try:
            read_actions.append(reader.action(action))
        except _Wrong as wrong:
            errors.append(wrong.error(f"actions[{number}]."))
    if len(actions) > LONGEST:
        errors.append(_Wrong("actions", marked("fewer actions")).error())
    if errors:
        raise NotARecord(errors[:MOST_MISTAKES])
    return Record(header, tuple(read_actions))


class _Reader:
    """The document's numbers for places, and what they are called here."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        board = _part(document, "board", dict)
        tiles = {
            _cube(tile, "cube", place): _is(dict, tile, place)
            for place, tile in _each(board, "tiles")
        }
        frame = _frame(tiles)
        grid = frame.grid
        ordered = [tiles[hex_] for hex_ in grid.hexes]
        self.hexes = {_part(tile, "id", int): hex_ for hex_, tile in enumerate(ordered)}
        at = {cube: spot for spot, cube in enumerate(grid.intersections)}
        self.spots = {
            _part(_is(dict, node, place), "id", int): _look(at, _cube(node, "at", place), place)
            for place, node in _each(board, "nodes")
        }
        name = {spot: key for key, spot in self.spots.items()}
        self.paths = {
            (name[one], name[other]): path
            for (one, other), path in grid.path_between.items()
            if one in name and other in name
        }
        self.board = Board(
            frame=frame,
            terrain=tuple(_terrain(tile) for tile in ordered),
            numbers=tuple(_token(tile) for tile in ordered),
            harbours=tuple(
                Harbour(self.path(_part(_is(dict, port, place), "nodes", list)), _kind(port))
                for place, port in _each(board, "ports")
            ),
            robber=_look(self.hexes, board.get("robber"), "board.robber"),
        )
        self.players = 0
        self.founding: int | None = None

    def header(self, document: Mapping[str, Any]) -> Header:
        seats = _part(document, "seats", list)
        self.players = len(seats)
        if self.players not in self.board.frame.players:
            raise _Wrong("seats", marked("as many players as the board is for"))
        result = _is(dict, document.get("result", {}), "result")
        winner = result.get("winner")
        rules = _is(dict, document.get("rules", {}), "rules")
        target = rules.get("vp_to_win", 10)
        return Header(
            ruleset=self.ruleset(rules.get("ruleset", "base")),
            players=_players(seats),
            board=self.board,
            options={} if target == 10 else {"target": str(_is(int, target, "rules.vp_to_win"))},
            winners=() if winner is None else (self.seat(winner, "result.winner"),),
        )

    def action(self, action: Any) -> Action:
        if type(action) is not dict:
            raise _Wrong("", WORDS[dict])
        kind = _look(READERS, action.get("type"), "type")
        seat = self.seat(action.get("seat"), "seat")
        read = kind(self, seat, action)
        # The road after a founding settlement is founded as well.
        self.founding = seat if read.verb == "found" else None
        return read

    # Places and cards

    def ruleset(self, key: Any) -> str:
        if self.board.frame.key != "base":
            return "base56"
        return _look(RULESETS, key, "rules.ruleset")

    def seat(self, number: Any, place: str) -> int:
        if not isinstance(number, int) or not 0 <= number < self.players:
            raise _Wrong(place, marked("a seat of the game"))
        return number

    def path(self, ends: Any) -> int:
        # 1.0 would find what 1 does.
        if type(ends) is list and all(type(end) is int for end in ends):
            return _look(self.paths, tuple(ends), "edge")
        raise _Wrong("edge", NOT_THERE)

    def spot(self, action: Mapping[str, Any]) -> int:
        return _look(self.spots, action.get("node"), "node")

    def gains(self, gains: Any, place: str) -> tuple[int, ...]:
        got = [0] * self.players
        for seat, cards in _is(dict, gains, place).items():
            if seat not in SEATS[: self.players]:
                raise _Wrong(place, marked("a seat of the game"))
            got[int(seat)] = _known_cards(cards, place)
        return tuple(got)


SEATS = tuple("012345")

# One function for each type of action


def _settlement(reader: _Reader, seat: int, action: Mapping[str, Any]) -> Action:
    facts = (reader.spot(action),)
    if not action.get("initial"):
        return Action(seat, "settle", facts)
    gains = None
    if "start_gains" in action:
        cards = _known_cards(action["start_gains"], "start_gains")
        gains = tuple(cards if other == seat else 0 for other in range(reader.players))
    return Action(seat, "found", facts, gains)


def _road(reader: _Reader, seat: int, action: Mapping[str, Any]) -> Action:
    facts = (reader.path(action.get("edge")),)
    if not action.get("free"):
        return Action(seat, "road", facts)
    return Action(seat, "found_road" if reader.founding == seat else "free_road", facts)


def _city(reader: _Reader, seat: int, action: Mapping[str, Any]) -> Action:
    return Action(seat, "city", (reader.spot(action),))


def _roll(reader: _Reader, seat: int, action: Mapping[str, Any]) -> Action:
    dice = action.get("dice")
    if dice is None:
        facts = (_die(action.get("total"), "total"), 0, 0)
    elif isinstance(dice, list) and len(dice) == 2:
        one, other = _die(dice[0], "dice"), _die(dice[1], "dice")
        facts = (one + other, one, other)
    else:
        raise _Wrong("dice", marked("two dice"))
    gains = reader.gains(action["gains"], "gains") if "gains" in action else None
    return Action(seat, "roll", facts, gains)


def _discard(reader: _Reader, seat: int, action: Mapping[str, Any]) -> Action:
    return Action(seat, "discard", (_cards(action.get("cards"), "cards"),))


def _robber(reader: _Reader, seat: int, action: Mapping[str, Any]) -> Action:
    hex_ = _look(reader.hexes, action.get("tile"), "tile")
    victim, stolen = action.get("victim"), action.get("stolen")
    return Action(
        seat,
        "robber",
        (
            hex_,
            NOBODY if victim is None else reader.seat(victim, "victim"),
            NOBODY if stolen is None else _look(STOLEN, stolen, "stolen"),
        ),
    )


def _buy(reader: _Reader, seat: int, action: Mapping[str, Any]) -> Action:
    return Action(seat, "buy", (_look(BOUGHT, action.get("card"), "card"),))


def _invention(reader: _Reader, seat: int, action: Mapping[str, Any]) -> Action:
    cards = _part(action, "cards", list)
    if len(cards) > MOST:
        raise _Wrong("cards", marked("two resources"))
    return Action(seat, "invention", (sum(_look(PLACE, card, "cards") for card in cards),))


def _monopoly(reader: _Reader, seat: int, action: Mapping[str, Any]) -> Action:
    kind = _look(RESOURCES, action.get("resource"), "resource")
    gains = None
    if "taken" in action:
        name = action["resource"]
        taken = {
            other: {name: count}
            for other, count in _is(dict, action["taken"], "taken").items()
            if count
        }
        gains = reader.gains(taken, "taken")
    return Action(seat, "monopoly", (kind,), gains)


def _bank_trade(reader: _Reader, seat: int, action: Mapping[str, Any]) -> Action:
    give, take = _cards(action.get("give"), "give"), _look(PLACE, action.get("take"), "take")
    return Action(seat, "bank", (give, take))


def _trade(reader: _Reader, seat: int, action: Mapping[str, Any]) -> Action:
    other = reader.seat(action.get("with"), "with")
    give, get = _cards(action.get("give"), "give"), _cards(action.get("get"), "get")
    return Action(seat, "deal", (other, give, get))


def _plain(verb: str) -> Callable[[_Reader, int, Mapping[str, Any]], Action]:
    def read(reader: _Reader, seat: int, action: Mapping[str, Any]) -> Action:
        return Action(seat, verb)

    return read


READERS = {
    "settlement": _settlement,
    "road": _road,
    "city": _city,
    "roll": _roll,
    "discard": _discard,
    "robber": _robber,
    "buy_dev": _buy,
    "knight": _plain("knight"),
    "road_building": _plain("road_building"),
    "year_of_plenty": _invention,
    "monopoly": _monopoly,
    "bank_trade": _bank_trade,
    "trade": _trade,
    "end_turn": _plain("end_turn"),
}

# Pieces of the document


def _is(kind: type[T], value: Any, place: str) -> T:
    if not isinstance(value, kind) or isinstance(value, bool):
        raise _Wrong(place, WORDS[kind])
    return value


WORDS: Mapping[type, str] = {
    dict: marked("an object"),
    list: marked("a list"),
    int: marked("a whole number"),
    str: marked("a text"),
}


def _part(whole: Mapping[str, Any], key: str, kind: type[T]) -> T:
    return _is(kind, whole.get(key), key)


def _each(whole: Mapping[str, Any], key: str) -> list[tuple[str, Any]]:
    return [(f"{key}[{n}]", item) for n, item in enumerate(_part(whole, key, list))]


def _look(table: Mapping[Any, T], key: Any, place: str) -> T:
    # Only these can be keys; a JSON document may hold other things.
    if type(key) in SORTS_OF_KEY:
        found = table.get(key)
        if found is not None:
            return found
    raise _Wrong(place, NOT_THERE)


SORTS_OF_KEY = {str, int, bool, tuple, Cube}
NOT_THERE = marked("something that is there")


def _cube(thing: Any, key: str, place: str) -> Cube:
    numbers = _is(dict, thing, place).get(key)
    if not isinstance(numbers, list) or [type(number) for number in numbers] != [int] * 3:
        raise _Wrong(f"{place}.{key}", marked("three whole numbers"))
    return Cube(*numbers)


def _frame(cubes: Mapping[Cube, Any]) -> Frame:
    for frame in FRAMES.values():
        if cubes.keys() == set(frame.grid.hexes):
            return frame
    raise _Wrong("board.tiles", marked("the hexes of a known board"))


def _terrain(tile: Mapping[str, Any]) -> Terrain:
    resource = tile.get("resource")
    if resource is None:
        return Terrain.DESERT
    return HOME[KINDS[_look(RESOURCES, resource, "board.tiles.resource")]]


KINDS: Sequence[Resource] = tuple(Resource)


def _token(tile: Mapping[str, Any]) -> int | None:
    number = tile.get("number")
    if number is not None and (type(number) is not int or number not in NUMBERS):
        raise _Wrong("board.tiles.number", marked("the number of a token"))
    return number if tile.get("resource") is not None else None


NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)


def _kind(port: Mapping[str, Any]) -> Resource | None:
    kind = port.get("kind")
    return None if kind == "3:1" else KINDS[_look(RESOURCES, kind, "board.ports.kind")]


def _players(seats: Sequence[Any]) -> tuple[Player, ...]:
    """The players, each with a name of their own; a colour that another one has is left out."""
    players: list[Player] = []
    for number, seat in enumerate(seats):
        place = f"seats[{number}]"
        colour = _text(_is(dict, seat, place).get("colour", ""), f"{place}.colour")
        name = _text(seat.get("name", ""), f"{place}.name") or colour or f"Seat {number + 1}"
        if name.casefold() in {player.name.casefold() for player in players}:
            name = f"{name} {number + 1}"
        if colour.casefold() in {player.colour.casefold() for player in players}:
            colour = ""
        players.append(Player(name, colour))
    return tuple(players)


def _text(value: Any, place: str) -> str:
    # Half a surrogate pair can be written in JSON, but not printed; signs part names in headers.
    text = _is(str, value, place).encode("utf-8", "replace").decode()
    return " ".join(SIGNS.sub(" ", text).split())[:LONGEST_TEXT]


SIGNS = re.compile(r'["=,;#@:<>\[\]\x00-\x1f]')


def _die(number: Any, place: str) -> int:
    if type(number) is not int or not 0 <= number <= MOST:
        raise _Wrong(place, marked("the number of a die"))
    return number


def _known_cards(cards: Any, place: str) -> int:
    packed = _cards(cards, place)
    if packed >= PLACE["?"]:
        raise _Wrong(place, marked("resources and their numbers"))
    return packed


def _cards(cards: Any, place: str) -> int:
    if not isinstance(cards, dict):
        raise _Wrong(place, marked("resources and their numbers"))
    packed = 0
    for name, count in cards.items():
        if name not in PLACE or type(count) is not int or not 0 <= count <= MOST:
            raise _Wrong(place, marked("resources and their numbers"))
        packed += PLACE[name] * count
    return packed
