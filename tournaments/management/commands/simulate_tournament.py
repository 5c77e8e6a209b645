"""`manage.py simulate_tournament`: a whole tournament through the site's own services."""

from __future__ import annotations

import datetime as dt
import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils.text import slugify

from games.engine.chance import Chance
from tournaments.domain.standings import percent
from tournaments.domain.values import Refused
from tournaments.management import simulation
from tournaments.models import Club, Tournament
from tournaments.models.event import read_event
from tournaments.models.tournament import Kind

# A fixed Saturday, so that the same seed plays the same day whenever it is run.
DAY = dt.date(2026, 5, 16)


class Command(BaseCommand):
    help = (
        "Play a whole tournament through the same services as the site, with no-shows, walk-ins, "
        "latecomers, drop-outs and timed-out games. Prints JSON: the final standings and the "
        "seconds of each step. Without --keep nothing stays in the database. "
        "Described in docs/commands.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=100, help="how many sign up")
        parser.add_argument("--rounds", type=int, default=4, help="1 to 12; the Tour plays 4")
        parser.add_argument(
            "--cut",
            type=int,
            nargs="+",
            default=[],
            metavar="BEST",
            help="the last rounds are only for so many of the best, outside the Tour: "
            "`--rounds 5 --cut 16 4` ends with a semi-final and a final",
        )
        parser.add_argument("--seed", default="1", help="the same seed plays the same day")
        parser.add_argument(
            "--keep", action="store_true", help="leave the tournament in the database"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["rounds"] <= 12:
            raise CommandError("rounds: from 1 to 12", returncode=2)
        if len(options["cut"]) >= options["rounds"]:
            raise CommandError("cut: everybody plays round 1", returncode=2)
        if not 3 <= options["players"] <= 2000:
            raise CommandError("players: from 3 to 2000", returncode=2)
        try:
            with transaction.atomic():
                answer = play(
                    options["players"], options["rounds"], options["seed"], options["cut"]
                )
                transaction.set_rollback(not options["keep"])
        except Refused as refusal:
            raise CommandError(f"{refusal.rule_id}: {refusal}", returncode=2) from refusal
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=1))


def play(players: int, rounds: int, seed: str, cuts: Sequence[int] = ()) -> dict[str, Any]:
    """The day from the announcement to the sent results; seconds by step, in their order."""
    seconds: dict[str, float] = {}

    @contextmanager
    def timed(step: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        seconds[step] = round(time.perf_counter() - began, 3)

    chance = Chance(seed)
    everybody = simulation.people(players + 3, chance, DAY, juniors=players // 8)
    latecomer, *walk_ins = everybody[players:]
    few = players < 12
    with timed("announce"):
        day = simulation.announce(
            _fields(players, seed, tour=rounds == 4 and not cuts),
            chance,
            now=simulation.local(DAY - dt.timedelta(days=60), 12),
            number_of_rounds=rounds,
            cuts=cuts,
        )
    with timed("sign_up"):
        simulation.sign_up(day, everybody[:players])
    with timed("check_in"):
        # Two come who never signed up in place of two who did and stayed at home.
        simulation.at_the_door(
            day, no_shows=0 if few else 2, walk_ins=() if few else tuple(walk_ins)
        )
    for number in range(1, rounds + 1):
        with timed(f"draw_{number}"):
            simulation.draw(day, number)
        with timed(f"results_{number}"):
            simulation.play(day, number)
        for_everybody = rounds - len(cuts)
        if number == 1 and for_everybody > 1 and not few:
            simulation.come_late(day, latecomer)
        if number == 2 and rounds > 2 and not few:
            simulation.drop_out(day)
    with timed("finish"):
        simulation.finish(day)
        simulation.send(day)
    with timed("standings"):
        found = _standings(day.tournament)
    return {"tournament": day.tournament.slug, **found, "seconds": seconds}


def _fields(players: int, seed: str, *, tour: bool) -> dict[str, Any]:
    name = f"Simulation {slugify(seed) or 'x'}"[:100]
    return {
        "name": name,
        "kind": Kind.SEASON if tour else Kind.OTHER,
        "club": Club.objects.create(name=_free_club_name(name)),
        "town": "Catan",
        "date": DAY,
        "start": dt.time(9),
        "capacity": players + 10,
    }


def _free_club_name(name: str) -> str:
    taken = Club.objects.filter(name__startswith=name).count()
    return f"{name} {taken + 1}" if taken else name


def _standings(tournament: Tournament) -> dict[str, Any]:
    event = read_event(tournament)
    return {
        "players": len(event.counted),
        "standings": [
            {
                "rank": row.rank,
                "number": event.entries[row.player].number,
                "name": event.entries[row.player].full_name,
                "first_places": row.figures["first_places"],
                "points": row.figures["points"],
                "game_points": row.figures["game_points"],
                "success_percent": str(percent(row.figures["success"])),
                "award": event.awards.get(row.player),
                **({"stage": row.stage} if event.has_cuts else {}),
            }
            for row in event.standings().rows
        ],
        "juniors": [
            {
                "rank": row.rank,
                "number": event.entries[row.player].number,
                "award": event.junior_awards.get(row.player),
            }
            for row in event.junior_standings()
            if event.has_junior_category
        ],
    }
