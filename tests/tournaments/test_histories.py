"""What histories, and all other tables, keep of people who are gone."""

import datetime as dt

import pytest
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db import models
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    DAY,
    agreeing,
    at,
    checked_in,
    doer,
    make_club,
    make_entry,
    make_official,
    make_person,
    make_tournament,
    make_user,
)
from tests.traces import traces
from tournaments.domain.entering import Age
from tournaments.models import CouncilMember, Entry, JoinedBy, Official, Person, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.services import (
    appointing,
    entering,
    joining,
    names_left,
    persons,
    refereeing,
    signing_up,
    unconfirmed,
    undoing,
)
from tournaments.services.entering import SignUp
from tournaments.services.refereeing import eligible_for_council
from tournaments.tasks import clear_lapsed, empty_histories

pytestmark = pytest.mark.django_db

DAYS = dt.timedelta(days=1)
NAME, MAIL = "Žofie Výjimečná", "zofie@example.org"
WORDS = ("Žofie", "Výjimečná", "zofie", "asthma")
ZOFIE = SignUp(NAME, MAIL, age=Age.JUNIOR, birth_date=dt.date(2014, 3, 1), guardian_consent=True)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def tournament():
    return make_tournament(date=DAY + 20 * DAYS, capacity=3)


def signed_up(tournament):
    """A sign-up that says all that one can, with a desk that looked at it twice."""
    entry = signing_up.register(tournament, ZOFIE, doer(now=at(9))).entry
    entry.refresh_from_db()
    entry.note, entry.club, entry.shown_as = "asthma", make_club(), ""
    entry.save()
    persons.ask_new_address(entry.owner, "zofie@example.net", doer(now=at(9)))
    return entry


def test_nothing_of_a_dropped_sign_up_is_left_in_any_table(tournament):
    entry = signed_up(tournament)

    unconfirmed.drop_unconfirmed(tournament, [entry.pk], doer())

    assert traces(*WORDS) == []
    assert {row.club_id for row in Entry.history.filter(id=entry.pk)} == {None}


def test_nothing_of_a_lapsed_sign_up_is_left_in_any_table_after_a_week(tournament, time_machine):
    signed_up(tournament)
    entering.lapse_registrations(at(9) + 2 * DAYS)
    assert {row.partition(".")[0] for row in traces(*WORDS)} == {"tournaments_lapsedsignup"}

    time_machine.move_to(at(10) + 9 * DAYS)
    clear_lapsed()

    assert traces(*WORDS) == []


def test_no_warning_names_a_dropped_sign_up(tournament):
    entry = signed_up(tournament)
    act = tournament.acts.create(name="edit_entry", detail=entry.mark, version=1, at=at(9))
    act.confirmed = [f"Somebody called {NAME} does not want it.", f"{entry} is on the list."]
    act.save()

    unconfirmed.drop_unconfirmed(tournament, [entry.pk], doer())

    act.refresh_from_db()
    assert act.confirmed == [
        "Somebody called Former player does not want it.",
        "1. Former player is on the list.",
    ]


def test_nobody_gets_the_number_of_a_dropped_sign_up(tournament):
    entry = signed_up(tournament)

    unconfirmed.drop_unconfirmed(tournament, [entry.pk], doer())
    after = signing_up.register(tournament, SignUp("Jan Malý", "jan@example.org"), doer()).entry

    assert (entry.number, after.number) == (1, 2)


def test_whoever_was_dropped_once_and_is_deleted_later_leaves_nothing(tournament):
    unconfirmed.drop_unconfirmed(tournament, [signed_up(tournament).pk], doer())
    entry = signed_up(tournament)
    entering.confirm_entry(tournament, entry.pk, doer(now=at(10)))

    forget(Entry.objects.get(pk=entry.pk).owner, doer(now=at(11)))

    assert traces(*WORDS) == []


def test_nothing_is_left_of_an_entry_that_made_way_for_another():
    tournament = make_tournament()
    gone = make_entry(tournament, NAME, note="asthma", state=EntryState.CANCELLED)
    make_entry(make_tournament(), gone.person)
    other = make_entry(tournament, NAME)

    joining.join_persons(gone.person_id, other.person_id, doer())

    assert not Entry.objects.filter(pk=gone.pk).exists()
    rows = Entry.history.filter(id=gone.pk)
    assert {(row.name, row.note, row.number) for row in rows} == {("", "", gone.number)}


def test_nothing_is_left_of_who_is_deleted_in_the_administration(client):
    staff = make_user("root", staff=True)
    staff.is_superuser = True
    staff.save()
    client.force_login(staff)
    entry = make_entry(make_tournament(), make_person(NAME, email=MAIL), note="asthma")
    for model, row in (("entry", entry), ("person", entry.person)):
        address = reverse(f"admin:tournaments_{model}_delete", args=[row.pk])
        assert client.post(address, {"post": "yes"}).status_code == 302

    assert traces(*WORDS) == []
    assert LogEntry.objects.count() == 2


