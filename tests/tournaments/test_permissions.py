"""Every address, with every role and both methods, answers as the table of permissions says."""

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, reverse

from tests import factories as make
from tournaments import urls
from tournaments.models import OfficeInvitation, OfficeRequest, SeriesOffice, Table, Tournament
from tournaments.models.entry import Role
from tournaments.models.office import SeriesRole
from tournaments.models.tournament import State
from tournaments.permissions import PERMISSIONS, Who, may
from tournaments.services import refereeing
from tournaments.services.table_codes import code_of

pytestmark = pytest.mark.django_db

# Django's own pages for accounts; they carry no act of a tournament.
ACCOUNTS = {pattern.name for pattern in urls.signing_in}
BY_OFFICE = "administrator by office"
INVITED = ("office_invitation", "accept_invitation", "sign_up_with_invitation")
BY_CODE = (
    *("table_page", "seat_page", "propose_at_table", "respond_at_table"),
    *("call_at_table", "cancel_at_table"),
)
BOOK = ("ruling", "decide", "protest", "name_council", "decide_protest")
ROLES = [
    *(Who.SUPERUSER, Who.ADMINISTRATOR, BY_OFFICE, Who.HEAD_OF_SERIES, Who.SERIES_ORGANISER),
    *(*Role, Who.PLAYER, Who.SIGNED_IN, None),
]
"""Whoever may most comes first: that case alone meets PostgreSQL, and there the most pages."""


@pytest.fixture
def tournament() -> Tournament:
    """Round 1 is over, round 2 is drawn and seen by everybody; one matter is in the book.

    In the series somebody holds an office, somebody is invited, and somebody asks."""
    tournament = make.ready_to_draw(12)
    make.play(tournament, 1)
    make.publish(tournament, 2)
    refereeing.open_ruling(tournament, "Whose turn is it?", make.doer())
    make.give_office(make.make_user())
    make.make_invitation()
    make.make_request()
    tournament.refresh_from_db()
    return tournament


def browser_of(tournament: Tournament, role: str | None) -> tuple[Client, frozenset[Who]]:
    """Somebody's browser, and the roles they have."""
    if role is None:
        return Client(), frozenset({Who.VISITOR})
    client = Client()
    user = make.make_user(staff=role in (Who.ADMINISTRATOR, Who.SUPERUSER))
    client.force_login(user)
    roles = {Who.VISITOR, Who.SIGNED_IN}
    if role == Who.SUPERUSER:
        user.is_superuser = True
        user.save()
        roles.add(Who.ADMINISTRATOR)
    if role == Who.PLAYER:
        person = tournament.entries.first().person
        person.user = user
        person.save()
    elif role == Role.CHIEF_REFEREE:
        tournament.officials.filter(role=role).update(user=user, token=None)
    elif role in set(Role):
        make.make_official(tournament, role, user=user)
    elif role == Who.SERIES_ORGANISER:
        make.give_office(user)
    elif role == Who.HEAD_OF_SERIES:
        make.give_office(user, SeriesRole.HEAD)
    elif role == BY_OFFICE:
        make.give_office(user, SeriesRole.ADMINISTRATOR)
        role = Who.ADMINISTRATOR
    return client, frozenset({*roles, Who(role)})


def with_arguments(tournament: Tournament) -> Iterator[tuple[URLPattern, dict[str, Any]]]:
    """Every address, with what stands in it so that its page exists; looked up once, so whoever
    does something there takes it back."""
    entry, official = tournament.entries.first(), tournament.officials.first()
    tables = Table.objects.filter(draw__round__tournament=tournament, number=1)
    table = tables.order_by("draw__round__number", "draw__attempt").last()
    at_table = {"number": table.draw.round.number, "token": code_of(table)}
    in_the_book = {"pk": tournament.rulings.get().pk}
    invitation, request = OfficeInvitation.objects.get(), OfficeRequest.objects.get()
    invited = {"token": invitation.token}
    special: dict[str, dict[str, Any]] = {
        **dict.fromkeys(BY_CODE, at_table),
        **dict.fromkeys(INVITED, invited),
        **dict.fromkeys(BOOK, in_the_book),
        "withdraw_invitation": {"pk": invitation.pk},
        "withdraw_office": {"pk": SeriesOffice.objects.earliest("pk").pk},
        "grant_request": {"pk": request.pk},
        "refuse_request": {"pk": request.pk},
        "my_page": {"token": entry.token},
        "my_certificate": {"token": entry.token},
        "own_manifest": {"token": entry.token},
        "respond_to_result": {"token": entry.token},
        "propose_result": {"token": entry.token},
        "respond_to_proposal": {"token": entry.token},
        "call_referee": {"token": entry.token},
        "cancel_call": {"token": entry.token},
        "check_in_myself": {"token": entry.token},
        "code_at_the_door": {"code": "123456"},
        "confirm_registration": {"token": entry.token},
        "prove_address": {"token": entry.token},
        "send_person_link": {"token": entry.token},
        "person": {"pk": entry.person_id},
        "change_address": {"pk": entry.person_id},
        "join_persons": {"pk": entry.person_id},
        "undo_join": {"pk": entry.person_id},
        "forget_person": {"pk": entry.person_id},
        "cancel_registration": {"token": entry.token},
        "official_link": {"token": official.token},
        "dismiss_official": {"pk": official.pk},
        "renew_link": {"pk": official.pk},
    }
    known: dict[str, Any] = {
        "slug": tournament.slug,
        "number": 1,
        "attempt": 1,
        "after": 1,
        "year": tournament.date.year,
        "table_number": 1,
        "position": 1,
        "pk": entry.pk,
        "rule_id": "T-071",
        "kind": "seats-by-name",
        "card": "library",
        "token": "no-such-token",
        "table": "standings",
        "suffix": "csv",
        "key": "no-such-key",
        "proof": "no-such-proof",
        "series": "catan-tour",
        "join": 1,
    }
    for pattern in urls.urlpatterns:
        if pattern.name not in ACCOUNTS:
            here = known | special.get(pattern.name, {})
            yield pattern, {name: here[name] for name in pattern.pattern.converters}


