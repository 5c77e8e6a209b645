"""A new site gets its administrator from its own machine, never from the network."""

import datetime as dt
from io import StringIO
from urllib.parse import urlsplit

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from tests import factories as make
from tests.threads import all_at_once
from tournaments.models.office import SeriesRole
from tournaments.services import clock
from tournaments.services.first_account import first_account_address, make_first_account

pytestmark = pytest.mark.django_db

PASSWORD = "purple stapler 9"
TYPED = {"name": "Adam Správce", "email": "adam@example.org", "username": "adam"}
TYPED |= {"password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def printed(*options: str) -> str:
    """What the command prints, as an address on this site."""
    out = StringIO()
    call_command("first_account", *options, stdout=out, stderr=StringIO())
    return urlsplit(out.getvalue().strip()).path


def address(now: dt.datetime) -> str:
    return urlsplit(first_account_address(now)).path


def test_the_link_that_the_machine_prints_makes_the_administrator_and_signs_them_in(client):
    link = printed("--if-needed")
    assert "Make the account" in client.get(link).content.decode()

    answer = client.post(link, TYPED)

    account = get_user_model().objects.get()
    assert (account.username, account.get_full_name()) == ("adam", "Adam Správce")
    assert account.is_staff
    assert account.is_superuser
    assert answer["Location"] == "/en/"
    assert client.get("/en/series/backups/").status_code == 200


def test_the_link_works_once(client):
    link = printed()
    client.post(link, TYPED)

    again = Client().post(link, TYPED | {"username": "eve"})

    assert again.status_code == 410
    assert get_user_model().objects.count() == 1


def test_a_site_that_has_an_administrator_prints_no_link():
    make.make_user(staff=True)
    trouble = StringIO()

    with pytest.raises(SystemExit):
        call_command("first_account", stderr=trouble)

    assert "has an administrator already" in trouble.getvalue()
    assert printed("--if-needed") == ""


def test_an_administrator_by_office_is_one_too(client):
    link = address(clock.now())
    make.give_office(make.make_user(), SeriesRole.ADMINISTRATOR)

    assert client.post(link, TYPED).status_code == 410


@pytest.mark.parametrize("hours", [-25, 25])
def test_a_link_holds_for_a_day(client, hours):
    link = address(clock.now() + dt.timedelta(hours=hours))

    assert client.post(link, TYPED).status_code == 410
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize("token", ["guessed", "1767225600:AAAA", "1767225600", ":"])
def test_nobody_from_the_network_makes_up_a_link(client, token):
    assert client.post(f"/en/first/{token}/", TYPED).status_code == 410
    assert not get_user_model().objects.exists()


def test_a_player_who_has_an_account_administers_nothing_by_it(client):
    client.force_login(make.make_user())

    assert client.get("/en/series/offices/").status_code == 403


def test_a_mistake_keeps_what_was_typed(client):
    page = client.post(printed(), TYPED | {"password2": "another"}).content.decode()

    assert 'value="adam@example.org"' in page
    assert not get_user_model().objects.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_open_the_link_at_once_one_becomes_administrator():
    now = clock.now()
    token = first_account_address(now).rstrip("/").rpartition("/")[2]
    user = get_user_model()

    all_at_once(
        lambda: make_first_account(token, user(username="adam"), now),
        lambda: make_first_account(token, user(username="eve"), now),
    )

    assert user.objects.filter(is_superuser=True).count() == 1


def test_the_page_says_briefly_what_a_password_needs(client):
    page = client.get(printed()).content.decode()

    assert "8 characters or more" in page
    assert "entirely numeric" not in page
    too_short = client.post(printed(), TYPED | dict.fromkeys(("password1", "password2"), "p1-xyzq"))
    assert "at least 8 characters" in too_short.content.decode()


def test_a_weak_password_is_told_where_it_is_chosen(client):
    weak = TYPED | {"password1": "adam1", "password2": "adam1"}

    form = client.post(printed(), weak).context["form"]

    assert list(form.errors) == ["password1"]
