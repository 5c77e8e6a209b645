"""Every rule of the Tour is kept by a test, or the table of rules says why none can."""

import re

from tests import rules

ALL = [f"T-{number:03}" for number in range(1, 95)]
WAITING = {"T-005", "T-017", "T-086", "T-094"}


def test_the_table_has_every_rule_once_and_in_order():
    assert list(rules.rows()) == ALL


def test_every_rule_has_a_test_or_a_reason_why_not():
    tested = rules.marked_tests().keys()

    assert {
        rule
        for rule, kept_by in rules.rows().items()
        if rule not in tested and not kept_by.startswith(rules.NOT_FOR_SOFTWARE)
    } <= WAITING


def test_no_test_names_a_rule_that_there_is_not():
    assert rules.marked_tests().keys() <= set(ALL)


def test_the_tests_that_the_table_names_keep_what_it_says():
    tested = rules.marked_tests()

    assert [
        (rule, path)
        for rule, kept_by in rules.rows().items()
        for path in re.findall(r"`([^`]+)`", kept_by)
        if path not in tested[rule]
    ] == []
