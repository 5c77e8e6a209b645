"""Rows of Seafarers, also with Cities & Knights, that no action of a record can break, and why."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.rulesets.unshown import ENGINE, LEAVE, Unshown, rows, told

UNSHOWN: Mapping[str, Unshown] = {
    **rows(
        LEAVE,
        """
        CKS-19 Some scenarios suit the combination better than others.
        """,
    ),
    **rows(
        ENGINE,
        """
        CKS-01 One attack covers all islands.
        CKS-05 Another player's knight or settlement interrupts a line of ships.
        SF-23 The longest route counts roads and ships.
        SF-24 Roads and ships count together where an own settlement or city joins them.
        SF-25 Another player's settlement or city breaks a line of ships.
        SF-27 Heading for New Shores: the first settlement on a small island is worth two points.
        SF-31 Through the Desert: the first settlement in a foreign area is worth two points.
        """,
    ),
    **told("CKS-08", "The knight that chased the pirate is passive.", "CK-120, CK-138"),
}
