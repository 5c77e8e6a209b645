"""Parts of the site stand on pages of others, and nothing else of it may."""

import html
import re
from urllib.parse import urlsplit

import pytest
from django.utils import timezone

from tests import factories as make
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db

FRAMED = ("standings", "draw")


@pytest.fixture
def tournament():
    tournament = make.ready_to_draw(7)
    make.play(tournament)
    return tournament


def policy(answer) -> dict[str, str]:
    told = answer.headers["Content-Security-Policy"].split("; ")
    return dict(part.split(" ", 1) for part in told)


def asked(client, address: str, **more):
    return client.get("/api/oembed/", {"url": address, **more})


@pytest.mark.parametrize("page", [*(f"t/{{}}/{name}/" for name in FRAMED), "calendar/"])
def test_an_embed_may_stand_in_any_frame_and_is_as_strict_else(client, tournament, page):
    answer = client.get(f"/en/embed/{page.format(tournament.slug)}")

    assert answer.status_code == 200
    assert "X-Frame-Options" not in answer.headers
    usual = policy(client.get("/en/"))
    assert policy(answer) == {**usual, "frame-ancestors": "*"}


@pytest.mark.parametrize("page", ["", "standings/", "rounds/", "my/{}/"])
def test_no_other_page_may_stand_in_a_frame(client, tournament, page):
    token = tournament.entries.first().token
    answer = client.get(f"/en/t/{tournament.slug}/{page.format(token)}")

    assert answer.status_code == 200
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert policy(answer)["frame-ancestors"] == "'none'"


def test_it_shows_the_standings_without_anything_to_press(client, tournament):
    page = client.get(f"/en/embed/t/{tournament.slug}/standings/").content.decode()

    for entry in tournament.entries.all():
        assert entry.public_name in page
    assert "<nav" not in page
    assert "<form" not in page
    assert f'<a href="/en/t/{tournament.slug}/standings/"' in page


def test_it_follows_the_newest_draw(client, tournament):
    address = f"/en/embed/t/{tournament.slug}/draw/"
    before = client.get(address).content.decode()

    make.publish(tournament, 2)
    after = make.signed_in(tournament).get(address).content.decode()

    assert "Round 1" in before
    assert "<h2>Round 2" in after


def test_before_the_first_draw_it_says_so(client):
    page = client.get(f"/en/embed/t/{make.ready_to_draw(7).slug}/draw/").content.decode()

    assert "The draw is not published yet." in page


def test_a_second_visit_costs_no_query(client, tournament, django_assert_num_queries):
    address = f"/en/embed/t/{tournament.slug}/standings/"
    client.get(address)

    with django_assert_num_queries(0):
        assert client.get(address).headers["Content-Security-Policy"].count("*") == 1


def test_the_calendar_lists_what_comes_and_leads_out_of_the_frame(client):
    coming = make.make_tournament(date=timezone.localdate())
    over = make.make_tournament(state=State.SENT)

    page = client.get("/en/embed/calendar/").content.decode()

    assert coming.name in page
    assert over.name not in page
    assert '<base target="_blank">' in page


def test_a_draft_is_in_no_frame(client):
    draft = make.make_tournament(state=State.DRAFT)

    assert client.get(f"/embed/t/{draft.slug}/standings/").status_code == 404
    assert asked(client, f"http://localhost:8000/t/{draft.slug}/").status_code == 404


def test_what_is_copied_from_the_page_is_a_frame_that_shows_it(client, tournament):
    page = client.get(f"/en/t/{tournament.slug}/").content.decode()
    found = re.findall(r'<pre id="frame-code-[0-9]">(.+?)</pre>', page)

    codes = [html.unescape(code) for code in found]

    assert len(codes) == len(FRAMED)
    for code in codes:
        framed = urlsplit(re.fullmatch(r'<iframe src="([^"]+)" .*></iframe>', code)[1])
        assert client.get(framed.path).headers["Content-Security-Policy"].count("*") == 1


@pytest.mark.parametrize("page", ["", "standings/", "rounds/", "rounds/1/"])
def test_whoever_pastes_an_address_is_told_how_to_show_it(client, settings, tournament, page):
    settings.SITE_URL = "https://tour.example"
    source = client.get(f"/pl/t/{tournament.slug}/{page}").content.decode()
    link = re.search(r'type="application/json\+oembed" href="https://tour.example([^"]+)"', source)

    told = client.get(html.unescape(link[1]), {}).json()

    assert (told["version"], told["type"]) == ("1.0", "rich")
    assert f'src="https://tour.example/pl/embed/t/{tournament.slug}/' in told["html"]
    assert tournament.name in told["title"]


def test_a_frame_is_as_small_as_it_has_to_be(client, settings, tournament):
    settings.SITE_URL = "https://tour.example"

    told = asked(client, "https://tour.example/en/", maxwidth="320").json()

    assert told["width"] == 320
    assert 'width="320"' in told["html"]


@pytest.mark.parametrize(
    "address", ["https://elsewhere.example/", "https://tour.example/admin/", "nothing", ""]
)
def test_of_any_other_address_there_is_nothing(client, settings, address):
    settings.SITE_URL = "https://tour.example"

    assert asked(client, address).status_code == 404


def test_what_is_no_address_is_said_so(client):
    answer = asked(client, "http://[")

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["parameter"] == "url"
