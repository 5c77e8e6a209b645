"""A person sees and changes what the series knows, by a link that only the mailbox has seen."""

import datetime as dt

import pytest
import time_machine
from django.core.cache import cache
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    at,
    doer,
    make_entry,
    make_official,
    make_person,
    make_tournament,
    signed_in,
)
from tournaments.domain.values import Refused
from tournaments.models import Entry, Mail, Person, RuleChange
from tournaments.models.entry import Role
from tournaments.models.tournament import State
from tournaments.services import joining, persons, proofs
from tournaments.services.acts import AlreadyDone
from tournaments.services.persons import Facts

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def eva(**fields):
    return make_person("Eva Malá", email="eva@example.org", **fields)


def test_who_reads_an_old_mailbox_does_not_fill_the_new_one(client):
    cache.clear()
    person = make_person("Anna Stará", email="new@example.org")
    entry = make_entry(make_tournament(state=State.FINISHED), person, email="old@example.org")
    address = reverse("prove_address", args=[entry.tournament.slug, entry.token])
    for _time in range(8):
        answer = client.post(f"{address}?proof={proofs.proof_of(entry)}", follow=True)

    assert Mail.objects.filter(to="new@example.org").count() == 5
    assert "too often" in answer.content.decode()


def page_of(person):
    return reverse("my_person", args=[proofs.key_of(person)])


def test_the_way_leads_from_the_own_page_over_the_mailbox_to_the_own_data(client):
    tournament = make_tournament()
    entry = make_entry(tournament, "Eva Malá", email="eva@example.org", language="en")
    client.post(reverse("send_person_link", args=[tournament.slug, entry.token]))
    mail = Mail.objects.get(to="eva@example.org")
    address = mail.body[mail.body.index("/en/t/") :].split()[0]

    asked = client.get(address).content.decode()
    shown = client.post(address, follow=True).content.decode()

    assert "Show my data" in asked
    assert "eva@example.org" in shown
    entry.person.refresh_from_db()
    assert entry.person.email == "eva@example.org"


def test_the_personal_link_alone_opens_nothing_of_the_person(client):
    tournament = make_tournament()
    entry = make_entry(tournament, "Eva Malá", email="eva@example.org")

    answer = client.get(reverse("prove_address", args=[tournament.slug, entry.token]))

    assert answer.status_code == 404


def test_own_facts_are_changed_and_events_that_run_go_by_them(client):
    person = eva()
    over = make_entry(make_tournament(state=State.SENT), person)
    running = make_entry(make_tournament(state=State.CHECK_IN), person)
    typed = {"name": "Eva Velká", "birth_date": "2014-03-01", "minor": "on"}

    client.post(page_of(person), typed)

    over.refresh_from_db()
    running.refresh_from_db()
    person.refresh_from_db()
    assert (person.name, person.birth_date) == ("Eva Velká", dt.date(2014, 3, 1))
    assert running.is_junior_on(running.tournament.date, running.tournament.date)
    assert not over.is_junior_on(over.tournament.date, over.tournament.date)
    assert over.public_name == "Eva Malá"
    assert running.tournament.acts.get().name == "change_facts"
    assert not over.tournament.acts.exists()


def test_a_mistake_in_the_form_keeps_what_was_typed(client):
    person = eva()

    answer = client.post(page_of(person), {"name": "Eva Velká", "birth_date": "2999-01-01"})

    page = answer.content.decode()
    assert "2999-01-01" in page
    assert "Eva Velká" in page
    person.refresh_from_db()
    assert person.birth_date is None


def test_a_new_address_holds_only_when_it_was_opened_there_and_both_are_told(client):
    person = eva()
    entry = make_entry(make_tournament(), person, language="en")
    token = entry.token
    key = proofs.key_of(person)

    client.post(reverse("change_my_address", args=[key]), {"address": "new@example.org"})
    person.refresh_from_db()
    assert person.email == "eva@example.org"
    asked = Mail.objects.get(to="new@example.org").body
    address = asked[asked.index("/me/address/") :].split()[0]
    client.post(address, {"also_to_come": "on"})

    person.refresh_from_db()
    entry.refresh_from_db()
    assert person.email == entry.email == "new@example.org"
    assert entry.token != token
    assert not any(token in mail.body for mail in Mail.objects.filter(to="new@example.org"))
    told = Mail.objects.filter(subject__contains="has changed").values_list("to", flat=True)
    assert set(told) == {"eva@example.org", "new@example.org"}
    assert client.get(reverse("my_person", args=[key])).status_code == 404
    assert client.get(address).status_code == 404


