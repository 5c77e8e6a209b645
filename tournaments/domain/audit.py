"""The audit of the draw: a chain of hashes published before round 1, and what follows from it.

The tournament's secret for its last round is hashed once for every round before that one. The end
of the chain is published before anything is drawn, so every link is fixed from then on; with each
round the next link becomes public. What is rolled in the hall before a draw goes into its seed
too, so neither the site nor the hall can choose a seed alone. docs/draw.md tells it at length.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from .draw import (
    ALGORITHM,
    SCHEDULE,
    answer_of,
    drawn_from,
    schedule_answer,
    schedule_from,
)
from .meetings import repeated_pairs, repeated_trios
from .values import Refused, marked

DICE = range(3, 51)
"""How many dice may be rolled for a round."""

PUBLIC_LENGTH = 2 * DICE[-1]
"""The most characters that a public value may have."""

NUMBERS = range(1, 21)
"""How many numbers a source that is named beforehand may give."""

LARGEST = 999_999
"""The largest of them."""

ACCOUNT = ("certificate", "repeated_pairs", "repeated_triples", "reasons", "threes", "left_out")

OF_A_SCHEDULE = ("certificate", "repeated_pairs", "repeated_triples", "positions")
"""What a draw says of itself, and a schedule of all its rounds."""

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


def numbers_value(text: str) -> str:
    """Numbers that were drawn elsewhere: in order of size, without leading zeros, a space between.

    So they too can be written in one way only, whichever came first. Raises `Refused` for anything
    but whole numbers.
    """
    found = BETWEEN_DICE.sub(" ", text).split()
    if not found:
        raise Refused("T-016", marked("Type the numbers that were drawn."))
    if not all(number.isascii() and number.isdecimal() for number in found):
        raise Refused("T-016", marked("Type whole numbers, such as 4 17 23 31 38 45."))
    if len(found) not in NUMBERS or any(len(number) > len(str(LARGEST)) for number in found):
        raise Refused(
            "T-016",
            marked("There can be {most} numbers, none above {largest}."),
            most=NUMBERS[-1],
            largest=LARGEST,
        )
    return " ".join(map(str, sorted(map(int, found))))


def one_that_counts(confirmed: Sequence[bool]) -> int | None:
    """Which of the values of a round goes into the draw, from 0: the last one that a second person
    confirmed, and if there is none the last one; None if nothing was typed."""
    places = [place for place, seen in enumerate(confirmed) if seen] or range(len(confirmed))
    return max(places, default=None)


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
    return [
        *(step for chain_ in chains_in(record) for step in _links(chain_)),
        *_value(record),
        *(step for a in record["attempts"] for step in _attempt(record, a)),
    ]


def chains_in(record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The chains of a record, the first one first. Older records know of one at most."""
    if "chains" in record:
        return list(record["chains"])
    only = record["commitment"]
    return [{**only, "first_round": 1, "ended": None}] if only else []


