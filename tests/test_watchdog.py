"""systemd hears that the web server answers, and nothing more once it is frozen."""

import os
import signal
import socket
from contextlib import closing
from pathlib import Path

import pytest

from catantour import watchdog
from tests.sites import Site

GIVES_UP_AFTER = 2
"""Seconds; `WatchdogSec` of the units is longer."""

SECONDS_TO_START = 60


class Systemd:
    """What `Type=notify` listens at."""

    def __init__(self, address):
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(address)

    def close(self):
        self.line.close()

    def hears(self, word, *, within=SECONDS_TO_START):
        self.line.settimeout(within)
        try:
            return self.line.recv(100) == word
        except TimeoutError:
            return False

    def gives_up(self):
        """Whether nothing comes for as long as it waits."""
        return not self.hears(b"WATCHDOG=1", within=GIVES_UP_AFTER)


@pytest.fixture
def systemd(tmp_path):
    with closing(Systemd(str(tmp_path / "notify"))) as listening:
        yield listening


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return Site(tmp_path_factory.mktemp("site"))


@pytest.fixture
def started(systemd, site):
    """Start the site as a unit does; it is stopped in the end."""
    said = site.environment.copy()
    site.environment |= {"NOTIFY_SOCKET": systemd.line.getsockname()}

    def start(*, workers=1, watched=True):
        if watched:
            site.environment |= {"WATCHDOG_USEC": f"{GIVES_UP_AFTER}000000"}
        site.start(workers=workers)
        assert systemd.hears(b"READY=1")
        return site

    yield start
    site.environment = said
    site.kill()


def processes_of(site):
    """The keys of the processes that answer."""
    children = Path(f"/proc/{site.server.pid}/task/{site.server.pid}/children").read_text()
    commands = {int(key): Path(f"/proc/{key}/cmdline").read_bytes() for key in children.split()}
    return [key for key, command in commands.items() if b"spawn_main" in command]


def test_a_server_says_that_it_is_ready_and_goes_on_saying_that_it_lives(started, systemd):
    started()

    assert [systemd.hears(b"WATCHDOG=1") for _ in range(3)] == [True] * 3


def test_nothing_is_heard_of_a_server_that_is_frozen_until_it_goes_on(started, systemd):
    site = started()
    [process] = processes_of(site)

    os.kill(process, signal.SIGSTOP)
    # What was on its way is heard first.
    while not systemd.gives_up():
        pass
    os.kill(process, signal.SIGCONT)

    assert systemd.hears(b"WATCHDOG=1")


def test_one_frozen_process_among_several_is_noticed(started, systemd):
    site = started(workers=2)
    one, _other = processes_of(site)

    os.kill(one, signal.SIGSTOP)

    # Which one is asked is by chance.
    while not systemd.gives_up():
        pass


def test_a_unit_without_a_watchdog_hears_only_that_it_is_ready(started, systemd):
    started(watched=False)

    assert systemd.gives_up()


def test_systemd_may_listen_at_a_name_that_is_no_file():
    name = f"catantour-test-{os.getpid()}"
    with closing(Systemd(f"\0{name}")) as listening:
        watchdog._tell(f"@{name}", "READY=1")

        assert listening.hears(b"READY=1")
