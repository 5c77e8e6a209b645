"""Event logs of JSettlers2: classic boards for three to six, maps with sea; text in, a record out.

Only what the server told is read: to all, or to the player whose cards it is about. Facts that
such a log keeps from all are `?` in the record.

Five and six play by an older edition, where anybody may build between two turns. It is read as the
part of whoever holds rock 2; anybody else who builds there is out of turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.engine.board.boards import Board
from games.engine.core import NOBODY, Action, Header, NotARecord, Player, Record, RecordError
from games.engine.importers.jsettlers_boards import (
    FOUR,
    SIX,
    NotClassic,
    board_for_four,
    board_for_six,
)
from games.engine.importers.jsettlers_sea import board_at_sea
from games.engine.words import marked

BEGINNING = "SOC game event log:"

UNKNOWN = 5
ONE = tuple(1 << 8 * kind for kind in range(6))
RESOURCES = {"clay": 0, "ore": 4, "sheep": 2, "wheat": 3, "wood": 1, "unknown": UNKNOWN}
TYPES = (UNKNOWN, *RESOURCES.values())
"""Our kinds by the numbers of the log: 1 clay, 2 ore, 3 sheep, 4 wheat, 5 wood, 6 unknown."""

CARDS = {0: UNKNOWN, 1: 2, 2: 3, 3: 4, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 0}
"""Our kinds of development cards by the numbers of the log; 4 to 8 are points."""

APART = 3
"""Places from rock 1 to rock 2 (X-032)."""

LONGEST_NAME = 90

LONGEST = 20_000

MOST_PLAYERS = 6

MESSAGE = re.compile(r"(?:\d+:\d+\.\d+:)?(all|p\d|f\d|!p\d|!p\[[^\]]*\]|ob|fo):SOC(\w+):(.*)")


NUMBER = re.compile(r"-?\d{1,3}", re.ASCII)


class Message(NamedTuple):
    line: int
    audience: str
    kind: str
    text: str

    def number(self, field: str) -> int:
        found = re.search(rf"(?:^|\|){field}=(-?\d{{1,9}})(?:\||$)", self.text)
        if found is None:
            raise self.wrong(marked("the number {field}"), field=field)
        return int(found[1])

    def coord(self, field: str = "coord") -> int:
        found = re.search(rf"\|{field}=(-?[0-9a-f]{{1,4}})(?:\||$)", self.text)
        if found is None:
            raise self.wrong(marked("the number {field}"), field=field)
        return int(found[1], 16)

    def coords(self, field: str) -> list[int]:
        """Numbers to the base 16, the places of a board with sea."""
        found = re.search(rf"\|{field}={{([ \da-f]*)}}", self.text)
        words = [] if found is None else found[1].split()
        return [int(word, 16) for word in words if len(word) < 6]

    def numbers(self, field: str) -> list[int]:
        found = re.search(rf"\|{field}={{([ \d-]*)}}", self.text)
        if found is None:
            raise self.wrong(marked("the number {field}"), field=field)
        return [int(word) for word in found[1].split() if NUMBER.fullmatch(word)]

    def cards(self, field: str) -> int:
        """Packed cards of a list such as `give=clay=0|ore=1|...|unknown=0`."""
        found = re.search(rf"(?:^|\|){field}=((?:\w+=\d{{1,2}}\|?)+)", self.text)
        if found is None:
            raise self.wrong(marked("the cards {field}"), field=field)
        packed = 0
        for name, count in re.findall(r"(\w+)=(\d{1,2})", found[1])[: len(RESOURCES)]:
            if name in RESOURCES:
                packed += int(count) * ONE[RESOURCES[name]]
        return packed

    def robber(self) -> int:
        """The hex of the robber; -1 if there is none yet."""
        found = re.search(r"\|(?:robberHex=0x([0-9a-f]{1,8})|RH=(-?\d{1,6}))(?:\||$)", self.text)
        if found is None:
            return -1
        return int(found[1], 16) if found[1] else int(found[2])

    def pirate(self) -> int:
        """The hex of the pirate; -1 if there is none."""
        found = re.search(r"\|PH=(-?\d{1,6})(?:\||$)", self.text)
        return -1 if found is None else int(found[1])

    def wrong(self, expected: str, **facts: object) -> NotARecord:
        return NotARecord([RecordError(self.line, 1, expected, facts=facts)])


def read(text: str) -> Record:
    """The record in a log. Raises `NotARecord` with what is not as expected."""
    log = _Log()
    for message in _messages(text):
        log.take(message)
    return log.record()


def _messages(text: str) -> Iterator[Message]:
    for number, line in enumerate(text.splitlines(), start=1):
        found = MESSAGE.fullmatch(line)
        if found is not None and found[1][0] not in "fo":
            yield Message(number, found[1], found[2], found[3])


class _Log:
    """What has been read so far. Players keep their numbers until the first one has founded."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.island = FOUR
        self.board: Board | None = None
        self.actions: list[Action] = []
        self.turn: int | None = None
        self.rolled = False
        self.handed_on = False
        self.state = 0
        self.winner: int | None = None
        self.options: dict[str, str] = {}

    def take(self, message: Message) -> None:
        reader = READERS.get(message.kind)
        if reader is not None and (message.audience == "all" or _is_owner(message)):
            reader(self, message)
            if len(self.actions) > LONGEST:
                raise message.wrong(marked("fewer actions"))

    def add(self, message: Message, pn: int, verb: str, *facts: int) -> None:
        self.actions.append(Action(pn, verb, facts, None, message.line))

    def hand_on(
        self, message: Message, turn: int, *, first: bool = False, second: bool = False
    ) -> None:
        """End the part of whoever is on turn, unless it is over, and that of rock 2."""
        if first and not self.handed_on:
            self.add(message, turn, "end_turn")
            self.handed_on = True
        order = sorted(self.names)
        if second and turn in order:
            partner = order[(order.index(turn) + APART) % len(order)]
            self.add(message, partner, "end_turn")

    def record(self) -> Record:
        """With the player who founded first at the front."""
        fits = len(self.names) in self.island.frame.players
        if self.board is None or not fits or not self.actions:
            mistake = RecordError(0, 0, marked("a game on a board that is known, for three to six"))
            raise NotARecord([mistake])
        order = sorted(self.names)
        first = self.actions[0].seat
        if first not in order or not self._seats() <= set(order):
            raise NotARecord([RecordError(0, 0, marked("players who sit down"))])
        start = order.index(first)
        order = order[start:] + order[:start]
        seat = {pn: number for number, pn in enumerate(order)} | {NOBODY: NOBODY}
        header = Header(
            ruleset=self.island.ruleset,
            players=tuple(Player(self.names[pn]) for pn in order),
            board=self.board,
            options=self.options,
            winners=() if self.winner not in order else (seat[self.winner],),
        )
        return Record(header, tuple(_seated(action, seat, order) for action in self.actions))

    def _seats(self) -> set[int]:
        named = {action.seat for action in self.actions}
        named |= {action.facts[1] for action in self.actions if action.verb in ROBBERS}
        named |= {action.facts[0] for action in self.actions if action.verb == "deal"}
        return named - {NOBODY}


