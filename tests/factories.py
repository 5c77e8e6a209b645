"""Rows for tests, made plainly: each function says in a line what it makes and nothing more.

All days and times are fixed: the event is on DAY, announced two months before. Tests of pages
that care for the time travel there themselves.
"""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.db.models import Max
from django.test import Client
from django.utils import timezone
from simple_history.utils import bulk_create_with_history

from tournaments.domain.wishes import WishKind
from tournaments.models import (
    Club,
    Commitment,
    Draw,
    Entry,
    OfficeInvitation,
    OfficeRequest,
    Official,
    Person,
    PublicValue,
    Result,
    Round,
    Score,
    Seat,
    Series,
    SeriesOffice,
    Table,
    Tournament,
    Wish,
)
from tournaments.models.entry import EntryState, Role
from tournaments.models.event import read_event
from tournaments.models.office import SeriesRole
from tournaments.models.tournament import State
from tournaments.services import closing, results, rounds, wishes
from tournaments.services.acts import Doer, Unconfirmed
from tournaments.services.entered import EnteredResult, EnteredScore
from tournaments.services.versions import raise_versions
from tournaments.services.wishes import NewWish

T = TypeVar("T")

PRAGUE = ZoneInfo("Europe/Prague")
DAY = dt.date(2026, 5, 16)
STARTS = (dt.time(10), dt.time(11, 30), dt.time(13), dt.time(14, 30))
"""The timetable as the rules print it: limit 75 minutes, breaks of 15."""

FIRST_NAMES = (
    "Anna Bartosz Cecílie David Eliška Filip Grażyna Honza Iveta Jakub Kateřina "
    "Łukasz Markéta Norbert Oldřiška Petr Radka Šimon Tereza Viktor"
)
SURNAMES = (
    "Nováková Kowalski Černý Dvořák Świątek Horák Kučera Wiśniewska Němec Pospíšil "
    "Říha Sedlák Tóth Urban Veselý Zieliński Žák Bartoš Čermák Ďurica"
)


class Serial:
    """Numbers for names and addresses, from the same one in every test.

    Lots follow from the address of the tournament among others: counted on from test to test, a
    draw would hang on what ran before it. The names after 200 are not those of `checked_in`.
    """

    def __init__(self) -> None:
        self.start_over()

    def start_over(self) -> None:
        self._numbers = itertools.count(201)

    def __next__(self) -> int:
        return next(self._numbers)


serial = Serial()


def at(hour: int, minute: int = 0, *, day: dt.date = DAY) -> dt.datetime:
    """A moment of the event's day, by the clock in the hall."""
    return dt.datetime.combine(day, dt.time(hour, minute), tzinfo=PRAGUE)


def doer(name: str = "Olga Organiser", *, now: dt.datetime | None = None, confirmed=()) -> Doer:
    """Who acts, at a quarter past nine on the day unless told."""
    return Doer(name=name, now=now or at(9, 15), confirmed=frozenset(confirmed))


def a_name(index: int) -> str:
    """The name number `index` (from 0) of 400 different ones."""
    first, last = FIRST_NAMES.split(), SURNAMES.split()
    return f"{first[index % 20]} {last[(index + index // 20) % 20]}"


def make_club(name: str = "") -> Club:
    """A club; of that name, or one of its own."""
    return Club.objects.get_or_create(name=name or f"Klub {next(serial)}")[0]


def make_tournament(
    *, state: str = State.SIGN_UP, rounds: int = 4, cuts: Sequence[int] = (), **fields: Any
) -> Tournament:
    """A season tournament for 30 in this state, with its rounds at the printed timetable.

    Nobody has signed up, no official is named and nothing is drawn. `cuts` say how many of the
    best play the last rounds, outside the Tour.
    """
    number = next(serial)
    announced = None if state == State.DRAFT else at(12, day=DAY - dt.timedelta(days=61))
    finished = at(16, 30) if state in (State.FINISHED, State.SENT) else None
    given: dict[str, Any] = {
        "name": f"Catan Brno {number}",
        "slug": f"brno-{number}",
        "town": "Brno",
        "venue": "Kulturní dům",
        "date": DAY,
        "start": dt.time(9),
        "capacity": 30,
        "state": state,
        "announced_at": announced,
        "finished_at": finished,
        "sent_at": at(18) if state == State.SENT else None,
        "cancelled_reason": "The hall is flooded." if state == State.CANCELLED else "",
        **fields,
    }
    if "club" not in fields:
        given["club"] = make_club()
    tournament = Tournament.objects.create(**given)
    bulk_create_with_history(
        [_a_round(tournament, number, of=rounds, cuts=cuts) for number in range(1, rounds + 1)],
        Round,
    )
    raise_versions(Tournament.objects.filter(pk=tournament.pk))
    return tournament


