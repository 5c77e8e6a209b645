"""The link of the e-mail is opened."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import DAY, at, doer, make_club, make_entry, make_person, make_tournament
from tournaments.domain.entering import Age
from tournaments.domain.values import Refused
from tournaments.models import Act, Entry, Mail
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import entering, joining, signing_up
from tournaments.services.entering import SignUp
from tournaments.services.proofs import proof_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def signed_up(tournament, name="Anna Nováková", **fields):
    sign_up = SignUp(name=name, email="anna@example.org", language="en", **fields)
    return signing_up.register(tournament, sign_up, doer()).entry


def test_opening_the_link_changes_nothing_and_one_button_confirms(client):
    tournament = make_tournament()
    entry = signed_up(tournament)
    address = reverse("confirm_registration", args=[tournament.slug, entry.token])

    looked = client.get(address)
    assert "Yes, I will come" in looked.content.decode()
    assert Entry.objects.get().state == EntryState.UNCONFIRMED

    answer = client.post(address)
    assert Entry.objects.get().state == EntryState.CONFIRMED
    assert answer.url == reverse("my_page", args=[tournament.slug, entry.token])
    assert "You have a place" in Mail.objects.get(key=f"confirmed:{entry.pk}").subject


def test_confirming_twice_tells_once():
    tournament = make_tournament()
    entry = signed_up(tournament)

    signing_up.confirm_registration(tournament, entry.token, doer())
    signing_up.confirm_registration(tournament, entry.token, doer())

    assert Mail.objects.filter(key__startswith="confirmed").count() == 1


def test_a_full_tournament_puts_on_the_waiting_list():
    tournament = make_tournament(capacity=3)
    for _number in range(3):
        make_entry(tournament)
    entry = signed_up(tournament)

    confirmed = signing_up.confirm_registration(tournament, entry.token, doer())

    assert confirmed.state == EntryState.WAITING
    assert Mail.objects.filter(key=f"waiting:{entry.pk}").exists()
    assert Act.objects.get(name="join_queue").told == str(confirmed)


@pytest.mark.parametrize("capacity", [3, 4])
def test_how_it_stands_with_the_place_is_said_where_the_page_renews_itself(client, capacity):
    tournament = make_tournament(capacity=capacity)
    for _number in range(3):
        make_entry(tournament)
    entry = signed_up(tournament)
    address = reverse("confirm_registration", args=[tournament.slug, entry.token])

    page = client.post(address, follow=True).content.decode()

    told, renewed = page.split('id="live"', 1)
    state = "You have a place" if capacity > 3 else "You are on the waiting list"
    assert "Confirmed." in told
    assert state in renewed
    assert "place" not in told.split("<main", 1)[1]


def test_an_earlier_sign_up_keeps_its_place_while_it_may_still_be_confirmed():
    tournament = make_tournament(capacity=3)
    for _number in range(2):
        make_entry(tournament)
    first = signed_up(tournament)
    second = signed_up(tournament, "Jan Novák")

    waits = signing_up.confirm_registration(tournament, second.token, doer())
    has_place = signing_up.confirm_registration(tournament, first.token, doer())

    assert (waits.state, has_place.state) == (EntryState.WAITING, EntryState.CONFIRMED)


def test_a_person_the_series_knows_is_recognised_by_name_and_address():
    known = make_person(
        "Anna Nováková", email="Anna@example.org", birth_date=dt.date(2013, 1, 1), minor=True
    )
    tournament = make_tournament()
    club = make_club("Osadníci Brno")
    minor = {"age": Age.MINOR, "guardian_consent": True}
    entry = signed_up(tournament, "anna novakova", club=club, **minor)

    signing_up.confirm_registration(tournament, entry.token, doer(), proof=proof_of(entry))

    entry.refresh_from_db()
    assert entry.person == known
    assert entry.club == club
    assert entry.person.birth_date == dt.date(2013, 1, 1)


def test_somebody_who_signed_off_may_sign_up_again_under_a_new_number():
    tournament = make_tournament()
    first = signed_up(tournament)
    signing_up.confirm_registration(tournament, first.token, doer(), proof=proof_of(first))
    signing_up.cancel_registration(tournament, first.token, doer())

    second = signed_up(tournament)
    signing_up.confirm_registration(tournament, second.token, doer(), proof=proof_of(second))

    entry = Entry.objects.get()
    assert (entry.state, entry.number) == (EntryState.CONFIRMED, 2)
    assert entry.person == first.person


def test_a_lapsed_link_says_so(client):
    tournament = make_tournament()
    entry = signed_up(tournament)
    entering.lapse_registrations(at(12, day=DAY + dt.timedelta(days=3)))
    address = reverse("confirm_registration", args=[tournament.slug, entry.token])

    answer = client.get(address)

    assert answer.status_code == 404
    assert "This link has lapsed" in answer.content.decode()
    assert client.post(address).status_code == 404


def test_nothing_is_confirmed_once_the_tournament_is_over(client):
    tournament = make_tournament(state=State.CANCELLED)
    entry = make_entry(tournament, state=EntryState.UNCONFIRMED)

    with pytest.raises(Refused, match="cancelled"):
        signing_up.confirm_registration(tournament, entry.token, doer())
    answer = client.post(reverse("confirm_registration", args=[tournament.slug, entry.token]))

    assert answer.status_code == 409
    assert (
        "The tournament is cancelled; nothing can be changed any more." in answer.content.decode()
    )


def test_nobody_is_confirmed_into_a_running_tournament():
    tournament = make_tournament(state=State.RUNNING)
    entry = make_entry(tournament, state=EntryState.UNCONFIRMED)

    with pytest.raises(Refused) as refusal:
        signing_up.confirm_registration(tournament, entry.token, doer())

    assert refusal.value.rule_id == "D-110"


def test_a_link_of_another_tournament_opens_nothing(client):
    entry = make_entry(make_tournament(), state=EntryState.UNCONFIRMED)
    other = make_tournament()

    answer = client.post(reverse("confirm_registration", args=[other.slug, entry.token]))

    assert answer.status_code == 404
    assert Entry.objects.get().state == EntryState.UNCONFIRMED


def test_the_browser_that_confirmed_is_the_players_from_then_on(client):
    tournament = make_tournament()
    entry = signed_up(tournament)

    client.post(reverse("confirm_registration", args=[tournament.slug, entry.token]))

    assert client.session["player-links"] == [entry.token]


def confirming(entry, proof):
    address = reverse("confirm_registration", args=[entry.tournament.slug, entry.token])
    return f"{address}?proof={proof}"


def test_whoever_is_known_already_is_told_before_and_after_that_the_entries_are_joined(client):
    known = make_person("Anna Nováková", email="anna@example.org")
    make_entry(make_tournament(name="Catan Praha"), known)
    entry = signed_up(make_tournament())
    address = confirming(entry, proof_of(entry))

    before = client.get(address).content.decode()
    after = client.post(address, follow=True).content.decode()

    entry.refresh_from_db()
    assert "The series knows you" in before
    assert "Catan Praha" in before
    assert entry.person == known
    assert "belongs to the same person as your earlier tournaments" in after
    assert "My data" in after


@pytest.mark.parametrize("case", ["no proof", "another age", "nobody known"])
def test_nobody_is_told_of_a_person_whom_the_entry_does_not_join(client, case):
    if case != "nobody known":
        known = make_person("Anna Nováková", email="anna@example.org", minor=case == "another age")
        make_entry(make_tournament(name="Catan Praha"), known)
    entry = signed_up(make_tournament())
    address = confirming(entry, "" if case == "no proof" else proof_of(entry))

    before = client.get(address).content.decode()
    after = client.post(address, follow=True).content.decode()

    assert "Catan Praha" not in before + after
    assert "same person" not in before + after


def meanwhile(monkeypatch, where, name, act):
    """Let somebody else act once, right after this function has read what it answers."""
    reads, left = getattr(where, name), [act]

    def read(*args, **options):
        answer = reads(*args, **options)
        if left:
            left.pop()()
        return answer

    monkeypatch.setattr(where, name, read)


def known_elsewhere():
    known = make_person("Anna Nováková", email="anna@example.org")
    make_entry(make_tournament(name="Catan Praha"), known)
    return known


def test_a_second_click_during_the_join_is_confirmed_too(monkeypatch, client):
    known = known_elsewhere()
    entry = signed_up(make_tournament())
    proof = proof_of(entry)

    def first_click():
        signing_up.confirm_registration(entry.tournament, entry.token, doer(), proof=proof)

    meanwhile(monkeypatch, signing_up, "entry_by_token", first_click)
    answer = client.post(confirming(entry, proof))

    assert answer.status_code == 302
    entry.refresh_from_db()
    assert (entry.person, entry.state) == (known, EntryState.CONFIRMED)
    assert entry.joins.count() == 1


def test_whoever_is_known_by_another_address_meanwhile_stays_apart_and_is_confirmed(monkeypatch):
    known = known_elsewhere()
    entry = signed_up(make_tournament())

    def change_the_address():
        known.email = "anna@example.com"
        known.save()

    meanwhile(monkeypatch, joining, "would_join", change_the_address)
    signing_up.confirm_registration(entry.tournament, entry.token, doer(), proof=proof_of(entry))

    entry.refresh_from_db()
    assert entry.state == EntryState.CONFIRMED
    assert entry.person != known
    assert entry.person.email == "anna@example.org"


def test_whatever_changes_again_and_again_is_told_in_the_end(monkeypatch, client):
    entry = signed_up(make_tournament())
    tries = []

    def another(key):
        tries.append(key)
        return [make_person(f"Somebody {len(tries)}")]

    monkeypatch.setattr(signing_up, "lock_persons", another)
    answer = client.post(reverse("confirm_registration", args=[entry.tournament.slug, entry.token]))

    assert answer.status_code == 409
    assert "changed meanwhile" in answer.content.decode()
    assert len(tries) == 1 + signing_up.TIMES
