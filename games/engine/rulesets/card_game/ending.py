"""Scores that the table reckons, and the ends of a game: won, given up, broken off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine.core import (
    ABANDONED,
    CONCEDED,
    NOBODY,
    WON,
    Action,
    Check,
    Detail,
    Header,
    Seat,
    between,
    keeps,
    says,
)
from games.engine.rulesets.card_game.cards import KNIGHT, ROAD
from games.engine.rulesets.card_game.events import perform
from games.engine.rulesets.card_game.moments import check_running, has_left, verb
from games.engine.rulesets.card_game.state import OPENING, CardState
from games.engine.rulesets.over import won_already
from games.engine.words import in_points, marked

# Scores


def part_check(rule: str, part: int) -> Check:
    """A part of a score is as the cards say. A part that is left out is not checked."""

    @keeps(rule)
    def check_part(state: CardState, action: Action) -> Detail | None:
        told = action.facts[1 + part]
        least, most = _part(state, action.seat, part)
        if told == NOBODY or least <= told <= most:
            return None
        return says(
            marked("{told}, by the cards {points}"),
            told=in_points(told),
            points=between(least, most),
        )

    return check_part


def _part(state: CardState, seat: Seat, part: int) -> tuple[int, int]:
    """The least and the most that a part of the points may be."""
    if part == EXPANDED:
        return state.worth[seat], state.worth[seat] + state.vague[seat]
    points = (
        state.settlements[seat],
        2 * state.cities[seat],
        0,
        state.stacks[ROAD][seat] // 2,
        state.stacks[KNIGHT][seat] // 2,
        0,
    )[part]
    return points, points


EXPANDED: Final = 2
ROADS: Final = 3
KNIGHTS: Final = 4

PARTS: Final = ("CG-060", "CG-066", "CG-073", "CG-080", "CG-084", "CG-107")
"""The rules of the parts: settlements, bare cities, expansions, roads, knights, anything else."""


@keeps("CG-020")
def check_first_score(state: CardState, action: Action) -> Detail | None:
    return _total(state, action) if state.phase == OPENING else None


@keeps("CG-106")
def check_score(state: CardState, action: Action) -> Detail | None:
    return None if state.phase == OPENING else _total(state, action)


def _total(state: CardState, action: Action) -> Detail | None:
    told, seat = action.facts[0], action.seat
    if state.points(seat) <= told <= state.most_points(seat):
        return None
    return says(
        marked("{told}, by the cards {points}"),
        told=in_points(told),
        points=between(state.points(seat), state.most_points(seat)),
    )


@keeps("CG-081")
def check_sides(state: CardState, action: Action) -> Detail | None:
    """The roads with side A were counted, of which there are more."""
    told, roads = action.facts[1 + ROADS], state.stacks[ROAD][action.seat]
    if roads % 2 and told == state.showing_a(ROAD, action.seat):
        return says(marked("of {roads} roads {count} show side B"), roads=roads, count=roads // 2)
    return None


@keeps("CG-094")
def check_lost_points(state: CardState, action: Action) -> Detail | None:
    """The point of a road or knight with side B that somebody has taken was counted."""
    seat = action.seat
    for kind, part in ((ROAD, ROADS), (KNIGHT, KNIGHTS)):
        cards, told = state.stacks[kind][seat], action.facts[1 + part]
        kept = told == cards // 2 + 1
        if told == NOBODY:
            kept = action.facts[0] == state.most_points(seat) + 1
        if kept and cards % 2 and state.lost_top(kind, seat):
            return says(marked("the card with side B changed owners"))
    return None


def note_score(state: CardState, action: Action) -> None:
    """Nothing depends on it."""


# Winning


@keeps("CG-103")
def check_enough(state: CardState, action: Action) -> Detail | None:
    if state.winner is not None or action.seat != state.turn:
        return None
    if state.most_points(action.seat) >= state.target:
        return None
    return says(
        marked("{player} has {points}, {target} are needed"),
        player=state.name(action.seat),
        points=in_points(state.most_points(action.seat)),
        target=state.target,
    )


@keeps("CG-105")
def check_own_turn(state: CardState, action: Action) -> Detail | None:
    if state.winner is None and action.seat != state.turn:
        return says(
            marked("{player} is on turn, not {actor}"),
            player=state.name(state.turn),
            actor=state.name(action.seat),
        )
    return None


@keeps("CG-104")
def check_the_winner(state: CardState, action: Action) -> Detail | None:
    if state.winner is not None and state.winner != action.seat:
        return won_already(state, state.winner)
    return None


def claim(state: CardState, action: Action) -> None:
    """The engine has seen it already, but for points of cards that nobody has entered."""
    enough = state.most_points(action.seat) >= state.target
    if state.winner is None and enough and action.seat == state.turn:
        state.winner = action.seat
        state.end(WON)


# Ending without a winner


@keeps("CG-025")
def check_still_there(state: CardState, action: Action) -> Detail | None:
    if state.out >> action.seat & 1:
        return has_left(state, action.seat)
    return None


def concede(state: CardState, action: Action) -> None:
    """The player gives up; the cards stay. Whoever is left alone has won. What the event of a city
    that the player has built costs or brings the others is due before the next turn goes on;
    nobody is left who had to read it aloud or turn the destiny card."""
    state.out |= 1 << action.seat
    state.owed[action.seat] = state.owed_draws[action.seat] = 0
    staying = state.staying(state.seats)
    if len(staying) == 1:
        state.winner = staying[0]
        state.end(CONCEDED)
    elif action.seat == state.turn:
        perform(state, action)
        state.must_flip = False
        state.begin_turn(state.left_of(action.seat))


def abandon(state: CardState, action: Action) -> None:
    if state.ended != CONCEDED:
        state.end(ABANDONED)


# The result that the table wrote down


def check_result(state: CardState, header: Header) -> Iterator[tuple[str, Detail]]:
    yield from _check_winner(state, header)
    for seat, points in enumerate(header.points or ()):
        if not state.points(seat) <= points <= state.most_points(seat):
            yield (
                "CG-106",
                says(
                    marked("the result gives {player} {points}, the game {counted}"),
                    player=state.name(seat),
                    points=in_points(points),
                    counted=between(state.points(seat), state.most_points(seat)),
                ),
            )


def _check_winner(state: CardState, header: Header) -> Iterator[tuple[str, Detail]]:
    named = header.winner
    if named is None or named == state.winner:
        return
    if state.winner is not None and state.ended == CONCEDED:
        yield (
            "CG-104",
            says(
                marked(
                    "the result names {player} as winner, but all except {winner} have given up"
                ),
                player=state.name(named),
                winner=state.name(state.winner),
            ),
        )
    elif state.winner is not None:
        yield "CG-104", _other_winner(state, named, state.name(state.winner))
    elif state.most_points(named) < state.target:
        yield "CG-103", _other_winner(state, named, marked("nobody"))
    elif named != state.turn:
        yield "CG-105", _other_winner(state, named, marked("nobody"))


def _other_winner(state: CardState, named: Seat, winner: str) -> Detail:
    return says(
        marked("the result names {player} as winner, by the rules it is {winner}"),
        player=state.name(named),
        winner=winner,
    )


VERBS: Final = {
    "score": verb(
        (
            check_first_score,
            check_score,
            *(part_check(rule, part) for part, rule in enumerate(PARTS)),
            check_sides,
            check_lost_points,
        ),
        note_score,
    ),
    "claim": verb((check_enough, check_own_turn, check_the_winner), claim),
    "concede": verb((check_running, check_still_there), concede),
    "abandon": verb((check_running,), abandon),
}
