"""Signing in, a new password, and how often one may try."""

import re

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core import mail, signing
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.test import Client
from django.utils import translation
from django.utils.http import urlsafe_base64_encode

from games.views import limits
from tests import factories as make
from tournaments.models import Mail
from tournaments.views.personal.accounts import Login

pytestmark = pytest.mark.django_db
LOGIN = "/en/accounts/login/"
RIGHT = {"username": "olga", "password": "correct horse"}


@pytest.fixture
def olga():
    user = make.make_user("olga")
    user.email = "olga@example.org"
    user.save()
    return user


def choose(client, letter):
    """Open the link of the e-mail and choose a new password."""
    link = re.search(r"http://127.0.0.1:8000(/\S+)", letter)[1]
    form = client.get(link, follow=True)
    new = {"new_password1": "purple stapler 9", "new_password2": "purple stapler 9"}
    client.post(form.redirect_chain[-1][0], new)


def test_signing_in_leads_back_to_where_one_was_going(client, olga):
    answer = client.post("/en/accounts/login/?next=/en/season/", {**RIGHT, "next": "/en/season/"})

    assert answer.url == "/en/season/"


def test_signing_in_never_leads_to_another_site(client, olga):
    answer = client.post("/en/accounts/login/", {**RIGHT, "next": "https://elsewhere.example/"})

    assert answer.url == "/en/my/"


def test_a_wrong_password_is_told_and_the_name_stays(client, olga):
    answer = client.post("/en/accounts/login/", {**RIGHT, "password": "wrong"})

    assert 'value="olga"' in answer.content.decode()
    assert "User name or password is not right." in answer.content.decode()


def guess(client, times, *, address=LOGIN, name="olga", place="203.0.113.7"):
    """So many wrong passwords from one place; the last answer."""
    wrong = {"username": name, "password": "wrong"}
    return [client.post(address, wrong, REMOTE_ADDR=place) for _ in range(times)][-1]


def test_who_fails_too_often_waits_even_with_the_right_password(client, olga):
    guess(client, 20)

    answer = client.post(LOGIN, RIGHT, REMOTE_ADDR="203.0.113.7")

    assert answer.status_code == 429
    assert 'value="olga"' in answer.content.decode()
    assert re.search(r"Wait \d+ minutes? and try again", answer.content.decode())
    assert "_auth_user_id" not in client.session


def test_twelve_tablets_sign_in_to_one_account_and_a_browser_as_often_as_it_likes(client, olga):
    tablets = [Client().post(LOGIN, RIGHT).status_code for _ in range(30)]
    again = [client.post(LOGIN, RIGHT).status_code for _ in range(30)]

    assert {*tablets, *again} == {302}


def test_a_stranger_locks_nobody_out(olga):
    """Finding 6: ten wrong passwords from anywhere locked the account."""
    for number in range(9):
        guess(Client(), 30, place=f"203.0.113.{number}")

    assert Client().post(LOGIN, RIGHT, REMOTE_ADDR="198.51.100.1").status_code == 302


def test_not_even_from_the_same_place_once_this_browser_has_signed_in(client, olga):
    client.post(LOGIN, RIGHT)
    client.post("/en/accounts/logout/")
    guess(Client(), 150, place="127.0.0.1")

    assert Client().post(LOGIN, RIGHT).status_code == 429
    assert client.post(LOGIN, RIGHT).status_code == 302


def test_a_name_guessed_at_from_everywhere_is_closed_but_to_browsers_that_are_known(client, olga):
    client.post(LOGIN, RIGHT)
    client.post("/en/accounts/logout/")
    for number in range(11):
        guess(Client(), 20, place=f"203.0.113.{number}")

    assert Client().post(LOGIN, RIGHT, REMOTE_ADDR="198.51.100.1").status_code == 429
    assert client.post(LOGIN, RIGHT, REMOTE_ADDR="198.51.100.1").status_code == 302


def test_a_new_password_by_e_mail_lets_its_owner_in_while_others_guess(client, olga):
    for number in range(11):
        guess(Client(), 20, place=f"203.0.113.{number}")
    client.post("/en/accounts/reset/", {"email": "olga@example.org"})
    choose(client, Mail.objects.get().body)

    answer = client.post(LOGIN, {**RIGHT, "password": "purple stapler 9"})

    assert answer.status_code == 302


def test_a_known_browser_guesses_no_more_than_others(client, olga):
    client.post(LOGIN, RIGHT)
    client.post("/en/accounts/logout/")
    guess(client, 20)

    assert client.post(LOGIN, RIGHT).status_code == 429


