"""The web server as `make run` starts it, beside sockets that never end a request."""

import json
import os
import socket
import subprocess
import sys
import urllib.request
from contextlib import ExitStack
from ipaddress import IPv4Address

import pytest

from catantour import server
from tests.sites import Site

HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-a: "
DRIPPING = b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5000\r\n\r\na"
SOCKETS_OF_A_KIND = 12
SETTINGS = "DJANGO_SETTINGS_MODULE"


def test_a_page_comes_while_sockets_stay_open(tmp_path):
    site = Site(tmp_path)
    site.start()
    try:
        with ExitStack() as still_open:
            for begun in [b"", HALF, DRIPPING] * SOCKETS_OF_A_KIND:
                slow = socket.create_connection(("127.0.0.1", site.port))
                still_open.enter_context(slow)
                slow.sendall(begun)

            page = urllib.request.urlopen(f"http://{site.address}/")

            assert page.status == 200
            assert b"</html>" in page.read()
            # Kept open: on a disk that is full nobody could make them anew, not even to read.
            assert (tmp_path / "catantour.sqlite3-wal").exists()
    finally:
        code = site.stop()
    assert code == 0


def test_a_page_that_listens_does_not_hold_up_who_stops_the_site(tmp_path):
    """The server waits for open answers before it says that it stops, and kills who waits on."""
    site = Site(tmp_path)
    site.fill()
    [(slug,)] = site.ask("SELECT slug FROM tournaments_tournament WHERE state = 'running'")
    site.start()
    with socket.create_connection(("127.0.0.1", site.port)) as page:
        page.sendall(f"GET /live/{slug}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        stream = page.makefile("rb")
        try:
            heard = next(line for line in stream if line.startswith(b"data: "))
        finally:
            code = site.stop()
        ended = stream.read()

    assert json.loads(heard.removeprefix(b"data: "))["tables"]
    # The end of an answer in pieces: it was not cut off.
    assert ended.endswith(b"0\r\n\r\n")
    assert code == 0


def test_a_second_site_at_the_same_port_says_that_it_cannot(tmp_path):
    site = Site(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", site.port))
        taken.listen()

        assert "Address already in use" in site.refusal()


@pytest.mark.parametrize(
    ("host", "reached"),
    [
        ("", "127.0.0.1"),
        (str(IPv4Address(0)), "127.0.0.1"),
        ("::", "::1"),
        ("192.0.2.7", "192.0.2.7"),
        ("catan.example", "catan.example"),
    ],
)
def test_a_server_at_every_address_is_reached_at_this_machines_own(host, reached):
    assert server._reached_at(host) == reached


def test_the_application_finds_its_settings_when_nobody_names_them(tmp_path):
    """The tests name them to each process that they start; a unit or `make run` does not."""
    environment = {name: value for name, value in os.environ.items() if name != SETTINGS}

    loaded = subprocess.run(
        [sys.executable, "-c", "import catantour.asgi"],
        env=environment | {"VAR_DIR": str(tmp_path), "DEBUG": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (loaded.returncode, loaded.stderr) == (0, "")
