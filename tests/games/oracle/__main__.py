"""Hold many records against the oracle: `python -m tests.games.oracle [--seed 0] [--only sea]`.

Each difference is printed as the shortest record found that shows it; the exit code is 1 then.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from multiprocessing import Pool
from typing import NamedTuple

from tests.games.oracle.families import (
    COMBINATIONS,
    FAMILIES,
    OF_A_COMBINATION,
    OF_A_FAMILY,
    Cell,
    disagreements,
)

PIECE = 1_000
"""Records that one process takes at once."""

TOLD = 3
"""Differences that are printed of each piece; the others are counted."""


class Piece(NamedTuple):
    family: str
    cell: Cell
    seed: int
    count: int


class Outcome(NamedTuple):
    piece: Piece
    differences: int
    texts: Sequence[str]
    skipped: Counter[str]
    seconds: float


def pieces(only: str, seed: int, share: float) -> list[Piece]:
    """All that is to be done, so that no cell gets the seed of another time."""
    work = [(family, cells, OF_A_FAMILY) for family, cells in FAMILIES.items()]
    work += [("+".join(cell), [cell], OF_A_COMBINATION) for cell in COMBINATIONS]
    found = []
    for family, cells, count in work:
        if only and only != family:
            continue
        for cell in cells:
            left = round(count * share / len(cells))
            for number in range(-(-left // PIECE)):
                some = min(PIECE, left - number * PIECE)
                found.append(Piece(family, cell, seed * 1_000 + number, some))
    return found


def judged(piece: Piece) -> Outcome:
    began = time.process_time()
    skipped: Counter[str] = Counter()
    found = list(disagreements(piece.cell, piece.seed, piece.count, skipped))
    texts = [str(one) for one in found[:TOLD]]
    return Outcome(piece, len(found), texts, skipped, time.process_time() - began)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="a family, or a rule set and its option")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--share", type=float, default=1.0, help="of all records")
    parser.add_argument("--jobs", type=int, default=2)
    told = parser.parse_args()
    records: dict[str, int] = {}
    wrong: dict[str, int] = {}
    skipped: dict[str, Counter[str]] = {}
    with Pool(told.jobs) as pool:
        for outcome in pool.imap_unordered(judged, pieces(told.only, told.seed, told.share)):
            family = outcome.piece.family
            records[family] = records.get(family, 0) + outcome.piece.count
            wrong[family] = wrong.get(family, 0) + outcome.differences
            skipped.setdefault(family, Counter()).update(outcome.skipped)
            for text in outcome.texts:
                print(text)
            print(f"{family}: {records[family]} records", file=sys.stderr)
            sys.stdout.flush()
    for family, count in sorted(records.items()):
        print(f"{family}: {count} records, {wrong[family]} differences")
        for why, number in skipped[family].most_common():
            print(f"  {number} skipped: {why}")
    return int(any(wrong.values()))


if __name__ == "__main__":
    sys.exit(main())
