"""Whoever lost an office while their request was under way changes nothing by it."""

import datetime as dt
from dataclasses import replace
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories as make
from tests.threads import all_at_once
from tests.tournaments.test_stale_form import form_of
from tests.zips import KEPT, zipped
from tournaments.domain.values import Refused
from tournaments.models import Job, Mail, Official, SeriesOffice
from tournaments.models.entry import Role
from tournaments.models.logbook import JobState
from tournaments.models.office import SeriesRole
from tournaments.permissions import ADMINISTRATORS, DESK, ORGANISERS, RUNNING, Who
from tournaments.services import (
    announcing,
    appointing,
    checking_games,
    entering,
    jobs,
    offices,
    persons,
)
from tournaments.services.acts import Doer, acting
from tournaments.services.offices import Administrator
from tournaments.services.persons import Facts
from tournaments.services.standing import Standing

pytestmark = pytest.mark.django_db
SOON = timezone.localdate() + dt.timedelta(days=40)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def event():
    """An event with an organiser who stays."""
    event = make.make_tournament(date=SOON)
    make.make_official(event, Role.ORGANISER, user=make.make_user())
    return event


def organiser(event):
    user = make.make_user()
    office = make.make_official(event, Role.ORGANISER, "Olga", user=user)
    desk = Client()
    desk.force_login(user)
    return desk, office


def dismiss(office):
    make.agreeing(lambda who: appointing.dismiss_official(office.tournament, office.pk, who))


def let_in(event, roles, *, user=None, links=()):
    """The doer of a request that was let in for these roles."""
    at = event.pk if event else None
    return Doer("Olga", make.at(10), by=Standing(roles, user and user.pk, links, at))


def first(monkeypatch, place, name, do):
    """Let `do` happen right before the function of this name is called for the first time."""
    real, left = getattr(place, name), [do]

    def late(*args, **kwargs):
        if left:
            left.pop()()
        return real(*args, **kwargs)

    monkeypatch.setattr(place, name, late)


def test_an_organiser_dismissed_meanwhile_gets_no_link(event, monkeypatch):
    desk, office = organiser(event)
    victim = make.make_entry(event, "Vera Victim")
    first(monkeypatch, entering, "send_link", lambda: dismiss(office))

    page = desk.post(reverse("renew_entry_link", args=[event.slug, victim.pk]), follow=True)

    victim.refresh_from_db()
    assert page.status_code == 403
    assert victim.token not in page.content.decode()
    assert not event.acts.filter(name="renew_entry_link").exists()


def test_an_organiser_dismissed_meanwhile_writes_no_address(event, monkeypatch):
    desk, office = organiser(event)
    victim = make.make_entry(event, "Vera Victim")
    edit = reverse("edit_entry", args=[event.slug, victim.pk])
    form = form_of(desk.get(edit), "name") | {"email": "thief@example.org"}
    first(monkeypatch, entering, "edit_entry", lambda: dismiss(office))

    page = desk.post(edit, form)

    victim.refresh_from_db()
    assert (page.status_code, victim.email) == (403, "")
    assert not Mail.objects.filter(to="thief@example.org").exists()


@pytest.mark.django_db(transaction=True)
def test_nobody_who_is_dismissed_names_themselves_again_at_that_moment(event):
    page = reverse("name_official", args=[event.slug])
    for _attempt in range(5):
        desk, office = organiser(event)
        again = {"name": "Olga", "role": "organiser", "account": office.user.username}

        all_at_once(partial(dismiss, office), partial(desk.post, page, again))

        assert event.acts.order_by("pk").last().name == "dismiss_official"
        assert not Official.objects.filter(tournament=event, user=office.user).exists()


def test_a_link_that_was_replaced_meanwhile_does_nothing(event):
    office = make.make_official(event, Role.ORGANISER)
    who = let_in(event, ORGANISERS, links=(office.token,))

    announcing.close_sign_up(event, who)
    appointing.renew_link(event, office.pk, make.doer())

    with pytest.raises(PermissionDenied):
        announcing.open_sign_up(event, who)


