"""The large screen in the hall: by the state of the day, and by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournaments.domain.bell import Word
from tournaments.domain.names import sort_key
from tournaments.models import LargeScreen, Tournament
from tournaments.models.event import COMING, Event, PlayedRound, read_event
from tournaments.models.screen import Shows
from tournaments.models.tournament import State
from tournaments.permissions import may
from tournaments.services import clock
from tournaments.services.door_codes import changes_at, code_at
from tournaments.views.access import act
from tournaments.views.bell import next_start, said_by_the_clock, word_now
from tournaments.views.live import is_poll, unchanged
from tournaments.views.public.calendar import with_places
from tournaments.views.public.frame import draw_line, last_published, told_apart, version_line
from tournaments.views.public.round import published_board
from tournaments.views.public.standings import columns, lines
from tournaments.views.public.tournament import timetable
from tournaments.views.site_address import site_address
from tournaments.views.table_games import KeptGame, games_being_played

T = TypeVar("T")

NAMES_ON_A_PAGE = 52
"""Four columns that can be read from eight metres, with room for names that take two lines."""

NAMES_OF_A_CROWD = 85
"""Five columns of smaller letters, where so many would take more than `PAGES_OF_NAMES`."""

PAGES_OF_NAMES = 4

SECONDS_OF_ALL_NAMES = 30
"""Everybody has read their table by then, also in a hall of 400."""

LARGER_LETTERS = {20: "few", 33: "some"}
"""Up to so many names fit in two or three columns of larger letters: a class of screen.css."""

LINES_ON_A_PAGE = 24
"""Two halves of the standings beside each other, with the lines of the awards."""

SECONDS_A_PAGE = 12

SECONDS_OF_A_GAME = 5


@dataclass(frozen=True, slots=True)
class Slide:
    """What the screen shows for some seconds: a partial and what it needs. `version` is that of
    what changes without an act of the tournament. 0 seconds are the usual ones."""

    template: str
    context: dict[str, Any] = field(default_factory=dict)
    seconds: int = 0
    version: str = ""


@act
def screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The screen that follows the day by itself."""
    return _screen(request, tournament)


