"""Whatever is joined on whose word and taken back in whatever order: in the end everything is whose
it was, and nobody's is deleted on the way."""

import datetime as dt
from random import Random

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories as make
from tournaments.domain.values import Refused
from tournaments.models import Entry, Join, JoinedBy, Official, Person
from tournaments.models.entry import EntryState, Role
from tournaments.services import appointing, joining, persons, undoing
from tournaments.services.acts import AlreadyDone
from tournaments.services.persons import Facts

pytestmark = pytest.mark.django_db

SOON = timezone.localdate() + dt.timedelta(days=40)
CHILD = "Eva Malá"


@pytest.fixture
def tournament():
    return make.make_tournament(date=SOON)


def join(keep: Person, other: Person) -> Join:
    return joining.join_persons(keep.pk, other.pk, make.doer("Series"))


def prove(keep: Person, other: Person, entry: Entry) -> Join:
    return joining._join(
        keep.pk,
        other.pk,
        make.doer(),
        JoinedBy.LINK,
        check=lambda: None,
        entries=[entry.pk],
    )


def undo(*joins: Join) -> None:
    for one in joins:
        undoing.undo_join(one.pk, make.doer())


def again(row):
    return type(row).objects.get(pk=row.pk)


def a_chain_of_offices(tournament, **child):
    """A child and Bob hold the same office; the child is joined to a puppet, and Bob to the child.
    The puppet, the two offices and the joins."""
    eva, bob = make.make_person(CHILD, minor=True, **child), make.make_person("Bob Brown")
    puppet = make.make_person("Petr Puppet", email="puppet@example.org")
    offices = [make.make_official(tournament, Role.REFEREE, person) for person in (eva, bob)]
    return puppet, offices, [join(puppet, eva), join(eva, bob)]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_offices_of_a_chain_come_back_in_any_order(tournament, order):
    _puppet, offices, joins = a_chain_of_offices(tournament)

    undo(*(joins[place] for place in order))

    for office in offices:
        assert (again(office).person, again(office).joined_from) == (office.person, None)
    assert again(offices[0]).public_name == "Eva M."


def test_a_puppet_of_a_chain_takes_no_office_along_when_it_is_deleted(tournament):
    puppet, offices, joins = a_chain_of_offices(tournament)
    undo(*joins)

    persons.forget_person(Person.objects.get(pk=puppet.pk), make.doer())

    assert again(offices[0]).name == CHILD
    assert again(offices[0]).token


def test_nor_while_the_chain_stands(tournament):
    puppet, offices, _joins = a_chain_of_offices(tournament)

    persons.forget_person(Person.objects.get(pk=puppet.pk), make.doer())

    assert [again(office).person for office in offices] == [office.person for office in offices]
    assert again(offices[0]).token


def test_the_child_of_a_chain_is_deleted_with_the_office_that_counted_elsewhere(tournament):
    _puppet, offices, _joins = a_chain_of_offices(tournament)

    child = Person.objects.get(name=CHILD)
    persons.forget_person(child, make.doer(), offices_said=[offices[0].pk])

    assert (again(offices[0]).name, again(offices[0]).token) == ("", None)
    assert again(offices[1]).name == "Bob Brown"


def test_offices_of_a_chain_make_room_one_after_the_other(tournament):
    """A chief who steps down counts for somebody, and another one for the chief."""
    puppet, chief, bob = (make.make_person(name) for name in ("Petr Puppet", CHILD, "Bob Brown"))
    puppet.user = make.make_user("puppet")
    puppet.save()
    offices = [
        make.make_official(tournament, Role.CHIEF_REFEREE, chief),
        make.make_official(tournament, Role.REFEREE, bob),
    ]
    join(puppet, chief)
    join(chief, bob)
    make.agreeing(
        lambda who: appointing.name_official(tournament, "Nora New", Role.CHIEF_REFEREE, who)
    )

    named = appointing.name_official(
        tournament, puppet.name, Role.REFEREE, make.doer(), user=puppet.user
    )

    assert named.person == puppet
    assert [again(office).role for office in offices] == [Role.REFEREE, Role.REFEREE]
    for office in offices:
        assert (again(office).person, again(office).joined_from) == (office.person, None)


