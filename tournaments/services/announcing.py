"""Before the day: create an event, name its officials, announce it, open and close the sign-up."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.text import slugify

from tournaments.domain.conditions import (
    ROUNDS,
    Announcement,
    Findings,
    check_announcement,
    check_local_change,
    not_allowed,
)
from tournaments.domain.formats.kept import LAST_ROUND_CHANGE, check_game, is_by_the_tour
from tournaments.domain.games import TableGame
from tournaments.domain.names import plain_letters
from tournaments.domain.stages import cut_faults
from tournaments.domain.timetable import CHECK_IN, PlannedRound, default_timetable, later
from tournaments.domain.values import Caution, EventKind, Refused, marked, refuse
from tournaments.models import (
    Act,
    Club,
    Commitment,
    Draw,
    Official,
    Person,
    Round,
    RuleChange,
    Season,
    Tournament,
)
from tournaments.models.entry import Role
from tournaments.models.round import DrawMode
from tournaments.models.tournament import State
from tournaments.services.acts import (
    Acting,
    AlreadyDone,
    Doer,
    acting,
    changed_meanwhile,
    refuse_who_left,
)
from tournaments.services.entering import fill_places
from tournaments.services.guards import must_not_be_over
from tournaments.services.kept_back import (
    is_name_kept_back,
)
from tournaments.services.mailing import Heard, players_who_hear, tell_players

LONGEST_ADDRESS = 50
"""Letters of an address before the number that parts it from another of the name and year."""


@transaction.atomic
def create_tournament(fields: Mapping[str, Any], doer: Doer, *, user: Any = None) -> Tournament:
    """A draft with four rounds from an hour after the check-in opens; whoever made it becomes its
    organiser.

    A second click gives the same draft again.
    """
    if made := made_before(fields, doer, user):
        return made
    tournament = Tournament(**fields)
    first = later(_check_in(tournament), CHECK_IN)
    planned = [
        {"starts_at": round_.start, "limit_minutes": round_.limit}
        for round_ in default_timetable(first, rounds=ROUNDS)
    ]
    return write_draft(tournament, planned, "create_tournament", doer, user=user)


def made_before(fields: Mapping[str, Any], doer: Doer, user: Any) -> Tournament | None:
    """The draft of this name and day that the account has made already. Of two clicks at once the
    second one waits here."""
    if user is not None:
        # A page hands over a lazy user, so its class is not to be asked.
        get_user_model().objects.select_for_update().get(pk=user.pk)
    refuse_who_left(doer)
    if user is None:
        return None
    drafts = Tournament.objects.filter(state=State.DRAFT, officials__user=user)
    return drafts.filter(name=fields["name"], date=fields["date"]).first()


def write_draft(
    tournament: Tournament,
    rounds: Iterable[Mapping[str, Any]],
    act: str,
    doer: Doer,
    *,
    user: Any,
    detail: str = "",
) -> Tournament:
    """Save a draft with its rounds, in order, and with the account as its organiser, under the name
    of the act that made it. Inside a transaction."""
    _save_at_a_free_address(tournament)
    for number, planned in enumerate(rounds, start=1):
        Round.objects.create(tournament=tournament, number=number, **planned)
    if user is not None:
        person = Person.objects.filter(user=user).first() or Person.objects.create(
            name=doer.name, user=user, named_as_withdrawn=is_name_kept_back(doer.name)
        )
        Official.objects.create(
            tournament=tournament, person=person, name=doer.name, role=Role.ORGANISER, user=user
        )
    Act.objects.create(
        tournament=tournament, name=act, version=0, detail=detail, by=doer.name, at=doer.now
    )
    return tournament


def _check_in(tournament: Tournament) -> dt.datetime:
    """When the check-in opens."""
    zone = timezone.get_current_timezone()
    return dt.datetime.combine(tournament.date, tournament.start, tzinfo=zone)


def _save_at_a_free_address(tournament: Tournament) -> None:
    """Save it under an address out of name and year that no other tournament has.

    Two organisers may come to the same one at once: the database refuses the second, which then
    takes the next number.
    """
    name, year = slugify(plain_letters(tournament.name)), str(tournament.date.year)
    base = name[:LONGEST_ADDRESS]
    if year not in base.split("-"):
        # Of a long name the end goes, never the year.
        base = f"{name[: LONGEST_ADDRESS - len(year) - 1].rstrip('-')}-{year}".lstrip("-")
    number = 1
    while True:
        tournament.slug = base if number == 1 else f"{base}-{number}"
        try:
            with transaction.atomic():
                tournament.save()
            return
        except IntegrityError:
            if not Tournament.objects.filter(slug=tournament.slug).exists():
                raise
            number += 1


def edit_tournament(
    tournament: Tournament,
    fields: Mapping[str, Any],
    rounds: Sequence[Mapping[str, Any]],
    doer: Doer,
    *,
    seen: int | None = None,
) -> frozenset[int]:
    """Change the announcement and the timetable (`rounds` in order, with the fields of `Round`);
    the keys of those who got a place by it.

    Once round 1 was drawn the format stays: kind, rule set, target and number of rounds; a round
    that is drawn keeps who plays it and how it was drawn, and one that has started keeps its times
    too (T-057). A new day takes the rounds along whose times were left as they are (T-065). What
    was asked about before is not asked again. Refused (T-002) for a Tour event of which not
    everybody plays every round, and for one that is not any more at the version that was `seen`.
    """
    with _acting_of_clubs(tournament, "edit_tournament", doer, fields.get("club")) as act:
        locked = act.tournament
        if seen is not None and locked.version != seen:
            raise changed_meanwhile()
        must_not_be_over(locked)
        old = {round_.number: round_ for round_ in locked.rounds.all()}
        if any(round_.draws.exists() for round_ in old.values()):
            _refuse_new_format(locked, fields, rounds, len(old))
        _refuse_more_than_committed(locked, len(rounds))
        _refuse_a_day_gone_by(locked, fields, doer.now)
        asked = announcement_findings(locked, doer.now).cautions
        further = fields.get("date", locked.date) - locked.date
        ended = [_consent_ends(locked)] if further and locked.consents.exists() else []
        if further:
            locked.consents.all().delete()
        had = locked.has_last_round_by_standings
        for name, value in fields.items():
            setattr(locked, name, value)
        games = _games_of_drawn(locked)
        locked.save()
        _refuse_cuts(locked, rounds, old)
        _refuse_a_foreign_format(locked, had=had)
        if locked.state != State.DRAFT:
            _tell_the_last_round(locked, doer)
        for number, wanted in enumerate(rounds, start=1):
            round_ = old.pop(number, None) or Round(tournament=locked, number=number)
            _refuse_new_seating(round_, wanted)
            if round_.started_at is None:
                left = wanted.get("starts_at", round_.starts_at) == round_.starts_at
                for name, value in wanted.items():
                    setattr(round_, name, value)
                if left and round_.starts_at:
                    round_.starts_at = timezone.localtime(round_.starts_at) + further
                round_.save()
        for surplus in old.values():
            surplus.delete()
        _refuse_another_game(locked, games)
        if locked.state != State.DRAFT:
            _check(act, asked, ended)
        # A larger hall is room for whoever waits.
        return fill_places(locked, doer.now)


def _consent_ends(tournament: Tournament) -> Caution:
    return Caution.of(
        "T-071",
        marked("The consent of the series was given for {day}. It does not hold for another day."),
        day=tournament.date,
    )


def edit_printed(
    tournament: Tournament, head: str, doer: Doer, *, detail: str = "", seen: str | None = None
) -> None:
    """Keep what is printed on the sheets or cards of an event, as the head of its records. Refused
    if that is not any more as it was `seen`."""
    with acting(tournament, "edit_printed", doer, detail=detail) as act:
        must_not_be_over(act.tournament)
        if seen is not None and act.tournament.record_head not in (seen, head):
            raise changed_meanwhile()
        if act.tournament.record_head == head:
            raise AlreadyDone("", marked("That is noted already."))
        act.tournament.record_head = head
        act.tournament.save()


def _refuse_new_format(
    tournament: Tournament,
    fields: Mapping[str, Any],
    rounds: Sequence[Mapping[str, Any]],
    number_of_rounds: int,
) -> None:
    format_fields = ("kind", "ruleset", "target_points", "format")
    changed = any(
        name in fields and fields[name] != getattr(tournament, name) for name in format_fields
    )
    if changed or len(rounds) != number_of_rounds:
        raise Refused(
            "T-068",
            marked("The kind, the rules and the number of rounds stay once round 1 is drawn."),
        )


def _refuse_cuts(
    tournament: Tournament, rounds: Sequence[Mapping[str, Any]], old: Mapping[int, Round]
) -> None:
    """Refuse a semi-final or final that the event may not have, already of a draft."""
    cuts = [
        wanted["cut"] if "cut" in wanted else old[number].cut if number in old else None
        for number, wanted in enumerate(rounds, start=1)
    ]
    refuse(cut_faults(cuts, EventKind(tournament.kind)))


def _games_of_drawn(tournament: Tournament) -> dict[int, TableGame]:
    """What is played in the rounds that are drawn, by number, where stages say it (FM-07)."""
    format_ = tournament.format_kept
    if format_ is None or not format_.changes_game:
        return {}
    drawn = tournament.rounds.filter(draws__in=Draw.objects.filter(withdrawn_at=None))
    numbers = drawn.values_list("number", flat=True)
    return {number: tournament.game_in(number) for number in numbers}


def _refuse_another_game(tournament: Tournament, games: Mapping[int, TableGame]) -> None:
    """Who plays a later round says how the stages lie over those before it."""
    for number, game in games.items():
        now = tournament.game_in(number)
        if (now.key, now.target) != (game.key, game.target):
            raise Refused(
                "FM-07",
                marked(
                    "Round {round} is drawn already. By these rounds it would be of another stage "
                    "of the format, and its results those of another game."
                ),
                round=number,
            )


def _refuse_a_foreign_format(tournament: Tournament, *, had: bool) -> None:
    """An event of the Tour is played by its rules alone, but for the last round by standings where
    the series allows it, or it `had` that before (FMD-07, FMD-11)."""
    if not is_by_the_tour(tournament.format, EventKind(tournament.kind)):
        raise Refused(
            "T-002", marked("An event of the Tour is played by the rules of the Tour alone.")
        )
    if tournament.has_last_round_by_standings and not had and not _series_allows(tournament):
        raise not_allowed()
    if (format_ := tournament.format_kept) is not None:
        check_game(format_, tournament.game)


def _series_allows(tournament: Tournament) -> bool:
    """Whether events of its season may draw the last round by standings (FMD-11)."""
    allowing = Season.objects.with_last_round_by_standings()
    return allowing.filter(series=tournament.series_id, year=tournament.date.year).exists()


def _tell_the_last_round(tournament: Tournament, doer: Doer) -> None:
    """Have it stand among the changes of the rules as long as it is so (T-068, T-069): the format
    stays once round 1 is drawn."""
    told = tournament.rule_changes.filter(text=LAST_ROUND_CHANGE)
    if not tournament.has_last_round_by_standings:
        told.delete()
    elif not told.exists():
        tournament.rule_changes.create(text=LAST_ROUND_CHANGE, published_at=doer.now, by=doer.name)


def _refuse_new_seating(round_: Round, wanted: Mapping[str, Any]) -> None:
    """A drawn round was drawn for these players in this way."""
    if round_.pk is None or round_.current_draw() is None:
        return
    for name in ("cut", "draw_mode"):
        if name in wanted and wanted[name] != getattr(round_, name):
            raise Refused(
                "T-016",
                marked("Round {round} is drawn already. Who plays it and how it is drawn stays."),
                round=round_.number,
            )


def _refuse_a_day_gone_by(
    tournament: Tournament, fields: Mapping[str, Any], now: dt.datetime
) -> None:
    """Nobody finds out how old players are by moving their event to and fro through the years."""
    day = fields.get("date", tournament.date)
    known = tournament.announced_at is not None or tournament.entries.exists()
    if known and day != tournament.date and day < timezone.localdate(now):
        raise Refused(
            "",
            marked("{day} is over. An event that is announced, or has players, stays ahead."),
            day=day,
        )


def _refuse_more_than_committed(tournament: Tournament, number_of_rounds: int) -> None:
    """A chain of hashes that is published cannot be made longer."""
    commitment = Commitment.objects.filter(tournament=tournament, ended_at__isnull=True).first()
    if commitment and number_of_rounds > commitment.rounds:
        raise Refused(
            "T-016",
            marked("The draws are committed to; there can be {rounds} rounds at most."),
            rounds=commitment.rounds,
        )


@contextmanager
def _acting_of_clubs(
    tournament: Tournament, name: str, doer: Doer, to_be: Club | None = None
) -> Iterator[Acting]:
    """An act whose conditions hang on the other events of the club, or of the one that it is to be.

    The clubs are locked first, so that of two events of one club the second sees the first (T-070).
    """
    keys = {tournament.club_id, to_be and to_be.pk}
    with transaction.atomic():
        list(
            Club.objects.select_for_update(no_key=True).filter(pk__in=keys - {None}).order_by("pk")
        )
        with acting(tournament, name, doer) as act:
            if act.tournament.club_id not in keys:
                raise changed_meanwhile()
            yield act


def _check(act: Acting, asked: Collection[Caution] = (), further: Collection[Caution] = ()) -> None:
    """Refuse what breaks the conditions of an announced event; heed what only raises a doubt, and
    was not `asked` about when it was written, and these `further` ones."""
    findings = announcement_findings(act.tournament, act.doer.now)
    findings.check()
    act.heed([*further, *(caution for caution in findings.cautions if caution not in asked)])


def announcement_findings(tournament: Tournament, now: dt.datetime) -> Findings:
    """What stands against the announcement as it is written, and what it would be marked with."""
    officials = {official.role: official for official in tournament.officials.all()}
    organiser, chief = officials.get(Role.ORGANISER), officials.get(Role.CHIEF_REFEREE)
    rounds = list(tournament.rounds.order_by("number"))
    return check_announcement(
        Announcement(
            kind=EventKind(tournament.kind),
            day=tournament.date,
            announced_on=timezone.localdate(tournament.announced_at or now),
            plan=[_planned(round_) for round_ in rounds],
            check_in=_check_in(tournament),
            club=str(tournament.club or ""),
            club_events=_other_events_of_club(tournament),
            organiser=organiser and organiser.person_id,
            referee=chief and chief.person_id,
            referee_plays=chief is not None and _plays(chief),
            ruleset=tournament.ruleset,
            target=tournament.target_points,
            last_round_by_standings=tournament.has_last_round_by_standings,
            # What is announced keeps what it has, though the series allows it no more.
            last_round_allowed=tournament.state != State.DRAFT or _series_allows(tournament),
            drawn_by_standings=any(r.draw_mode == DrawMode.STANDINGS for r in rounds),
            cuts=[r.cut for r in rounds],
        )
    )


def _plays(official: Official) -> bool:
    """Whether the official is on the list of the event, as far as anybody said who is the same."""
    same = [official.person_id, official.owner_id]
    theirs = Q(person__in=same) | Q(joined_from__in=same)
    return official.tournament.entries.filter(theirs).exists()


def _planned(round_: Round) -> PlannedRound:
    start = timezone.localtime(round_.starts_at) if round_.starts_at else None
    return PlannedRound(start, round_.limit_minutes)


def _other_events_of_club(tournament: Tournament) -> list[dt.date]:
    if tournament.club is None:
        return []
    others = tournament.club.tournaments.counting_for_club().exclude(pk=tournament.pk)
    others = others.filter(series=tournament.series_id)
    return list(others.values_list("date", flat=True))


def announce(tournament: Tournament, doer: Doer) -> None:
    """Make a draft public (T-058 to T-073)."""
    with _acting_of_clubs(tournament, "announce", doer) as act:
        _expect(act.tournament, State.DRAFT)
        act.tournament.announced_at = doer.now
        _check(act)
        _tell_the_last_round(act.tournament, doer)
        _enter(act.tournament, State.ANNOUNCED)


def open_sign_up(tournament: Tournament, doer: Doer) -> None:
    with acting(tournament, "open_sign_up", doer) as act:
        if act.tournament.state == State.CHECK_IN:
            _sign_up_at_door(act.tournament, opened=True)
            return
        _expect(act.tournament, State.ANNOUNCED)
        _enter(act.tournament, State.SIGN_UP)


def close_sign_up(tournament: Tournament, doer: Doer) -> None:
    """Back to announced: nobody new may sign up, who did stays."""
    with acting(tournament, "close_sign_up", doer) as act:
        if act.tournament.state == State.CHECK_IN:
            _sign_up_at_door(act.tournament, opened=False)
            return
        _expect(act.tournament, State.SIGN_UP)
        _enter(act.tournament, State.ANNOUNCED)


def _sign_up_at_door(tournament: Tournament, *, opened: bool) -> None:
    if tournament.sign_up_at_door == opened:
        raise AlreadyDone("", marked("That is noted already."))
    tournament.sign_up_at_door = opened
    tournament.save(update_fields=["sign_up_at_door"])


def cancelled_for_good(tournament: Tournament) -> tuple[Caution, ...]:
    """What a page asks `beside` the rules before an event that everybody knows of is cancelled."""
    if tournament.announced_at is None:
        return ()
    return (
        Caution.of(
            "",
            marked(
                "Everybody sees at once that the tournament is cancelled, and it cannot be taken "
                "back. Players who signed up: {count}."
            ),
            count=players_who_hear(tournament).count(),
        ),
    )


def cancel_tournament(
    tournament: Tournament, reason: str, doer: Doer, *, beside: Sequence[Caution] = ()
) -> Heard:
    """Call the event off and tell everybody who signed up; how many that were."""
    if not reason.strip():
        raise Refused("", marked("Say why the tournament is cancelled; the players will be told."))
    with acting(tournament, "cancel_tournament", doer, reason=reason) as act:
        locked = act.tournament
        must_not_be_over(locked)
        act.heed(beside)
        locked.cancelled_reason = reason
        was_public = locked.announced_at is not None
        _enter(locked, State.CANCELLED)
        if not was_public:
            return Heard()
        return tell_players(locked, "cancelled", doer.now, reason=reason)


def publish_rule_change(tournament: Tournament, text: str, doer: Doer) -> None:
    """Publish a small local change before round 1 is opened (T-068, T-069)."""
    with acting(tournament, "publish_rule_change", doer, detail=text[:300]) as act:
        check_local_change(text, round_one_opened=round_one_opened(act.tournament))
        if act.tournament.rule_changes.filter(text=text).exists():
            raise AlreadyDone("T-068", marked("That is noted already."))
        RuleChange.objects.create(
            tournament=act.tournament, text=text, published_at=doer.now, by=doer.name
        )


def round_one_opened(tournament: Tournament) -> bool:
    """Whether a draw of round 1 was ever published: from then on the rules stay (T-069)."""
    first = tournament.rounds.order_by("number").first()
    return first is not None and first.draws.filter(published_at__isnull=False).exists()


def _expect(tournament: Tournament, state: State) -> None:
    if tournament.state != state:
        raise Refused(
            "",
            marked("This was done already or is not possible now: the tournament is {state}."),
            state=tournament.get_state_display(),
        )


def _enter(tournament: Tournament, state: State) -> None:
    tournament.state = state
    tournament.save()
