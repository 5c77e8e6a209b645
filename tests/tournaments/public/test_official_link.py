"""Officials without an account take up their role by a personal link."""

import pytest
from django.conf import settings
from django.test import Client

from tests import factories as make
from tournaments.models.entry import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def official():
    return make.make_official(make.make_tournament(), Role.ORGANISER, "Olga Organiser")


def test_opening_the_link_alone_gives_no_role(client, official):
    answer = client.get(f"/en/official/{official.token}/")

    assert "Olga Organiser: organiser" in answer.content.decode()
    assert client.get(f"/en/t/{official.tournament.slug}/desk/logbook/").status_code == 302


def test_taking_up_the_role_leads_to_the_desk(client, official):
    answer = client.post(f"/en/official/{official.token}/")

    assert answer.url == f"/en/t/{official.tournament.slug}/desk/"
    assert client.get(f"{answer.url}logbook/").status_code == 200


def test_a_replaced_link_takes_the_role_from_every_browser(client, official):
    client.post(f"/en/official/{official.token}/")
    old, official.token = official.token, "another"
    official.save()

    assert client.get(f"/en/t/{official.tournament.slug}/desk/logbook/").status_code == 302
    assert client.get(f"/en/official/{old}/").status_code == 404


def test_the_link_is_kept_from_others(client, official):
    answer = client.get(f"/en/official/{official.token}/")

    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "noindex" in answer.headers["X-Robots-Tag"]


def test_a_shared_tablet_is_handed_on_without_the_role(client, official):
    desk = client.post(f"/en/official/{official.token}/").url
    page = client.get(desk).content.decode()

    answer = client.post("/en/accounts/logout/")

    assert 'action="/en/accounts/logout/"' in page
    assert answer.url == "/en/"
    assert client.get(desk).status_code == 302
    assert 'action="/en/accounts/logout/"' not in client.get("/en/season/").content.decode()


def test_whoever_hands_on_is_told_how_to_come_back(client, official):
    client.post(f"/en/official/{official.token}/")

    by_link = client.post("/en/accounts/logout/", follow=True).content.decode()
    client.force_login(make.make_user("petr"))
    by_account = client.post("/en/accounts/logout/", follow=True).content.decode()

    assert "Your personal link lets you in again." in by_link
    assert "Your personal link" not in by_account


def test_who_knew_the_session_before_gains_nothing_by_the_role(client, official):
    session = client.session
    session["signed-up"] = {}
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key

    client.post(f"/en/official/{official.token}/")

    other = Client()
    other.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    assert client.session.session_key != session.session_key
    assert client.get(f"/en/t/{official.tournament.slug}/desk/").status_code == 200
    assert other.get(f"/en/t/{official.tournament.slug}/desk/").status_code == 302
