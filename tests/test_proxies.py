"""What caches between site and browser may keep."""

import pytest
from django.urls import reverse

from tests import factories as make

pytestmark = pytest.mark.django_db


def test_no_cache_of_others_keeps_what_was_made_for_somebody():
    event = make.make_tournament()
    known = make.make_entry(event, make.make_junior("Eva Malá")).person
    series = make.signed_in(None, "administrator")
    desk = [reverse(name, args=[event.slug]) for name in ("desk", "entries", "check_in_list")]

    for address in (*desk, reverse("person", args=[known.pk]), reverse("series_offices")):
        assert "private" in series.get(address).headers["Cache-Control"], address


def test_what_a_page_says_of_itself_stays(client):
    public = reverse("standings", args=[make.make_tournament().slug])

    assert client.get(public).headers["Cache-Control"] == "no-cache"
