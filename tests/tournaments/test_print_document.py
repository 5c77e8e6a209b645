"""The desk's page of prints, and the small ones that are answered at once."""

import re

import pytest

from tests import factories as make
from tournaments.exports.kinds import KINDS
from tournaments.models import Job
from tournaments.models.entry import Role
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db


def test_the_prints_of_the_round_being_played_stand_on_top():
    tournament = make.ready_to_draw(12)
    make.play(tournament, 1)
    make.publish(tournament, 2)

    page = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/prints/").content.decode()

    order = [page.index(heading) for heading in ('Round 2 <span class="badge">now', "At the end")]
    assert order == sorted(order)
    assert f"/en/t/{tournament.slug}/desk/prints/seats-by-name/2/" in page
    assert page.index("seats-by-name/2/") < page.index("seats-by-name/1/")


@pytest.mark.parametrize(
    ("state", "heading"),
    [
        (State.SIGN_UP, 'Before the day <span class="badge">now'),
        (State.CHECK_IN, 'At the door <span class="badge">now'),
        (State.FINISHED, 'At the end <span class="badge">now'),
    ],
)
def test_each_state_of_the_day_has_its_own_prints_on_top(state, heading):
    tournament = make.make_tournament(state=state)

    page = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/prints/").content.decode()

    assert heading in page


def test_a_small_print_opens_in_the_browser_under_a_czech_name():
    tournament = make.ready_to_draw(12, name="Žďár: jaro/léto")
    make.publish(tournament)

    desk = make.signed_in(tournament)
    answer = desk.get(f"/en/t/{tournament.slug}/desk/prints/seats-by-name/1/")

    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.headers["Content-Disposition"].startswith("inline; filename*=utf-8''%C5%BD")
    assert "%2F" not in answer.headers["Content-Disposition"]
    assert "no-store" in answer.headers["Cache-Control"]
    assert b"".join(answer.streaming_content).startswith(b"%PDF")


def test_what_cannot_be_printed_yet_says_why_on_the_page_of_prints():
    tournament = make.make_tournament(state=State.CHECK_IN)
    desk = make.signed_in(tournament)

    answer = desk.get(f"/en/t/{tournament.slug}/desk/prints/standings/", follow=True)

    assert "No game has a result yet." in answer.content.decode()


def test_a_print_there_is_not_is_not_found():
    tournament = make.make_tournament()
    desk = make.signed_in(tournament)

    assert desk.get(f"/t/{tournament.slug}/desk/prints/banknotes/").status_code == 404
    assert desk.post(f"/t/{tournament.slug}/desk/prints/banknotes/start/").status_code == 404


def test_a_round_there_is_not_is_refused_in_words():
    tournament = make.make_tournament()
    desk = make.signed_in(tournament)

    answer = desk.get(f"/en/t/{tournament.slug}/desk/prints/seats-by-name/9/", follow=True)

    assert "There is no round 9." in answer.content.decode()


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_player_prints_nothing(kind):
    tournament = make.make_tournament()
    player = make.signed_in(make.make_tournament())

    assert player.get(f"/t/{tournament.slug}/desk/prints/{kind}/").status_code == 403
    assert player.post(f"/t/{tournament.slug}/desk/prints/{kind}/start/").status_code == 403
    assert not Job.objects.exists()


def test_a_scorekeeper_prints_score_sheets():
    tournament = make.ready_to_draw(12)
    make.publish(tournament)
    desk = make.signed_in(tournament, Role.SCOREKEEPER)

    asked = desk.post(f"/t/{tournament.slug}/desk/prints/score-sheets/start/", {"round": "1"})

    assert asked.status_code == 302
    assert Job.objects.get().parameters["number"] == 1


def test_codes_lead_to_the_address_the_hall_uses(settings):
    settings.ALLOWED_HOSTS = ["catan.example", "127.0.0.1"]
    settings.SITE_URL = "http://192.168.1.20:8000"
    tournament = make.ready_to_draw(12)
    make.publish(tournament)
    desk = make.signed_in(tournament)
    address = f"/t/{tournament.slug}/desk/prints/score-sheets/start/"

    desk.post(address, {"round": "1"}, headers={"host": "catan.example"})
    desk.post(address, {"round": "1"}, headers={"host": "127.0.0.1:8000"})

    bases = [job.parameters["base"] for job in Job.objects.order_by("pk")]
    assert bases == ["http://catan.example/", "http://192.168.1.20:8000/"]


