"""A game at sea that begins in the middle: ships, the pirate, gold, what nobody sees of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from games.engine.core import NOBODY, Action, Detail, Seat, Untenable, says
from games.engine.rulesets.base.ending import FOUNDED
from games.engine.rulesets.base.marks import COUNT, HEX, PATHS, SWITCH, Added, Mark, Open
from games.engine.rulesets.base.moment import Way, has_not_rolled, is_at_seven, may_have_built
from games.engine.rulesets.base.nearest import around
from games.engine.rulesets.base.packed import ONE, UNKNOWN
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.position import (
    BY_KNIGHT,
    NOTHING,
    ONE_ROAD,
    TWO_ROADS,
    Position,
)
from games.engine.rulesets.seafarers import gold, ships
from games.engine.rulesets.seafarers.state import Sailing
from games.engine.words import listed, marked

SHIPS = Mark("~", "ships", PATHS, marked("Ships"), marked("Ship"))
GOLD = Mark("~G", "gold", COUNT, marked("Cards due for gold"))
PIRATE = Mark("~K", "pirate", HEX, marked("The pirate"), marked("Pirate"))
NEW = Mark("NEW", "new", PATHS, marked("Ships built in this turn"))
SAILED = Mark(
    "SAILED", "sailed", SWITCH, marked("Moved a ship in this turn?"), late=("SF-10", "SF-10")
)

OPEN = (
    Open(marked("whether {player} has moved a ship in this turn")),
    Open(marked("which ships {player} has built in this turn")),
)


Came = Callable[[Any, Position, Sequence[int], Sequence[int]], bool]
"""Whether the pirate may have come to its hex in this turn behind what was done on paths beside it:
all the first ships were built there, and one of the others, if there are any, was moved."""


def came_by_a_card(
    state: Sailing, position: Position, built: Sequence[int], moved: Sequence[int]
) -> bool:
    """By a Knight after the roll, or by a 7 behind a Road Building before it."""
    if False in (position.played, position.rolled) or position.due not in (None, NOTHING):
        return False
    if position.held[state.turn].knights:
        return True
    return not moved and len(built) <= OF_A_ROAD_BUILDING and may_have_built(state, position)


OF_A_ROAD_BUILDING = 2
"""Ships that the card brings at most."""


def lay(state: Sailing, position: Position, came: Came = came_by_a_card) -> None:
    _check_land(state, position)
    _check_home(state)
    for seat, held in enumerate(position.held):
        for path in held.told(SHIPS.name, ()):
            _check_ship(state, path)
            state.launch(seat, path)
        if state.ships_left[seat] < 0:
            text = marked("{player} has {count} ships too many")
            count = -state.ships_left[seat]
            raise Untenable("SF-01", says(text, player=state.name(seat), count=count))
    pirate = position.told(PIRATE.name)
    if pirate is not None:
        _check_pirate(state, pirate)
        state.pirate = pirate
    _check_written(state, position, came)


def _check_land(state: Sailing, position: Position) -> None:
    """What stands on land stands there."""
    grid = state.places.grid
    for seat in state.seats:
        for spot in bits(state.buildings[seat] & ~state.waters.land):
            text = marked("{spot} is at sea")
            raise Untenable("SF-08", says(text, spot=grid.intersection_names[spot]))
        for path in bits(state.roads[seat]):
            _raise(ships.check_on_land.rule, ships.check_on_land.ask(state, _on(path)))
    if position.robber in state.waters.water:
        text = marked("{hex} is sea, and the robber stays on land")
        raise Untenable("SF-15", says(text, hex=grid.hex_names[position.robber]))


def _check_home(state: Sailing) -> None:
    """The buildings of the founding are where the map has it; none of them leaves the board. Of
    whom fewer buildings are told, not everything is (B-064)."""
    for seat, buildings in enumerate(state.buildings):
        told, there = buildings.bit_count(), (buildings & state.waters.home).bit_count()
        if told >= FOUNDED > there:
            text = marked(
                "two buildings of {player} stand where the founding was; shown are there: {count}"
            )
            what = says(text, player=state.name(seat), count=there)
            raise Untenable(state.header.board.frame.rules["home"], what)


def _check_ship(state: Sailing, path: int) -> None:
    for check in (ships.check_at_sea, ships.check_edge_empty):
        _raise(check.rule, check.ask(state, _on(path)))


def _on(path: int) -> Action:
    return Action(NOBODY, "ship", (path,))


def _raise(rule: str, fault: Detail | None) -> None:
    if fault is not None:
        raise Untenable(rule, fault)


def _check_pirate(state: Sailing, hex_: int) -> None:
    if state.pirate == NOBODY:
        raise Untenable("CKD-67", says(marked("the map has no pirate")))
    if hex_ not in state.waters.water:
        text = marked("{hex} is land, and the pirate stays at sea")
        raise Untenable("SF-15", says(text, hex=state.hex_name(hex_)))


def _check_written(state: Sailing, position: Position, came: Came) -> None:
    """What is told of the turn goes with the ships and the roll."""
    player = state.name(state.turn)
    own = set(bits(state.ships[state.turn]))
    for path in set(position.told(NEW.name) or ()) - own:
        text = marked("{player} has no ship on {path}")
        path_name = state.path_name(path)
        raise Untenable("SF-13", says(text, player=player, path=path_name))
    if position.told(SAILED.name) and not own:
        raise Untenable("SF-10", says(marked("{player} has no ship"), player=player))
    _check_at_pirate(state, position, own, came)
    if _due(position) and (position.rolled is False or position.due not in (None, NOTHING)):
        raise Untenable("SF-20", says(marked("gold brings cards for the roll just made")))
    _check_gold(state, _due(position))


def _check_at_pirate(state: Sailing, position: Position, own: set[int], came: Came) -> None:
    """A ship moved was there before, and where the pirate has not come since, none was built or
    moved beside it."""
    new = set(position.told(NEW.name) or ())
    sailed = position.told(SAILED.name)
    if sailed and own == new:
        text = marked("{player} has no ship that was not built in this turn")
        raise Untenable("SF-13", says(text, player=state.name(state.turn)))
    beside = state.pirates_paths()
    built = [path for path in sorted(new) if beside >> path & 1]
    old = sorted(own - new) if sailed else []
    moved = old if all(beside >> path & 1 for path in old) else []
    if not (built or moved) or came(state, position, built, moved):
        return
    if built:
        _raise(ships.check_no_pirate.rule, ships.by_the_pirate(state, built[0]))
    _raise(ships.check_no_pirate_at_move.rule, ships.by_the_pirate(state, moved[0]))


def _check_gold(state: Sailing, owed: Sequence[int]) -> None:
    """Some roll brings each seat as much as it is owed; it may have chosen some already."""
    if not owed:
        return
    robber = state.robber
    unmoved = any(map(partial(_brings, owed), map(state.gold_due, TOTALS)))
    state.robber = NOBODY
    freed = any(map(partial(_brings, owed), map(state.gold_due, TOTALS)))
    state.robber = robber
    if freed and not unmoved:
        text = marked("the robber is on {hex}")
        raise Untenable("SF-22", says(text, hex=state.hex_name(robber)))
    if not freed:
        names = listed(state.name(seat) for seat, count in enumerate(owed) if count)
        text = marked("no roll brings as many cards for gold: {players}")
        raise Untenable("SF-20", says(text, players=names))


def _brings(owed: Sequence[int], due: Sequence[int]) -> bool:
    return all(less <= most for less, most in zip(owed, due, strict=True))


TOTALS = range(2, 13)


def _due(position: Position) -> list[int]:
    """The cards that gold owes each seat."""
    due = [held.told(GOLD.name, 0) for held in position.held]
    return due if any(due) else []


def pending(position: Position) -> tuple[str, Detail] | None:
    """Nothing goes on before all have chosen what gold brings them."""
    return ("SF-20", says(marked("cards for gold are still due"))) if _due(position) else None


def answers(state: Sailing, position: Position, way: Way, begun: bool) -> list[tuple[bool, ...]]:
    """Whether a ship was moved; whether ships of the player may be new, if nobody says which."""
    if _due(position) and not (way.rolled and way.due == NOTHING):
        return []
    own = bool(state.ships[state.turn])
    sailed, new = position.told(SAILED.name), position.told(NEW.name)
    by_card = 0 if begun else _ships_of_a_card(state, position, way)
    if not begun and len(set(new or ())) > by_card:
        return []
    moved = (False, True) if own and begun else (False,)
    fresh = (False, True) if own and (begun or by_card) else (False,)
    return [
        (one, other)
        for one in ((sailed,) if sailed is not None else moved)
        for other in ((False,) if new is not None else fresh)
        if (begun or not one) and not (one and other and sailed is None)
    ]


def _ships_of_a_card(state: Sailing, position: Position, way: Way) -> int:
    """How many a Road Building may have brought in this turn, which may come before the roll."""
    by_another = way.due in (BY_KNIGHT, TWO_ROADS)
    if not way.played or by_another or not may_have_built(state, position):
        return 0
    return 1 if way.due == ONE_ROAD else OF_A_ROAD_BUILDING


def against(state: Sailing, position: Position) -> tuple[str, Detail]:
    """Ships that are told as new can have come neither by building nor by a card."""
    if position.rolled is False:
        return "B-121", has_not_rolled(state)
    return pending(position) or ("B-121", is_at_seven(state))


def put(state: Sailing, position: Position, told: Sequence[bool]) -> None:
    sailed, fresh = told
    state.moved = sailed
    state.launched = sum(1 << path for path in position.told(NEW.name) or ())
    if fresh:
        state.launched = state.ships[state.turn]
    if due := _due(position):
        gold.await_picks(state, due)


# What comes near


def _sailable(state: Sailing, seat: Seat) -> Iterable[tuple[int, ...]]:
    return ((path,) for path in bits(state.waters.ships))


def _moves(state: Sailing, seat: Seat) -> Iterable[tuple[int, ...]]:
    """The own ships to where some lead on; whoever has none is told so of the first path."""
    own = bits(state.ships[seat])
    for here in own:
        for there in bits(around(state, state.sail_of(seat, state.ships[seat] & ~(1 << here)))):
            yield here, there
    if not own:
        yield from ((path, path) for path in bits(state.waters.ships)[:1])


def _thefts(state: Sailing, seat: Seat) -> Iterable[tuple[int, ...]]:
    for hex_ in sorted(state.waters.water):
        yield (hex_, NOBODY, NOBODY)
        for victim in state.pirates_victims(seat, hex_):
            yield (hex_, victim, UNKNOWN)


SEA = Added(
    of_a_seat=(SHIPS, GOLD),
    of_the_table=(PIRATE,),
    of_the_moment=(NEW, SAILED),
    lay=lay,
    answers=answers,
    against=against,
    pending=pending,
    open_=OPEN,
    put=put,
    nearest={
        "ship": _sailable,
        "free_ship": _sailable,
        "move_ship": _moves,
        "pirate": _thefts,
        "gold": lambda state, seat: [(ONE[kind],) for kind in range(UNKNOWN)],
    },
)
