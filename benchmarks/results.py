"""A round of a hundred tables, entered through the site's pages by two organisers at once."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any

from django.db import connection
from django.test import Client

from benchmarks.measure import Row, benchmark

TABLES = 100


@benchmark("Results of a round of 100 tables, entered one by one")
def results() -> Iterator[Row]:
    """Every table is opened, typed and saved, as people do; the two share the tables out."""
    everything = range(1, TABLES + 1)
    alone, alone_seconds = _entered([everything])
    both, both_seconds = _entered([everything[::2], everything[1::2]])
    for name, (refused, lost) in (("by one", alone), ("by two at once", both)):
        yield Row.count(f"{name}: tables refused", refused, 0)
        yield Row.count(f"{name}: entries lost", lost, 0)
    yield Row.at_most("by two at once", both_seconds, alone_seconds, 2, of="by one alone")


def _entered(shares: Sequence[Sequence[int]]) -> tuple[tuple[int, int], float]:
    """A round entered by as many people as there are shares of its tables.

    How many tables were not answered as saved, how many are not kept as they were typed, and the
    seconds it took.
    """
    from tests.factories import publish, ready_to_draw, signed_in

    tournament = ready_to_draw(4 * TABLES, capacity=4 * TABLES)
    draw = publish(tournament)
    wrong: list[str] = []

    def enter(client: Client, share: Sequence[int]) -> None:
        client.defaults["HTTP_HOST"] = "localhost"
        client.raise_request_exception = False
        for number in share:
            page = f"/t/{tournament.slug}/desk/rounds/1/tables/{number}/"
            opened, saved = client.get(page), client.post(page, _typed(number))
            if (opened.status_code, saved.status_code) != (200, 302):
                wrong.append(page)
        connection.close()

    people = [threading.Thread(target=enter, args=(signed_in(tournament), s)) for s in shares]
    began = time.perf_counter()
    for person in people:
        person.start()
    for person in people:
        person.join()
    taken = time.perf_counter() - began
    return (len(wrong), _lost(draw)), taken


def _points(number: int) -> list[int]:
    """Others at each table, so that an entry cannot pass for another."""
    return [10, 2 + number % 8, 2 + number // 8 % 8, 2 + number // 64]


def _typed(number: int) -> dict[str, Any]:
    points = {f"points-{place}": n for place, n in enumerate(_points(number), start=1)}
    presence = {f"presence-{place}": "played" for place in range(1, 5)}
    return {"draw": 1, "seen": 0, "winner": 1, **points, **presence}


def _lost(draw: Any) -> int:
    kept = {
        table.number: [
            [score.game_points for score in result.scores.order_by("seat__position")]
            for result in table.results.all()
        ]
        for table in draw.tables.all()
    }
    return sum(kept.get(number) != [_points(number)] for number in range(1, TABLES + 1))
