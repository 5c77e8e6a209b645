"""Programs write by tokens: as the desk does, with its refusals and questions, and no further."""

import json
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournaments.domain.formats.kept import copy_of
from tournaments.models import Act, Entry, ProgramToken, Result, Sight
from tournaments.models.entry import EntryState, Role, new_token
from tournaments.models.program import MOST_TOKENS, Writes, digest_of
from tournaments.models.result import Ending, Presence
from tournaments.models.tournament import State
from tournaments.permissions import ORGANISERS
from tournaments.services import appointing, checking_in, programs
from tournaments.services.standing import Standing
from tournaments.views.programs.openapi import document
from tournaments.views.programs.operations import WRITINGS

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    """Eight players at the door; nothing is drawn."""
    return make.ready_to_draw(8)


@pytest.fixture
def published(tournament):
    make.publish(tournament)
    tournament.refresh_from_db()
    return tournament


def at_the_desk(tournament, *, user=None):
    """A doer whom an office lets in: of that account, or by a personal link."""
    if user is not None:
        return replace(make.doer(), by=Standing(ORGANISERS, user.pk, (), tournament.pk))
    office = make.make_official(tournament, token=new_token())
    return replace(make.doer(), by=Standing(ORGANISERS, None, (office.token,), tournament.pk))


def token(tournament, writes: Writes, **who: Any) -> str:
    return programs.make_token(tournament, "score app", writes, at_the_desk(tournament, **who))


