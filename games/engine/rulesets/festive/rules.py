"""The rules of Easter Bunny and Santa Claus, the same sentences under the ids of both."""

from __future__ import annotations

from games.engine.board.rules import RULES as BOARD_RULES
from games.engine.core import Rule, rulebook
from games.engine.words import marked

ROWS = {
    "002": (marked("An island with a robber is needed."), "1089-1090", "1181-1182"),
    "014": (marked("The hex with 2 and 12 brings cards for a 2."), "1126-1127", "1221-1222"),
    "015": (marked("The hex with 2 and 12 brings cards for a 12."), "1126-1127", "1221-1222"),
    "016": (marked("The figure stops no production."), "EBD-04", "SCD-04"),
    "017": (marked("The player on turn moves the figure."), "1130-1131", "1225-1226"),
    "018": (marked("The figure is moved after the roll."), "1130-1131", "1225-1226"),
    "019": (marked("The figure is moved for a payment only."), "1130-1131", "1225-1226"),
    "020": (
        marked("The price is wool from one's own hand, for the bank."),
        "1131-1132",
        "1226-1227",
    ),
    "021": (
        marked("For one wool the figure goes where the robber is not."),
        "1134-1135",
        "1229-1230",
    ),
    "022": (marked("For two wool the figure goes to the robber."), "1137-1138", "1232-1233"),
    "023": (marked("The hex decides the price."), "1134-1138", "1229-1233"),
    "024": (
        marked("The robber goes back to the desert when the figure comes."),
        "1138-1139, 1172-1173",
        "1233-1234, 1266-1268",
    ),
    "025": (marked("A chased robber takes no card."), "1138-1139", "1233-1234"),
    "026": (marked("The figure is moved once in a turn."), "1141-1142", "1236-1237"),
    "027": (marked("The figure goes to another hex."), "1092-1093", "1184-1185"),
    "028": (marked("The special hex costs one wool."), "1134, 1150", "1229, 1245"),
    "029": (
        marked("The desert costs one wool while the robber is not there."),
        "1134-1135",
        "1229-1230",
    ),
    "030": (
        marked("While the robber is on the only desert the figure does not go there."),
        "EBD-07",
        "SCD-07",
    ),
    "031": (marked("The figure stays on the land."), "1134", "1229"),
    "032": (marked("The holder of rock 2 does not move the figure."), "835-837", "835-837"),
    "033": (
        marked("Everybody with a building at the hex receives a token."),
        "1145-1148",
        "1240-1243",
    ),
    "034": (marked("Several buildings bring one token."), "1147-1148", "1242-1243"),
    "035": (marked("A city brings one token."), "1147-1148", "1242-1243"),
    "036": (marked("Without a building one receives nothing."), "1147-1148", "1242-1243"),
    "037": (marked("Roads bring no token."), "1147-1148", "1242-1243"),
    "038": (marked("At the special hex everybody receives two tokens."), "1150-1152", "1245-1247"),
    "039": (
        marked("The hex from which the robber is chased brings tokens, too."),
        "1170-1176",
        "1265-1270",
    ),
    "041": (marked("Two tokens are exchanged for a card at once."), "1155-1158", "1250-1253"),
    "042": (
        marked("Tokens are exchanged in the turn of another player, too."),
        "1155-1156",
        "1250-1251",
    ),
    "043": (marked("The card is of one's choice, out of the bank."), "1157-1158", "1252-1253"),
    "044": (marked("Two tokens bring exactly one card."), "1155-1158", "1250-1253"),
    "047": (
        marked("Tokens are exchanged in order, the player on turn first."),
        "EBD-11",
        "SCD-11",
    ),
    "048": (marked("The robber is not put to the figure."), "1161-1162", "1256-1257"),
    "049": (marked("The robber is not put on the special hex."), "1161-1162", "1256-1257"),
    "050": (
        marked("No card puts the robber to the figure or on the special hex."),
        "1161-1162",
        "1256-1257",
    ),
    "051": (
        marked("The player on turn with 10 points wins, and the game is over."),
        "1179",
        "1219",
    ),
    "054": (
        marked("After a 7 the figure is moved when the robber and its theft are done."),
        "286-287",
        "286-287",
    ),
    "055": (
        marked("The figure is moved at any moment, but not while a card is carried out."),
        "303-305",
        "303-305",
    ),
}
"""In short, and the lines of the rules for Easter Bunny and for Santa Claus."""


def rules(series: str) -> dict[str, Rule]:
    """The rules of `EB` or `SC`, those of the board as well."""
    at = 1 if series == "EB" else 2
    ours = (
        Rule(f"{series}-{number}", row[0], f"PL {row[at]}" if row[at][0].isdigit() else row[at])
        for number, row in ROWS.items()
    )
    board = (rule for id_, rule in BOARD_RULES.items() if id_.startswith(series))
    return {**rulebook(*board, *ours)}
