"""Sign-ups that nobody means, so many of them that no more are taken."""

import datetime as dt
import re

import pytest
from django.db import connection
from django.db.models.signals import post_init
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tournaments.domain.crowds import (
    MANY_FROM_ONE_PLACE,
    MOST_FROM_ONE_PLACE,
    MOST_STRAY,
    most_from_one_place,
    most_unconfirmed,
)
from tournaments.models import Entry, Person
from tournaments.models.entry import EntryState, Role, new_token
from tournaments.models.tournament import State
from tournaments.services import entering, unconfirmed
from tournaments.services.crowds import MOST_DROPPED

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

STRANGER = "203.0.113.7"
ELSEWHERE = "198.51.100.1"
TODAY = timezone.localdate()


@pytest.fixture
def tournament():
    return make.make_tournament(date=TODAY + dt.timedelta(days=30), capacity=30)


def crowd(tournament, count, *, place=STRANGER, signed_up=None):
    """So many unconfirmed sign-ups, from one network or each from its own."""
    last = tournament.entries.count()
    persons = Person.objects.bulk_create(
        [Person(name=f"Made Up{last + index}") for index in range(count)]
    )
    hashed = unconfirmed.place_hash(tournament, place) if place else ""
    Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            person=person,
            name=person.name,
            email=f"made.up{number}@example.org",
            number=number,
            queue_number=number,
            registered_at=signed_up or timezone.now(),
            signed_up_from=hashed or f"place{number}",
            token=new_token(),
        )
        for number, person in enumerate(persons, start=last + 1)
    )


def sign_up(tournament, *, place=STRANGER, name="Vilma Opozdilá", **typed):
    typed = {"email": "vilma@example.org", **typed}
    address = reverse("register", args=[tournament.slug])
    return Client().post(address, {"name": name, "age": "adult", **typed}, REMOTE_ADDR=place)


def is_on_the_list(tournament):
    return tournament.entries.filter(name="Vilma Opozdilá").exists()


def test_the_bounds_leave_room_for_any_hall_and_for_several_places():
    for capacity in (3, 30, 60, 400, 5000, 32_767):
        assert most_unconfirmed(capacity) >= most_from_one_place(capacity, in_the_hall=True)
        assert most_from_one_place(capacity, in_the_hall=True) > capacity
        assert most_unconfirmed(capacity) >= 4 * most_from_one_place(capacity, in_the_hall=False)
    assert (most_unconfirmed(100), most_unconfirmed(5000)) == (400, 6000)


def test_one_network_leaves_no_more_than_a_bound_behind(tournament):
    crowd(tournament, MOST_FROM_ONE_PLACE)

    page = sign_up(tournament).content.decode()

    assert "that came from your network wait to be confirmed" in page
    assert 'value="Vilma Opozdilá"' in page
    assert not is_on_the_list(tournament)


def test_another_network_signs_up_beside_it(tournament):
    crowd(tournament, MOST_FROM_ONE_PLACE)

    assert sign_up(tournament, place=ELSEWHERE).status_code == 302
    assert is_on_the_list(tournament)


def test_many_networks_leave_no_more_than_a_bound_behind(tournament):
    crowd(tournament, most_unconfirmed(30), place="")

    page = sign_up(tournament).content.decode()

    assert "Very many sign-ups for this tournament wait to be confirmed" in page
    assert not is_on_the_list(tournament)


def test_whoever_has_a_range_of_ipv6_is_one_network(tournament):
    for number in range(MOST_FROM_ONE_PLACE):
        signed = f"Made Up{number}"
        sign_up(tournament, place=f"2001:db8:0:{number:x}::1", name=signed, email=f"m{number}@a.cz")

    sign_up(tournament, place="2001:db8:0:ffff::1", name="One More")
    sign_up(tournament, place="2001:db8:1::1")

    assert not tournament.entries.filter(name="One More").exists()
    assert is_on_the_list(tournament)


NETWORKS = [f"203.0.113.{number}" for number in range(1, 5)]
HOUR = dt.timedelta(hours=1)


