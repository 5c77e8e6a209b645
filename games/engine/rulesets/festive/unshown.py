"""Rows of Easter Bunny and Santa Claus that no action of a record can break, and why."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.rulesets.unshown import READER, REFUSED, Unshown, rows, told

NO_WORDS: Mapping[str, Unshown] = {
    **rows(
        READER,
        """
        006 The board is changed before the first founding settlement.
        """,
    ),
    **rows(
        REFUSED,
        """
        001 Three to six play.
        004 There is one figure.
        005 There are eleven tokens: at most one each is held when an action is done.
        """,
    ),
    **told(
        "011", "Nobody starts with a token, and the start of the figure gives none.", "{series}-044"
    ),
    **told("046", "Tokens that are returned go back to the supply.", "{series}-033, {series}-038"),
    **told("052", "Tokens are worth no points.", "B-178, B-181"),
    **told(
        "053",
        "Everything else follows the game on the island.",
        "the row of the game on the island, such as B-107",
    ),
    **told("040", "Only a move of the figure brings tokens.", "{series}-044"),
    **told("045", "Nobody keeps more than one token.", "{series}-041, {series}-042"),
    **told(
        "051",
        "Who has ten points on turn wins.",
        "the row of the game on the island, such as B-178, B-179",
    ),
}

UNSHOWN: Mapping[str, Unshown] = {
    f"{series}-{number}": Unshown(row.text, row.reason.format(series=series))
    for series in ("EB", "SC")
    for number, row in NO_WORDS.items()
}
