"""Redis killed, frozen, full and written to by others: the site goes on from the database."""

import os
import signal
import time

import pytest
import redis
from django.core.cache import caches
from django.test import Client, override_settings

from catantour import caches as ours
from catantour.caches import JSONSerializer
from tests import factories as make
from tests.services import redis_server
from tournaments.models import Result
from tournaments.models.tournament import State


@pytest.fixture
def server(tmp_path):
    """A Redis of the test's own: its address."""
    with redis_server(tmp_path) as url:
        pid = redis.Redis.from_url(url).info("server")["process_id"]
        yield url, pid


@pytest.fixture
def kept(server, monkeypatch, settings):
    """The site's caches in that Redis."""
    monkeypatch.setattr(ours, "_absences", {})
    monkeypatch.setattr(ours, "PAUSE", 0.02)
    # On a busy machine a Redis that is well may take its time.
    monkeypatch.setattr(ours, "PATIENCE", 1.0)
    settings.CACHES = caches_at(server[0])
    return caches["default"]


def caches_at(url, prefix="brno"):
    one = {"BACKEND": "catantour.caches.RedisOrMemory", "LOCATION": url, "KEY_PREFIX": prefix}
    return {
        "default": one | {"OPTIONS": {"alone": 1}},
        "limits": one,
        "worked-out": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    }


def wait_until_back(cache):
    deadline = time.monotonic() + 10
    while cache.absence:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def freeze(pid):
    os.kill(pid, signal.SIGSTOP)


def thaw(pid):
    os.kill(pid, signal.SIGCONT)


@pytest.fixture
def frozen(server, kept):
    freeze(server[1])
    yield kept
    thaw(server[1])


def test_values_come_back_as_they_were_kept(kept):
    values = {"a": 7, "b": ["ž", b"\x00\xff", None, True], "c": {"d": 1.5}, "e": b""}

    kept.set_many(values)

    assert kept.get_many(list(values)) == values
    assert kept.get("a") == 7
    assert kept.incr("a") == 8
    assert not kept.add("a", 1)
    assert kept.delete("a")
    assert kept.get("a", "none") == "none"


def test_no_object_goes_into_redis(kept):
    with pytest.raises(TypeError, match="No object"):
        kept.set("a", object())


@pytest.mark.parametrize("foreign", [b"\x80\x04K\x01.", b"{", b"\xff\xfe", b""])
def test_what_others_wrote_is_as_good_as_nothing(server, kept, foreign):
    redis.Redis.from_url(server[0]).set(kept.make_key("a"), foreign)

    assert kept.get("a") is None
    assert kept.get_many(["a"]) == {}
    assert JSONSerializer().loads(foreign) is None


FORMS = [
    b"7",
    b'"x"',
    b'{"a":1}',
    b"[1,2]",
    b"[]",
    b"null",
    b"[[[1,2,3,4]],[]]",
    b'[1,"x",3,4,5,6]',
]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("foreign", FORMS)
def test_pages_are_made_anew_where_others_wrote_something_else(server, kept, foreign):
    tournament = make.played_out(8)
    tournament.state = State.FINISHED
    tournament.save()
    player = Client()
    token = tournament.entries.first().token
    pages = [
        f"/en/t/{tournament.slug}/standings/",
        f"/en/t/{tournament.slug}/rounds/1/",
        f"/en/t/{tournament.slug}/",
        f"/en/t/{tournament.slug}/my/{token}/",
        f"/en/season/{tournament.date.year}/",
    ]
    client = redis.Redis.from_url(server[0])
    for page in pages * 2:
        assert player.get(page).status_code == 200

    for key in client.keys("*"):
        client.set(key, foreign)
    answers = [player.get(page).status_code for page in pages * 2]

    assert answers == [200] * len(answers)


