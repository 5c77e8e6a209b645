"""How good a draw is, and why each repeat in it could not be avoided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from tournaments.domain.meetings import Meeting
from tournaments.domain.values import Player, Table, filled, marked

from .costs import parts
from .hall import Hall
from .solve import Kind, Solution

WORST_LAST: tuple[Kind, ...] = ("zero", "bound", "enumerated", "best_found")


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a draw costs and what no draw can stay below.

    `cost` and `bound` are sums over pairs of 0, 1, 4, 9 for the first, second, third and fourth
    meeting; repeated triples are counted apart and weigh more than any such sum. `forced` are the
    repeats that follow from who has to sit at which size of table (T-013). `even` says that all
    draws of this quality were equally likely.
    """

    kind: Kind
    triples: int
    cost: int
    bound_triples: int
    bound: int
    even: bool
    forced: tuple[Meeting, ...] = ()
    first: bool | None = None
    """Whether nobody could sit further up, where the standings decide after the repeats."""


@dataclass(frozen=True, slots=True)
class Placed:
    """What a round costs where repeats were not asked about: by plain lot, or by the standings.

    `even` says of a lot whether all seatings were equally likely.
    """

    kind: Literal["lot", "standings", "snake"]
    cost: int
    even: bool | None = None


class InOrder(NamedTuple):
    """How often players have a position in the play order again, and what nobody can stay below."""

    again: int
    bound: int


Why = Literal["kept", "only_table", "lowest", "proved", "compared", "found", "apart", "apart_found"]

WHY: Mapping[Why, str] = {
    "kept": marked("{players} meet again (before: round {rounds}): they are kept at one table."),
    "only_table": marked(
        "{players} meet again (before: round {rounds}): the rules put them at the only table of "
        "{size}."
    ),
    "lowest": marked(
        "{players} meet again (before: round {rounds}): every seating of those with the fewest "
        "points at tables of 3 was compared, and none repeats less."
    ),
    "proved": marked(
        "{players} meet again (before: round {rounds}): it is proved that no seating that the "
        "rules allow repeats less."
    ),
    "compared": marked(
        "{players} meet again (before: round {rounds}): every seating that the rules allow was "
        "compared, and none repeats less."
    ),
    "found": marked(
        "{players} meet again (before: round {rounds}): no seating was found that repeats less; "
        "that there is none is not proved."
    ),
    "apart": marked("{players} were to be kept apart, and no allowed seating keeps them apart."),
    "apart_found": marked(
        "{players} were to be kept apart, and no seating was found that does it."
    ),
}
"""Why players meet at a table who would better not; `why` is kept, the sentence may be reworded."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One plain sentence about one repeat; `message` and `facts` are as in `Refused`."""

    rule_id: str
    why: Why
    facts: tuple[tuple[str, Any], ...]

    @property
    def message(self) -> str:
        return WHY[self.why]

    def __str__(self) -> str:
        return filled(self.message, dict(self.facts))


@dataclass(frozen=True, slots=True)
class Account:
    """What there is to say about a drawn round: its independent parts and who meets again."""

    solutions: Sequence[Solution]
    tables: Sequence[Table]
    index: Mapping[Player, int]
    pairs: Sequence[Meeting]
    triples: Sequence[Meeting]

    def certificate(self, first: bool | None = None) -> Certificate:
        cost = parts(sum(solution.cost for solution in self.solutions))
        bound = parts(sum(solution.bound for solution in self.solutions))
        return Certificate(
            max((solution.kind for solution in self.solutions), key=WORST_LAST.index),
            cost.triples,
            cost.pairs,
            bound.triples,
            bound.pairs,
            even=all(solution.even for solution in self.solutions),
            forced=tuple(pair for pair in self.pairs if self._is_forced(pair)),
            first=first,
        )

    def in_order(self) -> int:
        """How often the play order has to repeat itself, as far as all seatings were compared."""
        return sum(parts(solution.bound).order for solution in self.solutions)

    def explanations(self, apart: Iterable[Sequence[Player]]) -> tuple[Explanation, ...]:
        """A sentence for each repeated triple, each repeated pair and each pair of `apart`."""
        again = (self._why(meeting) for meeting in (*self.triples, *self.pairs))
        return (*again, *filter(None, map(self._why_together, apart)))

    def _why(self, meeting: Meeting) -> Explanation:
        rule_id, why = self._reason(meeting)
        facts = (
            ("players", meeting.players),
            ("rounds", meeting.rounds),
            ("table", meeting.table),
            ("size", self._size(meeting)),
        )
        return Explanation(rule_id, why, facts)

    def _why_together(self, pair: Sequence[Player]) -> Explanation | None:
        together = next((t.number for t in self.tables if set(pair) <= set(t.players)), None)
        if together is None:
            return None
        kind = self._solution(pair).kind
        why: Why = "apart_found" if kind == "best_found" else "apart"
        return Explanation("", why, (("players", pair), ("table", together)))

    def _reason(self, meeting: Meeting) -> tuple[str, Why]:
        solution, size = self._solution(meeting.players), self._size(meeting)
        again = {self.index[player] for player in meeting.players}
        if any(again <= set(slot.kept) for slot in solution.hall.slots):
            return "", "kept"
        if self._is_forced(meeting):
            return "T-013", "only_table" if _is_only(size, solution.hall) else "lowest"
        if solution.kind == "best_found":
            return "T-019", "found"
        return "T-019", "proved" if solution.kind == "bound" else "compared"

    def _is_forced(self, meeting: Meeting) -> bool:
        """Whether the rules leave no other way: theirs is the only table for players of their
        points, or all seatings of those with the fewest points were compared."""
        solution, size = self._solution(meeting.players), self._size(meeting)
        if any(self.index[player] in solution.hall.either for player in meeting.players):
            return False
        if _is_only(size, solution.hall):
            return True
        hall = solution.hall
        compared = solution.kind != "best_found" and not hall.mostly_threes
        return size == 3 and not hall.either and compared

    def _size(self, meeting: Meeting) -> int:
        return len(self.tables[meeting.table - 1].players)

    def _solution(self, players: Sequence[Player]) -> Solution:
        place = self.index[players[0]]
        return next(s for s in self.solutions if any(place in table for table in s.tables))


def _is_only(size: int, hall: Hall) -> bool:
    return sum(slot.size == size for slot in hall.slots) == 1