def test_an_address_nobody_proved_is_not_taken_over_by_the_events_to_come():
    person = eva()
    entry = make_entry(make_tournament(), person, email="other@example.org")

    persons.change_address(person, "new@example.org", doer())

    entry.refresh_from_db()
    assert entry.email == "other@example.org"


def test_what_was_joined_wrongly_is_taken_back_by_the_person_and_not_by_another(client):
    person, stranger = eva(), make_person("Jan", email="jan@example.org")
    make_entry(make_tournament(), person)
    wrong = make_entry(make_tournament(), "Eva Malá")
    join = joining.join_persons(person.pk, wrong.person_id, doer())

    refused = client.post(reverse("undo_my_join", args=[proofs.key_of(stranger), join.pk]))
    assert refused.status_code == 404
    client.post(reverse("undo_my_join", args=[proofs.key_of(person), join.pk]))

    wrong.refresh_from_db()
    assert wrong.person == join.other


def test_everything_is_deleted_on_the_persons_own_word_with_what_they_proved(client):
    person = eva()
    make_entry(make_tournament(state=State.SENT), person)
    double = make_entry(make_tournament(), "Eva Malá", email=person.email)
    joining.join_by_address(double, doer(), asked=True)

    asked = client.get(reverse("forget_me", args=[proofs.key_of(person)])).content.decode()
    client.post(reverse("forget_me", args=[proofs.key_of(person)]))

    assert "Delete my data" in asked
    assert "Results that others joined" not in asked
    assert not Person.objects.exclude(name="").exists()
    assert not Entry.objects.exclude(name="").exists()
    assert not Entry.objects.exclude(shown_as="").exists()


def test_what_the_series_joined_stays_and_the_page_says_so(client):
    person = eva()
    make_entry(make_tournament(state=State.SENT), person)
    double = make_entry(make_tournament(state=State.SENT), "Eva Mala")
    owner = double.person
    joining.join_persons(person.pk, owner.pk, doer())

    asked = client.get(reverse("forget_me", args=[proofs.key_of(person)])).content.decode()
    client.post(reverse("forget_me", args=[proofs.key_of(person)]))

    double.refresh_from_db()
    assert "Results that others joined" in asked
    assert (double.name, double.person, double.joined_from) == ("Eva Mala", owner, None)


@pytest.mark.parametrize(("state", "told"), [(State.SENT, False), (State.SIGN_UP, True)])
def test_whoever_deletes_their_data_is_told_of_places_that_go_with_it(client, state, told):
    person = eva()
    make_entry(make_tournament(state=state), person)

    asked = client.get(reverse("forget_me", args=[proofs.key_of(person)])).content.decode()

    assert "<h1>Delete my data</h1>" in asked
    assert ("It also signs you off from events to come." in asked) == told


@pytest.mark.parametrize("days", [6, 8])
def test_a_link_holds_for_seven_days(client, days):
    person = eva()
    with time_machine.travel(at(9)):
        address = page_of(person)

    with time_machine.travel(at(9) + dt.timedelta(days=days)):
        answer = client.get(address)

    assert answer.status_code == (200 if days < 7 else 404)
    if days < 7:
        assert "no-store" in answer["Cache-Control"]
        assert answer["X-Robots-Tag"] == "noindex, nofollow"


def test_whatever_somebody_calls_themselves_takes_no_word_out_of_an_event(client):
    person = eva()
    tournament = make_entry(make_tournament(), person).tournament
    text = "Trading with the bank is not allowed in the first round."
    RuleChange.objects.create(tournament=tournament, text=text, published_at=at(8), by="Olga")
    for name in ("is not allowed", "the bank", "Olga"):
        client.post(page_of(person), {"name": name})

    client.post(reverse("forget_me", args=[proofs.key_of(person)]))

    person.refresh_from_db()
    assert person.forgotten_at
    assert RuleChange.objects.get().text == text
    assert RuleChange.objects.get().by == "Olga"


def test_own_facts_are_not_changed_without_end(client):
    person = eva()
    answers = [client.post(page_of(person), {"name": f"Eva {n}"}).status_code for n in range(11)]

    assert answers == [302] * 10 + [200]


def test_an_office_that_somebody_wrote_down_keeps_nobody_from_being_deleted(client):
    person = eva()
    make_official(make_tournament(), Role.SCOREKEEPER, person)

    client.post(reverse("forget_me", args=[proofs.key_of(person)]))

    person.refresh_from_db()
    assert person.forgotten_at


