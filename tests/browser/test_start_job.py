"""A long print as the desk sees it: asked for, watched, opened."""

import pytest

from tests import factories as make
from tests.browser.chromium import LAPTOP
from tournaments.models.entry import Role

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_print_asked_for_is_ready_without_touching_the_page_again(visit, settings):
    settings.JOBS_IN_THREADS = True
    tournament = make.ready_to_draw(23)
    make.publish(tournament)
    organiser = make.make_user()
    make.make_official(tournament, Role.ORGANISER, user=organiser)
    page = visit(LAPTOP, as_user=organiser)

    page.goto(f"/en/t/{tournament.slug}/desk/prints/")
    page.get_by_role("button", name="PDF Score sheets").click()
    ready = page.get_by_role("link", name="Open ")
    ready.wait_for()

    answer = page.request.get(ready.get_attribute("href"))
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"].endswith('Score sheets, round 1.pdf"')
