"""Records in the database: packed, read back as they were, written one revision after another."""

import datetime as dt
import random
from hashlib import sha256

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection

from games.engine import files, rulesets
from games.models import LARGEST_KEPT, GameRecord, canonical, must_be_a_record
from tests.games.played import LEGAL, WON_UNSEEN, record
from tests.games.rulesets.chance import played_at_random

NOW = dt.datetime(2026, 5, 16, 10, tzinfo=dt.UTC)

pytestmark = pytest.mark.django_db


def kept(text, **fields):
    return GameRecord.objects.create(text=text, created_at=NOW, changed_at=NOW, **fields)


def bytes_of(game):
    with connection.cursor() as cursor:
        cursor.execute("SELECT LENGTH(text) FROM games_gamerecord WHERE id = %s", [game.pk])
        return cursor.fetchone()[0]


@pytest.mark.parametrize("name", [*LEGAL, WON_UNSEEN])
def test_a_game_comes_back_as_it_was_kept(name):
    text = canonical(record(name))

    game = GameRecord.objects.get(pk=kept(text).pk)

    assert game.text == text
    assert canonical(game.record()) == text
    assert game.is_open


def test_a_game_of_1100_actions_is_kept_in_less_than_40_kib():
    played = played_at_random(rulesets.by_key("base"), random.Random(2), 1100)

    game = kept(canonical(played))

    assert len(game.record().actions) == 1100
    assert bytes_of(game) < LARGEST_KEPT / 10


def test_more_than_40_kib_is_refused_by_the_database():
    noise = "".join(sha256(bytes([n // 256, n % 256])).hexdigest() for n in range(2000))

    with pytest.raises(IntegrityError):
        kept(noise)


def test_the_next_revision_is_written_over_the_one_that_was_seen():
    game = kept("first")

    written = game.write("second", NOW + dt.timedelta(minutes=1), revision=1)

    game.refresh_from_db()
    assert written
    assert (game.text, game.revision) == ("second", 2)
    assert game.changed_at == NOW + dt.timedelta(minutes=1)


def test_an_older_revision_overwrites_nothing():
    game = kept("first")
    game.write("second", NOW, revision=1)

    written = game.write("other", NOW, revision=1)

    game.refresh_from_db()
    assert not written
    assert (game.text, game.revision) == ("second", 2)


def test_nothing_is_written_once_the_record_is_closed():
    game = kept("first", closed_at=NOW)

    assert not game.write("second", NOW, revision=1)
    assert not game.is_open


@pytest.mark.parametrize(
    "text", ["", "no record", "[Seats", canonical(record(LEGAL[0])) + "# said by somebody\n"]
)
def test_only_a_tidy_record_may_come_from_elsewhere(text):
    with pytest.raises(ValidationError):
        must_be_a_record(text)


def test_a_tidy_record_may_come_from_elsewhere():
    text = canonical(files.read_text(canonical(record(LEGAL[0]))))

    must_be_a_record(text)
