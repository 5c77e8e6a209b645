"""What lapsed before its event can be taken back for a week, by a person."""

import datetime as dt
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    DAY,
    at,
    doer,
    make_entry,
    make_junior,
    make_person,
    make_tournament,
    signed_in,
    wish,
)
from tests.traces import traces
from tournaments.domain.entering import Age
from tournaments.domain.values import Refused
from tournaments.domain.wishes import WishKind
from tournaments.models import Entry, Join, JoinedBy, LapsedSignUp, Mail, Person
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import entering, joining, persons, signing_up, unconfirmed, wishes
from tournaments.services.acts import AlreadyDone
from tournaments.services.entering import SignUp
from tournaments.services.persons import Facts
from tournaments.services.proofs import proof_of
from tournaments.tasks import clear_lapsed

pytestmark = pytest.mark.django_db

DAYS = dt.timedelta(days=1)
ANNA = SignUp(
    "Anna Nováková",
    "anna@example.org",
    age=Age.JUNIOR,
    birth_date=dt.date(2014, 3, 1),
    guardian_consent=True,
    language="pl",
)


@pytest.fixture
def tournament():
    return make_tournament(date=DAY + 20 * DAYS, capacity=3)


def signed_up(tournament, sign_up=ANNA):
    return signing_up.register(tournament, sign_up, doer(now=at(9))).entry


def lapse(tournament):
    """Two days later; gives what can be taken back."""
    entering.lapse_registrations(at(9) + 2 * DAYS)
    return list(tournament.lapsed.all())


def take_back(tournament, rows, *, days=3):
    who = doer(now=at(9) + days * DAYS)
    return unconfirmed.take_back_lapsed(tournament, [row.pk for row in rows], who)


def test_what_lapsed_comes_back_as_it_was_with_its_number_and_place(tournament):
    before = signed_up(tournament)
    signed_up(tournament, SignUp("Jan Malý", "jan@example.org"))
    rows = lapse(tournament)
    assert not Person.objects.exists()

    numbers = take_back(tournament, rows).numbers

    again = tournament.entries.get(number=before.number)
    assert numbers == (1, 2)
    assert (again.name, again.email, again.language) == ("Anna Nováková", "anna@example.org", "pl")
    assert (again.minor, again.guardian_consent) == (True, True)
    assert again.birth_date_told == again.person.birth_date == dt.date(2014, 3, 1)
    assert again.queue_number == before.queue_number
    assert again.state == EntryState.UNCONFIRMED
    assert not LapsedSignUp.objects.exists()


def test_the_new_link_confirms_and_the_old_one_is_dead(tournament):
    before = signed_up(tournament)
    take_back(tournament, lapse(tournament))
    again = tournament.entries.get()
    mail = Mail.objects.get(to="anna@example.org")

    assert again.token != before.token
    assert again.token in mail.body
    assert f"version={again.versions[0]['key']}" in mail.body
    entry = signing_up.confirm_registration(
        tournament, again.token, doer(now=at(10) + 3 * DAYS), version=again.versions[0]["key"]
    )
    assert entry.state == EntryState.CONFIRMED


def test_it_waits_for_its_link_for_two_days_again(tournament):
    signed_up(tournament)
    take_back(tournament, lapse(tournament), days=3)

    entering.lapse_registrations(at(8) + 5 * DAYS)
    assert tournament.entries.count() == 1
    entering.lapse_registrations(at(10) + 5 * DAYS)
    assert not tournament.entries.exists()
    assert tournament.lapsed.count() == 1


def test_after_a_week_nothing_is_kept(tournament, time_machine):
    signed_up(tournament)
    rows = lapse(tournament)

    with pytest.raises(AlreadyDone):
        take_back(tournament, rows, days=10)
    time_machine.move_to(at(8) + 9 * DAYS)
    assert clear_lapsed() == 0
    time_machine.move_to(at(10) + 9 * DAYS)
    assert clear_lapsed() == 1
    assert not LapsedSignUp.objects.exists()


