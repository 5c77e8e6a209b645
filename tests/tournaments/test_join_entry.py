"""An entry joins a person who is known already, on whose word, and back again."""

import datetime as dt
import re

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    doer,
    make_entry,
    make_junior,
    make_official,
    make_person,
    make_tournament,
    make_user,
    signed_in,
)
from tournaments.domain.entering import Age
from tournaments.domain.values import Refused
from tournaments.models import Entry, Join, JoinedBy, Mail, Person, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.services import joining, proofs, signing_up, undoing
from tournaments.services.acts import AlreadyDone
from tournaments.services.entering import SignUp

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def two_events(**fields):
    """Two events of one organiser, with "Eva Malá" on both lists."""
    one, other = make_tournament(), make_tournament(name="Catan Praha", **fields)
    return make_entry(one, "Eva Malá"), make_entry(other, "eva mala")


def own(*entries):
    return Tournament.objects.filter(pk__in=[entry.tournament_id for entry in entries])


def joined(entry, other):
    return joining.join_entry(entry.tournament, entry.pk, other.pk, own(entry, other), doer())


def test_the_organiser_of_both_events_joins_the_younger_to_the_older():
    older, younger = two_events()

    join = joined(younger, older)

    younger.refresh_from_db()
    assert younger.person == older.person
    assert (join.how, join.by) == (JoinedBy.ORGANISER, "Olga Organiser")
    for entry in (older, younger):
        assert entry.tournament.acts.get(name="join_entry").by == "Olga Organiser"


def test_an_entry_of_somebody_elses_event_cannot_be_joined():
    mine, theirs = two_events()

    with pytest.raises(Refused, match="events that you organise"):
        joining.join_entry(mine.tournament, mine.pk, theirs.pk, own(mine), doer())

    assert not Join.objects.exists()


def test_what_was_joined_goes_back_with_its_office_and_the_logbooks_say_so():
    older, younger = two_events()
    office = make_official(younger.tournament, Role.REFEREE, younger.person)
    person = younger.person
    join = joined(younger, older)
    office.refresh_from_db()
    assert office.person == older.person

    undoing.undo_own_join(join.pk, own(older, younger), doer())

    younger.refresh_from_db()
    office.refresh_from_db()
    assert younger.person == office.person == person
    for entry in (older, younger):
        assert entry.tournament.acts.filter(name="undo_join").exists()
    with pytest.raises(AlreadyDone):
        undoing.undo_join(join.pk, doer())


def test_an_organiser_takes_back_only_what_an_organiser_joined():
    older, younger = two_events()
    join = joining.join_persons(older.person_id, younger.person_id, doer())

    with pytest.raises(Refused, match="Only the player or the series"):
        undoing.undo_own_join(join.pk, own(older, younger), doer())


def different_addresses(older, younger):
    older.person.email, younger.person.email = "a@example.org", "b@example.org"


def different_birthdays(older, younger):
    older.person.birth_date, younger.person.birth_date = dt.date(2014, 3, 1), dt.date(2014, 3, 2)


def an_account_of_each(older, younger):
    older.person.user, younger.person.user = make_user(), make_user()


def a_birthday_that_would_be_given_away(older, younger):
    younger.person.birth_date = dt.date(2014, 3, 1)


def an_event_of_somebody_else(older, younger):
    make_entry(make_tournament(), younger.person)


def an_office_of_somebody_else(older, younger):
    make_official(make_tournament(), Role.REFEREE, older.person)


@pytest.mark.parametrize(
    "given",
    [
        different_addresses,
        different_birthdays,
        an_account_of_each,
        a_birthday_that_would_be_given_away,
        an_event_of_somebody_else,
        an_office_of_somebody_else,
    ],
)
def test_what_does_not_fit_together_is_left_to_the_series(given):
    older, younger = two_events()
    given(older, younger)
    older.person.save()
    younger.person.save()

    with pytest.raises(Refused, match="does not fit together"):
        joined(younger, older)


def test_a_birth_date_that_came_with_a_proof_goes_with_it():
    older, younger = two_events()
    Person.objects.filter(pk=older.person_id).update(email="eva@example.org")
    Entry.objects.filter(pk=younger.pk).update(
        email="eva@example.org", name="Eva Malá", birth_date_told=dt.date(2014, 3, 1)
    )
    younger.person.birth_date = dt.date(2014, 3, 1)
    younger.person.save()
    younger.refresh_from_db()

    join = joining.join_by_address(younger, doer(), asked=True)
    older.person.refresh_from_db()
    assert older.person.birth_date == dt.date(2014, 3, 1)
    undoing.undo_join(join.pk, doer())

    older.person.refresh_from_db()
    assert older.person.birth_date is None


