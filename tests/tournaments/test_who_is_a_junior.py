"""What the series alone knows of a birth date is found by no organiser, however the day moves."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tests.factories import DAY, at, doer
from tournaments.domain.entering import Age, may_tell_junior
from tournaments.domain.values import Refused
from tournaments.exports.archive.writing import archive_of
from tournaments.models import Tournament
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.models.tournament import Kind, State
from tournaments.services import announcing, closing, entering, joining
from tournaments.services.entering import SignUp, may_write_birth_date

pytestmark = pytest.mark.django_db

BORN = dt.date(2013, 8, 20)
TURNS_14, TURNS_18 = dt.date(2027, 8, 20), dt.date(2031, 8, 20)
DAY_BEFORE = DAY - dt.timedelta(days=1)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def now(time_machine):
    time_machine.move_to(doer().now, tick=False)


def known_to_the_series(tournament, **fields):
    """A child who told the series when they were born, and this event only that they are one."""
    child = make.make_person("Jan Skrytý", email="jan@example.org", birth_date=BORN, minor=True)
    return make.make_entry(tournament, child, birth_date_told=None, **fields)


def moved(tournament, day):
    rounds = [
        {"starts_at": r.starts_at, "limit_minutes": r.limit_minutes}
        for r in tournament.rounds.order_by("number")
    ]
    announcing.edit_tournament(tournament, {"date": day}, rounds, doer())
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.rule("T-085")
@pytest.mark.parametrize(
    ("told", "frozen", "today", "expected"),
    [
        (False, False, DAY - dt.timedelta(days=2), False),
        (False, False, DAY_BEFORE, True),
        (False, False, DAY, True),
        (True, False, DAY - dt.timedelta(days=300), True),
        (False, True, DAY - dt.timedelta(days=300), True),
    ],
)
def test_an_event_is_told_from_the_day_before_unless_it_was_told_or_is_printed(
    told, frozen, today, expected
):
    assert may_tell_junior(DAY, today, told=told, frozen=frozen) is expected


@pytest.mark.rule("T-085")
@pytest.mark.usefixtures("now")
@pytest.mark.parametrize("birthday", [TURNS_14, TURNS_18], ids=["14", "18"])
def test_no_day_that_the_organiser_chooses_tells_on_which_side_of_it_a_birthday_lies(birthday):
    tournament = make.make_tournament(kind=Kind.OTHER)
    entry = known_to_the_series(tournament)
    desk = make.signed_in(tournament)
    said = []

    for day in (birthday - dt.timedelta(days=1), birthday):
        tournament = moved(tournament, day)
        event = read_event(tournament)
        typed = SignUp(name="Jan Skrytý", email="jan@example.org", guardian_consent=True)
        entering.edit_entry(tournament, entry.pk, typed, doer())
        archive = archive_of(tournament)
        page = desk.get(reverse("edit_entry", args=[tournament.slug, entry.pk])).content.decode()
        lists = [
            desk.get(reverse(name, args=[tournament.slug])).content.decode()
            for name in ("entries", "check_in_list", "players")
        ]
        said.append(
            (
                event.juniors,
                event.untold,
                [("junior<" in text, "under 18" in text) for text in (page, *lists)],
                archive["entries"][0]["minor"],
                archive["persons"][0]["birth_date"],
            )
        )

    assert said[0] == said[1]
    assert said[0][:2] == (frozenset(), {entry.pk})


@pytest.mark.usefixtures("now")
@pytest.mark.parametrize("day", [TURNS_14 - dt.timedelta(days=1), TURNS_14])
def test_a_school_event_refuses_nothing_for_a_birth_date_that_it_was_not_told(day):
    tournament = make.make_tournament(kind=Kind.SCHOOL)
    entry = known_to_the_series(tournament)
    tournament = moved(tournament, day)

    sign_up = SignUp(name="Jan Skrytý", email="jan@example.org", note="tall")
    entering.edit_entry(tournament, entry.pk, sign_up, doer())

    assert tournament.entries.get().note == "tall"


@pytest.mark.parametrize("now", [at(9, day=DAY - dt.timedelta(days=2)), at(9, day=DAY_BEFORE)])
def test_the_desk_says_in_words_that_the_mark_comes_and_then_it_does(time_machine, now):
    time_machine.move_to(now)
    tournament = make.make_tournament(state=State.CHECK_IN)
    entry = known_to_the_series(tournament, state=EntryState.CHECKED_IN)
    desk = make.signed_in(tournament)
    shown = now.date() == DAY_BEFORE

    listed = desk.get(reverse("entries", args=[tournament.slug])).content.decode()
    page = desk.get(reverse("edit_entry", args=[tournament.slug, entry.pk])).content.decode()
    door = desk.get(reverse("check_in_list", args=[tournament.slug])).content.decode()

    assert ("under 18, junior or not from 15 May 2026" in listed) is not shown
    assert ("is shown from 15 May 2026, the day before" in page) is not shown
    assert ("Of 1 player only the series knows" in door) is not shown
    assert ("1 junior:" in door) is shown
    assert read_event(tournament).juniors == ({entry.pk} if shown else frozenset())


@pytest.mark.usefixtures("now")
def test_a_junior_who_told_the_event_is_marked_at_once():
    tournament = make.make_tournament(date=DAY + dt.timedelta(days=90))
    born = dt.date(2015, 2, 10)
    sign_up = SignUp(name="Eva", age=Age.JUNIOR, birth_date=born, guardian_consent=True)
    entry = entering.add_entry(tournament, sign_up, doer())

    assert read_event(tournament).juniors == {entry.pk}


@pytest.mark.usefixtures("now")
def test_no_tournament_is_finished_long_before_its_day_for_that_keeps_who_was_a_junior():
    tournament = make.ready_to_draw(12, rounds=1, kind=Kind.OTHER)
    child = known_to_the_series(tournament, state=EntryState.NO_SHOW)
    make.play(tournament)
    make.draw_lots(tournament)
    Tournament.objects.update(date=TURNS_14)

    with pytest.raises(Refused, match="cannot be finished long before"):
        make.agreeing(lambda who: closing.finish(tournament, who))
    assert read_event(Tournament.objects.get()).juniors == frozenset()
    Tournament.objects.update(date=DAY)
    make.agreeing(lambda who: closing.finish(tournament, who))

    child.refresh_from_db()
    assert child.was_junior


def own_events(*tournaments):
    return Tournament.objects.filter(pk__in=[one.pk for one in tournaments])


@pytest.mark.usefixtures("now")
@pytest.mark.parametrize("guess", [BORN, BORN + dt.timedelta(days=1)])
@pytest.mark.parametrize("puppet_stays", [False, True])
def test_no_guess_of_a_birth_date_is_judged_by_whether_two_can_be_joined(guess, puppet_stays):
    mine, theirs = make.make_tournament(), make.make_tournament()
    puppet_first = puppet_stays and make.make_person("Jan Skrytý", birth_date=guess, minor=True)
    child = known_to_the_series(theirs)
    if puppet_stays:
        child.person.email = ""
        child.person.save()
    person = puppet_first or make.make_person("Jan Skrytý", birth_date=guess, minor=True)
    puppet = make.make_entry(mine, person)

    with pytest.raises(Refused, match="does not fit together"):
        joining.join_entry(mine, puppet.pk, child.pk, own_events(mine, theirs), doer())


@pytest.mark.usefixtures("now")
def test_an_event_whose_day_has_gone_by_takes_nobody_in_by_an_organisers_join():
    theirs = make.make_tournament()
    child = known_to_the_series(theirs)
    past = make.make_tournament(state=State.DRAFT, date=dt.date(2022, 1, 15), kind=Kind.OTHER)
    puppet = entering.add_entry(past, SignUp(name="Jan Skrytý"), doer())

    with pytest.raises(Refused, match="is over"):
        joining.join_entry(past, puppet.pk, child.pk, own_events(past, theirs), doer())


def test_a_birth_date_that_the_series_wrote_is_not_the_desks_to_write():
    tournament = make.make_tournament()
    child = make.make_person("Jan Skrytý", birth_date=BORN, minor=True)
    entry = make.make_entry(tournament, child, birth_date_told=None)

    assert not may_write_birth_date(entry)
