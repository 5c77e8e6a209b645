"""Rows of Cities & Knights that no action of a record can break, and why."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.rulesets.unshown import BOX, LEAVE, READER, Unshown, rows, told

RECKONED = "the engine reckons it; a result that differs breaks CK-220"

UNSHOWN: Mapping[str, Unshown] = {
    **rows(
        BOX,
        """
        CK-001 The card set has 36 commodity, 6 Defender and 54 progress cards.
        CK-003 There are 6 Defender of Catan cards.
        CK-054 The owner alone looks at a card face down.
        CK-281 The opponent chooses the commodity.
        CK-260 The giver chooses the cards for a Wedding.
        """,
    ),
    **rows(
        LEAVE,
        """
        CK-114 The distance rule is not for knights.
        """,
    ),
    **rows(
        READER,
        """
        CK-004 There are three decks of progress cards.
        CK-012 There are no development cards.
        CK-063 Progress cards are not traded.
        CK-091 A card stolen is of the hand, never a progress card.
        CK-110 A recruited knight is a basic one.
        CK-218 Only a Merchant card moves the merchant.
        CK-252 The Bishop takes one card of each opponent.
        CKV-05 A declared knight fights with its full strength.
        """,
    ),
    **rows(
        RECKONED,
        """
        CK-013 There is no Largest Army.
        CK-014 Longest Trade Route follows the base game.
        CK-029 After the founding everybody has three points.
        CK-129 A knight interrupts the routes of others.
        CK-130 Routes are counted again when a knight comes or goes.
        CK-133 A knight does not interrupt its owner's routes.
        CK-180 A metropolis is worth four points.
        CK-185 The city stays where a metropolis is taken.
        CK-187 One player may have several metropolises.
        CK-210 Who gave most to a won defence gets a point.
        CK-211 For the best defence only strength counts.
        CK-217 The merchant is worth a point.
        CK-257 The Warlord activates all own knights.
        CK-297 Routes are counted again when the Diplomat takes a road.
        """,
    ),
    **told("CK-009", "A player has two knights of each strength.", "CK-115, CK-127, CK-272"),
    **told("CK-018", "The merchant comes with a Merchant card.", "CK-093, CK-097"),
    **told("CK-077", "Commodities count in every hand.", "CK-078"),
    **told("CK-107", "The wall goes with the city.", "CK-078, CK-104"),
    **told("CK-125", "A knight may be promoted in the turn in which it was recruited.", "CK-124"),
    **told("CK-135", "Nothing is joined through a knight alone.", "B-125"),
    **told("CK-137", "A knight that acts was active before the turn.", "CK-119, CK-120"),
    **told("CK-145", "A knight is passive after a move.", "CK-138"),
    **told("CK-149", "The knight that displaces another takes its place and is passive.", "CK-138"),
    **told("CK-154", "A displaced knight keeps its helmet.", "CK-118, CK-120"),
    **told("CK-159", "A knight is passive after chasing the robber.", "CK-138"),
    **told("CK-168", "One city is enough for all tracks.", "CK-167"),
    **told("CK-172", "Trade level 3 works from the moment it is built.", "CK-099"),
    **told("CK-173", "Politics level 3 works from the moment it is built.", "CK-126"),
    **told("CK-181", "There is one metropolis of each track.", "CK-182, CK-184"),
    **told(
        "CK-189", "Levels 1 to 3, and a level 5 that wins nothing, need no free city.", "CK-167"
    ),
    **told("CK-195", "All active knights fight.", "CKV-01"),
    **told("CK-207", "Without a settlement left the city lies on its side.", "CK-008"),
    **told("CK-238", "The Smith leaves the helmets as they are.", "CK-123, CK-141"),
    **told("CK-258", "Knights of a Warlord do not act in the turn.", "CK-119"),
    **told("CK-269", "A Spy takes no card that lies open.", "CK-235, CK-278"),
    **told("CK-276", "The Deserter's knight keeps the helmet.", "CK-118 to CK-120"),
    **told("CKV-04", "No knight at all may be declared.", "CKV-06, CKV-08"),
}
