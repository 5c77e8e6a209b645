"""The checker on the command line: verdicts on files of records, in words and in JSON."""

from __future__ import annotations

import gc
import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from games.engine.border import Unjudged
from games.engine.files import LARGEST
from games.engine.replay import AT_THE_START
from games.engine.verdicts import UNREADABLE, unjudged, verdict_on
from games.letters import write_any_letter

FOUND, UNREAD, UNJUDGED = 1, 2, 3
"""Exit codes: a rule was broken; a file is no record; the checker failed at a file."""

Work = Callable[[str], dict[str, Any]]


PURPOSE = (
    "Replay recorded games and name every broken rule. Exits 0 if all games keep the rules, "
    "1 if a rule was broken, 2 if a file is no record, 3 if the checker itself failed at a "
    "file; all others are judged, each within bounds of its own and none over all of them. A "
    "record may begin in the middle with the header Position (docs/records.md). "
    "docs/commands.md describes the answer."
)


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.add_argument("--first", action="store_true", help="stop at the first broken rule")
    parser.add_argument("--jobs", type=int, default=1, help="processes to share the work")


def main(words: Sequence[str]) -> int:
    """Answer on standard output; the exit code."""
    parser = ArgumentParser(prog="python -m games", description=PURPOSE)
    add_arguments(parser)
    asked = parser.parse_args(words)
    said, code = judge(asked.files, as_json=asked.json, first=asked.first, jobs=asked.jobs)
    say(said, sys.stdout)
    return code


def judge(files: list[str], *, as_json: bool, first: bool, jobs: int) -> tuple[str, int]:
    """What is said of these files, and the exit code."""
    with _uncollected():
        verdicts = _verdicts(files, first, jobs)
    if as_json:
        said = json.dumps(verdicts, indent=1)
    else:
        said = "\n".join("\n".join(_lines(verdict)) for verdict in verdicts)
    if any("fault" in verdict for verdict in verdicts):
        return said, UNJUDGED
    if any("errors" in verdict for verdict in verdicts):
        return said, UNREAD
    return said, 0 if all(verdict["valid"] for verdict in verdicts) else FOUND


def say(text: str, stream: Any) -> None:
    """Write the answer, as far as somebody reads on: `python -m games FILE | head` closes the
    pipe."""
    write_any_letter(stream)
    try:
        stream.write(f"{text}\n")
        stream.flush()
    except BrokenPipeError:
        # What is still buffered is written once more when Python ends.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without the collector, which looks through every action again and again and finds nothing:
    no verdict leaves anything behind that refers to itself."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _verdicts(files: list[str], first: bool, jobs: int) -> list[dict[str, Any]]:
    work = partial(_verdict, first=first)
    if jobs <= 1 or len(files) == 1:
        return [work(file) for file in files]
    return _shared(work, files, jobs)


def _shared(work: Work, files: list[str], jobs: int) -> list[dict[str, Any]]:
    """The verdicts of several processes. One that is killed takes the others with it, so the files
    that any of them can have had in hand are judged again, each in a process of its own."""
    verdicts: dict[int, dict[str, Any]] = {}
    while left := [at for at in range(len(files)) if at not in verdicts]:
        with ProcessPoolExecutor(min(jobs, len(left)), initializer=gc.disable) as pool:
            futures = {}
            with suppress(BrokenProcessPool):
                for at in left:
                    futures[at] = pool.submit(work, files[at])
        for at, future in futures.items():
            if not isinstance(future.exception(), BrokenProcessPool):
                verdicts[at] = future.result()
        # They were handed out in their order, one to each process and a few waiting.
        for at in [at for at in left if at not in verdicts][: 2 * jobs + 1]:
            verdicts[at] = _alone(work, files[at])
    return [verdicts[at] for at in range(len(files))]


def _alone(work: Work, file: str) -> dict[str, Any]:
    with ProcessPoolExecutor(1, initializer=gc.disable) as pool:
        future = pool.submit(work, file)
        try:
            return future.result()
        except BrokenProcessPool:
            return {"file": file, **unjudged(Unjudged("its process was killed"))}


def _verdict(file: str, *, first: bool) -> dict[str, Any]:
    try:
        data = read_file(file)
    except OSError as error:
        expected = f"a file that can be read: {error.strerror}"
        unread = {"line": None, "column": None, "expected": expected, "suggestion": None}
        return {"file": file, **UNREADABLE, "errors": [unread]}
    return {"file": file, **verdict_on(data, first=first)}


def read_file(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    with Path(file).open("rb") as opened:
        return opened.read(LARGEST + 1)


def _lines(verdict: dict[str, Any]) -> Iterator[str]:
    if "fault" in verdict:
        yield f"{verdict['file']}: not judged"
        yield f"  {verdict['errors'][0]['expected']}"
        return
    if "errors" in verdict:
        yield f"{verdict['file']}: not a record"
        for error in verdict["errors"]:
            place = f"line {error['line']}, column {error['column']}: " if error["line"] else ""
            hint = f" (did you mean {error['suggestion']}?)" if error["suggestion"] else ""
            yield f"  {place}expected {error['expected']}{hint}"
        return
    points = _beside_each_other(verdict["points"])
    state = "every rule kept" if verdict["valid"] else "rules broken"
    if verdict["valid"] and _is_partly_checked(verdict):
        state = "no rule broken as far as it was checked"
    yield f"{verdict['file']}: {state}; {verdict['ended']}, {points}"
    for finding in verdict["findings"]:
        marks = "".join(f" [{mark}]" for mark in ("impossible", "follows") if finding[mark])
        words = f"{finding['rule']} {finding['message']} {finding['detail']}"
        yield f"  {_place(finding)}: {words}{marks}"
        if finding["hint"]:
            yield f"    {finding['hint']}"
    if "not_checked_from" in verdict:
        yield f"  not checked further from {_place(verdict['not_checked_from'])} on"
    if any(finding["impossible"] for finding in verdict["findings"]):
        yield "  the verdict ends there: what comes after it was not judged"
    yield from _hidden(verdict["hidden"]) if "hidden" in verdict else ()
    if "not_checkable" in verdict:
        rules = ", ".join(one["rule"] for one in verdict["not_checkable"])
        yield f"  not checkable, as the record lacks the facts: {rules}"


def _beside_each_other(points: Sequence[int]) -> str:
    """Those of the seats in their order: 10-7-3, and where a minus would run into the hyphen
    -30:-28."""
    return ("-" if min(points) >= 0 else ":").join(map(str, points))


def _is_partly_checked(verdict: dict[str, Any]) -> bool:
    bounded = "hidden" in verdict and verdict["hidden"]["bounds_after"] is not None
    return bounded or "not_checked_from" in verdict


def _hidden(hidden: dict[str, Any]) -> Iterator[str]:
    if any(hidden["points_more"]):
        yield f"  hidden points at most: {_beside_each_other(hidden['points_more'])}"
    for known in hidden["proved"]:
        yield f"  {_place(known)}: {known['detail']} [proved]"
    if hidden["bounds_after"] is not None:
        after = hidden["bounds_after"]
        where = "from the first action on" if after == AT_THE_START else f"after action {after}"
        yield (
            f"  {where} too many hands are possible; cards are judged by the least and the most "
            "that a player can have, so that a broken rule may be missed"
        )
    if hidden["lost_after"] is not None:
        yield f"  after action {hidden['lost_after']} too much is unseen to judge anything"


def _place(finding: dict[str, Any]) -> str:
    if finding["action"] is None:
        return "board"
    return f"line {finding['line']}" if finding["line"] else f"action {finding['action']}"
