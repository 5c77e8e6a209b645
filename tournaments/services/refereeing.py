"""The referee's book: disputes, rulings, protests, councils and exclusions (T-050 to T-056).

Who may do what is in tournaments/permissions.py; the chief referee alone decides and excludes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tournaments.domain.names import matches, sort_key
from tournaments.domain.referees import (
    check_council,
    check_exclusion,
    check_protest,
    own_game,
)
from tournaments.domain.values import Refused, marked
from tournaments.models import (
    CouncilMember,
    Entry,
    Exclusion,
    Ruling,
    Table,
    Tournament,
)
from tournaments.models.entry import EntryState, Role
from tournaments.models.referee import RulingKind
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.guards import must_not_be_over
from tournaments.services.selves import is_one_of, persons_at, referees_of, selves_in


def open_ruling(
    tournament: Tournament,
    question: str,
    doer: Doer,
    *,
    kind: str = RulingKind.DISPUTE,
    round_number: int | None = None,
    table: Table | None = None,
    players: Collection[Entry] = (),
    rule_id: str = "",
) -> Ruling:
    """Write down what happened, for the chief referee to decide; it excludes nobody (T-056). What
    names a table and nobody there concerns everybody who sits at it."""
    with acting(tournament, "open_ruling", doer, round_number=round_number) as act:
        if not question.strip():
            raise Refused("T-050", marked("Write down what happened."))
        act.detail = question[:300]
        same = act.tournament.rulings.filter(question=question, table=table, kind=kind)
        # Another one who says the same has said it, too.
        if same.filter(decided_at__isnull=True, opened_by=doer.name).exists():
            raise AlreadyDone("", marked("That is noted already."))
        ruling = Ruling.objects.create(
            tournament=act.tournament,
            kind=kind,
            round_number=round_number,
            table=table,
            rule_id=rule_id,
            question=question,
            opened_by=doer.name,
            opened_at=doer.now,
        )
        there = Entry.objects.filter(seats__table=table) if table and not players else players
        ruling.players.set(there)
    return ruling


def decide(tournament: Tournament, ruling_id: int, decision: str, doer: Doer) -> None:
    """The chief referee's decision (T-050); a later word of theirs replaces it until a protest."""
    with acting(tournament, "decide", doer) as act:
        ruling = _ruling(act.tournament, ruling_id)
        if ruling.protest_at:
            raise Refused("T-051", marked("A protest was made; the council decides now."))
        if not decision.strip():
            raise Refused("T-050", marked("Write down the decision."))
        act.heed(own_game(is_one_of(act.tournament, doer, _concerned(ruling))))
        act.detail = decision[:300]
        ruling.decision, ruling.decided_by, ruling.decided_at = decision, doer.name, doer.now
        ruling.save()


def protest(tournament: Tournament, ruling_id: int, text: str, by: str, doer: Doer) -> None:
    """A protest against the ruling, which goes to a council (T-051); `by` names who protests."""
    with acting(tournament, "protest", doer, detail=by) as act:
        ruling = _ruling(act.tournament, ruling_id)
        check_protest(
            ruled=ruling.decided_at is not None, council_decided=ruling.council_at is not None
        )
        if ruling.protest_at:
            raise AlreadyDone("T-051", marked("The protest is written down already."))
        if not text.strip() or not by.strip():
            raise Refused("T-051", marked("Write down who protests and why."))
        ruling.protest, ruling.protest_by, ruling.protest_at = text, by, doer.now
        ruling.save()


def name_council(
    tournament: Tournament, ruling_id: int, members: Sequence[int], reason: str, doer: Doer
) -> None:
    """Name the three who decide a protest, by the keys of their persons (T-051 to T-054)."""
    with acting(tournament, "name_council", doer, reason=reason) as act:
        ruling = _ruling(act.tournament, ruling_id)
        if ruling.protest_at is None:
            raise Refused("T-051", marked("There is no protest to decide."))
        if ruling.council_at:
            raise Refused("T-052", marked("The council's decision is final."))
        selves = selves_in(act.tournament)
        eligible = _eligible(act.tournament, selves)
        named = [selves.get(key, key) for key in members]
        if any(key not in eligible for key in named):
            raise Refused("T-051", marked("Name three different people from the list."))
        players = _present_players(act.tournament, selves)
        act.heed(_checked_council(act.tournament, ruling, named, selves, reason))
        ruling.council.all().delete()
        CouncilMember.objects.bulk_create(
            CouncilMember(
                ruling=ruling,
                person_id=eligible[key].person_id,
                name=eligible[key],
                is_player=key in players,
            )
            for key in named
        )
        ruling.council_reason = reason
        ruling.save()
        act.detail = ", ".join(eligible[key] for key in named)


def _checked_council(
    tournament: Tournament,
    ruling: Ruling,
    members: Sequence[int],
    selves: Mapping[int, int],
    reason: str,
):
    """The cautions of a council; its faults name people, so the domain is given names."""
    names = _eligible(tournament, selves)
    chief = tournament.officials.filter(role=Role.CHIEF_REFEREE).first()
    referees = tournament.officials.filter(role=Role.REFEREE).values_list("person_id", flat=True)
    involved = _involved(ruling, selves)
    return check_council(
        [names[key] for key in members],
        chief=names.get(selves[chief.person_id]) if chief else None,
        referees=[names[key] for key in dict.fromkeys(selves[key] for key in referees)],
        players=[names[key] for key in _present_players(tournament, selves)],
        involved=[names[key] for key in involved if key in names],
        protesting=[name for name in names.values() if _protests(name, ruling)],
        reason=reason,
    )