def test_four_networks_at_their_bound_keep_no_other_out(tournament):
    """240 made-up sign-ups closed the sign-up for everybody until the organiser came."""
    for place in NETWORKS:
        crowd(tournament, MOST_FROM_ONE_PLACE, place=place)
    assert tournament.entries.count() == most_unconfirmed(30)

    refused = [sign_up(tournament, place=place).status_code for place in NETWORKS]
    taken = sign_up(tournament, place=ELSEWHERE).status_code

    assert (refused, taken) == ([200] * 4, 302)
    entry = tournament.entries.get(name="Vilma Opozdilá")
    link = reverse("confirm_registration", args=[tournament.slug, entry.token])
    Client().post(link)
    entry.refresh_from_db()
    assert entry.state == EntryState.CONFIRMED
    assert messages_at_the_desk(tournament, "networks of which three or more") == [True, True]


def test_a_family_gets_in_beside_them_and_a_club_as_it_confirms(tournament):
    for place in NETWORKS:
        crowd(tournament, MOST_FROM_ONE_PLACE, place=place)

    def club(name):
        address = f"{name.split()[0]}@example.org"
        answer = sign_up(tournament, place=ELSEWHERE, name=name, email=address)
        return answer.status_code, "confirm them by the links" in answer.content.decode()

    names = ["Eva Nová", "Ida Nová", "Ota Nový", "Jan Starý"]
    came = [club(name) for name in names]

    assert came == [(302, False)] * MANY_FROM_ONE_PLACE + [(200, True)]
    confirmed = tournament.entries.get(name="Eva Nová")
    entering.confirm_entry(tournament, confirmed.pk, make.doer(now=timezone.now()))
    assert club("Jan Starý") == (302, False)


def test_very_many_networks_keep_others_out_for_an_hour(tournament, time_machine):
    now = timezone.now()
    crowd(tournament, most_unconfirmed(30), place="", signed_up=now)
    time_machine.move_to(now + HOUR - dt.timedelta(minutes=1))
    assert "try again in an hour" in sign_up(tournament).content.decode()

    time_machine.move_to(now + HOUR + dt.timedelta(minutes=1))

    assert sign_up(tournament).status_code == 302
    assert tournament.entries.count() == most_unconfirmed(30) + 1


def test_room_beyond_the_bound_is_for_so_many_an_hour(tournament):
    now = timezone.now()
    crowd(tournament, most_unconfirmed(30), signed_up=now - HOUR)
    crowd(tournament, MOST_STRAY - 1, place="")

    assert sign_up(tournament, place=ELSEWHERE).status_code == 302
    assert sign_up(tournament, place=NETWORKS[1], name="One More").status_code == 200
    assert not tournament.entries.filter(name="One More").exists()


def messages_at_the_desk(tournament, words="no more are taken"):
    desk = make.signed_in(tournament)
    pages = (reverse(name, args=[tournament.slug]) for name in ("desk", "entries"))
    return [words in desk.get(page).content.decode() for page in pages]


def test_the_desk_sees_that_the_bound_is_reached_and_drops_what_many_networks_sent(tournament):
    crowd(tournament, most_unconfirmed(30), place="")
    assert messages_at_the_desk(tournament) == [True, True]
    desk = make.signed_in(tournament)
    listed = reverse("entries", args=[tournament.slug])
    page = desk.get(listed).content.decode()
    keys = re.search(r'id="scattered-1".*?name="entry" value="([\d,]+)"', page, re.DOTALL)[1]

    desk.post(reverse("drop_unconfirmed", args=[tournament.slug]), {"entry": keys})

    assert tournament.entries.count() == most_unconfirmed(30) - MOST_DROPPED
    assert messages_at_the_desk(tournament) == [False, False]
    assert "scattered-1" not in desk.get(listed).content.decode()
    assert sign_up(tournament).status_code == 302


def test_the_desk_sees_that_no_more_are_taken_from_one_network(tournament):
    crowd(tournament, MOST_FROM_ONE_PLACE - 1)
    assert messages_at_the_desk(tournament) == [False, False]
    crowd(tournament, 1)

    assert messages_at_the_desk(tournament, "from one network wait to be") == [True, True]


