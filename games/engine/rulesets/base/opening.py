"""Whether a game was played on a board that the rules allow."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.board.checking import check, check_as_told
from games.engine.board.rules import rules_of
from games.engine.core import Detail, Header


def check_board(header: Header) -> Iterator[tuple[str, Detail]]:
    """Every rule that the board of the header breaks, by its id."""
    for fault in check(header.board, rules_of(header.ruleset)):
        yield fault.rule.id, fault.detail


def check_as_written(header: Header) -> Iterator[tuple[str, Detail]]:
    """The same, but a head that tells of no harbour at all has left them out, and the order of the
    tokens is asked only where it is told on which hex the spiral begins: a beginner layout has none
    (D-07, CK-020, X-028), and other programs lay them in either direction."""
    for fault in check_as_told(header.board, rules_of(header.ruleset)):
        yield fault.rule.id, fault.detail