def test_one_role_of_two_is_enough(event):
    _desk, office = organiser(event)
    make.make_official(event, Role.CHIEF_REFEREE, user=office.user)
    dismiss(office)

    with acting(event, "publish_draw", let_in(event, RUNNING, user=office.user)):
        pass
    with (
        pytest.raises(PermissionDenied),
        acting(event, "edit", let_in(event, ORGANISERS, user=office.user)),
    ):
        pass


def test_an_office_elsewhere_does_not_count(event):
    _desk, office = organiser(make.make_tournament())
    who = let_in(event, ORGANISERS, user=office.user, links=(office.token,))

    with pytest.raises(PermissionDenied), acting(event, "edit", who):
        pass


def test_nor_does_an_account_that_was_closed(event):
    _desk, office = organiser(event)
    office.user.is_active = False
    office.user.save()

    with (
        pytest.raises(PermissionDenied),
        acting(event, "edit", let_in(event, ORGANISERS, user=office.user)),
    ):
        pass


@pytest.mark.parametrize("staff", [True, False])
def test_an_administrator_who_is_none_any_more_changes_no_person(staff):
    user = make.make_user(staff=staff)
    if not staff:
        make.give_office(user, SeriesRole.ADMINISTRATOR)
    known = make.make_person("Vera Victim")
    who = let_in(None, ADMINISTRATORS, user=user)
    persons.change_facts(known, Facts("Vera Nová", None, False, False), who)

    SeriesOffice.objects.filter(user=user).delete()
    user.is_staff = False
    user.save()

    for do in (
        lambda: persons.change_facts(known, Facts("Eva", None, False, False), who),
        lambda: persons.change_address(known, "thief@example.org", who),
        lambda: persons.forget_person(known, who),
    ):
        with pytest.raises(PermissionDenied):
            do()
    known.refresh_from_db()
    assert (known.name, known.email, known.forgotten_at) == ("Vera Nová", "", None)


def test_offices_of_the_series_are_not_decided_by_what_a_page_has_read_of_an_account():
    user = make.make_user(staff=True)
    type(user).objects.filter(pk=user.pk).update(is_staff=False)

    with pytest.raises(Refused, match="no administrator"):
        offices.give_office(
            make.make_user(), SeriesRole.ADMINISTRATOR, Administrator(user, make.doer())
        )


def test_an_organiser_of_the_series_who_is_none_any_more_writes_no_event():
    user = make.make_user()
    who = let_in(None, frozenset({Who.SERIES_ORGANISER, Who.ADMINISTRATOR}), user=user)

    with pytest.raises(PermissionDenied):
        announcing.create_tournament({"name": "Catan Telč", "date": SOON}, who, user=user)


def test_a_job_is_not_started_again_by_whoever_was_dismissed_meanwhile(event, monkeypatch):
    desk, office = organiser(event)
    job = Job.objects.create(
        tournament=event,
        kind="seats-by-name",
        parameters={},
        state=JobState.FAILED,
        at=make.at(9),
        changed_at=make.at(9),
    )
    first(monkeypatch, jobs, "restart_job", lambda: dismiss(office))

    page = desk.post(reverse("restart_job", args=[event.slug, job.token]))

    job.refresh_from_db()
    assert (page.status_code, job.state) == (403, JobState.FAILED)


def test_nor_are_games_checked_for_them(event, monkeypatch):
    desk, office = organiser(event)
    first(monkeypatch, checking_games, "check_games", lambda: dismiss(office))
    sent = {"file": SimpleUploadedFile("a.zip", zipped(("1.txt", KEPT))), "once": "a"}

    answer = desk.post(reverse("check_games"), sent)

    assert answer.status_code == 403
    assert not Job.objects.exists()


def test_a_link_of_an_official_checks_games_as_long_as_it_holds(event):
    office = make.make_official(event, Role.REFEREE)
    by = Standing(DESK, None, (office.token,), None, anywhere=True)
    assert by.is_held()
    assert not replace(by, anywhere=False).is_held()

    appointing.renew_link(event, office.pk, make.doer())

    assert not by.is_held()


def test_an_official_is_asked_after_in_one_query(event, django_assert_num_queries):
    _desk, office = organiser(event)

    with django_assert_num_queries(1):
        assert let_in(event, ORGANISERS, user=office.user).by.is_held()
