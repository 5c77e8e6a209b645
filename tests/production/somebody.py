"""Somebody at a browser without JavaScript, before a site whose parts fall."""

from __future__ import annotations

import http.client
import itertools
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from urllib.parse import urlencode

from django.conf import settings

from tests.production.house import SECONDS_TO_COME_BACK, House
from tests.production.races import CAUTION
from tests.production.servers import FORM, TOKEN

SECONDS_TO_ANSWER = 120
"""Whoever is killed says nothing at once; what a busy machine is slow at is answered."""

UNSAVED = re.compile("nothing of (it|this) (was|is) saved")


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    text: str
    location: str


@dataclass
class Told:
    """What everybody was told, for the end of the day."""

    statuses: list[int] = field(default_factory=list)
    tracebacks: list[str] = field(default_factory=list)
    """What stood in the logs of the servers when an answer was a failure of the program."""
    saved: list[tuple[object, ...]] = field(default_factory=list)
    unsaved: int = 0
    unknown: int = 0


class Somebody:
    """Whoever gets no answer asks the other server, as a proxy does."""

    def __init__(self, house: House, told: Told, session: str = "", seed: int = 0) -> None:
        self.house = house
        self.told = told
        self.session = session
        self.random = Random(seed)
        self.ports = itertools.cycle(house.ports[seed % 2 :] + house.ports[: seed % 2])

    def read(self, address: str) -> str:
        """A page, as soon as there is one."""
        deadline = time.monotonic() + SECONDS_TO_COME_BACK
        while True:
            answer = self._ask("GET", address)
            if answer and answer.status != http.client.SERVICE_UNAVAILABLE:
                return answer.text
            assert time.monotonic() < deadline, answer
            time.sleep(0.2)

    def do(self, address: str, fields: Mapping[str, object], *so: object) -> None:
        """Send a form until it is saved; `so` asks the database whether it is.

        What was called saved has to be there, and what was called unsaved must not be; unless an
        answer to the same failed to come before, since that may have been saved meanwhile.
        """
        sent: dict[str, object] = dict(fields)
        unsure = False
        deadline = time.monotonic() + SECONDS_TO_COME_BACK
        time.sleep(self.random.uniform(0, 0.4))
        while True:
            answer = self._ask("POST", address, sent)
            if answer is None:
                self.told.unknown += 1
                unsure = True
            elif answer.status == http.client.SERVICE_UNAVAILABLE:
                if UNSAVED.search(answer.text):
                    self.told.unsaved += 1
                    assert unsure or not self._is(so), (address, fields)
            elif cautions := CAUTION.findall(answer.text):
                sent["cautions"] = cautions
                continue
            else:
                assert self._is(so), (address, fields, answer)
                self.told.saved.append(so)
                return
            assert time.monotonic() < deadline, (address, answer)
            time.sleep(0.2)

    def _is(self, so: tuple[object, ...]) -> bool:
        return self.house.ask(*so) != []

    def _ask(
        self, method: str, address: str, fields: Mapping[str, object] | None = None
    ) -> Answer | None:
        """What one of the servers says, or nothing."""
        session = f"; {settings.SESSION_COOKIE_NAME}={self.session}" if self.session else ""
        headers = {"Cookie": f"csrftoken={TOKEN}{session}", "Content-Type": FORM}
        body = urlencode({**(fields or {}), "csrfmiddlewaretoken": TOKEN}, doseq=True)
        server = http.client.HTTPConnection(
            "127.0.0.1", next(self.ports), timeout=SECONDS_TO_ANSWER
        )
        try:
            server.request(method, f"/en{address}", body if fields is not None else None, headers)
            answer = server.getresponse()
            text = answer.read().decode(errors="replace")
        except (OSError, http.client.HTTPException):
            return None
        finally:
            server.close()
        self.told.statuses.append(answer.status)
        if answer.status == http.client.INTERNAL_SERVER_ERROR:
            self.told.tracebacks.append(f"{method} {address}\n{self.house.last_tracebacks()}")
        return Answer(answer.status, text, answer.headers.get("Location", ""))