def requests(tournament: Tournament) -> Iterator[tuple[URLPattern, str, str]]:
    for pattern, arguments in with_arguments(tournament):
        address = reverse(pattern.name, kwargs=arguments)
        yield pattern, "get", address
        yield pattern, "post", address


def test_every_address_is_in_the_table_and_every_row_of_it_has_an_address():
    names = {pattern.name for pattern in urls.urlpatterns} - ACCOUNTS

    assert names == set(PERMISSIONS)


@pytest.mark.parametrize("role", ROLES)
def test_every_address_opens_to_whom_the_table_names_and_to_nobody_else(tournament, role):
    client, roles = browser_of(tournament, role)
    client.raise_request_exception = True
    cookies = deepcopy(client.cookies)
    wrong = []

    own = client.cookies.copy()
    for pattern, method, address in requests(tournament):
        # A link that is opened gives the session another number, which is rolled back as well.
        client.cookies = own.copy()
        with transaction.atomic():
            answer = getattr(client, method)(address)
            transaction.set_rollback(True)
        # A session that the request wrote is rolled back in the database, but not in Redis, and
        # the browser has its key.
        cache.clear()
        client.cookies = deepcopy(cookies)
        if not _as_it_should(answer, may(roles, pattern.name), role, method):
            wrong.append((pattern.name, method, answer.status_code))

    assert wrong == []


SENT = {"get": (410,), "post": (405, 409, 410, 422)}
"""What only one of the methods may be answered: whoever looks at the address of an act is led to
its page."""


def _as_it_should(answer: Any, allowed: bool, role: str | None, method: str) -> bool:
    to_login = answer.status_code == 302 and reverse(settings.LOGIN_URL) in answer["Location"]
    if allowed:
        return answer.status_code in (200, 204, 302, 404, *SENT[method]) and not to_login
    if role is None and method == "get":
        return to_login
    return answer.status_code == 403


@pytest.mark.parametrize("role", [None, Who.SIGNED_IN, Who.PLAYER, Who.SERIES_ORGANISER])
def test_a_draft_does_not_exist_for_those_who_are_not_at_its_desk(role):
    draft = make.make_tournament(state=State.DRAFT)
    make.make_entry(draft)
    client, _roles = browser_of(draft, role)

    answers = {
        client.get(reverse(name, args=[draft.slug])).status_code
        for name in ("tournament", "standings", "results", "players", "register", "desk")
    }

    assert answers == {404}


def test_a_role_in_one_tournament_opens_no_other(tournament):
    elsewhere = make.make_tournament(state=State.RUNNING)
    client = make.signed_in(elsewhere, Role.ORGANISER)

    answer = client.get(reverse("desk", args=[tournament.slug]))

    assert answer.status_code == 403


@pytest.mark.parametrize("role", Role.values)
def test_every_link_at_the_desk_opens_for_whoever_sees_it(role):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    tournament.officials.filter(role=role).delete()
    client = make.signed_in(tournament, role)
    desk = client.get(f"/en/t/{tournament.slug}/desk/").content.decode()

    links = set(re.findall(rf'<a\b[^>]* href="(/en/t/{tournament.slug}/[^"#]*)', desk))
    answers = {link: client.get(link) for link in links}

    assert len(links) > 5
    assert [link for link, answer in answers.items() if answer.status_code not in (200, 302)] == []
    assert [
        link for link, answer in answers.items() if "/login/" in answer.get("Location", "")
    ] == []
