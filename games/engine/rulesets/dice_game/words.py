"""How a dice game is written: `1 Anna (BBLWGA) (BB+LGGO) R1 J K1 W>O K2 E AA>B =3`."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.core import Action, Seat
from games.engine.document import Field
from games.engine.forms import Act, spoken
from games.engine.record import ANY_NUMBER, SWITCH, Notation, Words
from games.engine.rulesets.dice_game.headers import HEADERS
from games.engine.rulesets.dice_game.sorts import AN_ACTION, SORTS, read_wanted, write_counts
from games.engine.words import marked

A_TURN = marked("a die that is turned such as W>O")
SOME_DICE = marked("dice that pay such as BL, or their places such as 13")

ALL_TURNS = marked(
    "the turns of everybody: all have their fifteen, and whoever leaves has a cross in each box "
    "that is left, =X (DG-075)"
)


def read_leaving(words: Words, seat: Seat) -> Sequence[Action]:
    """What the island games write when somebody leaves; here nothing ends turns early."""
    raise words.wrong(ALL_TURNS)


ACTS = (
    Act("marked", " {symbol}", "has a mark before the first turn", opens=True, joined=True),
    Act("result", "{result}", "has a result", "Last dice alone"),
    Act("roll", "{rolled}", "rolls", "Roll"),
    Act("keep", "KEEP", "keeps the result", "Keep the result"),
    Act("joker", "J {knight} {dice:turned}>{face}", "uses a joker", "Joker", A_TURN),
    Act("exchange", "E {exchanged}", "exchanges gold", "Gold"),
    Act("enter", " {entry}", "fills a box", "Fill the box", closes=True, leads="roll"),
    Act("build", " {symbol}[:{dice:paid}]", "builds", "Build", SOME_DICE),
    Act("end_turn", "/", "ends the turn", "End of turn", leads="roll"),
    Act("abandon", "STOP", "the game is broken off", "Break off", of_nobody=True),
)

NOTATION = spoken(
    Notation(
        ground=HEADERS,
        an_action=AN_ACTION,
        a_turn=marked("a turn such as 1 Anna (BBLWGA), or a header"),
        gained=Field("gains", write_counts, read_wanted),
        turn={"GIVES-UP": read_leaving},
        options={"joker_same_turn": SWITCH, "max_players": ANY_NUMBER, "rated": SWITCH},
        seldom=frozenset({"marked", "keep", "abandon"}),
        idle=frozenset({"abandon"}),
    ),
    ACTS,
    SORTS,
)
