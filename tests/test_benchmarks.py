"""Benchmarks run outside the continuous build: what they set up still has to fit the code."""

from __future__ import annotations

import pytest

from benchmarks import hall, measure, prints


def test_the_benchmark_of_prints_draws_what_it_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[bytes] = []

    def once(ours, plain, **_):
        drawn.extend((ours(), plain()))
        return 1.0, 1.0

    monkeypatch.setattr(prints, "side_by_side", once)
    monkeypatch.setattr(prints, "TABLES", 2)
    (row,) = prints.score_sheets()

    assert isinstance(row, measure.Row)
    sheets, plain = drawn
    assert sheets.startswith(b"%PDF-")
    assert plain.startswith(b"%PDF-")


def test_the_rows_of_a_hall_say_what_was_missed() -> None:
    answer = {
        "acts_alone": {"check_in": 0.03, **dict.fromkeys(hall.OF_A_ROUND, 0.1)},
        "acts_watched": {"check_in": 0.05, **dict.fromkeys(hall.OF_A_ROUND, 0.15)},
        "acts_while_all_open": {"check_in": 0.07},
        "pages_while_all_open": 1.4,
        "draw_heard_by_95_of_100": 0.9,
        "draw_heard_by_all": 2.1,
        "tables": 200,
        "tables_by_hand": {"silent": 12, "disputed": 9},
        "idle_share_of_a_core": 0.01,
        "idle_megabytes": 201,
    }

    missed = [
        row.name.partition(" pages")[2] or row.name for row in hall.rows_of(answer) if not row.met
    ]

    assert missed == [
        " opened within 5 s: a check-in (95th percentile)",
        " hear of a draw from the click on: all",
        "of 200 tables settled at the desk",
        ": megabytes",
    ]
