"""The rules of the base game in our own words: those that a record can show, and those of the
special tiles."""

from __future__ import annotations

from games.engine.core import Rule, rulebook
from games.engine.words import marked

RULES = rulebook(
    # Components
    Rule("B-012", marked("14 of the development cards are Knights."), "PL 86"),
    Rule("B-013", marked("5 of the development cards are Victory Points."), "PL 83"),
    Rule("B-014", marked("2 of the development cards are Monopolies."), "PL 83"),
    Rule("B-015", marked("2 of the development cards are Road Buildings."), "PL 83-84"),
    Rule("B-016", marked("2 of the development cards are Inventions."), "PL 86"),
    Rule("B-022", marked("A roll is a roll of two six-sided dice."), "PL 67, 243"),
    # Founding
    Rule("B-054", marked("All roll the dice, and the highest roll starts."), "PL 197-200, 596"),
    Rule("B-055", marked("Those level on the highest roll, and only they, roll again."), "D-08"),
    Rule(
        "B-056",
        marked("In the first round the starting player founds first, then the others clockwise."),
        "PL 598-602",
    ),
    Rule(
        "B-057",
        marked("In the second round the order is turned round: the last one founds first."),
        "PL 604-609",
    ),
    Rule(
        "B-058",
        marked("A founding settlement is free and may stand on any free intersection."),
        "PL 599-607",
    ),
    Rule(
        "B-059",
        marked("A founding road is free and leaves the settlement just placed."),
        "PL 599-609",
    ),
    Rule(
        "B-060", marked("Each founds a settlement, then its road, before the next does."), "PL 599"
    ),
    Rule(
        "B-061",
        marked("The second settlement brings one card from each terrain hex beside it."),
        "PL 611-613",
    ),
    Rule("B-062", marked("The first settlement brings no cards."), "PL 612-613"),
    Rule("B-064", marked("After the founding the starting player takes the first turn."), "PL 615"),
    # The turn
    Rule("B-065", marked("Turns go clockwise."), "PL 216, 235-236"),
    Rule(
        "B-067",
        marked("The player on turn rolls exactly once, and no turn ends without it."),
        "PL 227, 243",
    ),
    Rule("B-070", marked("Only the player on turn builds, buys and acts."), "PL 217, 290-301, 331"),
    # Production
    Rule("B-073", marked("Every player collects what the roll brings."), "PL 227, 245-254"),
    Rule(
        "B-074", marked("A settlement gets one card from each hex rolled beside it."), "PL 248-250"
    ),
    Rule("B-075", marked("A city gets two cards from each hex rolled beside it."), "PL 252-254"),
    Rule("B-076", marked("All of a player's buildings at a hex collect."), "PL 256-258"),
    Rule(
        "B-077", marked("Each hex with the number rolled produces on its own."), "PL 227, 248-258"
    ),
    Rule("B-078", marked("The hex under the robber gives nothing."), "PL 282-284"),
    Rule("B-080", marked("The bank pays only the cards that it has."), "PL 81"),
    Rule(
        "B-082",
        marked("If the bank is short of a resource due to several players, nobody gets it."),
        "CZ 27, D-09",
    ),
    Rule(
        "B-083",
        marked(
            "If the bank is short of a resource due to one player alone, that one takes the rest."
        ),
        "CZ 27, D-09",
    ),
    Rule("B-084", marked("A shortage of one resource does not touch the others."), "CZ 27, D-09"),
    # Seven and robber
    Rule("B-085", marked("On a 7 nobody produces."), "PL 262"),
    Rule("B-086", marked("On a 7 all with more than 7 resource cards discard."), "PL 269-271"),
    Rule("B-087", marked("Half of the hand is discarded, rounded down."), "PL 271-273"),
    Rule("B-088", marked("Discarded cards are the player's own."), "PL 270-271"),
    Rule("B-090", marked("Cards are discarded on a rolled 7 only."), "PL 262-273"),
    Rule("B-091", marked("All discards are done before the robber moves."), "PL 262-280"),
    Rule("B-092", marked("On a 7 the roller moves the robber to another hex."), "PL 276"),
    Rule(
        "B-094",
        marked("The mover takes one card from an opponent with a building beside the robber."),
        "PL 277-280, D-14",
    ),
    Rule("B-096", marked("Nothing is taken from those who have no building there."), "PL 277-278"),
    Rule("B-097", marked("A victim without resource cards gives nothing."), "D-14"),
    # Trade
    Rule("B-100", marked("Deals are made with the player on turn only."), "PL 299-301"),
    Rule("B-101", marked("Deals are made after the roll."), "PL 217, 230-232"),
    Rule("B-104", marked("Each side of a deal gives cards that it holds."), "PL 290-291"),
    Rule("B-105", marked("Each side of a deal gives at least one card."), "D-15"),
    Rule("B-106", marked("No resource is on both sides of a deal."), "D-15"),
    Rule("B-107", marked("The bank gives one card for four of one other resource."), "PL 311-314"),
    Rule(
        "B-108",
        marked("A 3:1 harbour gives one card for three of one other resource."),
        "PL 320-324",
    ),
    Rule(
        "B-109", marked("A 2:1 harbour gives one card for two of its own resource."), "PL 326-328"
    ),
    Rule(
        "B-110",
        marked("A harbour is used by those with a settlement or city on it."),
        "PL 317-318",
    ),
    Rule("B-111", marked("The card taken is of another resource than those given."), "PL 313-328"),
    Rule("B-112", marked("Cards given to the bank are all of one resource."), "PL 313-327"),
    Rule("B-113", marked("A 2:1 harbour is good for its own resource only."), "PL 327-328"),
    Rule("B-114", marked("The bank must hold the card taken."), "D-17"),
    Rule("B-116", marked("The bank trades on one's own turn, after the roll."), "PL 217, 230-231"),
    # Building
    Rule(
        "B-121",
        marked("Building that is paid for follows the roll of one's own turn."),
        "PL 230-232",
    ),
    Rule("B-122", marked("A road costs brick and lumber."), "PL 336"),
    Rule("B-124", marked("A path takes one road."), "PL 345-346"),
    Rule("B-125", marked("A road joins an own road, settlement or city."), "PL 348-349"),
    Rule(
        "B-126",
        marked("A road is not joined on through an opponent's settlement or city."),
        "PL 348-350, 365-367",
    ),
    Rule("B-128", marked("Nobody builds more than 15 roads."), "PL 63, 79, 332-333"),
    Rule("B-129", marked("A settlement costs brick, lumber, wool and grain."), "PL 381"),
    Rule("B-130", marked("A settlement stands at an own road."), "PL 389-390"),
    Rule("B-131", marked("A settlement stands on an empty intersection."), "PL 393-396"),
    Rule(
        "B-132",
        marked("No neighbouring intersection of a settlement has a settlement or city."),
        "PL 391-396",
    ),
    Rule("B-133", marked("Founding settlements keep the distance as well."), "PL 601-602, 607"),
    Rule("B-135", marked("Nobody has more than 5 settlements at a time."), "PL 59, 75, 332-333"),
    Rule("B-137", marked("A city costs two grain and three ore."), "PL 437"),
    Rule("B-138", marked("A city replaces an own settlement."), "PL 466-470"),
    Rule("B-141", marked("Nobody has more than 4 cities."), "PL 61, 77, 332-333"),
    # Development cards
    Rule("B-155", marked("A development card costs wool, grain and ore."), "PL 440"),
    Rule("B-156", marked("Cards are bought after the roll of one's own turn."), "PL 442-446"),
    Rule("B-158", marked("From an empty deck nothing is bought."), "PL 69, 446"),
    Rule("B-160", marked("One development card is played in a turn."), "PL 234, 451-452"),
    Rule(
        "B-161",
        marked("A card is not played in the turn in which it was bought."),
        "PL 240, 450-451",
    ),
    Rule("B-163", marked("Cards are played on one's own turn."), "PL 234, 239"),
    Rule("B-164", marked("A card is played once, by the one who holds it."), "PL 449-464"),
    Rule(
        "B-165",
        marked("A Monopoly takes all cards of one resource from all the others."),
        "PL 16-24, 456-458",
    ),
    Rule(
        "B-166",
        marked("Road Building lays up to two roads for free, directly after the card."),
        "PL 26-27, D-26",
    ),
    Rule("B-167", marked("Free roads come from the 15 pieces."), "PL 332-333, D-26"),
    Rule("B-168", marked("Invention takes two cards that the bank has."), "PL 29-34, D-27"),
    Rule("B-170", marked("A Knight moves the robber to another hex."), "PL 36-45, 461-463"),
    # The end
    Rule(
        "B-176",
        marked("Victory Point cards are shown only with 10 points or more."),
        "PL 489-492, D-32",
    ),
    Rule(
        "B-178",
        marked("The player on turn with 10 points wins, and the game is over."),
        "PL 501-503",
    ),
    Rule("B-179", marked("One wins on one's own turn only."), "PL 502, D-30"),
    Rule("B-180", marked("After the end nothing is played."), "PL 503, D-31"),
    Rule("B-181", marked("The score counts everything, hidden cards too."), "PL 496-499"),
    Rule("B-182", marked("What was placed stays in its place."), "PL 469-470"),
    # Time
    Rule("T-059", marked("After the bell every player has two more turns."), "CZ 91, D-124"),
    Rule(
        "T-060",
        marked("A game that nobody won in the two rounds after the bell ends as it stands."),
        "CZ 91",
    ),
)

