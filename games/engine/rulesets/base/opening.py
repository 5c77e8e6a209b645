"""Whether a game was played on a board that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.board.checking import check, check_in_any_order, check_without_harbours
from games.engine.board.festive import special_of
from games.engine.board.rules import rules_of
from games.engine.board.terrain import SPECIAL
from games.engine.core import Detail, Header


def check_board(header: Header) -> Iterator[tuple[str, Detail]]:
    """Every rule that the board of the header breaks, by its id.

    The base game alone does not ask for the order of the tokens where nobody wrote down on which
    hex it begins (`check_unchanged`): other programs, whose games are read by its rules, lay them
    in either direction.
    """
    for fault in check(header.board, rules_of(header.ruleset)):
        yield fault.rule.id, fault.detail


def check_as_written(header: Header) -> Iterator[tuple[str, Detail]]:
    """The same, but a head that tells of no harbour at all has left them out: that none lay there
    is not said (CKD-67: as in the base game)."""
    if header.board.harbours:
        yield from check_board(header)
        return
    for fault in check_without_harbours(header.board, rules_of(header.ruleset)):
        yield fault.rule.id, fault.detail


def check_unchanged(header: Header) -> Iterator[tuple[str, Detail]]:
    """Every rule broken by a board that a scenario has changed, which is none of the base game; of
    any other, what lies on it, the harbours where any is told, and the order of the tokens where it
    is told on which hex the spiral begins (D-07: a beginner layout has none)."""
    board, rules = header.board, rules_of(header.ruleset)
    doubled = board.doubled and special_of(rules) is not None
    if doubled or any(terrain in SPECIAL for terrain in board.terrain):
        yield from check_as_written(header)
        return
    kept = OF_THE_BOX if board.harbours else OF_THE_BOX - HOW_MANY_HARBOURS
    if board.start is None:
        faults = check_in_any_order(board, rules)
    else:
        faults, kept = check(board, rules), kept | OF_THE_SPIRAL
    for fault in faults:
        if fault.rule.id in kept:
            yield fault.rule.id, fault.detail


HOW_MANY_HARBOURS = frozenset({"B-043", "X-021"})
"""Rules of what harbours there are."""

OF_THE_BOX = frozenset(
    (
        *(f"B-{number:03}" for number in range(1, 10)),
        *("B-021", "B-039", "B-041", "B-042", "B-043", "B-044", "B-045"),
    )
)
"""Rules of what the box holds, where it lies, and where the robber starts."""

OF_THE_SPIRAL = frozenset({"B-035", "B-036", "B-037", "B-038"})
"""Rules of how the tokens follow one another."""
