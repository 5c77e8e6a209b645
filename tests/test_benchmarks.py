"""Benchmarks run outside the continuous build: what they set up still has to fit the code."""

from __future__ import annotations

import pytest

from benchmarks import measure, prints


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
