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
from tournaments.exports.archive import BrokenArchive, archive_of, read_archive
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
