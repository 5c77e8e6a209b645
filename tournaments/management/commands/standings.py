"""`manage.py standings`: results in, standings, juniors and awards out (docs/commands.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from games.management.json_command import JsonCommand, Mistake, Mistakes, shown, shown_place
from tournaments.domain.criteria import Order, Standing, by_places, by_score
from tournaments.domain.formats.criteria import CRITERIA as FIGURES
from tournaments.domain.formats.presets import THE_TOUR, presets
from tournaments.domain.formats.reading import faults, format_of
from tournaments.domain.formats.values import Format
from tournaments.domain.games import GAMES, TOUR, TableGame
from tournaments.domain.qualification import (
    awards,
    counted_players,
    has_junior_category,
    is_junior,
    junior_awards,
)
from tournaments.domain.scoring import Game, level_players
from tournaments.domain.stages import (
    Cut,
    PlayedStage,
    Ranking,
    cut_faults,
    stage_standings,
    stages_of,
)
from tournaments.domain.standings import Standings, junior_standings
from tournaments.domain.told_figures import told_figures
from tournaments.domain.values import EventKind

UNSAID = object()
"""Stands for a `winner` that was left out, which is something else than null."""


class Command(JsonCommand):
    help = (
        "Work out the standings of a tournament from its results: JSON in, JSON out. "
        "Exits 2 with one line for each mistake in the input. "
        "Input and answer are described in docs/commands.md and docs/schemas/."
    )
    schema = "standings"

    def answer(self, document: Any) -> Any:
        if mistakes := list(_mistakes(document)):
            raise Mistakes(mistakes)
        format_ = _format(document)
        return _by_the_tour(document) if format_ is None else _by_format(document, format_)


def _by_the_tour(document: dict[str, Any]) -> dict[str, Any]:
    """Without a format: by the Tour, or by the score where the game goes by it."""
    game = _played(document)
    rounds = [[_game(table, game) for table in round_] for round_ in document["rounds"]]
    lots, cuts = document.get("lots", ()), document.get("cuts")
    order = by_score() if game.by_score else by_places()
    table = stage_standings(list(_stages(rounds, cuts, lots)), ranking=Ranking(order))
    # No Tour event has cuts or another game, so there is nothing to win but places.
    seated = [[game.seated for game in round_] for round_ in rounds]
    counted = 0 if cuts or game is not TOUR else len(counted_players(seated))
    rows = partial(_row, order=order)
    return _answer(table, counted, _juniors(document), rows, stages=bool(cuts))


def _by_format(document: dict[str, Any], format_: Format) -> dict[str, Any]:
    """By another format, which gives nothing to win but places."""
    game = _played(document)
    rounds = [[_game(table, game) for table in round_] for round_ in document["rounds"]]
    lots, cuts = document.get("lots", ()), document.get("cuts")
    table = stage_standings(
        list(_stages(rounds, cuts, lots)),
        others=[player["id"] for player in document["players"]],
        ranking=Ranking(
            format_.order,
            (FIGURES["points"], FIGURES["game_points"]),
            format_.scoring,
            format_.later,
        ),
    )
    rows = partial(_row, order=format_.order, format_=format_)
    return _answer(table, 0, _juniors(document), rows, stages=bool(cuts))


def _format(document: dict[str, Any]) -> Format | None:
    """What is asked for; None for the Tour's own, as where nothing is."""
    asked = document.get("format", THE_TOUR)
    if isinstance(asked, str):
        return None if asked == THE_TOUR else presets()[asked].format
    return format_of(asked)


def _played(document: dict[str, Any]) -> TableGame:
    """The game, with the target of the format if that tells one."""
    game = GAMES[document.get("game", TOUR.key)]
    format_ = _format(document)
    if format_ is None:
        return game
    if format_.by_score:
        return replace(game, target=None)
    return replace(game, target=format_.target) if format_.target is not None else game


def _stages(
    rounds: Sequence[Sequence[Game]], cuts: Sequence[Cut] | None, lots: Sequence[str]
) -> Iterator[PlayedStage]:
    if not cuts:
        yield PlayedStage(rounds, lots=lots)
        return
    for stage in stages_of(cuts):
        played = rounds[stage.first - 1 : stage.last]
        players = {player for round_ in played for game in round_ for player in game.seated}
        yield PlayedStage(played, players, lots)


