"""The copy of a format that an event keeps, so that a preset changed later changes no old event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.domain.criteria import CRITERIA as OF_PLACES
from tournaments.domain.criteria import Criterion, Order, by_places, by_score
from tournaments.domain.games import GAMES, TableGame
from tournaments.domain.stages import OF_THE_TOUR, Ranking
from tournaments.domain.values import EventKind, Refused, marked

from .criteria import CRITERIA, SAT
from .presets import BY_SCORE, LAST_ROUND, THE_TOUR, presets
from .reading import format_of
from .values import Format

Kept = Mapping[str, Any]
"""What an event keeps: `preset` is its key, `version` the one that was copied, `format` what it
says. Empty of an event by the rules of the Tour, or by those of a game that goes by score."""

SHOWN = tuple(
    CRITERIA[name] for name in ("points", "game_points", "wins", "second_places", "third_places")
)
"""Figures that draws ask for, and that fill the columns of a short order."""

TOLD_AS = {"wins": OF_PLACES["first_places"], "share_mean": OF_PLACES["success"]}
"""What the rules of the Tour call two of the criteria; no other format calls them so."""

FORMATS_OF_THE_TOUR = (THE_TOUR, LAST_ROUND, BY_SCORE)

COLUMNS = 4
"""How many figures have a column on a page; what else decided is shown on tap."""


def copy_of(key: str) -> dict[str, Any]:
    """What an event keeps of a preset."""
    if key == THE_TOUR:
        return {}
    preset = presets()[key]
    return {"preset": key, "version": preset.version, "format": dict(preset.written)}


def kept_format(kept: Kept) -> Format | None:
    """The format of an event; None where it keeps none."""
    return format_of(kept["format"]) if kept else None


def ranking(format_: Format | None, *, goes_by_score: bool) -> Ranking:
    """By what an event is ranked and its games are counted."""
    if format_ is not None:
        order = (SAT, *order_of(format_))
        return Ranking(order, SHOWN, format_.scoring, format_.later)
    return Ranking(by_score()) if goes_by_score else OF_THE_TOUR


def criteria(format_: Format | None, *, goes_by_score: bool) -> Order:
    """What players are compared by, as it is shown."""
    if format_ is not None:
        return order_of(format_)
    return by_score() if goes_by_score else by_places()


def order_of(format_: Format) -> Order:
    """By what a format compares players, in the words of the Tour if it is one of its own."""
    order = format_.criteria_shown
    return tuple(map(_told, order)) if has_words_of_the_tour(format_) else order


def has_words_of_the_tour(format_: Format | None) -> bool:
    """Whether first places and success are called so, as an event that keeps no format calls them;
    elsewhere they are wins and a share."""
    return format_ is None or any(format_ == presets()[key].format for key in FORMATS_OF_THE_TOUR)


def _told(criterion: Criterion) -> Criterion:
    if (words := TOLD_AS.get(criterion.name)) is None:
        return criterion
    return replace(criterion, label=words.label, heading=words.heading, title=words.title)


def columns(format_: Format | None, *, goes_by_score: bool) -> Order:
    """The figures that have a column: the first criteria, and others where there are too few."""
    order = criteria(format_, goes_by_score=goes_by_score)
    if format_ is not None:
        brought = SHOWN if format_.has_points else SHOWN[1:]
        names = {criterion.name for criterion in order}
        order += tuple(criterion for criterion in brought if criterion.name not in names)
    return order[:COLUMNS]


LAST_ROUND_CHANGE = marked(
    "The last round is drawn by standings: the best four play at table 1, the next four at table 2 "
    "and so on. The series allows it."
)
"""What everybody reads among the changes of the rules of an event that is played so (FMD-11)."""


def is_by_the_tour(kept: Kept, kind: EventKind) -> bool:
    """Whether an event of this kind may keep it as far as the Tour is concerned (FMD-07): those of
    the season also the one whose last round goes by standings, where the series allows it."""
    if not kind.is_tour or not kept:
        return True
    return kind == EventKind.SEASON and has_last_round_by_standings(kept)


def has_last_round_by_standings(kept: Kept) -> bool:
    """Whether it is the Tour's format with the last round by standings, unchanged (FMD-11)."""
    return kept.get("preset") == LAST_ROUND and kept["format"] == presets()[LAST_ROUND].written


def check_game(format_: Format, game: TableGame) -> None:
    """Refuse a format that does not fit the game of the event, or whose stages are of games that do
    not go together."""
    for one in (game, *(GAMES[key] for key in format_.other_games)):
        _check_one(format_, one)


def _check_one(format_: Format, game: TableGame) -> None:
    if format_.by_score and not game.by_score:
        raise Refused(
            "",
            marked(
                "This format is for games that go by score, such as the dice game: "
                "choose such a game, or another format."
            ),
        )
    if game.by_score and not format_.by_score:
        raise Refused(
            "",
            marked(
                "A game that goes by score has no winner and no places that bring points: "
                "choose the format for games that go by score."
            ),
        )