def test_nothing_of_an_event_that_is_over_goes_over_by_an_organiser():
    """A puppet with a proved address could take points, or have a winner deleted."""
    winner = make_entry(make_tournament(state=State.SENT), "Ewa Veselá")
    puppet = make_entry(make_tournament(), make_person("Ewa Veselá", email="thief@example.org"))

    with pytest.raises(Refused, match="is over"):
        joined(puppet, winner)

    winner.refresh_from_db()
    assert winner.person != puppet.person


def test_a_contact_that_the_desk_wrote_leads_nobody_away_from_a_proved_person():
    child = make_junior("Ewa Veselá")
    child.email = "parent@example.org"
    child.save()
    make_entry(make_tournament(), child)
    entry = make_entry(make_tournament(), child, email="thief@example.org")
    thief = make_person("Ewa Veselá", email="thief@example.org")

    person = signing_up.prove_address(entry.tournament, entry.token, proofs.proof_of(entry), doer())

    entry.refresh_from_db()
    thief.refresh_from_db()
    assert entry.person == person == child
    assert thief.birth_date is None


def test_a_child_with_the_name_and_address_of_a_parent_is_asked_who_it_is():
    parent = make_person("Eva Malá", email="eva@example.org")
    make_entry(make_tournament(), parent)
    tournament = make_tournament()
    child = SignUp(
        name="Eva Malá",
        email="eva@example.org",
        age=Age.JUNIOR,
        birth_date=dt.date(2016, 3, 1),
        guardian_consent=True,
    )
    entry = signing_up.register(tournament, child, doer()).entry
    proof = proofs.proof_of(entry)

    signing_up.confirm_registration(tournament, entry.token, doer(), proof=proof)
    entry.refresh_from_db()
    parent.refresh_from_db()
    assert entry.person != parent
    assert parent.birth_date is None
    signing_up.prove_address(tournament, entry.token, proof, doer())

    entry.refresh_from_db()
    parent.refresh_from_db()
    assert (entry.person, parent.birth_date) == (parent, dt.date(2016, 3, 1))


def test_two_players_of_one_event_are_refused_with_their_numbers():
    older, younger = two_events()
    make_entry(younger.tournament, older.person, number=7)

    with pytest.raises(Refused, match="Catan Praha, under 7 and 1"):
        joining.join_persons(older.person_id, younger.person_id, doer())


def test_a_place_that_was_signed_off_gives_way():
    older, younger = two_events()
    make_entry(younger.tournament, older.person, number=7, state=EntryState.CANCELLED)

    joined(younger, older)

    assert Entry.objects.get(tournament=younger.tournament).pk == younger.pk


def test_the_one_with_the_account_is_kept_by_the_series():
    older, younger = two_events()
    younger.person.user = make_user()
    younger.person.save()

    with pytest.raises(Refused, match="account has to be kept"):
        joining.join_persons(older.person_id, younger.person_id, doer())
    joining.join_persons(younger.person_id, older.person_id, doer())

    older.refresh_from_db()
    assert older.person == younger.person


def test_the_desk_is_shown_people_of_its_own_events_alone_and_joins_by_one_button(time_machine):
    time_machine.move_to(doer().now)
    older, younger = two_events()
    make_entry(make_tournament(name="Catan Elsewhere"), "Eva Malá")
    desk = signed_in(younger.tournament)
    user = younger.tournament.officials.get().user
    make_official(older.tournament, Role.ORGANISER, "Olga", user=user)
    make_official(Entry.objects.last().tournament, Role.REFEREE, "Olga", user=user)
    address = reverse("join_entry", args=[younger.tournament.slug])

    page = desk.get(address).content.decode()
    assert older.tournament.name in page
    assert "Catan Elsewhere" not in page
    done = desk.post(address, {"entry": younger.pk, "other": older.pk}, follow=True)

    assert "Two persons after all" in done.content.decode()
    join = Join.objects.get()
    desk.post(reverse("undo_own_join", args=[younger.tournament.slug, join.pk]))
    younger.refresh_from_db()
    assert younger.person == join.other


