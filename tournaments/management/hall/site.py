"""The site on trial as a process of its own, and what it takes of this machine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError

HERE = "127.0.0.1"


def free_port() -> int:
    with socket.socket() as free:
        free.bind((HERE, 0))
        return int(free.getsockname()[1])


def environment_of(folder: Path, port: int) -> dict[str, str]:
    """Of a site of its own, whose database and files are in the folder."""
    return {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "catantour.settings",
        "VAR_DIR": str(folder),
        "SITE_URL": f"http://{HERE}:{port}",
        "LOG_LEVEL": "ERROR",
    }


def prepare(environment: dict[str, str]) -> None:
    for words in (["migrate"], ["collectstatic", "--noinput"]):
        command = [sys.executable, "manage.py", *words, "--verbosity=0"]
        subprocess.run(  # noqa: S603 - our own program
            command, cwd=settings.BASE_DIR, env=environment, check=True
        )


@contextmanager
def serving(environment: dict[str, str], port: int) -> Iterator[int]:
    """The site at this port of this machine; yields the number of its process."""
    command = [sys.executable, "-m", "catantour.server", "--port", str(port), "--workers", "1"]
    server = subprocess.Popen(  # noqa: S603 - our own program
        command, cwd=settings.BASE_DIR, env=environment, stdout=subprocess.PIPE
    )
    try:
        # It says where it is when it answers there.
        while b"http" not in server.stdout.readline():
            if server.poll() is not None:
                raise CommandError("The site did not start.", returncode=2)
        yield server.pid
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()


def cpu_seconds(pid: int) -> float:
    """Of a server and its processes."""
    ticks = 0
    for one in _processes(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float:
    """That a server and its processes have in memory."""
    pages = sum(int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in _processes(pid))
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _processes(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(one for child in children for one in _processes(int(child)))]
