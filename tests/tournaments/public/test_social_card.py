"""The picture of an event for other sites."""

import io
import re

import pytest
from django.utils import translation
from PIL import Image

from tests import factories as make
from tournaments.exports.social_card import (
    HEIGHT_OF_NAME,
    LINES_OF_NAME,
    SocialCard,
    _fitted,
    write_social_card,
)
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.views.public.calendar import with_places
from tournaments.views.public.social_card import card_of


def state_said(tournament) -> str:
    return card_of(with_places([tournament])[0]).facts[-1]


@pytest.mark.django_db
def test_the_page_of_an_event_names_a_picture_that_other_sites_can_show(client, settings):
    make.make_tournament(slug="brno")

    page = client.get("/en/t/brno/").content.decode()
    address = re.search(r'<meta property="og:image" content="([^"]+)">', page)[1]
    assert address == f"{settings.SITE_URL}/en/t/brno/card.png"
    answer = client.get("/en/t/brno/card.png")

    assert answer.headers["Content-Type"] == "image/png"
    picture = Image.open(io.BytesIO(answer.content))
    assert (picture.format, picture.size) == ("PNG", (1200, 630))


@pytest.mark.django_db
def test_a_draft_has_none(client):
    draft = make.make_tournament(state=State.DRAFT)

    assert client.get(f"/en/t/{draft.slug}/card.png").status_code == 404


@pytest.mark.django_db
def test_it_says_when_where_and_the_places_that_are_left():
    tournament = make.make_tournament(
        name="Brno", town="Brno", venue="Klub", capacity=13, state=State.SIGN_UP
    )
    with translation.override("cs"):
        card = card_of(with_places([tournament])[0])

    assert card == SocialCard(
        "Brno", ("Sobota 16. května 2026, 09:00", "Brno, Klub", "Zbývá 13 míst")
    )


@pytest.mark.django_db
def test_it_says_how_it_stands_where_no_place_can_be_had():
    tournament = make.make_tournament(capacity=3, state=State.SIGN_UP)
    for _number in range(2):
        make.make_entry(tournament, state=EntryState.CONFIRMED)
    with translation.override("en"):
        assert state_said(tournament) == "1 place left"
        make.make_entry(tournament, state=EntryState.CONFIRMED)
        assert state_said(tournament) == "Full"
        tournament.state = State.CANCELLED
        assert state_said(tournament) == "Cancelled"


@pytest.mark.parametrize("name", ["Brno", "Žďár nad Sázavou " * 6, "W" * 200, "W" * 60 + " a" * 60])
def test_a_name_of_any_length_stays_in_its_room(name):
    size, lines = _fitted(name)

    assert 1 <= len(lines) <= LINES_OF_NAME
    assert size * 1.25 * len(lines) <= HEIGHT_OF_NAME
    assert all(line.rstrip("…") in name for line in lines)


def test_the_same_words_are_the_same_picture():
    card = SocialCard("Brno <script>", ("Saturday 16 May 2026, 9:00", "Đỗ Ngọc Ánh", "full"))

    assert write_social_card(card) == write_social_card(card)
