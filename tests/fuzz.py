"""Any bytes have a verdict: atheris looks for some that have none, or not within a second.

`make fuzz`, or `python -m tests.fuzz 600` for ten minutes. It begins with games in the notation, in
JSON and packed, and with the words of the notation. With a seed it walks the same way again, as the
continuous build does: what is new there comes from the change and not from chance.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["games.engine"]):
    from games.engine import record, rulesets
    from games.engine.document import write_document
    from games.engine.verdicts import verdict_on

from tests.games.played import RECORDS
from tests.games.played import record as played
from tests.games.rulesets import card_chance

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
    verdict = verdict_on(data)
    if verdict["valid"] not in (True, False):
        raise AssertionError(verdict)


def _sow(corpus: Path) -> None:
    for packed in RECORDS.glob("*.gz"):
        (corpus / packed.name).write_bytes(packed.read_bytes())
    for sample in SAMPLES.glob("*.txt"):
        (corpus / sample.name).write_bytes(sample.read_bytes())
    cards = card_chance.game(4, 1)[0]
    (corpus / "cards.txt").write_text(record.write(cards, card_chance.rules().notation))
    document = write_document(cards, card_chance.rules().notation)
    (corpus / "cards.json").write_text(json.dumps(document))
    for ruleset in (one for one in rulesets.RULESETS if one.viewer == "island"):
        game = played("c-vwv-48001")
        short = game._replace(actions=game.actions[:60])
        text = record.write(short, ruleset.notation)
        (corpus / f"{ruleset.key}.txt").write_text(text.replace('"base"', f'"{ruleset.key}"'))
        document = write_document(short, ruleset.notation)
        (corpus / f"{ruleset.key}.json").write_text(json.dumps(document))


def _words() -> list[str]:
    marks = {mark for ruleset in rulesets.RULESETS for mark in ruleset.notation.turn}
    return sorted(
        marks | {"4W>O", "<>", "c2ne", "3+5", "+LL", "[Seats ", "?", "!1", "/", "Ben:"} - {""}
    )


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3]))
