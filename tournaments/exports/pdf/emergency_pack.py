"""Everything needed to carry on by hand when there is no electricity, no network, no laptop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.domain.scoring import TOUR, Game, score_game
from tournaments.domain.seating import table_sizes
from tournaments.domain.values import Refused
from tournaments.exports.asked import Asked
from tournaments.exports.pdf import check_in_list, score_sheets, seat_lists, standings, table_cards
from tournaments.exports.pdf.columns import Column, Heading, Row, Title, empty_rows, table_pages
from tournaments.exports.pdf.page import MARGIN, WIDTH, Page, Pen, version, write_pages
from tournaments.models.entry import EntryState
from tournaments.models.event import Event
from tournaments.wording import counting_words, hour_words, order_words, round_words

NEAR = 3
"""Table sizes are printed for so many players more and fewer than now."""

MOST_SUMS = 3
"""For how many criteria the form of the standings has a column."""

# Games of every pattern there is: points by seat, and whether the first player has won.
WON = ((10, 8, 5, 4), (10, 8, 8, 4), (10, 8, 5, 5), (10, 7, 7, 7), (10, 10, 8, 4))
TIMED = ((9, 7, 6, 4), (8, 8, 6, 5), (8, 8, 6, 6), (8, 8, 8, 5), (8, 8, 8, 8), (9, 7, 7, 4))
THREES = ((10, 7, 5), (10, 7, 7))


def emergency_pack(asked: Asked) -> bytes:
    return write_pages(asked, _("Emergency pack"), pages(asked))


def pages(asked: Asked) -> list[Page]:
    """What to do first, then what to do it with."""
    found = [
        Page(lambda pen: _instructions(pen, asked), version(asked)),
        Page(lambda pen: _tables(pen, asked), version(asked)),
        *check_in_list.pages(asked),
    ]
    if (current := asked.event.current) and current.is_published:
        # Who sits where now is what is lost first when the power fails.
        now = replace(asked, number=current.number)
        found += [*seat_lists.pages_by_name(now), *seat_lists.pages_by_table(now)]
    if asked.event.rounds_played:
        found += standings.pages(asked)
        found += _meetings(asked)
    found += _standings_form(asked)
    found += score_sheets.blank_pages(asked, _even(table_cards.tables(asked)))
    return found


def _even(number: int) -> int:
    """A page holds two sheets."""
    return number + number % 2


def _instructions(pen: Pen, asked: Asked) -> None:
    pen.text(MARGIN, 24, _("To carry on by hand"), 26, bold=True)
    pen.cell((MARGIN, 27, WIDTH - 2 * MARGIN, 6), asked.tournament.name, 12)
    y = 38.0
    for number, (heading, words) in enumerate(_steps(asked), start=1):
        pen.text(MARGIN, y + 5, f"{number}.", 13, bold=True)
        y = pen.paragraph(MARGIN + 9, y, WIDTH - 2 * MARGIN - 9, heading, 13, bold=True)
        y = pen.paragraph(MARGIN + 9, y, WIDTH - 2 * MARGIN - 9, words, 11) + 4


def _steps(asked: Asked) -> Iterator[tuple[str, str]]:
    yield (
        _("Stay calm, nothing is lost"),
        _(
            "Every result that was entered is saved. Note the time on this page and go on with "
            "pen and paper; whatever you write down is entered later, table by table."
        ),
    )
    yield (
        _("Who plays"),
        _(
            "Tick everybody in the hall on the check-in list. Whoever is not on it gets the next "
            "number. "
            "Count those who will sit down."
        ),
    )
    if cuts := [stage for stage in asked.event.stages if stage.cut is not None]:
        yield (
            ", ".join(round_words(stage.first, stage) for stage in cuts),
            _(
                "Only the best of the standings play on, so many of them: %(cuts)s. Who got "
                "further comes first in the end; among those who got equally far only these games "
                "count."
            )
            % {"cuts": ", ".join(str(stage.cut) for stage in cuts)},
        )
    yield (
        _("How many tables"),
        _(
            "Look up the number of players on the next page: tables of four, and as few tables "
            "of three as possible. With 5 players nobody can be seated; find a sixth."
        ),
    )
    yield (
        _("Who sits where"),
        _(
            "Write the numbers of the badges on slips. In round 1 draw them all from a bag, four "
            "to a table; the last tables are those of three. From round 2 on the last players of "
            "the standings sit at the tables of three. Whoever draws somebody they have met "
            "before (see the list of meetings) changes with a player of the next table."
        ),
    )
    bell = (
        _(
            "After the bell the player on turn finishes, then everybody has two more turns; the "
            "player who was on turn at the bell is the last."
        )
        if asked.tournament.two_extra_rounds
        else _("After the bell the player on turn finishes, and the game is over.")
    )
    yield (
        _("The game"),
        _(
            "Give each table a score sheet and call out the start and the limit. %(bell)s "
            "All players sign the sheet."
        )
        % {"bell": bell},
    )
    yield from _steps_of_counting(asked)
    yield (
        _("Disputes"),
        _(
            "The chief referee decides, and writes down the table, the players, what happened "
            "and the decision on the back of the score sheet."
        ),
    )
    yield (
        _("When everything works again"),
        _(
            "Enter the players, swap the draw by hand to how they sat, enter the results from the "
            "sheets, and compare the standings with yours. Keep the paper."
        ),
    )


def _steps_of_counting(asked: Asked) -> Iterator[tuple[str, str]]:
    if not asked.tournament.has_words_of_the_tour:
        return _steps_of_a_format(asked)
    return _steps_by_score() if asked.tournament.game.by_score else _steps_of_the_tour()


def _steps_of_a_format(asked: Asked) -> Iterator[tuple[str, str]]:
    event = asked.tournament
    counting = counting_words(event.scoring, event.target, by_score=event.game.by_score)
    yield _("Points"), " ".join(map(str, counting))
    yield (
        _("Standings"),
        _("Add up on the form of the standings. Order: %(order)s.")
        % {"order": order_words(asked.event.criteria)},
    )


def _steps_by_score() -> Iterator[tuple[str, str]]:
    yield (
        _("Points"),
        _("Whoever has the most points at a table is first there; level players share the place."),
    )
    yield (
        _("Standings"),
        _(
            "Add the points of all games up on the form of the standings. Order: game points, "
            "first places, second places, third places, lot."
        ),
    )


def _steps_of_the_tour() -> Iterator[tuple[str, str]]:
    yield (
        _("Points"),
        _(
            "The points table on the next page gives what each place brings. The winner of a game "
            "is alone in first place; other players with the same points share the better place. "
            "More than 10 points count as 10."
        ),
    )
    yield (
        _("Standings"),
        _(
            "Add up on the form of the standings. Order: first places, points, game points, "
            "success (own points divided by the points of the whole table, averaged over the "
            "games), second places, third places, lot."
        ),
    )


def _tables(pen: Pen, asked: Asked) -> None:
    pen.text(MARGIN, 24, _("Tables to look things up in"), 26, bold=True)
    told = asked.tournament.game.by_score or not asked.tournament.has_words_of_the_tour
    y = 26.0 if told else _points(pen, 34)
    y = _sizes(pen, asked, y + 8)
    _timetable(pen, asked, y + 8)


def _points(pen: Pen, top: float) -> float:
    """What the places bring, also when points are level; worked out, not copied."""
    worth = " – ".join(str(points) for points in TOUR.values(4))
    pen.text(MARGIN, top + 5, _("Points by place: %(points)s") % {"points": worth}, 14, bold=True)
    patterns = [
        *((points, True) for points in (*WON, *THREES)),
        *((points, False) for points in TIMED),
    ]
    rows = -(-len(patterns) // 2)
    width = (WIDTH - 2 * MARGIN - 8) / 2
    for index, (points, won) in enumerate(patterns):
        column, row = divmod(index, rows)
        x, y = MARGIN + column * (width + 8), top + 9 + row * 7
        scored = score_game(Game(dict(enumerate(points)), winner=0 if won else None))
        pen.cell((x, y, 30, 7), " – ".join(map(str, points)), 12)
        pen.cell((x + 31, y, 26, 7), _("won") if won else _("time ran out"), 9)
        got = " – ".join(str(score.points) for score in scored.values())
        pen.cell((x + 57, y, width - 57, 7), got, 12, bold=True, align="right")
        pen.lines([(x, y + 7, x + width, y + 7)], thick=0.3, grey=0.6)
    return top + 9 + rows * 7


def _sizes(pen: Pen, asked: Asked, top: float) -> float:
    active = _next_players(asked.event)
    present = active or asked.event.head_count["expected"] or asked.tournament.capacity
    heading = _("Tables by number of players")
    pen.text(MARGIN, top + 5, heading, 14, bold=True)
    y = top + 9
    columns = ((0, 40), (40, 45), (85, 45), (130, 50))
    words = (_("players"), _("tables of four"), _("tables of three"), _("tables"))
    for (x, width), label in zip(columns, words, strict=True):
        pen.cell((MARGIN + x, y, width, 6), label, 9, align="centre")
    y += 6
    for players in range(max(3, present - NEAR), present + NEAR + 1):
        try:
            sizes = table_sizes(players, asked.tournament.table_sizes_wanted)
        except Refused:
            figures = [str(players), "–", "–", _("cannot be seated")]
        else:
            counts = (sizes.count(4), sizes.count(3), len(sizes))
            figures = [str(players), *map(str, counts)]
        if players == present:
            pen.box((MARGIN, y, WIDTH - 2 * MARGIN, 7), thick=0, filled=0.9)
        for (x, width), figure in zip(columns, figures, strict=True):
            pen.cell((MARGIN + x, y, width, 7), figure, 12, bold=players == present, align="centre")
        pen.lines([(MARGIN, y + 7, WIDTH - MARGIN, y + 7)], thick=0.3, grey=0.6)
        y += 7
    return y


def _next_players(event: Event) -> int:
    """How many sit down in the round that is played now or next."""
    in_play = len(event.in_play)
    cut = event.current.stage.cut if event.current else None
    return in_play if cut is None else min(cut, in_play)


def _timetable(pen: Pen, asked: Asked, top: float) -> None:
    pen.text(MARGIN, top + 5, _("Timetable"), 14, bold=True)
    y = top + 9
    columns = ((0, 40), (40, 45), (85, 45), (130, 50))
    words = (_("round"), _("start"), _("bell"), _("all games end at the latest"))
    for (x, width), label in zip(columns, words, strict=True):
        pen.cell((MARGIN + x, y, width, 6), label, 9, align="centre")
    y += 6
    for times in (played.times for played in asked.event.rounds if played.times):
        moments = (times.start, times.bell, times.latest_end)
        hours = [hour_words(m, asked.tournament.date) if m else "–" for m in moments]
        for (x, width), words_ in zip(columns, [str(times.number), *hours], strict=True):
            pen.cell((MARGIN + x, y, width, 7), words_, 12, align="centre")
        pen.lines([(MARGIN, y + 7, WIDTH - MARGIN, y + 7)], thick=0.3, grey=0.6)
        y += 7


def _meetings(asked: Asked) -> list[Page]:
    """Whom each active player has met, by the numbers on the badges. Nobody has met by a draw that
    nobody has seen."""
    event = asked.event
    rounds = [played for played in event.rounds if played.is_published]
    columns = [
        Column(_("No."), 12, "right", 10, bold=True),
        Column(_("Name"), 50, size=10, lines=2),
        *(
            Column(
                _("Round %(number)s") % {"number": played.number}, 120 / len(rounds), "centre", 10
            )
            for played in rounds
        ),
    ]
    rows: list[Row] = []
    for entry in event.in_play:
        met = []
        for played in rounds:
            table = played.table_of(entry)
            others = [e.number for e in table.entries if e.pk != entry.pk] if table else []
            met.append(", ".join(map(str, others)))
        rows.append([str(entry.number), entry.full_name, *met])
    title = Title(_("Who has met whom"), asked.tournament.name)
    return table_pages(title, columns, rows, version(asked), step=6.2)


def _standings_form(asked: Asked) -> list[Page]:
    """A form to add up on by hand: a line a player, who left too if they count, a box a round."""
    rounds = [played.number for played in asked.event.rounds]
    by_score = asked.tournament.game.by_score
    of_round = _("R%(number)s: points") if by_score else _("R%(number)s: place, points")
    sums = [
        Column(_("first places"), 13, "centre"),
        *(() if by_score else (Column(_("points"), 14, "centre"),)),
        Column(_("game points"), 18, "centre"),
    ]
    if not asked.tournament.has_words_of_the_tour:
        sums = [Column(_(one.heading), 15, "centre") for one in asked.event.criteria[:MOST_SUMS]]
    columns = [
        Column(_("No."), 11, "right", 10),
        Column(_("Name"), 52, size=10, lines=2),
        *(Column(of_round % {"number": number}, 74 / len(rounds), "centre") for number in rounds),
        *sums,
    ]
    coming = {EntryState.CHECKED_IN, EntryState.CONFIRMED, EntryState.UNCONFIRMED}
    players = [
        entry
        for entry in asked.event.entries.values()
        if entry.state in coming or entry.pk in asked.event.counted
    ]
    empty = [""] * (len(columns) - 2)
    rows: list[Row] = [[str(e.number), e.full_name, *empty] for e in players]
    rows.append(Heading(_("Further players")))
    rows += [["", "", *empty] for _line in range(empty_rows(len(rows), least=6, step=8))]
    title = Title(_("Form of the standings"), asked.tournament.name)
    return table_pages(title, columns, rows, version(asked), step=8, ruled=True)
