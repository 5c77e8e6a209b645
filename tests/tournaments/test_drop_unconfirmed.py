"""Sign-ups that nobody means: what they may hold, and how the organiser gets rid of them."""

import datetime as dt
import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.factories import (
    doer,
    make_entry,
    make_person,
    make_tournament,
    make_user,
    signed_in,
)
from tournaments.domain.entering import Age, name_key
from tournaments.domain.values import Refused
from tournaments.exports.archive.writing import write_archive
from tournaments.models import Act, Entry, Join, Mail, Person, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.services import (
    checking_in,
    entering,
    joining,
    persons,
    signing_up,
    unconfirmed,
    undoing,
)
from tournaments.services.entering import SignUp
from tournaments.services.persons import Facts
from tournaments.services.proofs import proof_of
from tournaments.tasks import lapse_registrations
from tournaments.views.public.calendar import with_places

pytestmark = pytest.mark.django_db

STRANGER = "203.0.113.7"


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def sign_up_from(place, name, tournament, *, email=None):
    typed = {"name": name, "email": email or f"{name_key(name)}@example.org".replace(" ", ".")}
    address = reverse("register", args=[tournament.slug])
    return Client().post(address, {**typed, "age": "adult"}, REMOTE_ADDR=place)


def made_up(tournament, count=17):
    for number in range(count):
        assert sign_up_from(STRANGER, f"Made Up{number}", tournament).status_code == 302


@pytest.fixture
def tournament():
    """24 places, 19 of them taken."""
    tournament = make_tournament(capacity=24)
    for _number in range(19):
        make_entry(tournament)
    return tournament


def confirm(tournament, entry, **fields):
    return signing_up.confirm_registration(
        tournament, entry.token, doer(now=timezone.now(), **fields)
    )


def test_made_up_sign_ups_close_no_tournament(tournament):
    """Finding 7: 17 of them in a second made the last 5 places "full" for two days."""
    made_up(tournament)
    sign_up_from("198.51.100.1", "Vilma Opozdilá", tournament)

    left = entering.free_places(tournament, timezone.now())
    entry = confirm(tournament, Entry.objects.get(person__name="Vilma Opozdilá"))

    assert left == 24 - 19 - 1
    assert with_places([tournament])[0].left == left - 1
    assert entry.state == EntryState.CONFIRMED


def test_after_an_hour_they_hold_no_place_at_all(tournament, time_machine):
    made_up(tournament)

    time_machine.move_to(timezone.now() + dt.timedelta(minutes=61))

    assert entering.free_places(tournament, timezone.now()) == 24 - 19


@pytest.mark.parametrize(
    ("capacity", "state"), [(20, EntryState.CONFIRMED), (19, EntryState.WAITING)]
)
def test_who_confirms_late_gets_a_place_if_one_is_left(tournament, time_machine, capacity, state):
    tournament.capacity = capacity
    tournament.save()
    sign_up_from(STRANGER, "Vilma Opozdilá", tournament)
    time_machine.move_to(timezone.now() + dt.timedelta(hours=47))

    entry = confirm(tournament, Entry.objects.get(person__name="Vilma Opozdilá"))

    assert entry.state == state


def test_a_place_that_was_kept_for_an_hour_goes_to_the_waiting_list_by_itself(time_machine):
    tournament = make_tournament(capacity=3)
    for _number in range(2):
        make_entry(tournament)
    sign_up_from(STRANGER, "Made Up", tournament)
    waiting = make_entry(
        tournament,
        make_person("Jan", email="jan@example.org"),
        state=EntryState.WAITING,
        registered_at=timezone.now(),
    )

    lapse_registrations.delay()
    waiting.refresh_from_db()
    before = waiting.state
    time_machine.move_to(timezone.now() + dt.timedelta(minutes=61))
    lapse_registrations.delay()
    lapse_registrations.delay()

    waiting.refresh_from_db()
    assert (before, waiting.state) == (EntryState.WAITING, EntryState.CONFIRMED)
    assert Act.objects.get(name="move_up").told == str(waiting)
    assert Mail.objects.filter(to="jan@example.org").count() == 1


