"""Whoever looks at the address of an act is led to the page that it belongs to."""

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import get_language_from_path

from tests import factories as make
from tournaments.models.entry import Role
from tournaments.views.sent import page_of_act


@pytest.mark.parametrize(
    ("act", "page"),
    [
        ("/en/t/x/desk/open-check-in/", "/en/t/x/desk/"),
        ("/t/x/desk/rounds/3/dice/confirm/", "/t/x/desk/rounds/3/dice/"),
        ("/pl/t/x/desk/rounds/3/dice/", "/pl/t/x/desk/rounds/3/"),
        ("/pl/t/x/desk/closing/finish/", "/pl/t/x/desk/closing/"),
        ("/t/x/my/abc/respond/", "/t/x/my/abc/"),
        ("/en/series/offices/requests/5/grant/", "/en/series/offices/"),
        ("/en/accounts/logout/", "/en/"),
        ("/nowhere/", "/"),
    ],
)
def test_an_act_belongs_to_the_nearest_page_above_it(act, page):
    with translation.override(get_language_from_path(act) or "cs"):
        assert page_of_act(act) == page


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["get", "head"])
def test_a_refused_form_opened_in_another_language_shows_its_page(method):
    tournament = make.make_tournament()
    client = make.signed_in(tournament, Role.ORGANISER)
    desk = f"/pl/t/{tournament.slug}/desk/"

    answer = getattr(client, method)(f"{desk}open-check-in/", follow=True)

    assert answer.redirect_chain == [(desk, 302)]
    assert answer.status_code == 200


@pytest.mark.django_db
def test_what_is_sent_where_nothing_is_taken_is_still_refused():
    assert Client().put("/en/accounts/logout/").status_code == 405