def test_a_joined_official_who_is_named_again_holds_the_same_office(tournament):
    puppet, offices, _joins = a_chain_of_offices(tournament)

    appointing.name_official(tournament, CHILD, Role.REFEREE, make.doer())
    other = appointing.name_official(tournament, CHILD, Role.SCOREKEEPER, make.doer())

    assert (again(offices[0]).person, again(offices[0]).owner) == (puppet, offices[0].person)
    assert other.owner == offices[0].person
    assert other.public_name == "Eva M."


def test_whoever_is_named_takes_the_place_of_an_office_that_only_counted_for_them(tournament):
    puppet, offices, joins = a_chain_of_offices(tournament)

    own = appointing.name_official(tournament, "petr", Role.SCOREKEEPER, make.doer())
    Official.objects.filter(pk=own.pk).update(person=puppet, name=puppet.name)
    appointing.name_official(tournament, puppet.name, Role.REFEREE, make.doer())

    assert again(offices[0]).person == offices[0].person
    undo(*joins)
    assert again(offices[0]).person == offices[0].person


def test_a_chief_who_steps_down_goes_home_where_another_one_counts_as_a_referee(tournament):
    eva, bob = make.make_person(CHILD, minor=True), make.make_person("Bob Brown")
    puppet = make.make_person("Petr Puppet")
    chief = make.make_official(tournament, Role.CHIEF_REFEREE, eva)
    referee = make.make_official(tournament, Role.REFEREE, bob)
    join(puppet, eva)
    join(puppet, bob)

    make.agreeing(
        lambda who: appointing.name_official(tournament, "Nora New", Role.CHIEF_REFEREE, who)
    )

    assert (again(chief).role, again(chief).person) == (Role.REFEREE, eva)
    assert (again(referee).person, again(referee).owner) == (puppet, bob)


def test_who_accepts_an_office_keeps_it_whatever_join_is_taken_back(tournament):
    account = make.make_user("petr")
    puppet = make.make_person("Petr Puppet", user=account)
    office = make.make_official(tournament, Role.REFEREE, CHILD, token=None, asked=account)
    make.make_official(make.make_tournament(date=SOON), Role.REFEREE, office.person)
    joined = join(puppet, office.person)

    appointing.accept_office(tournament, office.pk, account, make.doer("Petr"))
    undo(joined)

    assert (again(office).person, again(office).joined_from) == (puppet, None)


def test_the_database_gives_nobody_an_office_twice(tournament):
    _puppet, offices, _joins = a_chain_of_offices(tournament)

    with pytest.raises(IntegrityError, match="one_office_an_owner_and_role"), transaction.atomic():
        make.make_official(tournament, Role.REFEREE, offices[0].person)


def test_an_office_stays_where_it_is_when_its_owner_has_another_one_like_it_by_now(tournament):
    kept = make.make_person("Eva Nová")
    entry = make.make_entry(tournament, CHILD)
    office = make.make_official(tournament, Role.REFEREE, entry.person)
    proved = prove(kept, entry.person, entry)
    make.make_official(tournament, Role.REFEREE, entry.person)

    with pytest.raises(Refused, match="cannot go back"):
        undo(proved)

    assert again(office).person == kept
    assert again(proved).undone_at is None


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_was_proved_twice_comes_back_in_any_order(tournament, order):
    entry = make.make_entry(tournament, CHILD)
    office = make.make_official(tournament, Role.REFEREE, entry.person)
    first, second = make.make_person("Eva Nová"), make.make_person("Eva Stará")
    joins = [prove(first, entry.person, entry), prove(second, first, entry)]

    undo(*(joins[place] for place in order))

    for row in (entry, office):
        assert (again(row).person, again(row).joined_from) == (entry.person, None)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_name_refused_between_two_proofs_is_refused_wherever_its_entry_goes(tournament, order):
    entry = make.make_entry(tournament, CHILD)
    beside = make.make_entry(make.make_tournament(date=SOON), entry.person)
    first, second = make.make_person(CHILD), make.make_person(CHILD)
    joins = [prove(first, entry.person, entry), prove(second, first, entry)]
    later = make.doer(now=make.at(10))
    persons.change_facts(second, Facts(CHILD, None, minor=True, full_name_public=False), later)
    before = again(beside).tournament.public_version

    undo(*(joins[place] for place in order))

    assert again(entry).owner == entry.person
    assert [again(entry).public_name, again(beside).public_name] == ["Eva M.", "Eva M."]
    # Kept pages would go on showing the full name.
    assert again(beside).tournament.public_version > before


