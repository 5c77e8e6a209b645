"""Rows of Best Friends that no action of a record can break, and why."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.rulesets.unshown import BOX, LEAVE, REFUSED, Unshown, leave, rows, told

UNSHOWN: Mapping[str, Unshown] = {
    **rows(
        BOX,
        """
        BF-004 All favour tokens have the same back.
        BF-006 There is one guild board.
        BF-012 The pool is mixed face down.
        BF-061 An earned token is taken unseen and lies face down.
        """,
    ),
    **rows(
        LEAVE,
        """
        BF-072 A token received in another player's turn can be used in the next own one.
        """,
    ),
    **rows(
        REFUSED,
        """
        BF-001 Three to six play.
        BF-002 The base game is needed, for five and six players its extension.
        BF-064 Favour tokens are not given to other players.
        BF-079 A favour is carried out at once.
        """,
    ),
    **told("BF-007", "The set-up follows the base game.", "B-058"),
    **told(
        "BF-013", "All 16 victory point tokens lie ready, whatever the number of players.", "BF-005"
    ),
    **leave("BF-040", "Nobody need give anything.", "BF-025"),
    **told("BF-081", "Used tokens are laid on their guild.", "BF-008 to BF-011"),
    **told("BF-086", "A shovel builds one road free of charge.", "B-166"),
    **told("BF-090", "The master builders give one victory point token.", "BF-097"),
    **told("BF-091", "A victory point token is worth one point.", "BF-097"),
    **told("BF-003", "There are 84 favour tokens in five kinds.", "BF-008 to BF-011"),
    **told("BF-042", "A network is a connected set of roads and buildings.", "BF-048"),
    **told("BF-065", "Favour tokens are no resource cards.", "B-086, B-097, B-122"),
    **told("BF-098", "Ten points do not end the game.", "BF-097"),
    **told("BF-100", "If rock 1 reaches 11 points, rock 2 does not act.", "B-180"),
}
