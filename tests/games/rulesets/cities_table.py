"""A table of Cities & Knights at which any position can be laid out; the board is that of `table`.

Anna has a settlement on b2s (ore 9, grain 4, desert) and a city on e1n (lumber 3, wool 5, lumber
8); Ben a settlement on d3s (grain 6, wool 10, grain 9) and a city on a3s (wool 8, brick 11, lumber
4); Cyril a settlement on b4s (lumber 4, ore 3, brick 11) and a city on d1n (wool 6, grain 4,
lumber 3). The first roads run from b2s along b2sw, from e1n along e1nw, from d3s along d3sw, from
a3s along a3sw, from b4s along b4sw and from d1n along d1ne.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.engine import rulesets
from games.engine.rulesets.base.building import lay_road
from games.engine.rulesets.cities_knights.decks import PLACES, one
from games.engine.rulesets.cities_knights.improvements import raise_metropolis
from tests.games.rulesets import table
from tests.games.rulesets.table import NONE, SIX, actions_of

KEY = "cities-knights"

RULES = rulesets.by_key(KEY)

FOUNDED = (
    "Anna S b2s R b2sw",
    "Ben S d3s R d3sw",
    "Cyril S b4s R b4sw",
    "Cyril C d1n R d1ne",
    "Ben C a3s R a3sw",
    "Anna C e1n R e1nw",
)

ROLLED = "1 Anna 1+1y"
"""Nobody gets anything for it."""


def after(
    *lines: str,
    founded: bool = True,
    players: int = 3,
    knights: Mapping[str, str] = NONE,
    levels: Mapping[str, tuple[int, int, int]] = NONE,
    progress: Mapping[str, str] = NONE,
    cities: Mapping[str, str] = NONE,
    walls: Mapping[str, str] = NONE,
    metropolises: Mapping[str, str] = NONE,
    reduced: Mapping[str, str] = NONE,
    roads: Mapping[str, str] = NONE,
    merchant: str = "",
    bank: Mapping[str, int] = NONE,
    hands: Mapping[str, str] = NONE,
    then: str = "",
    **given: Any,
) -> Any:
    """The state after the founding and the lines, with what is told.

    Knights are words such as `b2sw=2+`: the intersection, the strength, a plus for a helmet.
    Levels are trade, politics, science. Progress cards are their letters. A metropolis is the
    intersection of a city and the letter of its colour, such as `e1n=b`. `then` is played last.
    """
    opening = FOUNDED if founded else ()
    state = table.after(
        *opening, *lines, ruleset=KEY, founded=False, players=players, hands=hands, **given
    )
    grid = state.places.grid
    spots = grid.intersection_named
    for seat, word in told(roads):
        lay_road(state, seat, grid.path_named[word])
    for seat, word in told(cities):
        raise_city(state, seat, spots[word])
    for seat, word in told(reduced):
        lay_down(state, seat, spots[word])
    for seat, word in told(walls):
        state.walls[seat] |= 1 << spots[word]
    for seat, word in told(metropolises):
        raise_metropolis(state, seat, "ybg".index(word[-1]), spots[word[:-2]])
    for seat, word in told(progress):
        hold(state, seat, word)
    for seat, word in told(knights):
        spot, strength = word.split("=")
        state.stand(seat, spots[spot], int(strength[0]), active=strength.endswith("+"))
    for name, three in levels.items():
        state.levels[SIX.index(name)] = list(three)
    if merchant:
        name, hex_ = merchant.split()
        state.merchant_of = SIX.index(name)
        state.merchant = grid.hex_named[hex_]
        state.points[state.merchant_of] += 1
    for letter, left in bank.items():
        table.drain(state, letter, left)
    state.award_longest_road()
    if then:
        play(state, then)
    return state


def told(words: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Seat and word of what is told by player."""
    for name, text in words.items():
        for word in text.split():
            yield SIX.index(name), word


def raise_city(state: Any, seat: int, spot: int) -> None:
    if not state.buildings[seat] >> spot & 1:
        state.build(seat, spot)
    state.settlements_left[seat] += 1
    state.cities_left[seat] -= 1
    state.raise_city(seat, spot)


def lay_down(state: Any, seat: int, spot: int) -> None:
    """The city lies on its side."""
    state.lower_city(seat, spot)
    state.reduced[seat] |= 1 << spot


def hold(state: Any, seat: int, letters: str) -> None:
    colour, kind = PLACES[letters]
    state.progress[colour][seat] += one(kind)
    state.decks[colour] -= one(kind)


def play(state: Any, line: str) -> Any:
    """Carry out the actions of a line, which break no rule; the actions."""
    return table.play(state, line)


def lines(*text: str, players: int = 3) -> Any:
    return actions_of(*text, ruleset=KEY, players=players)


# Positions that many tests begin with


def laid_out(given):
    given = dict(given)
    return after(*given.pop("lines", ()), **given)


def opening(*lines):
    return {"lines": lines, "founded": False}


def rolled(**given):
    return {"lines": (ROLLED,)} | given


def holding(letters, **given):
    return rolled(hands={"Anna": letters}) | given


def seven(**given):
    return {"then": "1 Anna 3+4y"} | given


def rolling(dice, **given):
    return {"then": f"1 Anna {dice}"} | given


def landing(**given):
    """The barbarians land; by then three cities stand on the board."""
    return {"ship": 6, "then": "1 Anna 1+1s"} | given


def knight(word, letters="", **given):
    """Anna's knights, and roads from b2sw to c2nw."""
    return holding(letters, knights={"Anna": word}, roads={"Anna": "c2nw"}) | given


ALL_LOSE = "B Anna e1n B Ben a3s B Cyril d1n"

FOUR = "+Anna:G +Ben:LP +Cyril:LGG"
"""What a 4 brings."""

FULL_HAND = {"Ben": "BBBBLLLL"}

RIVALS = {"roads": {"Anna": "c2nw", "Cyril": "c2w"}}
"""Cyril's road from his city on d1n and one of Anna's meet on c2nw."""


def rivals(word="b2sw=2+", other="c2nw=1", **given):
    return rolled(knights={"Anna": word, "Cyril": other}) | RIVALS | given


BLOCKED = {
    "knights": {"Anna": "b2sw=2+", "Cyril": "c2nw=1", "Ben": "d1ne=1"},
    "roads": {"Anna": "c2nw", "Cyril": "c2w c2se"},
}
"""From c2nw Cyril's knight gets only to his city, and to Ben's knight behind it."""

WAY_OUT = BLOCKED | {"roads": {"Anna": "c2nw", "Cyril": "c2w c2se d1nw"}}

RICH = {"Ben": "d3s"}
"""A second city: four points."""
