"""What systemd hears of the web server (`Type=notify`, `WatchdogSec`): once that it answers, then
again and again that it still does. When it hears nothing for long enough it starts it again.

Asked is only whether the processes live. A database or Redis that is away is no reason to start
anything again, so the question has a thread to itself in each of them (catantour/asgi.py).
"""

from __future__ import annotations

import os
import socket
import time
from http.client import HTTPConnection, HTTPException

ALIVE = "/health/"

ROUNDS = 4
"""So many rounds of questions there are in the time after which systemd gives up: one that failed
is no reason yet."""

QUESTIONS = 4
"""In a round, for each process: which of them answers is by chance, so few rounds miss one."""

GLANCE_SECONDS = 0.1


def watch(host: str, port: int, processes: int) -> None:
    """Go on for as long as the server does; nothing to do where nobody listens."""
    listener = os.environ.get("NOTIFY_SOCKET", "")
    if not listener:
        return
    seconds = int(os.environ.get("WATCHDOG_USEC", "0")) / 1_000_000 / ROUNDS
    while not _answers(host, port, patience=seconds or None):
        time.sleep(GLANCE_SECONDS)
    _tell(listener, "READY=1")
    while seconds:
        if all(_answers(host, port, patience=seconds) for _ in range(QUESTIONS * processes)):
            _tell(listener, "WATCHDOG=1")
        time.sleep(seconds)


def _answers(host: str, port: int, *, patience: float | None) -> bool:
    """Over a connection of its own, which any of the processes may take."""
    connection = HTTPConnection(host, port, timeout=patience)
    try:
        connection.request("GET", ALIVE)
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _tell(listener: str, word: str) -> None:
    # An address that begins with @ is no file.
    address = f"\0{listener[1:]}" if listener.startswith("@") else listener
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.sendto(word.encode(), address)
