"""Any bytes have a verdict: atheris looks for some that have none, or not within a second.

`make fuzz`, or `python -m tests.fuzz 600` for ten minutes. It begins with games in the notation, in
JSON and packed, and with the words of the notation. With a seed it walks the same way again, as the
continuous build does: what is new there comes from the change and not from chance.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED

import atheris

with atheris.instrument_imports(include=["games.engine"]):
    from games.engine import record, rulesets
    from games.engine.batches import ZIP, Batch
    from games.engine.core import Action, NotARecord, Record
    from games.engine.document import write_document
    from games.engine.verdicts import verdict_on

from tests.games.played import RECORDS
from tests.games.rulesets import card_chance
from tests.games.rulesets.chance import legal_action, new_game
from tests.zips import KEPT, SLIPS, zipped

MINUTE = 60
SAMPLES = RECORDS.parents[2] / "games" / "samples"

LONGEST = 20_000
"""Bytes of an input."""


def main(seconds: int = MINUTE, seed: int = 0) -> None:
    """A seed of 0 is another one each time."""
    with tempfile.TemporaryDirectory(prefix="catantour-fuzz-") as folder:
        corpus = Path(folder, "corpus")
        corpus.mkdir()
        _sow(corpus)
        words = Path(folder, "words")
        words.write_text("".join(f'"{word}"\n' for word in _words()))
        limits = f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-seed={seed}"
        atheris.Setup(
            [sys.argv[0], *limits, "-timeout=5", f"-dict={words}", str(corpus)], _has_a_verdict
        )
        atheris.Fuzz()


def _has_a_verdict(data: bytes) -> None:
    if data.startswith(ZIP):
        _is_a_batch_or_none(data)
    verdict = verdict_on(data)
    if verdict["valid"] not in (True, False):
        raise AssertionError(verdict)


def _is_a_batch_or_none(data: bytes) -> None:
    try:
        files = list(Batch(data).checked())
    except NotARecord:
        return
    if not all(file.report or file.mistakes for file in files):
        raise AssertionError(files)


def _sow(corpus: Path) -> None:
    for packed in RECORDS.glob("*.gz"):
        (corpus / packed.name).write_bytes(packed.read_bytes())
    for sample in SAMPLES.glob("*.txt"):
        (corpus / sample.name).write_bytes(sample.read_bytes())
    for compression in (ZIP_STORED, ZIP_DEFLATED):
        day = zipped(("č/1.txt", KEPT), ("2.txt", SLIPS), compression=compression)
        (corpus / f"day-{compression}.zip").write_bytes(day)
    for game in (card_chance.game(4, 1)[0], *_beginnings()):
        ruleset = rulesets.by_key(game.header.ruleset)
        text = record.write(game, ruleset.notation)
        (corpus / f"{ruleset.key}.txt").write_text(text)
        document = write_document(game, ruleset.notation)
        (corpus / f"{ruleset.key}.json").write_text(json.dumps(document))


def _beginnings() -> Iterator[Record]:
    """Of a game in each rule set that is played on an island."""
    chance = random.Random(1)
    for ruleset in (one for one in rulesets.RULESETS if one.viewer == "island"):
        state = new_game(ruleset, chance)
        actions: list[Action] = []
        while len(actions) < 60 and (action := legal_action(ruleset, state, chance)):
            ruleset.play(state, action)
            actions.append(action)
        yield Record(state.header, tuple(actions))


def _words() -> list[str]:
    marks = {mark for ruleset in rulesets.RULESETS for mark in ruleset.notation.turn if mark}
    return sorted(
        marks
        | {
            "4W>O",
            "<>",
            "c2ne",
            "3+5",
            "+LL",
            "[Seats ",
            "?",
            "!1",
            "/",
            "Ben:",
            "(BL+WGOA)",
            "E AA>O",
            "=3",
        }
    )


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3]))