def test_the_organiser_sees_where_many_came_from_and_drops_them_with_one_act(tournament):
    made_up(tournament)
    sign_up_from("198.51.100.1", "Vilma Opozdilá", tournament)
    desk = signed_in(tournament)
    address = reverse("entries", args=[tournament.slug])

    page = desk.get(address).content.decode()
    (place,) = unconfirmed.unconfirmed_by_place(tournament)
    dropped = [entry.pk for entry in place]
    answer = desk.post(
        reverse("drop_unconfirmed", args=[tournament.slug]), {"entry": dropped}, follow=True
    )

    assert "17 unconfirmed from one place" in page
    assert all(f"Made Up{number}" in page for number in range(17))
    assert "Nothing of these sign-ups is kept." in answer.content.decode()
    left = Person.objects.filter(entries__state=EntryState.UNCONFIRMED)
    assert [person.name for person in left] == ["Vilma Opozdilá"]
    assert not Person.history.filter(name__startswith="Made").exists()
    assert not Mail.objects.filter(to__startswith="made").exists()
    assert Act.objects.get(name="drop_unconfirmed").detail == ", ".join(
        str(number) for number in range(20, 37)
    )


def test_a_thousand_sign_ups_from_one_place_are_dropped_by_the_forms_of_the_page(
    tournament, monkeypatch
):
    """A form of more than a thousand fields was refused before anybody read it."""
    many = range(1001, 2052)
    made = Person.objects.bulk_create(Person(name=f"Made Up{number}") for number in many)
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            person=person,
            name=person.name,
            number=number,
            queue_number=number,
            state=EntryState.UNCONFIRMED,
            registered_at=timezone.now(),
            signed_up_from="one place",
        )
        for number, person in zip(many, made, strict=True)
    )
    desk, address = signed_in(tournament), reverse("entries", args=[tournament.slug])
    drop = reverse("drop_unconfirmed", args=[tournament.slug])

    def forms():
        page = desk.get(address).content.decode()
        found = re.findall(rf'<form[^>]*action="{drop}".*?</form>', page, re.DOTALL)
        return [re.findall(r'name="([^"]+)" value="([^"]*)"', form) for form in found]

    whole = forms()
    monkeypatch.setattr(unconfirmed, "MOST_DROPPED", 10)
    desk.post(drop, dict(forms()[0]))

    assert [len(dict(fields)["entry"].split(",")) for fields in whole] == [*[200] * 5, 51]
    assert all(len(fields) < 5 for fields in whole)
    left = tournament.entries.filter(state=EntryState.UNCONFIRMED)
    assert list(left.values_list("number", flat=True)) == list(range(1011, 2052))


def test_whoever_was_confirmed_meanwhile_stays(tournament):
    made_up(tournament, 3)
    first, second, third = Entry.objects.filter(state=EntryState.UNCONFIRMED)
    confirm(tournament, first)
    who = doer(now=timezone.now())

    unconfirmed.drop_unconfirmed(tournament, [first.pk, second.pk], who)

    assert set(Entry.objects.filter(number__gt=19)) == {first, third}
    with pytest.raises(Refused, match="still unconfirmed"):
        unconfirmed.drop_unconfirmed(tournament, [first.pk, second.pk], who)


def test_who_proved_a_mailbox_and_refused_the_full_name_is_not_dropped_with_the_sign_up(tournament):
    """A desk would take the refusal away with the sign-up, and the account its person."""
    told = SignUp("Eva Malá", "eva@example.org", age=Age.MINOR)
    told = replace(told, guardian_consent=True, full_name_public=True)
    who = doer(now=timezone.now())
    entry = signing_up.register(tournament, told, who).entry
    person = signing_up.prove_address(tournament, entry.token, proof_of(entry), who)
    person.user = make_user("eva")
    person.save()
    persons.change_facts(person, Facts("Eva Malá", None, True, full_name_public=False), who)

    unconfirmed.drop_unconfirmed(tournament, [entry.pk], who)
    again = signing_up.register(tournament, told, who).entry
    version = again.versions[-1]["key"]
    signing_up.confirm_registration(
        tournament, again.token, who, proof=proof_of(again), version=version
    )

    again.refresh_from_db()
    assert again.public_name == "Eva M."
    assert again.owner == person