def test_nothing_is_kept_of_an_event_that_is_over():
    tournament = make_tournament(state=State.FINISHED, finished_at=at(18))
    Entry.objects.bulk_create(
        [Entry(tournament=tournament, number=1, registered_at=at(9), person=make_junior())]
    )

    assert entering.lapse_registrations(at(9) + 2 * DAYS) == 1
    assert not LapsedSignUp.objects.exists()


def test_what_a_person_dropped_is_not_kept(tournament):
    entry = signed_up(tournament)

    unconfirmed.drop_unconfirmed(tournament, [entry.pk], doer())

    assert not LapsedSignUp.objects.exists()


def test_whoever_signed_up_again_has_one_sign_up(tournament):
    signed_up(tournament)
    rows = lapse(tournament)
    signing_up.register(tournament, ANNA, doer(now=at(10) + 2 * DAYS))

    with pytest.raises(AlreadyDone):
        take_back(tournament, rows)

    assert tournament.entries.count() == 1


def test_nobody_is_taken_back_into_an_event_that_has_begun(tournament):
    signed_up(tournament)
    rows = lapse(tournament)
    tournament.state = State.RUNNING
    tournament.save()

    with pytest.raises(Refused, match="begun"):
        take_back(tournament, rows)


def test_an_address_that_the_desk_wrote_is_to_be_confirmed_again(tournament):
    entry = signed_up(tournament)
    Entry.objects.filter(pk=entry.pk).update(address_by_desk=True)

    take_back(tournament, lapse(tournament))

    assert tournament.entries.get().address_to_confirm
    assert not Mail.objects.exists()


def test_whoever_is_deleted_is_deleted_from_what_lapsed(tournament):
    known = Person.objects.create(name="Anna Nováková")
    entry = signed_up(tournament)
    Entry.objects.filter(pk=entry.pk).update(person=known)
    make_entry(make_tournament(), known)
    lapse(tournament)
    assert LapsedSignUp.objects.get().person == known

    persons.forget_person(known, doer())

    assert not LapsedSignUp.objects.exists()


def test_desk_and_list_show_what_lapsed_and_one_act_takes_back_who_is_ticked(
    tournament, time_machine
):
    for sign_up in (ANNA, SignUp("Jan Malý", "jan@example.org")):
        signed_up(tournament, sign_up)
    anna, _jan = lapse(tournament)
    desk = signed_in(tournament)
    time_machine.move_to(at(9) + 3 * DAYS)

    with translation.override("en"):
        pages = [
            desk.get(reverse(page, args=[tournament.slug])).content.decode()
            for page in ("desk", "entries")
        ]
        address = reverse("take_back_lapsed", args=[tournament.slug])
        answer = desk.post(address, {"lapsed": [anna.pk, "x"]}, follow=True).content.decode()

    assert "2 sign-ups lapsed within the last week" in pages[0]
    assert f'name="lapsed" value="{anna.pk}" checked' in pages[1]
    assert "is on the list again. A new link" in answer
    assert [entry.name for entry in tournament.entries.all()] == ["Anna Nováková"]
    assert tournament.acts.get(name="take_back_lapsed").detail == "1"
    assert "1 lapsed within a week" in answer


def test_only_organisers_see_what_lapsed(tournament, time_machine):
    signed_up(tournament)
    [row] = lapse(tournament)
    time_machine.move_to(at(9) + 3 * DAYS)
    scorekeeper = signed_in(tournament, "scorekeeper")
    address = reverse("take_back_lapsed", args=[tournament.slug])

    assert scorekeeper.post(address, {"lapsed": [row.pk]}).status_code == 403
    assert not tournament.entries.exists()


def joined_to_a_puppet(entry, puppet=None):
    """An administrator says that the sign-up, of whom the series knows, is somebody else's who has
    a mailbox of their own."""
    Person.objects.filter(pk=entry.person_id).update(address_at=at(9))
    puppet = puppet or make_entry(make_tournament(), Person.objects.create(name="Petr Puppet"))
    joining.join_persons(puppet.person_id, entry.person_id, doer(now=at(10)))
    return puppet.person


