"""What the record of a card game cannot show: rules for which the facts are missing, and texts of
cards that nobody has entered yet."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.core import NOBODY, Action, Detail, Record, says
from games.engine.rulesets.card_game.cards import Card
from games.engine.rulesets.card_game.state import CardState
from games.engine.rulesets.card_game.verbs import VERBS
from games.engine.words import marked


def unproved(state: CardState, record: Record) -> Iterator[tuple[str, Detail]]:
    """The rules that are not checkable, each with what is missing. One whose card text nobody has
    entered is unverified, and its words say which card."""
    header = record.header
    if "oldest" not in header.options and header.options.get("seated") != "1":
        yield "CG-024", says(marked("it is not written down who is the oldest"))
    if not any(action.verb == "peek" for action in record.actions):
        yield "CG-063", says(marked("nobody sees what players look at, unless it is noted"))
    yield from _destiny(state, record)
    yield from _points(state)
    yield from _events(state, record)
    yield from _expansions(state)
    yield from _taken(state, record)
    yield from _waived(state, record)


def _destiny(state: CardState, record: Record) -> Iterator[tuple[str, Detail]]:
    """From whom cards were taken while nobody had written down where the arrows point."""
    if state.n == 2 or state.cards.white:
        return
    told = any(action.verb in ("destiny", "flip") and action.facts[-1] for action in record.actions)
    taken = any(
        action.verb in ("road", "knight") and action.facts[1] != NOBODY for action in record.actions
    )
    if taken and not told:
        yield "CG-087", says(marked("it is not written down where the arrows pointed"))


def _points(state: CardState) -> Iterator[tuple[str, Detail]]:
    for seat in state.seats:
        if state.vague[seat]:
            yield (
                "CG-106",
                says(
                    marked("the points of a city expansion of {player} are not known"),
                    player=state.name(seat),
                ),
            )


def _events(state: CardState, record: Record) -> Iterator[tuple[str, Detail]]:
    """Events of which not all is known: what they did was taken as it was written down."""
    events = {action.facts[1] for action in record.actions if action.verb == "city"}
    for event in sorted(events):
        if event == NOBODY:
            yield "CG-067", says(marked("the event of a city is not written down"))
        elif not state.cards.events[event].entered:
            yield "CG-067", _not_entered(state.cards.events[event])


def _expansions(state: CardState) -> Iterator[tuple[str, Detail]]:
    for index in sorted({index for owned in state.owned for index in owned}):
        card = state.cards.expansions[index]
        if not card.entered:
            yield "CG-076", _not_entered(card)


def _taken(state: CardState, record: Record) -> Iterator[tuple[str, Detail]]:
    """Nothing in a record tells a card that was drawn blind from one that was chosen."""
    used = {action.facts[0] for action in record.actions if action.verb == "use"}
    for index in sorted(used):
        card = state.cards.expansions[index]
        if card.effect("take"):
            yield (
                "CG-076",
                says(
                    marked("nobody sees whether {card} drew a card blind or chose it"),
                    card=card.name,
                ),
            )


def _not_entered(card: Card) -> Detail:
    return says(marked("unverified: the text of {card} has not been entered"), card=card.name)


def _waived(state: CardState, record: Record) -> Iterator[tuple[str, Detail]]:
    """What would break a rule if the player had no card that may allow it. Nothing was judged
    after an action that cannot have happened."""
    if not any(map(state.has_unknown_text, state.seats)):
        return
    again = CardState(record.header, state.cards)
    for action in record.actions:
        verb = VERBS[action.verb]
        again.strict = again.has_unknown_text(action.seat)
        if not verb.allowed(again, action):
            excused, impossible = _excused(again, action)
            yield from excused
            if impossible:
                return
        again.strict = False
        verb.apply(again, action)
        again.previous = action


def _excused(state: CardState, action: Action) -> tuple[list[tuple[str, Detail]], bool]:
    """What only such a card may allow, and whether the action cannot have happened anyhow."""
    strict, excused, impossible = state.strict, [], False
    for check in VERBS[action.verb].checks:
        state.strict = strict
        if check.ask(state, action) is None:
            continue
        state.strict = False
        detail = check.ask(state, action)
        if detail is None:
            text = marked("unverified: {player} has a card whose text may allow it")
            excused.append((check.rule, says(text, player=state.name(action.seat))))
        elif detail.impossible:
            impossible = True
    return excused, impossible