ROBBERS = ("robber", "pirate")


def _is_owner(message: Message) -> bool:
    """Whether the message went to the player whose hidden cards it tells of."""
    field = OWNERS.get(message.kind)
    return field is not None and message.audience == f"p{message.number(field)}"


OWNERS = {"DevCardAction": "playerNum", "Discard": "playerNum", "RobberyResult": "perp"}


def _seated(action: Action, seat: Mapping[int, int], order: Sequence[int]) -> Action:
    facts = action.facts
    if action.verb in ROBBERS:
        facts = (facts[0], seat[facts[1]], facts[2])
    elif action.verb == "deal":
        facts = (seat[facts[0]], *facts[1:])
    gains = action.gains
    if gains is not None:
        gains = tuple(gains[pn] for pn in order)
    return action._replace(seat=seat[action.seat], facts=facts, gains=gains)


# One function for each kind of message


def _sit_down(log: _Log, message: Message) -> None:
    found = re.search(r"\|nickname=([^|]*)\|", message.text)
    name = (
        " ".join(re.sub(r'["=,;#@:<>\[\]]', " ", found[1]).split())[:LONGEST_NAME] if found else ""
    )
    pn = message.number("playerNumber")
    if pn not in range(MOST_PLAYERS):
        raise message.wrong(marked("the number of a player"))
    others = [known.casefold() for other, known in log.names.items() if other != pn]
    unique = name and name.casefold() not in others
    log.names[pn] = name if unique else f"Player {pn + 1}"


