"""Every rule that a page names can be read."""

import re
from pathlib import Path

import pytest

from tests import rules as docs
from tournaments.domain.rulebook import CHAPTERS, DECISIONS, TEXTS

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[3]


def test_every_rule_and_decision_is_there_once_and_in_order(client):
    html = client.get("/en/rules/").content.decode()

    ids = re.findall(r'<li id="([TD]-\d+)"', html)
    assert ids == [
        *(f"T-{number:03}" for number in range(1, 95)),
        *(f"D-{number}" for number in range(101, 147)),
    ]


def test_the_page_says_the_same_as_the_documentation():
    rows = re.findall(r"^\| (T-\d+) \| (.*?) \|", docs.TABLE.read_text(), re.MULTILINE)

    assert rows == [(rule.id, rule.text) for chapter in CHAPTERS for rule in chapter.rules]


def test_every_rule_that_the_site_names_can_be_read():
    sources = [*ROOT.glob("tournaments/**/*.py"), *ROOT.glob("templates/**/*.html")]
    named = {rule for file in sources for rule in re.findall(r"\b[TD]-\d{3}\b", file.read_text())}

    assert named <= set(TEXTS)


def test_decisions_are_told_apart_from_the_printed_rules():
    assert all(rule.id.startswith("D-") for rule in DECISIONS.rules)
