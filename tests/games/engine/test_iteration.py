"""No position is taken for granted in the engine: what runs side by side is of one length, and what
is looked for is there or has a default. An end that nobody saw would end whoever asked, too."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import games.engine

ENGINE = Path(games.engine.__file__).parent


def calls(name):
    for path in sorted(ENGINE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                yield f"{path.relative_to(ENGINE)}:{node.lineno}", node


def is_strict(call):
    return any(
        keyword.arg == "strict" and ast.literal_eval(keyword.value) for keyword in call.keywords
    )


def has_default(call):
    return len(call.args) == 2


@pytest.mark.parametrize(("name", "is_safe"), [("zip", is_strict), ("next", has_default)])
def test_nothing_ends_unseen(name, is_safe):
    assert [place for place, call in calls(name) if not is_safe(call)] == []
