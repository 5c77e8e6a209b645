"""The end of a turn and the ends of a game: won, out of time, given up, broken off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from games.engine.core import (
    ABANDONED,
    BELL,
    CONCEDED,
    WON,
    Action,
    Check,
    Detail,
    Header,
    Record,
    Seat,
    Verb,
    between,
    keeps,
    says,
)
from games.engine.rulesets.base.founding import leave_founding
from games.engine.rulesets.base.rolling import after_discards, discards_nothing
from games.engine.rulesets.base.state import (
    BEFORE,
    DISCARD,
    FOUND_ROAD,
    MAIN,
    OVER,
    BaseState,
)
from games.engine.rulesets.base.turns import (
    MOMENT,
    before_roll,
    check_on_turn,
    check_running,
    check_time,
    has_its_own_target,
    has_left,
    too_few_points,
)
from games.engine.rulesets.over import won_already
from games.engine.words import in_points, listed, marked

EXTRA_TURNS = 2
"""Turns of every player after the bell (T-059)."""


def may_end_turn(state: BaseState, action: Action) -> bool:
    return action.seat == state.turn and (state.phase >= MAIN or may_hand_on(state))


def may_hand_on(state: BaseState) -> bool:
    """Whether the game has ended in this turn, and not by the time."""
    return state.phase == OVER and state.turns_left != 0


def end_turn(state: BaseState, action: Action) -> None:
    if state.phase == OVER:
        hand_on(state, lambda: state.begin_turn(state.left_of(action.seat)))
        return
    if state.turns_left > 0:
        state.turns_left -= 1
        if not state.turns_left:
            state.turn = state.left_of(action.seat)
            state.bought = 0
            state.end(BELL)
            return
    state.begin_turn(state.left_of(action.seat))


def hand_on(state: BaseState, begin: Callable[[], None]) -> None:
    """The next player would be on turn, but the game is over as it was before."""
    ended, winner = state.ended, state.winner
    begin()
    state.ended, state.winner, state.phase = ended, winner, OVER


@keeps("B-067")
def check_rolled(state: BaseState, action: Action) -> Detail | None:
    return before_roll(state) if action.seat == state.turn else None


def claim(state: BaseState, action: Action) -> None:
    """The engine has seen it already (D-31)."""


@keeps("B-178")
def check_enough(state: BaseState, action: Action) -> Detail | None:
    if state.winner is None and action.seat == state.turn:
        return too_few_points(state, action.seat)
    return None


@keeps("B-179")
def check_own_turn(state: BaseState, action: Action) -> Detail | None:
    if state.winner is None and action.seat != state.turn:
        return says(
            marked("{player} is on turn, not {actor}"),
            player=state.name(state.turn),
            actor=state.name(action.seat),
        )
    return None


@keeps("B-178")
def check_first_to_win(state: BaseState, action: Action) -> Detail | None:
    return won_before(state, action) if state.ended != CONCEDED else None


@keeps("B-180")
def check_not_alone(state: BaseState, action: Action) -> Detail | None:
    """Whoever is left alone has won, with whatever points."""
    return won_before(state, action) if state.ended == CONCEDED else None


def won_before(state: BaseState, action: Action) -> Detail | None:
    if state.winner is None or state.winner == action.seat:
        return None
    return won_already(state, state.winner)


def ring(state: BaseState, action: Action) -> None:
    """The turn in progress is finished, then everybody has two more (D-124)."""
    if state.turns_left < 0:
        playing = state.n - state.out.bit_count()
        state.turns_left = 1 + EXTRA_TURNS * playing


@keeps("T-059")
def check_one_bell(state: BaseState, action: Action) -> Detail | None:
    if state.turns_left >= 0:
        return says(marked("the bell has rung already"))
    return None


@keeps("B-070")
def check_still_there(state: BaseState, action: Action) -> Detail | None:
    return has_left(state, action.seat) if state.out >> action.seat & 1 else None


def concede(state: BaseState, action: Action) -> None:
    """The player gives up; the pieces stay. Whoever is left alone has won."""
    leave(state, action.seat)
    if state.phase == OVER:
        return
    state.owed[action.seat] = 0
    if state.phase <= FOUND_ROAD:
        leave_founding(state, action.seat)
    elif action.seat == state.turn and state.phase >= BEFORE:
        owed = owed_discards(state)
        end_turn(state, action)
        await_discards(state, owed)
    elif state.phase == DISCARD and not any(state.owed):
        after_discards(state)


def leave(state: BaseState, seat: Seat) -> None:
    """From now on the player has no turns; those still due after the bell are not played."""
    if state.turns_left > 0:
        state.turns_left -= turns_to_come(state, seat)
    state.out |= 1 << seat
    staying = [other for other in state.seats if not state.out >> other & 1]
    if len(staying) == 1:
        state.winner = staying[0]
        state.end(CONCEDED)


def turns_to_come(state: BaseState, seat: Seat) -> int:
    """How many of the turns left after the bell are the player's, the present one apart."""
    turn, count = state.first_of_turn, 0
    for _ in range(state.turns_left - 1):
        turn = state.left_of(turn)
        count += turn == seat
    return count


