"""A consent to the full name that was taken back stays taken back, whatever an event says since."""

import datetime as dt
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, TestCase
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories as make
from tests.prints import pages_of
from tests.tournaments.test_stale_form import form_of
from tournaments.domain.entering import Age, said_of_full_name
from tournaments.domain.names import letters_of, name_as_withdrawn, short_forms
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.models import Entry, Job, Join, Person, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.services import (
    appointing,
    checking_in,
    closing,
    entering,
    joining,
    kept_back,
    persons,
    undoing,
)
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.entering import SignUp
from tournaments.services.persons import Facts
from tournaments.services.proofs import key_of, proof_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


SOON = timezone.localdate() + dt.timedelta(days=40)
NAME = "Eva Malá"


def taken_back(person: Person, birth_date: dt.date | None = None) -> Entry:
    """An entry of a child whose full name was public until the series heard otherwise."""
    entry = make.make_entry(make.make_tournament(date=SOON), person)
    for agreed in (True, False):
        persons.change_facts(entry.person, Facts(NAME, birth_date, True, agreed), make.doer())
    return again(entry)


def again(entry: Entry) -> Entry:
    return Entry.objects.get(pk=entry.pk)


def a_child(**fields) -> Person:
    return make.make_person(NAME, minor=True, **fields)


def is_shown(client, tournament: Tournament) -> bool:
    """Whether visitors read the full name on the list of players."""
    page = client.get(reverse("players", args=[tournament.slug])).content.decode()
    assert "Eva M" in page
    return NAME in page


@pytest.mark.parametrize(("email", "junior"), [("", True), ("mum@example.org", False), ("", False)])
def test_the_desk_makes_nobody_older_to_publish_the_name(client, email, junior):
    born = dt.date(SOON.year - 11, 3, 1) if junior else None
    child = make.make_junior(NAME, birth_date=born) if junior else a_child()
    Person.objects.filter(pk=child.pk).update(email=email)
    entry = taken_back(Person.objects.get(pk=child.pk), born)
    desk = make.signed_in(entry.tournament)
    page = reverse("edit_entry", args=[entry.tournament.slug, entry.pk])

    desk.post(page, form_of(desk.get(page), "age") | {"age": "adult", "birth_date": ""})

    assert not is_shown(client, entry.tournament)


def test_who_is_eighteen_by_their_own_word_is_shown_again(client):
    entry = taken_back(a_child())

    persons.change_facts(entry.person, Facts(NAME, None, False, False), make.doer())

    entry = again(entry)
    assert entry.person.full_name_withdrawn_at is None
    Entry.objects.filter(pk=entry.pk).update(minor=False)
    assert is_shown(client, entry.tournament)


def test_taking_back_what_an_event_was_told_is_noted_of_whomever():
    """The person's own row may not know that they are under 18."""
    person = make.make_person(NAME, email="mum@example.org")
    entry = make.make_entry(make.make_tournament(date=SOON), person)
    Entry.objects.filter(pk=entry.pk).update(minor=True, full_name_public=True)

    persons.change_facts(person, Facts(NAME, None, False, False), make.doer())

    assert again(entry).public_name == "Eva M."
    assert again(entry).person.full_name_withdrawn_at is not None


def test_a_spelling_mended_since_publishes_no_name():
    entry = taken_back(a_child())
    # The desk said 18.
    Person.objects.filter(pk=entry.person_id).update(minor=False)

    persons.change_facts(entry.person, Facts("Ewa Malá", None, False, False), make.doer())

    assert again(entry).person.public_name == "Ewa M."


def test_who_has_turned_eighteen_is_shown_as_everybody():
    entry = taken_back(a_child(), dt.date(SOON.year - 10, 1, 1))
    Person.objects.filter(pk=entry.person_id).update(birth_date=dt.date(SOON.year - 30, 1, 1))

    assert again(entry).public_name == NAME


# Joins, and taking them back


def an_adult(tournament: Tournament | None = None) -> Entry:
    return make.make_entry(tournament or make.make_tournament(date=SOON), make.make_person(NAME))


def shown(*entries: Entry) -> list[str]:
    return [again(entry).public_name for entry in entries]


@pytest.mark.parametrize("kept", ["adult", "child"])
def test_a_join_carries_it_over_and_taking_it_back_gives_each_their_own_word(kept):
    child, adult = taken_back(a_child()), an_adult()
    pair = [adult, child] if kept == "adult" else [child, adult]

    join = joining.join_persons(pair[0].person_id, pair[1].person_id, make.doer())

    assert again(child).person_id == again(adult).person_id
    assert shown(child, adult) == ["Eva M.", "Eva M."]
    undoing.undo_join(join.pk, make.doer())
    assert again(child).person_id != again(adult).person_id
    assert shown(child, adult) == ["Eva M.", NAME]
    assert Person.objects.filter(full_name_withdrawn_at=None).get() == again(adult).person


