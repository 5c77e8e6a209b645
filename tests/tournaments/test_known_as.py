"""Who typed the dice is the same one on every device, and nobody becomes another one, or two
people, by what an organiser says of them."""

import datetime as dt

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from django.utils import timezone

from tests import factories as make
from tournaments.models import Entry, JoinedBy, Tournament
from tournaments.models.entry import Role
from tournaments.services import joining, undoing
from tournaments.views.access import OFFICIAL_LINKS, PLAYER_LINKS
from tournaments.views.known import keys_of, known_as

pytestmark = pytest.mark.django_db

SOON = timezone.localdate() + dt.timedelta(days=40)


@pytest.fixture
def tournament():
    return make.make_tournament(date=SOON)


def browser(tournament, *, links=(), user=None):
    """The keys of a browser that opened these personal links, and is signed in as this user."""
    request = RequestFactory().get("/")
    request.user = user or AnonymousUser()
    request.session = {
        OFFICIAL_LINKS: [row.token for row in links if not isinstance(row, Entry)],
        PLAYER_LINKS: [row.token for row in links if isinstance(row, Entry)],
    }
    return known_as(request, tournament)


def join_by_organiser(entry: Entry, puppet) -> Entry:
    there = make.make_entry(make.make_tournament(date=SOON), puppet, email=puppet.email)
    every = Tournament.objects.all()
    joining.join_entry(entry.tournament, entry.pk, there.pk, every, make.doer())
    joined = Entry.objects.get(pk=entry.pk)
    assert joined.person == puppet
    return joined


def test_an_official_who_lets_the_own_entry_count_for_a_puppet_is_still_the_same(tournament):
    """The puppet holds the same office, so that the official's does not follow."""
    olga = make.make_person("Olga Official")
    puppet = make.make_person("Petr Puppet", email="sock@example.org")
    office = make.make_official(tournament, Role.ORGANISER, olga)
    make.make_official(tournament, Role.ORGANISER, puppet)

    entry = join_by_organiser(make.make_entry(tournament, olga), puppet)

    at_the_desk = browser(tournament, links=[office])
    assert not at_the_desk.isdisjoint(keys_of(entry))
    assert not at_the_desk.isdisjoint(browser(tournament, links=[entry]))


def test_a_puppet_whose_account_typed_the_dice_keeps_no_player_from_confirming(tournament):
    account = make.make_user("olga")
    puppet = make.make_person("Petr Puppet", email="sock@example.org", user=account)
    make.make_official(tournament, Role.ORGANISER, puppet, user=account)

    victim = join_by_organiser(make.make_entry(tournament, "Vera Victim"), puppet)

    assert browser(tournament, user=account).isdisjoint(keys_of(victim))


def test_what_counts_for_somebody_else_is_still_that_of_the_owners_account(tournament):
    account = make.make_user("vera")
    entry = make.make_entry(tournament, make.make_person("Vera Victim", user=account))
    # However it came to that: accounts are given later, too.
    puppet = make.make_person("Petr Puppet")
    Entry.objects.filter(pk=entry.pk).update(person=puppet, joined_from=entry.person)

    assert f"entry:{entry.pk}" in browser(tournament, user=account)


@pytest.mark.parametrize("how", [JoinedBy.SERIES, JoinedBy.LINK])
def test_an_official_who_plays_is_one_person_where_the_series_or_the_player_says_so(
    tournament, how
):
    office = make.make_official(tournament, Role.REFEREE, "Olga Official")
    entry = make.make_entry(tournament, "Olga Official")
    assert browser(tournament, links=[office]).isdisjoint(keys_of(entry))

    if how == JoinedBy.SERIES:
        joining.join_persons(office.person_id, entry.person_id, make.doer())
    else:
        sides = (office.person_id, entry.person_id)
        joining._join(*sides, make.doer(), how, check=lambda: None, entries=[entry.pk])

    at_the_desk = browser(tournament, links=[office])
    assert not at_the_desk.isdisjoint(keys_of(Entry.objects.get(pk=entry.pk)))


def test_an_official_who_takes_back_what_the_series_joined_confirms_no_dice_of_their_own(
    tournament,
):
    account = make.make_user("olga")
    olga = make.make_person("Olga Official", user=account)
    make.make_official(tournament, Role.ORGANISER, olga, user=account)
    entry = make.make_entry(tournament, "Olga Official")
    join = joining.join_persons(olga.pk, entry.person_id, make.doer())

    undoing.undo_my_join(join.pk, make.doer())

    assert not browser(tournament, user=account).isdisjoint(keys_of(Entry.objects.get(pk=entry.pk)))


def test_two_of_one_office_whom_the_series_joined_are_one_person(tournament):
    offices = [make.make_official(tournament, Role.REFEREE, name) for name in ("Olga O.", "Olga")]
    first, second = (office.person_id for office in offices)

    joining.join_persons(first, second, make.doer())

    keys = [browser(tournament, links=[office]) for office in offices]
    assert not keys[0].isdisjoint(keys[1])
