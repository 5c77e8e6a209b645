"""Other programs read what everybody may see, by the keys of archives and commands."""

import errno
import json
from itertools import pairwise

import jsonschema
import pytest
from django.test import Client
from django.utils import translation

from games.engine.board.listing import listing_of_document
from games.management.json_command import check_shape
from tests import factories as make
from tests.games.played import record
from tests.tournaments.management import answers
from tests.tournaments.programs.asked import (
    answered,
    check,
    everything_told,
    operation_of,
    told,
)
from tournaments.management.commands import standings
from tournaments.models import Tournament
from tournaments.models.entry import EntryState
from tournaments.models.tournament import Kind, State
from tournaments.services import records
from tournaments.services.versions import raise_versions
from tournaments.views.programs import reading
from tournaments.views.programs.openapi import document
from tournaments.views.programs.operations import OPERATIONS

pytestmark = pytest.mark.django_db


@pytest.fixture
def played():
    """Two rounds of four are played."""
    tournament = make.ready_to_draw(14)
    make.committed(tournament)
    make.play(tournament, 1, public_value="1 2 3")
    make.play(tournament, 2, public_value="4 5 6")
    tournament.refresh_from_db()
    return tournament


def test_every_answer_has_the_shape_that_is_promised():
    _event, places = everything_told()
    for operation in OPERATIONS:
        answer = answered(operation.path.removeprefix("/api/v1/").format(**places))

        assert answer.status_code == 200, operation.key
        assert operation_of(answer) is operation
        check(operation, answer)


def test_a_board_and_a_game_are_what_the_commands_read(client):
    event, _places = everything_told()
    where = f"events/{event.slug}/rounds/1"

    game = told(f"{where}/tables/1/record/")

    page = f"/en/t/{event.slug}/rounds/1/tables/1/game.json"
    assert game == client.get(page).json()
    board = listing_of_document(told(f"{where}/board/")).board()
    assert board == event.rounds.get(number=1).board
    for missing in ("rounds/3/board/", "rounds/1/tables/2/record/", "rounds/9/tables/1/record/"):
        assert answered(f"events/{event.slug}/{missing}").status_code == 404


def test_a_game_that_is_still_written_is_not_told():
    """What is hidden in it would be."""
    event = make.ready_to_draw(12)
    table = make.publish(event).tables.get(number=1)
    header = record("j-classic-4p-11").header
    records.start_record(event, table, header, [2, 3, 4, 1], make.doer(now=make.at(10)))

    assert answered(f"events/{event.slug}/rounds/1/tables/1/record/").status_code == 404


def test_the_calendar_is_read_page_by_page():
    for month in (3, 4, 5):
        make.make_tournament(date=make.DAY.replace(month=month), state=State.SIGN_UP)

    first = told("events/?per_page=2")
    second = told("events/?per_page=2&page=2")

    assert (first["count"], first["pages"], second["next"]) == (3, 2, None)
    assert first["next"].endswith("/api/v1/events/?per_page=2&page=2")
    dates = [event["date"] for event in first["events"] + second["events"]]
    assert dates == sorted(dates, reverse=True)
    assert len(set(dates)) == 3


def test_the_calendar_is_narrowed_by_year_kind_and_state():
    wanted = make.make_tournament(kind=Kind.OTHER, state=State.SIGN_UP)
    make.make_tournament(state=State.SIGN_UP)
    make.make_tournament(kind=Kind.OTHER, state=State.ANNOUNCED)

    found = told(f"events/?year={wanted.date.year}&kind=other&state=sign-up")

    assert [event["slug"] for event in found["events"]] == [wanted.slug]
    assert told("events/?year=1999")["events"] == []


def test_results_are_what_the_command_takes_and_standings_what_it_answers(played):
    rounds = [told(f"events/{played.slug}/rounds/{number}/results/") for number in (1, 2)]
    found = told(f"events/{played.slug}/standings/")

    tables = [
        [{"points": table["points"], "winner": table["winner"]} for table in one["tables"]]
        for one in rounds
    ]
    players = [{"id": row["id"]} for row in found["standings"]]
    asked = {"players": players, "rounds": tables}
    check_shape(asked, "standings-input")
    reckoned = answers.answered(standings.Command, asked)

    assert found["undecided"] == reckoned["undecided"]
    for row, own in zip(found["standings"], reckoned["standings"], strict=True):
        told_alike = own.keys() - {"junior", "award"}
        assert {key: row[key] for key in told_alike} == {key: own[key] for key in told_alike}