@pytest.mark.parametrize("kept", ["adult", "child"])
def test_what_is_taken_back_of_one_whom_others_joined_is_taken_back_of_that_one(kept):
    adult, child = an_adult(), make.make_entry(make.make_tournament(date=SOON), a_child())
    pair = [adult, child] if kept == "adult" else [child, adult]
    join = joining.join_persons(pair[0].person_id, pair[1].person_id, make.doer())

    later = make.doer(now=make.at(10))
    persons.change_facts(again(child).owner, Facts(NAME, None, True, False), later)
    # It holds for what counts for the child as long as it does.
    assert shown(child, adult) == ["Eva M.", NAME if kept == "adult" else "Eva M."]
    undoing.undo_join(join.pk, make.doer(now=make.at(11)))

    assert shown(child, adult) == ["Eva M.", NAME]


def test_what_was_taken_back_while_they_were_one_by_a_proof_holds_for_both():
    adult = make.make_entry(
        make.make_tournament(date=SOON), make.make_person(NAME, email="eva@example.org")
    )
    child = make.make_entry(
        make.make_tournament(date=SOON), a_child(), email="eva@example.org", minor=True
    )
    joining.join_by_address(child, make.doer(), asked=True)
    assert again(child).owner == adult.person

    later = make.doer(now=make.at(10))
    persons.change_facts(adult.person, Facts(NAME, None, True, False), later)
    undoing.undo_join(Join.objects.get().pk, make.doer(now=make.at(11)))

    assert shown(child, adult) == ["Eva M.", "Eva M."]


def test_the_other_events_of_who_goes_back_are_shown_anew():
    """Cached pages would go on showing the full name."""
    known = make.make_person(NAME, email="eva@example.org")
    make.make_entry(make.make_tournament(date=SOON), known)
    own = make.make_person(NAME)
    goes, stays = (
        make.make_entry(make.make_tournament(date=SOON), own, email="eva@example.org")
        for _event in range(2)
    )
    joining.join_by_address(goes, make.doer(), asked=True)
    assert again(stays).person == own
    persons.change_facts(known, Facts(NAME, None, True, False), make.doer(now=make.at(10)))
    before = again(stays).tournament.public_version

    undoing.undo_join(known.joins.get().pk, make.doer(now=make.at(11)))

    assert shown(goes, stays) == ["Eva M.", "Eva M."]
    assert again(stays).tournament.public_version > before


def test_what_is_said_while_they_are_one_outlives_what_came_by_the_join():
    adult, child = an_adult(), taken_back(a_child())
    join = joining.join_persons(adult.person_id, child.person_id, make.doer())

    persons.change_facts(adult.person, Facts(NAME, None, True, False), make.doer(now=make.at(10)))
    undoing.undo_join(join.pk, make.doer(now=make.at(11)))

    assert shown(child, adult) == ["Eva M.", "Eva M."]


def test_a_consent_given_anew_while_they_were_one_gives_nobody_elses():
    adult, child = an_adult(), taken_back(a_child())
    join = joining.join_persons(adult.person_id, child.person_id, make.doer())

    persons.change_facts(adult.person, Facts(NAME, None, False, True), make.doer(now=make.at(10)))
    Entry.objects.update(full_name_public=True)
    assert shown(child, adult) == ["Eva M.", NAME]
    undoing.undo_join(join.pk, make.doer(now=make.at(11)))

    assert shown(child, adult) == ["Eva M.", NAME]


def test_who_is_one_with_another_child_stays_kept_back_when_the_first_goes():
    adult, first, second = an_adult(), taken_back(a_child()), taken_back(a_child())
    one = joining.join_persons(adult.person_id, first.person_id, make.doer())
    two = joining.join_persons(adult.person_id, second.person_id, make.doer())

    undoing.undo_join(one.pk, make.doer())
    assert shown(adult, first, second) == ["Eva M.", "Eva M.", "Eva M."]
    Entry.objects.filter(pk=second.pk).update(minor=False, full_name_public=True)
    assert shown(second) == ["Eva M."]
    undoing.undo_join(two.pk, make.doer())

    assert shown(adult, first, second) == [NAME, "Eva M.", "Eva M."]