def test_what_lapsed_while_others_had_joined_it_is_its_owners_alone_again(tournament):
    before = signed_up(tournament)
    joined_to_a_puppet(before)

    take_back(tournament, lapse(tournament))

    again = tournament.entries.get()
    assert (again.person, again.joined_from) == (before.person, None)
    assert again.birth_date == dt.date(2014, 3, 1)


def test_and_so_it_is_where_its_owner_is_not_known_any_more(tournament):
    before = signed_up(tournament)
    puppet = joined_to_a_puppet(before)
    rows = lapse(tournament)
    Join.objects.all().delete()
    Person.objects.filter(pk=before.person_id).delete()

    take_back(tournament, rows)

    again = tournament.entries.get()
    assert again.person not in (puppet, before.person)
    assert (again.person.name, again.person.birth_date) == (ANNA.name, dt.date(2014, 3, 1))


def test_whoever_is_on_the_list_by_another_entry_is_not_taken_back_beside_it(tournament):
    before = signed_up(tournament)
    joined_to_a_puppet(before)
    rows = lapse(tournament)
    make_entry(tournament, before.person, number=7)

    with pytest.raises(Refused, match="on the list already"):
        take_back(tournament, rows)

    assert tournament.entries.count() == 1


def test_one_who_cannot_be_taken_back_keeps_nobody_else_from_it(tournament, time_machine):
    before = signed_up(tournament)
    joined_to_a_puppet(before)
    signed_up(tournament, SignUp("Jan Malý", "jan@example.org"))
    rows = lapse(tournament)
    make_entry(tournament, before.person, number=7)
    time_machine.move_to(at(9) + 3 * DAYS)

    with translation.override("en"):
        address = reverse("take_back_lapsed", args=[tournament.slug])
        typed = {"lapsed": [row.pk for row in rows]}
        page = signed_in(tournament).post(address, typed, follow=True).content.decode()

    assert {entry.number for entry in tournament.entries.all()} == {2, 7}
    assert [row.name for row in tournament.lapsed.all()] == [ANNA.name]
    assert "1. Anna Nováková cannot be taken back: the same person is on the list already" in page
    assert "is on the list again. A new link" in page


def test_whom_it_counted_for_may_be_on_the_list_meanwhile(tournament):
    puppet = joined_to_a_puppet(signed_up(tournament))
    rows = lapse(tournament)
    make_entry(tournament, puppet, number=7)

    assert take_back(tournament, rows).numbers == (1,)


@pytest.mark.parametrize("was_known", [False, True])
def test_a_name_that_was_refused_since_is_short_when_its_sign_up_comes_back(tournament, was_known):
    agreed = replace(ANNA, full_name_public=True)
    entry = signed_up(tournament, agreed)
    if was_known:
        joined_to_a_puppet(entry)
    rows = lapse(tournament)
    child = make_entry(make_tournament(date=DAY + 21 * DAYS), make_junior(ANNA.name)).person
    persons.change_facts(child, Facts(ANNA.name, child.birth_date, True, False), doer())

    take_back(tournament, rows)

    assert tournament.entries.get().public_name == "Anna N."


CHILD = replace(ANNA, age=Age.MINOR, birth_date=None, full_name_public=True)


def refused(entry, **facts):
    """The child, or the series for them, says no to the full name."""
    said = Facts(ANNA.name, None, minor=True, full_name_public=False)
    persons.change_facts(entry.owner, replace(said, **facts), doer(now=at(10)))


def confirm(tournament, days=3):
    entry = tournament.entries.get()
    version = entry.versions[-1]["key"]
    who = doer(now=at(11) + days * DAYS)
    return signing_up.confirm_registration(
        tournament, entry.token, who, proof=proof_of(entry), version=version
    )


