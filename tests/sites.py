"""The site as a process of its own, for what no test client can show."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys

from django.conf import settings

from tests import prepared


class Site:
    """The embedded site as a process of its own, started as the Makefile starts it."""

    def __init__(self, folder):
        self.database = folder / "catantour.sqlite3"
        self.environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder)}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        prepared.tables_in(self.database)
        prepared.static_files_in(folder / "static")

    def fill(self):
        self._manage("demo")

    def start(self, *, workers=1):
        self.server = subprocess.Popen(
            self._command(workers),
            cwd=settings.BASE_DIR,
            env=self.environment | {"SITE_URL": f"http://{self.address}"},
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        # It says where it is when it answers there.
        while b"http" not in self.server.stdout.readline():
            assert self.server.poll() is None

    def refusal(self):
        """What it says instead of starting."""
        return subprocess.run(
            self._command(),
            cwd=settings.BASE_DIR,
            env=self.environment,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        ).stderr

    def stop(self):
        """Ctrl-C; returns the exit code."""
        self.server.send_signal(signal.SIGINT)
        code = self.server.wait()
        self.server.stdout.close()
        return code

    def kill(self):
        os.killpg(self.server.pid, signal.SIGKILL)
        self.server.wait()
        self.server.stdout.close()

    def ask(self, query, *values):
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    def _command(self, workers=1):
        words = ["-m", "catantour.server", "--port", str(self.port), "--workers", str(workers)]
        return [sys.executable, *words]

    def _manage(self, *command):
        subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=settings.BASE_DIR,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            check=True,
        )
