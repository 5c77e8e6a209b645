"""A tournament played by nobody: the site's own services, fed by a stream of chance.

Used to fill the demo season and by `manage.py simulate_tournament`. Like a real day it has
people who do not come, walk-ins, latecomers, drop-outs and games that run out of time.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from django.utils import timezone

from games.engine.chance import Chance
from games.engine.core import Record
from tournaments.domain.entering import Age
from tournaments.models import Club, Entry, Table, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.event import read_event
from tournaments.services import (
    announcing,
    appointing,
    checking_in,
    closing,
    entering,
    records,
    results,
    rounds,
)
from tournaments.services.acts import Doer, Unconfirmed
from tournaments.services.entered import EnteredResult, EnteredScore
from tournaments.services.entering import SignUp
from tournaments.services.rounds.committing import covering

T = TypeVar("T")

ORGANISER = "Olga Pořadatelka"
CHIEF_REFEREE = "Radim Rozhodčí"

FIRST_NAMES = (
    ("Anna", "Adam"),
    ("Barbora", "Bartosz"),
    ("Dominika", "David"),
    ("Eliška", "Filip"),
    ("Ewa", "Jakub"),
    ("Hana", "Jan"),
    ("Ivana", "Jiří"),
    ("Jana", "Karel"),
    ("Kateřina", "Łukasz"),
    ("Klára", "Marek"),
    ("Lenka", "Martin"),
    ("Lucie", "Matěj"),
    ("Małgorzata", "Michal"),
    ("Markéta", "Ondřej"),
    ("Monika", "Pavel"),
    ("Nikola", "Petr"),
    ("Petra", "Piotr"),
    ("Tereza", "Štěpán"),
    ("Veronika", "Tomáš"),
    ("Zuzana", "Vojtěch"),
)
SURNAMES = (
    ("Nováková", "Novák"),
    ("Svobodová", "Svoboda"),
    ("Dvořáková", "Dvořák"),
    ("Černá", "Černý"),
    ("Procházková", "Procházka"),
    ("Kučerová", "Kučera"),
    ("Veselá", "Veselý"),
    ("Horáková", "Horák"),
    ("Němcová", "Němec"),
    ("Pokorná", "Pokorný"),
    ("Marková", "Marek"),
    ("Hájková", "Hájek"),
    ("Králová", "Král"),
    ("Růžičková", "Růžička"),
    ("Benešová", "Beneš"),
    ("Fialová", "Fiala"),
    ("Sedláčková", "Sedláček"),
    ("Šimková", "Šimek"),
    ("Kowalska", "Kowalski"),
    ("Wiśniewska", "Wiśniewski"),
    ("Zielińska", "Zieliński"),
    ("Tóthová", "Tóth"),
    ("Žáková", "Žák"),
    ("Říhová", "Říha"),
    ("Chalupová", "Chalupa"),
)


@dataclass(slots=True)
class Day:
    """A tournament under way with its chance and its clock, which the acts move on. `site` is the
    address that phones in the hall know, where they are to read prints."""

    tournament: Tournament
    chance: Chance
    now: dt.datetime
    doers: dict[str, str] = field(default_factory=dict)
    organiser: str = ORGANISER
    site: str = ""

    def pass_time(self, **span: float) -> None:
        self.now += dt.timedelta(**span)

    def do(self, act: Callable[..., T], *args: Any, by: str = "", **fields: Any) -> T:
        """Do an act on the tournament like somebody who reads every caution and says yes."""
        doer = Doer(by or self.organiser, self.now, site=self.site)
        try:
            return act(self.tournament, *args, doer=doer, **fields)
        except Unconfirmed as unconfirmed:
            seen = frozenset(caution.key for caution in unconfirmed.cautions)
            return act(self.tournament, *args, doer=replace(doer, confirmed=seen), **fields)

    def happens(self, percent: int) -> bool:
        return self.chance.below(100) < percent


def people(
    count: int, chance: Chance, day: dt.date, *, clubs: Sequence[Club] = (), juniors: int = 0
) -> list[SignUp]:
    """So many people of different names; the first `juniors` of them are children on that day."""
    names = [
        f"{first[who]} {surname[who]}"
        for surname in SURNAMES
        for first in FIRST_NAMES
        for who in (0, 1)
    ]
    chance.shuffle(names)
    found = []
    for index in range(count):
        # Beyond a thousand people the names come again, with a number to tell them apart.
        again = index // len(names)
        name = names[index % len(names)] + (f" {again + 1}." if again else "")
        club = clubs[chance.below(len(clubs))] if clubs and chance.below(3) else None
        grown_up = SignUp(name=name, club=club, paid=bool(chance.below(4)))
        found.append(grown_up if index >= juniors else _as_a_child(grown_up, index, chance, day))
    return found


def _as_a_child(person: SignUp, index: int, chance: Chance, day: dt.date) -> SignUp:
    """Nine to twelve years old; every second guardian agrees with the full name."""
    return replace(
        person,
        age=Age.JUNIOR,
        birth_date=day - dt.timedelta(days=365 * 9 + chance.below(365 * 4)),
        guardian_consent=True,
        full_name_public=index % 2 == 0,
    )


def announce(
    fields: dict[str, Any],
    chance: Chance,
    *,
    now: dt.datetime,
    number_of_rounds: int = 4,
    cuts: Sequence[int] = (),
    organiser: str = ORGANISER,
) -> Day:
    """An announced tournament with its officials and an open sign-up.

    `cuts` say how many of the best play the last rounds, outside the Tour.
    """
    tournament = announcing.create_tournament(fields, Doer(organiser, now))
    day = Day(tournament, chance, now, organiser=organiser)
    if cuts or number_of_rounds != tournament.rounds.count():
        plan = _timetable(tournament, number_of_rounds, cuts)
        day.do(announcing.edit_tournament, fields, plan)
    day.do(appointing.name_official, organiser, Role.ORGANISER)
    day.do(appointing.name_official, CHIEF_REFEREE, Role.CHIEF_REFEREE)
    day.do(announcing.announce)
    day.do(announcing.open_sign_up)
    return day


def _timetable(
    tournament: Tournament, number_of_rounds: int, cuts: Sequence[int]
) -> list[dict[str, Any]]:
    for_everybody = number_of_rounds - len(cuts)
    first = tournament.rounds.order_by("number").first()
    return [
        {
            "starts_at": first.starts_at + dt.timedelta(minutes=90 * index),
            "limit_minutes": first.limit_minutes,
            "draw_mode": first.draw_mode,
            "cut": cuts[index - for_everybody] if index >= for_everybody else None,
        }
        for index in range(number_of_rounds)
    ]


def sign_up(day: Day, everybody: Sequence[SignUp]) -> None:
    """Everybody is signed up by the desk, so that no e-mail goes to people who do not exist."""
    for person in everybody:
        day.pass_time(minutes=7)
        day.do(entering.add_entry, person)


def at_the_door(day: Day, *, no_shows: int = 0, walk_ins: Sequence[SignUp] = ()) -> None:
    """The day begins: everybody comes but the `no_shows`, and some who never signed up."""
    starts = day.tournament.rounds.get(number=1).starts_at
    day.now = starts - dt.timedelta(minutes=60)
    day.do(checking_in.open_check_in)
    expected = list(day.tournament.entries.filter(state=EntryState.CONFIRMED))
    day.chance.shuffle(expected)
    for entry in expected[no_shows:]:
        day.pass_time(seconds=15)
        day.do(checking_in.check_in, entry.pk)
    for person in walk_ins:
        day.do(checking_in.walk_in, person)
    day.now = starts - dt.timedelta(minutes=5)


def draw(day: Day, number: int) -> None:
    """A round drawn and published ten minutes ahead, its clock started on time."""
    day.tournament.refresh_from_db()
    seed = f"{day.chance.below(10**12):012d}"
    planned = day.tournament.rounds.get(number=number).starts_at or day.now
    day.now = max(day.now, planned - dt.timedelta(minutes=10))
    if day.tournament.rounds.get(number=number).cut is not None:
        lots(day)
    _roll(day, number)
    day.do(rounds.draw_round, number, seed)
    day.do(rounds.publish_draw, number)
    day.now = max(day.now, planned)
    day.do(rounds.start_clock, number, by=CHIEF_REFEREE)


def commit(day: Day) -> None:
    """The seeds of all draws are committed to, so that dice are rolled before each of them."""
    day.do(rounds.commit_draws, f"{day.chance.below(16**12):012x}".ljust(64, "0"))


def _roll(day: Day, number: int) -> None:
    """Eight dice in front of everybody, if the draws were committed to; a player confirms them."""
    if covering(day.tournament, number) is None:
        return
    dice = " ".join(str(day.chance.below(6) + 1) for _ in range(8))
    typed = day.do(rounds.type_value, number, dice, known_as=["desk"])
    player = day.tournament.entries.active().earliest("number")
    day.do(
        rounds.confirm_value,
        number,
        typed.number,
        known_as=[f"entry:{player.pk}"],
        player=player,
        by=player.full_name,
    )


def play(day: Day, number: int, *, leave_out: int = 0) -> None:
    """Results of a round as the tables finish; the last `leave_out` tables are still playing."""
    tables = list(_tables(day.tournament, number))
    day.chance.shuffle(tables)
    for table in tables[: len(tables) - leave_out]:
        day.pass_time(seconds=45)
        day.do(results.enter_result, table, _game(day, table))
    if not leave_out:
        day.do(rounds.close_round, number)


def play_written_down(day: Day, number: int, record: Record, points: Sequence[int]) -> None:
    """A game of four that somebody wrote down: its record and its points, in the record's order.
    The first player won."""
    table = next(one for one in _tables(day.tournament, number) if one.seats.count() == len(points))
    positions = range(1, len(points) + 1)
    day.do(records.keep_record, table, record, positions)
    scores = dict(zip(positions, map(EnteredScore, points), strict=True))
    day.do(results.enter_result, table, EnteredResult(scores, winner=1))


def _tables(tournament: Tournament, number: int) -> Sequence[Table]:
    """Those of the round that are still playing."""
    played = read_event(tournament).round(number)
    return [seated.table for seated in played.tables if not seated.result] if played else []


def _game(day: Day, table: Table) -> EnteredResult:
    """One in eight games runs out of time; otherwise somebody reaches the target. A game that
    goes by score is played to its end."""
    target, players = table.draw.round.game.target, table.seats.count()
    if target is None:
        scores = {at: EnteredScore(5 + day.chance.below(75)) for at in range(1, players + 1)}
        return EnteredResult(scores)
    winner = None if day.happens(12) else day.chance.below(players) + 1
    points = {
        position: target if position == winner else 2 + day.chance.below(target - 2)
        for position in range(1, players + 1)
    }
    return EnteredResult({p: EnteredScore(reached) for p, reached in points.items()}, winner)


def drop_out(day: Day) -> Entry | None:
    """Somebody has to go home, unless too few would be left for tables."""
    active = list(day.tournament.entries.active())
    if len(active) <= 6:
        return None
    leaver = active[day.chance.below(len(active))]
    return day.do(checking_in.withdraw, leaver.pk)


def come_late(day: Day, person: SignUp) -> Entry:
    """The chief referee admits somebody after round 1 was drawn (D-110)."""
    return day.do(checking_in.admit_latecomer, sign_up=person, by=CHIEF_REFEREE)


def lots(day: Day) -> None:
    """A lot for every group whose order matters now."""
    for group in closing.groups_for_lot(read_event(day.tournament)):
        day.do(closing.draw_lot, group, f"{day.chance.below(10**12):012d}")


def finish(day: Day) -> None:
    """Lots for whoever is level, final standings."""
    lots(day)
    day.do(closing.finish)


def send(day: Day) -> None:
    day.pass_time(hours=20)
    day.do(closing.send_results)
    day.tournament.refresh_from_db()


def local(day: dt.date, hour: int, minute: int = 0) -> dt.datetime:
    """A moment by the clock in the hall."""
    return dt.datetime.combine(day, dt.time(hour, minute), tzinfo=timezone.get_current_timezone())
