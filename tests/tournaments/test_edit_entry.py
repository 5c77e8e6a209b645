"""The organiser signs people up, corrects what is known of them, and sends links."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    doer,
    make_club,
    make_entry,
    make_junior,
    make_person,
    make_tournament,
    signed_in,
)
from tournaments.domain.values import Refused
from tournaments.models import Entry, Mail
from tournaments.models.entry import EntryState
from tournaments.models.tournament import Kind, State
from tournaments.services import entering, joining, persons
from tournaments.services.acts import Unconfirmed
from tournaments.services.entering import SignUp

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def typed(**fields):
    return {
        "name": "Anna Nováková",
        "email": "",
        "club": "",
        "age": "adult",
        "birth_date": "",
        "language": "pl",
        "note": "",
        **fields,
    }


def test_the_organiser_signs_somebody_up_without_an_address():
    tournament = make_tournament()

    signed_in(tournament).post(
        reverse("add_entry", args=[tournament.slug]), typed(club="Nový klub", note="phoned")
    )

    entry = Entry.objects.get()
    assert (entry.state, entry.language, entry.note) == (EntryState.CONFIRMED, "pl", "phoned")
    assert entry.club.name == "Nový klub"
    assert not Mail.objects.exists()


def test_beyond_the_capacity_it_is_the_waiting_list_and_the_player_is_told():
    tournament = make_tournament(capacity=3)
    for _number in range(3):
        make_entry(tournament)

    sign_up = SignUp(name="Anna Nováková", email="anna@example.org", language="en")
    entry = entering.add_entry(tournament, sign_up, doer())

    assert entry.state == EntryState.WAITING
    assert "you are on the waiting list" in Mail.objects.get(to="anna@example.org").body


def test_nobody_is_joined_to_a_person_of_the_series_by_what_is_typed():
    known = make_person("Anna Nováková", email="anna@example.org")
    tournament = make_tournament()

    entry = entering.add_entry(
        tournament, SignUp(name="anna novakova", email="anna@example.org"), doer()
    )

    assert entry.person != known
    assert entry.person.email == ""


def test_a_second_sign_up_is_refused_and_a_namesake_is_asked_about():
    tournament = make_tournament()
    make_entry(tournament, make_person("Anna Nováková", email="anna@example.org"))

    with pytest.raises(Refused, match="signed up already"):
        entering.add_entry(
            tournament, SignUp(name="Anna Nováková", email="anna@example.org"), doer()
        )
    with pytest.raises(Unconfirmed, match="somebody else"):
        entering.add_entry(tournament, SignUp(name="Anna Nováková"), doer())


def test_a_correction_shows_everywhere_and_keeps_the_place():
    tournament = make_tournament(fee="200 Kč")
    entry = make_entry(tournament, "Ana Novakova", state=EntryState.WAITING)
    club = make_club("Osadníci Brno")
    address = reverse("edit_entry", args=[tournament.slug, entry.pk])

    signed_in(tournament).post(address, typed(club="osadnici BRNO", paid="on"))

    entry.refresh_from_db()
    assert (entry.name, entry.club) == ("Anna Nováková", club)
    assert (entry.state, entry.paid) == (EntryState.WAITING, True)
    assert entry.person.name == "Anna Nováková"
    assert entry.history.count() == 2


def test_a_refused_correction_keeps_what_was_typed():
    tournament = make_tournament()
    entry = make_entry(tournament)
    address = reverse("edit_entry", args=[tournament.slug, entry.pk])

    answer = signed_in(tournament).post(address, typed(name="B" * 300, note="tall"))

    page = answer.content.decode()
    assert "this one has 300." in page
    assert "B" * 300 in page
    assert 'value="tall"' in page


def junior_known(tournament, **fields):
    """A junior of this event whom another one knows as well."""
    child = make_junior("Bartosz", birth_date=dt.date(2014, 3, 1))
    make_entry(make_tournament(), child)
    return make_entry(tournament, child, **fields)


def test_the_birth_date_is_corrected_by_the_only_event_that_knows_the_player():
    tournament = make_tournament()
    entry = make_entry(tournament, make_junior("Bartosz", birth_date=dt.date(2014, 3, 1)))
    address = reverse("edit_entry", args=[tournament.slug, entry.pk])
    desk = signed_in(tournament)

    assert 'value="2014-03-01"' in desk.get(address).content.decode()
    desk.post(address, typed(name="Bartosz", age="junior", birth_date="2014-03-02"))

    entry.person.refresh_from_db()
    assert entry.person.birth_date == dt.date(2014, 3, 2)


@pytest.mark.parametrize("proved", [False, True], ids=["known elsewhere", "proved address"])
def test_the_birth_date_is_not_the_desks_to_write_once_it_is_the_players_own(proved):
    tournament = make_tournament()
    if proved:
        child = make_junior("Bartosz", birth_date=dt.date(2014, 3, 1))
        child.email = "bartosz@example.org"
        child.save()
        entry = make_entry(tournament, child)
    else:
        entry = junior_known(tournament)
    address = reverse("edit_entry", args=[tournament.slug, entry.pk])
    desk = signed_in(tournament)

    page = desk.get(address).content.decode()
    desk.post(address, typed(name="Bartek", age="adult", birth_date="1990-01-01"))

    entry.refresh_from_db()
    assert 'name="birth_date"' not in page
    assert "the player&#x27;s own" in page or "the player's own" in page
    assert entry.name == "Bartek"
    assert entry.person.birth_date == dt.date(2014, 3, 1)
    assert entry.is_junior_on(tournament.date, tournament.date)


def test_a_name_that_one_event_corrects_stays_as_it_is_elsewhere():
    tournament = make_tournament()
    entry = junior_known(tournament)
    elsewhere = Entry.objects.exclude(pk=entry.pk).get()

    entering.edit_entry(tournament, entry.pk, SignUp(name="Bartosz Zdejší"), doer())

    entry.refresh_from_db()
    elsewhere.refresh_from_db()
    assert (entry.name, elsewhere.name) == ("Bartosz Zdejší", "Bartosz")
    assert entry.person.name == "Bartosz"


def test_a_new_address_gets_a_new_link_and_the_old_one_is_told_without_it():
    tournament = make_tournament()
    entry = make_entry(tournament, "Anna", email="old@example.org", language="en")
    token = entry.token

    sign_up = SignUp(name="Anna", email="new@example.org", language="en")
    entering.edit_entry(tournament, entry.pk, sign_up, doer())

    entry.refresh_from_db()
    old, new = Mail.objects.get(to="old@example.org"), Mail.objects.get(to="new@example.org")
    assert entry.token != token
    assert entry.token in new.body
    assert token not in new.body + old.body
    assert entry.token not in old.body


def test_a_first_address_keeps_the_link_that_is_printed_on_the_badge():
    tournament = make_tournament()
    entry = make_entry(tournament, "Anna")

    sign_up = SignUp(name="Anna", email="new@example.org", language="en")
    entering.edit_entry(tournament, entry.pk, sign_up, doer())

    assert entry.token in Mail.objects.get().body


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (State.FINISHED, "the series corrects it"),
        (State.SENT, "the series corrects it"),
        (State.CANCELLED, "nothing of its players is changed any more"),
    ],
)
def test_a_tournament_that_is_over_offers_nothing_to_be_edited(state, says):
    tournament = make_tournament(state=state)
    entry = make_entry(tournament, make_junior("Bartosz"), email="bartosz@example.org")
    address = reverse("edit_entry", args=[tournament.slug, entry.pk])

    page = signed_in(tournament).get(address).content.decode()

    assert says in page
    assert "bartosz@example.org" in page
    assert "2014-03-01" not in page
    assert 'name="name"' not in page
    assert "Save" not in page
    assert reverse("correct_entry", args=[tournament.slug, entry.pk]) not in page


def test_an_administrator_of_the_series_is_led_to_the_correction():
    tournament = make_tournament(state=State.SENT)
    entry = make_entry(tournament)
    address = reverse("edit_entry", args=[tournament.slug, entry.pk])

    page = signed_in(tournament, "administrator").get(address).content.decode()

    assert reverse("correct_entry", args=[tournament.slug, entry.pk]) in page


def test_an_administrator_is_led_to_whose_entry_it_is_and_not_for_whom_it_counts():
    """There the person can be deleted."""
    tournament = make_tournament()
    entry = make_entry(tournament)
    puppet = make_person("Petr Puppet")
    joining.join_persons(puppet.pk, entry.person_id, doer())
    address = reverse("edit_entry", args=[tournament.slug, entry.pk])

    page = signed_in(tournament, "administrator").get(address).content.decode()

    assert f'href="{reverse("person", args=[entry.person_id])}"' in page
    assert f'href="{reverse("person", args=[puppet.pk])}"' not in page


def test_a_form_that_was_open_when_the_tournament_ended_keeps_what_was_typed():
    tournament = make_tournament(state=State.SENT)
    entry = make_entry(tournament, make_junior("Bartosz"))
    address = reverse("edit_entry", args=[tournament.slug, entry.pk])

    answer = signed_in(tournament).post(address, typed(name="Bartek", note="tall"))

    page = answer.content.decode()
    assert "corrected by the series" in page
    assert "<fieldset disabled" in page
    assert 'value="Bartek"' in page
    assert 'value="tall"' in page
    entry.refresh_from_db()
    assert (entry.name, entry.public_name) == ("Bartosz", "Bartosz")


def test_whoever_asked_to_be_deleted_is_not_edited_either():
    tournament = make_tournament()
    entry = make_entry(tournament)
    persons.forget_person(entry.person, doer())
    address = reverse("edit_entry", args=[tournament.slug, entry.pk])

    page = signed_in(tournament).get(address).content.decode()

    assert "asked to be deleted" in page
    assert 'name="name"' not in page


@pytest.mark.rule("T-085")
def test_the_desk_cannot_make_a_junior_of_a_fourteen_year_old():
    tournament = make_tournament()
    entry = make_entry(tournament)
    address = reverse("edit_entry", args=[tournament.slug, entry.pk])

    answer = signed_in(tournament).post(address, typed(age="junior", birth_date="2012-05-16"))

    assert "T-085" in answer.content.decode()


@pytest.mark.rule("T-093")
def test_the_desk_signs_no_adult_up_for_a_school_event():
    tournament = make_tournament(kind=Kind.SCHOOL)

    with pytest.raises(Refused) as refusal:
        entering.add_entry(tournament, SignUp(name="Anna Nováková"), doer())

    assert refusal.value.rule_id == "T-093"


def test_nobody_is_added_to_a_running_tournament_from_the_list():
    tournament = make_tournament(state=State.RUNNING)

    with pytest.raises(Refused) as refusal:
        entering.add_entry(tournament, SignUp(name="Anna Nováková"), doer())

    assert refusal.value.rule_id == "D-110"


def test_the_link_is_sent_again_in_the_players_language():
    tournament = make_tournament()
    entry = make_entry(tournament, make_person("Anna", email="anna@example.org"), language="pl")

    signed_in(tournament).post(reverse("send_link", args=[tournament.slug, entry.pk]))

    assert f"/pl/t/{tournament.slug}/my/{entry.token}/" in Mail.objects.get().body


def test_a_renewed_link_kills_the_old_one(client):
    tournament = make_tournament()
    entry = make_entry(tournament, make_person("Anna", email="anna@example.org"))
    old = reverse("my_page", args=[tournament.slug, entry.token])

    signed_in(tournament).post(reverse("renew_entry_link", args=[tournament.slug, entry.pk]))

    entry.refresh_from_db()
    assert client.get(old).status_code == 404
    assert entry.token in Mail.objects.get().body


def test_without_an_address_there_is_nowhere_to_send_the_link():
    tournament = make_tournament()
    entry = make_entry(tournament)

    with pytest.raises(Refused, match="No e-mail"):
        entering.send_link(tournament, entry.pk, doer())


@pytest.mark.parametrize(
    ("state", "button"),
    [
        (EntryState.CONFIRMED, "Sign this player off"),
        (EntryState.CANCELLED, "Put on the list again"),
    ],
)
def test_the_page_offers_the_way_out_and_the_way_back(state, button):
    tournament = make_tournament()
    entry = make_entry(tournament, state=state)

    page = signed_in(tournament).get(reverse("edit_entry", args=[tournament.slug, entry.pk]))

    assert button in page.content.decode()


def test_signing_off_from_the_page_of_a_player_comes_back_to_it():
    tournament = make_tournament()
    entry = make_entry(tournament)
    page = reverse("edit_entry", args=[tournament.slug, entry.pk])
    desk = signed_in(tournament)

    answer = desk.post(
        reverse("withdraw", args=[tournament.slug, entry.pk]) + "?from=players", follow=True
    )

    assert answer.redirect_chain == [(page, 302)]
    assert "Put on the list again" in answer.content.decode()
