"""The audit of the draw: a chain of hashes published before round 1, and what follows from it.

The tournament's secret for its last round is hashed once for every round before that one. The end
of the chain is published before anything is drawn, so every link is fixed from then on; with each
round the next link becomes public. What is rolled in the hall before a draw goes into its seed
too, so neither the site nor the hall can choose a seed alone. docs/draw.md tells it at length.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from .draw import ALGORITHM, answer_of, drawn_from
from .meetings import repeated_pairs, repeated_trios
from .values import Refused, marked

DICE = range(3, 51)
"""How many dice may be rolled for a round."""

PUBLIC_LENGTH = 2 * DICE[-1]
"""The most characters that a public value may have."""

ACCOUNT = ("certificate", "repeated_pairs", "repeated_triples", "reasons", "threes", "left_out")

BETWEEN_DICE = re.compile(r"[\s,;.+-]+")

Tables: TypeAlias = Sequence[Sequence[str]]


def link(secret: str) -> str:
    """The link before this one: SHA-256 of its text, in lower-case hexadecimal digits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def chain(secret: str, rounds: int) -> tuple[str, ...]:
    """The commitment and behind it the link of every round: link i belongs to round i (from 1).

    `secret` is the link of the last round.
    """
    links = [secret]
    for _ in range(rounds):
        links.append(link(links[-1]))
    return tuple(reversed(links))


def canonical(value: Any) -> bytes:
    """JSON as it is hashed: keys in order, no spaces, letters as they are, in UTF-8."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8")


def seed_of(
    *,
    event: str,
    round_number: int,
    attempt: int,
    algorithm: str,
    inputs: Mapping[str, Any],
    public: str,
    secret: str,
) -> str:
    """The seed of a draw: SHA-256 over all that it depends on, in hexadecimal digits.

    Rounds and attempts count from 1; `secret` is the link of the round.
    """
    parts = {
        "algorithm": algorithm,
        "attempt": attempt,
        "event": event,
        "inputs": inputs,
        "public": public,
        "round": round_number,
        "secret": secret,
    }
    return hashlib.sha256(canonical(parts)).hexdigest()


def public_value(text: str) -> str:
    """What the dice show, as single figures with a space between them.

    However they were typed, the same dice give the same text: somebody who knows the link could
    otherwise try spellings until a draw pleased him. Raises `Refused` for anything but dice.
    """
    figures = BETWEEN_DICE.sub("", text)
    if not figures:
        raise Refused("T-016", marked("Type what was rolled in front of the players."))
    if set(figures) - set("123456"):
        raise Refused("T-016", marked("Dice show figures from 1 to 6, such as 3 5 1 6 2 2 4 1."))
    if len(figures) not in DICE:
        raise Refused(
            "T-016",
            marked("Roll {least} to {most} dice; here are {count}."),
            least=DICE[0],
            most=DICE[-1],
            count=len(figures),
        )
    return " ".join(figures)


# Checking a record


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that anybody can check: what the record says, and what comes out.

    `message` and `facts` are as in `Refused`. `found` is empty where it cannot be worked out here.
    """

    message: str
    facts: tuple[tuple[str, Any], ...]
    expected: str
    found: str

    @property
    def ok(self) -> bool | None:
        """Whether both are the same; None where it cannot be worked out here."""
        return self.found == self.expected if self.found else None


def check_record(record: Mapping[str, Any]) -> list[Step]:
    """Every step from the commitment to the published tables of one round.

    `record` has the shape of docs/schemas/draw-record.json. A draw of another version of the
    program, or one that was kept without its answer, is not repeated.
    """
    return [*_links(record), *(step for a in record["attempts"] for step in _attempt(record, a))]


def _links(record: Mapping[str, Any]) -> Iterator[Step]:
    links = (record["commitment"] or {"links": []})["links"]
    for number, (before, revealed) in enumerate(pairwise(links), start=1):
        yield _step(
            marked("The link of round {round} leads back to what was published before it."),
            before,
            link(revealed),
            round=number,
        )


def _attempt(record: Mapping[str, Any], attempt: Mapping[str, Any]) -> Iterator[Step]:
    number, inputs, answer = attempt["attempt"], attempt["inputs"], attempt["answer"]
    if record["commitment"]:
        yield _step(
            marked("The seed of draw {draw} follows from its input, the link and the dice."),
            attempt["seed"],
            seed_of(
                event=record["event"]["id"],
                round_number=record["round"],
                attempt=number,
                algorithm=attempt["algorithm"],
                inputs=inputs,
                public=record["public_value"],
                secret=record["commitment"]["links"][record["round"]],
            ),
            draw=number,
        )
    if not answer:
        return
    again, refused = _drawn_again(attempt)
    yield _step(
        marked("Draw {draw} comes out the same when it is drawn again from its seed."),
        _shown(answer["tables"]),
        _shown(again["tables"]) if again else refused,
        draw=number,
    )
    yield _step(
        marked("The certificate and the reasons of draw {draw} come out the same."),
        _account(answer),
        _account(again) if again else refused,
        draw=number,
    )
    yield from _swaps(record, attempt)


def _drawn_again(attempt: Mapping[str, Any]) -> tuple[Mapping[str, Any], str]:
    """The answer today, or why nothing can be drawn from such an input; neither of another
    version of the program."""
    if attempt["algorithm"] != ALGORITHM:
        return {}, ""
    try:
        return answer_of(drawn_from(attempt["inputs"], attempt["seed"])), ""
    except Refused as refusal:
        return {}, str(refusal)


def _swaps(record: Mapping[str, Any], attempt: Mapping[str, Any]) -> Iterator[Step]:
    tables, history = attempt["answer"]["tables"], attempt["inputs"].get("rounds", [])
    for swap in attempt["swaps"]:
        after = swapped(tables, *swap["players"])
        yield _step(
            marked("The swap of {players} by hand changes the repeats as it says."),
            canonical([swap["before"], swap["after"]]).decode(),
            canonical([repeats(tables, history), repeats(after, history)]).decode(),
            players=swap["players"],
            draw=attempt["attempt"],
        )
        tables = after
    published = record["published"]
    if published["attempt"] == attempt["attempt"]:
        yield _step(
            marked("The published tables are those of draw {draw} with its swaps by hand."),
            _shown(published["tables"]),
            _shown(tables),
            draw=attempt["attempt"],
        )


def swapped(tables: Tables, first: str, second: str) -> list[list[str]]:
    """The tables after two players changed seats."""
    other = {first: second, second: first}
    return [[other.get(player, player) for player in table] for table in tables]


def repeats(tables: Tables, history: Sequence[Tables]) -> dict[str, int]:
    """Repeated triples, and the cost of repeated pairs: 1, 4, 9 for their 2nd, 3rd, 4th meeting."""
    pairs = repeated_pairs(tables, history=history)
    return {
        "triples": len(repeated_trios(tables, history=history)),
        "cost": sum(len(pair.rounds) ** 2 for pair in pairs),
    }


def _account(answer: Mapping[str, Any]) -> str:
    """What a draw says of itself; not its sentences, which may be put into better words."""
    return canonical({key: answer[key] for key in ACCOUNT}).decode()


def _shown(tables: Tables) -> str:
    return "; ".join(" ".join(table) for table in tables)


def _step(message: str, expected: str, found: str, **facts: Any) -> Step:
    return Step(message, tuple(facts.items()), expected, found)
