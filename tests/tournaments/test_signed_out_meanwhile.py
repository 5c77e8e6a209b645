"""Whoever was signed out meanwhile is told so, and keeps what they typed."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tournaments.models import Ruling
from tournaments.models.entry import Role
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db
TEXT = "Hráč vzal kartu dvakrát & řekl to."


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def event():
    return make.make_tournament(state=State.RUNNING)


def write_down(client, event, **headers):
    address = reverse("open_ruling", args=[event.slug])
    typed = {"kind": "other", "question": TEXT, "cautions": "x", "new_password": "not to be seen"}
    return client.post(address, typed, headers=headers)


def test_a_form_sent_after_signing_out_is_answered_with_so_much_and_what_was_typed(event):
    book = reverse("referees_book", args=[event.slug])

    answer = write_down(Client(), event, referer=f"http://testserver{book}")

    page = answer.content.decode()
    assert answer.status_code == 403
    assert "<h1>You are signed out" in page
    assert "your role" not in page
    assert "Hráč vzal kartu dvakrát &amp; řekl to." in page
    assert f'href="{reverse("login")}?next={book}"' in page
    assert "not to be seen" not in page
    assert 'value="x"' not in page
    assert not Ruling.objects.exists()


def test_signing_in_leads_to_the_page_of_the_form_with_the_question_in_its_address(event):
    page = reverse("check_in_list", args=[event.slug]) + "?show=in&q=a"
    act = reverse("open_check_in", args=[event.slug])

    answer = Client().post(act, headers={"referer": f"http://testserver{page}"})

    assert answer.context["page"] == page


@pytest.mark.parametrize("referer", [None, "https://elsewhere.example/x/"])
def test_without_a_page_of_this_site_it_leads_to_the_page_of_the_act(event, referer):
    act = reverse("open_check_in", args=[event.slug])

    answer = Client().post(act, headers={"referer": referer} if referer else {})

    assert answer.context["page"] == reverse("desk", args=[event.slug])


@pytest.mark.parametrize("path", ["//elsewhere.example/x/", "/\\elsewhere.example/x/"])
def test_no_address_of_this_site_leads_to_another_one(event, path):
    act = reverse("open_check_in", args=[event.slug])

    answer = Client().post(act, headers={"referer": f"http://testserver{path}"})

    assert answer.context["page"] == "/elsewhere.example/x/"


def test_the_page_of_a_refused_form_leads_to_the_page_of_its_act(event):
    act = reverse("open_ruling", args=[event.slug])

    page = write_down(Client(), event, referer=f"http://testserver{act}").context["page"]
    seen = make.signed_in(event).get(page, follow=True)

    assert seen.redirect_chain == [(reverse("referees_book", args=[event.slug]), 302)]


def test_a_page_that_takes_its_own_form_is_the_page_to_come_back_to(event):
    entry = make.make_entry(event)
    form = reverse("edit_entry", args=[event.slug, entry.pk])

    sender = {"referer": f"http://testserver{form}"}
    answer = Client().post(form, {"full_name": "Eva Nová"}, headers=sender)

    assert answer.context["page"] == form


@pytest.mark.parametrize("slug", ["draft", "nowhere"])
def test_nobody_learns_by_it_whether_there_is_a_draft(slug):
    make.make_tournament(slug="draft", state=State.DRAFT)

    answer = Client().post(reverse("edit_tournament", args=[slug]), {"name": "Catan Brno"})

    assert answer.status_code == 403
    assert "<h1>You are signed out" in answer.content.decode()
    assert Client().get(reverse("desk", args=[slug])).status_code == 404


def test_pages_of_the_series_and_of_any_desk_say_it_too():
    series = Client().post(reverse("seasons"), {"name": "Season of Brno"})
    jobs = Client().post(reverse("create_tournament"), {"name": "Catan Brno"})

    assert "<h1>You are signed out" in series.content.decode()
    assert "<h1>You are signed out" in jobs.content.decode()


def test_an_account_without_the_role_and_an_official_are_still_told_of_their_role(event):
    stranger = make.signed_in(event, "visitor")
    stranger.force_login(make.make_user())

    page = write_down(stranger, event).content.decode()

    assert "your role at this tournament does not include it" in page
    assert "<h1>You are signed out" not in page


def test_a_list_that_refreshes_itself_gets_no_page_to_sign_in_in_its_place(event):
    desk = reverse("desk", args=[event.slug])

    answer = Client().get(desk, headers={"hx-request": "true"})

    assert (answer.status_code, answer.content) == (403, b"")
    assert answer.headers["Signed-Out"] == "yes"


def test_whoever_signed_in_anew_meanwhile_keeps_what_was_typed_in_the_old_form(event):
    client = Client(enforce_csrf_checks=True)
    client.force_login(make.make_official(event, Role.ORGANISER, user=make.make_user()).user)
    book = reverse("referees_book", args=[event.slug])
    here = {"origin": "http://testserver", "referer": f"http://testserver{book}"}

    answer = write_down(client, event, **here)

    page = answer.content.decode()
    assert answer.status_code == 403
    assert "<h1>The form could not be taken" in page
    assert "too long" not in page
    assert "Hráč vzal kartu dvakrát &amp; řekl to." in page
    assert f'href="{book}"' in page
    assert not Ruling.objects.exists()


def test_what_another_site_sends_is_written_into_no_page(event):
    client = Client(enforce_csrf_checks=True)

    answer = write_down(client, event, origin="https://elsewhere.example")

    assert answer.status_code == 403
    assert "Hráč" not in answer.content.decode()
