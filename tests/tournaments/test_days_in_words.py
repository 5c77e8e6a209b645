"""Days as each language writes them, and sentences that go on behind a colon."""

import datetime as dt

import pytest
from django import forms
from django.template.loader import render_to_string
from django.utils import translation

from tests.factories import at
from tournaments.templatetags import site
from tournaments.wording import day_words

DAY = dt.date(2026, 11, 23)


@pytest.mark.parametrize(
    ("language", "alone", "of_the_week"),
    [
        ("pl", "23 listopada 2026", "poniedziałek 23 listopada 2026"),
        ("cs", "23. listopadu 2026", "pondělí 23. listopadu 2026"),
        ("en", "23 November 2026", "Monday 23 November 2026"),
    ],
)
def test_a_day_is_written_as_the_language_does(language, alone, of_the_week):
    with translation.override(language):
        assert day_words(DAY) == alone
        assert site.date_words(DAY) == alone
        assert site.day_and_year(DAY) == of_the_week


def test_a_moment_is_told_with_its_year_by_the_clock_in_the_hall():
    with translation.override("pl"):
        assert site.moment_words(at(9, 30)) == "16 maja 2026 09:30"


class Ticked(forms.Form):
    agreed = forms.BooleanField(label="A parent agrees.")


def test_a_sentence_that_is_to_be_ticked_loses_its_stop_before_a_colon():
    page = render_to_string("_form_errors.html", {"form": Ticked({})})

    assert "A parent agrees</a>:" in page