def test_a_proved_address_joins_the_person_known_by_it_and_the_entry_keeps_what_it_was_told():
    known = make_junior("Eva Malá", birth_date=dt.date(2014, 3, 1))
    known.email = "eva@example.org"
    known.save()
    make_entry(make_tournament(state=State.SENT), known)
    tournament = make_tournament()
    sign_up = SignUp(name="Mala Eva", email="EVA@example.org", age=Age.MINOR, guardian_consent=True)
    entry = signing_up.register(tournament, sign_up, doer()).entry

    signing_up.confirm_registration(tournament, entry.token, doer(), proof=proofs.proof_of(entry))

    entry.refresh_from_db()
    assert (entry.person, entry.name) == (known, "Mala Eva")
    assert Join.objects.get().how == JoinedBy.LINK


@pytest.mark.parametrize("proof", ["", "forged", "of another entry"])
def test_without_the_proof_out_of_the_mail_a_link_confirms_but_joins_nobody(proof):
    known = make_person("Eva Malá", email="eva@example.org")
    other = make_entry(make_tournament(), known)
    tournament = make_tournament()
    sign_up = SignUp(name="Eva Malá", email="eva@example.org")
    entry = signing_up.register(tournament, sign_up, doer()).entry
    shown = proofs.proof_of(other) if proof == "of another entry" else proof

    signing_up.confirm_registration(tournament, entry.token, doer(), proof=shown)

    entry.refresh_from_db()
    assert entry.state == EntryState.CONFIRMED
    assert entry.person != known


def test_the_link_in_the_mail_carries_the_proof_and_the_desk_never_sees_it(client):
    tournament = make_tournament()
    typed = {"name": "Eva Malá", "email": "eva@example.org", "age": "adult"}
    client.post(reverse("register", args=[tournament.slug]), typed)
    entry = tournament.entries.get()
    proof = re.search(r"\?proof=([\w:-]+)", Mail.objects.get().body)[1]
    # A second later the same is signed with another time.
    said = proof.split(":")[0]

    desk = signed_in(tournament)
    for name, args in [("edit_entry", [entry.pk]), ("entries", []), ("logbook", [])]:
        page = desk.get(reverse(name, args=[tournament.slug, *args])).content.decode()
        assert said not in page

    address = reverse("confirm_registration", args=[tournament.slug, entry.token])
    client.post(f"{address}?proof={proof}")
    entry.refresh_from_db()
    assert (entry.state, entry.person.email) == (EntryState.CONFIRMED, "eva@example.org")


def test_whoever_changed_the_contact_cannot_prove_the_old_one():
    tournament = make_tournament()
    entry = make_entry(tournament, "Eva Malá", email="eva@example.org")
    proof = proofs.proof_of(entry)
    entry.email = "thief@example.org"

    assert not proofs.proves(proof, entry)


@pytest.mark.parametrize("role", ["organiser", "administrator"])
def test_only_a_join_that_can_be_done_is_offered_and_counted(time_machine, role):
    time_machine.move_to(doer().now)
    over, now = two_events()
    last_year = now.tournament.date.replace(year=2025)
    Tournament.objects.filter(pk=over.tournament_id).update(date=last_year)
    desk = signed_in(now.tournament)
    user = now.tournament.officials.get().user
    make_official(over.tournament, Role.ORGANISER, "Olga", user=user)
    user.is_staff = role == "administrator"
    user.save()

    page = desk.get(reverse("join_entry", args=[now.tournament.slug])).content.decode()
    players = desk.get(reverse("entries", args=[now.tournament.slug])).content.decode()

    assert "The same person</button>" not in page
    assert "One of the two events is over" in page
    link = reverse("person", args=[now.owner_id])
    assert (link in page) == (role == "administrator")
    assert not re.search(r'Players of other events\s*<span class="badge', players)


def test_of_very_many_players_of_one_name_some_are_offered_at_a_time(monkeypatch):
    monkeypatch.setattr(joining, "MOST_OF_ONE", 3)
    monkeypatch.setattr(joining, "MOST_SUGGESTED", 7)
    one, other = make_tournament(), make_tournament()
    for tournament in (one, other):
        for number in range(5):
            address = f"{number}@{tournament.slug}.example"
            make_entry(tournament, make_person("Eva Malá", email=address))
    desk = signed_in(one)
    user = one.officials.get().user
    make_official(other, Role.ORGANISER, "Olga", user=user)

    page = desk.get(reverse("join_entry", args=[one.slug])).content.decode()
    found = joining.suggestions(one, Tournament.objects.filter(pk__in=[one.pk, other.pk]))

    assert len(found) == page.count("same name") == 7
    assert [one.entry.number for one in found] == [1, 1, 1, 2, 2, 2, 3]
    assert "There may be more of them" in page
