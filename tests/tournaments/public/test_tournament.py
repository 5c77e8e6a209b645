"""The page of a tournament says what a person needs to come, and then what goes on."""

import pytest

from tests import factories as make
from tournaments.models import RuleChange
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import Kind, State
from tournaments.services import rounds

pytestmark = pytest.mark.django_db


def page(client, tournament) -> str:
    return client.get(f"/en/t/{tournament.slug}/").content.decode()


def test_it_says_when_where_for_how_much_and_by_whom(client):
    tournament = make.make_tournament(
        fee="150 Kč", contact="klub@example.org", club=make.make_club("Klub Brno")
    )
    make.make_official(tournament, Role.ORGANISER, "Olga Organiser")
    make.make_official(tournament, Role.CHIEF_REFEREE, "Karel Chief")
    make.make_official(tournament, Role.SCOREKEEPER, "Silent Helper")

    html = page(client, tournament)

    for words in (
        "Saturday 16 May 2026",
        "check-in from 09:00",
        "Kulturní dům",
        "150 Kč",
        "Klub Brno",
        "Olga Organiser",
        "Karel Chief",
        "klub@example.org",
    ):
        assert words in html
    assert "Silent Helper" not in html


@pytest.mark.rule("T-065", "T-066")
def test_the_timetable_has_start_bell_and_latest_end_of_every_round(client):
    html = page(client, make.make_tournament())

    rows = html.split("<tbody>", 1)[1].split("</tbody>", 1)[0].split("</tr>")[:4]
    times = [[cell.split("<")[0] for cell in row.split('class="number">')[1:]] for row in rows]
    assert times == [
        ["10:00", "11:15", "11:25"],
        ["11:30", "12:45", "12:55"],
        ["13:00", "14:15", "14:25"],
        ["14:30", "15:45", "–"],
    ]


@pytest.mark.rule("T-067")
def test_an_event_whose_games_end_by_no_time_has_no_column_for_it(client):
    other = make.make_tournament(kind=Kind.OTHER)

    assert "Games over by" in page(client, make.make_tournament())
    assert "Games over by" not in page(client, other)
    assert page(client, other).count('<td class="number">') == 8


@pytest.mark.rule("T-065")
def test_a_round_that_began_early_has_the_bell_that_rings(client):
    draw = make.publish(make.ready_to_draw(12))
    tournament = draw.round.tournament
    early = make.doer(now=make.at(9, 43))
    make.agreeing(lambda who: rounds.start_clock(tournament, 1, who), early)

    html = page(client, tournament)

    first = html.split('class="scroll"', 1)[1].split("<tbody>", 1)[1].split("</tr>")[0]
    times = [cell.split("<")[0] for cell in first.split('class="number">')[1:]]
    assert times == ["09:43", "10:58", "11:25"]


def test_who_is_coming_stands_there_by_surname(client):
    tournament = make.make_tournament()
    make.make_entry(tournament, "Adam Zelený")
    make.make_entry(tournament, "Zuzana Adámková")
    make.make_entry(tournament, "Not Confirmed", state=EntryState.UNCONFIRMED)

    html = page(client, tournament)

    assert html.index("Zuzana Adámková") < html.index("Adam Zelený")
    assert "Not Confirmed" not in html


@pytest.mark.rule("T-068")
def test_what_the_draws_are_committed_to_is_there_for_everybody(client):
    tournament = make.ready_to_draw(8)
    before = page(client, tournament)
    commitment = make.committed(tournament)
    tournament.refresh_from_db()

    after = page(make.signed_in(tournament), tournament)

    assert "Anybody can check the draws of this day." not in before
    assert "Anybody can check the draws of this day." in after
    assert commitment.published in after


def test_local_changes_of_the_rules_are_there_for_everybody(client):
    tournament = make.make_tournament()
    RuleChange.objects.create(
        tournament=tournament, text="Only water at the tables.", published_at=make.at(9), by="Olga"
    )

    assert "Only water at the tables." in page(client, tournament)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (State.ANNOUNCED, "The sign-up is not open yet."),
        (State.SIGN_UP, "/register/"),
        (State.CHECK_IN, "Please come to the desk"),
        (State.RUNNING, "Round 1 is next"),
        (State.CANCELLED, "The hall is flooded."),
    ],
)
def test_what_matters_now_stands_on_top(client, state, words):
    assert words in page(client, make.make_tournament(state=state))


def test_a_full_tournament_offers_the_waiting_list(client):
    tournament = make.make_tournament(capacity=3)
    for _ in range(3):
        make.make_entry(tournament)

    html = page(client, tournament)

    assert "Join the waiting list" in html


def test_while_a_round_is_played_it_shows_clock_and_search(client):
    tournament = make.ready_to_draw(8)
    make.publish(tournament)
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))

    html = page(client, tournament)

    assert 'datetime="2026-05-16T11:15:00+02:00" data-clock' in html
    assert "2 tables still play." in html
    assert f'action="/en/t/{tournament.slug}/rounds/"' in html


def test_a_finished_one_shows_who_won(client):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    tournament.refresh_from_db()
    tournament.state, tournament.finished_at = State.FINISHED, make.at(17)
    tournament.save()

    html = page(client, tournament)

    assert html.count("<li><b>") == 3


def test_the_text_is_rendered_when_it_is_saved_and_not_when_it_is_read(client, monkeypatch):
    tournament = make.make_tournament(text="# Come\n\n**All** of you")
    monkeypatch.setattr("tournaments.domain.rich_text.rendered", None)

    html = page(client, tournament)

    assert "<h3>Come</h3>" in html
    assert "<strong>All</strong> of you" in html


def test_players_are_found_by_name_without_scripts(client):
    tournament = make.make_tournament()
    make.make_entry(tournament, "Řehoř Žák")
    make.make_entry(tournament, "Anna Nováková")

    html = client.get(f"/en/t/{tournament.slug}/players/", {"q": "rehor zak"}).content.decode()

    assert "Řehoř Žák" in html
    assert "Anna Nováková" not in html