def owed_discards(state: BaseState) -> list[int]:
    """What the seats still owe for a 7."""
    return state.owed.copy() if state.phase == DISCARD else [0] * state.n


def await_discards(state: BaseState, owed: list[int]) -> None:
    """What the others owe for the 7 of one who has left is due before the next turn goes on."""
    if any(owed) and state.phase != OVER:
        state.owed = owed
        state.after, state.phase = state.phase, DISCARD


def abandon(state: BaseState, action: Action) -> None:
    if state.ended != CONCEDED:
        state.end(ABANDONED)


# The result that the table wrote down


def check_result(state: BaseState, header: Header) -> Iterator[tuple[str, Detail]]:
    for _named, rule, detail in wrong_winners(state, header):
        yield rule, detail
    yield from check_points(state, header)


def wrong_winners(state: BaseState, header: Header) -> Iterator[tuple[Seat, str, Detail]]:
    """Whom the result names as winner and who is none, by which rule."""
    winner = state.winner if state.ended in (WON, CONCEDED) else None
    for named in header.winners:
        if in_turn_of_others(state, named):
            yield named, "B-179", too_early(state, named)
        elif named != winner:
            yield named, "B-178", not_the_winner(state, named, winner)


def in_turn_of_others(state: BaseState, seat: Seat) -> bool:
    """Whether the seat has the points to win, but not in its own turn."""
    enough = least_points(state, seat) >= state.target
    return enough and state.winner is None and state.ended != BELL and seat not in state.contenders


def least_points(state: BaseState, seat: Seat) -> int:
    """The points of the seat, whatever the unseen cards are."""
    if state.unseen is None or not state.unseen.counted:
        return state.points[seat]
    return state.unseen.counted[seat][0]


def too_early(state: BaseState, named: Seat) -> Detail:
    return says(
        marked("the result names {player}, who has {points}, as winner in the turn of {others}"),
        player=state.name(named),
        points=in_points(least_points(state, named)),
        others=listed(map(state.name, state.contenders)),
    )


def check_points(state: BaseState, header: Header) -> Iterator[tuple[str, Detail]]:
    if header.points is not None:
        for seat, points in enumerate(header.points):
            if points != state.points[seat]:
                yield "B-181", other_points(state, seat, points)


def other_points(state: BaseState, seat: Seat, told: int) -> Detail:
    """What the game says of the seat, whose points are not those that were told."""
    player, points = state.name(seat), in_points(told)
    least = most = state.points[seat]
    if state.unseen is not None and state.unseen.open_points:
        least, most = state.unseen.open_points[seat]
    if least <= told <= most:
        text = marked(
            "the result gives {player} {points}, which do not go together with those of the others"
        )
        return says(text, player=player, points=points)
    text = marked("the result gives {player} {points}, the game {counted}")
    return says(text, player=player, points=points, counted=between(least, most))