def _board(log: _Log, message: Message) -> None:
    log.island = FOUR
    try:
        log.board = board_for_four(
            message.numbers("hexLayout"), message.numbers("numberLayout"), message.robber()
        )
    except NotClassic as error:
        raise message.wrong(marked("a classic board")) from error


def _other_board(log: _Log, message: Message) -> None:
    """The larger classic board, or one with sea, whose lists have other names."""
    if re.search(r"\|bef=3\|", message.text) is not None:
        _board_at_sea(log, message)
        return
    if re.search(r"\|bef=2\|", message.text) is None:
        raise message.wrong(marked("a classic board"))
    log.island = SIX
    kinds = message.numbers("PL") if "|PL={" in message.text else []
    try:
        log.board = board_for_six(
            message.numbers("HL"), message.numbers("NL"), kinds, message.robber()
        )
    except NotClassic as error:
        raise message.wrong(marked("a classic board")) from error


def _board_at_sea(log: _Log, message: Message) -> None:
    try:
        log.island, log.board = board_at_sea(
            message.coords("LH"), message.coords("PL"), message.robber(), message.pirate()
        )
    except NotClassic as error:
        raise message.wrong(marked("a map with sea that is known")) from error


def _options(log: _Log, message: Message) -> None:
    """Points to win, where they are not those of the game."""
    found = re.search(r"[=,]VP=t(\d{1,2})(?:,|$)", message.text)
    if found is not None:
        log.options["target"] = found[1]


def _turn(log: _Log, message: Message) -> None:
    """A turn, or the part of it in which others may build. A player who has not rolled may ask for
    that part at once; then the same turn goes on."""
    pn, state = message.number("playerNumber"), message.number("gameState")
    goes_on = pn == log.turn and not log.rolled
    if log.turn is not None and log.state >= FIRST_TURN:
        if state == BUILDING:
            log.hand_on(message, log.turn, first=log.rolled)
        elif not goes_on:
            log.hand_on(message, log.turn, first=True, second=log.island is SIX)
    if state != BUILDING and not goes_on:
        log.turn, log.rolled, log.handed_on = pn, False, False
    log.state = state


FIRST_TURN = 15
"""States below it belong to the founding; 40 and 41 are free roads."""

BUILDING = 100


def _state(log: _Log, message: Message, field: str = "state") -> None:
    log.state = message.number(field)


def _piece(log: _Log, message: Message) -> None:
    pn, piece, coord = message.number("playerNumber"), message.number("pieceType"), message.coord()
    founding = log.state < FIRST_TURN
    spots, paths = log.island.spots, log.island.paths
    if piece == SHIP and coord in paths:
        verb = "found_ship" if founding else "free_ship" if log.state in (40, 41) else "ship"
        log.add(message, pn, verb, paths[coord])
    elif piece == 0 and coord in paths:
        verb = "found_road" if founding else "free_road" if log.state in (40, 41) else "road"
        log.add(message, pn, verb, paths[coord])
    elif piece in (1, 2) and coord in spots:
        verb = "city" if piece == 2 else "found" if founding else "settle"
        log.add(message, pn, verb, spots[coord])
    else:
        raise message.wrong(marked("a road, ship, settlement or city on the board"))


SHIP = 3


def _ship_moved(log: _Log, message: Message) -> None:
    here, there = message.coord("fromCoord"), message.coord("toCoord")
    paths = log.island.paths
    if message.number("pieceType") != SHIP or here not in paths or there not in paths:
        raise message.wrong(marked("a ship that is moved"))
    log.add(message, message.number("pn"), "move_ship", paths[here], paths[there])


def _dice(log: _Log, message: Message) -> None:
    total = message.number("param")
    if log.turn is not None and total > 0:
        log.rolled = True
        log.add(message, log.turn, "roll", min(total, 99), 0, 0)


