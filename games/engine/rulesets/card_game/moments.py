"""Whether it is the moment for an action, and what every action ends: verbs are made here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.engine.branches import Unseen
from games.engine.core import (
    NOBODY,
    Action,
    Ask,
    Asked,
    Detail,
    Group,
    Seat,
    Verb,
    keeps,
    says,
)
from games.engine.rulesets.card_game.cards import THIEF_ATTACK
from games.engine.rulesets.card_game.state import (
    EXCHANGE,
    OPENING,
    OVER,
    CardState,
    beginner,
    is_anyones,
)
from games.engine.rulesets.over import after_the_end
from games.engine.words import marked

Apply = Callable[[CardState, Action], None]


def verb(checks: Sequence[Asked], apply: Apply) -> Verb:
    """A verb; whatever it does, what is unseen afterwards is noted."""
    return Verb.of(tuple(checks), noting_unseen(apply))


def noting_unseen(apply: Apply) -> Apply:
    """The same, and a note of what the action moved unseen, and of the one after which too many
    ways were left to follow them."""

    def act(state: CardState, action: Action) -> None:
        apply(state, action)
        state.note_events(action)
        if not state.followed and state.unseen is None:
            state.unseen = Unseen(())
            state.unseen.beyond = action

    return act


def turn_verb(checks: Sequence[Asked], apply: Apply) -> Verb:
    """The same for what is done in a turn: whatever was due before is over then."""

    def go_on(state: CardState, action: Action) -> None:
        begin_if_new(state, action)
        settle(state)
        apply(state, action)

    return verb((MOMENT, *checks), go_on)


def begin_if_new(state: CardState, action: Action) -> None:
    """The first action of a turn; one of another player is that player's turn from now on."""
    state.shuffled = 0
    if state.phase == OPENING:
        state.begin_turn(on_turn(state, action))
    if not state.touched and state.phase != OVER:
        if action.seat != state.turn and not has_begun(state, action):
            state.begin_turn(action.seat)
        state.touched = True


def settle(state: CardState) -> None:
    state.event = state.performed = state.effect = NOBODY
    state.may_flip = state.must_flip = False
    if any(state.owed) or any(state.owed_draws):
        state.owed = [0] * state.n
        state.owed_draws = [0] * state.n


def unless_printed(ask: Ask) -> Ask:
    """Nothing is broken by a player who owns a card whose text nobody has entered: it may allow
    just that. `unsettled` says so in the verdict."""

    def asked(state: CardState, action: Action) -> Detail | None:
        detail = ask(state, action)
        if detail is None or state.strict or not state.has_unknown_text(action.seat):
            return detail
        return None

    return asked


# What every action of a turn may break


@keeps("CG-103")
def check_running(state: CardState, action: Action) -> Detail | None:
    return after_the_end(state, action) if state.phase == OVER else None


@keeps("CG-024")
def check_oldest_begins(state: CardState, action: Action) -> Detail | None:
    """The first turn, where it is written down who is the oldest."""
    if state.phase != OPENING or action.seat == state.turn:
        return None
    if state.header.in_anothers_turn(action, state.turn) or beginner(state.header) is None:
        return None
    return says(
        marked("{player} is the oldest and begins, not {actor}"),
        player=state.name(state.turn),
        actor=state.name(action.seat),
    )


@keeps("CG-025")
def check_turn_order(state: CardState, action: Action) -> Detail | None:
    if action.seat == on_turn(state, action) or has_begun(state, action) or state.phase == OVER:
        return None
    return None if check_oldest_begins(state, action) else not_on_turn(state, action)


@keeps("CG-067")
def check_event_done(state: CardState, action: Action) -> Detail | None:
    if state.event == NOBODY:
        return None
    return says(
        marked("the event of the city was not carried out: {card}"),
        card=event_name(state, state.event),
    )


@keeps("CG-067")
def check_event_whole(state: CardState, action: Action) -> Detail | None:
    for seat in state.seats:
        draws = min(state.owed_draws[seat], state.can_be_drawn())
        if state.owed[seat] or draws:
            return says(
                marked("{player} still has to lose {lost} and to draw {drawn} for the event"),
                player=state.name(seat),
                lost=state.owed[seat],
                drawn=draws,
            )
    return None


@keeps("CG-068")
def check_flipped(state: CardState, action: Action) -> Detail | None:
    return not_flipped(state) if is_thief_attack(state) else None


@keeps("CG-067")
def check_flipped_by_another(state: CardState, action: Action) -> Detail | None:
    return not_flipped(state) if not is_thief_attack(state) else None


def not_flipped(state: CardState) -> Detail | None:
    if not state.must_flip:
        return None
    return says(
        marked("{card}: the destiny card was not turned over"),
        card=event_name(state, state.performed),
    )


def is_thief_attack(state: CardState) -> bool:
    """Whether it is the event that is being carried out."""
    events = state.cards.events
    return 0 <= state.performed < len(events) and events[state.performed].id == THIEF_ATTACK


def nothing_due(state: CardState, action: Action) -> bool:
    """The usual case: the turn goes on, and nothing has to be done first."""
    return (
        (state.touched or action.seat == state.turn)
        and state.phase != OVER
        and state.event == NOBODY
        and not state.must_flip
        and not any(state.owed)
        and not any(state.owed_draws)
    )


MOMENT: Final = Group(
    nothing_due,
    (
        check_running,
        check_oldest_begins,
        check_turn_order,
        check_event_done,
        check_event_whole,
        check_flipped,
        check_flipped_by_another,
    ),
)


def not_on_turn(state: CardState, action: Action) -> Detail:
    return says(
        marked("{player} is on turn, not {actor}"),
        player=state.name(on_turn(state, action)),
        actor=state.name(action.seat),
    )


def on_turn(state: CardState, action: Action) -> Seat:
    """Whose turn it is; the first one, where nobody wrote down who begins, is that of whoever has
    its line, or acts."""
    if state.phase == OPENING and is_anyones(state.header):
        return state.header.lines.get(action.line, action.seat)
    return state.turn


def has_begun(state: CardState, action: Action) -> bool:
    """Whether the turn of the player on turn has begun, by what was done or by its line."""
    return state.touched or state.header.in_anothers_turn(action, on_turn(state, action))


def has_left(state: CardState, seat: Seat) -> Detail:
    return says(marked("{player} has left the game"), player=state.name(seat))


def off_turn(state: CardState, action: Action) -> Detail | None:
    """Somebody acts in the middle of another's turn."""
    seat = on_turn(state, action)
    if action.seat != seat and has_begun(state, action) and state.phase != OVER:
        return not_on_turn(state, action)
    return None


def later_than_exchange(state: CardState) -> bool:
    return EXCHANGE < state.phase < OVER


def event_name(state: CardState, event: int) -> str:
    return "?" if event >= len(state.cards.events) else state.cards.events[event].name
