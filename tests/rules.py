"""Which tests keep which rules: the marks of the tests against the rules of the Tour.

`python -m tests.rules` writes the table of both, docs/rules.md.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tournaments.domain.rulebook import CHAPTERS, Rule

TESTS = Path(__file__).parent
TABLE = TESTS.parent / "docs" / "rules.md"
ROW = re.compile(r"^\| (?P<rule>T-\d{3}) \| (?P<text>[^|]+) \| (?P<tests>[^|]*) \|$", re.MULTILINE)
INTRODUCTION = """\
# The rules of the Tour, and what keeps them

Each row is one rule of the tournament, in our own words; its number is the one that pages, \
refusals and tests show. The last column names the tests that prove it, under `tests/`. `make \
rules` writes this page from `tournaments/domain/rulebook.py` and the marks of the tests \
(`@pytest.mark.rule("T-012")`); a test fails if a rule has none.
"""


def marked_tests() -> dict[str, list[str]]:
    """Rule id of the Tour to the test files, as paths from `tests/`, that name it in a mark."""
    found = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for rule in sorted(set(_marks(ast.parse(path.read_text())))):
            if rule.startswith("T-"):
                found[rule].append(path.relative_to(TESTS).as_posix())
    return found


def page(tests: Mapping[str, Sequence[str]]) -> str:
    parts = [INTRODUCTION]
    for chapter in CHAPTERS:
        rows = "".join(_row(rule, tests.get(rule.id, ())) for rule in chapter.rules)
        parts.append(f"## {chapter.title}\n\n| rule | in short | kept by |\n|---|---|---|\n{rows}")
    return "\n".join(parts)


def _row(rule: Rule, tests: Sequence[str]) -> str:
    return f"| {rule.id} | {rule.text} | {', '.join(f'`{path}`' for path in tests)} |\n"


def _marks(module: ast.Module) -> Iterator[str]:
    """The ids in every `pytest.mark.rule(...)`, on a test or on one of its parameters."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (ast.literal_eval(argument) for argument in node.args)


if __name__ == "__main__":
    TABLE.write_text(page(marked_tests()))