@pytest.mark.parametrize("page", ["prints", "screens"])
@pytest.mark.parametrize(
    ("site", "only_here"), [("http://127.0.0.1:8000", True), ("http://192.168.1.20:8000", False)]
)
def test_whoever_prints_codes_that_no_phone_opens_is_told(settings, page, site, only_here):
    settings.ALLOWED_HOSTS = ["127.0.0.1"]
    settings.SITE_URL = site
    tournament = make.ready_to_draw(12)
    desk = make.signed_in(tournament)
    address = f"/en/t/{tournament.slug}/desk/{page}/"

    shown = desk.get(address, headers={"host": "127.0.0.1:8000"}).content.decode()

    assert ("lead nowhere from a phone" in shown) is only_here


def test_codes_lead_nowhere_else_where_every_host_is_answered(settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "http://192.168.1.20:8000"
    tournament = make.ready_to_draw(12)
    make.publish(tournament)
    desk = make.signed_in(tournament)
    named = desk.post(
        f"/t/{tournament.slug}/desk/officials/name/",
        {"name": "Radek Nový", "role": "scorekeeper", "account": ""},
        headers={"host": "evil.example"},
        follow=True,
    )

    for address, host in (("badges", "evil.example"), ("badges", "192.168.1.66")):
        desk.post(f"/t/{tournament.slug}/desk/prints/{address}/start/", headers={"host": host})
    pages = [
        desk.get(f"/t/{tournament.slug}/{page}/", headers={"host": "evil.example"})
        for page in ("screen", "desk/officials", "desk/players")
    ]

    bases = {job.parameters["base"] for job in Job.objects.all()}
    assert bases == {"http://192.168.1.20:8000/"}
    assert [b"evil.example" in page.content for page in pages] == [False] * 3
    assert b"http://192.168.1.20:8000/official/" in named.content
    assert b"evil.example" not in named.content


def test_badges_of_chosen_players_are_printed_alone():
    tournament = make.make_tournament()
    make.checked_in(tournament, 12)
    desk = make.signed_in(tournament)

    page = desk.get(f"/t/{tournament.slug}/desk/prints/").content.decode()
    desk.post(f"/t/{tournament.slug}/desk/prints/badges/start/", {"player": ["3", "7", "x"]})

    assert 'name="player" value="7"' in page
    assert Job.objects.get().parameters["players"] == [3, 7]


def test_of_a_round_that_is_over_its_own_prints_and_standings_remain():
    tournament = make.ready_to_draw(12)
    make.play(tournament, 1)
    make.publish(tournament, 2)

    page = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/prints/").content.decode()

    assert "/desk/prints/standings/1/" in page
    assert "/desk/prints/standings/2/" not in page
    assert "/desk/prints/seats-by-table/1/" in page


def offered_on(page: str) -> list[str]:
    """The addresses of all documents but those for chosen players, with the round of a job."""
    everybody = re.sub(
        r'<details class="card" id="chosen">.*?</details>', "", page, flags=re.DOTALL
    )
    document = r'(?:href|action)="[^"]*/desk/prints/([^"]+)"'
    of_a_round = r'(?:(?:(?!</li>).)*name="round" value="(\d+)")?'
    found = re.findall(document + of_a_round, everybody)
    return [address + number for address, number in found]


def test_each_document_is_offered_once_and_only_when_there_is_something_to_print():
    tournament = make.ready_to_draw(12)
    make.play(tournament, 1)
    make.publish(tournament, 2)
    desk = make.signed_in(tournament)

    offered = offered_on(desk.get(f"/en/t/{tournament.slug}/desk/prints/").content.decode())

    assert sorted(offered) == sorted(set(offered))
    once = {"round-pack/start/2", "emergency-pack/start/", "badges/start/", "standings/"}
    assert once <= set(offered)
    assert "certificates/start/" not in offered
    assert not [address for address in offered if address.startswith("juniors")]


def test_standings_are_offered_once_there_is_a_result():
    tournament = make.ready_to_draw(12)
    make.publish(tournament, 1)
    desk = make.signed_in(tournament)

    page = desk.get(f"/en/t/{tournament.slug}/desk/prints/").content.decode()

    assert not [address for address in offered_on(page) if address.startswith("standings")]


def test_a_board_is_offered_once_it_is_built():
    tournament = make.ready_to_draw(12)
    make.publish(tournament, 1)
    tournament.rounds.update(board_seed="")
    desk = make.signed_in(tournament)

    without = desk.get(f"/en/t/{tournament.slug}/desk/prints/").content.decode()
    tournament.rounds.filter(number=1).update(board_seed="brno-7")
    with_board = desk.get(f"/en/t/{tournament.slug}/desk/prints/").content.decode()

    assert "board/1/" not in offered_on(without)
    assert "board/1/" in offered_on(with_board)
