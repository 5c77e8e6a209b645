"""What was made of an event in the background, as a list that is sorted and taken along."""

import csv
import datetime as dt
import io

import pytest
from django.urls import reverse

from tests import factories as make
from tournaments.exports.kinds import parameters
from tournaments.models import Job
from tournaments.models.entry import Role
from tournaments.models.logbook import JobState

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def tournament():
    """An event of which badges were made first and score sheets later."""
    tournament = make.make_tournament()
    for kind, minutes, by, state in (
        ("badges", 0, "Zdena Malá", JobState.DONE),
        ("score-sheets", 5, "Adam Nový", JobState.FAILED),
    ):
        Job.objects.create(
            tournament=tournament,
            kind=kind,
            parameters=parameters("https://catan.example/", number=2),
            by=by,
            at=make.at(9) + dt.timedelta(minutes=minutes),
            state=state,
        )
    return tournament


def seen(tournament, role=Role.ORGANISER, **query):
    address = reverse("job_list", args=[tournament.slug])
    return make.signed_in(tournament, role).get(address, query).content.decode()


def test_the_newest_stands_first_with_who_asked_and_how_it_ended(tournament):
    html = seen(tournament)

    assert html.index("Score sheets, round 2") < html.index("Badges")
    assert "Adam Nový" in html
    assert "failed" in html


def test_it_is_sorted_by_a_column(tournament):
    html = seen(tournament, sort="title")

    assert html.index("Badges") < html.index("Score sheets, round 2")


def test_it_is_taken_along_in_its_order(tournament):
    head, *lines = csv.reader(io.StringIO(seen(tournament, file="csv", sort="by")))

    assert [line[head.index("By")] for line in lines] == ["Adam Nový", "Zdena Malá"]


def test_nobody_sees_what_is_not_for_their_role(tournament):
    html = seen(tournament, Role.SCOREKEEPER)

    assert "Score sheets, round 2" in html
    assert "Badges" not in html


def test_the_prints_lead_to_it(tournament):
    prints = make.signed_in(tournament).get(reverse("prints", args=[tournament.slug]))

    assert reverse("job_list", args=[tournament.slug]) in prints.content.decode()