@pytest.mark.parametrize("known_by", ["mailbox", "account", "mailbox from before", "refusal"])
def test_whom_the_series_knows_by_anything_else_stays_when_a_sign_up_is_dropped(
    tournament, known_by
):
    entry = signing_up.register(tournament, SignUp("Eva Malá", "eva@example.org"), doer()).entry
    facts = {
        "mailbox": {"email": "eva@example.org"},
        "account": {"user": make_user("eva")},
        "mailbox from before": {"address_at": timezone.now()},
        "refusal": {"full_name_withdrawn_at": timezone.now()},
    }
    Person.objects.filter(pk=entry.person_id).update(**facts[known_by])

    unconfirmed.drop_unconfirmed(tournament, [entry.pk], doer(now=timezone.now()))

    assert Person.objects.filter(pk=entry.person_id).exists()


def joined_by_organiser(*tournaments):
    """A sign-up of one junior to each of these events, of which the first one is kept."""
    child = SignUp(
        "Eva Malá",
        "eva@example.org",
        age=Age.JUNIOR,
        birth_date=timezone.localdate() - dt.timedelta(days=3650),
        guardian_consent=True,
    )
    kept, other = (signing_up.register(one, child, doer()).entry for one in tournaments)
    every = Tournament.objects.all()
    return joining.join_entry(other.tournament, other.pk, kept.pk, every, doer()), [kept, other]


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("taken_back", [False, True])
def test_nobody_is_left_of_two_sign_ups_that_an_organiser_joined_and_that_are_dropped(
    first, taken_back
):
    join, entries = joined_by_organiser(make_tournament(), make_tournament())
    if taken_back:
        undoing.undo_join(join.pk, doer())

    for entry in (entries[first], entries[1 - first]):
        unconfirmed.drop_unconfirmed(entry.tournament, [entry.pk], doer(now=timezone.now()))

    assert not Person.objects.filter(name="Eva Malá").exists()
    assert not Person.history.filter(name="Eva Malá").exists()


def test_who_was_joined_to_somebody_known_is_not_left_when_the_sign_up_is_dropped():
    join, (kept, other) = joined_by_organiser(make_tournament(), make_tournament())
    Person.objects.filter(pk=join.kept_id).update(address_at=timezone.now())

    for entry in (kept, other):
        unconfirmed.drop_unconfirmed(entry.tournament, [entry.pk], doer(now=timezone.now()))

    assert Person.objects.filter(name="Eva Malá").get() == join.kept
    assert not Join.objects.exists()


def test_who_waits_for_what_is_theirs_to_come_back_is_not_deleted():
    join, (kept, other) = joined_by_organiser(make_tournament(), make_tournament())

    unconfirmed.drop_unconfirmed(kept.tournament, [kept.pk], doer(now=timezone.now()))

    other.refresh_from_db()
    assert (other.person, other.owner) == (join.kept, join.other)


def test_nobody_but_the_organiser_drops_any_and_none_of_another_tournament(tournament):
    made_up(tournament, 3)
    keys = list(Entry.objects.filter(state=EntryState.UNCONFIRMED).values_list("pk", flat=True))
    elsewhere = make_tournament()
    address = reverse("drop_unconfirmed", args=[tournament.slug])

    refused = signed_in(tournament, Role.SCOREKEEPER).post(address, {"entry": keys})
    signed_in(elsewhere).post(
        reverse("drop_unconfirmed", args=[elsewhere.slug]), {"entry": [*keys, "x", "²", "9" * 30]}
    )

    assert refused.status_code == 403
    assert Entry.objects.filter(pk__in=keys).count() == 3


def test_where_a_sign_up_came_from_is_kept_as_a_number_and_only_until_it_is_proved(tournament):
    made_up(tournament, 2)
    kept = set(Entry.objects.exclude(signed_up_from="").values_list("signed_up_from", flat=True))
    first, second = Entry.objects.filter(state=EntryState.UNCONFIRMED)
    elsewhere = make_tournament()

    archive = write_archive(tournament)
    confirm(tournament, first)
    tournament.state = State.CHECK_IN
    tournament.save()
    checking_in.check_in(tournament, second.pk, doer())

    (one,) = kept
    assert STRANGER not in one
    assert one != unconfirmed.place_hash(elsewhere, STRANGER)
    assert one not in archive
    assert not hasattr(Entry.history.model, "signed_up_from")
    assert not Entry.objects.exclude(signed_up_from="").exists()


