"""What the officials wish of a draw: from wishes to the input of the draw, and which are broken."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Any

from tournaments.domain.values import Caution, marked


class WishKind(StrEnum):
    APART = "apart"
    TOGETHER = "together"
    RATHER_APART = "rather-apart"
    FIXED_TABLE = "fixed-table"
    LOCKED_SEAT = "locked-seat"
    NEAR_DESK = "near-desk"

    @property
    def is_of_a_group(self) -> bool:
        """Whether it says something of players to one another; alone they are passed over."""
        return self in (WishKind.APART, WishKind.TOGETHER, WishKind.RATHER_APART)

    @property
    def has_table(self) -> bool:
        return self in (WishKind.FIXED_TABLE, WishKind.LOCKED_SEAT)

    @property
    def has_seat(self) -> bool:
        return self is WishKind.LOCKED_SEAT


@dataclass(frozen=True, slots=True)
class Wish:
    """Players by the numbers on their badges; table and seat count from 1.

    `rounds` are those it holds for, every one if there are none.
    """

    kind: WishKind
    players: tuple[int, ...]
    table: int | None = None
    seat: int | None = None
    rounds: tuple[int, ...] = ()

    def holds_in(self, round_number: int) -> bool:
        return not self.rounds or round_number in self.rounds

    def meets(self, other: Wish) -> bool:
        """Whether there is a round in which both hold."""
        return not self.rounds or not other.rounds or bool({*self.rounds} & {*other.rounds})


GROUPS = {
    WishKind.APART: "apart",
    WishKind.TOGETHER: "together",
    WishKind.RATHER_APART: "rather_apart",
}
"""The kinds that are lists of groups in the input of `manage.py draw`."""

KEYS = (*GROUPS.values(), "tables", "locked", "near_desk")
"""All that wishes may stand under there."""


def for_the_draw(
    wishes: Iterable[Wish], round_number: int, present: Collection[int]
) -> dict[str, Any]:
    """The wishes for a round as `manage.py draw` reads them, and always in the same order.

    Whoever is not present is passed over; so is a group of which one player is left. A kind that
    nobody wished is left out.
    """
    found = [
        (wish, tuple(sorted(set(wish.players).intersection(present))))
        for wish in wishes
        if wish.holds_in(round_number)
    ]
    inputs: dict[str, Any] = {}
    for kind, key in GROUPS.items():
        groups = {players for wish, players in found if wish.kind is kind and len(players) > 1}
        inputs[key] = [list(map(str, group)) for group in sorted(groups)]
    placed = list(_placed(wish for wish, _ in found))
    here = set(present)
    inputs["tables"] = {
        str(player): wish.table
        for player, wish in placed
        if player in here and wish.kind is WishKind.FIXED_TABLE
    }
    inputs["locked"] = {
        str(player): {"table": wish.table, "seat": wish.seat}
        for player, wish in placed
        if player in here and wish.kind is WishKind.LOCKED_SEAT
    }
    near = {p for wish, players in found for p in players if wish.kind is WishKind.NEAR_DESK}
    inputs["near_desk"] = list(map(str, sorted(near)))
    return {key: value for key, value in inputs.items() if value}


def _placed(wishes: Iterable[Wish]) -> Iterator[tuple[int, Wish]]:
    """Who is wanted at a place, and the wish that counts: a place for named rounds goes before
    one for every round."""
    placing = sorted((wish for wish in wishes if wish.kind.has_table), key=_place)
    for player in sorted({player for wish in placing for player in wish.players}):
        own = [wish for wish in placing if player in wish.players]
        yield from ((player, wish) for wish in [w for w in own if w.rounds] or own)


def _place(wish: Wish) -> tuple[int, int]:
    return wish.table or 0, wish.seat or 0


def places_at_odds(wishes: Iterable[Wish]) -> Iterator[tuple[int, Wish, Wish]]:
    """Players who are wanted at two places at once, with both wishes.

    A place for named rounds and one for every round are not at odds: the first goes before.
    """
    placing = [wish for wish in wishes if wish.kind.has_table]
    for one, other in combinations(placing, 2):
        if bool(one.rounds) == bool(other.rounds) and one.meets(other) and _differ(one, other):
            for player in sorted(set(one.players).intersection(other.players)):
                yield player, one, other


def _differ(one: Wish, other: Wish) -> bool:
    if one.table != other.table:
        return True
    return bool(one.seat and other.seat and one.seat != other.seat)


def broken(tables: Sequence[Sequence[str]], wanted: Mapping[str, Any]) -> Iterator[Caution]:
    """What these tables do not keep of the wishes that `for_the_draw` gave.

    Tables in the order of their numbers, players in that of their seats.
    """
    place_of = {
        player: (number, seat)
        for number, table in enumerate(tables, start=1)
        for seat, player in enumerate(table, start=1)
    }
    for group in (*wanted.get("apart", ()), *wanted.get("rather_apart", ())):
        yield from _sitting_together(group, place_of)
    for group in wanted.get("together", ()):
        yield from _torn_apart(group, place_of)
    for player, table in wanted.get("tables", {}).items():
        yield from _elsewhere(player, place_of[player][0], table)
    for player, place in wanted.get("locked", {}).items():
        yield from _off_seat(player, place_of[player], (place["table"], place["seat"]))
    yield from _far_from_desk(tables, frozenset(wanted.get("near_desk", ())))


Places = Mapping[str, tuple[int, int]]


def _sitting_together(group: Iterable[str], place_of: Places) -> Iterator[Caution]:
    for pair in combinations(group, 2):
        table, other = (place_of[player][0] for player in pair)
        if table == other:
            yield Caution.of(
                "",
                marked(
                    "A wish is broken: {players} are to sit apart, and both sit at table {table}."
                ),
                players=pair,
                table=table,
            )


def _torn_apart(group: Iterable[str], place_of: Places) -> Iterator[Caution]:
    tables = sorted({place_of[player][0] for player in group})
    if len(tables) > 1:
        yield Caution.of(
            "",
            marked("A wish is broken: {players} are to sit together, and sit at tables {tables}."),
            players=tuple(group),
            tables=tuple(tables),
        )


def _elsewhere(player: str, found: int, table: int) -> Iterator[Caution]:
    if found != table:
        yield Caution.of(
            "",
            marked(
                "A wish is broken: {player} is to sit at table {table}, and sits at table {found}."
            ),
            player=player,
            table=table,
            found=found,
        )


def _off_seat(player: str, found: tuple[int, int], place: tuple[int, int]) -> Iterator[Caution]:
    if found != place:
        yield Caution.of(
            "",
            marked(
                "A wish is broken: {player} is to sit at table {table}, seat {seat}, and sits "
                "at table {found_table}, seat {found_seat}."
            ),
            player=player,
            table=place[0],
            seat=place[1],
            found_table=found[0],
            found_seat=found[1],
        )


def _far_from_desk(tables: Sequence[Sequence[str]], near: frozenset[str]) -> Iterator[Caution]:
    """Whoever is to sit near the desk, though a table of the same size is nearer."""
    nearer: set[int] = set()
    for number, table in enumerate(tables, start=1):
        here = [player for player in table if player in near]
        if not here:
            nearer.add(len(table))
        elif len(table) in nearer:
            for player in here:
                yield Caution.of(
                    "",
                    marked(
                        "A wish is broken: {player} is to sit near the desk, and sits at table "
                        "{table}."
                    ),
                    player=player,
                    table=number,
                )