@pytest.mark.parametrize("by_link", [True, False])
@pytest.mark.parametrize("age", [Age.MINOR, Age.ADULT])
def test_who_refused_the_full_name_before_it_lapsed_has_refused_it_still(tournament, age, by_link):
    told = replace(CHILD, age=age, full_name_public=age is Age.MINOR)
    entry = signed_up(tournament, told)
    if by_link:
        signing_up.prove_address(tournament, entry.token, proof_of(entry), doer(now=at(9)))
    refused(entry)

    take_back(tournament, lapse(tournament))

    assert tournament.entries.get().public_name == "Anna N."
    assert confirm(tournament).public_name == "Anna N."
    assert tournament.entries.get().owner.full_name_withdrawn_at == at(10)


def test_no_desk_says_yes_for_who_refused_before_it_lapsed(tournament):
    refused(signed_up(tournament, CHILD))
    take_back(tournament, lapse(tournament))
    entry = tournament.entries.get()

    with pytest.raises(Refused):
        entering.edit_entry(tournament, entry.pk, CHILD, doer(now=at(9) + 3 * DAYS))

    assert tournament.entries.get().public_name == "Anna N."


def test_who_said_that_they_are_another_one_has_refused_it_still(tournament):
    entry = signed_up(tournament, CHILD)
    refused(entry, name="Petra Malá")
    rows = lapse(tournament)
    known = make_person("Petra Malá", email="petra@example.org")
    said = {"how": JoinedBy.LINK, "by": "Petra", "at": at(10) + 2 * DAYS}
    Join.objects.create(kept=known, other=entry.owner, **said)

    take_back(tournament, rows)

    assert tournament.entries.get().owner != entry.owner
    assert confirm(tournament).public_name == "Anna N."


def known_by_the_mailbox():
    person = Person.objects.create(name=ANNA.name, email=ANNA.email)
    return make_entry(make_tournament(), person, email=ANNA.email).person


def test_whoever_is_deleted_is_deleted_from_what_lapsed_with_their_mailbox(tournament):
    known = known_by_the_mailbox()
    signed_up(tournament)
    lapse(tournament)
    assert LapsedSignUp.objects.get().person != known

    persons.forget_person(known, doer(), by_themselves=True)

    assert not LapsedSignUp.objects.exists()


def test_and_with_an_address_that_they_gave_to_an_event(tournament):
    known = make_entry(make_tournament(), Person.objects.create(name=ANNA.name), email=ANNA.email)
    signed_up(tournament)
    lapse(tournament)

    persons.forget_person(known.person, doer())

    assert not LapsedSignUp.objects.exists()


def test_and_with_an_address_and_a_name_that_they_had_before(tournament):
    known = known_by_the_mailbox()
    signed_up(tournament)
    lapse(tournament)
    persons.change_address(known, "new@example.org", doer(now=at(10) + 2 * DAYS))
    facts = replace(persons.facts_of(known), name="Anna Malá")
    persons.change_facts(known, facts, doer(now=at(11) + 2 * DAYS))

    persons.forget_person(Person.objects.get(pk=known.pk), doer(now=at(12) + 2 * DAYS))

    assert traces(ANNA.email) == []


def test_and_with_an_address_that_they_gave_to_an_event_before(tournament):
    entry = make_entry(make_tournament(), ANNA.name, email=ANNA.email)
    entry.email = "new@example.org"
    entry.save()
    signed_up(tournament)
    lapse(tournament)

    persons.forget_person(entry.person, doer())

    assert traces(ANNA.email) == []


def test_what_others_told_from_an_address_that_somebody_had_before_stays(tournament):
    known = known_by_the_mailbox()
    signed_up(tournament, replace(ANNA, name="Adam Novák"))
    lapse(tournament)
    persons.change_address(known, "new@example.org", doer(now=at(10) + 2 * DAYS))

    persons.forget_person(Person.objects.get(pk=known.pk), doer(now=at(12) + 2 * DAYS))

    assert LapsedSignUp.objects.get().name == "Adam Novák"


