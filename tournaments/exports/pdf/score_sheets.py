"""Score sheets, two on a page to be cut apart. They stay at the desk, so names are whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.domain.formats.values import PlayOrder
from tournaments.domain.games import Part, TableGame
from tournaments.domain.scoring import COUNT_NAMES, Count
from tournaments.exports.asked import Asked
from tournaments.exports.pdf.page import (
    GREY,
    HEIGHT,
    MARGIN,
    MM,
    WIDTH,
    Page,
    Pen,
    draw_version,
    fit,
    version,
    write_pages,
)
from tournaments.models import Table
from tournaments.models.event import PlayedRound, SeatedTable
from tournaments.models.tournament import FromTheTable
from tournaments.services.table_codes import code_of
from tournaments.wording import game_words, hour_words, stage_words

HALF = HEIGHT / 2
QR = 30.0
ACROSS, UPRIGHT = (19.0, 10.5), (26.0, 9.5)
"""Millimetres for the heads of the columns, which are read at arm's length, and for a row: where
the columns are too narrow for that, the words go up."""
HEAD_LETTERS, LEAST_LETTERS = 10, 8
NAMES, NARROW = 62.0, 40.0
"""Millimetres for the names; a game of many parts needs the place for its columns."""
SIGNED = 7.0
"""Millimetres for a name below its signature, in two lines if it is long."""
LEFT, RIGHT = MARGIN, WIDTH - MARGIN


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stands on one sheet; a sheet to be filled in by hand has no table and empty names."""

    table: str
    players: tuple[tuple[str, str], ...]
    facts: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """Everything that is the same on each sheet, looked up once. Of a game that goes by score
    nobody is asked who won."""

    title: str
    table: str
    by_score: bool
    columns: tuple[tuple[str, str], ...]
    scan: str
    winner: str
    time: str
    at_the_bell: str
    signature: str
    level: str
    hint: str
    cut: str


def score_sheets(asked: Asked) -> bytes:
    return write_pages(asked, _("Score sheets"), pages(asked))


def pages(asked: Asked) -> list[Page]:
    """The sheets of a drawn round, in table order."""
    played = asked.drawn_round()
    version_ = draw_version(asked)
    start = played.start_told(asked.now)
    facts = [version_]
    if played.stage.name:
        facts.insert(0, stage_words(played.stage))
    if played.is_of_another_game:
        facts.insert(0, game_words(played.game))
    if start:
        facts.append(_("start %(time)s") % {"time": hour_words(start, asked.tournament.date)})
    if played.round.limit_minutes:
        facts.append(_("limit %(minutes)s min") % {"minutes": played.round.limit_minutes})
    if played.round.board_seed:
        facts.append(_("board %(seed)s") % {"seed": played.round.board_seed[:16]})
    sheets = [
        Sheet(
            table=str(table.number),
            players=tuple((str(e.number), e.full_name) for e in table.entries),
            facts=" · ".join([*facts, *_play_order(asked, played, table)]),
            address=address_of(asked, played.number, table.table),
        )
        for table in played.tables
    ]
    return sheet_pages(asked, sheets, version_, played.game)


def _play_order(asked: Asked, played: PlayedRound, table: SeatedTable) -> Iterator[str]:
    """Who plays first, where the format says it (FM-14)."""
    way = asked.event.play_order_of(played)
    if way == PlayOrder.BALANCED:
        yield _("in play order")
    elif way == PlayOrder.RANK:
        order = asked.event.in_play_order(played, table)
        numbers = ", ".join(str(entry.number) for entry in order)
        yield _("choose when to play: %(numbers)s") % {"numbers": numbers}


def address_of(asked: Asked, number: int, table: Table) -> str:
    """Where the result of a table is entered: by its players, if the event lets them, else at the
    desk; an official who scans it comes to the desk in either case."""
    if asked.tournament.from_the_table == FromTheTable.OFF:
        return asked.address("enter_result", number, table.number)
    return asked.address("table_page", number, table.number, code_of(table))


def blank_pages(asked: Asked, tables: int) -> list[Page]:
    """Sheets to be filled in by hand, for so many tables, of each game that is played."""
    first, *others = asked.tournament.games
    facts = _("Round _____   start _____   board _____")
    found = _blank_pages(asked, tables, first, facts)
    for game in others:
        found += _blank_pages(asked, tables, game, f"{_(game.name)} · {facts}")
    return found


def _blank_pages(asked: Asked, tables: int, game: TableGame, facts: str) -> list[Page]:
    empty = Sheet("", (("", ""),) * 4, facts)
    return sheet_pages(asked, [empty] * tables, version(asked), game)


def sheet_pages(
    asked: Asked, sheets: Sequence[Sheet], version_: str, game: TableGame
) -> list[Page]:
    words = _words(asked, game)

    def page(pair: Sequence[Sheet]) -> Page:
        def draw(pen: Pen) -> None:
            for place, sheet in enumerate(pair):
                _sheet(pen, words, sheet, place * HALF)
            pen.lines([(0, HALF, WIDTH, HALF)], thick=0.6, grey=GREY, dashed=True)
            pen.text(WIDTH / 2, HALF - 1, words.cut, 6, align="centre", grey=GREY)

        return Page(draw, version_)

    return [page(sheets[start : start + 2]) for start in range(0, len(sheets), 2)]


def _words(asked: Asked, game: TableGame) -> Words:
    return Words(
        title=asked.tournament.name,
        table=_("Table"),
        by_score=game.by_score,
        columns=(
            *((_(part.name), _worth(part)) for part in game.parts),
            (_("total"), ""),
            *(() if game.by_score else ((_("won"), ""),)),
        ),
        scan=_("enter the result"),
        winner=_("Winner"),
        time=_("time ran out, nobody won"),
        at_the_bell=_("On turn at the bell"),
        signature=_("signature"),
        level=_level(asked.tournament.scoring.counts),
        hint=" ".join(_hints(game)),
        cut=_("cut here"),
    )


