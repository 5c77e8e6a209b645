"""At the door: what the number of players means for tables and for places."""

from __future__ import annotations

from dataclasses import dataclass

from .qualification import (
    MINIMUM_PLAYERS,
    PRINTED_JUNIOR,
    PRINTED_MAIN,
    Band,
    PlacesSevenEight,
    SlotTable,
    has_junior_category,
    left_out_note,
)
from .seating import Sizes, table_sizes
from .values import Caution, EventKind, Refused


@dataclass(frozen=True, slots=True)
class Door:
    """Tables of four and of three, and the bands that hold; no band where there are no places.

    `players` are those who are here, who decide the tables; `counted` those who count for the
    bands, `juniors` of them (D-135). `refusal` says why no tables can be made; then there are none.
    `missing` is how many players are still needed for the twelve (T-074), 0 where that does not
    matter; `left_out` is what is to be said of places that the printed rules leave out (T-081).
    """

    players: int
    counted: int
    juniors: int
    fours: int = 0
    threes: int = 0
    refusal: Refused | None = None
    band: Band | None = None
    junior_category: bool = False
    junior_band: Band | None = None
    missing: int = 0
    left_out: Caution | None = None

    @property
    def sizes(self) -> str:
        """Tables as they are spoken of: "3 × 4 + 2 × 3"; empty where none can be made."""
        parts = ((self.fours, 4), (self.threes, 3))
        return " + ".join(f"{count} × {size}" for count, size in parts if count)


def at_the_door(
    players: int,
    juniors: int,
    *,
    counted: int | None = None,
    kind: EventKind = EventKind.SEASON,
    main: SlotTable = PRINTED_MAIN,
    junior: SlotTable = PRINTED_JUNIOR,
    places_7_8: PlacesSevenEight | None = None,
    sizes: Sizes = "fours",
) -> Door:
    """What the players to be seated can expect, and the `counted`, some of whom are juniors:
    whoever is here before the first draw, then also those who played and left (D-135; T-006 to
    T-012, T-074, T-077 to T-087)."""
    fours, threes, refusal = _tables(players, sizes)
    counted = players if counted is None else counted
    if not kind.gives_places:
        category = kind is not EventKind.SCHOOL and has_junior_category(juniors)
        return Door(players, counted, juniors, fours, threes, refusal, junior_category=category)
    left_out = left_out_note(counted, main, places_7_8=places_7_8)
    enough = counted >= MINIMUM_PLAYERS
    return Door(
        players,
        counted,
        juniors,
        fours,
        threes,
        refusal,
        band=main.band(counted),
        # Below twelve it is no tournament of the Tour, so there is no category either (D-145).
        junior_category=enough and has_junior_category(juniors),
        junior_band=junior.band(juniors) if enough else None,
        missing=max(MINIMUM_PLAYERS - counted, 0),
        left_out=left_out,
    )


def _tables(players: int, wanted: Sizes) -> tuple[int, int, Refused | None]:
    try:
        sizes = table_sizes(players, wanted)
    except Refused as refusal:
        return 0, 0, refusal
    return sizes.count(4), sizes.count(3), None