def test_a_browser_is_known_for_the_accounts_that_signed_in_there_alone(client, olga):
    make.make_user("petr")
    client.post(LOGIN, {**RIGHT, "username": "petr"})
    client.post("/en/accounts/logout/")
    for number in range(11):
        guess(Client(), 20, place=f"203.0.113.{number}")

    assert client.post(LOGIN, RIGHT).status_code == 429


def test_a_cookie_that_somebody_else_made_makes_no_browser_known(client, olga):
    client.cookies["known-browser"] = signing.dumps(["x", [olga.pk]], salt="another")
    guess(client, 20)

    assert client.post(LOGIN, RIGHT, REMOTE_ADDR="203.0.113.7").status_code == 429


def test_the_cookie_of_a_known_browser_is_for_the_server_alone(client, olga):
    cookie = client.post(LOGIN, RIGHT).cookies["known-browser"]

    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    assert "olga" not in cookie.value


@pytest.mark.parametrize("name", ["OLGA", " olga", "ｏｌｇａ"])
def test_another_spelling_of_a_name_gives_no_more_tries(client, olga, name):
    guess(client, 20, name=name)

    assert client.post(LOGIN, RIGHT, REMOTE_ADDR="203.0.113.7").status_code == 429


def test_one_subscriber_of_ipv6_is_one_place(olga):
    for number in range(20):
        guess(Client(), 1, place=f"2001:db8:0:{number + 1:x}::1")

    near = Client().post(LOGIN, RIGHT, REMOTE_ADDR="2001:db8:0:ffff::1")
    far = Client().post(LOGIN, RIGHT, REMOTE_ADDR="2001:db8:1:1::1")

    assert (near.status_code, far.status_code) == (429, 302)


def test_a_network_that_used_up_its_guesses_leaves_no_counters_of_names(olga, monkeypatch):
    """Fifty thousand of them would push every other counter out of the cache."""
    kept = []
    count = limits.get_usage

    def counted(*given, key, **further):
        kept.append(key("", None))
        return count(*given, key=key, **further)

    monkeypatch.setattr(limits, "get_usage", counted)
    monkeypatch.setattr("tournaments.views.personal.accounts.FROM_ONE_NETWORK", "3/h")
    for number in range(3):
        guess(Client(), 1, name=f"made-up-{number}", place="203.0.113.7")
    kept.clear()

    answer = guess(Client(), 1, name="made-up-4", place="203.0.113.7")

    assert answer.status_code == 429
    assert "made-up-4" in answer.content.decode()
    assert set(kept) == {"network 203.0.113.7"}


def test_a_network_whose_guesses_are_used_up_keeps_nobody_out_who_is_known_or_elsewhere(
    client, olga, monkeypatch
):
    """Guesses at made-up names in a hall close the password there, and no other way in."""
    client.post(LOGIN, RIGHT)
    client.post("/en/accounts/logout/")
    monkeypatch.setattr("tournaments.views.personal.accounts.FROM_ONE_NETWORK", "3/h")
    for number in range(3):
        guess(Client(), 1, name=f"made-up-{number}", place="127.0.0.1")
    tablet = Client()
    assert tablet.post(LOGIN, RIGHT).status_code == 429

    known = client.post(LOGIN, RIGHT).status_code
    elsewhere = Client().post(LOGIN, RIGHT, REMOTE_ADDR="198.51.100.1").status_code
    tablet.post("/en/accounts/link/", {"email": "olga@example.org"})
    letter = Mail.objects.get().body
    by_link = tablet.post(re.search(r"http://127.0.0.1:8000(/\S+)", letter)[1]).status_code

    assert (known, elsewhere, by_link) == (302, 302, 302)
    assert tablet.session["_auth_user_id"] == str(olga.pk)


@pytest.mark.parametrize("digits", [1, 18, 19, 5_000])
def test_a_link_with_a_number_of_nobody_is_gone_however_long_it_is(client, digits):
    key = urlsafe_base64_encode(b"9" * digits)

    assert client.get(f"/en/accounts/link/{key}/made-up/").status_code == 410


def test_a_hundred_guesses_at_once_are_no_more_than_twenty(olga, monkeypatch):
    tried = []
    monkeypatch.setattr(
        "django.contrib.auth.backends.ModelBackend.authenticate",
        lambda *_args, **fields: tried.append(fields),
    )
    all_of_them = Client()
    # None of them has failed yet when the next one comes.
    monkeypatch.setattr(Login, "form_invalid", lambda *_args: HttpResponse())
    guess(all_of_them, 100)

    assert len(tried) == 20


def test_others_may_still_sign_in(client, olga):
    make.make_user("petr")
    guess(client, 21, place="127.0.0.1")

    answer = client.post(LOGIN, {**RIGHT, "username": "petr"})

    assert answer.status_code == 302


