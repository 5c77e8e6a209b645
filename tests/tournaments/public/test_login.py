"""Signing in, a new password, and how often one may try."""

import re

import pytest
from django.core import mail

from tests import factories as make
from tournaments.models import Mail

pytestmark = pytest.mark.django_db
RIGHT = {"username": "olga", "password": "correct horse"}


@pytest.fixture
def olga():
    user = make.make_user("olga")
    user.email = "olga@example.org"
    user.save()
    return user


def test_signing_in_leads_back_to_where_one_was_going(client, olga):
    answer = client.post("/en/accounts/login/?next=/en/season/", {**RIGHT, "next": "/en/season/"})

    assert answer.url == "/en/season/"


def test_signing_in_never_leads_to_another_site(client, olga):
    answer = client.post("/en/accounts/login/", {**RIGHT, "next": "https://elsewhere.example/"})

    assert answer.url == "/en/my/"


def test_a_wrong_password_is_told_and_the_name_stays(client, olga):
    answer = client.post("/en/accounts/login/", {**RIGHT, "password": "wrong"})

    assert 'value="olga"' in answer.content.decode()
    assert "correct username and password" in answer.content.decode()


def test_who_tries_too_often_waits_even_with_the_right_password(client, olga):
    for _ in range(10):
        client.post("/en/accounts/login/", {**RIGHT, "password": "wrong"})

    answer = client.post("/en/accounts/login/", RIGHT)

    assert answer.status_code == 429
    assert 'value="olga"' in answer.content.decode()
    assert "_auth_user_id" not in client.session


def test_others_may_still_sign_in(client, olga):
    make.make_user("petr")
    for _ in range(11):
        client.post("/en/accounts/login/", {**RIGHT, "password": "wrong"})

    answer = client.post("/en/accounts/login/", {**RIGHT, "username": "petr"})

    assert answer.status_code == 302


def test_signing_out_leads_to_the_calendar(client, olga):
    client.force_login(olga)

    assert client.post("/en/accounts/logout/").url == "/en/"


def test_a_forgotten_password_is_set_anew_by_e_mail(
    client, olga, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        client.post("/en/accounts/reset/", {"email": "olga@example.org"})
    link = re.search(r"http://testserver(/\S+)", mail.outbox[0].body)[1]
    form = client.get(link, follow=True)
    new = {"new_password1": "purple stapler 9", "new_password2": "purple stapler 9"}
    client.post(form.redirect_chain[-1][0], new)

    assert client.login(username="olga", password="purple stapler 9")


def test_nobody_learns_whose_address_has_an_account(client):
    answer = client.post("/en/accounts/reset/", {"email": "nobody@example.org"}, follow=True)

    assert "If there is an account" in answer.content.decode()
    assert not Mail.objects.exists()


def test_the_browser_does_not_wait_for_the_mail_server(client, olga):
    client.post("/en/accounts/reset/", {"email": "olga@example.org"})

    assert mail.outbox == []
    assert Mail.objects.get().to == "olga@example.org"


def test_mailboxes_are_not_flooded(client, olga):
    for _ in range(6):
        answer = client.post("/en/accounts/reset/", {"email": "olga@example.org"})

    assert answer.status_code == 429
    assert Mail.objects.count() == 4


def test_a_new_password_from_inside(client, olga):
    client.force_login(olga)
    typed = {"old_password": "correct horse", "new_password1": "purple stapler 9"}

    answer = client.post(
        "/en/accounts/password/", {**typed, "new_password2": "purple stapler 9"}, follow=True
    )

    assert "The new password holds" in answer.content.decode()


def test_the_administration_has_the_same_limit(client, olga):
    olga.is_staff = True
    olga.save()
    address = "/en/admin/login/?next=/en/admin/"
    for _ in range(10):
        client.post(address, {**RIGHT, "password": "wrong"})

    assert client.post(address, RIGHT).status_code == 429


def test_administrators_sign_in_on_the_way_to_the_administration(client, olga):
    olga.is_staff = True
    olga.save()
    asked = client.get("/en/admin/")

    answer = client.post(asked.url, {**RIGHT, "next": "/en/admin/"})

    assert asked.url == "/en/admin/login/?next=/en/admin/"
    assert answer.url == "/en/admin/"
