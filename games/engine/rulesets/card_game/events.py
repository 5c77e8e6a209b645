"""Events, the destiny card, and what the texts of cards make players do."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from games.engine import hints
from games.engine.core import NOBODY, Action, Ask, Detail, Seat, cannot, keeps, says
from games.engine.rulesets.card_game import cards as words
from games.engine.rulesets.card_game.cards import Card, Effect
from games.engine.rulesets.card_game.moments import (
    MOMENT,
    begin_if_new,
    check_running,
    is_thief_attack,
    not_on_turn,
    settle,
    unless_printed,
    verb,
)
from games.engine.rulesets.card_game.resource_zones import count_of
from games.engine.rulesets.card_game.state import OTHER_SIDE, CardState
from games.engine.rulesets.card_game.ways import SEEN
from games.engine.rulesets.card_game.whereabouts import (
    cards_exist,
    lacks,
    no_such_cards,
    not_to_be_drawn,
    revealed,
)
from games.engine.words import marked

# Events


@keeps("CG-067")
def check_event_due(state: CardState, action: Action) -> Detail | None:
    """It may be told behind what it did, but once."""
    if state.event != NOBODY:
        return None
    if state.performed == NOBODY:
        return says(marked("no city was built just before"))
    return says(marked("the event has been read aloud already")) if state.read_aloud else None


def read_aloud(state: CardState, action: Action) -> None:
    perform(state, action)
    state.read_aloud = True


def perform(state: CardState, action: Action) -> None:
    """What the event does follows, or is told by what has just been done."""
    if state.event == NOBODY:
        return
    state.read_aloud = False
    state.performed, state.event = state.event, NOBODY
    state.flipped = False
    state.made = ()
    card = event_of(state)
    if card is None:
        return
    flip = card.effect("flip_destiny")
    if flip is not None and flip.facts["must"] is True and state.n > 2:
        state.must_flip = True
    if card.entered:
        # Whoever reads it aloud, it is the event of the player on turn.
        _reckon(state, state.turn, card)


def carried_out(state: CardState, action: Action) -> CardState:
    """The state, or a copy in which the event that is due is carried out: what it does tells of it
    where nobody wrote that it was read aloud."""
    if state.event != NOBODY:
        state = state.copy()
        perform(state, action)
    return state


def by_event(ask: Ask) -> Ask:
    """The same, asked of what an event does."""
    return lambda state, action: ask(carried_out(state, action), action)


def event_of(state: CardState) -> Card | None:
    """The event that is being carried out, as far as it is known."""
    return state.cards.events[state.performed] if _named(state) else None


def _named(state: CardState) -> bool:
    return 0 <= state.performed < len(state.cards.events)


def _reckon(state: CardState, builder: Seat, card: Card) -> None:
    """What everybody still in the game owes for an event of which all is known."""
    for effect in card.effects:
        if effect.op == "hand_limit":
            for seat in state.staying(state.seats):
                state.owed[seat] += loss(state.held(seat), effect.facts)
        if effect.op == "each_draw":
            for seat in state.staying(named_by(state, builder, effect.facts["who"])):
                state.owed_draws[seat] += effect.number("count") or 0


def loss(cards: int, facts: Mapping[str, Any]) -> int:
    """Cards that a hand loses for a limit."""
    limit: int = facts["limit"]
    if cards <= limit:
        return 0
    ways = {"half_down": cards // 2, "half_up": (cards + 1) // 2, "to_limit": cards - limit}
    return ways.get(facts["lose"], 0)


def named_by(state: CardState, builder: Seat, who: object) -> list[Seat]:
    """Whom a card means."""
    if who == words.BUILDER:
        return [builder]
    if who == words.ALL:
        return list(state.seats)
    others = [seat for seat in state.seats if seat != builder]
    own = state.points(builder)
    if who == words.NOT_WEAKER:
        return [seat for seat in others if state.most_points(seat) >= own]
    if who == words.STRONGER:
        return [seat for seat in others if state.most_points(seat) > own]
    return others if who in (words.OTHERS, words.ANY_OPPONENT) else []


def may_move_cards(state: CardState) -> bool:
    """Whether a text that nobody has entered may be what moves cards now."""
    if state.effect != NOBODY:
        return not state.cards.expansions[state.effect].entered
    if state.performed == NOBODY:
        return False
    card = event_of(state)
    return card is None or not card.entered


@keeps("CG-102")
@by_event
@unless_printed
def check_no_hand_limit(state: CardState, action: Action) -> Detail | None:
    """Nobody discards but for an event or a card."""
    if may_move_cards(state) or state.performed != NOBODY:
        return None
    return says(
        marked(
            "cards that {player} loses: {count}, due are none: no event and no card asks for it"
        ),
        player=state.name(action.seat),
        count=count_of(action.facts[0]),
    )


@keeps("CG-067")
@by_event
def check_loss(state: CardState, action: Action) -> Detail | None:
    """As many as the event says, at once or in parts."""
    count = count_of(action.facts[0])
    if state.performed == NOBODY or may_move_cards(state) or count <= state.owed[action.seat]:
        return None
    return says(
        marked("cards that {player} loses: {count}, by the event {due}"),
        player=state.name(action.seat),
        count=count,
        due=state.owed[action.seat],
    )


def in_order(state: CardState) -> list[Seat]:
    """Those who carry out an event, one after the other: clockwise, the builder first (CGD-29)."""
    return [(state.turn + more) % state.n for more in state.seats]


def too_early(state: CardState, seat: Seat, waiting: Collection[Seat]) -> Detail | None:
    """Who of those who still have something to do for the event comes before the player."""
    order = in_order(state)
    for other in order[: order.index(seat)]:
        if other in waiting:
            return says(
                marked("{other} comes before {player} in the event"),
                other=state.name(other),
                player=state.name(seat),
            )
    return None


@keeps("CG-067")
@by_event
def check_loss_in_order(state: CardState, action: Action) -> Detail | None:
    return too_early(state, action.seat, [seat for seat in state.seats if state.owed[seat]])


@keeps("CG-067")
@by_event
def check_gain_in_order(state: CardState, action: Action) -> Detail | None:
    return too_early(state, action.seat, [seat for seat in state.seats if state.owed_draws[seat]])


@keeps("CG-102")
def check_cards_to_lose(state: CardState, action: Action) -> Detail | None:
    return lacks(state, action.seat, action.facts[0])


@cards_exist
def check_lost_cards(state: CardState, action: Action) -> Detail | None:
    return no_such_cards(state, revealed(state, action.seat, action.facts[0]))


def lose(state: CardState, action: Action) -> None:
    begin_if_new(state, action._replace(seat=state.turn))
    perform(state, action)
    state.move(action.seat, state.discards, action.facts[0])
    state.owed[action.seat] = still_owed(state.owed[action.seat], action)


def still_owed(due: int, action: Action) -> int:
    """What is left of the cards that an event asks for; nothing where a ruling lets so many
    stand."""
    return 0 if action.ruling else max(0, due - count_of(action.facts[0]))


@keeps("CG-098")
@by_event
@unless_printed
def check_no_gift(state: CardState, action: Action) -> Detail | None:
    """Nobody draws outside the draw phase but for an event or a card."""
    if may_move_cards(state) or state.performed != NOBODY:
        return None
    return says(
        marked(
            "cards that {player} draws: {count}, due are none: no event and no card asks for it"
        ),
        player=state.name(action.seat),
        count=count_of(action.facts[0]),
    )


@keeps("CG-067")
@by_event
def check_gain(state: CardState, action: Action) -> Detail | None:
    count, due = count_of(action.facts[0]), state.owed_draws[action.seat]
    if state.performed == NOBODY or may_move_cards(state):
        return None
    if count <= due:
        return None
    return says(
        marked("cards that {player} draws: {count}, by the event {due}"),
        player=state.name(action.seat),
        count=count,
        due=due,
    )


@keeps("CG-029")
def check_cards_to_draw(state: CardState, action: Action) -> Detail | None:
    there = state.can_be_drawn()
    if count_of(action.facts[0]) > there:
        return cannot(marked("cards that can be drawn: {count}"), hints.CG_FEWER, count=there)
    return None


@cards_exist
def check_drawn_cards(state: CardState, action: Action) -> Detail | None:
    cards = action.facts[0]
    gone = state.known[state.discards] if count_of(cards) > state.deck else 0
    beyond = no_such_cards(state, cards & SEEN, gone)
    return beyond or not_to_be_drawn(state, action.seat, cards)


def gain(state: CardState, action: Action) -> None:
    begin_if_new(state, action._replace(seat=state.turn))
    perform(state, action)
    state.draw(action.seat, action.facts[0])
    state.owed_draws[action.seat] = still_owed(state.owed_draws[action.seat], action)


# The destiny card


@keeps("CG-023")
def check_three_players(state: CardState, action: Action) -> Detail | None:
    if state.n == 2:
        return says(marked("with two players the destiny card is not used"))
    return None


@keeps("CG-062")
@by_event
def check_flip_allowed(state: CardState, action: Action) -> Detail | None:
    """After an own settlement, or because a card says so (CGD-21)."""
    if state.may_flip and action.seat == state.turn:
        return None
    if may_move_cards(state) or state.n == 2:
        return None
    if state.performed == NOBODY:
        return says(marked("no settlement was built just before"))
    if state.flipped:
        return says(marked("the event has turned the destiny card over already"))
    return None if is_thief_attack(state) else not_the_builder(state, action)


@keeps("CG-068")
@by_event
def check_builder_flips(state: CardState, action: Action) -> Detail | None:
    return not_the_builder(state, action) if is_thief_attack(state) else None


def not_the_builder(state: CardState, action: Action) -> Detail | None:
    return None if action.seat == state.turn else not_on_turn(state, action)


@keeps("CG-069")
@by_event
def check_event_flips(state: CardState, action: Action) -> Detail | None:
    card = event_of(state)
    if card is None or state.n == 2 or may_move_cards(state) or card.effect("flip_destiny"):
        return None
    return says(marked("{card} does not turn the destiny card"), card=card.name)


@keeps("CG-003")
def check_other_direction(state: CardState, action: Action) -> Detail | None:
    if state.arrows and action.facts[0] == state.arrows:
        return says(marked("the arrows point the same way as before"))
    return None


def flip(state: CardState, action: Action) -> None:
    begin_if_new(state, action._replace(seat=state.turn))
    perform(state, action)
    state.side = OTHER_SIDE - state.side
    state.arrows = action.facts[0] or -state.arrows
    state.flipped = state.performed != NOBODY
    state.may_flip = state.must_flip = False


# The advantages of expansions


@keeps("CG-076")
def check_built_before(state: CardState, action: Action) -> Detail | None:
    if action.facts[0] in state.owned[action.seat]:
        return None
    return says(
        marked("{player} has not built {card}"),
        player=state.name(action.seat),
        card=state.cards.expansions[action.facts[0]].name,
    )


@keeps("CG-044")
def check_as_printed(state: CardState, action: Action) -> Detail | None:
    """Cards that it takes: how often, how many and from whom."""
    index, _other, cards = action.facts
    card = state.cards.expansions[index]
    taking = card.effect("take")
    if not card.entered:
        return None
    if taking is None:
        return says(marked("{card} takes no cards"), card=card.name) if cards else None
    return _taken_wrong(state, action, card, taking)


def _taken_wrong(state: CardState, action: Action, card: Card, taking: Effect) -> Detail | None:
    index, other, cards = action.facts
    times, count = taking.number("times"), taking.number("count")
    if action.seat != state.turn:
        return says(marked("it is not the turn of {player}"), player=state.name(action.seat))
    done = state.times_used(action.seat, index, taking.facts["per"])
    if times is not None and done >= times:
        return says(marked("{card} was used already"), card=card.name)
    if count is not None and count_of(cards) > count:
        return says(marked("{card} takes fewer cards"), card=card.name)
    who = taking.facts["from"]
    if who in words.WHO and other not in named_by(state, action.seat, who):
        return says(
            marked("{card} does not take from {player}"), card=card.name, player=_whom(state, other)
        )
    return None


def _whom(state: CardState, seat: Seat) -> str:
    return "?" if seat == NOBODY else state.name(seat)


@keeps("CG-044")
def check_taken_there(state: CardState, action: Action) -> Detail | None:
    _index, other, cards = action.facts
    if not cards:
        return None
    if other in (NOBODY, action.seat):
        return cannot(marked("that is no opponent"), hints.CG_OPPONENT)
    return lacks(state, other, cards)


@cards_exist
def check_taken_cards(state: CardState, action: Action) -> Detail | None:
    _index, other, cards = action.facts
    return None if other == NOBODY else no_such_cards(state, revealed(state, other, cards))


def use(state: CardState, action: Action) -> None:
    index, other, cards = action.facts
    begin_if_new(state, action._replace(seat=state.turn))
    settle(state)
    if cards:
        state.move(other, action.seat, cards)
    state.use(action.seat, index)
    card = state.cards.expansions[index]
    if not card.entered or card.effect("each_exchange"):
        state.effect = index
        state.made = ()


# What somebody noted


@keeps("CG-063")
def check_no_peeking(state: CardState, action: Action) -> Detail | None:
    return says(marked("{player} looked at the city side"), player=state.name(action.seat))


VERBS: Final = {
    "event": verb((check_running, check_event_due), read_aloud),
    "lose": verb(
        (
            check_running,
            check_no_hand_limit,
            check_loss,
            check_loss_in_order,
            check_cards_to_lose,
            check_lost_cards,
        ),
        lose,
    ),
    "gain": verb(
        (
            check_running,
            check_no_gift,
            check_gain,
            check_gain_in_order,
            check_cards_to_draw,
            check_drawn_cards,
        ),
        gain,
    ),
    "flip": verb(
        (
            check_running,
            check_three_players,
            check_flip_allowed,
            check_builder_flips,
            check_event_flips,
            check_other_direction,
        ),
        flip,
    ),
    "use": verb(
        (MOMENT, check_built_before, check_as_printed, check_taken_there, check_taken_cards), use
    ),
    "peek": verb((check_no_peeking,), lambda state, action: None),
}
