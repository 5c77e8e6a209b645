"""What a stranger tells under somebody's name and address decides nothing for its owner, and what
one event was told is not read at another."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tournaments.domain.entering import VERSIONS_KEPT, Age, keep_version
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.models import Entry, Mail, Person
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import Kind, State
from tournaments.services import announcing, closing, entering, joining, persons, signing_up
from tournaments.services.entering import SignUp, shown_birth_date
from tournaments.services.proofs import key_of, proof_of

pytestmark = pytest.mark.django_db

STRANGER = {"age": "minor", "guardian_consent": "on", "full_name_public": "on"}
MOTHER = {"age": "junior", "birth_date": "2015-02-10", "guardian_consent": "on"}


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def sends(tournament, place, fields, name="Ewa Tajemná"):
    """A sign-up from a network of its own; the link of the e-mail it caused."""
    before = set(Mail.objects.values_list("pk", flat=True))
    client = Client(REMOTE_ADDR=place)
    typed = {"name": name, "email": "mum@example.org", **fields}
    client.post(reverse("register", args=[tournament.slug]), typed)
    new = Mail.objects.exclude(pk__in=before).filter(key__startswith="register")
    return link_of(new.get()) if new else ""


def link_of(mail):
    return re.search(r"https?://[^/]+(/\S*/confirm\S*)", mail.body)[1]


def test_the_owner_confirms_what_she_told_though_a_stranger_was_first():
    tournament = make.make_tournament()
    sends(tournament, "10.1.1.1", STRANGER)
    link = sends(tournament, "10.2.2.2", MOTHER)

    page = Client().get(link).content.decode()
    assert "junior" in page
    assert "10 February 2015" in page
    assert "the full name is not published" in page
    Client().post(link)

    entry = tournament.entries.get()
    assert (entry.state, entry.public_name) == (EntryState.CONFIRMED, "Ewa T.")
    assert entry.person.birth_date == dt.date(2015, 2, 10)
    assert entry.is_junior_on(tournament.date, tournament.date)
    assert not entry.person.full_name_public
    assert entry.versions == []


def test_a_stranger_who_comes_later_changes_nothing_in_the_link_of_the_owner():
    tournament = make.make_tournament()
    link = sends(tournament, "10.2.2.2", MOTHER)
    later = sends(tournament, "10.1.1.1", STRANGER)
    assert "they agree that the full name is published" in Client().get(later).content.decode()

    Client().post(link)
    Client().post(later)

    entry = tournament.entries.get()
    assert entry.public_name == "Ewa T."
    assert entry.person.birth_date == dt.date(2015, 2, 10)


def test_two_versions_hold_one_place_and_one_is_mailed_once_an_hour():
    tournament = make.make_tournament(capacity=4)
    for place in ("10.1.1.1", "10.2.2.2"):
        sends(tournament, place, STRANGER)
    sends(tournament, "10.3.3.3", MOTHER)
    sends(tournament, "10.3.3.3", MOTHER)

    assert tournament.entries.count() == 1
    assert len(tournament.entries.get().versions) == 2
    # The first, the same again, and what the mother told, once.
    assert Mail.objects.filter(key__startswith="register").count() == 3


def test_where_the_desk_confirms_a_full_name_is_published_only_if_all_agree():
    tournament = make.make_tournament()
    sends(tournament, "10.1.1.1", STRANGER)
    sends(tournament, "10.2.2.2", MOTHER)

    entering.confirm_entry(tournament, tournament.entries.get().pk, make.doer())

    entry = tournament.entries.get()
    assert entry.public_name == "Ewa T."
    assert not Person.objects.get().full_name_public


@pytest.mark.parametrize("first", ["stranger", "mother"])
def test_where_the_desk_confirms_whoever_is_a_child_in_one_version_is_one(first):
    tournament = make.make_tournament()
    told = [{"age": "adult"}, MOTHER]
    for place, fields in enumerate(told if first == "stranger" else reversed(told)):
        sends(tournament, f"10.{place}.1.1", fields)

    entering.confirm_entry(tournament, tournament.entries.get().pk, make.doer())

    entry = tournament.entries.get()
    assert (entry.is_minor, entry.public_name) == (True, "Ewa T.")
    assert not entry.guardian_consent
    assert not Person.objects.get().full_name_public


def test_the_same_told_twice_takes_no_consent_away():
    tournament = make.make_tournament()
    for _time in range(2):
        sends(tournament, "10.2.2.2", MOTHER)

    assert tournament.entries.get().guardian_consent


def test_no_link_undoes_what_the_desk_has_corrected():
    tournament = make.make_tournament()
    link = sends(tournament, "10.1.1.1", {"age": "adult"}, name="Ewa Tajemna")
    entry = tournament.entries.get()
    corrected = SignUp(name="Ewa Tajemná", email=entry.email, language="en")
    entering.edit_entry(tournament, entry.pk, corrected, make.doer())

    answer = Client().post(link, follow=True).content.decode()

    entry = tournament.entries.get()
    assert (entry.name, entry.state) == ("Ewa Tajemná", EntryState.UNCONFIRMED)
    assert "is not kept any more" in answer


def test_a_version_that_was_pushed_out_confirms_nothing_else():
    tournament = make.make_tournament()
    sends(tournament, "10.1.1.1", {"age": "adult"})
    link = sends(tournament, "10.2.2.2", MOTHER)
    entry = tournament.entries.get()
    Entry.objects.filter(pk=entry.pk).update(versions=entry.versions[:1])
    key = entry.versions[1]["key"]

    shown = Client().get(link, follow=True).content.decode()
    with pytest.raises(Refused, match="is not kept any more"):
        signing_up.confirm_registration(tournament, entry.token, make.doer(), version=key)

    assert "sign up again, or ask the desk" in shown
    assert tournament.entries.get().state == EntryState.UNCONFIRMED
    signing_up.confirm_registration(tournament, entry.token, make.doer())
    assert tournament.entries.get().state == EntryState.CONFIRMED


def test_the_page_shows_no_birth_date_to_who_has_the_link_without_the_e_mail():
    tournament = make.make_tournament()
    sends(tournament, "10.2.2.2", MOTHER)
    entry = tournament.entries.get()
    bare = reverse("confirm_registration", args=[tournament.slug, entry.token])

    assert "2015" not in Client().get(bare).content.decode()


def test_versions_are_bounded_and_who_sends_many_pushes_out_their_own():
    kept = [{"place": "mother", "n": 0}]
    for number in range(200):
        kept = keep_version(kept, {"place": "stranger", "n": number})

    assert len(kept) == VERSIONS_KEPT
    assert kept[0] == {"place": "mother", "n": 0}
    assert kept[-1]["n"] == 199


def test_nothing_of_the_versions_outlives_the_confirmation_or_goes_into_an_archive():
    tournament = make.make_tournament()
    sends(tournament, "10.2.2.2", MOTHER)

    assert "versions" not in archive_of(tournament)["entries"][0]
    assert not hasattr(Entry.history.model, "versions")


# Birth dates


def moved_to(tournament, day):
    fields = {"date": day}
    rounds = [
        {"starts_at": r.starts_at, "limit_minutes": r.limit_minutes}
        for r in tournament.rounds.order_by("number")
    ]
    announcing.edit_tournament(tournament, fields, rounds, make.doer())


@pytest.mark.parametrize("state", [State.DRAFT, State.SIGN_UP])
def test_an_event_with_players_is_not_moved_into_the_past(state):
    tournament = make.make_tournament(state=state, kind=Kind.OTHER)
    make.make_entry(tournament)

    with pytest.raises(Refused):
        moved_to(tournament, dt.date(2022, 1, 15))


def test_no_date_of_the_event_shows_the_birth_date_of_somebody_who_did_not_tell_it():
    known = make.make_person("Jan Skrytý", email="j@example.org", birth_date=dt.date(2008, 11, 27))
    make.make_entry(make.make_tournament(state=State.SENT), known)
    tournament = make.make_tournament(state=State.DRAFT, kind=Kind.OTHER)
    sign_up = SignUp(name="Jan Skrytý", email="j@example.org", age=Age.MINOR, guardian_consent=True)
    entry = entering.add_entry(tournament, sign_up, make.doer())
    Entry.objects.filter(pk=entry.pk).update(address_by_desk=False)  # as if signed up in public
    entry.refresh_from_db()
    joining.join_by_address(entry, make.doer(), asked=True)

    tournament.date = dt.date(2022, 1, 15)
    tournament.save()

    entry = tournament.entries.get()
    assert entry.person == known
    assert shown_birth_date(entry) is None
    assert archive_of(tournament)["persons"][0]["birth_date"] is None


def test_a_birth_date_told_at_the_sign_up_is_shown_until_the_player_corrects_it():
    tournament = make.make_tournament()
    born = dt.date(2015, 2, 10)
    sign_up = SignUp(name="Eva", age=Age.JUNIOR, birth_date=born, guardian_consent=True)
    entry = entering.add_entry(tournament, sign_up, make.doer())
    assert shown_birth_date(entry) == dt.date(2015, 2, 10)

    facts = persons.Facts("Eva", dt.date(2015, 2, 11), True, False)
    persons.change_facts(entry.person, facts, make.doer())

    entry = tournament.entries.get()
    assert shown_birth_date(entry) is None
    assert entry.is_junior_on(tournament.date, tournament.date)


def test_a_puppet_joined_before_the_results_are_sent_never_shows_the_birth_date(time_machine):
    time_machine.move_to(make.doer().now)
    tournament = make.ready_to_draw(11, rounds=1, kind=Kind.OTHER)
    user = make.make_user()
    make.make_official(tournament, Role.ORGANISER, user=user)
    desk = Client()
    desk.force_login(user)
    born = dt.date(2015, 2, 10)
    child = make.make_entry(
        tournament,
        make.make_person("Ewa Tajemná", email="t@example.org", birth_date=born, minor=True),
        state=EntryState.CHECKED_IN,
    )
    draft = make.make_tournament(state=State.DRAFT)
    make.make_official(draft, Role.ORGANISER, user=user)
    puppet = make.make_entry(draft, "Ewa Tajemná")
    join = reverse("join_entry", args=[draft.slug])
    desk.post(join, {"entry": puppet.pk, "other": child.pk})
    puppet.refresh_from_db()
    assert puppet.person == child.person
    assert shown_birth_date(child) == born
    assert shown_birth_date(puppet) is None

    make.play(tournament)
    make.draw_lots(tournament)
    make.agreeing(lambda who: closing.finish(tournament, who))

    page = desk.get(reverse("edit_entry", args=[draft.slug, puppet.pk])).content.decode()
    assert "2015" not in page
    assert [p["birth_date"] for p in archive_of(draft)["persons"] if p["name"]] == [None, None]


def test_an_archive_carries_what_was_told_and_an_older_one_too():
    tournament = make.make_tournament()
    make.make_entry(tournament, make.make_junior("Eva"))
    document = archive_of(tournament)
    for entry in document["entries"]:
        del entry["birth_date_told"]

    copy = read_archive(document, copy_to="copy")

    assert shown_birth_date(copy.entries.get()) == make.make_junior("Other").birth_date


# A consent that is taken back


def test_a_consent_taken_back_reaches_the_events_to_come_and_none_that_is_over():
    past = make.make_tournament(state=State.SENT, finished_at=make.at(17))
    ahead = make.make_tournament()
    born = dt.date(2015, 2, 10)
    ewa = make.make_person(
        "Ewa Tajemná", email="mum@example.org", birth_date=born, minor=True, full_name_public=True
    )
    for tournament in (past, ahead):
        make.make_entry(tournament, ewa)
    typed = {"name": "Ewa Tajemná", "birth_date": "2015-02-10", "minor": "on"}

    Client().post(reverse("my_person", args=[key_of(ewa)]), typed)

    page = Client().get(reverse("players", args=[ahead.slug])).content.decode()
    assert "Ewa T." in page
    assert "Tajemná" not in page
    assert past.entries.get().public_name == "Ewa Tajemná"


def test_a_consent_given_for_one_event_is_taken_back_too():
    ahead = make.make_tournament()
    ewa = make.make_person("Ewa Tajemná", email="mum@example.org", minor=True)
    entry = make.make_entry(ahead, ewa, full_name_public=True)
    typed = {"name": "Ewa Tajemná", "minor": "on"}

    Client().post(reverse("my_person", args=[key_of(ewa)]), typed)

    entry.refresh_from_db()
    assert entry.public_name == "Ewa T."


def test_the_proof_still_joins_by_what_the_opened_version_told():
    born = dt.date(2015, 2, 10)
    known = make.make_person("Ewa Tajemná", email="mum@example.org", birth_date=born, minor=True)
    make.make_entry(make.make_tournament(state=State.SENT), known)
    tournament = make.make_tournament()
    sends(tournament, "10.1.1.1", {"age": "adult"})
    link = sends(tournament, "10.2.2.2", MOTHER)
    assert proof_of(tournament.entries.get()).split(":")[0] in link

    asked = Client().get(link).content.decode()
    told = Client().post(link, follow=True).content.decode()

    assert tournament.entries.get().person == known
    assert "this entry belongs to the same person" in asked
    assert "so this entry belongs to the same person as your earlier tournaments" in told


def test_a_link_that_joins_nobody_says_nothing_of_it():
    known = make.make_person("Ewa Tajemná", email="mum@example.org")
    make.make_entry(make.make_tournament(state=State.SENT), known)
    tournament = make.make_tournament()
    sends(tournament, "10.1.1.1", {"age": "adult"})
    link = sends(tournament, "10.2.2.2", MOTHER)

    asked = Client().get(link).content.decode()
    told = Client().post(link, follow=True).content.decode()

    assert tournament.entries.get().person != known
    assert "belongs to the same person" not in asked + told


def test_who_becomes_known_after_the_page_was_shown_is_told_so_too(monkeypatch):
    """What the page foresees may change till the link is confirmed."""
    tournament = make.make_tournament()
    link = sends(tournament, "10.2.2.2", {"age": "adult"})
    known = make.make_person("Ewa Tajemná", email="mum@example.org")
    make.make_entry(make.make_tournament(state=State.SENT), known)
    monkeypatch.setattr(
        "tournaments.views.personal.signing_up.joining.would_join", lambda _entry: None
    )
    monkeypatch.setattr(
        "tournaments.services.signing_up.join_by_address",
        lambda entry, _doer: Entry.objects.filter(pk=entry.pk).update(person=known),
    )

    told = Client().post(link, follow=True).content.decode()

    assert "so this entry belongs to the same person as your earlier tournaments" in told