def test_a_join_of_others_deletes_no_entry_that_only_counted_for_the_one_that_is_kept(tournament):
    puppet = make.make_entry(make.make_tournament(date=SOON), "Petr Puppet").person
    gave_up = make.make_entry(tournament, "Wanda Away", state=EntryState.CANCELLED)
    entry = make.make_entry(tournament, "Xena Here")

    joins = [join(puppet, gave_up.person), join(puppet, entry.person)]

    assert (again(gave_up).number, again(gave_up).owner) == (gave_up.number, gave_up.person)
    assert again(entry).person == puppet
    undo(*joins)
    for row in (gave_up, entry):
        assert (again(row).person, again(row).joined_from) == (row.person, None)


def test_no_word_of_others_deletes_what_somebody_with_an_account_signed_off_from(tournament):
    keep = make.make_person("Petr Account", user=make.make_user("petr"))
    make.make_entry(tournament, keep, state=EntryState.CANCELLED)
    entry = make.make_entry(tournament, "Petr Account")

    with translation.override("en"), pytest.raises(Refused, match="only they can join the two"):
        join(keep, entry.person)

    assert keep.own_entries.count() == 1


def test_the_page_of_a_person_lists_an_office_that_counts_for_somebody_else(tournament):
    _puppet, offices, _joins = a_chain_of_offices(tournament)
    series = make.signed_in(None, "administrator")

    page = series.get(reverse("person", args=[offices[0].person_id])).content.decode()

    assert str(tournament) in page


def test_an_official_whose_own_entry_counts_for_a_puppet_is_not_offered_for_a_join(tournament):
    account = make.make_user("olga")
    olga = make.make_person("Olga Official", user=account)
    make.make_official(tournament, Role.ORGANISER, olga, user=account)
    entry = make.make_entry(tournament, olga)
    puppet = make.make_person("Petr Puppet")
    Entry.objects.filter(pk=entry.pk).update(person=puppet, joined_from=olga)

    assert joining.officials_who_play() == []


# Anything at all


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("in_turn", [True, False], ids=["backwards", "in any order"])
def test_all_joins_taken_back_leave_everything_whose_it_was(seed, in_turn):
    chance = Random(seed)
    people = [make.make_person(f"Player {letter}") for letter in "ABCDE"]
    rows = [row for _event in range(2) for row in an_event(people, chance)]
    before = {(type(row), row.pk): row.person for row in rows}
    joins = []
    for _attempt in range(12):
        keep, other = chance.sample(people, 2)
        try:
            with transaction.atomic():
                joins.append(any_join(keep, other, chance))
        except (Refused, AlreadyDone):
            continue

    left = list(reversed(joins))
    while left:
        one = left[0] if in_turn else chance.choice(left)
        try:
            undo(one)
        except Refused:
            # Somebody else's entry is there until another join is taken back.
            assert len(left) > 1
            chance.shuffle(left)
            continue
        left.remove(one)

    assert len(joins) > 2
    after = {key: key[0].objects.get(pk=key[1]) for key in before}
    assert {key: row.person for key, row in after.items()} == before
    assert all(row.joined_from is None for row in after.values())


def an_event(people, chance):
    tournament = make.make_tournament(date=SOON)
    states = [EntryState.CONFIRMED, EntryState.CONFIRMED, EntryState.CANCELLED]
    for person in chance.sample(people, 3):
        # Who signed off may sign up again by the own link, so nobody else's word deletes it.
        told = {"state": chance.choice(states), "email": f"{person.pk}@example.org"}
        yield make.make_entry(tournament, person, **told)
    for person in chance.sample(people, 3):
        yield make.make_official(tournament, Role.REFEREE, person)
    yield make.make_official(tournament, Role.SCOREKEEPER, chance.choice(people))


def any_join(keep, other, chance):
    # Whoever proves theirs gives up for good what they had signed off from before.
    own = other.own_entries.exclude(state=EntryState.CANCELLED)
    own = list(own.exclude(tournament__in=keep.own_entries.values("tournament")))
    if own and chance.random() < 0.3:
        return prove(keep, other, chance.choice(own))
    return join(keep, other)