def _answer(
    table: Standings,
    players: int,
    juniors: set[str],
    rows: Callable[[Standing], dict[str, Any]],
    *,
    stages: bool,
) -> dict[str, Any]:
    young = junior_standings(table.rows, juniors)
    if not has_junior_category(len(young)):
        young = ()
    prizes, junior_prizes = awards(table.rows, players), junior_awards(young, len(young), players)
    return {
        "standings": [
            rows(row)
            | {"junior": row.player in juniors, "award": prizes.get(row.player)}
            | ({"stage": row.stage} if stages else {})
            for row in table.rows
        ],
        "juniors": [
            {"rank": row.rank, "id": row.player, "award": junior_prizes.get(row.player)}
            for row in young
        ],
        "undecided": table.undecided,
    }


def _row(row: Standing, order: Order, format_: Format | None = None) -> dict[str, Any]:
    return {"rank": row.rank, "id": row.player, **told_figures(row, order, format_)}


def _game(table: dict[str, Any], game: TableGame) -> Game:
    winner = table.get("winner", UNSAID)
    if winner is UNSAID:
        winner = next(iter(_reached(table, game)), None)
    return Game(table["points"], winner, target=game.target, order=table.get("order", ()))


def _reached(table: dict[str, Any], game: TableGame) -> list[str]:
    """Who has the points that win the game; nobody if it goes by score."""
    if game.target is None:
        return []
    return [player for player, points in table["points"].items() if points >= game.target]


def _juniors(document: dict[str, Any]) -> set[str]:
    """Ids of the juniors on the day of the tournament (T-085)."""
    return {
        player["id"]
        for player in document["players"]
        if "birth_date" in player and is_junior(_day(player["birth_date"]), _day(document["date"]))
    }


def _day(text: str) -> date | None:
    """The day meant, or None for one that no calendar has, such as 2026-02-30."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _mistakes(document: dict[str, Any]) -> Iterator[Mistake]:
    """What a document of the right shape can still get wrong, in its own order."""
    if document.get("game", TOUR.key) not in GAMES:
        yield Mistake(("game",), f"{shown(document['game'])} is none of {', '.join(GAMES)}")
        return
    if unusable := list(_mistakes_of_format(document.get("format", THE_TOUR))):
        yield from unusable
        return
    players: dict[str, int] = {}
    yield from _mistakes_of_days(document)
    for position, player in enumerate(document["players"]):
        first = players.setdefault(player["id"], position)
        if first != position:
            yield Mistake(
                ("players", position, "id"),
                f"{shown(player['id'])} is {shown_place(('players', first))} already",
            )
    for number, round_ in enumerate(document["rounds"]):
        seated: set[str] = set()
        for position, table in enumerate(round_):
            place = ("rounds", number, position)
            yield from _mistakes_of_table(place, table, players, seated)
            yield from _mistakes_of_points((*place, "points"), table, _played(document))
            yield from _mistakes_of_winner((*place, "winner"), table, _played(document))
            yield from _mistakes_of_order((*place, "order"), table, document)
    yield from _mistakes_of_cuts(document)
    yield from _mistakes_of_lots(document.get("lots", []), players)


def _mistakes_of_format(asked: str | dict[str, Any]) -> Iterator[Mistake]:
    if isinstance(asked, str):
        if asked not in presets():
            yield Mistake(("format",), f"{shown(asked)} is none of {', '.join(presets())}")
        return
    for fault in faults(asked):
        yield Mistake(("format", *fault.place), str(fault.refusal))


def _mistakes_of_order(
    place: tuple[str | int, ...], table: dict[str, Any], document: dict[str, Any]
) -> Iterator[Mistake]:
    """Level players whom a format parts by further counts, without these."""
    format_ = _format(document)
    if format_ is None or not format_.scoring.needs_order:
        return
    told = table.get("order", ())
    for group in level_players(_game(table, _played(document)), format_.scoring):
        if missing := [player for player in group if player not in told]:
            words = "missing" if "order" not in table else f"{shown(missing[0])} is missing"
            level = " and ".join(map(shown, group))
            yield Mistake(place, f"{words}; {level} are level, so say who is ahead")


def _mistakes_of_days(document: dict[str, Any]) -> Iterator[Mistake]:
    event = _day(document["date"]) if "date" in document else None
    if "date" in document and event is None:
        yield Mistake(("date",), f"{shown(document['date'])} is not in the calendar")
    for position, player in enumerate(document["players"]):
        if "birth_date" not in player:
            continue
        place = ("players", position, "birth_date")
        born = _day(player["birth_date"])
        if born is None:
            yield Mistake(place, f"{shown(player['birth_date'])} is not in the calendar")
        elif "date" not in document:
            yield Mistake(place, "needs the date of the tournament beside it, as date")
        elif event is not None and born > event:
            yield Mistake(place, f"{born} is after the tournament")


def _mistakes_of_table(
    place: tuple[str | int, ...],
    table: dict[str, Any],
    players: dict[str, int],
    seated: set[str],
) -> Iterator[Mistake]:
    """`seated` are those at earlier tables of the round; this table's players join them."""
    points = table["points"]
    if len(points) not in (3, 4):
        yield Mistake((*place, "points"), f"a table has 3 or 4 players, not {len(points)}")
    for player in points:
        if player not in players:
            yield Mistake((*place, "points"), f"{shown(player)} is not among the players")
        if player in seated:
            yield Mistake((*place, "points"), f"{shown(player)} sits at two tables")
        seated.add(player)


