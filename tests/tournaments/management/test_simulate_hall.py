"""A hall full of phones: what its players make of their pages, and what the command refuses.

That a whole hall plays is proved in tests/prove/test_hall.py.
"""

import asyncio
import gzip
import re
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournaments.management.commands.simulate_hall import p95
from tournaments.management.hall.browser import Browser, Told, answered
from tournaments.management.hall.phones import Game, Heard, Phone
from tournaments.services import proposing, rounds
from tournaments.services.entered import EnteredResult, EnteredScore
from tournaments.services.proposing import Player

POINTS, MIXED_UP = (10, 8, 5, 4), (8, 10, 5, 4)


class Typewriter(Browser):
    """Sends nothing, and notes what it was to send."""

    def __init__(self):
        super().__init__("http://127.0.0.1:9", Told())
        self.sent = []

    async def get(self, _path, **_headers):
        return answered(b"HTTP/1.1 200 OK\r\n\r\n")

    async def post(self, path, fields, **_headers):
        self.sent.append((path, fields))


@pytest.fixture
def table(db):
    """The first table of a round that has begun."""
    event = make.ready_to_draw(12, from_the_table="agreed")
    make.publish(event)
    rounds.start_clock(event, 1, make.doer(now=make.at(10)))
    return event.rounds.get(number=1).draws.get().tables.get(number=1)


def propose(table, points, *, position=1):
    entry = table.seats.get(position=position).entry
    scores = {place: EnteredScore(n) for place, n in enumerate(points, start=1)}
    entered = EnteredResult(scores, points.index(10) + 1)
    return proposing.propose_result(
        entry.tournament, table, entered, Player(entry, make.doer(now=make.at(11)))
    )


def said(table, position, *, doubts=False, silent=False):
    """What somebody sends who sees the own page; the game ended as in POINTS."""
    entry = table.seats.get(position=position).entry
    link = (entry.tournament.slug, entry.token)
    page = Client().get(reverse("my_page", args=link)).content.decode()
    browser = Typewriter()
    phone = Phone(
        browser,
        link[0],
        Heard(),
        Random(1),
        token=entry.token,
        number=entry.number,
        silent=silent,
    )
    doubter = entry.number if doubts else 0
    phone.sit_down(1, Game(1, POINTS, POINTS, phone, doubter, 0))
    asyncio.run(phone.read(page))
    return [
        (path == reverse("respond_to_proposal", args=link), fields) for path, fields in browser.sent
    ]


def test_a_player_agrees_with_what_was_so(table):
    proposal = propose(table, POINTS)

    [(responds, fields)] = said(table, 2)

    assert responds
    assert (fields["proposal_id"], fields["agrees"]) == (str(proposal.pk), "yes")


def test_a_player_objects_to_what_was_otherwise(table):
    propose(table, MIXED_UP)

    [(responds, fields)] = said(table, 2)

    assert responds
    assert (fields["agrees"], fields["text"]) == ("no", "It was otherwise.")


def test_a_doubter_objects_to_what_was_so(table):
    propose(table, POINTS)

    [(_, fields)] = said(table, 2, doubts=True)

    assert fields["agrees"] == "no"


def test_whoever_entered_it_wrong_enters_it_again_once_somebody_objects(table):
    proposal = propose(table, MIXED_UP)
    waits = said(table, 1)
    other = table.seats.get(position=2).entry
    proposing.respond_to_proposal(
        other.tournament,
        proposal.pk,
        Player(other, make.doer(now=make.at(11))),
        agrees=False,
        text="The first two are mixed up.",
    )

    [(responds, fields)] = said(table, 1)

    assert waits == []
    assert not responds
    assert tuple(fields[f"points-{place}"] for place in (1, 2, 3, 4)) == POINTS


def test_a_silent_player_says_nothing(table):
    propose(table, POINTS)

    assert said(table, 2, silent=True) == []


def test_an_answer_may_come_in_pieces_and_packed():
    packed = gzip.compress("Kolik hráčů?".encode())
    pieces = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (packed[:5], packed[5:], b""))
    head = (
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"
        b"Set-Cookie: one=1; Path=/\r\nSet-Cookie: two=2; Secure\r\n\r\n"
    )

    answer = answered(head + pieces)

    assert answer.text == "Kolik hráčů?"
    assert answer.cookies == {"one": "1", "two": "2"}


def test_a_question_is_answered_yes():
    asked = [b'<input name="cautions" value="T-065">', b"Saved."]
    sent = []

    async def serve(reader, writer):
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"Content-Length: (\d+)", head)[1])
        sent.append((await reader.readexactly(length)).decode())
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n" + asked[len(sent) - 1])
        writer.close()

    async def ask():
        async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            return await Browser(f"http://127.0.0.1:{port}", Told()).post("/", {"points": 10})

    answer = asyncio.run(ask())

    assert answer.text == "Saved."
    assert [line.partition("&csrf")[0] for line in sent] == ["points=10", "points=10"]
    assert ["cautions=T-065" in line for line in sent] == [False, True]


def test_of_a_hundred_the_95th_counts():
    assert p95([float(n) for n in range(100, 0, -1)]) == 96
    assert p95([]) is None


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--players", "7"], "players: from 8 to 2000"),
        (["--silent", "101"], "silent: from 0 to 100"),
        (["--address", "https://example.org"], "is not http://host:port"),
    ],
)
def test_what_it_cannot_play_is_said(arguments, words):
    with pytest.raises(CommandError, match=words) as refused:
        call_command("simulate_hall", *arguments)

    assert refused.value.returncode == 2
