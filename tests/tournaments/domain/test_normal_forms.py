"""The normal forms of any text, and no long run of marks put in order."""

import re
from itertools import groupby
from pathlib import Path
from unicodedata import combining, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tournaments
from tournaments.domain.bounds import check_marks
from tournaments.domain.entering import tidy_name
from tournaments.domain.normal_forms import normal_form
from tournaments.domain.values import Refused

FORMS = ("NFC", "NFD", "NFKC", "NFKD")

APART_AS_MARKS = ("\u0315", "\u0344", "\u0f73\u0f71", "\u0f75\u0f81", "\uff9e", "\u1dfa\u0300")
"""Some are no marks before they are taken apart."""


def longest_run(text: str) -> int:
    runs = groupby(text, key=lambda letter: combining(letter) > 0)
    return max((len(list(run)) for marks, run in runs if marks), default=0)


@pytest.mark.parametrize("form", FORMS)
@given(text=st.text(max_size=100))
def test_what_people_write_has_the_form_that_unicode_gives_it(form, text):
    assert normal_form(form, text) == normalize(form, text)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "name", ["Nguyễn Thị Ánh Tuyết ", "Řehoř Žluťoučký ", "Jose\u0301 ", "ﬁ ﷺ "]
)
def test_a_long_text_of_many_marks_is_no_run_of_them(form, name):
    assert normal_form(form, name * 50) == normalize(form, name * 50)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("marks", APART_AS_MARKS)
def test_no_long_run_of_marks_is_put_in_order(form, marks):
    for text in ("A" + marks * 2000, "A" + "\u0315" * 500 + marks * 500 + "\u0300" * 500):
        assert longest_run(normal_form(form, text)) <= 64


def test_thirty_marks_are_put_in_order_and_the_next_by_themselves():
    swapped = "\u0301\u0323"

    assert normal_form("NFD", "A" + swapped * 15) == "A" + "\u0323" * 15 + "\u0301" * 15
    assert normal_form("NFD", "A" + swapped * 16).endswith("\u0301\u034f\u0323\u0301")


@pytest.mark.parametrize("marks", ["\u0315", "\u0344", "\u0f73\u0f71", "\u0323\u0301"])
def test_a_pile_of_marks_is_refused_as_before(marks):
    with pytest.raises(Refused, match="marks at most"):
        check_marks("A" + marks * 1000)


def test_marks_that_make_a_name_too_long_are_not_even_put_in_order():
    with pytest.raises(Refused) as refusal:
        tidy_name("A" + "\u0315" * 6000 + "\u0300" * 6000)

    assert refusal.value.facts == {"most": 120, "letters": 12_001}


def test_nothing_but_this_one_function_asks_unicode_for_a_normal_form():
    folder = Path(tournaments.__file__).parent
    asking = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if re.search(r"unicodedata import .*\bnormalize\b|unicodedata\.normalize", path.read_text())
    }

    assert asking == {"domain/normal_forms.py"}