@pytest.mark.parametrize("by_desk", [False, True])
def test_others_of_the_family_and_of_a_desk_keep_theirs(tournament, by_desk):
    """A desk may have written anybody's address."""
    name = ANNA.name if by_desk else "Adam Novák"
    known = Person.objects.create(name=name)
    make_entry(make_tournament(), known, email=ANNA.email, address_by_desk=by_desk)
    signed_up(tournament)
    lapse(tournament)

    persons.forget_person(known, doer())

    assert LapsedSignUp.objects.exists()


def standing(tournament):
    """The wishes that hold, each with the numbers of its players."""
    return [(one.kind, one.value().players) for one in tournament.wishes.standing()]


@pytest.fixture
def family(tournament):
    """Anna and Jan have not confirmed yet, Eva has; numbers 1, 2 and 3."""
    for sign_up in (ANNA, SignUp("Jan Malý", "jan@example.org")):
        signed_up(tournament, sign_up)
    make_entry(tournament, "Eva Nováková", number=3)
    return tournament


def test_a_wish_comes_back_with_the_player_who_lapsed(family):
    wish(family, WishKind.APART, 1, 3)
    wish(family, WishKind.NEAR_DESK, 1)
    rows = lapse(family)
    assert standing(family) == []

    take_back(family, rows)

    assert standing(family) == [("apart", (1, 3)), ("near-desk", (1,))]


def test_a_player_who_lapsed_is_in_a_wish_of_several_again(family):
    wish(family, WishKind.APART, 1, 2, 3)
    wish(family, WishKind.NEAR_DESK, 1, 3)
    anna, _jan = lapse(family)

    take_back(family, [anna])

    assert standing(family) == [("apart", (1, 3)), ("near-desk", (1, 3))]


def test_a_wish_comes_back_as_soon_as_both_are_there_again(family):
    wish(family, WishKind.TOGETHER, 1, 2)
    anna, jan = lapse(family)

    take_back(family, [anna])
    alone = standing(family)
    take_back(family, [jan])

    assert alone == []
    assert standing(family) == [("together", (1, 2))]


def test_it_comes_back_though_the_two_lapsed_one_after_the_other(family):
    wish(family, WishKind.TOGETHER, 1, 2)
    family.entries.filter(number=2).update(registered_at=at(12))
    entering.lapse_registrations(at(9) + 2 * DAYS)
    entering.lapse_registrations(at(12) + 2 * DAYS)

    take_back(family, list(family.lapsed.all()))

    assert standing(family) == [("together", (1, 2))]


def test_a_wish_that_somebody_removed_meanwhile_stays_away(family):
    wish(family, WishKind.APART, 1, 3)
    kept = wish(family, WishKind.NEAR_DESK, 1, 3)
    rows = lapse(family)
    wishes.remove_wish(family, kept.pk, doer())

    take_back(family, rows)

    assert standing(family) == [("apart", (1, 3))]


def test_a_wish_whose_other_player_was_dropped_stays_away(family):
    wish(family, WishKind.APART, 1, 2)
    unconfirmed.drop_unconfirmed(family, [family.entries.get(number=2).pk], doer())

    take_back(family, lapse(family))

    assert standing(family) == []


def test_a_wish_that_was_removed_before_it_lapsed_stays_away(family):
    gone = wish(family, WishKind.APART, 1, 3)
    wishes.remove_wish(family, gone.pk, doer())

    take_back(family, lapse(family))

    assert standing(family) == []


def test_so_many_are_shown_to_be_taken_back_that_their_ticks_can_be_sent(monkeypatch, time_machine):
    monkeypatch.setattr("tournaments.views.desk.entries.MOST_LAPSED", 1)
    time_machine.move_to(at(9) + 3 * DAYS)
    tournament = make_tournament(date=DAY + 20 * DAYS)
    signed_up(tournament)
    signed_up(tournament, SignUp("Jan Malý", "jan@example.org"))
    signed_up(tournament, SignUp("Eva Malá", "eva@example.org"))
    lapse(tournament)

    with translation.override("en"):
        address = reverse("entries", args=[tournament.slug])
        page = signed_in(tournament).get(address).content.decode()

    assert page.count('name="lapsed"') == 1
    assert "2 more sign-ups wait behind these." in page