def send(secret: str, method: str, path: str, /, **sent: Any):
    """The answer to what a program sends, held against what the description promises."""
    answer = Client(enforce_csrf_checks=True).generic(
        method,
        f"/api/v1/{path}",
        json.dumps(sent),
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    whole = document()
    route = answer.resolver_match.route.removeprefix("api/v1/")
    one = next(one for one in WRITINGS if (one.route, one.method) == (route, method))
    told = whole["paths"][one.path][method.lower()]["responses"][str(answer.status_code)]
    schema = told["content"][answer.headers["Content-Type"]]["schema"]
    jsonschema.validate(answer.json(), {**schema, "components": whole["components"]})
    return answer


def path_of(tournament, rest: str) -> str:
    return f"events/{tournament.slug}/{rest}"


def read(tournament, rest: str) -> Any:
    """What is told now: no act of a test is ever committed, so none reaches the cache."""
    cache.clear()
    return Client().get(f"/api/v1/{path_of(tournament, rest)}").json()


def agreeing(secret: str, method: str, rest: str, tournament, /, **sent: Any):
    """The same, sent again with everything confirmed that is asked."""
    answer = send(secret, method, path_of(tournament, rest), **sent)
    if answer.status_code == 409 and "cautions" in answer.json():
        keys = [one["key"] for one in answer.json()["cautions"]]
        answer = send(secret, method, path_of(tournament, rest), confirmed=keys, **sent)
    return answer


RESULT = "rounds/1/tables/1/result/"


def points_at_table_1(tournament, *points):
    seats = read(tournament, "rounds/1/results/")["tables"][0]["seats"]
    return dict(zip([seat["id"] for seat in seats], points, strict=True))


def test_a_script_brings_an_event_from_the_door_to_a_result(tournament):
    late = make.make_entry(tournament, "Vera Late", state=EntryState.CONFIRMED)
    door, draws, results = (
        token(tournament, one) for one in (Writes.CHECK_IN, Writes.DRAWS, Writes.RESULTS)
    )

    here = agreeing(door, "PUT", f"players/{late.number}/check-in/", tournament, checked_in=True)
    drawn = agreeing(draws, "POST", "rounds/1/draw/", tournament)
    published = agreeing(draws, "POST", "rounds/1/draw/publish/", tournament, attempt=1)
    points = points_at_table_1(tournament, 10, 8, 5)
    entered = agreeing(results, "PUT", RESULT, tournament, points=points)

    assert [one.status_code for one in (here, drawn, published, entered)] == [200] * 4
    assert here.json()["done"]
    assert drawn.json()["attempt"] == 1
    saved = read(tournament, "rounds/1/results/")["tables"][0]
    assert (saved["points"], saved["winner"]) == (points, next(iter(points)))
    assert saved["version"] == entered.json()["result"] == 1
    by = set(Act.objects.filter(name="enter_result").values_list("by", flat=True))
    assert by == {"score app (API)"}


def test_what_the_desk_refuses_is_refused_with_its_rules(published):
    secret = token(published, Writes.RESULTS)

    answer = agreeing(
        secret, "PUT", RESULT, published, points=points_at_table_1(published, 9, 8, 5, 4)
    )

    assert answer.status_code == 409
    assert [one["rule"] for one in answer.json()["reasons"]] == ["T-031"]
    assert not Result.objects.exists()


def test_what_the_desk_would_ask_is_asked_and_then_done(published):
    secret, points = token(published, Writes.RESULTS), points_at_table_1(published, 8, 8, 5, 4)
    sent = {"points": points, "winner": None}

    asked = send(secret, "PUT", path_of(published, RESULT), **sent)

    assert (asked.status_code, asked.json()["type"]) == (409, "urn:catantour:problem:unconfirmed")
    assert not Result.objects.exists()
    assert agreeing(secret, "PUT", RESULT, published, **sent).status_code == 200
    assert Result.objects.get().ending == Ending.TIME


@pytest.mark.rule("FM-21")
def test_level_players_are_parted_by_what_is_sent_with_the_points():
    event = make.ready_to_draw(
        8,
        kind="other",
        format=copy_of("wbc-cities-knights"),
        ruleset="cities-knights",
        target_points=13,
    )
    make.publish(event)
    event.refresh_from_db()
    secret = token(event, Writes.RESULTS)
    points = points_at_table_1(event, 13, 9, 9, 7)
    second, third = list(points)[1:3]
    counts = {second: {"cards": 3}, third: {"cards": 5, "progress_cards": 0}}

    refused = agreeing(secret, "PUT", RESULT, event, points=points)
    saved = agreeing(secret, "PUT", RESULT, event, points=points, further=counts)

    assert refused.json()["reasons"][0]["rule"] == "FM-21"
    assert saved.status_code == 200
    table = read(event, "rounds/1/results/")["tables"][0]
    assert table["further"] == counts
    assert [row["id"] for row in table["scores"]][1:3] == [third, second]


def test_the_same_twice_is_done_once_and_another_is_no_overwriting(published):
    secret, points = token(published, Writes.RESULTS), points_at_table_1(published, 10, 8, 5, 4)
    other = points_at_table_1(published, 10, 8, 5, 3)

    first = agreeing(secret, "PUT", RESULT, published, points=points)
    again = agreeing(secret, "PUT", RESULT, published, points=points, version=1)
    unseen = agreeing(secret, "PUT", RESULT, published, points=other)
    corrected = agreeing(secret, "PUT", RESULT, published, points=other, version=1)

    assert (first.json()["done"], again.json()["done"]) == (True, False)
    assert unseen.status_code == 409
    assert corrected.json()["result"] == 2


def test_players_of_other_tables_and_unreadable_bodies_are_named(published):
    secret = token(published, Writes.RESULTS)
    stranger = next(
        seat["id"]
        for table in read(published, "rounds/1/results/")["tables"][1:]
        for seat in table["seats"]
    )
    points = points_at_table_1(published, 10, 8, 5, 4) | {stranger: 3}

    answer = agreeing(secret, "PUT", RESULT, published, points=points)
    shapeless = agreeing(secret, "PUT", RESULT, published, points=[10, 8, 5, 4], wins=1)
    text = Client().put(
        f"/api/v1/{path_of(published, RESULT)}",
        b'{"points": NaN}\xff',
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )

    assert answer.status_code == shapeless.status_code == text.status_code == 422
    assert answer.json()["errors"] == [
        {"parameter": f"points.{stranger}", "detail": "not at this table"}
    ]
    named = {one["parameter"] for one in shapeless.json()["errors"]}
    assert named == {"points", "wins"}
    assert not Result.objects.exists()


def test_players_are_signed_up_and_off_by_the_words_of_the_desk(in_english):
    tournament = make.make_tournament(state=State.SIGN_UP)
    secret = token(tournament, Writes.ENTRIES)

    def sign_up(**sent):
        return send(secret, "POST", path_of(tournament, "players/"), **sent)

    came = sign_up(name="Đỗ Ngọc Ánh", club="Nový klub", note="vegan")
    child = sign_up(name="Jana Malá", age="junior", birth_date="2018-01-05", guardian_consent=True)
    wrong = sign_up(name="=SUM(A1)", email="nobody", age="junior")
    again = sign_up(name="Đỗ Ngọc Ánh")

    entry = Entry.objects.get(number=int(came.json()["player"]))
    assert (entry.name, entry.club.name, entry.note) == ("Đỗ Ngọc Ánh", "Nový klub", "vegan")
    assert "Jana M." in child.json()["detail"]
    assert "Malá" not in child.json()["detail"]
    assert wrong.status_code == 422
    assert {one["parameter"] for one in wrong.json()["errors"]} == {"email", "birth_date"}
    assert again.status_code == 409
    off = send(secret, "POST", path_of(tournament, f"players/{entry.number}/sign-off/"))
    assert off.json()["done"]
    entry.refresh_from_db()
    assert entry.state == EntryState.CANCELLED


def test_an_administrator_who_writes_addresses_is_remembered(tournament):
    administrator = make.make_user(staff=True)
    tournament = make.make_tournament(state=State.SIGN_UP)
    secret = token(tournament, Writes.ENTRIES, user=administrator)

    send(secret, "POST", path_of(tournament, "players/"), name="Vera Nová", email="v@example.org")

    assert Sight.objects.filter(user=administrator, tournament=tournament).exists()


def test_a_token_opens_one_event_and_one_kind_of_act(tournament):
    other = make.ready_to_draw(8)
    secret, player = token(tournament, Writes.CHECK_IN), tournament.entries.first().number
    here = f"players/{player}/payment/"

    elsewhere = send(secret, "PUT", path_of(other, here), paid=True)
    otherwise = send(secret, "POST", path_of(tournament, "rounds/1/draw/"))
    without = send("", "PUT", path_of(tournament, here), paid=True)
    signed_in = make.signed_in(tournament).put(f"/api/v1/{path_of(tournament, here)}")

    assert (elsewhere.status_code, otherwise.status_code) == (403, 403)
    assert without.status_code == signed_in.status_code == 401
    assert without.headers["WWW-Authenticate"] == "Bearer"
    assert send(secret, "PUT", path_of(tournament, here), paid=True).status_code == 200
    assert (
        send(secret, "PUT", path_of(tournament, "players/999/payment/"), paid=True).status_code
        == 404
    )


def test_a_token_ends_when_it_is_taken_back(tournament):
    secret = token(tournament, Writes.DRAWS)

    programs.withdraw_token(tournament, tournament.program_tokens.get().pk, make.doer())

    assert send(secret, "POST", path_of(tournament, "rounds/1/draw/")).status_code == 401


@pytest.mark.parametrize("end", [appointing.dismiss_official, appointing.renew_link])
def test_a_token_ends_with_the_link_by_which_it_was_made(tournament, end):
    make.make_official(tournament, user=make.make_user())
    secret = token(tournament, Writes.DRAWS)
    office = tournament.officials.get(role=Role.ORGANISER, user=None)

    make.agreeing(lambda who: end(tournament, office.pk, who))

    assert send(secret, "POST", path_of(tournament, "rounds/1/draw/")).status_code == 401


def test_a_token_ends_with_the_account_by_which_it_was_made(tournament):
    user = make.make_user()
    make.make_official(tournament, user=user)
    secret = token(tournament, Writes.DRAWS, user=user)
    assert send(secret, "POST", path_of(tournament, "rounds/9/draw/")).status_code == 409

    user.is_active = False
    user.save()

    assert send(secret, "POST", path_of(tournament, "rounds/1/draw/")).status_code == 401


def test_whoever_loses_the_office_while_the_act_waits_is_refused(tournament, monkeypatch):
    """The token is asked again under the lock of the act."""
    secret = token(tournament, Writes.DRAWS)
    asked = []

    def is_held(self):
        asked.append(self)
        return len(asked) < 2

    monkeypatch.setattr(programs.TokenStanding, "is_held", is_held)

    assert send(secret, "POST", path_of(tournament, "rounds/1/draw/")).status_code == 401
    assert not tournament.rounds.get(number=1).draws.exists()


def test_the_secret_is_shown_once_and_only_its_digest_is_kept(tournament, in_english):
    desk = make.signed_in(tournament)
    address = reverse("make_token", args=[tournament.slug])

    shown = desk.post(address, {"name": "score app", "writes": "draws"}, follow=True)
    found = ProgramToken.objects.get()
    secret = shown.context["secret"]

    assert secret in shown.content.decode()
    assert found.digest == digest_of(secret)
    later = desk.get(reverse("programs", args=[tournament.slug])).content.decode()
    assert "score app" in later
    assert secret not in later
    assert send(secret, "POST", path_of(tournament, "rounds/9/draw/")).status_code == 409


@pytest.mark.rule("D-102")
def test_whoever_withdrew_before_the_clock_ran_needs_no_points(published):
    results = token(published, Writes.RESULTS)
    points = points_at_table_1(published, 10, 8, 5, 4)
    gone = list(points)[3]
    entry = published.entries.get(number=gone)
    make.agreeing(lambda who: checking_in.withdraw(published, entry.pk, who))

    asked = send(results, "PUT", path_of(published, RESULT), points=points)
    without = {one: reached for one, reached in points.items() if one != gone}
    entered = send(results, "PUT", path_of(published, RESULT), points=without)

    assert asked.status_code == 409
    assert "withdrew before the clock of round 1 ran" in asked.json()["cautions"][0]["detail"]
    assert entered.status_code == 200
    kept = Result.objects.get()
    assert kept.winner.position == 1
    assert kept.scores.get(seat__position=4).presence == Presence.MISSING


def test_there_are_few_tokens_and_none_for_an_unknown_kind(tournament, in_english):
    desk = make.signed_in(tournament)
    for _index in range(MOST_TOKENS):
        desk.post(reverse("make_token", args=[tournament.slug]), {"name": "a", "writes": "draws"})

    more = desk.post(
        reverse("make_token", args=[tournament.slug]), {"name": "b", "writes": "draws"}
    ).content.decode()
    unknown = desk.post(
        reverse("make_token", args=[tournament.slug]), {"name": "b", "writes": "all"}
    )

    assert f"at most {MOST_TOKENS} tokens" in more
    assert 'value="b"' in more
    assert unknown.context["token_form"].errors.keys() == {"writes"}
    assert tournament.program_tokens.count() == MOST_TOKENS


def test_the_desk_says_which_tokens_let_nobody_in(tournament, in_english):
    token(tournament, Writes.RESULTS)
    tournament.officials.filter(role=Role.ORGANISER).update(token=new_token())

    page = make.signed_in(tournament).get(reverse("programs", args=[tournament.slug]))

    assert "no organiser of the event now" in page.content.decode()


def test_other_methods_are_named(tournament):
    where = f"/api/v1/{path_of(tournament, 'players/')}"

    answer = Client().delete(where)

    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST, GET, HEAD, OPTIONS")
    assert Client().get(where).status_code == 200
    assert Client().options(where).status_code == 204
