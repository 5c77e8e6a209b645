"""What it costs that a result which was answered as saved survives a power cut."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

from django.conf import settings

from benchmarks.measure import Row, benchmark, in_words, seconds, side_by_side


@benchmark("A result on the disk of the embedded site")
def on_the_disk() -> Iterator[Row]:
    """Of one transaction as a result writes it, and of the whole act by its page."""
    with tempfile.TemporaryDirectory(dir=settings.VAR_DIR) as folder, ExitStack() as opened:
        full, normal = (_writing(Path(folder), mode, opened) for mode in ("FULL", "NORMAL"))
        surely, hopefully = side_by_side(full, normal)
        yield Row.beside(
            "a transaction, on the disk when it is answered",
            surely,
            hopefully,
            of="on the disk a moment later",
        )
    act = seconds(_act_of_a_desk())
    share = (surely - hopefully) / act
    yield Row(
        "of that in an act of the desk",
        in_words(surely - hopefully),
        f"the act by its page: {in_words(act)}",
        share,
        "at most 1",
        share <= 1,
    )


def _writing(folder: Path, mode: str, opened: ExitStack) -> Callable[[], object]:
    """Writes a result of four scores with its line in the logbook, as one transaction."""
    database = opened.enter_context(
        closing(sqlite3.connect(folder / f"{mode}.sqlite3", isolation_level=None))
    )
    database.execute("PRAGMA journal_mode=WAL")
    database.execute(f"PRAGMA synchronous={mode}")
    database.execute("CREATE TABLE line (text)")

    def write() -> None:
        database.execute("BEGIN IMMEDIATE")
        for number in range(6):
            database.execute("INSERT INTO line VALUES (?)", (f"{number:0>200}",))
        database.execute("COMMIT")

    return write


def _act_of_a_desk() -> Callable[[], object]:
    from tests.factories import make_tournament, signed_in

    tournament = make_tournament()
    client = signed_in(tournament)
    client.defaults["HTTP_HOST"] = "localhost"

    def write_into_the_book() -> None:
        matter = {"kind": "dispute", "question": "Whose turn is it?"}
        answer = client.post(f"/t/{tournament.slug}/desk/book/open/", matter)
        if answer.status_code != 302:
            raise RuntimeError(f"the book answered {answer.status_code}")

    return write_into_the_book
