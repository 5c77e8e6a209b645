"""Nobody's row stays behind where what it counted for went home again."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tournaments.domain.entering import Age
from tournaments.models import Entry, Join, Person, Tournament
from tournaments.models.entry import Role
from tournaments.services import (
    appointing,
    entering,
    joining,
    lapsed,
    persons,
    signing_up,
    unconfirmed,
    undoing,
)
from tournaments.services.entering import SignUp

pytestmark = pytest.mark.django_db

SOON = timezone.localdate() + dt.timedelta(days=30)
CHILD = SignUp(
    "Eva Malá",
    "mum@example.org",
    age=Age.JUNIOR,
    birth_date=dt.date(2014, 3, 1),
    guardian_consent=True,
)


def now():
    return make.doer(now=timezone.now())


def two_sign_ups() -> tuple[Entry, Entry]:
    """Of one child at two events; the second one was confirmed."""
    events = make.make_tournament(date=SOON), make.make_tournament(date=SOON)
    first, second = (signing_up.register(one, CHILD, now()).entry for one in events)
    signing_up.confirm_registration(second.tournament, second.token, now())
    return first, second


def join(first: Entry, second: Entry, how: str) -> Join:
    if how == "organiser":
        every = Tournament.objects.all()
        return joining.join_entry(first.tournament, first.pk, second.pk, every, now())
    return joining.join_persons(first.person_id, second.person_id, now())


def drop(entry: Entry) -> None:
    unconfirmed.drop_unconfirmed(entry.tournament, [entry.pk], now())


def lapse(entry: Entry) -> None:
    late = timezone.now() - dt.timedelta(hours=60)
    Entry.objects.filter(pk=entry.pk).update(registered_at=late)
    entering.lapse_registrations(timezone.now())
    lapsed.clear_lapsed(timezone.now() + dt.timedelta(days=9))


def names_left() -> list[str]:
    return [*Person.objects.values_list("name", flat=True)]


@pytest.mark.parametrize("gone", [drop, lapse])
@pytest.mark.parametrize("how", ["organiser", "series"])
def test_who_counted_for_a_sign_up_that_is_gone_is_deleted_when_the_join_is_taken_back(how, gone):
    first, second = two_sign_ups()
    joined = join(first, second, how)
    gone(first)
    assert Person.objects.filter(pk=joined.kept_id).exists()

    undoing.undo_join(joined.pk, now())

    assert not Person.objects.filter(pk=joined.kept_id).exists()
    assert not Person.history.filter(id=joined.kept_id).exists()
    second.refresh_from_db()
    assert second.person.name == CHILD.name
    assert second.joined_from is None


def test_so_it_is_when_the_other_one_asks_to_be_deleted():
    first, second = two_sign_ups()
    join(first, second, "series")
    drop(first)

    persons.forget_person(Person.objects.get(pk=second.person_id), now())

    assert CHILD.name not in names_left()
    assert not Person.history.filter(name=CHILD.name).exists()


def test_who_is_known_by_anything_else_stays():
    first, second = two_sign_ups()
    joined = join(first, second, "series")
    drop(first)
    Person.objects.filter(pk=joined.kept_id).update(address_at=timezone.now())

    undoing.undo_join(joined.pk, now())

    assert Person.objects.filter(pk=joined.kept_id).exists()


def test_whom_the_series_finds_by_an_office_of_before_stays():
    tournament = make.make_tournament(date=SOON)
    office = appointing.name_official(tournament, "Rita Referee", Role.REFEREE, now())
    appointing.open_link(office.token)
    entry = make.make_entry(make.make_tournament(date=SOON), "Rita R")
    joined = joining.join_persons(office.person_id, entry.person_id, now())
    appointing.dismiss_official(tournament, office.pk, now())

    undoing.undo_join(joined.pk, now())

    assert Person.objects.filter(pk=joined.kept_id).exists()


def test_the_series_is_led_on_where_the_page_of_the_person_is_gone():
    first, second = two_sign_ups()
    joined = join(first, second, "series")
    drop(first)
    series = make.signed_in(None, "administrator")

    answer = series.post(reverse("undo_join", args=[joined.kept_id, joined.pk]), follow=True)

    assert answer.status_code == 200
    assert answer.redirect_chain[-1][0] == reverse("find_persons")
