"""The rules of the fast card game that a record can show, in our own words."""

from __future__ import annotations

from games.engine.core import Rule, rulebook
from games.engine.words import marked

RULES = rulebook(
    # Cards and players
    Rule(
        "CG-001",
        marked("One copy has 11 brick, 11 lumber, 16 ore, 15 wool and 14 grain cards."),
        "L13",
    ),
    Rule("CG-002", marked("One copy has 9 roads, 15 settlements, 5 knights, 9 expansions."), "L14"),
    Rule("CG-003", marked("There is one destiny card; turned over, its arrows point back."), "L15"),
    Rule("CG-005", marked("Up to four play with one copy, five or six with two."), "L7, L141"),
    Rule("CG-006", marked("Two players leave out all cards with the symbols 3 and 4."), "L31"),
    Rule("CG-007", marked("Three players leave out all cards with the symbol 4."), "L33"),
    Rule("CG-008", marked("Four players use all building cards."), "L35"),
    Rule(
        "CG-009", marked("Five players add the cards with symbol 3 of a second copy."), "L141-143"
    ),
    Rule(
        "CG-010",
        marked("Six players add the cards with the symbols 3 and 4 of a second copy."),
        "L141-145",
    ),
    Rule("CG-011", marked("Two copies have twice the resource cards of one."), "L141"),
    # Set-up
    Rule("CG-016", marked("The market begins with five open cards."), "L43"),
    Rule("CG-017", marked("Each player begins with three resource cards."), "L44"),
    Rule("CG-018", marked("Nothing but a card makes a player show the hand."), "L44"),
    Rule(
        "CG-019", marked("Each player begins with one settlement and one road, side A up."), "L60"
    ),
    Rule("CG-020", marked("Each player begins with one point."), "L60"),
    Rule("CG-022", marked("With three players or more the white arrows are up first."), "L50"),
    Rule("CG-023", marked("With two players the destiny card is not used."), "L52"),
    # Turns
    Rule("CG-024", marked("The oldest player begins, unless the organiser seated them."), "L64"),
    Rule("CG-025", marked("Turns go clockwise, wherever the arrows point."), "L54, L70"),
    Rule("CG-026", marked("A turn is exchange, then build, then draw."), "L64-68"),
    Rule("CG-027", marked("Exchange and build may be left out."), "L64-68, CGD-04"),
    Rule("CG-028", marked("Cards are drawn in every turn but the one that wins."), "L68, L129"),
    Rule("CG-029", marked("A deck that is used up is made anew of the discard pile."), "L70"),
    # Exchange
    Rule("CG-030", marked("Each road with side A lets its player exchange one card."), "L74-79"),
    Rule("CG-031", marked("Roads with side B give no exchange."), "L74"),
    Rule("CG-032", marked("A player without a road exchanges one card."), "L76"),
    Rule("CG-033", marked("A player without a road exchanges with the deck alone."), "L76-77"),
    Rule("CG-034", marked("From the deck come as many cards as were discarded for it."), "L83"),
    Rule("CG-035", marked("As many cards are laid into the market as were taken."), "L85"),
    Rule("CG-036", marked("From the market come only cards that lie in it."), "L43, L85"),
    Rule("CG-037", marked("An opponent's cards are drawn blind, and as many given back."), "L87"),
    Rule("CG-038", marked("Cards are given back to whom they were drawn from."), "L87"),
    Rule("CG-039", marked("Every exchange gives as many cards as it takes."), "L83-87"),
    Rule("CG-040", marked("The limit is one for all ways to exchange together."), "L89"),
    Rule("CG-041", marked("No more cards are drawn from a hand than it holds."), "L87, CGD-08"),
    Rule("CG-042", marked("No more cards are discarded than the hand holds."), "L83, CGD-08"),
    Rule("CG-043", marked("Only the player on turn exchanges."), "L74"),
    Rule("CG-044", marked("Cards change hands only by an exchange or by a card."), "L66-91"),
    Rule("CG-045", marked("The Library shows a hand once in an exchange, for one card."), "L91"),
    Rule("CG-046", marked("A further card of the same opponent is drawn blind."), "L91"),
    Rule("CG-047", marked("Before that the opponent may shuffle the hand."), "L91"),
    Rule("CG-048", marked("The card of the Library counts against the limit."), "L91, CGD-11"),
    Rule("CG-049", marked("Without a road with side A the Library is no use."), "L91, CGD-11"),
    # Building
    Rule(
        "CG-050", marked("What is built is paid with cards from the player's own hand."), "L67-107"
    ),
    Rule("CG-051", marked("Each kind is built at most once in a turn."), "L125"),
    Rule("CG-052", marked("Different kinds are built in any order."), "L125"),
    Rule("CG-053", marked("Only the player on turn builds, and before drawing."), "L64-68"),
    Rule("CG-054", marked("Three identical cards stand for one of another kind."), "L124"),
    Rule("CG-055", marked("The three cards are identical."), "L124"),
    Rule("CG-056", marked("Each card replaced takes three cards of its own."), "L124"),
    Rule("CG-057", marked("Three for one is for paying, not for the hand."), "L124"),
    Rule("CG-058", marked("Nothing more is paid than the cost."), "L97-124"),
    Rule("CG-059", marked("A settlement costs lumber, brick, grain and wool."), "L97"),
    Rule("CG-060", marked("A settlement is worth a point."), "L97"),
    Rule("CG-061", marked("Settlements come from the stock; without it none is built."), "L97"),
    Rule("CG-062", marked("The destiny card may be turned after building a settlement."), "L97"),
    Rule("CG-063", marked("Nobody looks at the city side of a settlement."), "L103"),
    Rule("CG-064", marked("A city costs two grain and three ore."), "L101"),
    Rule("CG-065", marked("A city is an own settlement turned over."), "L101"),
    Rule("CG-066", marked("A bare city is worth two points."), "L101"),
    Rule("CG-067", marked("The event of a city is carried out at once, by everybody."), "L101"),
    Rule("CG-068", marked("A Thief attack turns the destiny card over."), "L101"),
    Rule(
        "CG-069",
        marked("Other events turn the destiny card only if their text says so."),
        "L97, L101",
    ),
    Rule("CG-070", marked("A city expansion costs three wool and one ore."), "L107"),
    Rule("CG-071", marked("A city expansion covers an own bare city."), "L107"),
    Rule("CG-072", marked("A city expansion is chosen from those in stock."), "L39, L107"),
    Rule("CG-073", marked("A city expansion is worth what is printed on it."), "L107"),
    Rule("CG-074", marked("Nobody builds two expansions of one name."), "L107"),
    Rule("CG-075", marked("No more expansions of a name are built than there are."), "L107"),
    Rule("CG-076", marked("An expansion works from the moment it is built."), "L107"),
    Rule("CG-077", marked("Settlements and cities never change owners."), "L19"),
    Rule("CG-078", marked("A road costs lumber and brick."), "L111"),
    Rule("CG-079", marked("Roads show A, B, A, B ... in the order they are laid."), "L111"),
    Rule("CG-080", marked("A road with side B is worth a point."), "L38, L111"),
    Rule("CG-081", marked("Half of the roads, rounded up, show side A."), "L111"),
    Rule("CG-082", marked("A knight costs grain, wool and ore."), "L115"),
    Rule("CG-083", marked("Knights show A, B, A, B ... in the order they are laid."), "L115"),
    Rule("CG-084", marked("A knight with side B is worth a point."), "L38, L115"),
    # Cards that change owners
    Rule("CG-085", marked("Roads and knights come from the stock while it lasts."), "L119"),
    Rule(
        "CG-086", marked("After that, the top card of an opponent is paid for and taken."), "L119"
    ),
    Rule(
        "CG-087",
        marked("A road or knight is taken from the nearest player where the arrow points."),
        "L119",
    ),
    Rule(
        "CG-088", marked("Who has no such road or knight is passed over when one is taken."), "L119"
    ),
    Rule(
        "CG-089",
        marked("With two players a road or knight is taken from the only opponent."),
        "L52, L119",
    ),
    Rule("CG-090", marked("Protected cards cannot be taken."), "L120"),
    Rule("CG-091", marked("Whose cards are all protected is passed over."), "L120"),
    Rule("CG-092", marked("What protects roads does not protect knights."), "L120"),
    Rule("CG-093", marked("A card taken shows the side that goes on with the new stack."), "L119"),
    Rule(
        "CG-094",
        marked("Points and exchanges change with the card that changes owners."),
        "L19, L119",
    ),
    Rule(
        "CG-095",
        marked("No road or knight is built where the stock is empty and none can be taken."),
        "CGD-19",
    ),
    Rule("CG-096", marked("A card taken is the one of its kind for the turn."), "L119, L125"),
    Rule("CG-097", marked("Only roads and knights change owners."), "L19, L97"),
    # Drawing
    Rule("CG-098", marked("Two cards are drawn at the end of a turn."), "L129"),
    Rule("CG-099", marked("Each own knight with side A brings one card more."), "L129"),
    Rule("CG-100", marked("Knights with side B bring none."), "L129"),
    Rule("CG-101", marked("Knights built in the turn count."), "L67-68, L129"),
    Rule("CG-102", marked("There is no limit on the hand but by an event."), "CGD-27"),
    # The end
    Rule("CG-103", marked("The game ends when the player on turn has 10 points."), "L21, L133"),
    Rule("CG-104", marked("A player with enough points in their own turn has won."), "L21, L133"),
    Rule("CG-105", marked("Nobody wins in another's turn."), "L133"),
    Rule("CG-106", marked("Points are those of the cards in front of a player."), "L21, L135"),
    Rule(
        "CG-107", marked("Nothing but the cards in front of a player brings points."), "L21, L135"
    ),
    # Card sets
    Rule(
        "CG-108", marked("A card set has 9 roads, 15 settlements, 5 knights, 9 expansions."), "L14"
    ),
    Rule("CG-109", marked("A card set has the resource cards of the box."), "L13"),
    Rule("CG-110", marked("An expansion is worth 3 or 4 points."), "L107"),
    Rule("CG-111", marked("The expansions of a card set are nine."), "L14"),
    Rule(
        "CG-112", marked("Each settlement has an event; Thief attack turns the card."), "L14, L101"
    ),
    Rule("CG-113", marked("Church and Fortress protect one knight and three roads."), "L120"),
    Rule("CG-114", marked("An effect is a word of the vocabulary with its fields."), "CGD-01"),
    Rule("CG-115", marked("A settlement of the turn may become the one city of the turn."), "L125"),
)