def test_nothing_is_left_of_whom_an_office_was_offered_and_who_was_nobody_else(tournament):
    account = make_user("petr")
    office = make_official(tournament, Role.REFEREE, NAME, token=None, asked=account)

    appointing.accept_office(tournament, office.pk, account, doer("Petr Malý"))
    appointing.lay_down_office(tournament, office.pk, account, doer("Petr Malý"))

    assert not Person.objects.filter(name=NAME).exists()
    left = Official.history.filter(name=NAME)
    assert {row.person_id for row in left} == {account.person.pk}


def left_by_a_release_before():
    """Rows that a release left that did not empty histories, and of whom is still there."""
    stays = make_entry(make_tournament(), "Jan Malý", note="tall")
    gone = make_entry(stays.tournament, make_person(NAME, email=MAIL), note="asthma")
    office = make_official(stays.tournament, Role.REFEREE, gone.person)
    told = {
        model: list(model.history.filter(id=row.pk))
        for model, row in ((Entry, gone), (Official, office), (Person, gone.person))
    }
    for row in (office, gone, gone.person):
        row.delete()
    for model, rows in told.items():
        model.history.filter(pk__in=[row.pk for row in rows]).delete()
        model.history.bulk_create(rows)
    return stays


def test_what_a_release_before_left_is_emptied_by_itself_and_of_nobody_else():
    stays = left_by_a_release_before()
    assert traces(*WORDS)

    assert empty_histories() == 2
    assert empty_histories() == 0

    assert traces(*WORDS) == []
    told = Entry.history.filter(id=stays.pk).values_list("name", "note")
    assert set(told) == {("Jan Malý", "tall")}
    assert Person.history.filter(name="Jan Malý").exists()


@pytest.fixture
def running():
    tournament = make_tournament(state=State.RUNNING)
    make_official(tournament, Role.CHIEF_REFEREE, "Karel Chief")
    checked_in(tournament, 2)
    return tournament


def on_the_council(tournament, entry):
    """The entry's player decides a protest, with the chief referee and another player."""
    ruling = refereeing.open_ruling(tournament, "Who moved the robber?", doer())
    refereeing.decide(tournament, ruling.pk, "It stays.", doer("Karel Chief"))
    refereeing.protest(tournament, ruling.pk, "No.", "Jan", doer())
    ruling.refresh_from_db()
    listed = {str(one.name): one.key for one in eligible_for_council(ruling)}
    other = tournament.entries.exclude(pk=entry.pk).first()
    keys = [listed[name] for name in ("Karel Chief", entry.name, other.name)]
    agreeing(lambda who: refereeing.name_council(tournament, ruling.pk, keys, "Nobody else.", who))
    return ruling


def playing(tournament, name=NAME, **fields):
    entry = make_entry(tournament, name, state=EntryState.CHECKED_IN, **fields)
    make_official(tournament, Role.SCOREKEEPER, entry.person)
    return entry


