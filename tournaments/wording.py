"""Refusals, cautions and figures of the pure rooms, in the reader's language."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from babel import Locale
from django.utils import timezone
from django.utils.formats import date_format, get_format, time_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext as _

from tournaments.domain.criteria import LOT, Criterion, Figure, Order, Shown, Standing
from tournaments.domain.formats.presets import Preset
from tournaments.domain.formats.values import PlayOrder
from tournaments.domain.games import TableGame
from tournaments.domain.heeded import recalled
from tournaments.domain.names import words_key
from tournaments.domain.scoring import COUNT_NAMES, Count, Counts, Level, Scoring, TimeOut
from tournaments.domain.stages import Later, Stage
from tournaments.domain.standings import percent, rounded
from tournaments.domain.values import Caution, Player, Refused, Term

NO_BREAK = "\N{NO-BREAK SPACE}"

LARGE_DAYS = frozenset({"de", "en"})
"""Languages that write the days of the week with a capital letter within a sentence."""

LATERS: Mapping[Later, Promise] = {
    Later.STAGE: gettext_lazy(
        "Whoever plays a later stage comes first, by its games and then by the standings before it."
    ),
    Later.BEFORE: gettext_lazy(
        "Whoever goes on comes first; the others stay in the order of the standings before."
    ),
    Later.TABLE: gettext_lazy("The last tables decide their places, from table 1 on."),
    Later.ALL: gettext_lazy("All games of the day count together."),
}

LEVELS: Mapping[Level, Promise] = {
    Level.DENSE: gettext_lazy(
        "Level players share a place and each has its points; the next place follows at once."
    ),
    Level.SHARED: gettext_lazy(
        "Level players share a place and the points of all places that they fill."
    ),
    Level.CHAIN: gettext_lazy("Of level players whoever plays later is ahead."),
}
SHARED_WITHOUT_POINTS = gettext_lazy("Level players share a place.")
TIMES_OUT: Mapping[TimeOut, Promise] = {
    TimeOut.LEVEL: gettext_lazy("If time runs out, whoever has the most points is first."),
    TimeOut.REVERSE_ORDER: gettext_lazy(
        "If time runs out, whoever has the most points is first; of level players the later one."
    ),
    TimeOut.NO_WIN: gettext_lazy("If time runs out, nobody has a win."),
}


def in_words(ruling: Refused | Caution) -> str:
    """The ruling's template translated, its facts filled in; without its rule id."""
    facts = {name: _fact(value) for name, value in dict(ruling.facts).items()}
    return gettext(ruling.message).format(**facts)


def told(ruling: Refused | Caution) -> str:
    """The same with the rule id behind it, for places that can show plain text only."""
    return f"{in_words(ruling)} ({ruling.rule_id})" if ruling.rule_id else in_words(ruling)


def remembered(line: str | Mapping[str, Any]) -> str:
    """A caution of the logbook; those of before they were kept in no language stay as they are."""
    return line if isinstance(line, str) else told(recalled(line))


NO_COUNTRIES = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})
"""What stands among the codes of countries and is none."""


def countries() -> list[tuple[str, str]]:
    """Every country by its code of two letters, in the order of the reader's alphabet."""
    named = _names_of_countries().items()
    found = [(code, name) for code, name in named if len(code) == 2 and code not in NO_COUNTRIES]
    language = (get_language() or "en").partition("-")[0]
    return sorted(found, key=lambda country: words_key(country[1], language))


def country_name(code: str) -> str:
    """The name of a country, or the code that has none."""
    return _names_of_countries().get(code, code)


def _names_of_countries() -> Mapping[str, str]:
    return Locale.parse(get_language() or "en", sep="-").territories


def with_number(name: str, number: int) -> str:
    """The name with the number that tells a namesake apart."""
    return f"{name} {number_beside(number)}"


def number_beside(number: int) -> str:
    """The number that stands behind a namesake's name, in one piece wherever a line breaks."""
    return (_("(no. %(number)s)") % {"number": number}).replace(" ", NO_BREAK)


def stage_words(stage: Stage) -> str:
    """What a semi-final or a final is called; empty for the rounds that everybody plays."""
    return gettext(stage.name).format(cut=stage.cut) if stage.name else ""


def game_words(game: TableGame) -> str:
    """What is played in a round, with the points that win it: "Seafarers, to 14 points"."""
    if game.target is None:
        return gettext(game.name)
    return _("%(game)s, to %(target)s points") % {
        "game": gettext(game.name),
        "target": game.target,
    }


def further_words(further: Counts | None) -> list[str]:
    """What was entered of a level player beside the points: "cards in hand: 4"."""
    return [f"{gettext(COUNT_NAMES[Count(key)])}: {n}" for key, n in (further or {}).items()]


def play_order_words(way: PlayOrder) -> str:
    """What the order of the players at a table says; empty where the dice say who plays first."""
    return {
        PlayOrder.BALANCED: gettext("The players stand in the order in which they play."),
        PlayOrder.RANK: gettext("The players choose when to play, in this order."),
    }.get(way, "")


def round_words(number: int, stage: Stage) -> str:
    """A round as a heading, with what it is called besides."""
    name = _("Round %(number)s") % {"number": number}
    return f"{name} · {stage_words(stage)}" if stage.name else name


def stage_headings(stages: Sequence[Stage], rows: Sequence[Standing]) -> dict[Player, str]:
    """What stands above the first row of each stage, by that row's player (stages.py).

    Empty as long as nobody has played behind a cut.
    """
    if not any(row.stage for row in rows):
        return {}
    first_rows = {row.stage: row.player for row in reversed(rows)}
    return {player: _stage_heading(stages[stage]) for stage, player in first_rows.items()}