def _a_round(tournament: Tournament, number: int, *, of: int, cuts: Sequence[int]) -> Round:
    start = STARTS[number - 1] if number <= len(STARTS) else None
    return Round(
        tournament=tournament,
        number=number,
        starts_at=start and dt.datetime.combine(tournament.date, start, tzinfo=PRAGUE),
        limit_minutes=75,
        cut=([None] * (of - len(cuts)) + list(cuts))[number - 1],
    )


def make_person(name: str = "", **fields: Any) -> Person:
    """A person; of that name, or with one of many."""
    return Person.objects.create(name=name or a_name(next(serial)), **fields)


def make_junior(name: str = "", *, birth_date: dt.date = dt.date(2014, 3, 1)) -> Person:
    """A child of twelve on DAY."""
    return make_person(name, birth_date=birth_date, minor=True)


def make_entry(
    tournament: Tournament,
    person: Person | str = "",
    *,
    state: str = EntryState.CONFIRMED,
    number: int | None = None,
    **fields: Any,
) -> Entry:
    """A person in the tournament, confirmed unless told, under the next free number.

    The event was told what the person's row says, and of minors that a guardian agrees; a birth
    date only where it is the first event of the person.
    """
    number = number or _last_number(tournament) + 1
    person = person if isinstance(person, Person) else make_person(person)
    told_now = person.is_junior_on(tournament.date) and not person.entries.exists()
    told: dict[str, Any] = {
        "birth_date_told": person.birth_date if told_now else None,
        "email": person.email,
        "minor": person.minor,
        "guardian_consent": person.minor,
        "full_name_public": person.full_name_public,
        **fields,
    }
    entry = _an_entry(tournament, person, number, state, **told)
    if tournament.finished_at is not None:
        entry.freeze(tournament.date)
    entry.save()
    return entry


def _last_number(tournament: Tournament) -> int:
    last = tournament.entries.order_by("number").last()
    return last.number if last else 0


def _an_entry(
    tournament: Tournament, person: Person, number: int, state: str, **fields: Any
) -> Entry:
    registered = at(8, day=DAY - dt.timedelta(days=30)) + dt.timedelta(minutes=number)
    given = {"name": person.name, "registered_at": registered, **fields}
    return Entry(tournament=tournament, person=person, state=state, number=number, **given)


def checked_in(tournament: Tournament, count: int) -> list[Entry]:
    """So many players of different names, all at the door already; written in one go, with what
    saving each of them would write beside."""
    start, last = tournament.entries.count(), _last_number(tournament)
    queue = tournament.entries.aggregate(last=Max("queue_number"))["last"] or 0
    persons = bulk_create_with_history(
        [Person(name=a_name(index)) for index in range(start, start + count)], Person
    )
    entries = [
        _an_entry(
            tournament, person, last + index, EntryState.CHECKED_IN, queue_number=queue + index
        )
        for index, person in enumerate(persons, start=1)
    ]
    if tournament.finished_at is not None:
        for entry in entries:
            entry.freeze(tournament.date)
    bulk_create_with_history(entries, Entry)
    raise_versions(Tournament.objects.filter(pk=tournament.pk))
    return entries


def make_user(name: str = "", *, staff: bool = False):
    """An account; `staff` makes it a series administrator's."""
    return get_user_model().objects.create_user(
        username=name or f"user-{next(serial)}", password="correct horse", is_staff=staff
    )


def make_series(name: str = "Catan Austria", **fields: Any) -> Series:
    """A series beside the one that was there first."""
    Series.objects.oldest()
    return Series.objects.create(name=name, **{"country": "AT", "language": "de", **fields})


