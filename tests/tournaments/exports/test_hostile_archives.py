"""Whatever stands in an archive: it is refused by its place, or every page can show it."""

import json
import random

import pytest
from django.core.cache import cache
from django.db import transaction
from django.urls import reverse

from games.management.json_command import Mistakes, check_shape, parse_document
from tests.archives import a_day, changed, emptied, with_every_kind_of_row
from tests.factories import signed_in
from tournaments.exports.archive.restoring import BrokenArchive, read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

SEEDS = 60


def restored(document):
    """As the command does it."""
    document = parse_document(json.dumps(document))
    check_shape(document, "tournament-archive-input")
    return read_archive(document)


def addresses(tournament):
    """The pages that show what an archive brought."""
    of_event = (
        *("tournament", "standings", "players", "desk", "entries", "check_in_list", "closing"),
        *("logbook", "referees_book", "officials", "wishes", "prints", "edit_tournament"),
    )
    of_round = ("round", "results", "draw_record", "verify_draw", "round_desk", "results_desk")
    yield from (reverse(name, args=[tournament.slug]) for name in of_event)
    yield reverse("season", args=[tournament.date.year])
    for number in (1, 2):
        yield from (reverse(name, args=[tournament.slug, number]) for name in of_round)
        yield reverse("enter_result", args=[tournament.slug, number, 1])
    yield reverse("export", args=[tournament.slug])
    entry = tournament.entries.first()
    if entry:
        yield reverse("player", args=[tournament.slug, entry.number])
        yield reverse("edit_entry", args=[tournament.slug, entry.pk])
        yield reverse("my_page", args=[tournament.slug, entry.token])


def test_a_changed_archive_is_refused_or_shown():
    document = archive_of(with_every_kind_of_row(a_day(13, "all")))
    emptied()
    for seed in range(SEEDS):
        with transaction.atomic():
            _is_refused_or_shown(changed(document, random.Random(seed), times=1 + seed % 2))
            transaction.set_rollback(True)


def _is_refused_or_shown(document):
    try:
        tournament = restored(document)
    except (Mistakes, BrokenArchive):
        assert not Tournament.objects.exists()
        return
    cache.clear()
    client = signed_in(tournament)
    for address in addresses(tournament):
        assert client.get(address).status_code < 500, address
    assert archive_of(tournament)


@pytest.mark.parametrize("text", ["", "{who.__class__}", "{who:>999999999}", "{who[0]}", "{"])
def test_a_warning_that_asks_for_more_than_its_facts_is_refused(text):
    document = archive_of(a_day(6, "asks"))
    emptied()
    document["acts"][0]["confirmed"] = [{"rule": "", "text": text, "facts": {"who": "Eva"}}]

    with pytest.raises(Mistakes):
        restored(document)


@pytest.mark.parametrize(
    "facts",
    [
        {"who": "Eva"},
        {"who": 3},
        {"who": {"day": "never"}},
        {"who": {"share": "1/2"}},
        {"who": ["Eva", 4]},
        {"who": {"moment": "0001-01-01T00:00:00+14:00"}},
        {"who": {"moment": "9999-12-31T23:59:59Z"}},
        {"message": "Eva", "rule_id": "T-061", "cls": 1},
    ],
    ids=str,
)
def test_a_warning_of_an_archive_is_shown_whatever_its_facts_are(facts):
    document = archive_of(a_day(6, "tells"))
    emptied()
    warning = {"rule": "T-060", "text": "What {message} {who} {says}", "facts": facts}
    document["acts"][-1]["confirmed"] = [warning]

    tournament = restored(document)

    page = signed_in(tournament).get(reverse("logbook", args=[tournament.slug]))
    assert "… (T-060)" in page.content.decode()
