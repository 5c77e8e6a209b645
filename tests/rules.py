"""Which tests keep which rules: the marks of the tests against the rules of Tour and games.

`python -m tests.rules` writes the table of both, docs/rules.md.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from pathlib import Path
from typing import NamedTuple

from games.engine import core, rulesets
from games.engine.board import rules as board_rules
from games.engine.core import RuledOut
from games.engine.rulesets.combinations import SCENARIOS
from tournaments.domain.rulebook import CHAPTERS

TESTS = Path(__file__).parent
TABLE = TESTS.parent / "docs" / "rules.md"
UNCHECKED = TESTS.parent / "docs" / "rules-unchecked.txt"
FORMAT_ROWS = TESTS.parent / "docs" / "rules-formats.txt"
ROW = re.compile(r"^\| (?P<rule>T-\d{3}) \| (?P<text>[^|]+) \| (?P<tests>[^|]*) \|$", re.MULTILINE)
INTRODUCTION = """\
# The rules of the Tour, and what keeps them

Each row is one rule of the tournament, in our own words; its number is the one that pages, \
refusals and tests show. The last column names the tests that prove it, under `tests/`. `make \
rules` writes this page from `tournaments/domain/rulebook.py` and the marks of the tests \
(`@pytest.mark.rule("T-012")`); a test fails if a rule has none.
"""


GAMES = """\
# The rules of the games, and what checks them

