"""Hundreds of whole events through the site's services, recounted here by plainer means."""

from collections import defaultdict
from fractions import Fraction

import pytest

from tests.samples import at_length
from tournaments.management.commands.simulate_tournament import play
from tournaments.models import Tournament
from tournaments.models.event import read_event

pytestmark = [pytest.mark.prove, pytest.mark.django_db]

# From, to, direct places, places that earn a point; as printed in the rules.
BANDS = [
    (12, 20, range(1, 2), range(2, 5)),
    (21, 30, range(1, 3), range(3, 9)),
    (31, 40, range(1, 5), range(5, 13)),
    (41, 400, range(1, 7), range(9, 17)),
]


@pytest.mark.rule("T-006", "T-013", "T-014", "T-020", "T-025", "T-029", "T-041", "T-049")
@pytest.mark.parametrize("players", [*range(6, 60), 100])
@pytest.mark.parametrize("seed", at_length(range(4), after=1))
def test_a_whole_event_keeps_the_rules(players, seed):
    answer = play(players, 4, f"{seed}-{players}")

    event = read_event(Tournament.objects.get(slug=answer["tournament"]))
    tally = _Tally()
    for round_ in event.rounds:
        _check_seats(round_.tables, tally, first=round_.number == 1)
        for table in round_.tables:
            tally.add(table.result, table.seats)
    _check_standings(answer["standings"], event, tally)
    _check_awards(answer["standings"], players=len(tally.points))


class _Tally:
    """What each entry has gathered, by key."""

    def __init__(self):
        self.points = defaultdict(int)
        self.game_points = defaultdict(int)
        self.shares = defaultdict(list)
        self.places = defaultdict(list)

    def add(self, result, seats):
        entry = {seat.pk: seat.entry_id for seat in seats}
        points = {entry[score.seat_id]: min(score.game_points, 10) for score in result.scores.all()}
        winner = entry.get(result.winner_id)
        levels = sorted({value for key, value in points.items() if key != winner}, reverse=True)
        for key, value in points.items():
            place = 1 if key == winner else levels.index(value) + (2 if winner else 1)
            self.places[key].append(place)
            self.points[key] += (10, 3, 2, 1)[place - 1]
            self.game_points[key] += value
            self.shares[key].append(Fraction(value, sum(points.values())))

    def merit(self, key):
        places, shares = self.places[key], self.shares[key]
        return (
            places.count(1),
            self.points[key],
            self.game_points[key],
            sum(shares) / len(shares),
            places.count(2),
            places.count(3),
        )


def _check_seats(tables, tally, *, first):
    sizes = [len(table.seats) for table in tables]
    seated = [key for table in tables for key in table.entry_ids]
    threes = -len(seated) % 4
    assert len(seated) == len(set(seated))
    assert sizes == [4] * ((len(seated) - 3 * threes) // 4) + [3] * threes
    if not first and threes and sizes[0] == 4:
        of_size = {
            size: [tally.points[key] for t in tables if len(t.seats) == size for key in t.entry_ids]
            for size in (3, 4)
        }
        assert max(of_size[3]) <= min(of_size[4])


def _check_standings(rows, event, tally):
    by_number = {entry.number: key for key, entry in event.entries.items()}
    merits = [tally.merit(by_number[row["number"]]) for row in rows]

    assert [row["rank"] for row in rows] == list(range(1, len(tally.points) + 1))
    assert merits == sorted(merits, reverse=True)
    assert [(r["first_places"], r["points"], r["game_points"]) for r in rows] == [
        merit[:3] for merit in merits
    ]


def _check_awards(rows, *, players):
    direct, points = next(
        ((direct, points) for low, high, direct, points in BANDS if low <= players <= high),
        ((), ()),
    )
    expected = dict.fromkeys(direct, "direct") | dict.fromkeys(points, "point")

    assert [row["award"] for row in rows] == [expected.get(row["rank"]) for row in rows]