@pytest.fixture
def hall(monkeypatch):
    monkeypatch.setattr("tournaments.views.personal.signing_up.FROM_THE_HALL", "3/h")
    return make.make_tournament(state=State.CHECK_IN, date=TODAY, capacity=30, sign_up_at_door=True)


def test_what_one_phone_used_up_the_hall_has_again_once_it_was_dropped(hall):
    for number in range(4):
        last = sign_up(hall, name=f"Made Up{number}", email="")
    assert last.status_code == sign_up(hall, email="").status_code == 429
    assert "come to the desk" in last.content.decode()

    keys = list(hall.entries.values_list("pk", flat=True))
    unconfirmed.drop_unconfirmed(hall, keys, make.doer(now=timezone.now()))

    assert sign_up(hall, email="").status_code == 302
    assert is_on_the_list(hall)


def test_one_sign_up_sent_again_and_again_uses_up_nothing_that_the_hall_has(hall, monkeypatch):
    monkeypatch.setattr("tournaments.views.personal.signing_up.OF_ONE_PLAYER", "1/h")
    answers = [sign_up(hall, name="Made Up", email="").status_code for _time in range(6)]

    assert answers == [302, 429, 429, 429, 429, 429]
    assert sign_up(hall, email="").status_code == 302


def test_who_confirmed_or_was_dropped_counts_no_more(tournament):
    crowd(tournament, MOST_FROM_ONE_PLACE)
    unconfirmed.drop_unconfirmed(
        tournament, [tournament.entries.first().pk], make.doer(now=timezone.now())
    )

    assert sign_up(tournament).status_code == 302
    assert is_on_the_list(tournament)


def test_who_waits_already_gets_the_link_again(tournament):
    crowd(tournament, MOST_FROM_ONE_PLACE)

    answer = sign_up(tournament, name="UP0  made", email="MADE.UP1@example.org")

    assert answer.status_code == 302
    assert tournament.entries.count() == MOST_FROM_ONE_PLACE


def test_the_desk_writes_down_whoever_stands_in_front_of_it(tournament):
    crowd(tournament, most_unconfirmed(30))

    answer = make.signed_in(tournament).post(
        reverse("add_entry", args=[tournament.slug]), {"name": "Vilma Opozdilá", "age": "adult"}
    )

    assert answer.status_code == 302
    assert is_on_the_list(tournament)


def test_a_hall_of_four_hundred_signs_up_from_one_address():
    tournament = make.make_tournament(
        state=State.CHECK_IN, date=TODAY, capacity=400, sign_up_at_door=True
    )
    crowd(tournament, 399)
    hall = most_from_one_place(400, in_the_hall=True)

    assert sign_up(tournament, email="").status_code == 302
    assert is_on_the_list(tournament)
    crowd(tournament, hall - 400)
    assert sign_up(tournament, name="One More", email="").status_code == 200


@pytest.fixture
def rows_read():
    """How many entries and persons were read or made since."""
    counted = []
    models = (Entry, Person)

    def count(**_kwargs):
        counted.append(1)

    for model in models:
        post_init.connect(count, sender=model)
    yield counted
    for model in models:
        post_init.disconnect(count, sender=model)


@pytest.mark.parametrize("email", ["vilma{}@example.org", ""])
def test_a_sign_up_in_a_crowd_reads_no_more_players_than_one_without(email, rows_read):
    """With 8,000 of them each sign-up held the lock of everybody for seconds."""
    tournament = make.make_tournament(
        state=State.CHECK_IN, date=TODAY, capacity=200, sign_up_at_door=True
    )

    def read(name):
        rows_read.clear()
        assert sign_up(tournament, name=name, email=email.format(name)).status_code == 302
        return len(rows_read)

    alone = read("First")
    crowd(tournament, 150)
    Entry.objects.filter(name__startswith="Made").update(email="" if not email else "m@example.org")

    assert read("Second") <= alone


