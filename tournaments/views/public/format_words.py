"""A format in words, made from its value, so that a changed format changes its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.domain.formats.kept import order_of
from tournaments.domain.formats.presets import NotPrinted
from tournaments.domain.formats.values import (
    Band,
    Format,
    FormatStage,
    PlayOrder,
    Seating,
    Sizes,
    Threes,
)
from tournaments.domain.games import GAMES
from tournaments.domain.scoring import Game, score_game
from tournaments.domain.stages import Later
from tournaments.wording import (
    LATERS,
    counting_words,
    figure_words,
    order_words,
    percent_words,
)

SEATINGS: Mapping[Seating, Promise] = {
    Seating.RANDOM: gettext_lazy("drawn at random, with as few repeats as can be proved"),
    Seating.LOT: gettext_lazy("drawn by lot alone"),
    Seating.STANDINGS: gettext_lazy("by standings: the best four at table 1, and so on"),
    Seating.STANDINGS_APART: gettext_lazy("by standings, without repeats where possible"),
    Seating.SNAKE: gettext_lazy("as a snake: the best of each table in turn, and back again"),
}
SIZES: Mapping[Sizes, Promise] = {
    Sizes.FOURS: gettext_lazy("As few tables of three as possible."),
    Sizes.THREES: gettext_lazy("As many tables of three as possible."),
    Sizes.ONLY_FOURS: gettext_lazy("Tables of four alone."),
}
THREES: Mapping[Threes, Promise] = {
    Threes.FEWEST_POINTS: gettext_lazy("the fewest points sit at tables of three"),
    Threes.LOT: gettext_lazy("the lot decides who sits at tables of three"),
    Threes.FEWEST_BEFORE: gettext_lazy("whoever sat there least sits at tables of three"),
    Threes.BEST_SEEDS: gettext_lazy("the best seeds sit at tables of three"),
}
IN_TURN = gettext_lazy("everybody sits at tables of three in turn")
PLAY_ORDERS: Mapping[PlayOrder, Promise] = {
    PlayOrder.DICE: gettext_lazy("the dice say who begins"),
    PlayOrder.BALANCED: gettext_lazy("over the rounds everybody begins about as often"),
    PlayOrder.RANK: gettext_lazy("the better player chooses when to play"),
}
NOT_PRINTED: Mapping[NotPrinted, Promise] = {
    NotPrinted.SEATING: gettext_lazy("who meets whom"),
    NotPrinted.SEATING_OF_THE_SEMI_FINAL: gettext_lazy("who meets whom in the semi-final"),
    NotPrinted.POINTS: gettext_lazy("points of the places"),
    NotPrinted.POINTS_OF_THREE: gettext_lazy("points at a table of three"),
    NotPrinted.ORDER: gettext_lazy("the order of the standings"),
}

EXAMPLES: Sequence[tuple[Promise, tuple[int, ...], bool]] = (
    (gettext_lazy("four players"), (100, 80, 80, 50), True),
    (gettext_lazy("four players, time ran out"), (90, 90, 50, 40), False),
    (gettext_lazy("three players"), (100, 70, 50), True),
)
"""What is played, percents of the target that each reached, and whether the first one won."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a game brought one player, as it is shown; no points where places bring none."""

    game_points: int
    place: int
    points: str | int
    share: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The stages of an event, and for how many players they are; `rounds` tell of each stage who
    plays how many."""

    players: str
    stages: tuple[str, ...]
    rounds: tuple[str, ...]


def plans(format_: Format | None) -> list[Plan]:
    """All that may be played, the fewest players first; nothing without a format."""
    found: list[Plan] = []
    for band in format_.bands if format_ else ():
        players, stages = _players(band), tuple(map(stage_words, band.stages))
        if found and found[-1].players == players:
            players = _("%(players)s, if the organiser prefers it") % {"players": players}
        rounds = tuple(f"{_who(stage)}: {_rounds(stage)}" for stage in band.stages)
        found.append(Plan(players, stages, rounds))
    return found


def _players(band: Band) -> str:
    if band.most is not None:
        return _("%(least)s to %(most)s players") % {"least": band.least, "most": band.most}
    if band.least:
        return _("from %(least)s players on") % {"least": band.least}
    return ""


def stage_words(stage: FormatStage) -> str:
    """Who plays it, for how long, and how they are seated."""
    return f"{_who(stage)}: {'; '.join(str(part) for part in _parts(stage))}"


def _who(stage: FormatStage) -> str:
    if stage.winners:
        return _("the winners of the tables before")
    if stage.best is not None:
        return _("the best {count}").format(count=stage.best)
    return _("everybody")


def _parts(stage: FormatStage) -> Iterator[str | Promise]:
    yield _rounds(stage)
    if stage.game:
        yield _(GAMES[stage.game].name)
    if stage.target is not None:
        yield _("to %(target)s points") % {"target": stage.target}
    if stage.minutes is not None:
        yield _("limit %(minutes)s minutes") % {"minutes": stage.minutes}
    # A final of four has one seating alone.
    if not stage.winners and stage.best != 4:
        yield SEATINGS[stage.seating]
        # A schedule shares them out before anybody has points.
        yield IN_TURN if stage.schedule else THREES[stage.threes]
    if stage.schedule:
        yield _("all rounds drawn before the first one")
    yield PLAY_ORDERS[stage.play_order]


def _rounds(stage: FormatStage) -> str:
    if stage.most_rounds is not None:
        facts = {"least": stage.rounds, "most": stage.most_rounds}
        return _("%(least)s to %(most)s rounds") % facts
    words = ngettext("%(count)s round", "%(count)s rounds", stage.rounds)
    return words % {"count": stage.rounds}


def scoring_words(format_: Format) -> list[str | Promise]:
    """How a game is counted, a sentence each."""
    return counting_words(format_.scoring, format_.target, by_score=format_.by_score)


def standings_words(format_: Format) -> list[str | Promise]:
    """What orders the players, a sentence each."""
    found: list[str | Promise] = [
        _("Order: %(order)s.") % {"order": order_words(order_of(format_))}
    ]
    later = [stage for band in format_.bands for stage in band.stages[1:]]
    if any(not stage.is_for_everybody for stage in later) or format_.later == Later.TABLE:
        found.append(LATERS[format_.later])
    elif later:
        found.append(LATERS[Later.ALL])
    if format_.qualify is not None:
        words = ngettext(
            "The best %(count)s goes on to the final of the season.",
            "The best %(count)s go on to the final of the season.",
            format_.qualify,
        )
        found.append(words % {"count": format_.qualify})
    if format_.least is not None:
        words = ngettext(
            "With fewer than %(count)s player there are no places to win.",
            "With fewer than %(count)s players there are no places to win.",
            format_.least,
        )
        found.append(words % {"count": format_.least})
    return found


def examples(format_: Format) -> list[tuple[Promise, list[Line]]]:
    """Games scored by the format: of four and of three, with level players and time that ran out.

    One that goes by score has no time that runs out.
    """
    shown = [one for one in EXAMPLES if one[2] or not format_.by_score]
    return [(words, _scored(format_, percents, won=won)) for words, percents, won in shown]


def _scored(format_: Format, percents: Sequence[int], *, won: bool) -> list[Line]:
    target = format_.target or 10
    points = {seat: share * target // 100 for seat, share in enumerate(percents)}
    goal = None if format_.by_score else target
    winner = 0 if won and not format_.by_score else None
    scores = score_game(Game(points, winner, target=goal, order=tuple(points)), format_.scoring)
    lines = [
        Line(s.game_points, s.place, figure_words(s.points), percent_words(s.success))
        for s in scores.values()
    ]
    return sorted(lines, key=lambda line: line.place)
