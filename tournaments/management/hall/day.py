"""A day in a hall: half of the check-in and round 1 while nobody looks on, the other half and the
later rounds with everybody's pages open."""

from __future__ import annotations

import asyncio
import datetime as dt
import itertools
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from django.db import close_old_connections, transaction
from django.urls import reverse
from django.utils import timezone

from games.engine.chance import Chance
from tournaments.domain.agreeing import SILENCE
from tournaments.management import simulation
from tournaments.management.hall import site
from tournaments.management.hall.browser import Browser, Told
from tournaments.management.hall.desk import Desk, Took
from tournaments.management.hall.phones import Game, Heard, OpenPage, Phone, Points, Silent
from tournaments.management.hall.unlucky import Unlucky
from tournaments.models import Club, Result, Seat, Table
from tournaments.models.entry import Role
from tournaments.models.tournament import FromTheTable, Kind
from tournaments.services import announcing, checking_in, clock, proposing

ROOM = 10
"""Places beyond those of the players."""

POINTS = {3: (10, 7, 4), 4: (10, 8, 5, 4)}
"""By how many play, in some order."""

SECONDS_OF_OPENING = 5
"""In which everybody opens their page for the first time."""

SECONDS_OF_GAMES = 10
"""In which the games of a round end."""

SECONDS_WITHOUT_A_WORD = 6
"""After which nobody says anything more."""

SECONDS_OFFLINE = 5
"""Of each phone that has bad luck, at some moment of each round."""

SECONDS_TO_MEND = 20
"""In which everybody has heard again what was missed: nobody waits for less then."""

SECONDS_TO_HEAR = 30
"""A bound for who never hears."""

SECONDS_TO_SETTLE = 2
SECONDS_OF_IDLENESS = 10

