"""Whatever somebody leaves among the tasks in Redis, no worker ends by it."""

import json

import pytest
from django.conf import settings
from kombu import Connection
from kombu.utils.json import dumps
from redis.exceptions import ConnectionError as Disconnected

from catantour.celery import app
from catantour.environment import address_of_tasks
from tests.production.workers import a_worker, wait_until, works

QUEUE = settings.CELERY_TASK_DEFAULT_QUEUE
UNACKED = f"{QUEUE}:unacked"
INDEX = f"{QUEUE}:unacked-index"
MUTEX = f"{QUEUE}:unacked-mutex"
BINDING = f"{QUEUE}:binding.{QUEUE}"

NO_TASKS = [
    b"garbage",
    b"[1,2]",
    b"7",
    b"null",
    b'{"body": 1}',
    b"\xff\xfe",
    b"",
    b"[" * 100_000,
    b'{"__type__": "decimal", "__value__": "x"}',
    b'[{"a":1},"x","y"]',
    b'[7,"x","y"]',
]


@pytest.fixture
def broker():
    """The Redis of the workers, with nothing in it."""
    client = app.connection_for_write().default_channel.client
    client.flushdb()
    yield client
    client.flushdb()


@pytest.mark.parametrize("foreign", NO_TASKS)
def test_what_is_no_task_ends_no_worker(broker, worker, foreign):
    broker.lpush(QUEUE, foreign, foreign)

    assert works()


@pytest.mark.parametrize("limit", ["x", 10**400])
def test_a_task_that_nobody_can_time_ends_no_worker(broker, worker, limit):
    for _twice in range(2):
        app.send_task("tournaments.tasks.send_mail", time_limit=limit)

    assert works()


@pytest.mark.parametrize("foreign", NO_TASKS)
def test_what_nobody_can_read_of_a_task_that_was_begun_is_put_aside(
    transactional_db, broker, foreign
):
    broker.hset(UNACKED, b"\xfftag", foreign)
    broker.zadd(INDEX, {b"\xfftag": 1})

    with a_worker():
        assert works()
        wait_until(lambda: not broker.exists(UNACKED, INDEX))

    assert not broker.exists(UNACKED, INDEX)


def test_what_is_put_aside_can_be_looked_at_for_a_week(transactional_db, broker, capsys):
    broker.hset(UNACKED, "foreign-tag", "garbage")
    broker.zadd(INDEX, {"foreign-tag": 1})

    with a_worker():
        assert works()

    told = capsys.readouterr().err
    [aside] = broker.keys(f"{UNACKED}:aside:*")
    assert broker.hgetall(aside) == {b"foreign-tag": b"garbage"}
    assert 0 < broker.ttl(aside) <= 7 * 24 * 60 * 60
    assert f"{UNACKED}, foreign-tag what is no task (JSONDecodeError" in told
    assert aside.decode() in told


FORMS = {
    "string": lambda client, key: client.set(key, "x"),
    "list": lambda client, key: client.lpush(key, "x"),
    "hash": lambda client, key: client.hset(key, "x", "x"),
    "stream": lambda client, key: client.xadd(key, {"x": "x"}),
}
OWN = {QUEUE: "list", UNACKED: "hash", INDEX: "zset", MUTEX: "", BINDING: "set"}
OF_ANOTHER_FORM = [(key, form) for key, own in OWN.items() for form in FORMS if form != own]


@pytest.mark.parametrize(("key", "form"), OF_ANOTHER_FORM)
def test_a_key_of_another_form_is_put_aside_when_a_worker_starts(
    transactional_db, broker, capsys, key, form
):
    FORMS[form](broker, key)

    with a_worker():
        assert works()

    told = capsys.readouterr().err
    [aside] = broker.keys(f"{key}:aside:*")
    assert broker.type(aside).decode() == form
    assert broker.ttl(aside) > 0
    assert f"Redis held under {key} a {form}" in told


@pytest.mark.parametrize("key", [QUEUE, UNACKED, INDEX, BINDING])
def test_a_key_that_changes_its_form_ends_no_worker(broker, worker, key):
    assert works()
    broker.delete(key)
    FORMS["stream"](broker, key)

    assert works()
    assert works()


def test_a_task_whose_worker_died_is_given_to_the_next_one_beside_foreign_ones(
    transactional_db, broker
):
    with a_worker():
        assert works()
    app.conf.task_always_eager = False
    app.send_task("tournaments.tasks.send_mail")
    app.conf.task_always_eager = True
    begun = json.loads(broker.rpop(QUEUE))
    broker.hset(UNACKED, mapping={"one": "garbage", "two": dumps([begun, QUEUE, QUEUE])})
    broker.zadd(INDEX, {"one": 1, "two": 2})

    with a_worker():
        wait_until(lambda: not broker.exists(UNACKED, INDEX, QUEUE))

    assert not broker.exists(UNACKED, INDEX, QUEUE)


@pytest.mark.parametrize("foreign", ["7", "garbage", "{}", "[1]", '{"method": 1}'])
def test_what_is_no_order_to_all_workers_ends_none(broker, worker, foreign):
    assert works()

    assert broker.publish(_called_out(), foreign) == 1

    assert works()
    assert app.control.inspect(timeout=5).ping()


def _called_out() -> str:
    """Where orders to all workers are called out."""
    channel = app.connection_for_write().default_channel
    return f"{channel.keyprefix_fanout}celery.pidbox"


def test_two_sites_in_one_redis_do_not_meet(broker, worker):
    assert works()
    assert app.control.inspect(timeout=5).ping()

    names = [key.decode() for key in broker.keys("*") if b"reply.celery.pidbox" not in key[30:]]
    assert names
    assert [name for name in names if not name.startswith(QUEUE)] == []
    assert QUEUE.replace(".", "_") in _called_out()


def test_whoever_is_done_with_a_task_after_its_connection_broke_is_told_so(broker):
    connection = app.connection_for_write()
    channel = connection.channel()
    tasks = channel.qos
    connection.close()

    with pytest.raises(Disconnected):
        tasks.ack("a-task-of-before")


def test_tasks_wait_in_the_database_of_redis_that_the_address_of_its_socket_names(broker):
    with Connection(address_of_tasks(f"{settings.REDIS_URL}?db=3")) as connection:
        asked = connection.default_channel.client.connection_pool.connection_kwargs

    assert (asked["path"], asked["db"]) == (settings.REDIS_URL.removeprefix("unix://"), 3)