@pytest.mark.parametrize("word", ["none", "a no of its own", "that of its name"])
@pytest.mark.parametrize("kept", ["puppet", "child"])
def test_no_organiser_joins_somebody_to_a_child_whose_name_is_kept_back(kept, word):
    """By a puppet with a mailbox of theirs they could agree to what the parents refused."""
    child, puppet = taken_back(a_child()), an_adult()
    own_word = {"a no of its own": {"full_name_withdrawn_at": make.at(9)}, "none": {}}
    marks = own_word.get(word, {"named_as_withdrawn": True})
    Person.objects.filter(pk=puppet.person_id).update(**{"named_as_withdrawn": False} | marks)
    pair = [child, puppet] if kept == "puppet" else [puppet, child]

    with pytest.raises(Refused, match="does not fit together"):
        joining.join_entry(
            pair[0].tournament, pair[0].pk, pair[1].pk, Tournament.objects.all(), make.doer()
        )

    assert again(child).person_id != again(puppet).person_id


# A word of one's own


def test_an_empty_tick_is_a_no_before_anything_was_published(client):
    entry = make.make_entry(make.make_tournament(date=SOON), a_child(email="mum@example.org"))
    address = reverse("my_person", args=[key_of(entry.person)])

    client.post(address, form_of(client.get(address), "full_name_public"))
    Entry.objects.filter(pk=entry.pk).update(full_name_public=True)

    assert again(entry).person.full_name_withdrawn_at is not None
    assert not is_shown(client, entry.tournament)


def test_an_empty_tick_of_an_adult_says_nothing():
    entry = an_adult()

    persons.change_facts(
        entry.person, Facts("Eva Malá", SOON.replace(year=1990), False, False), make.doer()
    )

    assert again(entry).person.full_name_withdrawn_at is None


def test_a_no_that_stands_is_noted_once():
    entry = taken_back(a_child())

    with pytest.raises(AlreadyDone):
        persons.change_facts(entry.person, Facts(NAME, None, True, False), make.doer())


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"of_age"}, True),
        ({"agreed", "published"}, True),
        ({"agreed", "minor", "was_minor"}, True),
        ({"minor", "was_minor"}, False),
        ({"minor"}, False),
        ({"published", "was_minor"}, False),
        ({"was_minor"}, True),
        (set(), None),
    ],
)
def test_what_the_facts_say_of_the_full_name(facts, said):
    asked = ("of_age", "minor", "agreed", "published", "was_minor")

    assert said_of_full_name(**{name: name in facts for name in asked}) is said


def test_nobody_under_eighteen_says_that_they_are_older():
    with pytest.raises(Refused, match="Nobody under 18"):
        said_of_full_name(of_age=True, minor=True, agreed=False, published=False, was_minor=True)


def test_an_adult_who_is_kept_back_says_so_on_their_own_page(client):
    """Nobody knows of which of two who were one it was said."""
    entry = an_adult()
    kept_back = {"email": "eva@example.org", "full_name_withdrawn_at": make.at(9)}
    Person.objects.filter(pk=entry.person_id).update(**kept_back)
    address = reverse("my_person", args=[key_of(again(entry).person)])
    assert not is_shown(client, entry.tournament)

    page = client.get(address)
    refused = client.post(address, form_of(page, "of_age") | {"of_age": "on", "minor": "on"})
    assert "Nobody under 18" in refused.content.decode()
    assert not is_shown(client, entry.tournament)
    client.post(address, form_of(page, "of_age") | {"of_age": "on"})

    assert is_shown(client, entry.tournament)
    assert "of_age" not in client.get(address).content.decode()


def test_an_event_that_is_opened_again_prints_no_name_that_is_taken_back_meanwhile(client):
    person = a_child(full_name_public=True, email="mum@example.org")
    entry = make.make_entry(make.make_tournament(state=State.SENT), person)
    other = make.make_entry(make.make_tournament(state=State.SENT), person)
    closing.reopen_tournament(entry.tournament, "A score was wrong.", make.doer())
    assert shown(entry) == [NAME]

    persons.change_facts(person, Facts(NAME, None, True, False), make.doer())

    assert shown(entry, other) == ["Eva M.", NAME]
    assert again(entry).is_frozen