def test_dropping_many_asks_little_for_each(tournament):
    """200 of them held the lock of everybody for four seconds: 43 questions each."""
    crowd(tournament, 60)
    keys = list(tournament.entries.values_list("pk", flat=True))

    def asked(keys):
        with CaptureQueriesContext(connection) as queries:
            unconfirmed.drop_unconfirmed(tournament, keys, make.doer(now=timezone.now()))
        return len(queries)

    few, many = asked(keys[:10]), asked(keys[10:])

    assert (many - few) / 40 <= 5
    assert not Person.objects.filter(name__startswith="Made").exists()


def questions(client, address):
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def played_before(name, desk_of, count=3):
    """So many other events of the same organiser with a player of the name."""
    user = desk_of.officials.get(role=Role.ORGANISER).user
    for ahead in range(count):
        event = make.make_tournament(date=TODAY + dt.timedelta(days=40 + ahead))
        make.make_official(event, Role.ORGANISER, user=user)
        make.make_entry(event, make.make_person(name))


def test_sign_ups_under_a_name_of_other_events_ask_nothing_for_each_at_the_desk(tournament):
    """60 under the name of a regular made each look at the list 2,400 questions, three seconds."""
    desk = make.signed_in(tournament)
    played_before("Jan Novák", tournament)
    listed = reverse("entries", args=[tournament.slug])
    joins = reverse("join_entry", args=[tournament.slug])
    crowd(tournament, 1)
    few = questions(desk, listed), questions(desk, joins)
    crowd(tournament, 30)
    Entry.objects.filter(name__startswith="Made").update(name="Jan Novák")

    assert (questions(desk, listed), questions(desk, joins)) == few
    assert "same name" not in desk.get(joins).content.decode()
    tournament.entries.update(state=EntryState.CONFIRMED, signed_up_from="")
    assert desk.get(joins).content.decode().count("same name") == 31 * 3
    # Whose they are is asked once for all.
    assert questions(desk, listed) <= few[0] + 2
    assert questions(desk, joins) <= few[1] + 2


@pytest.mark.parametrize("name", ["Made Up", "Olga Officer"])
def test_children_who_signed_off_ask_nothing_for_each_on_the_page_of_everybody(tournament, name):
    for role in (Role.ORGANISER, Role.CHIEF_REFEREE):
        make.make_official(tournament, role, "Olga Officer")
    address = reverse("tournament", args=[tournament.slug]) + "?fresh"
    crowd(tournament, 1)

    def asked():
        gone = {"minor": True, "state": EntryState.CANCELLED, "signed_up_from": "", "name": name}
        for entry in tournament.entries.exclude(state=EntryState.CANCELLED):
            entry.save()  # with a line of its history
        tournament.entries.update(**gone)
        return questions(Client(), address)

    asked()
    few = asked()
    crowd(tournament, 20)

    assert asked() == few


def late(tournament, count, **fields):
    crowd(tournament, count, signed_up=timezone.now() - dt.timedelta(hours=50), **fields)


def test_late_ones_of_a_place_at_its_bound_lapse_whatever_their_number(tournament):
    late(tournament, MOST_FROM_ONE_PLACE)
    late(tournament, 12, place=ELSEWHERE)

    entering.lapse_registrations(timezone.now())

    assert tournament.entries.unconfirmed().count() == 12
    assert tournament.lapsed.count() == MOST_FROM_ONE_PLACE
    assert sign_up(tournament).status_code == 302


def test_late_ones_of_an_event_at_its_bound_lapse_a_part_at_a_time(tournament):
    late(tournament, most_unconfirmed(30), place="")

    entering.lapse_registrations(timezone.now())

    left = tournament.entries.unconfirmed().count()
    assert left == most_unconfirmed(30) - MOST_DROPPED
    assert sign_up(tournament).status_code == 302


def test_none_lapses_that_is_not_late(tournament):
    crowd(tournament, MOST_FROM_ONE_PLACE)

    entering.lapse_registrations(timezone.now())

    assert tournament.entries.filter(state=EntryState.UNCONFIRMED).count() == MOST_FROM_ONE_PLACE
