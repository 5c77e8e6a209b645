"""What everybody may download, and what the desk alone may."""

import json

import pytest
from django.test import Client
from django.utils import translation

from tests import factories as make
from tests.sheets import an_event, opened, rows_of, table_of
from tournaments.exports.sheets import TITLES
from tournaments.models.entry import Role
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def address(tournament, page):
    return f"/en/t/{tournament.slug}/{page}"


def desk_file(client, tournament, kind):
    return client.get(address(tournament, f"desk/prints/{kind}/"))


def test_everybody_may_take_the_workbook_home(client):
    tournament = an_event(rounds=1)

    answer = client.get(address(tournament, "export.xlsx"))

    assert answer.headers["Content-Type"].endswith("spreadsheetml.sheet")
    expected = 'attachment; filename="Catan & Co Brno - Workbook.xlsx"'
    assert answer.headers["Content-Disposition"] == expected
    assert len(rows_of(opened(answer.content)["Standings"])) == 13


@pytest.mark.parametrize("table", TITLES)
def test_every_table_is_a_csv_file_of_its_own(client, table):
    tournament = an_event(rounds=1)

    answer = client.get(address(tournament, f"export/{table}.csv"))

    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"].endswith('.csv"')
    assert len(table_of(answer.content)) > 1


def test_a_table_that_there_is_not_is_not_found(client):
    assert client.get(address(make.make_tournament(), "export/birthdays.csv")).status_code == 404


def test_a_draft_is_for_the_desk_alone(client):
    tournament = make.make_tournament(state=State.DRAFT)

    assert client.get(address(tournament, "export.xlsx")).status_code == 404


def test_a_file_kept_for_the_next_visitor_is_the_same_file_under_the_same_name(
    client, django_assert_num_queries
):
    tournament = an_event(rounds=1)
    first = client.get(address(tournament, "export/standings.csv"))

    with django_assert_num_queries(0):
        second = Client().get(address(tournament, "export/standings.csv"))

    assert second.content == first.content
    for header in ("Content-Type", "Content-Disposition"):
        assert second.headers[header] == first.headers[header]


def test_the_desk_too_gets_public_names_from_the_public_address():
    tournament = an_event(rounds=1)
    child = tournament.entries.get(number=2).person

    for client in (Client(), make.signed_in(tournament)):
        content = client.get(address(tournament, "export/players.csv")).content.decode()
        assert child.public_name in content
        assert child.name not in content


def test_a_draw_is_downloaded_only_once_it_is_published(client):
    tournament = an_event(rounds=1)
    make.draw(tournament, 2)
    before = table_of(client.get(address(tournament, "export/rounds.csv"), {"x": 1}).content)

    make.agreeing(lambda who: make.rounds.publish_draw(tournament, 2, who))

    after = table_of(client.get(address(tournament, "export/rounds.csv"), {"x": 1}).content)
    assert [row[3] for row in before if row[0] == "2"] == [""]
    assert [row[3] for row in after if row[0] == "2"] == ["1", "2", "3", "4"]


def test_pages_lead_to_their_tables(client):
    tournament = an_event(rounds=1)

    for page, table in (
        ("standings/", "standings"),
        ("standings/juniors/", "juniors"),
        ("rounds/1/", "rounds"),
        ("results/", "results"),
        ("players/", "players"),
    ):
        html = client.get(address(tournament, page)).content.decode()
        assert address(tournament, f"export/{table}.csv") in html
        assert address(tournament, "export.xlsx") in html


def test_a_page_of_an_unpublished_draw_leads_to_no_file(client):
    tournament = make.ready_to_draw(12)
    make.draw(tournament)

    assert "export" not in client.get(address(tournament, "rounds/1/")).content.decode()


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.ORGANISER])
def test_the_desk_has_the_workbook_with_whole_names(role):
    tournament = an_event(rounds=1)
    child = tournament.entries.get(number=2).person

    answer = desk_file(make.signed_in(tournament, role), tournament, "workbook")

    rows = rows_of(opened(b"".join(answer.streaming_content))["Players"])
    assert child.name in [row["Name"] for row in rows]
    assert "no-store" in answer.headers["Cache-Control"]


def test_the_archive_is_for_organisers_alone():
    tournament = an_event(rounds=1)
    organiser, scorekeeper = (
        make.signed_in(tournament, role) for role in (Role.ORGANISER, Role.SCOREKEEPER)
    )

    assert desk_file(scorekeeper, tournament, "archive").status_code == 403
    assert scorekeeper.post(address(tournament, "desk/prints/archive/start/")).status_code == 403
    assert "archive" not in scorekeeper.get(address(tournament, "desk/prints/")).content.decode()
    assert "archive" in organiser.get(address(tournament, "desk/prints/")).content.decode()


def test_the_archive_is_made_as_a_job_and_fetched_when_it_is_ready(
    django_capture_on_commit_callbacks,
):
    tournament = an_event(rounds=1)
    organiser = make.signed_in(tournament)

    with django_capture_on_commit_callbacks(execute=True):
        organiser.post(address(tournament, "desk/prints/archive/start/"))
    job = tournament.jobs.get()
    answer = organiser.get(address(tournament, f"desk/jobs/{job.token}/file/"))

    archived = json.loads(b"".join(answer.streaming_content))
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert len(archived["entries"]) == 13


def test_a_visitor_gets_no_file_of_the_desk(client):
    tournament = make.make_tournament()

    for kind in ("workbook", "csv-players", "archive"):
        answer = desk_file(client, tournament, kind)
        assert answer.status_code == 302
        assert "/login/" in answer.headers["Location"]
