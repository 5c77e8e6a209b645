"""What strangers may send as a file has a fuzz target; the targets need no fuzzer to be read."""

import ast
from pathlib import Path

import pytest

from tests import fuzz

SOURCE = Path(fuzz.__file__).with_name("fuzz_targets.py").read_text(encoding="utf-8")


def given(name):
    """What a name of the module of targets stands for, as it is written there."""
    (value,) = (
        node.value
        for node in ast.parse(SOURCE).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
    )
    return value


@pytest.mark.parametrize("name", ["READERS", "TARGETS"])
def test_every_reader_of_files_and_texts_is_fuzzed(name):
    named = [ast.literal_eval(key) for key in given(name).keys]

    assert sorted(named) == sorted(fuzz.TARGETS)
    assert {"records", "workbooks", "lists", "archives", "markdown"} <= {*named}


def test_an_input_that_takes_long_or_much_is_a_crash():
    seconds, megabytes = ast.literal_eval(given("(SECONDS, MEGABYTES)"))

    assert (seconds, megabytes) == (5, 400)
    assert "-timeout={SECONDS}" in SOURCE
    assert "-rss_limit_mb={MEGABYTES}" in SOURCE
