"""The planned start of a round that is late is told nowhere: nobody knows when it begins."""

import re

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tournaments.services import rounds

pytestmark = [pytest.mark.django_db, pytest.mark.rule("T-065")]


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def seen(at, page, *args) -> str:
    """What of a page that is made at that moment is not hidden."""
    cache.clear()
    with time_machine.travel(at, tick=False):
        html = Client().get(reverse(page, args=args)).content.decode()
    return re.sub(r"<(p|span)\b[^>]* hidden[^>]*>.*?</\1>", "", html, flags=re.DOTALL)


@pytest.mark.parametrize("page", ["tournament", "screen", "my_page"])
def test_of_a_round_that_is_out_and_has_not_begun(page):
    tournament = make.publish(make.ready_to_draw(8)).round.tournament
    own = [tournament.entries.first().token] if page == "my_page" else []

    in_time, late = (seen(make.at(*at), page, tournament.slug, *own) for at in ((9, 55), (14, 11)))

    told = r"(Planned|·)\s+start:?\s+10:00"
    assert re.search(told, in_time)
    assert not re.search(told, late)
    # A page that stays open hides it by itself.
    assert 'data-until="2026-05-16T08:05:00+00:00"' in in_time


@pytest.mark.parametrize("page", ["tournament", "round", "my_page"])
def test_of_a_round_that_is_not_drawn(page):
    tournament = make.draw(make.ready_to_draw(8)).round.tournament
    further = {"round": [1], "my_page": [tournament.entries.first().token]}.get(page, [])

    in_time, late = (
        seen(make.at(*at), page, tournament.slug, *further) for at in ((9, 55), (14, 11))
    )

    assert re.search(r"Planned start( of the round)?: 10:00", in_time)
    assert not re.search(r"Planned start( of the round)?: 10:00", late)


@pytest.mark.parametrize("page", ["tournament", "screen"])
def test_of_the_round_after_one_that_is_still_played(page):
    tournament = make.publish(make.ready_to_draw(8)).round.tournament
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))

    in_time, late = (seen(make.at(11, at), page, tournament.slug) for at in (29, 36))

    assert "Planned start of the next round: 11:30" in in_time
    assert "Planned start of the next round" not in late
