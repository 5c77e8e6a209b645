"""Days as each language writes them, and sentences that go on behind a colon."""

import datetime as dt
import re
from pathlib import Path

import pytest
from django import forms
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tests.factories import at
from tournaments.services import rounds
from tournaments.templatetags import site
from tournaments.wording import day_words, moment_words

ROOT = Path(settings.BASE_DIR) / "templates"
DAY = dt.date(2026, 11, 23)


@pytest.mark.parametrize(
    ("language", "alone", "of_the_week"),
    [
        ("pl", "23 listopada 2026", "poniedziałek 23 listopada 2026"),
        ("cs", "23. listopadu 2026", "pondělí 23. listopadu 2026"),
        ("de", "23. November 2026", "Montag, 23. November 2026"),
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
        assert site.moment_words(at(9, 30)) == "16 maja 2026, 09:30"


@pytest.mark.parametrize(
    ("language", "of_about_now", "of_any_year", "in_a_sentence"),
    [
        ("pl", "16.05, 09:30:00", "16.05.2026, 09:30", "16 maja, 09:30"),
        ("cs", "16. 5. 09:30:00", "16. 5. 2026 09:30", "16. května 09:30"),
        ("de", "16.5., 09:30:00", "16.5.2026, 09:30", "16. Mai, 09:30"),
        ("en", "16 May, 09:30:00", "16 May 2026, 09:30", "16 May, 09:30"),
    ],
)
def test_a_moment_is_brief_as_the_language_writes_it(
    language, of_about_now, of_any_year, in_a_sentence
):
    with translation.override(language):
        assert site.brief_moment(at(9, 30), "H:i:s") == of_about_now
        assert site.brief_dated_moment(at(9, 30)) == of_any_year
        assert site.brief_date(at(9, 30).date()) == of_any_year.rpartition(" ")[0].rstrip(",")
        assert moment_words(at(9, 30)) == in_a_sentence


def test_an_hour_is_told_with_its_day_where_that_is_not_the_day_of_the_event(in_english):
    day = at(9).date()

    assert site.hour_on(at(9, 30), day) == "09:30"
    assert site.hour_on(at(9, 30, day=day + dt.timedelta(days=1)), day) == "17 May, 09:30"
    assert site.hour_on(None, day) == ""


@pytest.mark.django_db
def test_a_round_that_began_on_another_day_says_so_at_the_desk(in_english):
    tournament = make.ready_to_draw(8)
    make.publish(tournament)
    later = make.at(10, day=tournament.date + dt.timedelta(days=1))
    make.agreeing(lambda who: rounds.start_clock(tournament, 1, who), make.doer(now=later))

    address = reverse("round_desk", args=[tournament.slug, 1])
    page = make.signed_in(tournament).get(address).content.decode()

    assert "Began at 17 May, 10:00" in page


@pytest.mark.parametrize("file", sorted(ROOT.rglob("*.*")), ids=str)
def test_no_template_says_by_itself_how_a_day_is_written(file):
    pattern = re.compile(r"""\|(?:date|time):["'](?!c["']|Ymd["']|H:i|Y-m-d)|DATE_FORMAT""")

    assert pattern.findall(file.read_text()) == []


class Ticked(forms.Form):
    agreed = forms.BooleanField(label="A parent agrees.")


def test_a_sentence_that_is_to_be_ticked_loses_its_stop_before_a_colon():
    page = render_to_string("_form_errors.html", {"form": Ticked({})})

    assert "A parent agrees</a>:" in page
