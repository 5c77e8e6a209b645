"""What a player's points are made of, checked against the pieces in the box (B rows)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .scoring import TARGET
from .values import Player, Refused, marked


@dataclass(frozen=True, slots=True)
class Breakdown:
    """The buildings, special tiles and Victory Point cards of one player at the end of a game."""

    settlements: int = 0
    cities: int = 0
    longest_road: bool = False
    largest_army: bool = False
    victory_point_cards: int = 0

    @property
    def points(self) -> int:
        """Points before the cap (B-175)."""
        return (
            self.settlements
            + 2 * self.cities
            + 2 * self.longest_road
            + 2 * self.largest_army
            + self.victory_point_cards
        )


SETTLEMENTS = 5
CITIES = 4
VICTORY_POINT_CARDS = 5
FOUNDED = 2
"""Everyone founds two settlements, and a building never leaves the board but for a city."""


def check_breakdown(
    breakdown: Breakdown, points: int, *, player: Player = "", target: int = TARGET
) -> None:
    """Refuse what one player cannot have; `facts["part"]` is the field of `Breakdown` at fault."""
    for fault in breakdown_faults(breakdown, points, player=player, target=target):
        raise fault


def check_breakdowns(
    breakdowns: Mapping[Player, Breakdown], points: Mapping[Player, int], *, target: int = TARGET
) -> None:
    """Refuse what the players of one table cannot have, each alone and together."""
    for player, breakdown in breakdowns.items():
        check_breakdown(breakdown, points[player], player=player, target=target)
    for fault in table_faults(breakdowns):
        raise fault


def breakdown_faults(
    breakdown: Breakdown, points: int, *, player: Player = "", target: int = TARGET
) -> Iterator[Refused]:
    """Everything about one player's pieces that cannot be.

    Points already cut to `target` may stand beside a higher sum (T-033).
    """
    for rule_id, part, message, most in (
        (
            "B-017",
            "settlements",
            marked("{player}: settlements are a whole number from 0 to {most}."),
            SETTLEMENTS,
        ),
        (
            "B-018",
            "cities",
            marked("{player}: cities are a whole number from 0 to {most}."),
            CITIES,
        ),
        (
            "B-013",
            "victory_point_cards",
            marked("{player}: Victory Point cards are a whole number from 0 to {most}."),
            VICTORY_POINT_CARDS,
        ),
    ):
        if not 0 <= getattr(breakdown, part) <= most:
            yield Refused(rule_id, message, player=player, part=part, most=most)
    if breakdown.settlements + breakdown.cities < FOUNDED:
        yield Refused(
            "B-182",
            marked("{player}: settlements and cities together are at least {least}."),
            player=player,
            part="settlements",
            least=FOUNDED,
        )
    capped = points == target < breakdown.points
    if breakdown.points != points and not capped:
        yield Refused(
            "B-175",
            marked("{player}: the parts make {total}, but {points} points are entered."),
            player=player,
            part="points",
            total=breakdown.points,
            points=points,
        )


def table_faults(breakdowns: Mapping[Player, Breakdown]) -> Iterator[Refused]:
    """Everything that the players of one table cannot have at the same time."""
    for part, message in (
        ("longest_road", marked("Longest Road is ticked for more than one player: {players}.")),
        ("largest_army", marked("Largest Army is ticked for more than one player: {players}.")),
    ):
        holders = [player for player, held in breakdowns.items() if getattr(held, part)]
        if len(holders) > 1:
            yield Refused(
                "B-020", message, part=part, players=", ".join(str(player) for player in holders)
            )
    cards = sum(held.victory_point_cards for held in breakdowns.values())
    if cards > VICTORY_POINT_CARDS:
        yield Refused(
            "B-013",
            marked("Victory Point cards at this table: {cards}; the box has {most}."),
            part="victory_point_cards",
            cards=cards,
            most=VICTORY_POINT_CARDS,
        )
