"""Who goes through to the final: bands, juniors, season points (T-076 to T-092)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import groupby

from .criteria import Standing
from .values import Caution, Player, Refused, marked

MINIMUM_PLAYERS = 12
"""With fewer a tournament gives neither places nor points, to juniors either (T-082, D-145)."""

MINIMUM_JUNIORS = 3
"""With fewer there is no junior category (T-087)."""

JUNIOR_UNTIL = 14
"""A junior has not had this birthday yet (T-085)."""


class Award(StrEnum):
    """What a place in the final standings brings: a direct place, or one point (T-083)."""

    DIRECT = "direct"
    POINT = "point"


class PlacesSevenEight(StrEnum):
    """What the places get that the printed rules leave out from 41 players on (T-081, D-137)."""

    NOTHING = "nothing"
    POINT = "point"
    DIRECT = "direct"


class SlotKind(StrEnum):
    MAIN = "main"
    JUNIOR = "junior"


@dataclass(frozen=True, slots=True)
class Band:
    """How many players (both ends included, None without an upper end), and how many places.

    Places count from 1: direct from 1 to `direct_to`, points from `points_from` to `points_to`.
    """

    players_from: int
    players_to: int | None
    direct_to: int
    points_from: int
    points_to: int

    def holds(self, players: int) -> bool:
        return self.players_from <= players and (
            self.players_to is None or players <= self.players_to
        )

    @property
    def left_out(self) -> range:
        """Places between the last direct one and the first with a point: 7 and 8 (D-137)."""
        return range(self.direct_to + 1, self.points_from)


@dataclass(frozen=True, slots=True)
class SlotTable:
    """The bands that hold from a day on, fewest players first."""

    kind: SlotKind
    valid_from: date
    bands: tuple[Band, ...]

    def band(self, players: int) -> Band | None:
        """The band for this number of players; None below the first band (T-082, T-087)."""
        return next((band for band in self.bands if band.holds(players)), None)


PRINTED_MAIN = SlotTable(
    SlotKind.MAIN,
    date.min,
    (
        Band(12, 20, direct_to=1, points_from=2, points_to=4),  # T-077
        Band(21, 30, direct_to=2, points_from=3, points_to=8),  # T-078
        Band(31, 40, direct_to=4, points_from=5, points_to=12),  # T-079
        Band(41, None, direct_to=6, points_from=9, points_to=16),  # T-080
    ),
)
"""Places in the final as printed (CZ 116-122)."""

PRINTED_JUNIOR = SlotTable(
    SlotKind.JUNIOR,
    date.min,
    (
        Band(3, 5, direct_to=1, points_from=2, points_to=2),  # T-090
        Band(6, 8, direct_to=2, points_from=3, points_to=4),  # T-091
        Band(9, None, direct_to=3, points_from=4, points_to=6),  # T-092
    ),
)
"""Places in the junior championship as printed (CZ 131-135)."""


def slots_on(
    day: date, kind: SlotKind, tables: Iterable[SlotTable] = (PRINTED_MAIN, PRINTED_JUNIOR)
) -> SlotTable:
    """The table of this kind that holds on a day; the printed one where none has begun."""
    printed = PRINTED_MAIN if kind is SlotKind.MAIN else PRINTED_JUNIOR
    begun = [table for table in tables if table.kind is kind and table.valid_from <= day]
    return max(begun, key=lambda table: table.valid_from, default=printed)


def check_slots(table: SlotTable) -> None:
    """Refuse an edited table whose bands overlap, leave a gap, or give a place twice (T-084)."""
    for band in table.bands:
        if band.players_to is not None and band.players_to < band.players_from:
            raise Refused(
                "T-084",
                marked("The band from {players} players ends before it begins."),
                players=band.players_from,
            )
        if not 0 <= band.direct_to < band.points_from <= band.points_to:
            raise Refused(
                "T-083",
                marked("The band from {players} players: points come after the direct places."),
                players=band.players_from,
            )
    for band, following in zip(table.bands, table.bands[1:], strict=False):
        if band.players_to is None or following.players_from != band.players_to + 1:
            raise Refused(
                "T-084",
                marked("The band from {players} players does not follow the one before it."),
                players=following.players_from,
            )


def award(
    rank: int,
    players: int,
    table: SlotTable = PRINTED_MAIN,
    *,
    places_7_8: PlacesSevenEight = PlacesSevenEight.NOTHING,
) -> Award | None:
    """What a rank (from 1) brings, by the band of the number of players (T-084)."""
    band = table.band(players)
    if band is None:
        return None
    if rank <= band.direct_to:
        return Award.DIRECT
    if band.points_from <= rank <= band.points_to:
        return Award.POINT
    if rank in band.left_out and places_7_8 is not PlacesSevenEight.NOTHING:
        return Award(places_7_8)
    return None


def awards(
    rows: Iterable[Standing],
    players: int,
    table: SlotTable = PRINTED_MAIN,
    *,
    places_7_8: PlacesSevenEight = PlacesSevenEight.NOTHING,
) -> dict[Player, Award]:
    """Who gets what by the standings; places do not pass down (D-138). Whoever shares places that
    bring different things gets nothing before the lot (T-047)."""
    found: dict[Player, Award] = {}
    for level, apart in _prizes_by_group(rows, players, table, places_7_8):
        (prize, *others) = apart
        if prize is not None and not others:
            found |= dict.fromkeys(level, prize)
    return found


def _prizes_by_group(
    rows: Iterable[Standing], players: int, table: SlotTable, places_7_8: PlacesSevenEight
) -> Iterator[tuple[list[Player], set[Award | None]]]:
    """The players of each rank, and all that the places bring which they take together."""
    for rank, group in groupby(rows, key=lambda row: row.rank):
        level = [row.player for row in group]
        places = range(rank, rank + len(level))
        yield level, {award(place, players, table, places_7_8=places_7_8) for place in places}


@dataclass(frozen=True, slots=True)
class Zone:
    """Places next to each other (from 1, both ends included) that bring the same.

    `below` is the last player who may have one of them as the standings are, and `by_lot` says
    that whoever shares a place at one of its ends may come to lie outside.
    """

    first: int
    last: int
    award: Award
    below: Player
    by_lot: bool


@dataclass(frozen=True, slots=True)
class Prizes:
    """All that standings bring: the `awards`, `by_lot` who waits for the lot to be given one or
    not, and what the places bring, best first."""

    awards: Mapping[Player, Award]
    by_lot: frozenset[Player]
    zones: tuple[Zone, ...]


def prizes(
    rows: Sequence[Standing],
    players: int,
    table: SlotTable = PRINTED_MAIN,
    *,
    places_7_8: PlacesSevenEight = PlacesSevenEight.NOTHING,
) -> Prizes:
    """What standings bring by the number of players; nothing below the first band."""
    groups = _prizes_by_group(rows, players, table, places_7_8)
    return Prizes(
        awards(rows, players, table, places_7_8=places_7_8),
        frozenset(player for level, apart in groups if len(apart) > 1 for player in level),
        tuple(_zones(rows, players, table, places_7_8)) if rows else (),
    )


def _zones(
    rows: Sequence[Standing], players: int, table: SlotTable, places_7_8: PlacesSevenEight
) -> Iterator[Zone]:
    ends = {row.rank: number for number, row in enumerate(rows, start=1)}
    shared_with_next = {place for rank, end in ends.items() for place in range(rank, end)}
    first = 1
    places = (award(n, players, table, places_7_8=places_7_8) for n in range(1, players + 1))
    for prize, run in groupby(places):
        last = first + sum(1 for _ in run) - 1
        if prize is not None:
            reached = next((end for end in ends.values() if end >= last), len(rows))
            cut = not shared_with_next.isdisjoint((first - 1, last))
            yield Zone(first, last, prize, rows[reached - 1].player, cut)
        first = last + 1


def junior_prizes(
    rows: Sequence[Standing], juniors: int, players: int, table: SlotTable = PRINTED_JUNIOR
) -> Prizes:
    """What the junior standings bring towards the junior championship (T-089).

    `juniors` and `players` are the numbers that count (D-135, D-142). Independent of the
    awards of the common standings (D-144).
    """
    return prizes(rows, juniors if players >= MINIMUM_PLAYERS else 0, table)


def junior_awards(
    rows: Sequence[Standing], juniors: int, players: int, table: SlotTable = PRINTED_JUNIOR
) -> Mapping[Player, Award]:
    """Who of the junior standings gets what."""
    return junior_prizes(rows, juniors, players, table).awards


def has_junior_category(juniors: int) -> bool:
    """Whether a separate order of the juniors is announced (T-087, T-088)."""
    return juniors >= MINIMUM_JUNIORS


def counted_players(
    rounds: Sequence[Sequence[Collection[Player]]], *, half_of_rounds: bool = False
) -> frozenset[Player]:
    """Who counts as a player of the tournament: everyone seated once, or, by the setting, in at
    least half of the rounds (D-135). Void games and players excluded later count too.

    `rounds` are those who sat at each table, round by round, with those to come left empty.
    """
    seatings = Counter(player for round_ in rounds for table in round_ for player in table)
    least = len(rounds) / 2 if half_of_rounds else 1
    return frozenset(player for player, seated in seatings.items() if seated >= least)


def band_change(before: int, after: int, table: SlotTable = PRINTED_MAIN) -> Caution | None:
    """What to tell the organiser when the number of players moves to another band (T-084)."""
    band = table.band(after)
    if band == table.band(before):
        return None
    if band is None:
        return Caution.of(
            "T-082",
            marked("Players: {before}, now {after}. With so few there are no places to win."),
            before=before,
            after=after,
        )
    return Caution.of(
        "T-084",
        marked(
            "Players: {before}, now {after}. Direct places now: {direct}; "
            "qualification points for places {points_from} to {points_to}."
        ),
        before=before,
        after=after,
        direct=band.direct_to,
        points_from=band.points_from,
        points_to=band.points_to,
    )


def left_out_note(
    players: int,
    table: SlotTable = PRINTED_MAIN,
    *,
    places_7_8: PlacesSevenEight | None = None,
) -> Caution | None:
    """The notice from 41 players on while nobody has set what places 7 and 8 get (T-081)."""
    band = table.band(players)
    if band is None or not band.left_out or places_7_8 is not None:
        return None
    return Caution.of(
        "T-081",
        marked(
            "The printed rules say nothing about places {first} to {last} among {players} players. "
            "They get nothing until you set it; ask the series (D-137)."
        ),
        first=band.left_out[0],
        last=band.left_out[-1],
        players=players,
    )


def turns(birth_date: date, age: int) -> date:
    """The birthday; whoever was born on 29 February has it on 1 March in other years (D-141)."""
    year = birth_date.year + age
    try:
        return birth_date.replace(year=year)
    except ValueError:
        return date(year, 3, 1)


def is_junior(birth_date: date, on: date) -> bool:
    """Whether the 14th birthday is still to come on the first day of the event (T-085, D-141)."""
    # Compared part by part: 29 February comes after the 28th and before 1 March in every year.
    return (birth_date.year + JUNIOR_UNTIL, birth_date.month, birth_date.day) > (
        on.year,
        on.month,
        on.day,
    )


@dataclass(frozen=True, slots=True)
class SeasonTotal:
    """What a player has gathered in a season: direct places, points, and whether it is enough.

    `in_final` is None while only points could be enough and the series has not said how many.
    """

    direct: int
    points: int
    in_final: bool | None


def season_totals(
    won: Iterable[tuple[Player, Award]], *, needed: int | None = None
) -> dict[Player, SeasonTotal]:
    """Direct places and points of each player over the tournaments of a season (D-139).

    `needed` is how many points are enough for the final; None while the series has not set it.
    """
    direct: Counter[Player] = Counter()
    points: Counter[Player] = Counter()
    for player, prize in won:
        (direct if prize is Award.DIRECT else points)[player] += 1
    return {
        player: SeasonTotal(
            direct[player], points[player], _in_final(direct[player], points[player], needed)
        )
        for player in {**direct, **points}
    }


def _in_final(direct: int, points: int, needed: int | None) -> bool | None:
    if direct:
        return True
    return None if needed is None else points >= needed


def season_order(totals: Mapping[Player, SeasonTotal]) -> tuple[Player, ...]:
    """Players with direct places first, then by points; level ones in the order given."""
    return tuple(
        sorted(totals, key=lambda player: (not totals[player].direct, -totals[player].points))
    )