The rows of the base game (B), of five and six players (X), of Cities & Knights (CK, its variant \
CKV), of Seafarers (SF), of Best Friends (BF), of Easter Bunny (EB), of Santa Claus (SC), of the \
Tour's clarifications (TG), of the dice game (DG) and of the fast card game (CG). \
A record is checked against each of them: the third column names the actions that can break it \
(verbs of `games/engine/rulesets/`), or says why no action can, or which other row tells it. Of \
five and six players, Best Friends, Easter Bunny and Santa Claus two tests name each row that a \
record or a board can show, one with a breach and one with the nearest thing that is none; the \
others are of the box, are not built or have no words in a record.
"""

SERIES = {
    "The base game": [f"B-{number:03}" for number in range(1, 183)],
    "Five and six players": [f"X-{number:03}" for number in range(1, 57)],
    "Cities & Knights": [
        *(f"CK-{number:03}" for number in range(1, 298)),
        *(f"CKV-{number:02}" for number in range(1, 9)),
    ],
    "Seafarers": [f"SF-{number:02}" for number in range(1, 34)],
    "Cities & Knights with Seafarers": [f"CKS-{number:02}" for number in range(1, 20)],
    "Best Friends": [*(f"BF-{number:03}" for number in range(1, 101)), "BFD-23"],
    "Easter Bunny": [f"EB-{number:03}" for number in range(1, 56)],
    "Santa Claus": [f"SC-{number:03}" for number in range(1, 56)],
    "Clarifications of the Tour": [f"TG-{number:02}" for number in range(1, 23)],
    "The dice game": [f"DG-{number:03}" for number in range(1, 92)],
    "The fast card game": [f"CG-{number:03}" for number in range(1, 116)],
}
"""The rows of the rules that belong to games, by chapter."""

BOX = "of the box or the table; no record tells it"
READER = "a record has no words for the breach"
NOT_BUILT = "the beginner layout is a lost drawing, neither built nor checked (D-07)"


class Unshown(NamedTuple):
    text: str
    reason: str


def unshown() -> dict[str, Unshown]:
    """The rows of `UNCHECKED`: a reason behind `#`, and under it those that it is for."""
    found, reason = {}, ""
    for line in UNCHECKED.read_text().splitlines():
        if line.startswith("# "):
            reason = line[2:]
        elif line:
            id_, text = line.split(" ", 1)
            found[id_] = Unshown(text, reason)
    return found


UNSHOWN = unshown()
"""The rows that no action of a record can break, and why."""

TWICE_NAMED = ("Five and six players", "Best Friends", "Easter Bunny", "Santa Claus")
"""The chapters of which each row that a record or a board can show is named by two tests."""

NOTHING_TO_NAME = (BOX, NOT_BUILT, READER)
"""Why a row of them has none."""

AT_THE_END = {
    "base": ("B-178", "B-181", "TG-15"),
    "cities-knights": ("CK-220", "CK-221"),
    "base+best-friends": ("BF-097",),
    "base+easter-bunny": ("EB-051",),
    "base+santa": ("SC-051",),
    "seafarers": ("SF-28", "SF-32"),
    "cities-knights+seafarers": ("CKS-09",),
    "dice": ("DG-042", "DG-074", "DG-076", "DG-077", "DG-078", "DG-079"),
    "card-game": ("CG-103", "CG-104", "CG-105", "CG-106"),
}
"""Rules that are held against the result of a game, by rule set."""

SHEETS = ("DG-060", *(f"DG-{number:03}" for number in range(81, 91)))


def marked_tests() -> dict[str, list[str]]:
    """Rule id of the Tour to the test files, as paths from `tests/`, that name it in a mark."""
    return {rule: paths for rule, paths in all_marked_tests().items() if rule.startswith("T-")}


def all_marked_tests() -> dict[str, list[str]]:
    found = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for rule in sorted(set(_marks(ast.parse(path.read_text())))):
            found[rule].append(path.relative_to(TESTS).as_posix())
    return found


def namings() -> Counter[str]:
    """Rule id to how many tests name it: functions with a mark, and two for each case of a table,
    of which one line has to be refused and one has to be allowed."""
    modules = (ast.parse(path.read_text()) for path in TESTS.rglob("test_*.py"))
    return Counter(chain.from_iterable(map(_marks, modules)))


def named_once_or_never() -> list[str]:
    """Rules of `TWICE_NAMED` with fewer than two tests, though nothing says why."""
    counts = namings()
    return [
        id_
        for title in TWICE_NAMED
        for id_ in SERIES[title]
        if counts[id_] < 2 and not (id_ in UNSHOWN and UNSHOWN[id_].reason in NOTHING_TO_NAME)
    ]


def checkers() -> dict[str, list[str]]:
    """Rule id to the verbs that may break it, `board` and `sheet` for what is played on, `header`
    for the rest of the head, and `result` for results."""
    found: dict[str, set[str]] = defaultdict(set)
    for ruleset in rulesets.RULESETS:
        for verb, kind in ruleset.verbs.items():
            for check in kind.checks:
                found[check.rule].add(verb)
    for rule in board_rules.RULES.keys() - UNSHOWN.keys():
        found[rule].add("board")
    for rule in (rule for rows in AT_THE_END.values() for rule in rows):
        found[rule].add("result")
    for rule in SHEETS:
        found[rule].add("sheet")
    for rule in (
        *("CK-016", "CK-020", "CK-021", "DG-008", "DG-009", "CG-005"),
        *("EB-002", "SC-002"),
    ):
        found[rule].add("header")
    for number in range(108, 115):
        found[f"CG-{number}"].add("card set")
    return {rule: sorted(verbs) for rule, verbs in found.items()}


def books() -> dict[str, core.Rule]:
    return {id_: rule for ruleset in rulesets.RULESETS for id_, rule in ruleset.rules.items()}


def coverage() -> list[str]:
    """Of each chapter, how many rows have a finding of their own and how many a test names, as a
    sentence."""
    checked = checkers()
    counts = {title: sum(id_ in checked for id_ in ids) for title, ids in SERIES.items()}
    named = all_marked_tests()
    return [
        f"{title}: {counts[title]} of {len(ids)} rows checked, "
        f"{sum(id_ in named for id_ in ids)} named by a test"
        for title, ids in SERIES.items()
    ]


ISLANDS_WITH = ("tour", "base56", "cities-knights", "seafarers")
"""What an island is played with; with none of them it is the base game, which has five and six
players, Cities & Knights and Seafarers in its place."""

CARDS_AND_DICE = ("dice", "card-game")


def grounds() -> list[str]:
    """The keys of all that a scenario could be played on, whether it is played itself or not."""
    keys = []
    for parts in subsets(ISLANDS_WITH):
        with_base = not parts or ("tour" in parts and "base56" not in parts)
        keys.append("+".join((*("base" for _ in range(with_base)), *parts)))
    return [*keys, *CARDS_AND_DICE]


def matrix() -> dict[tuple[str, str], str]:
    """Each ground with each set of scenarios, the empty one too, and the rule that parts them;
    empty if they are played together."""
    cells = {}
    for ground in grounds():
        for scenarios in subsets(SCENARIOS):
            try:
                rulesets.by_key("+".join((ground, *scenarios)))
            except RuledOut as ruling:
                cells[ground, "+".join(scenarios)] = ruling.rule
            else:
                cells[ground, "+".join(scenarios)] = ""
    return cells


def subsets(parts: Iterable[str]) -> list[tuple[str, ...]]:
    known = tuple(parts)
    return list(chain.from_iterable(combinations(known, size) for size in range(len(known) + 1)))


MATRIX = """\
## What is played together