def _gains(log: _Log, message: Message) -> None:
    """Numbers of players, then for each: player, cards in hand, amounts with types, 0."""
    numbers = [int(word) for word in re.findall(r"\|p=(\d{1,3})(?=\||$)", message.text)]
    if not log.actions or log.actions[-1].verb != "roll" or not numbers:
        raise message.wrong(marked("what the roll brought"))
    gains = [0] * (max(log.names, default=0) + 1)
    at = 1
    for _ in range(numbers[0]):
        pn, at = numbers[at] if at < len(numbers) else len(gains), at + 2
        if pn >= len(gains):
            raise message.wrong(marked("what the roll brought"))
        while at + 1 < len(numbers) and numbers[at]:
            amount, kind = numbers[at], numbers[at + 1]
            if kind not in range(1, 6) or amount > 20:
                raise message.wrong(marked("what the roll brought"))
            gains[pn] += amount * ONE[TYPES[kind]]
            at += 2
        at += 1
    log.actions[-1] = log.actions[-1]._replace(gains=tuple(gains))


def _discard(log: _Log, message: Message) -> None:
    log.add(message, message.number("playerNum"), "discard", message.cards("resources"))


def _robber(log: _Log, message: Message) -> None:
    """Hexes of the pirate are told as numbers below 0."""
    coord = message.coord()
    land = log.island.land
    if abs(coord) not in land:
        raise message.wrong(marked("a hex of the board"))
    verb = "robber" if coord > 0 else "pirate"
    hex_ = land.index(abs(coord))
    log.add(message, message.number("playerNumber"), verb, hex_, NOBODY, NOBODY)


def _robbery(log: _Log, message: Message) -> None:
    if message.number("amount") < 1:
        return
    kind = message.number("resType")
    if not log.actions or log.actions[-1].verb not in ROBBERS or kind not in range(1, 7):
        raise message.wrong(marked("a robbery after the robber"))
    hex_, _victim, _kind = log.actions[-1].facts
    facts = hex_, message.number("victim"), TYPES[kind]
    log.actions[-1] = log.actions[-1]._replace(facts=facts)


def _card(log: _Log, message: Message) -> None:
    if re.search(r"\|actionType=(DRAW|PLAY)\|", message.text) is None:
        return  # after the end cards are shown
    pn, kind = message.number("playerNum"), CARDS.get(message.number("cardType"))
    if kind is None:
        raise message.wrong(marked("a development card"))
    if "actionType=DRAW" in message.text:
        log.add(message, pn, "buy", kind)
    elif "actionType=PLAY" in message.text and kind in PLAYED:
        log.add(message, pn, *PLAYED[kind])


PLAYED: Mapping[int, tuple[str]] = {0: ("knight",), 2: ("road_building",)}
"""The cards that are played before what they do is told."""


def _invention(log: _Log, message: Message) -> None:
    """Cards of choice: those of the card, and those for gold."""
    verb = {2: "invention", 3: "gold"}.get(message.number("reason"))
    if verb is not None:
        log.add(message, message.number("pn"), verb, message.cards("resources"))


def _monopoly(log: _Log, message: Message) -> None:
    kind = message.number("v2")
    if message.number("actType") == 3 and kind in range(1, 6):
        log.add(message, message.number("pn"), "monopoly", TYPES[kind])


def _bank(log: _Log, message: Message) -> None:
    log.add(message, message.number("pn"), "bank", message.cards("give"), message.cards("get"))


def _deal(log: _Log, message: Message) -> None:
    """Told by who is on turn, whoever made the offer."""
    accepting, offering = message.number("accepting"), message.number("offering")
    to_accepting, to_offering = message.cards("toAccepting"), message.cards("toOffering")
    if accepting == log.turn:
        log.add(message, accepting, "deal", offering, to_offering, to_accepting)
    else:
        log.add(message, offering, "deal", accepting, to_accepting, to_offering)


def _winner(log: _Log, message: Message) -> None:
    found = re.search(r"[|,]e4=(\d)", message.text)
    if found is not None:
        log.winner = int(found[1])


READERS: Mapping[str, Callable[[_Log, Message], None]] = {
    "NewGameWithOptions": _options,
    "SitDown": _sit_down,
    "BoardLayout": _board,
    "BoardLayout2": _other_board,
    "Turn": _turn,
    "GameState": _state,
    "PutPiece": _piece,
    "MovePiece": _ship_moved,
    "DiceResult": _dice,
    "DiceResultResources": _gains,
    "Discard": _discard,
    "MoveRobber": _robber,
    "RobberyResult": _robbery,
    "DevCardAction": _card,
    "PickResources": _invention,
    "SimpleAction": _monopoly,
    "BankTrade": _bank,
    "AcceptOffer": _deal,
    "GameElements": _winner,
}
