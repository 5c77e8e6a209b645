"""The web server: `python -m catantour.server --host 127.0.0.1 --port 8000 --workers 1`.

A worker is a process with one loop that takes requests in and a few threads that answer them, so
sockets that say nothing cost no more than their number (catantour/asgi.py).
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import resource
import socket
import sys
import tempfile
import time
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from catantour.logs import JSONFormatter
from catantour.watchdog import watch

BACKLOG = 4096
MOST_CONNECTIONS = 16_000
SPARE_FILES = 256
"""Connections of a worker at once, as far as files may be open; some are left for the rest."""

SECONDS_FOR_HEADERS = 30
LARGEST_HEADERS = 64 * 2**10

SECONDS_TO_STOP = 5
"""Then a worker is killed that still waits for somebody who never ends a request."""

HERE = {4: "127.0.0.1", 6: "::1"}
"""This machine, by versions of addresses."""


def main(words: list[str]) -> None:
    options = _parser().parse_args(words)
    _refuse_a_port_in_use(options.host, options.port)
    # A worker begins with nothing of this process, whose thread below may hold a lock.
    multiprocessing.set_start_method("spawn")
    server = Granian(
        "catantour.asgi:application",
        address=options.host,
        port=options.port,
        interface=Interfaces.ASGI,
        workers=options.workers,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=SECONDS_FOR_HEADERS * 1000, max_buffer_size=LARGEST_HEADERS
        ),
        websockets=False,
        backlog=BACKLOG,
        backpressure=min(MOST_CONNECTIONS, _files_that_may_be_open() - SPARE_FILES),
        respawn_failed_workers=True,
        workers_kill_timeout=SECONDS_TO_STOP,
        log_level=LogLevels.warning,
        log_dictconfig=_log_of_the_server(),
    )
    Thread(target=_tell, args=(options.host, options.port), daemon=True).start()
    reached = _reached_at(options.host)
    Thread(target=watch, args=(reached, options.port, options.workers), daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="catantour-counted-") as folder:
        if os.environ.get("METRICS_TOKEN"):
            # Where the workers, whichever is asked, find what each of them has counted.
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        server.serve()


def _log_of_the_server() -> dict[str, Any] | None:
    """How the server itself, which knows no settings of Django, writes its lines; None: plainly."""
    if os.environ.get("LOG_FORMAT") != "json":
        return None
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            name: {"()": "catantour.logs.JSONFormatter"} for name in ("generic", "access")
        },
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m catantour.server")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=os.environ.get("WEB_CONCURRENCY") or "1")
    return parser


def _refuse_a_port_in_use(host: str, port: int) -> None:
    """The workers share a port, so without this two sites would share it as well."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as trouble:
            sys.exit(f"Nothing can be served at {host}:{port}: {os.strerror(trouble.errno or 0)}.")


def _files_that_may_be_open() -> int:
    """As many as the machine lets this process open, which is told to the workers as well."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + SPARE_FILES
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


def _tell(host: str, port: int) -> None:
    """Say where the site is only when it truly answers there."""
    site = os.environ.get("SITE_URL") or f"http://{host}:{port}"
    while not _answers(_reached_at(host), port, urlsplit(site).netloc):
        time.sleep(0.1)
    told = f"The site is at {site} (Ctrl-C stops it)."
    print(_line(told) if os.environ.get("LOG_FORMAT") == "json" else f"\n{told}", flush=True)


def _line(told: str) -> str:
    """A line of the log, before anybody knows of a log."""
    record = logging.LogRecord("catantour.server", logging.INFO, "", 0, told, (), None)
    return JSONFormatter().format(record)


def _reached_at(host: str) -> str:
    """Where this machine reaches a server that listens at `host`, which may be all addresses."""
    try:
        address = ip_address(host)
    except ValueError:  # a name, or nothing
        return host or HERE[4]
    return HERE[address.version] if address.is_unspecified else host


def _answers(host: str, port: int, name: str) -> bool:
    connection = HTTPConnection(host, port, timeout=5)
    try:
        connection.request("HEAD", "/", headers={"Host": name})
        connection.getresponse()
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
    return True


if __name__ == "__main__":
    main(sys.argv[1:])