WATCHED = ("tournament", "newest_round", "standings", "screen")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for. `rounds` with phones come after the one without; shares are percent: of
    players who are `silent`, of results that are entered `wrong`, of those that are `disputed`."""

    players: int
    watchers: int
    rounds: int
    seed: str
    silent: int
    wrong: int
    disputed: int
    faults: bool = False
    """Whether everybody has bad luck with the network (`Unlucky`)."""

    def browser(self, address: str, told: Told) -> Browser:
        return Unlucky(address, told) if self.faults else Browser(address, told)


@dataclass(frozen=True, slots=True)
class Hall:
    """An event of today whose check-in is open: the personal link of its organiser, and those of
    its players by the key of their entry."""

    slug: str
    organiser: str
    links: Mapping[int, str]
    numbers: Mapping[int, int]


def open_hall(wanted: Wanted) -> Hall:
    """Save a new event, whose rounds begin before now: nobody has to wait for them."""
    with transaction.atomic():
        day = _announced(wanted)
        simulation.sign_up(day, simulation.people(wanted.players, day.chance, day.tournament.date))
        day.now = clock.now()
        day.do(checking_in.open_check_in)
    entries = list(day.tournament.entries.order_by("number"))
    return Hall(
        day.tournament.slug,
        day.tournament.officials.get(role=Role.ORGANISER).token,
        {entry.pk: entry.token for entry in entries},
        {entry.pk: entry.number for entry in entries},
    )


def _announced(wanted: Wanted) -> simulation.Day:
    midnight = timezone.localtime(clock.now()).replace(hour=0, minute=0, second=0, microsecond=0)
    fields = {
        "name": f"Hall {wanted.seed}"[:100],
        "kind": Kind.OTHER,
        "club": Club.objects.get_or_create(name="Hall")[0],
        "town": "Catan",
        "date": midnight.date(),
        "start": midnight.time(),
        "capacity": wanted.players + ROOM,
        "from_the_table": FromTheTable.AGREED,
    }
    announced = midnight - dt.timedelta(days=60)
    day = simulation.announce(fields, Chance(wanted.seed), now=announced)
    first = day.tournament.rounds.earliest("number")
    plan = [
        {
            "starts_at": midnight + dt.timedelta(seconds=number),
            "limit_minutes": first.limit_minutes,
            "draw_mode": first.draw_mode,
            "cut": None,
        }
        for number in range(wanted.rounds + 1)
    ]
    day.do(announcing.edit_tournament, fields, plan)
    return day


@dataclass(slots=True)
class Figures:
    """What a day showed; seconds, unless they are counted."""

    alone: Took = field(default_factory=list)
    """Of each act of the desk while nobody had a page open."""

    opening: Took = field(default_factory=list)
    """Of each act while everybody opened their page, ..."""

    opened: list[float] = field(default_factory=list)
    """... and of each of those pages."""

    watched: Took = field(default_factory=list)
    """Of each act while everybody listened, ..."""

    fetched: list[float] = field(default_factory=list)
    """... and of each page that they fetched meanwhile."""

    heard: list[float] = field(default_factory=list)
    """From the moment a draw is published at the desk until an open page heard of it."""

    unheard: int = 0
    """Pages that did not hear of a draw."""

    tables: int = 0
    """With phones, in all rounds."""

    by_silence: int = 0
    """Tables whose result stood after ten minutes without the word of one player."""

    by_hand: Counter[str] = field(default_factory=Counter)
    """Tables whose result the desk entered, by what was amiss there."""

    otherwise: int = 0
    """Tables whose result is not there, or not as the game ended."""


class Crowd:
    """Everybody who has a page open: the players, and others who watch."""

    def __init__(self, wanted: Wanted, hall: Hall, addresses: Sequence[str], told: Told) -> None:
        # Nothing but the moment at which a page is fetched is left to it.
        random = Random(wanted.seed)
        self.heard = Heard()
        servers = itertools.cycle(addresses)
        silent = _silent(wanted, list(hall.links))
        self.phones = {
            key: Phone(
                wanted.browser(next(servers), told),
                hall.slug,
                self.heard,
                random,
                token=token,
                number=hall.numbers[key],
                silent=key in silent,
            )
            for key, token in hall.links.items()
        }
        pages = itertools.cycle(reverse(name, args=[hall.slug]) for name in WATCHED)
        self.pages: list[OpenPage] = [*self.phones.values()]
        self.pages += [
            OpenPage(
                wanted.browser(next(servers), told),
                hall.slug,
                self.heard,
                random,
                path=next(pages),
            )
            for _ in range(wanted.watchers)
        ]

    async def open(self) -> None:
        """Everybody opens their page within some seconds."""
        step = SECONDS_OF_OPENING / len(self.pages)
        opened = (_after(number * step, page.open) for number, page in enumerate(self.pages))
        await asyncio.gather(*opened)


@asynccontextmanager
async def _listening(pages: Sequence[OpenPage]) -> AsyncIterator[None]:
    follows = [asyncio.create_task(page.follow()) for page in pages]
    try:
        await _until(lambda: all(page.listens for page in pages), SECONDS_TO_HEAR)
        yield
    finally:
        for one in follows:
            one.cancel()
        await asyncio.gather(*follows, return_exceptions=True)


def _silent(wanted: Wanted, players: list[int]) -> frozenset[int]:
    """Keys of those who never say anything."""
    Chance(f"{wanted.seed}: silent").shuffle(players)
    return frozenset(players[: round(len(players) * wanted.silent / 100)])


async def play(wanted: Wanted, hall: Hall, addresses: Sequence[str], told: Told) -> Figures:
    """The day from the check-in to the close of the last round."""
    figures = Figures()
    crowd = Crowd(wanted, hall, addresses, told)
    desk = Desk(wanted.browser(addresses[0], told), hall.slug, hall.organiser)
    await desk.sign_in()
    players, half, quarter = list(hall.links), len(hall.links) // 2, len(hall.links) // 4
    await desk.check_in(players[:half])
    figures.alone = desk.taken()
    door = asyncio.create_task(desk.check_in(players[half:-quarter]))
    await crowd.open()
    figures.opening, figures.opened = desk.taken(), crowd.heard.taken()
    await door
    desk.taken()
    async with _listening(crowd.pages):
        await desk.check_in(players[-quarter:])
    figures.watched = desk.taken()
    await _play_alone(wanted, crowd, desk, figures)
    async with _listening(crowd.pages):
        for number in range(2, wanted.rounds + 2):
            await _play_watched(wanted, crowd, desk, number, figures)
    figures.fetched = crowd.heard.taken()
    return figures


async def sit_idle(
    slug: str, addresses: Sequence[str], count: int, told: Told, *, pid: int | None
) -> dict[str, Any]:
    """What so many pages take of a server (its process, if known) that listen while nothing is
    new: a share of a core, and megabytes."""
    servers = itertools.cycle(addresses)
    random, heard = Random(), Heard()
    before = site.megabytes(pid) if pid else 0
    pages = [
        Silent(Browser(next(servers), told), slug, heard, random, path="") for _ in range(count)
    ]
    async with _listening(pages):
        if not pid:
            return {}
        await asyncio.sleep(SECONDS_TO_SETTLE)
        began = site.cpu_seconds(pid)
        await asyncio.sleep(SECONDS_OF_IDLENESS)
        share = (site.cpu_seconds(pid) - began) / SECONDS_OF_IDLENESS
        return {
            "idle_share_of_a_core": round(share, 4),
            "idle_megabytes": round(site.megabytes(pid) - before),
        }


async def _play_alone(wanted: Wanted, crowd: Crowd, desk: Desk, figures: Figures) -> None:
    await desk.draw(1)
    games = await _sit_down(wanted, crowd, desk.slug, 1)
    await desk.publish(1)
    await desk.start(1)
    for table, game in games.items():
        await desk.enter(1, table, game.points)
    await desk.close(1)
    figures.alone += desk.taken()


async def _play_watched(
    wanted: Wanted, crowd: Crowd, desk: Desk, number: int, figures: Figures
) -> None:
    await desk.draw(number)
    games = await _sit_down(wanted, crowd, desk.slug, number)
    crowd.heard.of_draw.clear()
    published = time.monotonic()
    await desk.publish(number)
    await _until(lambda: len(crowd.heard.of_draw) == len(crowd.pages), SECONDS_TO_HEAR)
    figures.heard += [at - published for at in crowd.heard.of_draw]
    figures.unheard += len(crowd.pages) - len(crowd.heard.of_draw)
    await desk.start(number)
    await _talk(wanted, crowd, games)
    figures.tables += len(games)
    figures.by_silence += await asyncio.to_thread(_let_ten_minutes_pass)
    for table in await asyncio.to_thread(_without_result, desk.slug, number):
        figures.by_hand[games[table].amiss] += 1
        await desk.enter(number, table, games[table].points)
    await desk.close(number)
    figures.watched += desk.taken()
    ended = {table: game.points for table, game in games.items()}
    saved = await asyncio.to_thread(_saved, desk.slug, number)
    figures.otherwise += sum(saved.get(table) != points for table, points in ended.items())


async def _sit_down(wanted: Wanted, crowd: Crowd, slug: str, number: int) -> dict[int, Game]:
    """The games of a round, by table, and who plays them."""
    seats = await asyncio.to_thread(_seats, slug, number)
    chance = Chance(f"{wanted.seed}: round {number}")
    games = {}
    for table, keys in seats.items():
        players = [crowd.phones[key] for key in keys]
        games[table] = _game(wanted, number, players, chance)
        for phone in players:
            phone.sit_down(table, games[table])
    return games


def _game(wanted: Wanted, number: int, players: Sequence[Phone], chance: Chance) -> Game:
    points = list(POINTS[len(players)])
    chance.shuffle(points)
    typed = tuple(points)
    if chance.below(100) < wanted.wrong:
        # Two lines were mixed up.
        typed = (points[1], points[0], *points[2:])
    first, *others = [phone for phone in players if not phone.silent] or [None]
    doubts = bool(others) and chance.below(100) < wanted.disputed
    doubter = chance.choice(others).number if doubts else 0
    silent = sum(phone.silent for phone in players)
    return Game(number, tuple(points), typed, first, doubter, silent)


async def _talk(wanted: Wanted, crowd: Crowd, games: Mapping[int, Game]) -> None:
    """Each table enters its result as its game ends, and says what it has to say of it."""
    step = SECONDS_OF_GAMES / len(games)
    speaking = [game for game in games.values() if game.first]
    entered = (
        _after(number * step, game.first.enter, game.typed) for number, game in enumerate(speaking)
    )
    random = Random(wanted.seed)
    offline = (
        _after(random.random() * SECONDS_OF_GAMES, page.browser.be_offline, SECONDS_OFFLINE)
        for page in crowd.pages
        if wanted.faults
    )
    await asyncio.gather(*entered, *offline)
    heard = crowd.heard
    heard.last_word = time.monotonic()
    quiet = SECONDS_TO_MEND if wanted.faults else SECONDS_WITHOUT_A_WORD
    while time.monotonic() - heard.last_word < quiet:
        await asyncio.sleep(0.1)


async def _after(seconds: float, act: Callable[..., Any], *args: object) -> None:
    await asyncio.sleep(seconds)
    await act(*args)


async def _until(so: Callable[[], bool], seconds: float) -> None:
    """Wait until it is so, or in vain."""
    end = time.monotonic() + seconds
    while not so() and time.monotonic() < end:
        await asyncio.sleep(0.02)


def _seats(slug: str, number: int) -> dict[int, list[int]]:
    """Keys of entries by table, in the order of their seats."""
    seats = Seat.objects.filter(
        draw__round__tournament__slug=slug,
        draw__round__number=number,
        draw__withdrawn_at__isnull=True,
    )
    found: dict[int, list[int]] = {}
    for table, key in seats.order_by("table__number", "position").values_list(
        "table__number", "entry"
    ):
        found.setdefault(table, []).append(key)
    close_old_connections()
    return found


def _without_result(slug: str, number: int) -> list[int]:
    tables = Table.objects.filter(
        draw__round__tournament__slug=slug,
        draw__round__number=number,
        draw__withdrawn_at__isnull=True,
        results=None,
    )
    return list(tables.order_by("number").values_list("number", flat=True))


def _saved(slug: str, number: int) -> dict[int, Points]:
    """Game points by table, in the order of its seats."""
    results = Result.objects.filter(
        table__draw__round__tournament__slug=slug, table__draw__round__number=number
    )
    found = {}
    for result in results.order_by("number").select_related("table"):
        scores = result.scores.order_by("seat__position")
        found[result.table.number] = tuple(scores.values_list("game_points", flat=True))
    return found


def _let_ten_minutes_pass() -> int:
    """What the site does by itself ten minutes later; how many results stand by it."""
    return proposing.agree_results(clock.now() + SILENCE)
