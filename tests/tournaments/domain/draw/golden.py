"""Many draws by many ways, each as a name and a digest, a line for each.

`python -m tests.tournaments.domain.draw.golden` prints them with nothing but the standard library,
under any Python. golden.txt holds what it printed under the present `ALGORITHM`.
"""

import hashlib
import json
from pathlib import Path

from games.engine.chance import Chance
from tournaments.domain.draw import ALGORITHM
from tournaments.domain.draw.document import answer_of, drawn_from
from tournaments.domain.values import Refused

GOLDEN = Path(__file__).with_name("golden.txt")

WISHES = {
    "points": {},
    "standings": {"low": "standings"},
    "apart": {"apart": [["č 0", "č 1", "č 2"]], "rather_apart": [["č 3", "č 4"]]},
    "together": {"together": [["č 3", "č 9"]], "near_desk": ["č 5"]},
    "locked": {"tables": {"č 4": 1}, "locked": {"č 5": {"table": 1, "seat": 3}}},
    "cut": {"cut": 8, "mode": "standings"},
}


def lines():
    """A line for each event of four rounds, from 6 to 400 players."""
    yield ALGORITHM
    for players in (*range(6, 41), 60, 101, 400):
        for name, wishes in WISHES.items():
            if players <= 20 or name == "points":
                yield f"{players} {name} {_digest(players, wishes)}"


def _digest(players, wishes):
    """The SHA-256 of the answers to four rounds, or as many as the wishes allow, and of why they
    allow no more. Every place is won by lot."""
    chance = Chance(f"golden {players}")
    points = {f"č {number}": 0 for number in range(players)}
    rounds, told = [], hashlib.sha256()
    for number in range(4):
        inputs = {
            "players": sorted(points, key=lambda player: -points[player]),
            "rounds": rounds,
            "points": points,
            **wishes,
        }
        try:
            answer = answer_of(drawn_from(inputs, seed=f"{players} ž {number}"))
        except Refused as refused:
            told.update(str(refused).encode())
            break
        told.update(json.dumps(answer, sort_keys=True).encode())
        rounds.append(answer["tables"])
        for table in answer["tables"]:
            chance.shuffle(placed := list(table))
            for player, won in zip(placed, (10, 3, 2, 1), strict=False):
                points[player] += won
    return told.hexdigest()


if __name__ == "__main__":
    print(*lines(), sep="\n")
