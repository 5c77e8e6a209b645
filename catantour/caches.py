"""The cache of the production site: Redis, and the memory of the process while it is away.

A Redis that is killed, full or frozen costs the requests of that moment a tenth of a second at
most; after that nobody asks it before a thread has found it well again. Nothing in it is code:
values are JSON, bytes among them as base64.
"""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Iterable, Mapping
from threading import Event, Lock, Thread
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError, ResponseError
from redis.retry import Retry

log = logging.getLogger(__name__)

PATIENCE = 0.04
"""Seconds to reach Redis, and as many for its answer."""

PAUSE = 1.0
"""Seconds between two looks whether it is back."""

MOST_STALE = 10_000
"""Keys remembered to be deleted when it is back; what is beyond them runs out there."""

BYTES = "base64"

FOREIGN = ("WRONGTYPE", "not an integer")
"""What Redis says of a key that others keep something else under."""


class JSONSerializer:
    """Values as JSON, with bytes in them, and tuples read back as lists.

    Whole numbers stand as they are, so that Redis can count with them. What is no such text, of
    another program or another version, is as good as nothing.
    """

    def dumps(self, value: Any) -> int | bytes:
        if type(value) is int:
            return value
        return json.dumps(value, default=_told, separators=(",", ":")).encode()

    def loads(self, text: bytes) -> Any:
        try:
            return json.loads(text, object_hook=_read)
        except ValueError:
            return None


def _told(value: object) -> dict[str, str]:
    if isinstance(value, bytes):
        return {BYTES: base64.b64encode(value).decode()}
    raise TypeError(f"No {type(value).__name__} goes into the cache")


def _read(found: dict[str, Any]) -> Any:
    return base64.b64decode(found[BYTES]) if found.keys() == {BYTES} else found


class Absence:
    """Whether a Redis is away, for all threads of the process, and what it holds that is stale."""

    def __init__(self, servers: Iterable[str], options: Mapping[str, Any], prefix: str) -> None:
        self._key = f"{prefix}:look"
        self._client = RedisCacheClient(list(servers), **options).get_client(write=True)
        self._lock = Lock()
        self._stale: set[str] = set()
        self._over = Event()
        self._over.set()

    def __bool__(self) -> bool:
        return not self._over.is_set()

    def begin(self, trouble: RedisError) -> None:
        with self._lock:
            if self:
                return
            self._over.clear()
        log.error("Redis is away, this process goes on without it: %s", trouble)
        Thread(target=self._look, name="look for Redis", daemon=True).start()

    def outdates(self, keys: Iterable[str]) -> None:
        """These have changed meanwhile, so what Redis has of them must not come back."""
        with self._lock:
            if len(self._stale) < MOST_STALE:
                self._stale.update(keys)

    def _look(self) -> None:
        never = Event()
        while not self._ended():
            never.wait(PAUSE)
        log.warning("Redis is back.")

    def _ended(self) -> bool:
        with self._lock:
            try:
                # A full one answers a ping but takes nothing.
                self._client.set(self._key, 1, ex=1)
                if self._stale:
                    self._client.delete(*self._stale)
            except RedisError:
                return False
            self._stale.clear()
            self._over.set()
        return True


_absences: dict[str, Absence] = {}
_first = Lock()


class Client(RedisCacheClient):
    """A client that empties the cache of its own site alone."""

    def clear(self, prefix: str) -> bool:
        client = self.get_client(write=True)
        keys = list(client.scan_iter(match=f"{prefix}:*", count=1000))
        return bool(keys and client.delete(*keys))


class RedisOrMemory(RedisCache):
    """Redis, and while it is away the memory of this process.

    The option `alone` bounds in seconds how long that memory keeps a value, which other processes
    may change; without it a value is kept for as long as it was given.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = dict(params.pop("OPTIONS", {}))
        self._alone: float | None = options.pop("alone", None)
        impatient = {
            "socket_connect_timeout": PATIENCE,
            "socket_timeout": PATIENCE,
            "retry": Retry(NoBackoff(), 0),
            "serializer": JSONSerializer,
        }
        super().__init__(server, {**params, "OPTIONS": impatient | options})
        self._class = Client
        # What counts for long stands apart from pages, which would push it out.
        spacious = {**params, "OPTIONS": {"MAX_ENTRIES": 50_000}}
        self._memory = LocMemCache(f"instead of {server} {self._alone}", spacious)
        with _first:
            if server not in _absences:
                _absences[server] = Absence(self._servers, self._options, self.key_prefix)
        self.absence = _absences[server]

    def add(self, key, value, timeout=DEFAULT_TIMEOUT, version=None):
        return self._ask("add", key, value, timeout=timeout, version=version, changes=[key])

    def get(self, key, default=None, version=None):
        found = self._ask("get", key, None, version=version)
        return default if found is None else found

    def set(self, key, value, timeout=DEFAULT_TIMEOUT, version=None):
        self._ask("set", key, value, timeout=timeout, version=version, changes=[key])

    def touch(self, key, timeout=DEFAULT_TIMEOUT, version=None):
        return self._ask("touch", key, timeout=timeout, version=version)

    def delete(self, key, version=None):
        return self._ask("delete", key, version=version, changes=[key])

    def get_many(self, keys, version=None):
        found = self._ask("get_many", list(keys), version=version)
        return {key: value for key, value in found.items() if value is not None}

    def has_key(self, key, version=None):
        return self._ask("has_key", key, version=version)

    def incr(self, key, delta=1, version=None):
        return self._ask("incr", key, delta, version=version)

    def set_many(self, data, timeout=DEFAULT_TIMEOUT, version=None):
        self._ask("set_many", data, timeout=timeout, version=version, changes=data)
        return []

    def delete_many(self, keys, version=None):
        keys = list(keys)
        self._ask("delete_many", keys, version=version, changes=keys)

    def clear(self):
        self._memory.clear()
        if not self.absence:
            try:
                self._cache.clear(self.key_prefix)
            except RedisError as trouble:
                self.absence.begin(trouble)

    def _ask(self, what: str, *args: Any, changes: Iterable[str] = (), **options: Any) -> Any:
        if not self.absence:
            try:
                return self._asked(what, *args, **options)
            except RedisError as trouble:
                self.absence.begin(trouble)
        if self._alone is not None:
            version = options.get("version")
            self.absence.outdates(self.make_key(key, version=version) for key in changes)
            if "timeout" in options:
                options["timeout"] = self._alone
        if what == "incr":
            # Redis counted until a moment ago.
            self._memory.add(args[0], 0, version=options["version"])
        return getattr(self._memory, what)(*args, **options)

    def _asked(self, what: str, *args: Any, **options: Any) -> Any:
        """Redis' own answer. A key of ours that others keep something else under is deleted."""
        try:
            return getattr(super(), what)(*args, **options)
        except ResponseError as trouble:
            if not any(said in str(trouble) for said in FOREIGN):
                raise
            key = self.make_key(args[0], version=options.get("version"))
            log.error("Redis held something else under %s, which is deleted: %s", key, trouble)
            super().delete(args[0], version=options.get("version"))
            return getattr(super(), what)(*args, **options)