def test_a_standing_says_what_put_it_ahead(played):
    rows = told(f"events/{played.slug}/standings/")["standings"]

    for row, following in pairwise(rows):
        why = row["why"]
        if row["rank"] == following["rank"]:
            assert why is None
        elif why["criterion"] in row:
            assert [why["above"], why["below"]] == [
                row[why["criterion"]],
                following[why["criterion"]],
            ]
    assert rows[0]["why"]["criterion"] == "first_places"
    assert rows[-1]["why"] is None


def test_scores_add_up_to_the_standings(played):
    points = {}
    for number in (1, 2):
        for table in told(f"events/{played.slug}/rounds/{number}/results/")["tables"]:
            for score in table["scores"]:
                points[score["id"]] = points.get(score["id"], 0) + score["points"]

    rows = told(f"events/{played.slug}/standings/")["standings"]

    assert points == {row["id"]: row["points"] for row in rows}


def test_the_draw_is_the_record_that_anybody_can_check(played, client):
    found = told(f"events/{played.slug}/rounds/2/draw/")

    file = client.get(f"/en/t/{played.slug}/rounds/2/draw.json")
    assert found == json.loads(file.content)


@pytest.mark.parametrize("where", ["rounds/3/draw/", "rounds/3/results/", "standings/3/"])
def test_what_is_not_public_yet_is_not_there(played, where):
    make.draw(played, 3, public_value="6 6 6")

    answer = answered(f"events/{played.slug}/{where}")

    assert answer.status_code == 404
    check(operation_of(answer), answer)


def test_a_draw_that_is_not_published_is_told_nowhere(played):
    before = answered(f"events/{played.slug}/rounds/").content

    make.draw(played, 3, public_value="6 6 6")

    assert answered(f"events/{played.slug}/rounds/").content == before


def test_a_draft_is_there_for_nobody():
    draft = make.make_tournament(state=State.DRAFT, announced_at=None)
    organiser = make.signed_in(draft)

    assert answered(f"events/{draft.slug}/", organiser).status_code == 404
    assert told("events/")["events"] == []


def test_whoever_is_signed_in_reads_what_a_stranger_reads(played):
    organiser = make.signed_in(played)

    for where in ("", "players/", "standings/"):
        own = answered(f"events/{played.slug}/{where}", organiser)
        assert own.content == answered(f"events/{played.slug}/{where}").content
        assert "Cookie" not in own.headers["Vary"]


def test_nobody_is_told_who_only_signed_up(played):
    make.make_entry(played, "Wanda Waiting", state=EntryState.WAITING)
    make.make_entry(played, "Una Unconfirmed", state=EntryState.UNCONFIRMED)

    assert len(told(f"events/{played.slug}/players/")["players"]) == 14


@pytest.mark.parametrize("where", ["events/", "events/{}/standings/", "seasons/2026/", "rules/"])
def test_what_is_known_is_not_sent_again(played, where):
    path = where.format(played.slug)
    first = answered(path)

    again = answered(path, **{"If-None-Match": first.headers["ETag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Access-Control-Allow-Origin"] == "*"


def test_what_changed_is_sent(played, django_capture_on_commit_callbacks):
    address = f"/api/v1/events/{played.slug}/"
    before = Client().get(address)

    with django_capture_on_commit_callbacks(execute=True):
        Tournament.objects.filter(pk=played.pk).update(fee="100 Kč")
        raise_versions(Tournament.objects.filter(pk=played.pk))
    after = Client().get(address, headers={"If-None-Match": before.headers["ETag"]})

    assert after.status_code == 200
    assert after.json()["fee"] == "100 Kč"


def test_a_second_reading_costs_no_query(played, django_assert_num_queries):
    address = f"/api/v1/events/{played.slug}/standings/"
    first = Client().get(address)

    with django_assert_num_queries(0):
        second = Client().get(address)

    assert second.content == first.content


def test_a_page_of_another_site_may_ask_and_read(client):
    asked = client.options("/api/v1/events/", headers={"Origin": "https://club.example"})
    read = answered("events/", **{"Origin": "https://club.example"})

    assert asked.status_code == 204
    assert "GET" in asked.headers["Access-Control-Allow-Methods"]
    assert read.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in read.headers


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ("page=0", ["page"]),
        ("page=two&state=draft", ["page", "state"]),
        ("per_page=1000", ["per_page"]),
        ("year=2026&year=2025", ["year"]),
        ("colour=red", ["colour"]),
    ],
)
def test_what_cannot_be_read_is_named(query, wrong):
    answer = answered(f"events/?{query}")

    assert answer.status_code == 422
    check(operation_of(answer), answer)
    assert [error["parameter"] for error in answer.json()["errors"]] == wrong