def _mistakes_of_points(
    place: tuple[str | int, ...], table: dict[str, Any], game: TableGame
) -> Iterator[Mistake]:
    for player, points in table["points"].items():
        if points < game.least:
            yield Mistake((*place, player), f"expected at least {game.least}, found {points}")


def _mistakes_of_winner(
    place: tuple[str | int, ...], table: dict[str, Any], game: TableGame
) -> Iterator[Mistake]:
    points, tens, target = table["points"], _reached(table, game), game.target
    winner = table.get("winner", UNSAID)
    if target is None:
        if winner is not UNSAID and winner is not None:
            yield Mistake(place, "nobody wins a game that goes by score; leave it out")
    elif winner is UNSAID:
        if not tens:
            yield Mistake(place, f"missing; nobody has {target} points, so null if time ran out")
        elif len(tens) > 1:
            having = ", ".join(map(shown, tens))
            yield Mistake(place, f"missing; {having} have {target} points, so say who won")
    elif winner is not None and winner not in points:
        yield Mistake(place, f"{shown(winner)} does not sit at this table")
    elif winner is not None and winner not in tens:
        yield Mistake(place, f"{shown(winner)} has {points[winner]} points, fewer than {target}")


def _mistakes_of_cuts(document: dict[str, Any]) -> Iterator[Mistake]:
    rounds, cuts = document["rounds"], document.get("cuts")
    if cuts is None:
        return
    if len(cuts) != len(rounds):
        yield Mistake(("cuts",), f"one for each round, so {len(rounds)} and not {len(cuts)}")
    for fault in cut_faults(cuts, EventKind.OTHER):
        yield Mistake(("cuts", fault.facts["round"] - 1), str(fault))
    seats = [[player for table in round_ for player in table["points"]] for round_ in rounds]
    stages = stages_of(cuts[: len(rounds)])
    in_play = [{p for seated in seats[s.first - 1 : s.last] for p in seated} for s in stages]
    for stage, players, earlier in zip(stages[1:], in_play[1:], in_play, strict=False):
        place = ("rounds", stage.first - 1)
        if stage.cut is not None and len(players) > stage.cut:
            yield Mistake(place, f"{len(players)} players, more than the best {stage.cut}")
        for player in sorted(players - earlier):
            yield Mistake(place, f"{shown(player)} was out before")


def _mistakes_of_lots(lots: list[str], players: dict[str, int]) -> Iterator[Mistake]:
    drawn: set[str] = set()
    for position, player in enumerate(lots):
        if player not in players:
            yield Mistake(("lots", position), f"{shown(player)} is not among the players")
        if player in drawn:
            yield Mistake(("lots", position), f"{shown(player)} is drawn twice")
        drawn.add(player)
