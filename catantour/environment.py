"""Settings as the environment gives them: what is empty counts as not given, since a line such as
`EMAIL_URL=` in a file of settings says no more, and what cannot be read is named."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

if TYPE_CHECKING:
    from psycopg_pool import ConnectionPool


class Settings(environ.Env):
    def __init__(self) -> None:
        super().__init__()
        self.ENVIRON = {name: value for name, value in os.environ.items() if value}

    def get_value(self, var: str, *args: Any, **options: Any) -> Any:
        try:
            return super().get_value(var, *args, **options)
        except ValueError as error:
            raise ImproperlyConfigured(f"{var}: {error}") from error

    def database(self, var: str) -> dict[str, Any]:
        """The address of a database. Its password is in no message."""
        if self.str(var).partition("://")[0] not in self.DB_SCHEMES:
            raise _no_address(var, "postgres://user@//run/postgresql/name")
        return self.db(var)

    def redis(self, var: str, default: str) -> str:
        """The address of a Redis; none by default."""
        address: str = self.str(var, default=default)
        if address and not address.startswith(("redis://", "rediss://", "unix://")):
            raise _no_address(var, "redis://127.0.0.1:6379/0")
        return address

    def mail_server(self, var: str, default: str) -> dict[str, Any]:
        if self.str(var, default=default).partition("://")[0] not in self.EMAIL_SCHEMES:
            raise _no_address(var, "smtp+tls://user:password@host:587")
        return self.email(var, default=default)


def address_of_tasks(redis: str) -> str:
    """The address of a Redis as Celery reads it: it has names of its own for a unix socket and for
    the number of the database behind one, takes a password only from before the path, and looks at
    a certificate only if it is told to."""
    read = urlsplit(redis)
    asked = dict(parse_qsl(read.query))
    if read.scheme == "rediss" and "ssl_cert_reqs" not in asked:
        return f"{redis}{'&' if asked else '?'}ssl_cert_reqs=required"
    if read.scheme != "unix":
        return redis
    names = [quote(asked.pop(name, ""), safe="") for name in ("username", "password")]
    account = read.netloc or (f"{':'.join(names)}@" if any(names) else "")
    if "db" in asked:
        asked["virtual_host"] = asked.pop("db")
    rest = f"?{urlencode(asked)}" if asked else ""
    return f"redis+socket://{account}{read.path}{rest}"


def _no_address(var: str, example: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{var}: expected an address such as {example}")


def try_on(pool: ConnectionPool[Any]) -> None:
    """Told that the database did not answer: somebody who waits for a connection waits on."""
    if pool.get_stats().get("requests_waiting"):
        pool.check()