def test_an_event_takes_no_parameters(played):
    answer = answered(f"events/{played.slug}/?v=1")

    assert answer.status_code == 422
    assert answer.json()["detail"] == "v: no such parameter here"


@pytest.mark.parametrize("path", ["nothing/", "events/no such/", "rules/T-999/", "seasons/1066/"])
def test_what_is_not_there_is_a_problem_too(path):
    answer = answered(path)

    assert answer.status_code == 404
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["status"] == 404
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_a_forgotten_slash_leads_on(client):
    answer = client.get("/api/v1/events")

    assert (answer.status_code, answer.headers["Location"]) == (301, "/api/v1/events/")


@pytest.mark.parametrize(
    ("error", "status"), [(ZeroDivisionError(), 500), (OSError(errno.ENOSPC, "full"), 503)]
)
def test_a_failure_of_the_site_is_a_problem_too(monkeypatch, error, status):
    def fail(_tournaments):
        raise error

    monkeypatch.setattr(reading, "with_places", fail)

    answer = answered("events/", Client(raise_request_exception=False))

    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["status"] == status
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert ("Retry-After" in answer.headers) == (status == 503)


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_it_is_for_reading(method):
    sender = getattr(Client(enforce_csrf_checks=True), method)

    answer = sender("/api/v1/events/")

    assert answer.status_code == 405
    assert answer.headers["Allow"] == "GET, HEAD, OPTIONS"
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_season_tells_who_is_on_the_way_to_the_final():
    event = make.played_out(12)
    ended = {"state": State.SENT, "finished_at": make.at(18), "sent_at": make.at(19)}
    Tournament.objects.filter(pk=event.pk).update(**ended)

    found = told(f"seasons/{event.date.year}/")

    assert found["events"] == [event.slug]
    winner = told(f"events/{event.slug}/standings/")["standings"][0]
    assert found["qualifiers"][0]["name"] == winner["name"]
    assert found["qualifiers"][0]["won"][0]["rank"] == 1
    assert winner["award"] == found["qualifiers"][0]["won"][0]["award"]


def test_rules_are_read_by_number_in_any_language():
    english, czech = told("rules/T-012/"), told("rules/T-012/?lang=cs")

    assert english["text"].startswith("1, 2 and 5 players cannot be seated")
    with translation.override("cs"):
        assert czech["text"] == translation.gettext(english["text"]) != english["text"]
    assert {rule["book"] for rule in told("rules/?book=CK&per_page=100")["rules"]} == {"CK"}


def test_sentences_do_not_follow_the_browser(played):
    entry = played.entries.first()
    entry.name = ""
    entry.save()

    answer = answered(f"events/{played.slug}/players/", **{"Accept-Language": "pl"})

    assert "Former player" in answer.content.decode()
    assert answer.headers["Content-Language"] == "en"


def test_the_description_is_whole():
    whole = document()

    def references(part):
        if isinstance(part, list):
            for one in part:
                yield from references(one)
        elif isinstance(part, dict):
            if isinstance(part.get("$ref"), str):
                yield part["$ref"]
            for one in part.values():
                yield from references(one)

    for reference in set(references(whole)):
        found = whole
        for step in reference.removeprefix("#/").split("/"):
            found = found[step]
    for schema in whole["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)
    assert "servers" not in whole
    assert all(path.startswith("/api/v1/") for path in whole["paths"])
    told = [one for methods in whole["paths"].values() for one in methods.values()]
    assert all({"404", "422"} <= one["responses"].keys() for one in told)


def test_the_description_is_read_in_english(client):
    answer = client.get("/api/openapi.json", headers={"Accept-Language": "cs"})

    assert answer.json()["openapi"] == "3.1.0"
    assert answer.json()["paths"]["/api/v1/rules/"]["get"]["summary"] == "The rules"


@pytest.mark.parametrize("prefix", ["", "/pl", "/en"])
def test_the_page_names_every_address(client, played, prefix):
    page = client.get(f"{prefix}/api/")

    text = page.content.decode()
    assert [one.path for one in OPERATIONS if one.path not in text] == []
    assert played.slug in text
    assert "<script>" not in text