@pytest.mark.parametrize(
    ("language", "told"),
    [("cs", "Je příliš krátké: musí mít"), ("pl", "Jest za krótkie: musi mieć")],
)
def test_a_password_that_is_too_short_is_refused_in_the_language_of_the_page(language, told):
    with translation.override(language), pytest.raises(ValidationError, match=told):
        validate_password("Hx7!")


def test_signing_out_leads_to_the_calendar(client, olga):
    client.force_login(olga)

    assert client.post("/en/accounts/logout/").url == "/en/"


def test_a_forgotten_password_is_set_anew_by_e_mail(client, olga):
    client.post("/en/accounts/reset/", {"email": "olga@example.org"})
    choose(client, Mail.objects.get().body)

    assert client.login(username="olga", password="purple stapler 9")


def test_nobody_learns_whose_address_has_an_account(client):
    answer = client.post("/en/accounts/reset/", {"email": "nobody@example.org"}, follow=True)

    assert "If there is an account" in answer.content.decode()
    assert not Mail.objects.exists()


def test_the_browser_does_not_wait_for_the_mail_server(client, olga):
    client.post("/en/accounts/reset/", {"email": "olga@example.org"})

    assert mail.outbox == []
    assert Mail.objects.get().to == "olga@example.org"


@pytest.mark.parametrize("host", ["evil.example", "testserver"])
def test_the_link_of_a_new_password_leads_to_the_site_whatever_host_was_asked(
    client, olga, settings, host
):
    """Finding 9: anybody may name any host where all are answered, as in a hall."""
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://catan.example"

    client.post("/en/accounts/reset/", {"email": "olga@example.org"}, headers={"host": host})

    body = Mail.objects.get().body
    assert "\nhttps://catan.example/en/accounts/reset/" in body
    assert host not in body


def test_mailboxes_are_not_flooded_and_nobody_is_refused(client, olga):
    for _ in range(6):
        answer = client.post("/en/accounts/reset/", {"email": "olga@example.org"})

    assert answer.url == "/en/accounts/reset/sent/"
    assert Mail.objects.count() == 4
    choose(client, Mail.objects.latest("pk").body)
    assert client.login(username="olga", password="purple stapler 9")


def test_a_stranger_uses_up_nobodys_mails(client, olga):
    for _ in range(30):
        client.post("/en/accounts/reset/", {"email": "OLGA@example.org"}, REMOTE_ADDR="203.0.113.7")
    before = Mail.objects.count()

    client.post("/en/accounts/reset/", {"email": "olga@example.org"})

    assert Mail.objects.count() == before + 1


def test_one_mailbox_gets_no_more_however_many_ask(olga):
    for number in range(30):
        Client().post(
            "/en/accounts/reset/", {"email": "olga@example.org"}, REMOTE_ADDR=f"203.0.113.{number}"
        )

    assert Mail.objects.count() == 20


def test_a_new_password_from_inside(client, olga):
    client.force_login(olga)
    typed = {"old_password": "correct horse", "new_password1": "purple stapler 9"}

    answer = client.post(
        "/en/accounts/password/", {**typed, "new_password2": "purple stapler 9"}, follow=True
    )

    assert "The new password holds" in answer.content.decode()


def test_a_weak_new_password_is_told_where_it_is_chosen(client, olga):
    client.force_login(olga)
    weak = dict.fromkeys(("new_password1", "new_password2"), "12345678")

    form = client.post("/en/accounts/password/", weak | {"old_password": "correct horse"}).context[
        "form"
    ]

    assert list(form.errors) == ["new_password1"]


@pytest.mark.parametrize("address", ["/en/accounts/password/", "/en/admin/password_change/"])
def test_a_tablet_that_was_left_signed_in_gives_no_password_away(client, olga, address):
    olga.is_staff = True
    olga.save()
    client.force_login(olga)
    new = {"new_password1": "purple stapler 9", "new_password2": "purple stapler 9"}
    for number in range(20):
        client.post(address, {**new, "old_password": f"guess {number}"})

    answer = client.post(address, {**new, "old_password": "correct horse"})

    assert answer.status_code == 429
    assert "wrong too often" in answer.content.decode()


def test_the_administration_has_the_same_limit(client, olga):
    olga.is_staff = True
    olga.save()
    address = "/en/admin/login/?next=/en/admin/"
    guess(client, 12, place="127.0.0.1")
    guess(client, 8, place="127.0.0.1", address=address)

    assert client.post(address, RIGHT).status_code == 429


def test_administrators_sign_in_on_the_way_to_the_administration(client, olga):
    olga.is_staff = True
    olga.save()
    asked = client.get("/en/admin/")

    answer = client.post(asked.url, {**RIGHT, "next": "/en/admin/"})

    assert asked.url == "/en/admin/login/?next=/en/admin/"
    assert answer.url == "/en/admin/"
