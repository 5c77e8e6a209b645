"""What somebody sent is done again where the database undid it for the sake of somebody else.

Two acts at once may get into each other's way (`services/locks.py`); nothing of the one that gave
way is saved. It is done again at once, three times at most, unless something that the request did
before is saved already: only a request that has kept nothing is safe to be repeated, or one that
says so of itself (`harmless_twice`). So it is where the connection to the database broke, unless
that happened while it was committed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from psycopg_pool import PoolTimeout

from tournaments.services.locks import is_away, is_locked_out, is_undone, is_unsure

TIMES = 3

WITHIN_SECONDS = 0.1
"""Two who met do not begin again at the same moment."""

AGAIN_SECONDS = 5
"""When whoever waited in vain should try again."""

WRITES = ("INSERT", "UPDATE", "DELETE")

_random = Random()


class Turn(Protocol):
    """Where somebody stands who waits behind others (`queueing.py`)."""

    def moves_on(self) -> bool:
        """Whether anybody ahead was served meanwhile, and it does not take too long."""

    def wait_on(self) -> None:
        """Begin to wait once more."""

    def watch(self, execute: Callable[..., Any], *args: Any) -> Any:
        """Carry out a statement; know when it is answered."""

    def leave(self, *, served: bool) -> None:
        """Make room for the next one."""


class Attempt:
    """How often a request may still be repeated, and whether anything of it is kept for good."""

    def __init__(self) -> None:
        self.left = TIMES
        self.kept = False
        self.harmless = False
        self.turn: Turn | None = None

    def may_repeat(self, error: BaseException) -> bool:
        if self.kept and not self.harmless:
            return False
        if is_undone(error) or _is_broken(error):
            return self.left > 0
        return self.turn is not None and is_locked_out(error) and self.turn.moves_on()

    def begin_again(self, error: BaseException) -> bool:
        """The same, and counted."""
        if not self.may_repeat(error):
            return False
        if is_undone(error) or _is_broken(error):
            self.left -= 1
            time.sleep(_random.uniform(0, WITHIN_SECONDS))
            # One that broke outside of a transaction is still taken for whole.
            connection.close_if_unusable_or_obsolete()
        elif self.turn is not None:
            self.turn.wait_on()
        return True

    def watch(self, execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        """Carry out a statement; know when what it wrote is committed."""
        answer = self.turn.watch(execute, sql, *args) if self.turn else execute(sql, *args)
        if sql.lstrip()[:6].upper() in WRITES:
            # At once, outside of a transaction.
            connection.on_commit(self._keep)
        return answer

    def _keep(self) -> None:
        self.kept = True


class Repeat:
    """Middleware; stands after whatever reads who is asking."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.attempt = Attempt()
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return self.get_response(request)
        with connection.execute_wrapper(request.attempt.watch):
            return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, _args: Any, _kwargs: Any) -> None:
        request.attempt.harmless = getattr(view, "harmless_twice", False)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Do it again; raises what the last time ended with."""
        last = error
        while request.attempt.begin_again(last):
            try:
                return _sent_again(request)
            except DatabaseError as once_more:
                last = once_more
        if last is not error:
            raise last
        return None


def _is_broken(error: BaseException) -> bool:
    """Whether a connection broke with nothing of this saved; whoever waited for one in vain has
    waited long enough."""
    waited = isinstance(error.__cause__, PoolTimeout)
    return is_away(error) and not waited and not is_unsure(error)


def harmless_twice(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Mark a view of several transactions that finds out by itself what of them is done."""
    view.harmless_twice = True
    return view


def _sent_again(request: HttpRequest) -> HttpResponse:
    for _name, files in request.FILES.lists():
        for file in files:
            file.seek(0)
    view, args, kwargs = request.resolver_match
    return view(request, *args, **kwargs)


def is_given_up(request: HttpRequest, error: DatabaseError) -> bool:
    """Whether others held the database for too long, nothing is saved, and nothing tried again."""
    attempt = request.attempt
    return is_locked_out(error) and not attempt.kept and not attempt.may_repeat(error)


def ask_to_come_again(page: HttpResponse) -> HttpResponse:
    """Mark a page as the answer to what could not be saved for the moment."""
    page.status_code = 503
    page.headers["Retry-After"] = str(AGAIN_SECONDS)
    return page
