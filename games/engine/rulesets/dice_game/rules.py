"""The rules of the dice game, in our own words: those that a record can show, and the others."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.core import Rule, rulebook
from games.engine.rulesets.unshown import BOX, READER, Unshown
from games.engine.words import marked

RULES = rulebook(
    # Dice and sheets
    Rule("DG-001", marked("The game has six resource dice."), "L5, L9-10"),
    Rule("DG-005", marked("One builds on one's own sheet only."), "L16-17, L48-49"),
    Rule("DG-006", marked("A symbol is marked once."), "L18-19, L49"),
    # Set-up and turns
    Rule("DG-008", marked("The event may limit the number of players."), "DGD-01"),
    Rule("DG-009", marked("The starting player is drawn by lot."), "L10-11"),
    Rule("DG-010", marked("At the start only the printed road is built."), "L53-54, L75-76"),
    Rule("DG-011", marked("The starting player takes the first turn."), "L30"),
    Rule("DG-012", marked("Turns go clockwise."), "L32"),
    Rule("DG-013", marked("One rolls, then builds, then fills a box."), "L30-32, L34-57"),
    # Rolling
    Rule("DG-014", marked("There is at least one roll in a turn."), "L31, L35, DGD-04"),
    Rule("DG-015", marked("The first roll is made with all dice."), "L9-10, L31, L35-36"),
    Rule("DG-016", marked("There are at most three rolls in a turn."), "L31, L35, L39"),
    Rule("DG-017", marked("A result that was kept is final."), "L40-41"),
    Rule("DG-018", marked("Every die that is not set aside is rolled again."), "L35-37"),
    Rule("DG-019", marked("A die that is not rolled keeps its face."), "L36-38"),
    Rule("DG-020", marked("A die that is set aside is not rolled."), "L37-38"),
    Rule("DG-021", marked("Dice are taken back before the third roll only."), "L37-39"),
    Rule("DG-022", marked("A roll is made with at least one die."), "L36, L40-41, DGD-05"),
    Rule("DG-023", marked("After the third roll no die is rolled."), "L39"),
    # Conversions
    Rule("DG-024", marked("Jokers and gold wait for the final result."), "L41-42, L100, L112-113"),
    Rule("DG-025", marked("A die that has paid is not turned."), "L41-42, L47-48, DGD-06"),
    Rule("DG-026", marked("A gold die that was given up is out of use."), "L114-115"),
    Rule("DG-027", marked("Gold pays for no building."), "L117-118"),
    Rule("DG-028", marked("Two gold dice bring one resource."), "L112-117"),
    Rule("DG-029", marked("A single gold die is not exchanged."), "L112, L119"),
    Rule("DG-030", marked("Gold is exchanged for another resource."), "L113-117"),
    Rule("DG-031", marked("Each exchange takes a pair of gold dice of its own."), "L112"),
    Rule("DG-032", marked("Only gold that was rolled is exchanged."), "L112-113"),
    Rule("DG-033", marked("A joker needs its knight built."), "L93-101"),
    Rule("DG-034", marked("A joker turns a die to the resource of its knight."), "L97-102"),
    Rule("DG-035", marked("A joker turns one die."), "L100-101"),
    Rule("DG-036", marked("A joker does not turn a die that was given up."), "L99-101, L114-115"),
    Rule("DG-037", marked("A joker turns a die to another face."), "L100-101, DGD-09"),
    Rule("DG-038", marked("A joker is used once in a game."), "L93-94, L98, L103-104"),
    Rule("DG-039", marked("The last knight gives any resource, but no gold."), "L105-106, DGD-08"),
    Rule("DG-040", marked("There are as many jokers as knights built."), "L106-108"),
    Rule("DG-041", marked("Each joker of a turn has a knight of its own."), "L109"),
    Rule("DG-042", marked("A joker may stay unused."), "L93-94, L98"),
    # Building
    Rule("DG-043", marked("A die pays once in a turn."), "L47-50, L65-67"),
    Rule("DG-044", marked("A building is paid with exactly its cost."), "L22-24, L45-49"),
    Rule("DG-045", marked("The dice must suffice for all buildings of a turn."), "L50-51, L62-63"),
    Rule("DG-046", marked("Buildings of a turn stand one after another."), "L74-86, DGD-11"),
    Rule("DG-047", marked("Dice that are not spent are lost."), "L20-24, L29-32, DGD-12"),
    Rule("DG-048", marked("Who builds nothing enters a cross."), "L58-59, DGD-13"),
    Rule("DG-049", marked("A road costs one brick and one lumber."), "L22-24, L74"),
    Rule("DG-050", marked("A road is worth 1 point."), "L74-75"),
    Rule("DG-051", marked("The printed road is not paid for."), "L75-76"),
    Rule("DG-052", marked("The printed road gives no points."), "L61-63, L75-76, DGD-14"),
    Rule("DG-053", marked("A road joins a road that is built."), "L76-77"),
    Rule("DG-054", marked("A site between roads is no obstacle, and no road either."), "L78-80"),
    Rule("DG-055", marked("A building between roads replaces none of them."), "L78-80"),
    Rule("DG-056", marked("A settlement costs one each of brick, lumber, wool and grain."), "L82"),
    Rule("DG-057", marked("A settlement stands at a road that is built."), "L83-84"),
    Rule("DG-058", marked("Settlements are built in the order of their numbers."), "L84-86"),
    Rule("DG-059", marked("A settlement gives the points printed at it."), "L25-26, L61-62"),
    Rule("DG-061", marked("A city costs two grain and three ore."), "L88"),
    Rule("DG-062", marked("A city stands at a road that is built."), "L88-90"),
    Rule("DG-063", marked("Cities are built in the order of their numbers."), "L90"),
    Rule("DG-064", marked("A settlement does not become a city."), "L14-15, L82-90"),
    Rule("DG-065", marked("A city gives the points printed at it."), "L25-26, L90"),
    Rule("DG-066", marked("A knight costs wool, grain and ore."), "L47-48, L92"),
    Rule("DG-067", marked("Knights are built in the order of their numbers."), "L92-93"),
    Rule("DG-068", marked("A knight needs no road, and no road replaces its order."), "L92-95"),
    Rule("DG-069", marked("A knight gives the points of its number."), "L65-68, L93, L105-106"),
    # Scoring and the end
    Rule("DG-070", marked("Each turn fills one box, the next empty one."), "L52-54"),
    Rule("DG-071", marked("The entry is the sum of what was built in the turn."), "L52, L55-57"),
    Rule("DG-072", marked("A turn without a building is entered as a cross."), "L58-59"),
    Rule("DG-073", marked("A cross is entered only if nothing was built."), "L58-59"),
    Rule("DG-074", marked("Each cross counts minus 2 points."), "L58-59, L124-125"),
    Rule("DG-075", marked("The game ends when all have had 15 turns."), "L122-123"),
    Rule("DG-076", marked("The total is the sum of the entries minus 2 for each cross."), "L123"),
    Rule("DG-077", marked("The entries add up to the symbols built."), "L25-26, L52-57"),
    Rule("DG-078", marked("The highest total wins."), "L26-27, L125"),
    Rule("DG-079", marked("Equal totals share the place."), "DGD-17"),
    Rule("DG-080", marked("Nothing ends the game early."), "L122-123"),
    # Sheets
    Rule("DG-060", marked("The settlement worth 3 stands at the printed road."), "L61-62"),
    Rule("DG-081", marked("All symbols of a sheet have different names."), "DGD-03"),
    Rule("DG-082", marked("A road joins two different places, and no other road does."), "DGD-03"),
    Rule("DG-083", marked("One road is printed as built."), "L75-76"),
    Rule("DG-084", marked("All roads hang together, and each site has one."), "L76-77, L83-84"),
    Rule("DG-085", marked("No two symbols of a kind have the same number."), "L84-86, L90, L92"),
    Rule(
        "DG-086", marked("There are six knights, and the highest gives any resource."), "L105-108"
    ),
    Rule("DG-087", marked("There are 15 boxes."), "L122-123"),
    Rule("DG-088", marked("The first settlements are worth 3 and 4."), "L84-86"),
    Rule("DG-089", marked("The knights are worth 1 to 6."), "L65-68, L92-93, L105-107"),
    Rule("DG-090", marked("A rated game is played on a sheet that was compared."), "DGD-03"),
    Rule("DG-091", marked("A joker stays used, even if its die was not spent."), "L98-104"),
)

UNSHOWN: Mapping[str, Unshown] = {
    "DG-002": Unshown("A die shows brick, lumber, wool, grain, ore or gold.", READER),
    "DG-003": Unshown("A pad has 60 sheets.", BOX),
    "DG-004": Unshown(
        "Each player has one sheet for the whole game.",
        "a record follows one sheet for each; a symbol that is marked on another one breaks DG-006",
    ),
    "DG-007": Unshown(
        "All players of a game use the same sheet.", "a record names one sheet for all of them"
    ),
}
"""Rows that no action of a record can break, and why."""