def test_a_second_change_to_the_same_address_changes_nothing():
    person = eva()

    with pytest.raises(AlreadyDone):
        persons.change_address(person, "EVA@example.org", doer())


def test_the_series_finds_corrects_joins_and_everybody_reads_the_correction(client):
    person = eva()
    entry = make_entry(make_tournament(state=State.SENT), person)
    double = make_entry(make_tournament(), "Mala Eva")
    series = signed_in(None, "administrator")

    assert "Eva Malá" not in series.get(reverse("find_persons")).content.decode()
    assert "Eva Malá" in series.get(reverse("find_persons"), {"q": "mala"}).content.decode()
    page = series.get(reverse("person", args=[person.pk])).content.decode()
    assert f'value="{double.person_id}"' in page
    series.post(reverse("join_persons", args=[person.pk]), {"other": double.person_id})
    typed = {"shown_as": "Eva Mála", "was_junior": "on", "reason": "A letter was wrong."}
    series.post(reverse("correct_entry", args=[entry.tournament.slug, entry.pk]), typed)

    double.refresh_from_db()
    entry.refresh_from_db()
    assert double.person == person
    assert (entry.public_name, entry.was_junior) == ("Eva Mála", True)
    shown = client.get(entry.tournament.get_absolute_url()).content.decode()
    assert "1. Eva Malá → Eva Mála" in shown
    assert "A letter was wrong." in shown


def test_a_correction_that_shortens_a_name_leaves_no_longer_one_for_everybody_to_read(client):
    entry = make_entry(make_tournament(state=State.SENT), eva())
    series = signed_in(None, "administrator")
    address = reverse("correct_entry", args=[entry.tournament.slug, entry.pk])
    for name, junior in (("Eva Mála", "on"), ("Eva M.", "")):
        series.post(address, {"shown_as": name, "was_junior": junior, "reason": "They asked."})

    page = client.get(entry.tournament.get_absolute_url()).content.decode()

    assert page.count("They asked.") == 2
    assert "1. Eva M. ✓ U14" in page
    assert "1. Eva M. ✗ U14" in page
    assert "Mál" not in page


def test_a_correction_needs_a_reason_and_an_event_that_is_over():
    running = make_entry(make_tournament(), "Eva Malá")
    series = signed_in(None, "administrator")
    typed = {"shown_as": "Eva Mála", "reason": "A letter was wrong."}

    address = reverse("correct_entry", args=[running.tournament.slug, running.pk])
    answer = series.post(address, typed)

    assert "not over" in answer.content.decode()
    at_the_desk = reverse("edit_entry", args=[running.tournament.slug, running.pk])
    assert f'href="{at_the_desk}"' in answer.content.decode()
    over = make_entry(make_tournament(state=State.SENT), "Eva Malá")
    address = reverse("correct_entry", args=[over.tournament.slug, over.pk])
    assert "required" in series.post(address, {"shown_as": "Eva Mála"}).content.decode()


def test_a_cancelled_event_printed_nothing_that_the_series_could_correct():
    entry = make_entry(make_tournament(state=State.CANCELLED), "Eva Malá")
    series = signed_in(None, "administrator")
    address = reverse("correct_entry", args=[entry.tournament.slug, entry.pk])

    page = series.get(address).content.decode()

    assert "The tournament was cancelled" in page
    assert "not over" not in page
    with pytest.raises(Refused, match="was cancelled"):
        persons.correct_entry(
            entry.tournament, entry.pk, doer(), shown_as="Eva", was_junior=False, reason="Typo."
        )


def test_facts_are_written_once_for_the_person_and_the_logbooks_of_open_events_say_by_whom():
    person = eva()
    entry = make_entry(make_tournament(), person)

    persons.change_facts(person, Facts("Eva Velká", None, False, False), doer("The series"))

    assert entry.tournament.acts.get(name="change_facts").by == "The series"


def test_the_page_says_that_events_to_come_keep_the_name_they_were_given(client):
    person = eva()
    entry = make_entry(make_tournament(), person)

    page = client.get(page_of(person)).content.decode()
    persons.change_facts(person, Facts("Eva Velká", None, False, False), doer())

    entry.refresh_from_db()
    assert (
        "A new name, and that the full name may be published, hold for sign-ups from now on."
        in page
    )
    assert entry.name == "Eva Malá"
