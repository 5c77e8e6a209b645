"""The rules for which a thin record lacks the facts."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.core import Detail, Record, says
from games.engine.rulesets.dice_game.sheet import BOXES
from games.engine.rulesets.dice_game.state import DiceState
from games.engine.words import marked

ROLLS = tuple(f"DG-{number:03}" for number in range(14, 24))
"""How dice are rolled."""

FACES = ("DG-001",)

PAYMENTS = (
    *(f"DG-{number:03}" for number in (24, 25, 26, 27, 28, 29, 30, 31, 32)),
    *(f"DG-{number:03}" for number in (34, 35, 36, 37, 43, 44, 45, 47, 49, 56, 61, 66, 91)),
)
"""What needs the dice of a turn."""

MARKED = (5, 6, 33, 38, 40, 41, 46, *range(50, 56), *range(57, 60), *range(62, 66))

BUILDINGS = tuple(f"DG-{number:03}" for number in (*MARKED, 67, 68, 69, 71, 73, 77))
"""What needs the symbols that were marked."""

ENTRIES = tuple(f"DG-{number:03}" for number in (70, 72, 74, 75, 76, 78, 79, 80))
"""What needs the boxes."""


def unproved(state: DiceState, record: Record) -> Iterator[tuple[str, Detail]]:
    """In the order of the rules."""
    missing: dict[str, str] = {}
    turns = _turns(record)
    has_result = record.header.points is not None or bool(record.header.winners)
    if has_result and not record.actions:
        # A result tells that there was a game, of which nobody wrote down a turn.
        every = (*ROLLS, *FACES, *PAYMENTS, *BUILDINGS, *ENTRIES)
        missing |= dict.fromkeys(every, marked("the record lacks turns"))
    if any("roll" not in verbs for verbs in turns):
        missing |= dict.fromkeys(ROLLS, marked("the record lacks rolls"))
    if any(not verbs & {"roll", "result"} for verbs in turns):
        missing |= dict.fromkeys((*FACES, *PAYMENTS), marked("the record lacks dice"))
    if any(state.loose):
        missing |= dict.fromkeys(BUILDINGS, marked("the record lacks buildings"))
    if len(record.header.players) > 1 and not record.header.board.start:
        missing["DG-009"] = marked("the record does not say how the first player was found")
    if not has_result:
        missing |= dict.fromkeys(
            ("DG-074", "DG-076", "DG-078", "DG-079"), marked("the record has no result")
        )
    if "rated" not in record.header.options:
        missing["DG-090"] = marked("the record does not say whether the game was rated")
        if record.header.board.sheet.boxes != BOXES:
            missing["DG-087"] = missing["DG-090"]
    for rule in sorted(missing):
        yield rule, says(missing[rule])


def _turns(record: Record) -> list[set[str]]:
    """The verbs of each turn that has an entry."""
    turns: list[set[str]] = [set()]
    for action in record.actions:
        if action.verb == "end_turn":
            turns.append(set())
        else:
            turns[-1].add(action.verb)
    return [verbs for verbs in turns if "enter" in verbs]