def test_who_never_came_has_no_place_on_record_either(tournament):
    made_up(tournament, 1)
    entry = Entry.objects.get(state=EntryState.UNCONFIRMED)
    entry.state = EntryState.NO_SHOW

    entry.save(update_fields=["state"])

    entry.refresh_from_db()
    assert (entry.state, entry.signed_up_from) == (EntryState.NO_SHOW, "")


def test_a_family_is_not_worth_a_word(tournament):
    made_up(tournament, 2)

    assert unconfirmed.unconfirmed_by_place(tournament) == []


def test_a_stranger_keeps_nobody_from_signing_up_nor_floods_a_mailbox(tournament):
    """Eight sign-ups with the address of somebody else were the end of that address for an hour."""
    for number in range(12):
        sign_up_from(STRANGER, f"Made Up{number}", tournament, email="anna@example.org")
    mails = Mail.objects.filter(to="anna@example.org").count()

    answer = sign_up_from("198.51.100.1", "Vilma Opozdilá", tournament, email="anna@example.org")

    assert (mails, answer.status_code) == (8, 302)
    assert Mail.objects.filter(to="anna@example.org").count() == 9


def test_no_spelling_of_an_address_brings_its_mailbox_more_letters(tournament):
    """Quoted, encoded, in wide letters or with a plus: each had a count of its own."""
    spelled = ['"anna"@b.cz', "=?utf-8?q?anna?=@b.cz", "anna@\uff42.cz"]
    spelled += [f"anna+{number}@b.cz" for number in range(12)]

    for number, address in enumerate(spelled):
        sign_up_from(STRANGER, f"Made Up{number}", tournament, email=address)

    assert Mail.objects.count() == 8


def test_one_mailbox_gets_so_many_letters_from_everywhere_and_the_sign_up_stands(tournament):
    for place in range(5):
        for number in range(8):
            sign_up_from(f"203.0.113.{place}", f"No{place}{number}", tournament, email="a@b.cz")
    client = Client()
    typed = {"name": "Vilma Opozdilá", "email": "a@b.cz", "age": "adult"}

    page = client.post(reverse("register", args=[tournament.slug]), typed, follow=True)

    assert Mail.objects.filter(to="a@b.cz").count() == 24
    assert "Your sign-up stands" in page.content.decode()
    assert Entry.objects.filter(person__name="Vilma Opozdilá").exists()


def test_the_session_of_a_sign_up_holds_nobodys_name_and_forgets_with_the_rest(tournament):
    client = Client()
    typed = {"name": "Vilma Opozdilá", "email": "anna@example.org", "age": "adult"}
    address = reverse("register", args=[tournament.slug])
    shown = client.post(address, typed, follow=True).content.decode()
    kept = str(dict(client.session))

    entry = Entry.objects.get(email="anna@example.org")
    unconfirmed.drop_unconfirmed(tournament, [entry.pk], doer(now=timezone.now()))
    later = client.get(f"{address}?done=1").content.decode()

    assert "anna@example.org" in shown
    assert "Anna" not in kept
    assert "anna" not in kept
    assert "Anna" not in later
    assert "anna" not in later


def test_who_types_a_known_name_and_address_learns_nothing_more(tournament):
    known = make_entry(tournament, make_person("Vilma Opozdilá", email="anna@example.org"))
    typed = {"name": "opozdilá vilma", "email": "anna@example.org", "age": "adult"}
    client = Client()
    address = reverse("register", args=[tournament.slug])

    page = client.post(address, typed, follow=True).content.decode()
    known.person.email = "new@example.org"
    known.person.save()
    later = client.get(f"{address}?done=1").content.decode()

    assert "signed up already" in page
    assert "Vilma Opozdilá" not in page + later
    assert "new@example.org" not in later


def test_a_sign_up_service_refuses_none_of_this_by_itself(tournament):
    sign_up = SignUp(name="Vilma Opozdilá", email="anna@example.org")

    entry = signing_up.register(tournament, sign_up, doer(), mailed=False).entry

    assert not Mail.objects.exists()
    assert entry.signed_up_from == ""