class _Named(str):
    """Somebody by name, with the key of the person whose office or entry it is; told apart by whom
    they stand for, so that two of one name stay two."""

    __slots__ = ("key", "person_id")
    key: int
    person_id: int

    def __new__(cls, key: int, name: str, person_id: int) -> _Named:
        named = super().__new__(cls, name)
        named.key, named.person_id = key, person_id
        return named

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Named) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def _eligible(tournament: Tournament, selves: Mapping[int, int]) -> dict[int, _Named]:
    """Referees and players of the tournament, in that order, by whom they stand for."""
    found: dict[int, _Named] = {}
    players = tournament.entries.active().select_related("person", "joined_from")
    by_surname = sorted(players, key=lambda entry: (sort_key(entry.full_name), entry.pk))
    for row in [*referees_of(tournament), *by_surname]:
        key = selves[row.person_id]
        found.setdefault(key, _Named(key, row.full_name, row.owner.pk))
    return found


class Candidate(NamedTuple):
    """Somebody who could sit on a council: key and name of the person, the number worn by whoever
    plays (else None), whether the matter is theirs, and whether who protests has this name."""

    key: int
    name: str
    number: int | None
    involved: bool
    protests: bool


def eligible_for_council(ruling: Ruling) -> list[Candidate]:
    """Who could sit on the council, referees first. Of the players no minors are asked, and nobody
    who was deleted since."""
    selves = selves_in(ruling.tournament)
    players, involved = _present_players(ruling.tournament, selves), _involved(ruling, selves)
    not_asked = _not_asked(ruling.tournament, selves)
    return [
        Candidate(
            name.person_id,
            name,
            players.get(key),
            key in involved,
            _protests(name, ruling),
        )
        for key, name in _eligible(ruling.tournament, selves).items()
        if key not in not_asked
    ]


def _not_asked(tournament: Tournament, selves: Mapping[int, int]) -> set[int]:
    """Minors and deleted persons who only play, by whom they stand for."""
    entries = tournament.entries.active().select_related("person", "joined_from")
    ours = {selves[row.person_id] for row in referees_of(tournament)}
    nobody = {selves[one.person_id] for one in entries if not one.name or one.is_minor}
    return nobody - ours


def _present_players(tournament: Tournament, selves: Mapping[int, int]) -> dict[int, int]:
    """The numbers worn by those who are there, by whom they stand for."""
    numbers = tournament.entries.active().values_list("person_id", "number")
    return {selves[key]: number for key, number in numbers}


def _protests(name: str, ruling: Ruling) -> bool:
    """Whether somebody has the name, or one of the names, that was written of who protests."""
    return bool(name) and matches(name, ruling.protest_by)


def _involved(ruling: Ruling, selves: Mapping[int, int]) -> set[int]:
    """Who plays in the disputed game, or is named as concerned (T-054)."""
    return {selves[key] for key in _concerned(ruling)}


def _concerned(ruling: Ruling) -> set[int]:
    """The same by the keys of their persons."""
    concerned = set(ruling.players.values_list("person_id", flat=True))
    if ruling.table_id:
        concerned |= persons_at(ruling.table)
    return concerned


def decide_protest(tournament: Tournament, ruling_id: int, decision: str, doer: Doer) -> None:
    """The council's decision, which is final (T-052)."""
    with acting(tournament, "decide_protest", doer) as act:
        ruling = _ruling(act.tournament, ruling_id)
        if ruling.council_at:
            raise Refused("T-052", marked("The council's decision is final."))
        if ruling.council.count() == 0:
            raise Refused("T-051", marked("Name the council of three first."))
        if not decision.strip():
            raise Refused("T-051", marked("Write down the decision."))
        act.detail = decision[:300]
        ruling.council_decision, ruling.council_at = decision, doer.now
        ruling.save()


def exclude(
    tournament: Tournament,
    entry_id: int,
    reason: str,
    doer: Doer,
    *,
    round_number: int,
    deliberate: bool,
) -> None:
    """Exclude a player at once (T-055); what becomes of their games says D-122."""
    with acting(tournament, "exclude", doer, round_number=round_number, reason=reason) as act:
        must_not_be_over(act.tournament)
        entry = _entry(act.tournament, entry_id)
        if entry.state == EntryState.EXCLUDED:
            raise AlreadyDone("T-055", marked("{player} is excluded already."), player=str(entry))
        check_exclusion(by_chief=True, deliberate=deliberate, reason=reason)
        act.detail = entry.mark
        Exclusion.objects.create(
            entry=entry, round_number=round_number, reason=reason, by=doer.name, at=doer.now
        )
        entry.state = EntryState.EXCLUDED
        entry.save()


def revoke_exclusion(tournament: Tournament, entry_id: int, reason: str, doer: Doer) -> None:
    """Take an exclusion back; the player may be seated again from the next draw on."""
    with acting(tournament, "revoke_exclusion", doer, reason=reason) as act:
        must_not_be_over(act.tournament)
        entry = _entry(act.tournament, entry_id)
        if entry.state != EntryState.EXCLUDED:
            raise AlreadyDone("T-055", marked("{player} is not excluded."), player=str(entry))
        if not reason.strip():
            raise Refused("T-055", marked("Give the reason why the exclusion is taken back."))
        act.detail = f"{entry.mark}: {entry.exclusion.reason}"[:300]
        entry.exclusion.delete()
        entry.state = EntryState.CHECKED_IN
        entry.save()


def _ruling(tournament: Tournament, ruling_id: int) -> Ruling:
    ruling = tournament.rulings.filter(pk=ruling_id).first()
    if ruling is None:
        raise Refused("", marked("This matter is not in the book any more."))
    return ruling


def _entry(tournament: Tournament, entry_id: int) -> Entry:
    entry = tournament.entries.select_related("person").filter(pk=entry_id).first()
    if entry is None:
        raise Refused("", marked("This player is not in the tournament any more."))
    return entry
