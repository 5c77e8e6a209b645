"""Web servers as production has them, on the database of the tests."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import connection

from tests.production.races import Asked

TOKEN = "t" * 32
SECONDS_TO_ANSWER = 60
FORM = "application/x-www-form-urlencoded"


@contextmanager
def two_servers(folder: Path) -> Iterator[list[int]]:
    """Two web servers of two processes each; yields their ports."""
    ports = [free_port(), free_port()]
    environment = _environment(folder)
    collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
    subprocess.run(collect, cwd=settings.BASE_DIR, env=environment, check=True)
    servers = [_started(port, environment) for port in ports]
    try:
        for server in servers:
            # It says where it is when it answers there.
            while b"http" not in server.stdout.readline():
                assert server.poll() is None
        yield ports
    finally:
        for server in servers:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()
            server.stdout.close()


def answer(port: int, asked: Asked | str) -> int:
    """Send a form, and say yes to what is asked back, or ask for a page, without JavaScript; the
    status of the last answer."""
    if isinstance(asked, str):
        return _exchange(port, "GET", asked)[0]
    sent: Asked | None = asked
    while sent:
        session = f"; {settings.SESSION_COOKIE_NAME}={sent.session}" if sent.session else ""
        headers = {"Cookie": f"csrftoken={TOKEN}{session}", "Content-Type": FORM}
        body = urlencode({**sent.fields, "csrfmiddlewaretoken": TOKEN}, doseq=True)
        status, page = _exchange(port, "POST", sent.address, body, headers)
        sent = sent.confirmed(page)
    return status


def _exchange(port: int, *asked: Any) -> tuple[int, str]:
    server = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS_TO_ANSWER)
    try:
        server.request(*asked)
        answered = server.getresponse()
        return answered.status, answered.read().decode(errors="replace")
    finally:
        server.close()


def _environment(folder: Path) -> dict[str, str]:
    database = os.environ["DATABASE_URL"].rpartition("/")[0]
    return {
        "PATH": os.environ["PATH"],
        "DATABASE_URL": f"{database}/{connection.settings_dict['NAME']}",
        "REDIS_URL": settings.REDIS_URL,
        # Links and sessions that the tests make open here, too.
        "SECRET_KEY": settings.SECRET_KEY,
        "SITE_URL": "http://127.0.0.1:1",
        "VAR_DIR": str(folder),
        "EMAIL_URL": "dummymail://",
    }


def _started(port: int, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "catantour.server", "--port", str(port), "--workers", "2"],
        cwd=settings.BASE_DIR,
        env=environment,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