def test_prints_that_were_kept_with_the_name_are_made_anew(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    tournament = make.ready_to_draw(11)
    child = a_child(full_name_public=True)
    make.make_entry(tournament, child, state=EntryState.CHECKED_IN)
    make.publish(tournament)
    over = make.make_entry(make.make_tournament(state=State.SENT), child).tournament
    desk = make.signed_in(tournament)
    address = reverse("print_document", args=[tournament.slug, "seats-by-name", 1])
    assert NAME in printed(desk, address)
    for event in (tournament, over):
        job = Job.objects.create(tournament=event, kind="badges", by="Olga", at=make.at(9))
        job.file.save("badges.pdf", ContentFile(NAME.encode()))
    kept = Job.objects.get(tournament=tournament).file.path

    with TestCase.captureOnCommitCallbacks(execute=True):
        persons.change_facts(child, Facts(NAME, None, True, False), make.doer())

    assert Job.objects.get().tournament == over
    assert not Path(kept).exists()
    assert NAME not in printed(desk, address)


def test_prints_are_made_anew_where_a_join_keeps_a_name_back():
    child, adult = taken_back(a_child()), an_adult()
    over = make.make_entry(make.make_tournament(state=State.SENT), again(adult).person).tournament
    for event in (adult.tournament, over):
        Job.objects.create(tournament=event, kind="badges", by="Olga", at=make.at(9))

    joining.join_persons(child.person_id, adult.person_id, make.doer())

    assert shown(adult) == ["Eva M."]
    assert Job.objects.get().tournament == over


def prints_of(*entries: Entry) -> None:
    for entry in entries:
        Job.objects.create(tournament=entry.tournament, kind="badges", by="Olga", at=make.at(9))


def test_whoever_toggles_a_consent_throws_away_no_prints_of_others():
    """A stranger who knows a child's name could take every print from another event's desk."""
    there = make.make_entry(
        make.make_tournament(date=SOON), a_child(full_name_public=True), full_name_public=True
    )
    short = make.make_entry(make.make_tournament(date=SOON), a_child())
    puppet = taken_back(a_child(email="sock@example.org")).person
    assert shown(there, short) == ["Eva M.", "Eva M."]
    told = [entry.tournament.acts.count() for entry in (there, short)]
    prints_of(there, short)

    for hour, agreed in enumerate((True, False, True, False), start=10):
        who = make.doer(now=make.at(hour))
        persons.change_facts(puppet, Facts(NAME, None, True, agreed), who)

    assert Job.objects.count() == 2
    assert [entry.tournament.acts.count() for entry in (there, short)] == told


def test_a_no_keeps_a_name_back_that_is_short_for_want_of_a_consent_and_throws_no_prints_away():
    short = make.make_entry(make.make_tournament(date=SOON), a_child())
    prints_of(short)

    taken_back(a_child())

    assert again(short).person.is_kept_back
    assert Job.objects.exists()


def test_a_no_throws_away_the_prints_of_those_events_alone_where_the_name_was_full():
    child = a_child(email="mum@example.org")
    full = make.make_entry(make.make_tournament(date=SOON), child, full_name_public=True)
    short = make.make_entry(make.make_tournament(date=SOON), child)
    prints_of(full, short)

    persons.change_facts(child, Facts(NAME, None, True, False), make.doer())

    assert Job.objects.get().tournament == short.tournament


def test_a_no_reaches_what_an_organiser_joined_away_from_whoever_says_it():
    """By a puppet under another spelling a child could be published against its parents' word."""
    child = a_child()
    taken, left = (
        make.make_entry(make.make_tournament(date=SOON), child, full_name_public=True)
        for _event in range(2)
    )
    Entry.objects.filter(pk=taken.pk).update(name="Jana Nová")
    sock = make.make_entry(
        make.make_tournament(date=SOON), make.make_person("Petr Puppet", email="sock@example.org")
    )
    own = Tournament.objects.all()
    joining.join_entry(taken.tournament, taken.pk, sock.pk, own, make.doer())
    assert (again(taken).person, shown(taken)) == (sock.person, ["Jana Nová"])

    persons.change_facts(again(left).person, Facts(NAME, None, True, False), make.doer())

    assert shown(taken, left) == ["Jana N.", "Eva M."]


@pytest.mark.parametrize("way", ["join", "taking back"])
def test_a_join_throws_away_the_prints_of_those_events_alone_where_a_name_changes(way):
    child, adult = taken_back(a_child()), an_adult()
    if way == "taking back":
        joined = joining.join_persons(child.person_id, adult.person_id, make.doer())
    prints_of(child, adult)

    if way == "taking back":
        undoing.undo_join(joined.pk, make.doer())
    else:
        joining.join_persons(child.person_id, adult.person_id, make.doer())

    assert Job.objects.get().tournament == child.tournament


def test_prints_with_the_full_name_of_whom_the_desk_makes_a_child_are_thrown_away():
    """Nothing else would: whoever says no then says it of a name that is short by now."""
    adult = an_adult()
    prints_of(adult)
    child = SignUp(name=NAME, age=Age.MINOR, guardian_consent=True)

    entering.edit_entry(adult.tournament, adult.pk, child, make.doer())

    assert shown(adult) == ["Eva M."]
    assert not Job.objects.exists()


def test_a_spelling_that_the_desk_corrects_throws_no_prints_away():
    adult = an_adult()
    prints_of(adult)

    entering.edit_entry(adult.tournament, adult.pk, SignUp(name="Eva Mála"), make.doer())

    assert Job.objects.exists()


def test_whoever_signs_up_and_is_deleted_again_throws_away_no_prints_from_before(settings):
    """A stranger can do that again and again; the name cannot stand in what was there by then."""
    tournament = make.make_tournament(date=SOON)
    before, since = (
        Job.objects.create(tournament=tournament, kind="badges", by="Olga", at=at)
        for at in (timezone.now() - dt.timedelta(hours=1), timezone.now() + dt.timedelta(hours=1))
    )
    stranger = make.make_entry(tournament, "Sam Stranger")

    persons.forget_person(stranger.person, make.doer(now=timezone.now()))

    assert list(Job.objects.all()) == [before]
    assert since.tournament == tournament


def printed(desk, address) -> str:
    return "".join(pages_of(b"".join(desk.get(address).streaming_content)))


# Others of the same name, who may be the same


TYPED = {"name": "Mala Eva", "email": "somebody@example.org", "age": "adult"}


def signed_up(client) -> Entry:
    """Somebody signs up by the public page, and opens the link."""
    tournament = make.make_tournament(date=SOON)
    client.post(reverse("register", args=[tournament.slug]), TYPED)
    entry = tournament.entries.get()
    address = reverse("confirm_registration", args=[tournament.slug, entry.token])
    client.post(f"{address}?proof={proof_of(entry)}")
    return again(entry)


def test_who_signs_up_under_the_name_is_shown_short_until_they_say_who_they_are(client):
    taken_back(a_child())

    entry = signed_up(client)
    assert shown(entry) == ["Mala E."]
    address = reverse("my_person", args=[key_of(entry.person)])
    client.post(address, form_of(client.get(address), "of_age") | {"of_age": "on"})

    assert shown(entry) == ["Mala Eva"]


def test_the_page_of_the_link_says_how_the_name_is_shown(client):
    taken_back(a_child())
    tournament = make.make_tournament(date=SOON)
    client.post(reverse("register", args=[tournament.slug]), TYPED)
    entry = tournament.entries.get()

    page = client.get(reverse("confirm_registration", args=[tournament.slug, entry.token]))

    assert "Mala E." in page.content.decode()
    assert "under My data you can change that" in page.content.decode()


@pytest.mark.parametrize("of_whom", ["nobody", "an adult", "somebody deleted"])
def test_no_name_is_kept_back_for_others_but_of_a_child_who_is_known(client, of_whom):
    child = taken_back(a_child())
    if of_whom == "nobody":
        persons.change_facts(child.person, Facts(NAME, None, True, True), make.doer())
    elif of_whom == "an adult":
        Person.objects.filter(pk=child.person_id).update(birth_date=dt.date(1990, 1, 1))
    else:
        persons.forget_person(child.person, make.doer())

    assert shown(signed_up(client)) == ["Mala Eva"]


def test_whoever_is_known_by_the_mailbox_is_shown_as_before(client):
    known = make.make_person(NAME, email=TYPED["email"])
    make.make_entry(make.make_tournament(state=State.SENT), known)
    taken_back(a_child())

    entry = signed_up(client)

    assert entry.person == known
    assert shown(entry) == ["Mala Eva"]


@pytest.mark.parametrize("way", ["add_entry", "walk_in"])
def test_the_desk_is_told_before_it_writes_down_another_one_of_the_name(way):
    taken_back(a_child())
    state = State.CHECK_IN if way == "walk_in" else State.SIGN_UP
    tournament = make.make_tournament(date=SOON, state=state)
    write = {"add_entry": entering.add_entry, "walk_in": checking_in.walk_in}[way]

    with pytest.raises(Unconfirmed, match="does not want the full name published"):
        write(tournament, SignUp(name="Mala Eva"), make.doer())
    entry = make.agreeing(lambda who: write(tournament, SignUp(name="Mala Eva"), who))

    assert shown(entry) == ["Mala E."]


def test_the_desk_is_told_nothing_of_somebody_who_is_shown_short_anyway():
    taken_back(a_child())
    child = SignUp(name="Mala Eva", age=Age.MINOR, guardian_consent=True)

    entry = entering.add_entry(make.make_tournament(date=SOON), child, make.doer())

    assert shown(entry) == ["Mala E."]


def test_a_consent_of_the_same_name_is_not_the_desks_to_give():
    taken_back(a_child())
    child = SignUp(name=NAME, age=Age.MINOR, guardian_consent=True)
    entry = entering.add_entry(make.make_tournament(date=SOON), child, make.doer())
    agreed = replace(child, full_name_public=True)

    with pytest.raises(Refused, match="refused or taken back"):
        entering.edit_entry(entry.tournament, entry.pk, agreed, make.doer())


def test_no_player_gets_the_name_by_a_correction_and_is_shown_in_full():
    taken_back(a_child())
    own = make.make_entry(make.make_tournament(date=SOON), "Ewa Mala")
    known = make.make_entry(make.make_tournament(date=SOON), make.make_person(email="a@b.cz"))
    renamed = SignUp(name=NAME)

    entering.edit_entry(own.tournament, own.pk, renamed, make.doer())
    with pytest.raises(Refused, match="Sign them up anew"):
        entering.edit_entry(known.tournament, known.pk, renamed, make.doer())

    assert shown(own) == ["Eva M."]


def test_a_join_by_the_organiser_publishes_no_name_that_is_kept_back_for_another(client):
    taken_back(a_child())
    entry, puppet = signed_up(client), make.make_entry(make.make_tournament(date=SOON))
    own = Tournament.objects.all()

    with pytest.raises(Refused, match="does not fit together"):
        joining.join_entry(entry.tournament, entry.pk, puppet.pk, own, make.doer())


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("name", [NAME, "mala EVA"])
def test_an_archive_from_before_brings_no_consent_back(whole, name):
    child = make.make_person(name, minor=True, full_name_public=True)
    entry = make.make_entry(make.make_tournament(date=SOON), child)
    over = make.make_entry(make.make_tournament(state=State.SENT), child)
    archives = [archive_of(one.tournament, whole=whole) for one in (entry, over)]
    persons.change_facts(child, Facts(name, None, True, False), make.doer())

    read, printed = [
        read_archive(archive, copy_to=slug).entries.get()
        for slug, archive in zip(("to-come", "over"), archives, strict=True)
    ]

    assert read.person != child
    assert read.full_name_public
    assert shown(read) == shown(entry) != [name]
    assert shown(printed) == [name]


def test_a_name_that_the_desk_writes_over_is_kept_back_as_before(client):
    child = taken_back(a_child())
    entering.edit_entry(child.tournament, child.pk, SignUp(name="Jana Nova"), make.doer())
    assert again(child).person.name == "Jana Nova"

    assert shown(signed_up(client), child) == ["Mala E.", "Jana N."]


@pytest.mark.parametrize(
    "spelled",
    ["Eva Malá jr.", "Mgr. Eva Malá", "Malá, Eva", "Eva Malá 2", "EvaMalá", "MalaEva", "E va Malá"],
)
def test_a_name_is_kept_back_with_what_is_put_around_it(spelled):
    taken_back(a_child())

    with pytest.raises(Unconfirmed, match="does not want the full name published"):
        entering.add_entry(make.make_tournament(date=SOON), SignUp(name=spelled), make.doer())


@pytest.mark.parametrize(
    "spelled",
    [
        "\u0415v\u0430 \u041c\u0430l\u00e1",  # Cyrillic
        "\u0395va M\u03b1l\u03ac",  # Greek
        "\uff25\uff56\uff41 \uff2d\uff41\uff4c\uff41",  # full width
        "Eva MaI\u00e1",
        "Eva Ma1\u00e1",
        "Eva Ma\u0142a",
        "Eva \u3164Mal\u00e1",  # a letter that nobody sees
        "\uff2d\uff27\uff32. Eva Mala",
    ],
)
def test_a_name_is_kept_back_in_letters_that_only_look_like_its_own(spelled):
    taken_back(a_child())

    entry = make.agreeing(
        lambda who: entering.add_entry(make.make_tournament(date=SOON), SignUp(name=spelled), who)
    )

    assert entry.person.named_as_withdrawn
    # What is shown are the letters that were written.
    assert shown(entry)[0] in short_forms(spelled)


@pytest.mark.parametrize(
    "spelled", ["Eva Malá Brno", "Eva X Malá", "5.B Eva Malá", "Malá Eva (Brno)", "Eva M. Malá X"]
)
def test_a_name_is_kept_back_with_a_word_beside_it(spelled):
    taken_back(a_child())

    entry = make.agreeing(
        lambda who: entering.add_entry(make.make_tournament(date=SOON), SignUp(name=spelled), who)
    )

    assert shown(entry) == [name_as_withdrawn(spelled)]
    assert not {"Eva", "Malá"} <= set(shown(entry)[0].split())


SPELLED_BY_A_DESK = [
    "EvaMalá",
    "Eva1Malá",
    "Eva-Malá x",
    "Eva\u0640Malá",
    "Eva\u318dMalá",
    "Eva\u0661Malá",
    "Eva\u1427 Malá",
    "evamalá",
    "evamala Brno",
    "Malaeva x",
    "Eva x Malá",
    "Eva-Malá-ová Brno",
    "Malá Eva",
]


@pytest.mark.parametrize("known", ["to several events", "by mail", "to this event alone"])
@pytest.mark.parametrize("spelled", SPELLED_BY_A_DESK)
def test_no_spelling_of_a_desk_shows_both_names_of_who_refused(spelled, known):
    child = taken_back(a_child(email="mum@example.org" if known == "by mail" else ""))
    if known == "to several events":
        make.make_entry(make.make_tournament(date=SOON), child.person)

    with suppress(Refused):
        told = replace(entering.as_told(child), name=spelled)
        entering.edit_entry(child.tournament, child.pk, told, make.doer())

    letters = letters_of(shown(child)[0])
    assert not ("eva" in letters and "mala" in letters)


@pytest.mark.parametrize("other", ["Eva Maláková", "Eva Nová Malá", "Eva", "Ema Malá", "2"])
def test_another_name_is_not(other):
    taken_back(a_child())

    entry = entering.add_entry(make.make_tournament(date=SOON), SignUp(name=other), make.doer())

    assert shown(entry) == [other]


def test_of_a_long_name_the_order_as_written_and_the_surname_first_are_kept_back():
    person = make.make_person("Ana Bea Cia Dea Malá", minor=True)
    entry = make.make_entry(make.make_tournament(date=SOON), person)
    persons.change_facts(person, Facts(person.name, None, True, False), make.doer())

    assert again(entry).person.full_name_withdrawn_at is not None
    for name in (person.name, "Malá Ana Bea Cia Dea", "AnaBea Cia Dea Malá"):
        assert kept_back.is_name_kept_back(name)


def test_whoever_renames_themselves_keeps_no_name_back_that_no_event_knew():
    """A stranger could shorten any number of others on every list."""
    there = [
        make.make_entry(
            make.make_tournament(date=SOON),
            make.make_person(name, minor=True, full_name_public=True),
            full_name_public=True,
        )
        for name in ("Jana Nová", "Iva Stará")
    ]
    puppet = taken_back(a_child(email="sock@example.org")).person

    for hour, entry in enumerate(there, start=10):
        for minute, agreed in enumerate((True, False)):
            facts = Facts(entry.name, None, True, agreed)
            persons.change_facts(puppet, facts, make.doer(now=make.at(hour, minute)))

    assert shown(*there) == ["Jana Nová", "Iva Stará"]
    assert kept_back.is_name_kept_back(NAME)
    assert not kept_back.is_name_kept_back("Jana Nová")
    assert not kept_back.is_name_kept_back("Iva Stará")


def test_of_one_person_no_more_than_so_many_names_are_kept_back():
    """The first that events knew: no desk pushes them out by writing others."""
    child = taken_back(a_child())
    names = [f"Jana {letter}ová" for letter in "BCDFGHK"]
    for name in names:
        entering.edit_entry(child.tournament, child.pk, SignUp(name=name), make.doer())

    back = [name for name in (NAME, *names) if kept_back.is_name_kept_back(name)]

    assert back == [NAME, *names][: kept_back.MOST_NAMES]


def test_nor_do_more_names_keep_back_minors_who_are_on_a_list():
    puppet = make.make_person(NAME, minor=True, email="sock@example.org")
    names = [f"Jana {letter}ová" for letter in "BCDFGHK"]
    there = []
    for name in names:
        make.make_entry(make.make_tournament(date=SOON), puppet, name=name)
        other = make.make_person(name, minor=True, full_name_public=True)
        full = make.make_entry(make.make_tournament(date=SOON), other, full_name_public=True)
        there.append(full)

    persons.change_facts(puppet, Facts(NAME, None, True, False), make.doer())

    short = [name for name, seen in zip(names, shown(*there), strict=True) if name != seen]
    assert short == names[: kept_back.MOST_NAMES]


def test_a_name_that_was_mended_before_the_no_is_anybodys(client):
    entry = make.make_entry(make.make_tournament(date=SOON), make.make_person("Mala Eva"))
    entering.edit_entry(entry.tournament, entry.pk, SignUp(name="Jana Nova"), make.doer())
    later = make.doer(now=timezone.now())
    persons.change_facts(again(entry).person, Facts("Jana Nova", None, True, False), later)

    assert shown(signed_up(client), entry) == ["Mala Eva", "Jana N."]


@pytest.mark.parametrize("of_the_name", ["unproved", "joined by an organiser"])
def test_a_no_holds_for_a_minor_of_the_name_who_is_on_a_list_already(of_the_name):
    """A family may have signed up a child twice, without a mailbox that says so."""
    there = make.make_entry(
        make.make_tournament(date=SOON),
        make.make_person("Mala Eva", minor=True, full_name_public=True),
        full_name_public=True,
    )
    if of_the_name != "unproved":
        puppet = make.make_person("Petr Puppet", email="sock@example.org")
        sock = make.make_entry(make.make_tournament(date=SOON), puppet)
        own = Tournament.objects.all()
        joining.join_entry(there.tournament, there.pk, sock.pk, own, make.doer())
    assert shown(there) == ["Mala Eva"]
    before = again(there).tournament.public_version

    taken_back(a_child())

    assert shown(there) == ["Mala E."]
    # Cached pages would go on showing the full name.
    assert again(there).tournament.public_version > before
    assert there.tournament.acts.get(name="keep_back_name").detail == there.mark


def test_who_is_known_by_a_mailbox_or_of_age_is_listed_for_the_series():
    proved = make.make_person(NAME, minor=True, full_name_public=True, email="mum@example.org")
    child = make.make_entry(make.make_tournament(date=SOON), proved, full_name_public=True)
    over = make.make_entry(make.make_tournament(state=State.SENT), make.make_person(NAME))
    adult, other = an_adult(), taken_back(a_child())

    assert shown(child, adult, other) == [NAME, NAME, "Eva M."]
    assert kept_back.shown_in_full() == [child, adult]
    assert not over.person.named_as_withdrawn
    page = Client()
    page.force_login(make.make_user(staff=True))
    listed = page.get(reverse("find_persons")).content.decode()
    for one in (child, adult):
        assert reverse("person", args=[one.person_id]) in listed
    assert reverse("person", args=[other.person_id]) not in listed


@pytest.mark.parametrize("glue", [".", ",", "_", "-", "/", "·", "'", "+", "|", "\ua78f", "2"])
def test_no_sign_that_glues_the_name_shows_it_in_full(client, glue):
    taken_back(a_child())
    child = SignUp(name=f"Eva{glue}Malá", age=Age.ADULT)

    entry = make.agreeing(
        lambda who: entering.add_entry(make.make_tournament(date=SOON), child, who)
    )

    assert shown(entry) == ["Malá E." if glue == "," else "Eva M."]
    page = client.get(reverse("players", args=[entry.tournament.slug])).content.decode()
    assert f"Eva{glue}Malá" not in page


@pytest.mark.parametrize("spelled", ["EvaMalá", "malaeva", "EvaMalá 2", "EvaMalá -"])
def test_a_name_in_one_word_is_shown_by_its_letter_alone(spelled):
    """A single word stays as it is, else; here it is all that is not to be published."""
    taken_back(a_child())
    child = SignUp(name=spelled, age=Age.MINOR, guardian_consent=True)

    entry = entering.add_entry(make.make_tournament(date=SOON), child, make.doer())

    assert shown(entry) == [f"{spelled[0].upper()}."]


def test_an_official_of_the_name_is_shown_short_and_the_desk_is_asked_first(client):
    taken_back(a_child())
    tournament = make.make_tournament(date=SOON)
    name = partial(appointing.name_official, tournament, "Mala Eva", Role.REFEREE)

    with pytest.raises(Unconfirmed, match="does not want the full name published"):
        name(make.doer())
    official = make.agreeing(name)

    assert official.public_name == "Mala E."
    page = client.get(reverse("tournament", args=[tournament.slug])).content.decode()
    assert "Mala Eva" not in page
    assert "Mala E." in page


@pytest.mark.parametrize("own", [True, False])
def test_no_account_takes_an_office_under_the_name_and_is_shown_in_full(own):
    """Named by an organiser, or by itself, under another name than it goes by."""
    taken_back(a_child())
    tournament, user = make.make_tournament(date=SOON), make.make_user()
    make.make_person("Olga Other", user=user)

    office = make.agreeing(
        lambda who: appointing.name_official(
            tournament, NAME, Role.REFEREE, who, user=user, own=own
        )
    )
    if not own:
        appointing.accept_office(tournament, office.pk, user, make.doer())

    office.refresh_from_db()
    assert office.person == user.person
    assert office.public_name == "Eva M."


# What a desk sends


def test_a_list_without_ages_makes_no_child_of_age(client):
    entry = taken_back(a_child(email="mum@example.org"))
    Entry.objects.filter(pk=entry.pk).update(state=EntryState.CANCELLED)
    desk = make.signed_in(entry.tournament)
    address = reverse("import_entries", args=[entry.tournament.slug])

    listed = SimpleUploadedFile("l.csv", f"name,e-mail\n{NAME},mum@example.org\n".encode())
    preview = desk.post(address, {"file": listed})
    desk.post(address, form_of(preview, "preview"))

    entry = again(entry)
    assert entry.state != EntryState.CANCELLED
    assert entry.minor
    assert not is_shown(client, entry.tournament)


def test_a_date_before_all_years_is_refused_in_words():
    tournament = make.make_tournament(date=SOON)
    desk = make.signed_in(tournament)
    page = reverse("edit_tournament", args=[tournament.slug])

    answer = desk.post(
        page, form_of(desk.get(page), "venue") | {"form-0-starts_at": "0001-01-01T00:00"}
    )

    assert answer.status_code == 200