@act
def steered_screen(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One of those that the desk steers; of one that is given up, the screen of the day."""
    return _screen(request, tournament, tournament.screens.filter(number=number).first())


def _screen(
    request: HttpRequest, tournament: Tournament, steered: LargeScreen | None = None
) -> HttpResponse:
    """The slide whose turn it is; the page asks for the next one by itself."""
    event = read_event(tournament)
    site = site_address(request)
    door = _door(request, event, site)
    slides = list(_chosen(event, site, steered, door)) if steered else []
    slides = slides or list(_slides(event, site, door))
    moment = f"{_moment(event)}-{steered.shows}" if steered else _moment(event)
    turn = _turn(request, moment) % len(slides)
    version = f"{tournament.public_version}.{moment}.{turn}{slides[turn].version}"
    context = {
        "tournament": tournament,
        "slide": slides[turn],
        "number": turn + 1,
        "count": len(slides),
        "turn": turn,
        "next_turn": (turn + 1) % len(slides),
        "version": version,
        "seconds": slides[turn].seconds or SECONDS_A_PAGE,
        "version_line": version_line(event),
        "published": last_published(event),
    } | slides[turn].context
    if is_poll(request):
        return unchanged(request, version) or render(
            request, "tournaments/screen/_screen_poll.html", context
        )
    return render(request, "tournaments/screen/screen.html", context)


def _moment(event: Event) -> str:
    """The part of the day; with each new one the screen begins at its first slide."""
    played = last_published(event)
    words: list[object] = [event.tournament.state]
    if played:
        words += [played.number, played.draw.attempt, played.state]
    return "-".join(map(str, words))


def _turn(request: HttpRequest, moment: str) -> int:
    _public_version, *shown = request.GET.get("v", "").split(".")
    if shown and shown[0] != moment:
        return 0
    turn = request.GET.get("turn", "")
    return int(turn) if turn.isascii() and turn.isdigit() and len(turn) < 10 else 0


def _slides(event: Event, site: str, door: Slide | None) -> Iterator[Slide]:
    """What is shown by turns: welcome; draw by name and the board; clock; standings."""
    played = last_published(event)
    if event.tournament.is_played_out:
        yield from _standings(event, final=True)
    elif event.tournament.state != State.RUNNING or played is None:
        yield from _welcomes(event, site, door)
    elif played.state == "published":
        yield from _names(event, played)
        if board := published_board(played):
            yield Slide("tournaments/screen/_screen_board.html", {"played": played, "board": board})
    elif played.state == "playing":
        games = games_being_played(played)
        # A final has one table, and its game is what everybody wants to see.
        if not games or len(played.tables) > 1:
            yield _clock(event, played)
        for game in games:
            yield _game(played, game)
    else:
        yield from _standings(event, final=False)


def _chosen(event: Event, site: str, steered: LargeScreen, door: Slide | None) -> Iterator[Slide]:
    """What the desk chose for a screen, as far as it is there already."""
    played = last_published(event)
    if steered.shows == Shows.MESSAGE:
        yield Slide("tournaments/screen/_screen_message.html", {"text": steered.text})
    elif steered.shows == Shows.WELCOME:
        yield from _welcomes(event, site, door)
    elif steered.shows == Shows.NAMES and played:
        yield from _names(event, played)
    elif steered.shows == Shows.CLOCK and played and played.state == "playing":
        yield _clock(event, played)
    elif steered.shows == Shows.STANDINGS and event.rounds_played:
        yield from _standings(event, final=event.tournament.is_played_out)


def _welcomes(event: Event, site: str, door: Slide | None) -> Iterator[Slide]:
    yield _welcome(event, site)
    if door is not None:
        yield door


def _door(request: HttpRequest, event: Event, site: str) -> Slide | None:
    """The number by which players check themselves in, while they may. Whoever reads it is in the
    hall, so it stands on no screen that anybody may open."""
    tournament, now = event.tournament, clock.now()
    is_offered = tournament.self_check_in and tournament.state == State.CHECK_IN
    if not is_offered or not may(request.roles, "check_in"):
        return None
    number = code_at(tournament, now)
    address = site.rstrip("/") + reverse("code_at_the_door", args=[tournament.slug, number])
    return Slide(
        "tournaments/screen/_screen_door.html",
        {
            "code": qr_code(address),
            "address": address.split("://", 1)[-1],
            "number_at_door": f"{number[:3]} {number[3:]}",
            "changes_at": changes_at(now),
        },
        version=f".{number}",
    )


def _welcome(event: Event, site: str) -> Slide:
    tournament = event.tournament
    page = reverse(
        "register" if tournament.takes_sign_ups else "tournament", args=[tournament.slug]
    )
    address = site.rstrip("/") + page
    states = [entry.state for entry in event.entries.values()]
    return Slide(
        "tournaments/screen/_screen_welcome.html",
        {
            "code": qr_code(address),
            "address": address.split("://", 1)[-1],
            "places": with_places([tournament])[0],
            "coming": sum(state in COMING for state in states),
            "times": timetable(event),
            "commitment": event.commitment,
        },
    )


def qr_code(text: str) -> SafeString:
    """A QR code as an inline SVG without a style of its own."""
    code = segno.make(text, error="m", micro=False)
    svg = code.svg_inline(border=2, omitsize=True, svgclass="code", lineclass=None)
    return mark_safe(svg)  # noqa: S308 - segno draws it, the text is only in the dots


def _names(event: Event, played: PlayedRound) -> Iterator[Slide]:
    """Everybody by surname, as far as it is shown, with the number of their table."""
    seats = [(seat.entry, table.number) for table in played.tables for seat in table.seats]
    seats.sort(key=lambda seat: (sort_key(seat[0].public_name), seat[0].number))
    size, seconds = pace_of_names(len(seats))
    for page in _pages(seats, size):
        yield Slide(
            "tournaments/screen/_screen_names.html",
            {
                "played": played,
                "draw_line": draw_line(played),
                "letters": next((c for n, c in LARGER_LETTERS.items() if len(seats) <= n), ""),
                "names": [(told_apart(event, entry), number) for entry, number in page],
            },
            seconds,
        )


def pace_of_names(count: int) -> tuple[int, int]:
    """How many names stand on a page at most, and for how many seconds it is shown."""
    crowd = count > PAGES_OF_NAMES * NAMES_ON_A_PAGE
    size = NAMES_OF_A_CROWD if crowd else NAMES_ON_A_PAGE
    pages = max(-(-count // size), 1)
    return size, max(min(SECONDS_A_PAGE, SECONDS_OF_ALL_NAMES // pages), 1)


def _clock(event: Event, played: PlayedRound) -> Slide:
    times = next(row for row in timetable(event) if row.played is played)
    said = said_by_the_clock(event.tournament, played)
    return Slide(
        "tournaments/screen/_screen_clock.html",
        {
            "played": played,
            "times": times,
            "missing": played.missing,
            "next_start": next_start(event),
            "said": said,
            "over": word_now(said) is Word.OVER,
        },
    )


def _game(played: PlayedRound, game: KeptGame) -> Slide:
    """The newest moment of a game that is being written down."""
    picture = game.moment(None, "tournaments/screen/_screen_moment.html")
    return Slide(
        "tournaments/screen/_screen_game.html",
        {"played": played, "table_number": game.seated.number, "picture": picture},
        SECONDS_OF_A_GAME,
        f".{game.kept.revision}",
    )


def _standings(event: Event, *, final: bool) -> Iterator[Slide]:
    number = event.rounds_played
    for page in _pages(list(lines(event, number, juniors=False)), LINES_ON_A_PAGE):
        half = (len(page) + 1) // 2 if len(page) > LINES_ON_A_PAGE // 2 else len(page)
        yield Slide(
            "tournaments/screen/_screen_standings.html",
            {
                "after": number,
                "final": final,
                "columns": columns(event)[:3],
                "by_score": event.tournament.game.by_score,
                "halves": [part for part in (page[:half], page[half:]) if part],
            },
        )


def _pages(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items in pages of nearly the same length; one empty page of none."""
    count = max(-(-len(items) // size), 1)
    length = -(-len(items) // count) or 1
    for start in range(0, max(len(items), 1), length):
        yield items[start : start + length]
