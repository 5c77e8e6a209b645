"""The rules of Cities & Knights with Seafarers that a record can show, in our own words."""

from __future__ import annotations

from games.engine.core import Rule, rulebook
from games.engine.words import marked

RULES = rulebook(
    Rule("CK-279", marked("The merchant stands on land."), "CK 1010-1015"),
    Rule("CKS-02", marked("A knight goes over own roads and ships, also to another island.")),
    Rule("CKS-03", marked("At sea a knight stands only where an own ship is.")),
    Rule("CKS-04", marked("Ships that join an own knight to an own building are not moved.")),
    Rule("CKS-06", marked("A ship beside another player's knight is not moved.")),
    Rule("CKS-07", marked("A knight beside the pirate may chase it.")),
    Rule("CKS-09", marked("The points to win are those of the map and two more.")),
    Rule("CKS-10", marked("Gold brings resources, never commodities.")),
    Rule("CKS-11", marked("The merchant does not stand on gold.")),
    Rule("CKS-12", marked("Before the first attack a 7 moves neither robber nor pirate.")),
    Rule("CKS-13", marked("Before the first attack no knight chases the pirate.")),
    Rule(
        "CKS-14", marked("A knight is recruited on land or at the coast, at an own road or ship.")
    ),
    Rule("CKS-15", marked("A line of ships does not go on through another player's knight.")),
    Rule("CKS-16", marked("Road Building lays two roads, two ships, or one of each.")),
    Rule("CKS-17", marked("Intrigue works where an own road or ship leads to the knight.")),
    Rule("CKS-18", marked("For the Diplomat an own ship at its end closes a road.")),
)

RECKONED = rulebook(
    Rule(
        "CKS-05",
        marked(
            "For Longest Trade Route another player's knight or settlement interrupts a line of "
            "ships."
        ),
        "CK 828-829",
    ),
)
"""What both together add to the rules of Longest Trade Route."""
