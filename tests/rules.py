"""Which tests keep which rules: the marks of the tests against the table in docs/rules.md.

`python -m tests.rules` fills in the table's last column.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent
TABLE = TESTS.parent / "docs" / "rules.md"
ROW = re.compile(
    r"^\| (?P<rule>T-\d{3}) \| (?P<short>[^|]+) \| ?(?P<kept_by>[^|]*?) ?\|$", re.MULTILINE
)
NOT_FOR_SOFTWARE = "not for software: "


def rows() -> dict[str, str]:
    """Rule id to the last column of its row."""
    return {row["rule"]: row["kept_by"] for row in ROW.finditer(TABLE.read_text())}


def marked_tests() -> dict[str, list[str]]:
    """Rule id of the Tour to the test files, as paths from `tests/`, that name it in a mark."""
    found = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for rule in sorted(set(_marks(ast.parse(path.read_text())))):
            if rule.startswith("T-"):
                found[rule].append(path.relative_to(TESTS).as_posix())
    return found


def _marks(module: ast.Module) -> Iterator[str]:
    """The ids in every `pytest.mark.rule(...)`, on a test or on one of its parameters."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (ast.literal_eval(argument) for argument in node.args)


def fill_in() -> None:
    found = marked_tests()

    def filled(row: re.Match[str]) -> str:
        kept_by = ", ".join(f"`{path}`" for path in found.get(row["rule"], []))
        if row["kept_by"].startswith(NOT_FOR_SOFTWARE):
            kept_by = row["kept_by"]
        return f"| {row['rule']} | {row['short']} | {kept_by} |"

    TABLE.write_text(ROW.sub(filled, TABLE.read_text()))


if __name__ == "__main__":
    fill_in()