@pytest.mark.parametrize("write", [lambda c, k: c.lpush(k, "x"), lambda c, k: c.set(k, "x")])
def test_a_key_that_others_made_something_else_is_deleted(server, kept, write):
    client, limits = redis.Redis.from_url(server[0]), caches["limits"]
    for cache, key in [(kept, "page"), (limits, "guesses")]:
        write(client, cache.make_key(key))

    assert kept.get("page") is None
    with pytest.raises(ValueError, match="not found"):
        limits.incr("guesses")
    assert limits.add("guesses", 1)
    assert limits.incr("guesses") == 2
    assert not kept.absence


def test_whoever_looks_for_redis_leaves_only_keys_of_the_site(server, kept):
    client = redis.Redis.from_url(server[0])

    kept.absence.begin(redis.ConnectionError("away"))
    wait_until_back(kept)

    assert client.keys("*") == [b"brno:look"]


def test_two_sites_in_one_redis_keep_theirs_apart(server, kept):
    kept.set("a", 1)
    with override_settings(CACHES=caches_at(server[0], "praha")):
        assert caches["default"].get("a") is None
        caches["default"].set("b", 2)
        caches["default"].clear()
        assert caches["default"].get("b") is None

    assert kept.get("a") == 1


def test_a_frozen_redis_is_asked_once_and_not_waited_for(frozen):
    assert frozen.get("a") is None
    assert frozen.absence

    assert frozen.add("lock", True)
    assert not frozen.add("lock", True)
    frozen.set("a", 1)
    frozen.set_many({"b": 2})

    assert frozen.get_many(["a", "b"]) == {"a": 1, "b": 2}
    assert "lock" in frozen
    assert frozen.touch("b", 5)
    frozen.delete_many(["a", "b"])
    assert frozen.get_many(["a", "b"]) == {}


def test_what_changed_meanwhile_does_not_come_back_old(server, kept):
    kept.set_many({"version": 1, "page": 1, "other": 1})
    freeze(server[1])
    kept.set("version", 2)
    kept.delete("page")
    assert kept.get("version") == 2

    thaw(server[1])
    wait_until_back(kept)

    assert kept.get_many(["version", "page", "other"]) == {"other": 1}


def test_nothing_is_kept_for_long_beside_other_processes(frozen, monkeypatch):
    frozen.set("version", 1, 600)
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 1.1)

    assert frozen.get("version") is None


def test_counters_go_on_counting(frozen, monkeypatch):
    limits = caches["limits"]
    assert limits.add("guesses", 1, 3600)
    assert limits.incr("guesses") == 2
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 60)

    assert limits.incr("guesses") == 3
    assert limits.incr("counted-before") == 1


def test_pages_push_no_counter_out(frozen):
    limits = caches["limits"]
    limits.add("guesses", 29, 3600)

    for page in range(400):
        frozen.set(f"page-{page}", "x", 600)

    assert limits.get("guesses") == 29


def test_a_full_redis_is_done_without(server, kept):
    client = redis.Redis.from_url(server[0])
    client.config_set("maxmemory", "1")

    kept.set("a", 1)

    assert kept.absence
    assert kept.get("a") == 1
    client.config_set("maxmemory", "0")
    wait_until_back(kept)


@pytest.mark.django_db(transaction=True)
def test_a_day_goes_on_without_redis(server, kept):
    tournament = make.ready_to_draw(8)
    drawn = make.publish(tournament)
    table = drawn.tables.first()
    desk, visitor = make.signed_in(tournament), make.signed_in(None, "visitor")
    standings = f"/en/t/{tournament.slug}/standings/"
    assert "Standings" in visitor.get(standings).content.decode()
    redis.Redis.from_url(server[0]).shutdown(nosave=True)

    answers = [
        visitor.get(standings),
        visitor.get("/en/"),
        visitor.get(f"/en/t/{tournament.slug}/rounds/1/"),
        desk.get(f"/en/t/{tournament.slug}/desk/"),
    ]
    make.enter(table, (10, 8, 5, 4))

    assert [answer.status_code for answer in answers] == [200] * len(answers)
    assert kept.absence
    assert Result.objects.filter(table=table).count() == 1
    winner = table.seats.first().entry.name
    assert winner in visitor.get(standings).content.decode()
