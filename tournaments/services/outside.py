"""One request to another site: of the open internet alone, bounded in time, led nowhere else."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException
from threading import Timer
from urllib.parse import urlsplit

from django.conf import settings

from tournaments.domain.telling import is_public

SECONDS = 10
"""From looking up the name to the first line of the answer; more is not read."""


class Unreachable(Exception):
    """The other site gave no answer, or may not be asked."""


class Pinned(HTTPConnection):
    """A connection to an address that was looked at: the name is not looked up again, since whoever
    owns it could have it lead elsewhere by then."""

    def __init__(self, host: str, port: int, address: str, context: ssl.SSLContext | None) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self._address, self._tls = address, context

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), self.timeout)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host) if self._tls else plain

    def cut(self) -> None:
        """End it, whatever it waits for."""
        if self.sock is not None:
            self.sock.close()


def post(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send it and return the status of the answer, of which nothing else is read; where it leads
    is not followed. Raises `Unreachable`."""
    try:
        parts = urlsplit(url)
        secure = parts.scheme == "https"
        port = parts.port or (443 if secure else 80)
        host = parts.hostname or ""
        context = ssl.create_default_context() if secure else None
        connection = Pinned(host, port, _address(host, port), context)
    except (ValueError, OSError) as error:
        raise Unreachable from error
    end = Timer(SECONDS, connection.cut)
    end.start()
    try:
        path = f"{parts.path or '/'}{'?' * bool(parts.query)}{parts.query}"
        connection.request("POST", path, body, dict(headers))
        return connection.getresponse().status
    except (OSError, HTTPException, ValueError) as error:
        raise Unreachable from error
    finally:
        end.cancel()
        connection.close()


def _address(host: str, port: int) -> str:
    """Where the name leads. Raises `Unreachable` if it may lead to where nobody outside gets."""
    found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not all(is_public(one) or one == settings.WEBHOOKS_MAY_REACH for one in found):
        raise Unreachable
    return found[0]