def chain_of(record: Mapping[str, Any], attempt: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The chain that a draw follows from; None if its seed came from the site alone."""
    chains = chains_in(record)
    if "chain" not in attempt:
        return chains[0] if chains else None
    return next((one for one in chains if one["links"][0] == attempt["chain"]), None)


def _links(chain_: Mapping[str, Any]) -> Iterator[Step]:
    for number, (before, revealed) in enumerate(pairwise(chain_["links"]), start=1):
        yield _step(
            marked("The link of round {round} leads back to what was published before it."),
            before,
            link(revealed),
            round=number,
        )


def _value(record: Mapping[str, Any]) -> Iterator[Step]:
    values = record.get("values", [])
    place = one_that_counts([bool(one["confirmed"]) for one in values])
    if place is not None and record["public_value"]:
        yield _step(
            marked("The draw took what was typed and confirmed last."),
            record["public_value"],
            values[place]["value"],
        )


def _attempt(record: Mapping[str, Any], attempt: Mapping[str, Any]) -> Iterator[Step]:
    number, inputs, answer = attempt["attempt"], attempt["inputs"], attempt["answer"]
    first = attempt.get("first_round", record["round"])
    if chain_ := chain_of(record, attempt):
        links = chain_["links"]
        yield _step(
            marked("The seed of draw {draw} follows from its input, the link and the dice."),
            attempt["seed"],
            seed_of(
                event=record["event"]["id"],
                round_number=first,
                attempt=number,
                algorithm=attempt["algorithm"],
                inputs=inputs,
                public=record["public_value"],
                secret=links[first],
            )
            if first < len(links)
            else "",
            draw=number,
        )
    if not answer:
        return
    again, refused = _drawn_again(attempt)
    yield _step(
        marked("Draw {draw} comes out the same when it is drawn again from its seed."),
        _shown(drawn_tables(inputs, answer, record["round"])[0]),
        _shown(drawn_tables(inputs, again, record["round"])[0]) if again else refused,
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
    if attempt["algorithm"] not in (ALGORITHM, SCHEDULE):
        return {}, ""
    try:
        if attempt["algorithm"] == SCHEDULE:
            return schedule_answer(schedule_from(attempt["inputs"], attempt["seed"])), ""
        return answer_of(drawn_from(attempt["inputs"], attempt["seed"])), ""
    except Refused as refusal:
        return {}, str(refusal)


def _swaps(record: Mapping[str, Any], attempt: Mapping[str, Any]) -> Iterator[Step]:
    tables, history = drawn_tables(attempt["inputs"], attempt["answer"], record["round"])
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


# What is not wrong, and should be known all the same


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that weakens the proof; `message` and `facts` are as in `Refused`."""

    message: str
    facts: tuple[tuple[str, Any], ...]


def remarks_on(record: Mapping[str, Any]) -> list[Remark]:
    """What everybody who checks a round should know besides: chains that ended, draws without one,
    values that one person alone typed or that were typed again."""
    return [
        *(remark for one in chains_in(record) for remark in _of_chain(record, one)),
        *(remark for attempt in record["attempts"] for remark in _of_attempt(record, attempt)),
        *_of_values(record),
    ]


def _of_chain(record: Mapping[str, Any], chain_: Mapping[str, Any]) -> Iterator[Remark]:
    if chain_["first_round"] > 1:
        yield _remark(
            marked("A new chain was begun at {at}, for the rounds from {round} on."),
            at=_moment(chain_["at"]),
            round=chain_["first_round"],
        )
    if ended := chain_["ended"]:
        yield _remark(ENDS[ended["why"]], at=_moment(ended["at"]))


ENDS = {
    "taken": marked(
        "The secret of the chain was taken out of the site at {at}. The chain ended there: a draw "
        "made later does not follow from it."
    ),
    "moved": marked(
        "The event was moved to another machine at {at}. The chain ended there: a draw made later "
        "does not follow from it."
    ),
}


def _of_attempt(record: Mapping[str, Any], attempt: Mapping[str, Any]) -> Iterator[Remark]:
    number, chain_ = attempt["attempt"], chain_of(record, attempt)
    if chain_ is None:
        if chains_in(record):
            yield _remark(
                marked("Draw {draw} follows from no chain: its seed came from the site alone."),
                draw=number,
            )
        return
    if attempt.get("first_round", record["round"]) >= len(chain_["links"]):
        yield _remark(
            marked("The link of draw {draw} stayed on another machine, so its seed is not proved."),
            draw=number,
        )
    ended = chain_["ended"]
    if ended and _moment(attempt["at"]) > _moment(ended["at"]):
        yield _remark(
            marked(
                "Draw {draw} was made after the chain had ended: whoever had the secret could have "
                "tried values until a draw pleased them."
            ),
            draw=number,
        )


def _of_values(record: Mapping[str, Any]) -> Iterator[Remark]:
    values, sources = record.get("values", []), record.get("sources", [])
    for before, after in pairwise(sources):
        yield _remark(
            marked("What decides was changed at {at}, from “{before}” to “{after}”: {reason}"),
            at=_moment(after["at"]),
            before=before["text"],
            after=after["text"],
            reason=after["reason"],
        )
    for before, after in pairwise(values):
        yield _remark(
            marked("It was typed again at {at}: {before} became {after}. Reason: {reason}"),
            at=_moment(after["at"]),
            before=before["value"],
            after=after["value"],
            reason=after["reason"],
        )
    if values and not any(value["confirmed"] for value in values):
        yield _remark(marked("One person typed what was rolled, and nobody confirmed it."))
    drawn_at = min((_moment(attempt["at"]) for attempt in record["attempts"]), default=None)
    if drawn_at and any(_moment(value["at"]) > drawn_at for value in values):
        yield _remark(marked("Something was typed after the round had been drawn."))


def _moment(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text)


def _remark(message: str, **facts: Any) -> Remark:
    return Remark(message, tuple(facts.items()))


def drawn_tables(
    inputs: Mapping[str, Any], answer: Mapping[str, Any], number: int
) -> tuple[Tables, Sequence[Tables]]:
    """The tables of a round (from 1) as they were drawn, and the rounds before it that the draw
    knew of. A schedule begins with round 1."""
    if "rounds" in answer:
        return answer["rounds"][number - 1], answer["rounds"][: number - 1]
    return answer["tables"], inputs.get("rounds", [])


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
    keys = OF_A_SCHEDULE if "rounds" in answer else ACCOUNT
    return canonical({key: answer[key] for key in keys}).decode()


def _shown(tables: Tables) -> str:
    return "; ".join(" ".join(table) for table in tables)


def _step(message: str, expected: str, found: str, **facts: Any) -> Step:
    return Step(message, tuple(facts.items()), expected, found)
