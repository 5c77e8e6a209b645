"""Every rule of the Tour is kept by a test, and docs/rules.md says by which."""

import re

from games.engine.rulesets import RULESETS
from tests import rules
from tournaments.domain.rulebook import CHAPTERS

ALL = [f"T-{number:03}" for number in range(1, 95)]


def test_every_rule_is_kept_by_a_test_and_no_test_names_another():
    assert sorted(rules.marked_tests()) == ALL


def test_every_rule_of_the_games_is_checked_or_says_why_not():
    checked = rules.checkers()

    for ids in rules.SERIES.values():
        assert [id_ for id_ in ids if (id_ in checked) == (id_ in rules.UNSHOWN)] == []
    assert sorted(set(checked) - set(rules.books())) == []


def test_rules_of_the_special_tiles_are_read_in_the_words_of_the_documentation():
    told = {id_: rule.text for game in RULESETS for id_, rule in game.reckoned.items()}

    assert told == {id_: rules.UNSHOWN[id_].text for id_ in told}


def test_every_rule_of_the_games_that_is_checked_has_a_test():
    tested = rules.all_marked_tests()

    assert [id_ for id_ in rules.checkers() if id_ not in tested] == []


def test_two_tests_name_each_row_of_the_smaller_books_that_a_record_can_show():
    assert rules.named_once_or_never() == []


def test_no_rule_that_the_table_calls_checked_has_lost_its_check():
    table = rules.TABLE.read_text()
    checked = rules.checkers()

    named = re.findall(r"^\| ([A-Z]+-\d+) \| [^|]+ \| `[^|]+` \| [^|]* \|$", table, re.MULTILINE)
    assert named
    assert [id_ for id_ in named if id_ not in checked] == []


def test_the_table_names_every_row_of_formats_and_no_test_another():
    table, rows = rules.TABLE.read_text(), rules.format_rows()

    assert [id_ for id_, text in rows.items() if f"| {id_} | {text} | " not in table] == []
    assert [id_ for id_ in rules.all_marked_tests() if id_[:2] == "FM" and id_ not in rows] == []


def test_the_table_names_every_rule_of_the_games():
    table = rules.TABLE.read_text()

    for ids in rules.SERIES.values():
        assert [id_ for id_ in ids if f"| {id_} |" not in table] == []


def test_the_table_has_every_rule_in_order_and_in_the_words_of_the_site():
    table = [row.group("rule", "text") for row in rules.ROW.finditer(rules.TABLE.read_text())]

    assert table == [(rule.id, rule.text) for chapter in CHAPTERS for rule in chapter.rules]
    assert [rule for rule, _ in table] == ALL


def test_the_tests_that_the_table_names_keep_what_it_says():
    tested = rules.marked_tests()

    assert [
        (row["rule"], path)
        for row in rules.ROW.finditer(rules.TABLE.read_text())
        for path in re.findall(r"`([^`]+)`", row["tests"])
        if path not in tested[row["rule"]]
    ] == []
