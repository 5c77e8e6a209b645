"""Rows of Easter Bunny and Santa Claus that no action of a record can break, and why."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.rulesets.unshown import ENGINE, LEAVE, READER, Unshown, rows, told

NO_WORDS: Mapping[str, Unshown] = {
    **rows(
        READER,
        """
        001 Three to six play.
        004 There is one figure.
        006 The board is changed before the first founding settlement.
        """,
    ),
    **rows(
        ENGINE,
        """
        005 There are eleven tokens: at most one each is held when an action is done.
        011 Nobody starts with a token, and the start of the figure gives none.
        046 Tokens that are returned go back to the supply.
        052 Tokens are worth no points.
        """,
    ),
    **rows(
        LEAVE,
        """
        053 Everything else follows the game on the island.
        """,
    ),
    **told("040", "Only a move of the figure brings tokens.", "{series}-044"),
    **told("045", "Nobody keeps more than one token.", "{series}-041, {series}-042"),
    **told("051", "Who has ten points on turn wins.", "the rule of the game on the island"),
}

UNSHOWN: Mapping[str, Unshown] = {
    f"{series}-{number}": Unshown(row.text, row.reason.format(series=series))
    for series in ("EB", "SC")
    for number, row in NO_WORDS.items()
}
