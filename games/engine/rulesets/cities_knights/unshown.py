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
        CK-056 Open cards do not count towards the four.
        CK-062 A card may be played in the turn in which it was received.
        CK-114 The distance rule is not for knights.
        CK-117 A knight may be activated in the turn in which it was recruited.
        CK-125 A knight may be promoted in the turn in which it was recruited.
        CK-139 After its action a knight may be activated again.
        CK-141 Recruiting, activating and promoting are no actions of a knight.
        CK-168 One city is enough for all tracks.
        CK-189 Levels 1 to 3, and a level 5 that wins nothing, need no free city.
        CKV-04 No knight at all may be declared.
        """,
    ),
    **rows(
        READER,
        """
        CK-004 There are three decks of progress cards.
        CK-012 There are no development cards.
        CK-020 The board is one of the base game.
        CK-063 Progress cards are not traded.
        CK-091 A card stolen is of the hand, never a progress card.
        CK-110 A recruited knight is a basic one.
        CK-111 A recruited knight is passive.
        CK-218 Only a Merchant card moves the merchant.
        CK-235 The Printer is never played.
        CK-242 Two Medicine cards are not used for one city.
        CK-252 The Bishop takes one card of each opponent.
        CK-265 Intrigue places no own knight.
        CK-279 The merchant stands on land.
        CKV-05 A declared knight fights with its full strength.
        """,
    ),
    **rows(
        RECKONED,
        """
        CK-013 There is no Largest Army.
        CK-014 Longest Trade Route follows the base game.
        CK-015 The barbarian ship starts on its first space.
        CK-019 Nobody has an improvement at the start.
        CK-029 After the founding everybody has three points.
        CK-036 For a ship the barbarians go one space forward.
        CK-038 For a gate the barbarians stay.
        CK-053 Cards are drawn by improvements, with a city or without.
        CK-059 Printer and Constitution lie open at once.
        CK-065 Progress cards do not count on a 7.
        CK-077 Commodities count in every hand.
        CK-107 The wall goes with the city.
        CK-108 Basic, strong and mighty knights have strength 1, 2 and 3.
        CK-123 A promoted knight keeps its helmet.
        CK-129 A knight interrupts the routes of others.
        CK-130 Routes are counted again when a knight comes or goes.
        CK-133 A knight does not interrupt its owner's routes.
        CK-145 A knight is passive after a move.
        CK-149 The knight that displaces another takes its place and is passive.
        CK-154 A displaced knight keeps its helmet.
        CK-159 A knight is passive after chasing the robber.
        CK-169 Improvements stay when the cities are lost.
        CK-180 A metropolis is worth four points.
        CK-181 There is one metropolis of each track.
        CK-185 The city stays where a metropolis is taken.
        CK-187 One player may have several metropolises.
        CK-191 The barbarians are as strong as there are upright cities.
        CK-192 Reduced cities and settlements do not count for the barbarians.
        CK-193 Active knights of all count for the defence.
        CK-194 Passive knights add nothing.
        CK-196 After the attack the knights are passive.
        CK-207 Without a settlement left the city lies on its side.
        CK-210 Who gave most to a won defence gets a point.
        CK-211 For the best defence only strength counts.
        CK-213 After the attack the ship starts anew.
        CK-217 The merchant is worth a point.
        CK-219 The robber does not disturb the merchant.
        CK-228 Mining brings two ore for each mountain hex.
        CK-229 Mining counts hexes, not buildings.
        CK-238 The Smith leaves the helmets as they are.
        CK-248 Irrigation brings two grain for each fields hex.
        CK-249 Irrigation counts hexes, not buildings.
        CK-257 The Warlord activates all own knights.
        CK-276 The Deserter's knight keeps the helmet.
        CK-297 Routes are counted again when the Diplomat takes a road.
        CKV-06 Only declared knights count for the defence.
        CKV-07 Loss and reward go by the declared knights.
        CKV-08 Only declared knights become passive.
        """,
    ),
    **told("CK-008", "A player has 5 settlements, 4 cities and 15 roads.", "B-128, B-135, B-141"),
    **told("CK-009", "A player has two knights of each strength.", "CK-115, CK-127, CK-272"),
    **told("CK-017", "Nobody holds a progress card at the start.", "CK-061"),
    **told("CK-018", "The merchant comes with a Merchant card.", "CK-097, CK-284"),
    **told("CK-041", "A roll produces on the board after the attack.", "CK-075, CK-067"),
    **told("CK-135", "Nothing is joined through a knight alone.", "B-125"),
    **told("CK-137", "A knight that acts was active before the turn.", "CK-119, CK-120"),
    **told("CK-157", "A passive knight of any strength chases nobody.", "CK-120"),
    **told("CK-170", "Without an upright city nothing is improved.", "CK-167"),
    **told("CK-172", "Trade level 3 works from the moment it is built.", "CK-099"),
    **told("CK-173", "Politics level 3 works from the moment it is built.", "CK-126"),
    **told("CK-176", "The Aqueduct works for a robbed hex too.", "CK-174"),
    **told("CK-195", "All active knights fight.", "CKV-01"),
    **told("CK-227", "The red die of an Alchemist counts for cards.", "CK-043 to CK-047"),
    **told("CK-234", "The Crane does not touch the price of a city.", "CK-034"),
    **told("CK-254", "Only own pieces close the end of a road.", "CK-253"),
    **told("CK-258", "Knights of a Warlord do not act in the turn.", "CK-119"),
    **told("CK-270", "A card that a Spy took may be played at once.", "CK-224"),
    **told("CK-275", "For a mighty knight a mighty one deserts.", "CK-274"),
    **told("CK-296", "Commodities and resources do not stand for each other.", "CK-034, CK-160"),
}