def _stage_heading(stage: Stage) -> str:
    rounds = f"{stage.first}" if stage.first == stage.last else f"{stage.first}–{stage.last}"
    played = ngettext(
        "only round %(rounds)s counts",
        "rounds %(rounds)s count",
        stage.last - stage.first + 1,
    )
    name = stage_words(stage) or _("Out after round %(round)s") % {"round": stage.last}
    return f"{name}: {played % {'rounds': rounds}}"


def figure_of(row: Standing, criterion: Criterion) -> str | int:
    """What a player has of it, as it is shown."""
    value = criterion.value(row)
    if criterion.shown is Shown.PERCENT:
        return percent_words(Fraction(value))
    return figure_words(value)


def figure_words(value: Figure) -> str | int:
    """A whole number as it is, any other with at most two decimals: 2,5 (FMD-03)."""
    shown = rounded(value)
    if isinstance(shown, int):
        return shown
    return f"{shown:f}".replace(".", get_format("DECIMAL_SEPARATOR"))


def format_name(preset: Preset) -> str:
    return preset.name(get_language() or "en")


def counting_words(scoring: Scoring, target: int | None, *, by_score: bool) -> list[str | Promise]:
    """How a game is counted, a sentence each; `target` None where any number of points can win."""
    return [*_counting(scoring, target, by_score=by_score)]


def _counting(scoring: Scoring, target: int | None, *, by_score: bool) -> Iterator[str | Promise]:
    rows = scoring.points
    if rows is None:
        yield _("Places bring no points.")
    else:
        yield _("Points of the places: %(four)s at a table of four, %(three)s at one of three.") % {
            "four": "–".join(str(figure_words(value)) for value in rows[4]),
            "three": "–".join(str(figure_words(value)) for value in rows[3]),
        }
    if target is not None:
        yield _("Games go to %(target)s points.") % {"target": target}
    shares_points = rows is not None or scoring.level != Level.SHARED
    if scoring.chain:
        counts = ", ".join(_(COUNT_NAMES[count]) for count in scoring.chain)
        yield _(
            "Level players are parted by further counts, the more, the better: %(counts)s; then "
            "whoever plays later is ahead."
        ) % {"counts": counts}
    else:
        yield LEVELS[scoring.level] if shares_points else SHARED_WITHOUT_POINTS
    if by_score:
        yield _("The game goes by score: nobody has to reach a number of points.")
        return
    yield TIMES_OUT[scoring.time_out]
    yield (
        _("Game points count up to those that win.")
        if scoring.cap
        else _("Game points count in full.")
    )


def order_words(order: Order) -> str:
    """What players are compared by, in this order, and the lot at last."""
    return ", ".join(_(parting.label) for parting in (*order, LOT))


def percent_words(share: Fraction) -> str:
    """A share with two decimals: 31,25 % (T-040)."""
    figure = str(percent(share)).replace(".", get_format("DECIMAL_SEPARATOR"))
    return _("%(figure)s %%") % {"figure": figure}


def weekday_words(date: dt.date) -> str:
    """A day as people say it: Saturday 16 May 2026."""
    return small(date_format(date, pgettext("a day as in django.utils.dateformat", "l j E Y")))


def small(words: str) -> str:
    """A day of the week within a sentence."""
    return words if get_language() in LARGE_DAYS else words[:1].lower() + words[1:]


def day_words(date: dt.date) -> str:
    """A day of any year: 16 May 2026; Czech and German have a stop behind its number."""
    return date_format(date, pgettext("a day as in django.utils.dateformat", "j E Y"))


def moment_words(moment: dt.datetime) -> str:
    """A moment of about now, by the clock in the hall: 16 May, 09:30."""
    there = timezone.localtime(moment)
    day = date_format(there, pgettext("a day as in django.utils.dateformat", "j E"))
    return _at(day, there)


def dated_moment_words(moment: dt.datetime) -> str:
    """A moment of any year: 16 May 2026, 09:30."""
    there = timezone.localtime(moment)
    return _at(day_words(there), there)


def brief_date(date: dt.date) -> str:
    """A day of any year where there is little room: 16 Nov 2026, in German 16.11.2026."""
    return date_format(date, pgettext("a day as in django.utils.dateformat", "j M Y"))


def brief_moment(moment: dt.datetime, clock: str = "H:i") -> str:
    """A moment of about now where there is little room: 16 Nov, 09:30; in German 16.11., 09:30."""
    there = timezone.localtime(moment)
    day = date_format(there, pgettext("a day as in django.utils.dateformat", "j M"))
    return _at(day, there, clock)


def hour_words(moment: dt.datetime, day: dt.date) -> str:
    """An hour of that day, by the clock in the hall; of another day with its date."""
    there = timezone.localtime(moment)
    return date_format(there, "H:i") if there.date() == day else brief_moment(moment)


def brief_dated_moment(moment: dt.datetime) -> str:
    """A moment of any year where there is little room: 16 Nov 2026, 09:30."""
    there = timezone.localtime(moment)
    return _at(brief_date(there), there)


def _at(day: str, there: dt.datetime, clock: str = "H:i") -> str:
    """Czech alone sets no comma between a day and its hour."""
    words = pgettext("a day and its hour", "%(day)s, %(time)s")
    return words % {"day": day, "time": date_format(there, clock)}


def _fact(fact: Any) -> Any:
    if isinstance(fact, Term):
        return gettext(fact)
    if isinstance(fact, Fraction):
        return figure_words(fact)
    if isinstance(fact, dt.datetime):
        return moment_words(fact)
    if isinstance(fact, dt.date):
        return day_words(fact)
    if isinstance(fact, dt.time):
        return time_format(fact, "H:i")
    if isinstance(fact, list | tuple):
        return ", ".join(str(_fact(part)) for part in fact)
    return fact