def give_office(
    user, role: str = SeriesRole.ORGANISER, series: Series | None = None
) -> SeriesOffice:
    """An office of the series, the oldest, for the account: it may write new tournaments."""
    series = series or Series.objects.oldest()
    return SeriesOffice.objects.create(
        series=series, user=user, role=role, granted_by="Adam Admin", granted_at=at(8)
    )


def make_invitation(role: str = SeriesRole.ORGANISER, **fields: Any) -> OfficeInvitation:
    """An invitation to an office, made now, that nobody has accepted."""
    now = timezone.now()
    given = {"note": "Iva Invited", "made_by": "Adam Admin", "made_at": now, "role": role}
    given["expires_at"] = now + dt.timedelta(days=14)
    given["series"] = Series.objects.oldest()
    return OfficeInvitation.objects.create(**given | fields)


def make_request(**fields: Any) -> OfficeRequest:
    """Somebody without an account asks to be an organiser of the series."""
    given = {"name": "Rita Request", "email": "rita@example.org", "place": "Telč", "at": at(8)}
    given["text"] = "A tournament for thirty."
    given["series"] = Series.objects.oldest()
    return OfficeRequest.objects.create(**given | fields)


def make_official(
    tournament: Tournament, role: str = Role.ORGANISER, person: Person | str = "", **fields: Any
) -> Official:
    """A person with a role in the tournament."""
    if not isinstance(person, Person):
        person = make_person(person)
    fields = {"name": person.name, **fields}
    return Official.objects.create(tournament=tournament, person=person, role=role, **fields)


def signed_in(tournament: Tournament | None, role: str = Role.ORGANISER) -> Client:
    """A browser of somebody with that role in the tournament; "administrator" needs none."""
    client = Client()
    user = make_user(staff=role == "administrator")
    if role not in ("administrator", "visitor"):
        make_official(tournament, role, user=user)
    if role != "visitor":
        client.force_login(user)
    return client


def chief_of(tournament: Tournament) -> Client:
    """A browser of the tournament's chief referee, who is named already."""
    client = Client()
    office = Official.objects.get(tournament=tournament, role=Role.CHIEF_REFEREE)
    office.user = office.user or make_user()
    office.save()
    client.force_login(office.user)
    return client


def agreeing(do: Callable[[Doer], T], who: Doer | None = None) -> T:
    """Do an act like somebody who reads every caution and says yes."""
    who = who or doer()
    try:
        return do(who)
    except Unconfirmed as unconfirmed:
        keys = {caution.key for caution in unconfirmed.cautions}
        return do(replace(who, confirmed=frozenset({*who.confirmed, *keys})))


def ready_to_draw(players: int = 14, **fields: Any) -> Tournament:
    """A tournament at check-in with so many players at the door and its chief referee."""
    tournament = make_tournament(state=State.CHECK_IN, **fields)
    make_official(tournament, Role.CHIEF_REFEREE, "Karel Chief")
    checked_in(tournament, players)
    return tournament


SECRET = "aaaabbbbccccdddd" * 4
"""The secret of `committed` tournaments, the link of their last round."""


def committed(tournament: Tournament, secret: str = SECRET) -> Commitment:
    """The seeds of the draws committed to, before the first one."""
    return rounds.commit_draws(tournament, secret, doer())


def roll(
    tournament: Tournament, number: int = 1, dice: str = "1 2 3", *, confirm: bool = True
) -> PublicValue:
    """Dice rolled for a round, typed at the desk and (unless told) confirmed by another."""
    typed = rounds.type_value(tournament, number, dice, doer(), known_as=["user:0"])
    if not confirm:
        return typed
    witness = doer("Wanda Witness")
    return rounds.confirm_value(tournament, number, typed.number, witness, known_as=["person:0"])


def draw(
    tournament: Tournament,
    number: int = 1,
    *,
    seed: str = "7",
    public_value: str = "",
    **fields: Any,
) -> Draw:
    """The round drawn, not published; `public_value` is rolled and confirmed before it."""
    if public_value:
        roll(tournament, number, public_value)
    return agreeing(lambda who: rounds.draw_round(tournament, number, seed, who, **fields))


