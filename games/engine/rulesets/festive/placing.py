"""A game with the Easter Bunny or Santa Claus that begins in the middle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.core import NOBODY, Detail, Seat, Untenable, says
from games.engine.rulesets.base.marks import COUNT, HEX, SWITCH, Added, Mark, Open
from games.engine.rulesets.base.moment import Way
from games.engine.rulesets.base.packed import ONE
from games.engine.rulesets.base.position import NOTHING, Position
from games.engine.rulesets.festive import Skin
from games.engine.rulesets.festive.figure import WOOL, is_land
from games.engine.rulesets.festive.state import DUE, UNTOLD, Festive
from games.engine.words import marked

FIGURE, TOKENS, VISITED = "figure", "tokens", "visited"
"""The names of what is told."""

OPEN = (Open(marked("whether {player} has moved the figure in this turn")),)

MOVED = marked("Moved the figure in this turn?")

TOO_LATE = marked("tokens are exchanged just after the figure has brought them")

MOST = 3
"""Tokens that a player can have: the one left over, and two of the special hex."""

SUPPLY = 11
"""Tokens that there are (EB-005)."""


def added(skin: Skin) -> Added:
    """What the scenario adds, with the words and the ids of rules of one of its two skins."""
    series, (figures, gifts) = skin.series, (act.label for act in skin.acts)
    after_roll = f"{series}-018"

    def lay(state: Festive, position: Position) -> None:
        figure = position.told(FIGURE)
        if figure is not None:
            state.figure = figure
        if not is_land(state, state.figure):
            text = marked("{hex} is not on the land")
            raise Untenable(f"{series}-031", says(text, hex=state.hex_name(state.figure)))
        if state.robber in (state.figure, state.home):
            text = marked("the robber is on {hex}")
            rule = "048" if state.robber == state.figure else "049"
            raise Untenable(f"{series}-{rule}", says(text, hex=state.hex_name(state.robber)))
        _check_tokens(state, position)

    def _check_tokens(state: Festive, position: Position) -> None:
        tokens = _tokens(position)
        for seat, count in enumerate(tokens):
            if count > MOST:
                text = marked("{player} has {count} tokens")
                what = says(text, player=state.name(seat), count=count)
                raise Untenable(f"{series}-041", what)
        if sum(tokens) > SUPPLY:
            text = marked("these are {count} tokens, there are {supply}")
            raise Untenable(f"{series}-005", says(text, count=sum(tokens), supply=SUPPLY))
        waiting = any(count >= DUE for count in tokens)
        after = position.rolled is not False and position.due in (None, NOTHING)
        moved = after and position.part == 1 and position.told(VISITED) is not False
        if waiting and not moved:
            raise Untenable(*against(state, position))
        for seat, count in enumerate(tokens):
            if count >= DUE:
                _check_brought(state, seat, count)

    def against(state: Festive, position: Position) -> tuple[str, Detail]:
        return f"{series}-041", says(TOO_LATE)

    def _check_brought(state: Festive, seat: Seat, count: int) -> None:
        """One token is left of earlier moves at most, so that the figure has just brought the
        others where it stands."""
        brought = state.gifts(state.figure)[seat]
        if not brought:
            text = marked(
                "{player} has {count} tokens and no building at {hex}, where the figure is"
            )
        elif count >= DUE + brought:
            text = marked("{player} has {count} tokens, and {hex}, where the figure is, brings 1")
        else:
            return
        rule = "033" if brought else "036"
        hex_ = state.hex_name(state.figure)
        what = says(text, player=state.name(seat), count=count, hex=hex_)
        raise Untenable(f"{series}-{rule}", what)

    return Added(
        of_a_seat=(Mark("&X", TOKENS, COUNT, gifts),),
        of_the_table=(Mark("&", FIGURE, HEX, figures, figures),),
        of_the_moment=(Mark("VISITED", VISITED, SWITCH, MOVED, late=(after_roll, after_roll)),),
        lay=lay,
        answers=answers,
        against=against,
        open_=OPEN,
        put=put,
        nearest={
            "figure": _moves,
            "exchange_tokens": lambda state, seat: [(DUE, ONE[WOOL])],
        },
    )


def _tokens(position: Position) -> tuple[int, ...]:
    return tuple(held.told(TOKENS, 0) for held in position.held)


def answers(state: Festive, position: Position, way: Way, begun: bool) -> list[tuple[bool, ...]]:
    """Whether the figure was moved in this turn."""
    told = position.told(VISITED)
    if any(count >= DUE for count in _tokens(position)):
        return [(True,)] if begun and way.due == NOTHING else []
    if told is not None:
        return [(told,)] if begun or not told else []
    return [(False,), (True,)] if begun else [(False,)]


def put(state: Festive, position: Position, told: Sequence[bool]) -> None:
    """Those who have two tokens or more exchange them, each in turn."""
    (state.visited,) = told
    state.receive(_tokens(position))


def _moves(state: Festive, seat: Seat) -> Iterable[tuple[int, ...]]:
    for hex_ in range(len(state.numbers)):
        refuges = state.refuges() if hex_ == state.robber else (NOBODY,)
        for refuge in refuges or (NOBODY,):
            yield hex_, state.price(hex_) * ONE[WOOL], refuge, UNTOLD
