"""The rules of the progress cards that a record can show, in our own words."""

from __future__ import annotations

from games.engine.core import Rule
from games.engine.words import marked

CARD_RULES = (
    # Science cards
    Rule("CK-224", marked("The Alchemist is played before the roll."), "CK 234, 571, 852-853, 858"),
    Rule("CK-225", marked("The Alchemist sets both dice to numbers from 1 to 6."), "CK 852-856"),
    Rule("CK-226", marked("After the Alchemist the event die is rolled."), "CK 853-858"),
    Rule("CK-227", marked("The red die of an Alchemist counts for cards."), "CK 282-283, 852-857"),
    Rule("CK-228", marked("Mining brings two ore for each mountain hex."), "CK 861-866"),
    Rule("CK-229", marked("Mining counts hexes, not buildings."), "CK 863-866"),
    Rule("CK-230", marked("The Engineer puts a wall under an own city."), "CK 869-872, 874"),
    Rule(
        "CK-231",
        marked("The Engineer keeps to one wall for a city and three for a player."),
        "CK 873-874",
    ),
    Rule("CK-232", marked("The Crane saves one commodity."), "CK 877-881"),
    Rule("CK-233", marked("A Crane is good for one improvement, in its turn."), "CK 879-881"),
    Rule("CK-234", marked("The Crane does not touch the price of a city."), "CK 881-882"),
    Rule("CK-235", marked("The Printer is never played and never taken."), "CK 885-888, 986-987"),
    Rule("CK-236", marked("The Smith promotes up to two different own knights."), "CK 891-893"),
    Rule("CK-237", marked("The Smith needs level 3 of politics for mighty knights."), "CK 891-895"),
    Rule("CK-239", marked("The Smith promotes no knight twice in a turn."), "CK 896"),
    Rule("CK-240", marked("The Smith keeps to the pieces of each strength."), "CK 457, 892"),
    Rule(
        "CK-241",
        marked("Medicine makes an own settlement a city for two ore and one grain."),
        "CK 899-901",
    ),
    Rule("CK-242", marked("Two Medicine cards are not used for one city."), "CK 901-903"),
    Rule(
        "CK-243",
        marked("Road Building lays up to two roads by the rules of placing."),
        "CK 905-908",
    ),
    Rule(
        "CK-244",
        marked("Free roads come from the 15 pieces, and there is no third one."),
        "CK 169, 905-908",
    ),
    Rule("CK-245", marked("The Inventor swaps two number tokens."), "CK 911-916"),
    Rule("CK-246", marked("The tokens 2, 6, 8 and 12 stay."), "CK 911-914"),
    Rule("CK-247", marked("The Inventor takes hexes with tokens."), "CK 914-917"),
    # Politics cards
    Rule("CK-248", marked("Irrigation brings two grain for each fields hex."), "CK 920-925"),
    Rule("CK-249", marked("Irrigation counts hexes, not buildings."), "CK 922-925"),
    Rule("CK-250", marked("The Bishop moves the robber to another hex."), "CK 930, 932"),
    Rule(
        "CK-251",
        marked("The Bishop takes a card from every opponent at the robber's new hex."),
        "CK 930-933",
    ),
    Rule("CK-253", marked("The Diplomat takes an open road."), "CK 938-943"),
    Rule("CK-254", marked("Only own pieces close the end of a road."), "CK 938-939, 942-943"),
    Rule("CK-255", marked("For another player's road nothing is laid."), "CK 944, 947-952"),
    Rule(
        "CK-256",
        marked("An own road is laid again by the rules of placing."),
        "CK 939-940, 944-946",
    ),
    Rule("CK-259", marked("For a Wedding those with more points give two cards."), "CK 963-964"),
    Rule("CK-261", marked("For a Wedding one gives what one has, up to two cards."), "CK 965-966"),
    Rule(
        "CK-262", marked("Intrigue drives off a knight to which an own road leads."), "CK 969-970"
    ),
    Rule("CK-263", marked("Intrigue drives off another player's knight."), "CK 971-974"),
    Rule(
        "CK-264",
        marked("The knight driven off by an Intrigue is placed by its owner if it can be."),
        "CK 974-975",
    ),
    Rule("CK-265", marked("Intrigue places no own knight."), "CK 972-973"),
    Rule("CK-266", marked("A Saboteur hits those with as many points or more."), "CK 978-979"),
    Rule("CK-267", marked("A Saboteur costs half of the hand, rounded down."), "CK 978-981"),
    Rule("CK-268", marked("The Spy takes one progress card of an opponent."), "CK 984-985"),
    Rule(
        "CK-270",
        marked("A card that a Spy took may be played at once, an Alchemist before a roll only."),
        "CK 986",
    ),
    Rule("CK-271", marked("The Deserter removes a knight of an opponent."), "CK 990-993"),
    Rule("CK-272", marked("The Deserter brings a knight of the same strength."), "CK 991"),
    Rule(
        "CK-273",
        marked("Only without one of the same strength the Deserter brings a weaker one."),
        "CK 993-994",
    ),
    Rule("CK-274", marked("The Deserter brings no stronger knight."), "CK 994-996"),
    Rule("CK-275", marked("For a mighty knight a mighty one deserts."), "CK 996-998"),
    Rule(
        "CK-277",
        marked("The Deserter's knight stands on a free intersection at an own road."),
        "CK 402-404, 991",
    ),
    Rule("CK-278", marked("The Constitution is never taken."), "CK 986-987, 1002-1005"),
    # Trade cards
    Rule(
        "CK-280",
        marked("For a resource an opponent who has a commodity gives one."),
        "CK 1018-1019",
    ),
    Rule(
        "CK-282",
        marked("The Commercial Harbour is good once for each opponent in its turn."),
        "CK 1021-1022",
    ),
    Rule("CK-283", marked("Who has no commodity keeps out of the exchange."), "CK 1023-1025"),
    Rule("CK-284", marked("The Merchant Fleet trades two for one in its turn."), "CK 1028-1033"),
    Rule("CK-285", marked("The two cards for a Merchant Fleet are alike."), "CK 1030-1031"),
    Rule("CK-286", marked("A Merchant Fleet is good for one kind."), "CK 1028-1033"),
    Rule("CK-287", marked("The Master Merchant robs a player with more points."), "CK 1036-1039"),
    Rule(
        "CK-288", marked("The Master Merchant takes two cards, or what is there."), "CK 1036-1037"
    ),
    Rule(
        "CK-289", marked("For a Commodity Monopoly all others give one card of it."), "CK 1042-1043"
    ),
    Rule("CK-290", marked("A Commodity Monopoly is for a commodity."), "CK 1042"),
    Rule(
        "CK-291",
        marked("For a Resource Monopoly all others give two cards of it, or one."),
        "CK 1046-1048",
    ),
    Rule("CK-292", marked("A Resource Monopoly is for a resource."), "CK 1046"),
)
