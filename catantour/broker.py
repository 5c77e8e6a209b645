"""Redis as the task queue, in which anybody who may write to it can leave something by mistake.

What is no task, or a key in another form than the queue keeps there, is put aside with a line in
the log, instead of ending every worker that meets it. The keys bear the name of the site, see
CELERY_BROKER_TRANSPORT_OPTIONS in settings.py.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES, redis
from redis import Redis
from redis.client import Pipeline
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError

log = logging.getLogger(__name__)

UNREADABLE = (ValueError, TypeError, KeyError, AttributeError, ArithmeticError, RecursionError)
"""What reading raises of text that is no JSON, or JSON of another form."""

OF_ANOTHER_FORM = "WRONGTYPE"
FOR_EVER = -1
SECONDS_ASIDE = 7 * 24 * 60 * 60

Act = Callable[..., Any]


def _past_foreign_keys(act: Act) -> Act:
    """The act of a channel, once more where it met a key in another form, which is put aside."""

    @wraps(act)
    def done(self: Channel | QoS, *args: Any, **options: Any) -> Any:
        try:
            return act(self, *args, **options)
        except ResponseError as trouble:
            if OF_ANOTHER_FORM not in str(trouble):
                raise
            (self.channel if isinstance(self, QoS) else self).put_foreign_keys_aside()
            return act(self, *args, **options)

    return done


class QoS(redis.QoS):
    """Tasks that somebody works at."""

    append = _past_foreign_keys(redis.QoS.append)
    ack = _past_foreign_keys(redis.QoS.ack)

    @_past_foreign_keys
    def restore_visible(self, *args: Any, **options: Any) -> None:
        with self.channel.conn_or_acquire() as client:
            # One of ours runs out, so that no worker that died keeps the others from looking.
            if client.ttl(self.unacked_mutex_key) == FOR_EVER:
                self.channel.put_aside(client, self.unacked_mutex_key)
        super().restore_visible(*args, **options)

    @_past_foreign_keys
    def restore_by_tag(self, tag: bytes | str, client: Any = None, leftmost: bool = False) -> None:
        try:
            super().restore_by_tag(tag, client, leftmost)
        except UNREADABLE as trouble:
            with self.channel.conn_or_acquire(client) as free:
                self._put_entry_aside(free, tag, trouble)

    def _put_entry_aside(self, client: Redis, tag: bytes | str, trouble: Exception) -> None:
        aside = _aside(self.unacked_key)
        entry = client.hget(self.unacked_key, tag)
        with client.pipeline() as pipe:
            if entry is not None:
                pipe.hset(aside, tag, entry).expire(aside, SECONDS_ASIDE)
            self._remove_from_indices(tag, pipe).execute()
        log.error(
            "Redis held under %s, %s what is no task (%r); it is kept in %s for a week.",
            self.unacked_key,
            _text(tag),
            trouble,
            aside,
        )


class Channel(redis.Channel):
    """A worker's ear, and the mouth of whoever asks for a task."""

    QoS = QoS

    from_transport_options = (
        *redis.Channel.from_transport_options,
        "keyprefix_queue",
        "keyprefix_binding_permanent",
        "keyprefix_binding_deadlines",
    )

    get_table = _past_foreign_keys(redis.Channel.get_table)
    _put = _past_foreign_keys(redis.Channel._put)
    _queue_bind = _past_foreign_keys(redis.Channel._queue_bind)
    _size = _past_foreign_keys(redis.Channel._size)

    def put_foreign_keys_aside(self) -> None:
        with self.conn_or_acquire() as client:
            for key, form in self._forms().items():
                self.put_aside(client, key, unless=form)

    def put_aside(self, client: Redis, key: str, *, unless: str | None = None) -> None:
        """Give a key another name for a week, unless it has this form."""
        aside = _aside(key)

        def rename(pipe: Pipeline) -> str | None:
            # Watched: another worker may have made room already, and a task may lie there.
            form = _text(pipe.type(key))
            foreign = form not in ("none", unless)
            pipe.multi()
            if foreign:
                pipe.rename(key, aside).expire(aside, SECONDS_ASIDE)
            return form if foreign else None

        form = client.transaction(rename, key, value_from_callable=True)
        if form:
            log.error(
                "Redis held under %s a %s, which is not the task queue's; it is kept as %s for a "
                "week.",
                key,
                form,
                aside,
            )

    def _forms(self) -> dict[str, str]:
        """What Redis calls the form of each key of the queue."""
        forms = {
            self.unacked_key: "hash",
            self.unacked_index_key: "zset",
            self.unacked_mutex_key: "string",
            self.keyprefix_binding_deadlines: "zset",
        }
        for exchange in self.state.exchanges:
            for prefix in (self.keyprefix_queue, self.keyprefix_binding_permanent):
                forms[prefix % (exchange,)] = "set"
        # Asked for its size before anybody has declared it.
        for queue in {settings.CELERY_TASK_DEFAULT_QUEUE, *self.state.queue_index}:
            for step in self.priority_steps:
                forms[self._q_for_pri(queue, step)] = "list"
        return forms

    def _brpop_read(self, **options: Any) -> Any:
        try:
            return super()._brpop_read(**options)
        except UNREADABLE as trouble:
            log.error("The task queue held something that is no task: %r", trouble)
        except ResponseError as trouble:
            if OF_ANOTHER_FORM not in str(trouble):
                raise
            self.put_foreign_keys_aside()
        return True

    def _receive_one(self, client: Any) -> Any:
        try:
            return super()._receive_one(client)
        except UNREADABLE as trouble:
            log.error("What was called to all workers is no order: %r", trouble)
            return False

    def _connparams(self, *args: Any, **options: Any) -> Any:
        if not (self.connection and self.connection.client):
            # Whoever is done with a task of a connection that broke meanwhile.
            raise Disconnected("This connection to the task queue is over.")
        return super()._connparams(*args, **options)


def _aside(key: str) -> str:
    return f"{key}:aside:{secrets.token_hex(4)}"


def _text(told: bytes | str) -> str:
    return told.decode(errors="backslashreplace") if isinstance(told, bytes) else told


class Transport(redis.Transport):
    Channel = Channel

    def _deliver(self, message: dict[str, Any], queue: str) -> None:
        if has_limits_of_time(message):
            super()._deliver(message, queue)
        else:
            log.error("The task queue held a task that no worker can time: %.300r", message)


def has_limits_of_time(message: dict[str, Any]) -> bool:
    """Whether what a message says of its time, if it does, is two numbers of seconds or nothing: a
    worker that cannot reckon with it would end at it, again and again."""
    limits = (message.get("headers") or {}).get("timelimit") or (None, None)
    if not isinstance(limits, list | tuple) or len(limits) != 2:
        return False
    return all(
        one is None or (isinstance(one, int | float) and 0 <= one <= SECONDS_ASIDE)
        for one in limits
    )


def use() -> None:
    """From now on addresses of Redis lead here."""
    for name in ("redis", "rediss"):
        TRANSPORT_ALIASES[name] = f"{__name__}:Transport"
