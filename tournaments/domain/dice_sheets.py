"""What the points of the dice game are made of: the symbols of a printed sheet, and crosses."""

from __future__ import annotations

from games.engine.core import Header
from games.engine.rulesets.dice_game.reach import fewest_roads
from games.engine.rulesets.dice_game.sheet import CITY, KNIGHT, SETTLEMENT, STANDARD, Sheet
from games.engine.rulesets.dice_game.state import PENALTY

from .parts import Part, Together
from .values import marked

DICE = 6
"""Rolled in every turn; each pays for one resource of a building (DG-001, DG-043)."""

COSTS = {"roads": 2, "settlements": 4, "cities": 5, "knights": 3}
"""Resources that a symbol of each kind costs (DG-049, DG-056, DG-061, DG-066)."""


def parts_of(sheet: Sheet) -> tuple[Part, ...]:
    """The kinds of symbols, built in the order of their numbers, so that their count says all."""
    return (
        Part(
            "roads",
            marked("Roads"),
            "DG-050",
            len(sheet.roads) - sheet.start.bit_count(),
            made_of="roads",
        ),
        _sites(sheet, SETTLEMENT, "settlements", marked("Settlements"), "DG-059"),
        _sites(sheet, CITY, "cities", marked("Cities"), "DG-065"),
        _sites(sheet, KNIGHT, "knights", marked("Knights"), "DG-069"),
        Part("crosses", marked("Crosses"), "DG-074", sheet.boxes, -PENALTY, made_of="crosses"),
    )


def _sites(sheet: Sheet, kind: int, key: str, name: str, rule: str) -> Part:
    values = tuple(symbol.value for symbol in sheet.symbols if symbol.kind == kind)
    roads = () if kind == KNIGHT else fewest_roads(sheet, kind)
    return Part(key, name, rule, len(values), values=values, made_of=key, roads=roads)


def together_of(sheet: Sheet) -> tuple[Together, ...]:
    return (
        Together(
            dict.fromkeys((*COSTS, "crosses"), 1),
            "DG-072",
            marked(
                "{player}: symbols and crosses together are at least {least}, as every turn ends "
                "with one or the other."
            ),
            least=sheet.boxes,
        ),
        Together(
            {**COSTS, "crosses": DICE},
            "DG-043",
            marked("{player}: the dice of the turns without a cross do not pay for all of this."),
            most=DICE * sheet.boxes,
        ),
    )


def as_printed(header: Header) -> dict[str, object]:
    """What differs of the game where it is played on the sheet that the head of records tells."""
    sheet: Sheet = header.board.sheet
    return {
        "parts": parts_of(sheet),
        "together": together_of(sheet),
        "least": -PENALTY * sheet.boxes,
    }


PARTS, TOGETHER = parts_of(STANDARD), together_of(STANDARD)