def not_the_winner(state: BaseState, named: Seat, winner: Seat | None) -> Detail:
    if winner is not None and state.ended == CONCEDED:
        return says(
            marked("the result names {player} as winner, but all except {winner} have given up"),
            player=state.name(named),
            winner=state.name(winner),
        )
    if winner is not None:
        return says(
            marked("the result names {player} as winner, by the rules it is {winner}"),
            player=state.name(named),
            winner=state.name(winner),
        )
    # With unseen cards the points of one way are not those of all.
    if state.unseen is None and state.points[named] < state.target:
        return says(
            marked(
                "the result names {player} as winner, who has {points}; this game is played to "
                "{target}"
            )
            if has_its_own_target(state)
            else marked(
                "the result names {player} as winner, who has {points}; {target} are needed"
            ),
            player=state.name(named),
            points=in_points(state.points[named]),
            target=state.target,
        )
    return says(
        marked("the result names {player} as winner, by the rules it is {winner}"),
        player=state.name(named),
        winner=marked("nobody"),
    )


# What a record does not show


def unproved(state: BaseState, record: Record) -> Iterator[tuple[str, Detail]]:
    yield from unlaid(state, record)
    yield from unplayed(state, record)


def unplayed(state: BaseState, record: Record) -> Iterator[tuple[str, Detail]]:
    """A result behind a bell whose turns were not all written down: they may have been played."""
    told = record.header.points is not None or record.header.winners
    left = state.turns_left - 1
    if told and left > 0 and state.phase != OVER:
        text = marked("after the bell the record lacks turns that are due: {count}")
        yield "T-059", says(text, count=left)


FOUNDED = 2
"""Buildings of everybody after the founding; none of them leaves the board."""


def unlaid(state: BaseState, record: Record) -> Iterator[tuple[str, Detail]]:
    """Of whom the table with which the record begins shows fewer buildings than there must be."""
    if record.header.position is None:
        return
    built = Counter(action.seat for action in played(state, record) if action.verb == "settle")
    laid = [buildings.bit_count() - built[seat] for seat, buildings in enumerate(state.buildings)]
    few = [
        f"{state.name(seat)} ({max(0, count)})"
        for seat, count in enumerate(laid)
        if count < FOUNDED
    ]
    if few:
        text = marked(
            "after the founding everybody has two buildings; the table shows fewer of: {few}"
        )
        yield "B-064", says(text, few=listed(few))


def played(state: BaseState, record: Record) -> Sequence[Action]:
    """The actions up to the last that the state has seen: nothing is played after one that cannot
    have happened."""
    last = (at for at, action in enumerate(record.actions, start=1) if action is state.previous)
    return record.actions[: max(last, default=0)]


LEAVING: tuple[Check, ...] = (check_running, check_time)

VERBS = {
    "end_turn": Verb((*MOMENT, check_on_turn, check_rolled), end_turn, may_end_turn),
    "claim": Verb((check_enough, check_own_turn, check_first_to_win, check_not_alone), claim),
    "bell": Verb((*LEAVING, check_one_bell), ring),
    "concede": Verb((*LEAVING, check_still_there), concede),
    "abandon": Verb(LEAVING, abandon),
}


def anybodys(state: BaseState, action: Action) -> bool:
    """A bell is no act of the player in whose turn it is heard."""
    return True


def of_another(state: BaseState, action: Action) -> bool:
    return action.seat != state.turn


ASIDES = {
    "bell": anybodys,
    "concede": of_another,
    "abandon": of_another,
    "discard": discards_nothing,
}
"""A robber that is being shifted, dice that have to be rolled again, a road that may still be moved
stay so after it."""