def over(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(state=State.FINISHED, finished_at=at(17))


def forget(person, who):
    """The series deletes a person, and says that every office under the name was theirs."""
    said = [office.pk for office in persons.offices_by_name(person)]
    persons.forget_person(person, who, offices_said=said)


def look_through_texts():
    for one in names_left.texts_left():
        agreeing(lambda who, pk=one.left.pk: names_left.replace_name(pk, who))


@pytest.mark.parametrize("undone", [False, True])
def test_nothing_is_left_on_a_council_or_of_an_office_that_counted_for_somebody(running, undone):
    entry = playing(running)
    puppet = make_person("Petr Puppet", email="puppet@example.org")
    join = joining.join_persons(puppet.pk, entry.person_id, doer())
    on_the_council(running, Entry.objects.get(pk=entry.pk))
    if undone:
        undoing.undo_join(join.pk, doer())
    over(running)

    forget(entry.person, doer())
    look_through_texts()

    assert traces(*WORDS) == []


def test_whoever_is_deleted_takes_no_name_of_another_from_council_and_history(running):
    entry = playing(running)
    puppet = make_entry(make_tournament(), make_person("Petr Puppet", email="pup@example.org"))
    make_official(puppet.tournament, Role.REFEREE, puppet.person)
    joining.join_persons(puppet.person_id, entry.person_id, doer())
    ruling = on_the_council(running, Entry.objects.get(pk=entry.pk))
    # As the release before wrote it.
    CouncilMember.objects.filter(name=NAME).update(person=puppet.person)

    forget(puppet.person, doer())

    assert ruling.council.filter(name=NAME).exists()
    office = Official.objects.get(name=NAME)
    assert set(office.history.values_list("name", flat=True)) == {NAME}
    assert traces("Petr Puppet") == []


def test_nothing_is_left_where_a_release_before_wrote_the_council_for_whom_it_counted(running):
    entry = playing(running)
    puppet = make_person("Petr Puppet", email="puppet@example.org")
    joining.join_persons(puppet.pk, entry.person_id, doer())
    on_the_council(running, Entry.objects.get(pk=entry.pk))
    CouncilMember.objects.filter(name=NAME).update(person=puppet)
    over(running)

    forget(entry.person, doer())
    look_through_texts()

    assert traces(*WORDS) == []


def test_nothing_is_left_of_what_the_player_proved_to_be_theirs(running):
    """One of the entries alone, so its council, and offices elsewhere, stay where they were."""
    elsewhere = make_tournament()
    known = make_entry(make_tournament(), make_person(NAME, email=MAIL)).person
    entry = playing(running, email=MAIL)
    make_official(elsewhere, Role.SCOREKEEPER, entry.person, token="at another event")
    on_the_council(running, entry)
    joining._join(
        known.pk, entry.person_id, doer(), JoinedBy.LINK, check=lambda: None, entries=[entry.pk]
    )
    over(running)

    forget(Person.objects.get(pk=known.pk), doer())
    look_through_texts()

    assert traces(*WORDS) == []
    assert Official.objects.get(tournament=elsewhere).token is None


def test_nothing_is_left_of_an_office_that_was_taken_away(tournament):
    entry = make_entry(make_tournament(), make_person(NAME, email=MAIL))
    office = make_official(tournament, Role.REFEREE, entry.person)
    appointing.dismiss_official(tournament, office.pk, doer())

    forget(entry.person, doer())
    look_through_texts()

    assert traces(*WORDS) == []


def test_who_refereed_and_sat_on_a_council_does_not_stop_another_from_accepting(running):
    account = make_user("petr")
    entry = make_entry(running, "Jan Malý", state=EntryState.CHECKED_IN)
    ruling = on_the_council(running, entry)
    office = make_official(running, Role.REFEREE, NAME, token=None, asked=account)
    member = ruling.council.get(name=entry.name)
    member.person, member.name = office.person, office.name
    member.save()

    appointing.accept_office(running, office.pk, account, doer("Petr Malý"))

    office.refresh_from_db()
    assert office.person == account.person


def test_what_a_release_before_left_of_councils_and_offices_is_emptied_by_itself(running):
    entry = playing(running)
    puppet = make_person("Petr Puppet", email="puppet@example.org")
    join = joining.join_persons(puppet.pk, entry.person_id, doer())
    ruling = on_the_council(running, Entry.objects.get(pk=entry.pk))
    undoing.undo_join(join.pk, doer())
    over(running)
    told = {row.pk: row.name for row in Official.history.filter(person=puppet).exclude(name="")}
    forget(entry.person, doer())
    look_through_texts()
    CouncilMember.objects.filter(ruling=ruling, name="").update(person=puppet, name=NAME)
    Official.history.filter(pk__in=told).update(name=NAME)

    assert told
    empty_histories()

    assert traces(*WORDS) == []
    assert ruling.council.exclude(name="").count() == 2


OWN_WORDS = (models.CharField, models.TextField, models.JSONField)


def told_everything(row):
    """Letters of the person in every column of the row that can hold words, in its history too;
    the columns."""
    columns = [
        field
        for field in row._meta.concrete_fields
        if isinstance(field, OWN_WORDS) and not field.choices
        if field.name not in {"token", "language"}
    ]
    before = {field.name: getattr(row, field.name) for field in columns}
    for field in columns:
        word = f"Zz-{field.name}"[: field.max_length]
        word = f"{word}@example.org" if isinstance(field, models.EmailField) else word
        setattr(row, field.name, [word] if isinstance(field, models.JSONField) else word)
    if isinstance(row, Entry):
        row.shown_as, row.was_junior = "Zz-shown_as", False
    row.save()
    told = {field.name: getattr(row, field.name) for field in columns}
    for name, value in (before | {"name": NAME}).items():
        setattr(row, name, value)
    row.save()
    type(row).objects.filter(pk=row.pk).update(**{k: v for k, v in told.items() if k != "versions"})
    return set(told)


def test_whoever_is_deleted_leaves_no_letter_in_any_column_that_can_hold_one():
    person = make_person(NAME, email=MAIL, user=make_user("zofie"))
    tournament = make_tournament()
    entry, office = make_entry(tournament, person), make_official(tournament, "referee", person)

    told = [told_everything(row) for row in (person, entry, office)]
    assert len(traces("Zz-")) > sum(map(len, told))
    over(tournament)
    forget(Person.objects.get(pk=person.pk), doer())

    assert traces("Zz-", *WORDS) == []


def test_a_dropped_sign_up_leaves_no_letter_in_any_column_that_can_hold_one(tournament):
    entry = signed_up(tournament)
    told_everything(entry)
    assert {"tournaments_entry", "tournaments_historicalentry"} == {
        row.partition(".")[0] for row in traces("Zz-")
    }

    unconfirmed.drop_unconfirmed(tournament, [entry.pk], doer())

    assert traces("Zz-", *WORDS) == []


def test_it_comes_round_by_itself():
    tasks = {row["task"] for row in settings.CELERY_BEAT_SCHEDULE.values()}

    assert empty_histories.name in tasks