def wish(
    tournament: Tournament, kind: str, *numbers: int, who: Doer | None = None, **fields: Any
) -> Wish:
    """A wish for the draw, of the players with these numbers."""
    players = list(tournament.entries.filter(number__in=numbers))
    new = NewWish(WishKind(kind), players, **fields)
    return agreeing(lambda one: wishes.add_wish(tournament, new, one), who)


def publish(tournament: Tournament, number: int = 1, *, seed: str = "7", **fields: Any) -> Draw:
    """The round drawn and published."""
    draw(tournament, number, seed=seed, **fields)
    return agreeing(lambda who: rounds.publish_draw(tournament, number, who))


def enter(table: Table, points: Sequence[int], *, winner: int | None = 1, **fields: Any) -> Result:
    """Game points of a table by position; the first player won unless told."""
    entered = EnteredResult(
        {position: EnteredScore(reached) for position, reached in enumerate(points, start=1)},
        winner,
    )
    tournament = table.draw.round.tournament
    return agreeing(
        lambda who: results.enter_result(tournament, table, entered, who, **fields),
        fields.pop("who", None),
    )


def play(
    tournament: Tournament, number: int = 1, *, seed: str = "7", close: bool = True, **fields: Any
) -> Draw:
    """The round drawn, published, played and (unless told) closed; 10-8-5-4 at every table."""
    drawn = publish(tournament, number, seed=seed, **fields)
    for table in drawn.tables.all():
        enter(table, (10, 8, 5, 4)[: table.seats.count()])
    if close:
        agreeing(lambda who: rounds.close_round(tournament, number, who))
    return drawn


def draw_lots(tournament: Tournament) -> None:
    """A lot for every group whose order matters now."""
    for group in closing.groups_for_lot(read_event(tournament)):
        closing.draw_lot(tournament, group, "7", doer())


def played_out(players: int, *, rounds: int = 4, **fields: Any) -> Tournament:
    """A large tournament with all results of its rounds, written straight into the tables.

    Names are all different, as letters go; who sits where and what they reached is drawn from a
    fixed seed. `players` is divisible by 4.
    """
    random = Random(players)
    tournament = make_tournament(state=State.RUNNING, rounds=rounds, capacity=players, **fields)
    clubs = [make_club(name) for name in ("Klub Brno", "Hráči Olomouc", "Planszówki Cieszyn")]
    persons = Person.objects.bulk_create(Person(name=_any_name(random)) for _ in range(players))
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            person=person,
            name=person.name,
            club=random.choice(clubs),
            number=number,
            state=EntryState.CHECKED_IN,
            registered_at=at(9),
        )
        for number, person in enumerate(persons, start=1)
    )
    for round_ in tournament.rounds.all():
        _play_out(round_, random.sample(entries, players), random)
    Round.objects.filter(tournament=tournament).update(started_at=at(10), closed_at=at(11, 30))
    return tournament


def _any_name(random: Random) -> str:
    syllables = [random.choice("bcčdfhjklłmnpřrsštvzž") + random.choice("aeěio") for _ in range(3)]
    surname = "".join(syllables[: random.randint(1, 3)]).capitalize()
    return f"{random.choice(FIRST_NAMES.split())} {surname}{random.choice(['k', 'ová', 'ský'])}"


def _play_out(round_: Round, entries: list[Entry], random: Random) -> None:
    draw = Draw.objects.create(
        round=round_, attempt=1, seed="7", algorithm="any", at=at(9), published_at=at(9)
    )
    tables = Table.objects.bulk_create(
        Table(draw=draw, number=number) for number in range(1, len(entries) // 4 + 1)
    )
    seats = Seat.objects.bulk_create(
        Seat(draw=draw, table=tables[place // 4], position=place % 4 + 1, entry=entry)
        for place, entry in enumerate(entries)
    )
    played = Result.objects.bulk_create(
        Result(table=table, number=1, ending="won", winner=seats[4 * place], by="Olga", at=at(11))
        for place, table in enumerate(tables)
    )
    Score.objects.bulk_create(
        Score(
            result=played[place // 4],
            seat=seat,
            game_points=random.randint(2, 9) if place % 4 else 10,
        )
        for place, seat in enumerate(seats)
    )