The parts of a rule set, as `[Ruleset "cities-knights+seafarers+santa"]` names them in any order. \
Each cell is `played`, and then a test plays games in it to their end, or names the row that rules \
it out: a record of it is refused with that row.

"""


def matrix_page() -> str:
    cells = matrix()
    columns = list(dict.fromkeys(scenarios for _, scenarios in cells))
    lines = [
        ("", *(f"`{name}`" if name else "alone" for name in columns)),
        ("---" for _ in range(len(columns) + 1)),
        *(
            (f"`{ground}`", *(cells[ground, name] or "played" for name in columns))
            for ground in grounds()
        ),
    ]
    return MATRIX + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def games_page(tests: Mapping[str, Sequence[str]]) -> str:
    parts = [GAMES, matrix_page()]
    book, checked = books(), checkers()
    for title, ids in SERIES.items():
        rows = "".join(_game_row(id_, book, checked, tests.get(id_, ())) for id_ in ids)
        head = "| rule | in short | checked by | kept by |\n|---|---|---|---|\n"
        parts.append(f"## {title}\n\n{head}{rows}")
    return "\n".join(parts)


def _game_row(
    id_: str,
    book: Mapping[str, core.Rule],
    checked: Mapping[str, Sequence[str]],
    tests: Sequence[str],
) -> str:
    by = ", ".join(f"`{verb}`" for verb in checked.get(id_, ()))
    text = book[id_].text if by else UNSHOWN[id_].text
    by = by or f"none: {UNSHOWN[id_].reason}"
    return f"| {id_} | {text} | {by} | {', '.join(f'`{path}`' for path in tests)} |\n"


def page(tests: Mapping[str, Sequence[str]]) -> str:
    parts = [INTRODUCTION]
    for chapter in CHAPTERS:
        rows = "".join(_row(rule.id, rule.text, tests.get(rule.id, ())) for rule in chapter.rules)
        parts.append(f"## {chapter.title}\n\n| rule | in short | kept by |\n|---|---|---|\n{rows}")
    return "\n".join(parts)


FORMATS = """\
# The formats of other series, and what keeps them

The rows of formats (FM) and the decisions where a printed text is silent (FMD), from \
`docs/rules-formats.txt`. A row without a test is not built or concerns people alone.

| rule | in short | kept by |
|---|---|---|
"""


def format_rows() -> dict[str, str]:
    """What the rows of formats say in short, in their order."""
    lines = FORMAT_ROWS.read_text().splitlines()
    return dict(line.split(" ", 1) for line in lines)


def formats_page(tests: Mapping[str, Sequence[str]]) -> str:
    rows = format_rows().items()
    return FORMATS + "".join(_row(id_, text, tests.get(id_, ())) for id_, text in rows)


def _row(id_: str, text: str, tests: Sequence[str]) -> str:
    return f"| {id_} | {text} | {', '.join(f'`{path}`' for path in tests)} |\n"


def _marks(module: ast.Module) -> Iterator[str]:
    """The ids in every `pytest.mark.rule(...)`, on a test or on one of its parameters, and the
    first ones in every `case(...)` of the games' tests, each of which is two tests; those of
    `BOTH` name the rows of Easter Bunny and of Santa Claus by their number."""
    for node in ast.walk(module):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        if name in CASES:
            yield from 2 * list(_literals(node.args[:1]))
        elif name in BOTH:
            for number in _literals(node.args[:1]):
                yield from 2 * [f"EB-{number}", f"SC-{number}"]
        elif name == "pytest.mark.rule":
            for argument in node.args:
                if isinstance(argument, ast.Starred):
                    yield from ast.literal_eval(argument.value)
                else:
                    yield from _literals([argument])


CASES = {"case", "told", "no_record"}

BOTH = {"of_both", "no_record_of_both"}


def _literals(nodes: Sequence[ast.expr]) -> Iterator[str]:
    """Ids that are written out; a name in a loop stands for ids that are marked elsewhere too."""
    yield from (ast.literal_eval(node) for node in nodes if isinstance(node, ast.Constant))


if __name__ == "__main__":
    marked = all_marked_tests()
    TABLE.write_text("\n".join((page(marked), formats_page(marked), games_page(marked))))
