"""The rules of Seafarers that a record can show, in our own words."""

from __future__ import annotations

from games.engine.core import Rule, rulebook
from games.engine.words import marked

RULES = rulebook(
    Rule("B-123", marked("A road lies on a path, never between two hexes of sea.")),
    Rule("SF-01", marked("Nobody builds more than 15 ships.")),
    Rule("SF-02", marked("A ship costs lumber and wool.")),
    Rule("SF-03", marked("A ship lies on a path with the sea on one side at least.")),
    Rule("SF-04", marked("A path takes one road or one ship.")),
    Rule("SF-05", marked("A new ship joins an own ship, settlement or city.")),
    Rule(
        "SF-06",
        marked("Roads and ships are joined to each other only at an own settlement or city."),
    ),
    Rule(
        "SF-07",
        marked("A line of ships does not go on through another player's settlement or city."),
    ),
    Rule("SF-08", marked("A settlement stands on land, at an own road or ship.")),
    Rule("SF-09", marked("A settlement at the coast may be founded with a ship for its road.")),
    Rule("SF-10", marked("One own ship may be moved in a turn, after the roll.")),
    Rule("SF-11", marked("Only the ship at the open end of a line is moved.")),
    Rule("SF-12", marked("Ships of a line between two own settlements or cities are not moved.")),
    Rule("SF-13", marked("A ship is not moved in the turn in which it was built.")),
    Rule("SF-14", marked("A ship is moved to another path, as a new ship would be placed.")),
    Rule("SF-15", marked("The pirate stays at sea, the robber on land.")),
    Rule("SF-16", marked("Either the robber or the pirate is moved, not both.")),
    Rule(
        "SF-17",
        marked("The pirate goes to another hex and takes one card from an opponent with a ship."),
    ),
    Rule("SF-18", marked("No ship is built beside the pirate.")),
    Rule("SF-19", marked("No ship is moved away from the pirate or to it.")),
    Rule("SF-20", marked("Gold brings each settlement one resource of the owner's choice.")),
    Rule("SF-21", marked("Gold brings each city two resources of the owner's choice.")),
    Rule("SF-22", marked("Gold under the robber brings nothing.")),
    Rule("SF-26", marked("Heading for New Shores: the founding is on the main island.")),
    Rule("SF-28", marked("Heading for New Shores is played to 14 points.")),
    Rule(
        "SF-30",
        marked("Through the Desert: the founding is on the main part of the large island."),
    ),
    Rule("SF-32", marked("Through the Desert is played to 14 points.")),
)

RECKONED = rulebook(
    Rule("SF-23", marked("Longest Trade Route counts roads and ships.")),
    Rule(
        "SF-24",
        marked("Roads and ships count together where an own settlement or city joins them."),
    ),
    Rule(
        "SF-25",
        marked("For Longest Trade Route another player's building breaks a line of ships."),
    ),
)
"""What the sea adds to the rules of Longest Road."""