def _level(counts: Sequence[Count]) -> str:
    """What level players write down, where the format parts them by it (FM-21)."""
    if not counts:
        return ""
    blanks = "   ".join(f"{_(COUNT_NAMES[count])} ____ / ____" for count in counts)
    return _("Level players only: %(counts)s") % {"counts": blanks}


def _hints(game: TableGame) -> Iterator[str]:
    if game.hides_points:
        yield _("Points at the end of the game, hidden victory point cards included.")
    elif any(part.values for part in game.parts):
        yield _("Write how many you have built, and in the total what they are worth.")
    else:
        yield _("Points at the end of the game.")
    yield _("Everybody signs, then one of you brings the sheet to the desk.")


def _worth(part: Part) -> str:
    if part.values:
        return part.worths
    return part.worths if part.is_single else f"× {part.worths}"


def _sheet(pen: Pen, words: Words, sheet: Sheet, top: float) -> None:
    if sheet.address:
        pen.qr(RIGHT - QR + 2, top + 7, QR, sheet.address)
        pen.cell((RIGHT - QR, top + 36, QR + 2, 4), words.scan, 7, align="centre")
    pen.text(LEFT, top + 25, words.table, 15)
    beside = LEFT + pen.words_width(words.table, 15) + 4
    pen.text(beside, top + 25, sheet.table or "_____", 44 if sheet.table else 20, bold=True)
    pen.cell((LEFT, top + 28, 138, 6), words.title, 11, bold=True)
    pen.cell((LEFT, top + 33.5, 138, 5), sheet.facts, 9)
    foot = _grid(pen, words, sheet, top + 42) - 1
    if not words.by_score:
        _end_without_winner(pen, words, foot)
    if words.level:
        pen.cell((LEFT, foot + 9, RIGHT - LEFT, 5), words.level, 9)
    _signatures(pen, words, sheet, foot + 8)
    pen.cell((LEFT, top + 131.5, RIGHT - LEFT, 4), words.hint, 8, grey=GREY)


def _end_without_winner(pen: Pen, words: Words, top: float) -> None:
    pen.box((LEFT, top + 3.2, 4.5, 4.5))
    pen.text(LEFT + 6.5, top + 7, words.time, 9)
    pen.text(LEFT + 82, top + 7, f"{words.at_the_bell}:", 9)
    after = LEFT + 82 + pen.words_width(f"{words.at_the_bell}:", 9) + 2
    pen.lines([(after, top + 7.5, RIGHT, top + 7.5)], thick=0.4)


def _grid(pen: Pen, words: Words, sheet: Sheet, top: float) -> float:
    """A line a player; whether they won is a box to be ticked. Returns where it ends."""
    names = NAMES if len(words.columns) < 8 else NARROW
    start = LEFT + 10 + names
    width = (RIGHT - start) / len(words.columns)
    xs = [LEFT, LEFT + 10, *(start + width * column for column in range(len(words.columns) + 1))]
    heads = [name for name, _worth in words.columns]
    across = min(letters_across(heads, width)) >= LEAST_LETTERS
    head, row_height = ACROSS if across else UPRIGHT
    first = top + head
    bottom = first + row_height * len(sheet.players)
    ys = [top, *(first + row_height * row for row in range(len(sheet.players) + 1))]
    # The total is what is typed in: it stands out.
    pen.box((xs[-2 if words.by_score else -3], top, width, bottom - top), thick=1.4)
    pen.grid(xs, ys)
    for (name, worth), x in zip(words.columns, xs[2:], strict=False):
        if across:
            box = (x + 0.5, top + 0.5, width - 1, head - 5)
            pen.cell(box, name, HEAD_LETTERS, align="centre", lines=3)
        else:
            pen.upright((x + 0.5, top + 1, width - 1, head - 6), name, HEAD_LETTERS, lines=2)
        pen.cell((x + 0.5, first - 4.4, width - 1, 4), worth, 9, align="centre", grey=GREY)
    for row, (number, name) in enumerate(sheet.players):
        y = first + row * row_height
        pen.cell((LEFT, y, 10, row_height), number, 9, align="centre", grey=GREY)
        pen.cell((LEFT + 12, y, names - 3, row_height), name, 13, lines=2)
        if not words.by_score:
            pen.box((xs[-2] + width / 2 - 2.4, y + row_height / 2 - 2.4, 4.8, 4.8))
    return bottom


def letters_across(heads: Sequence[str], width: float) -> list[float]:
    """In which size (points) each head is read in a column of this width (millimetres)."""
    room = ((width - 1) * MM, (ACROSS[0] - 5) * MM)
    return [fit(name, room, HEAD_LETTERS, bold=False, lines=3)[1] for name in heads]


def letters_upright(heads: Sequence[str], width: float) -> list[float]:
    """The same where the heads go up."""
    room = ((UPRIGHT[0] - 6) * MM, (width - 1) * MM)
    return [fit(name, room, HEAD_LETTERS, bold=False, lines=2)[1] for name in heads]


def _signatures(pen: Pen, words: Words, sheet: Sheet, top: float) -> None:
    gap = 4.0
    width = (RIGHT - LEFT + gap) / 4 - gap
    for place, (_number, name) in enumerate(sheet.players):
        x = LEFT + place * (width + gap)
        pen.lines([(x, top + 11, x + width, top + 11)], thick=0.4)
        box = (x, top + 11.5, width, SIGNED)
        pen.cell(box, name or words.signature, LEAST_LETTERS, lines=2, least=LEAST_LETTERS)
