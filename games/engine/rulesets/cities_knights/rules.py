"""The rules of Cities & Knights that a record can show, in our own words."""

from __future__ import annotations

from games.engine.core import Rule, rulebook
from games.engine.rulesets.base import rules as base
from games.engine.rulesets.cities_knights.card_rules import CARD_RULES
from games.engine.words import marked

RULES = rulebook(
    *CARD_RULES,
    # Components and founding
    Rule(
        "CK-005",
        marked("The science deck holds two of each card, but one Engineer and one Printer."),
        "CK 849-925",
    ),
    Rule(
        "CK-006",
        marked("The politics deck holds two of each card, but three Spies and one Constitution."),
        "CK 927-1005",
    ),
    Rule(
        "CK-007",
        marked("The trade deck holds six Merchants, four Resource Monopolies, two of each other."),
        "CK 1007-1048",
    ),
    Rule("CK-008", marked("A player has 5 settlements, 4 cities and 15 roads."), "CK 169"),
    Rule("CK-010", marked("A track has five levels."), "CK 179-181, 483-484, 1142-1143, 1153-1154"),
    Rule(
        "CK-011",
        marked("A roll shows a red and a yellow die, and a ship or a gate on the event die."),
        "CK 121-123, 156-160, 1144, 1156-1159",
    ),
    Rule("CK-015", marked("The barbarian ship starts on its first space."), "CK 162-163"),
    Rule("CK-016", marked("The robber starts on the desert."), "CK 165-166"),
    Rule("CK-017", marked("Nobody holds a progress card at the start."), "CK 146-154"),
    Rule("CK-019", marked("Nobody has an improvement at the start."), "CK 182-202, 484-485"),
    Rule("CK-020", marked("The board is one of the base game."), "CK 101-115"),
    Rule("CK-021", marked("Three or four play."), "CK 1141-1150"),
    Rule(
        "CK-022",
        marked(
            "The highest roll founds first, then all go clockwise, and back in the second round."
        ),
        "CK 206-209",
    ),
    Rule(
        "CK-023",
        marked("In the first round each places a settlement and a road at it."),
        "CK 208-209",
    ),
    Rule("CK-024", marked("In the second round each places a city and a road."), "CK 42, 211"),
    Rule("CK-025", marked("The second road touches the city just placed."), "CK 211"),
    Rule(
        "CK-026",
        marked("The city brings one resource from each hex beside it, the settlement nothing."),
        "CK 215-216",
    ),
    Rule("CK-027", marked("The first cards are resources, one for each hex."), "CK 215-216"),
    Rule("CK-028", marked("Who placed a city last takes the first turn."), "CK 218"),
    # The turn and its roll
    Rule("CK-030", marked("A turn has one roll of the three dice."), "CK 222-230, 855-858"),
    Rule("CK-031", marked("Before the roll only the Alchemist is played."), "CK 234-235"),
    Rule("CK-032", marked("Only the player on turn acts."), "CK 237-254"),
    Rule("CK-033", marked("Turns go clockwise."), "CK 256-257"),
    Rule(
        "CK-034",
        marked("Roads, settlements and cities cost what they do in the base game."),
        "CK 240-241, 350-351, 758-759",
    ),
    Rule(
        "CK-035",
        marked(
            "A roll brings the ship first, then cards for a gate, then production, then the seven."
        ),
        "CK 261-264, 266, 274, 294, 312",
    ),
    Rule("CK-036", marked("For a ship the barbarians go one space forward."), "CK 266-268"),
    Rule("CK-037", marked("For a ship nobody draws progress cards."), "CK 274-280, 551-552"),
    Rule("CK-038", marked("For a gate the barbarians stay."), "CK 267, 274-275"),
    Rule(
        "CK-039",
        marked("The attack is resolved before anything is produced."),
        "CK 268-272, 324-325, 687-688",
    ),
    Rule(
        "CK-040",
        marked("Between the landing and the end of the attack nobody does anything else."),
        "CK 234-235, 263-264, 687-688",
    ),
    # Progress cards
    Rule("CK-041", marked("A roll produces on the board after the attack."), "CK 323-325"),
    Rule(
        "CK-042",
        marked("One draws in the colour of the gate, with an improvement of that track."),
        "CK 277-280, 548-554",
    ),
    Rule(
        "CK-043",
        marked("With level 1 a card is due on red 1 and 2."),
        "CK 282-286, 490-492, 549-550",
    ),
    Rule("CK-044", marked("With level 2 a card is due on red 1 to 3."), "CK 549-550, 564-568"),
    Rule("CK-045", marked("With level 3 a card is due on red 1 to 4."), "CK 495-497, 549-550"),
    Rule("CK-046", marked("With level 4 a card is due on red 1 to 5."), "CK 495-497, 549-550"),
    Rule(
        "CK-047", marked("With level 5 a card is due on every red number."), "CK 495-497, 549-550"
    ),
    Rule(
        "CK-048",
        marked("Only the red die counts for progress cards."),
        "CK 228, 282-283, 555, 564-568",
    ),
    Rule("CK-049", marked("One draws one card for a roll."), "CK 288-290, 557, 567-568"),
    Rule(
        "CK-050",
        marked("All draw to whom a card is due, or waive it."),
        "CK 275-277, 555-557, 564-568",
    ),
    Rule(
        "CK-051",
        marked("The player on turn draws first, then the others clockwise."),
        "CK 289, 560-562",
    ),
    Rule(
        "CK-052",
        marked("The card is the top one of the deck of the gate's colour."),
        "CK 289-290, 558-559",
    ),
    Rule(
        "CK-053", marked("Cards are drawn by improvements, with a city or without."), "CK 732-733"
    ),
    Rule(
        "CK-055",
        marked("A turn ends with at most four progress cards face down."),
        "CK 291-292, 577-579",
    ),
    Rule(
        "CK-056", marked("Open cards do not count towards the four, all others do."), "CK 577-579"
    ),
    Rule(
        "CK-057",
        marked("A fifth card of a player who is not on turn goes back at once."),
        "CK 579-581",
    ),
    Rule(
        "CK-058",
        marked("The player on turn gives a fifth card back by the end of the turn."),
        "CK 579-584",
    ),
    Rule(
        "CK-059",
        marked("Printer and Constitution lie open at once."),
        "CK 574-576, 886-887, 1003-1004",
    ),
    Rule(
        "CK-060",
        marked("Progress cards are played on one's own turn, after the roll."),
        "CK 247-248, 570-571",
    ),
    Rule("CK-061", marked("Each play uses a card that the player holds."), "CK 570"),
    Rule(
        "CK-062",
        marked(
            "A card may be played in the turn in which it was received, once the roll is resolved."
        ),
        "CK 583-584",
    ),
    Rule(
        "CK-064",
        marked("Cards played or given back lie under the deck of their colour."),
        "CK 587-589",
    ),
    # Production
    Rule("CK-065", marked("Progress cards do not count on a 7."), "CK 887-888, 1004-1005"),
    Rule("CK-066", marked("The sum of red and yellow produces."), "CK 294-297"),
    Rule(
        "CK-067",
        marked("A settlement gets one resource from a hex and never a commodity."),
        "CK 28-29, 298",
    ),
    Rule("CK-068", marked("A city at hills gets two brick."), "CK 35, 299-301"),
    Rule("CK-069", marked("A city at fields gets two grain."), "CK 35, 299-302"),
    Rule(
        "CK-070",
        marked("A city at mountains gets one ore and one coin."),
        "CK 42-46, 83-85, 303-304",
    ),
    Rule(
        "CK-071",
        marked("A city in a forest gets one lumber and one paper."),
        "CK 42-46, 87-89, 305",
    ),
    Rule(
        "CK-072", marked("A city at a pasture gets one wool and one cloth."), "CK 42-46, 91-93, 306"
    ),
    Rule(
        "CK-073", marked("The two cards of a city are not exchanged for one another."), "CK 308-309"
    ),
    Rule("CK-074", marked("A metropolis gets what a city does."), "CK 299, 516-518"),
    Rule("CK-075", marked("A reduced city gets what a settlement does."), "CK 755-757"),
    Rule(
        "CK-076",
        marked("The hex under the robber gives neither resources nor commodities."),
        "CK 510-511",
    ),
    # Seven and robber
    Rule(
        "CK-078",
        marked("On a 7 all above the limit, 7 without walls, discard half, rounded down."),
        "CK 309-310, 316-317, 355-357, 980-981",
    ),
    Rule("CK-079", marked("Who is not over the limit discards nothing."), "CK 355-357"),
    Rule("CK-080", marked("With one wall the limit on a 7 is 9."), "CK 358-360"),
    Rule("CK-081", marked("With two walls the limit on a 7 is 11."), "CK 366-372"),
    Rule(
        "CK-082", marked("With three walls the limit on a 7 is 13."), "CK 358-360, 366-368, 873-874"
    ),
    Rule("CK-083", marked("Discarded cards are the player's own."), "CK 309-310"),
    Rule("CK-084", marked("On a 7 nobody gets anything."), "CK 312, 508-510"),
    Rule("CK-085", marked("Before the first attack the robber does not move."), "CK 312-318"),
    Rule("CK-086", marked("Before the first attack no Bishop is played."), "CK 320-321"),
    Rule(
        "CK-087",
        marked("Before the first attack no knight chases the robber."),
        "CK 320-321, 665-667",
    ),
    Rule("CK-088", marked("From the first attack on a 7 moves the robber."), "CK 313-314, 323-325"),
    Rule(
        "CK-089",
        marked("On the roll of the first attack a 7 moves the robber already."),
        "CK 323-325",
    ),
    Rule(
        "CK-090",
        marked("The robber goes to another hex and takes a card from an opponent there."),
        "CK 312-314",
    ),
    # Trade
    Rule(
        "CK-092",
        marked("The player on turn deals in resources and commodities that both sides hold."),
        "CK 238, 328-330",
    ),
    Rule("CK-093", marked("The bank gives one card for four of one other kind."), "CK 332-333"),
    Rule("CK-094", marked("Cards given to the bank are all of one kind."), "CK 333"),
    Rule("CK-095", marked("A 3:1 harbour is good for commodities."), "CK 335-336"),
    Rule(
        "CK-096",
        marked("Three resources of a kind buy a card at a 3:1 harbour only."),
        "CK 338-340",
    ),
    Rule("CK-097", marked("A 2:1 harbour is good for its own resource only."), "CK 339-340"),
    Rule("CK-098", marked("No 2:1 harbour is good for commodities."), "CK 332-336, 339-340"),
    Rule(
        "CK-099",
        marked("From level 3 of trade two commodities of a kind buy a card."),
        "CK 502-505",
    ),
    Rule("CK-100", marked("The two commodities are of one kind."), "CK 504-505"),
    Rule("CK-101", marked("Level 3 of trade is good for commodities only."), "CK 502-505"),
    Rule("CK-102", marked("The bank gives one card, of another kind."), "CK 342-344"),
    Rule("CK-103", marked("A wall costs two brick."), "CK 361"),
    Rule("CK-104", marked("A wall stands under an own upright city."), "CK 363-364, 874"),
    Rule("CK-105", marked("A city has one wall."), "CK 873"),
    Rule("CK-106", marked("A player has three walls."), "CK 179, 873-874"),
    # Knights
    Rule(
        "CK-108", marked("Basic, strong and mighty knights have strength 1, 2 and 3."), "CK 385-396"
    ),
    Rule("CK-109", marked("Recruiting costs ore and wool."), "CK 399"),
    Rule("CK-111", marked("A recruited knight is passive."), "CK 400-402"),
    Rule("CK-112", marked("A recruited knight stands on a free intersection."), "CK 402-404, 604"),
    Rule("CK-113", marked("An own road leads to a recruited knight."), "CK 402-404"),
    Rule("CK-115", marked("A player has two basic knights."), "CK 457-459"),
    Rule("CK-116", marked("Activating a knight costs a grain."), "CK 427-430"),
    Rule(
        "CK-117",
        marked("A knight may be activated in the turn in which it was recruited, for a grain."),
        "CK 429",
    ),
    Rule("CK-118", marked("An own passive knight is activated."), "CK 377-383, 427-430"),
    Rule("CK-119", marked("A knight activated in this turn takes no action in it."), "CK 431-436"),
    Rule("CK-120", marked("A passive knight takes no action."), "CK 379-380, 406"),
    Rule("CK-121", marked("Promoting costs ore and wool."), "CK 441-444, 452"),
    Rule(
        "CK-122",
        marked("An own knight is promoted, one step on its intersection."),
        "CK 441-444, 452-455",
    ),
    Rule("CK-123", marked("A promoted knight keeps its helmet."), "CK 445-449"),
    Rule("CK-124", marked("A knight is promoted once in a turn."), "CK 449-450"),
    Rule("CK-126", marked("Mighty knights need level 3 of politics."), "CK 452-455, 506-507"),
    Rule("CK-127", marked("A player has two strong and two mighty knights."), "CK 170-176, 457"),
    Rule("CK-128", marked("A mighty knight is not promoted."), "CK 892"),
    Rule(
        "CK-131",
        marked("No road is joined on through another player's knight."),
        "CK 406-408, 417-422",
    ),
    Rule(
        "CK-132",
        marked("Nobody builds a settlement where another player's knight stands."),
        "CK 607-611, 971-972",
    ),
    Rule(
        "CK-134",
        marked("An own knight leaves before a settlement is built on its intersection."),
        "CK 607-611",
    ),
    Rule(
        "CK-136",
        marked("The player on turn takes actions with own knights, after the roll."),
        "CK 247-254, 593-594",
    ),
    Rule("CK-138", marked("A knight takes one action in a turn."), "CK 593-596"),
    Rule(
        "CK-139",
        marked("After its action a knight may be activated again, for a grain."),
        "CK 595-596",
    ),
    Rule("CK-140", marked("A knight activated again takes no second action."), "CK 596, 675-683"),
    Rule(
        "CK-141",
        marked("A knight that is promoted has not acted by that and stays active."),
        "CK 240-244, 445-450",
    ),
    Rule("CK-142", marked("A knight moves along one own route."), "CK 601-602, 613-620"),
    Rule("CK-143", marked("A knight moves to a free intersection."), "CK 601, 604"),
    Rule(
        "CK-144",
        marked("A moving knight does not pass another player's knight."),
        "CK 605, 635-636",
    ),
    Rule("CK-146", marked("Only a weaker knight is displaced."), "CK 623-626"),
    Rule(
        "CK-147",
        marked("The displaced knight stands on the attacker's route."),
        "CK 623-625, 644-651",
    ),
    Rule("CK-148", marked("Own knights are not displaced."), "CK 638"),
    Rule(
        "CK-150",
        marked("A displaced knight goes along a route of its owner."),
        "CK 628-629, 651-656",
    ),
    Rule("CK-151", marked("A displaced knight is placed if it can be."), "CK 628-633, 974-975"),
    Rule(
        "CK-152",
        marked("A displaced knight does not pass another player's knight or building."),
        "CK 635-636",
    ),
    Rule("CK-153", marked("A displaced knight without a place leaves the board."), "CK 632-633"),
    Rule("CK-155", marked("A displaced knight goes to a free intersection."), "CK 628"),
    Rule(
        "CK-156", marked("A knight chases the robber from a hex beside it."), "CK 659-660, 669-674"
    ),
    Rule("CK-157", marked("A passive knight of any strength chases nobody."), "CK 659"),
    Rule(
        "CK-158", marked("A knight that chases the robber moves it to another hex."), "CK 661-663"
    ),
    # Improvements and metropolises
    Rule(
        "CK-160",
        marked("Trade is paid in cloth, politics in coin, science in paper."),
        "CK 48-57, 477-479",
    ),
    Rule("CK-161", marked("Level 1 costs one commodity."), "CK 487-490"),
    Rule("CK-162", marked("Level 2 costs two commodities."), "CK 495"),
    Rule("CK-163", marked("Level 3 costs three commodities."), "CK 495-496"),
    Rule("CK-164", marked("Level 4 costs four commodities."), "CK 495-496, 515"),
    Rule("CK-165", marked("Level 5 costs five commodities."), "CK 495-496"),
    Rule("CK-166", marked("Levels are built one after another."), "CK 483-497"),
    Rule(
        "CK-167",
        marked("An improvement needs an own upright city."),
        "CK 473-474, 733-734, 759-762",
    ),
    Rule("CK-169", marked("Improvements stay when the cities are lost."), "CK 499, 732-733"),
    Rule("CK-170", marked("Without an upright city nothing is improved."), "CK 733-734"),
    Rule("CK-171", marked("With a reduced city alone nothing is improved."), "CK 759-762"),
    Rule(
        "CK-174",
        marked(
            "With an Aqueduct one takes a resource for a roll that brought nothing, in the order "
            "of draws."
        ),
        "CK 508-510",
    ),
    Rule("CK-175", marked("The Aqueduct brings nothing on a 7."), "CK 510"),
    Rule("CK-176", marked("The Aqueduct works for a robbed hex too."), "CK 510-511"),
    Rule("CK-177", marked("The Aqueduct brings a resource."), "CK 508-509"),
    Rule(
        "CK-178",
        marked("The Aqueduct brings one card for a roll."),
        "CK 508",
    ),
    Rule(
        "CK-179",
        marked("The first level 4 of a track puts its metropolis on an own city."),
        "CK 57-60, 514-516",
    ),
    Rule("CK-181", marked("There is one metropolis of each track."), "CK 521-523"),
    Rule("CK-182", marked("Level 4 wins no metropolis that somebody has."), "CK 514-516, 523-526"),
    Rule(
        "CK-183",
        marked("Level 5 takes the metropolis from an owner with level 4."),
        "CK 523-526, 538-541",
    ),
    Rule("CK-184", marked("From an owner with level 5 no metropolis is taken."), "CK 526-527, 540"),
    Rule("CK-186", marked("A city carries one metropolis."), "CK 527-529"),
    Rule("CK-188", marked("Level 4 needs a free city."), "CK 534-536"),
    # The attack
    Rule(
        "CK-190",
        marked("The barbarians attack on the seventh step of their ship."),
        "CK 162-163, 268-270, 687",
    ),
    Rule(
        "CK-191",
        marked("The barbarians are as strong as there are upright cities."),
        "CK 5-6, 690, 743-745",
    ),
    Rule(
        "CK-192",
        marked("Reduced cities and settlements do not count for the barbarians."),
        "CK 754-757",
    ),
    Rule("CK-193", marked("Active knights of all count for the defence."), "CK 691-693, 738-741"),
    Rule("CK-194", marked("Passive knights add nothing."), "CK 688, 691-693"),
    Rule("CK-196", marked("After the attack the knights are passive."), "CK 694-696"),
    Rule("CK-197", marked("The barbarians win only if they are stronger."), "CK 6-8, 713, 765"),
    Rule("CK-198", marked("With equal strength the knights win."), "CK 6-8, 765"),
    Rule(
        "CK-199",
        marked("Those with a free city who gave least lose a city."),
        "CK 713-715, 721-723",
    ),
    Rule(
        "CK-200",
        marked("Where several with a free city gave least, all of them lose a city."),
        "CK 724-725, 748",
    ),
    Rule("CK-201", marked("If nobody gave anything, all with a free city lose one."), "CK 725-727"),
    Rule(
        "CK-202",
        marked("Who has no upright city loses nothing."),
        "CK 716, 721-723, 743-751, 754-757",
    ),
    Rule("CK-203", marked("Who has metropolises only loses nothing."), "CK 718-719, 743-751"),
    Rule("CK-204", marked("A metropolis is never lost."), "CK 718-719"),
    Rule("CK-205", marked("One city is lost in an attack."), "CK 723"),
    Rule(
        "CK-206", marked("The city lost is an own one and becomes a settlement."), "CK 12-14, 723"
    ),
    Rule("CK-208", marked("Raising a reduced city costs what a city does."), "CK 758-759"),
    Rule("CK-209", marked("A reduced city is raised before another city is built."), "CK 757-758"),
    Rule("CK-212", marked("Several best defenders draw a card each, or waive it."), "CK 769-772"),
    # Merchant and end
    Rule("CK-213", marked("After the attack the ship starts anew."), "CK 774-775"),
    Rule("CK-214", marked("The merchant stands at an own settlement or city."), "CK 780-782, 1010"),
    Rule("CK-215", marked("Only its owner trades by the merchant."), "CK 782-785, 1010-1012"),
    Rule(
        "CK-216",
        marked("The merchant is good for the resource of the hex only."),
        "CK 784-785, 1010-1012",
    ),
    Rule("CK-219", marked("The robber does not disturb the merchant."), "CK 786-787, 1015"),
    Rule(
        "CK-220",
        marked(
            "Points are buildings, metropolises, route, Defenders, open cards and the merchant."
        ),
        "CK 517-518, 755-757, 768, 788, 885, 1002, 1013",
    ),
    Rule(
        "CK-221",
        marked("The player on turn with 13 points wins, and the game is over."),
        "CK 68-71, 792-793",
    ),
    Rule("CK-222", marked("Points in the roll end the game at once."), "CK 792-793"),
    Rule("CK-223", marked("One wins on one's own turn only."), "CK 792-793"),
    # Rules added later
    Rule("CK-293", marked("No knight passes another player's building."), "CK 601-602, 628-629"),
    Rule(
        "CK-294",
        marked("Both sides of a deal give a card, and no kind is on both sides."),
        "CK 328-330",
    ),
    Rule("CK-295", marked("Taking a metropolis needs a free city."), "CK 534-536, 538-541"),
    # The variant
    Rule("CKV-01", marked("Knights are held back in the variant only."), "CK 795-799"),
    Rule(
        "CKV-02",
        marked("The player on turn declares knights first, then the others clockwise."),
        "CK 797-799",
    ),
    Rule("CKV-03", marked("Own active knights are declared."), "CK 687-688, 797-799"),
    Rule(
        "CK-296",
        marked("Commodities and resources do not stand for each other."),
        "CK 350-351, 477-479, 487-495",
    ),
    Rule("CKV-06", marked("Only declared knights count for the defence."), "CK 691-693, 798-799"),
    Rule(
        "CKV-07",
        marked("Loss and reward go by the declared knights."),
        "CK 714-715, 721-723, 766-772, 798-799",
    ),
    Rule("CKV-08", marked("Declared knights become passive, the others stay active."), "CK 802"),
)

RECKONED = rulebook(
    *(rule for id_, rule in base.RECKONED.items() if "B-143" <= id_ <= "B-154" and id_ != "B-145"),
    Rule("CK-013", marked("There is no Largest Army."), "CK 122"),
    Rule(
        "CK-014",
        marked("Longest Trade Route follows Longest Road of the base game."),
        "CK 158-159, 409-411",
    ),
    Rule(
        "CK-129",
        marked("For Longest Trade Route a knight interrupts the routes of others."),
        "CK 406-411, 422-424",
    ),
    Rule(
        "CK-130",
        marked("Longest Trade Route is counted again when a knight comes or goes."),
        "CK 409-411, 422-424",
    ),
)
"""The rules of the one special tile there is (CKD-67)."""