RECKONED = rulebook(
    Rule(
        "B-143",
        marked("For Longest Road a chain counts each road once, and no branches."),
        "PL 353-358, D-22",
    ),
    Rule(
        "B-145",
        marked("For Longest Road a chain does not run through an opponent's building."),
        "PL 356-358, 371-373",
    ),
    Rule("B-147", marked("The first chain of five roads takes Longest Road."), "PL 353-356"),
    Rule(
        "B-148",
        marked("Only a longer chain takes Longest Road from its holder, not one as long."),
        "PL 359-362",
    ),
    Rule("B-149", marked("Longest Road is worth two points."), "PL 362-363"),
    Rule(
        "B-150",
        marked("A holder who was cut keeps Longest Road with five or more if nobody has more."),
        "D-23",
    ),
    Rule(
        "B-151",
        marked("After a cut Longest Road goes to whoever alone has the most roads, five at least."),
        "D-23",
    ),
    Rule(
        "B-152",
        marked("If others share the most roads after a cut, nobody holds Longest Road."),
        "D-23",
    ),
    Rule(
        "B-153",
        marked("If nobody has five roads after a cut, nobody holds Longest Road."),
        "D-23",
    ),
    Rule(
        "B-154",
        marked("Longest Road set aside goes to the one longest chain of five or more."),
        "D-23",
    ),
    Rule(
        "B-171",
        marked("Only Knights that were played count for Largest Army."),
        "PL 464, 482-483",
    ),
    Rule("B-172", marked("The first with three Knights takes Largest Army."), "PL 482-484"),
    Rule(
        "B-173",
        marked("Only more Knights take Largest Army from its holder, not as many."),
        "PL 484-486, D-24",
    ),
    Rule("B-174", marked("Largest Army is worth two points."), "PL 484"),
)
"""The rules of the special tiles."""
