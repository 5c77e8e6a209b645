"""Lists that people sort and take along, on a phone."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import factories as make
from tournaments.exports.kinds import parameters
from tournaments.models import Act, Job

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("name", ["entries", "job_list", "logbook", "result_list", "closing"])
def test_a_list_fits_a_phone_line_by_line_and_everybody(visit, assert_accessible, name):
    tournament = make.played_out(12, rounds=1)
    tournament.entries.filter(number=1).update(name="Maximiliana Alexandra Nejedlá-Vopršálková")
    Act.objects.create(
        tournament=tournament,
        name="draw_round",
        by="Dana Bílá",
        detail="a" * 64,
        at=make.at(9),
        version=1,
    )
    Job.objects.create(
        tournament=tournament,
        kind="score-sheets",
        parameters=parameters("https://catan.example/", number=1),
        by="Dana Bílá",
        at=make.at(9),
    )
    user = make.make_user()
    make.make_official(tournament, user=user)
    page = visit(as_user=user)

    page.goto(reverse(name, args=[tournament.slug]))

    box = page.locator(".scroll").first
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert_accessible(page)
    head = page.locator(".list thead a").nth(1)
    assert head.bounding_box()["height"] >= 44
    head.click()
    expect(page.locator(".list th[aria-sort]")).to_have_count(1)
