"""Results from the table: players enter what was played, and agree on it or do not."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from tournaments.domain.agreeing import SILENCE, Stand, silent, stand_of
from tournaments.domain.timetable import begins_later
from tournaments.domain.values import Caution, Refused, marked
from tournaments.models import Entry, Proposal, ProposalWord, Table, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.logbook import FROM_CODE, UNANSWERED
from tournaments.models.proposal import Outcome
from tournaments.models.tournament import FromTheTable, State
from tournaments.services.acts import Acting, AlreadyDone, Doer, Unconfirmed, acting, as_player
from tournaments.services.entered import (
    EnteredResult,
    as_entered,
    is_same,
    points_in_a_line,
    to_document,
)
from tournaments.services.guards import must_run, published_table
from tournaments.services.proposals import close, entered_of, proposed, says
from tournaments.services.results import look_at, save_result

LONGEST_OBJECTION = 1000

MAY_SAY = (EntryState.CHECKED_IN, EntryState.WITHDRAWN)
"""Whoever has left plays the game at their table to its result."""

OWN_PAGE_ONLY = marked(
    "This event takes the word of each player from their own page only. Open your personal link: "
    "it stands in your e-mail and on your badge."
)


@dataclass(frozen=True, slots=True)
class Player:
    """Whoever sits at a table and acts; `link` tells by which link. `from_code` is that it was by
    the code of the table on a phone that does not know the player's own link, and `sending` how the
    phone names what it sends."""

    entry: Entry
    doer: Doer
    link: str = ""
    from_code: bool = False
    sending: str = ""

    @property
    def words(self) -> dict[str, Any]:
        """What is kept with each word, of the phone from which it came."""
        return {"at": self.doer.now, "link": self.link, "from_code": self.from_code}

    @property
    def mark(self) -> str:
        """What the logbook has of it."""
        return FROM_CODE if self.from_code else ""


def propose_result(
    tournament: Tournament, table: Table, entered: EnteredResult, player: Player
) -> Proposal:
    """Keep what a player entered for their table, under the checks of the desk; the proposal that
    says it.

    What the player had entered before is closed and stays. Where somebody has entered just the
    same, this is their word for it; another result of somebody else is asked about first. Raises
    `Refused` where the table has a result, or does not count any more.
    """
    with transaction.atomic():
        proposal = _propose(tournament, table, entered, player)
        let_stand(tournament, table, player.doer.now)
    return proposal


def _propose(
    tournament: Tournament, table: Table, entered: EnteredResult, player: Player
) -> Proposal:
    number, entry = table.draw.round.number, player.entry
    with acting(
        tournament,
        "propose_result",
        player.doer,
        round_number=number,
        sending=player.sending,
    ) as act:
        table = _open_table(act, table)
        target = table.draw.round.game.target
        _must_sit(player, table)
        _refuse_what_is_saved(table, entered, target=target)
        findings = look_at(act, table, entered)
        there = list(table.proposals.open().told())
        mine = [proposal for proposal in there if proposal.entry_id == entry.pk]
        others = [proposal for proposal in there if proposal.entry_id != entry.pk]
        if any(says(one, entered, target) and _is_as_sure(one, player) for one in mine):
            raise AlreadyDone("", marked("That is noted already."))
        same = next((proposal for proposal in others if says(proposal, entered, target)), None)
        early = begins_later(player.doer.now, number, table.draw.round.planned)
        asked = [early, *findings] if early else findings
        act.heed([*asked, *_cautions_of_others(others, same, target)])
        act.detail = f"{table.number}: {points_in_a_line(entered, target)}{player.mark}"
        close(mine, Outcome.REPLACED, player.doer)
        _take_back_yes(entry, table)
        if same:
            _say(same, player, agrees=True, text="")
            return same
        return Proposal.objects.create(
            table=table,
            entry=entry,
            entered=to_document(entered, target),
            ended=entered.ended,
            **player.words,
        )


def respond_to_proposal(
    tournament: Tournament, proposal_id: int, player: Player, *, agrees: bool, text: str
) -> Proposal:
    """Keep a player's word on what somebody entered for their table; the latest word holds.

    Whoever agrees takes back what they had entered otherwise, and whoever objects to what they
    entered themselves takes that back. Raises `Refused` once it is settled, or for an objection
    that does not say what is wrong.
    """
    with transaction.atomic():
        proposal = _respond(tournament, proposal_id, player, agrees=agrees, text=text.strip())
        let_stand(tournament, proposal.table, player.doer.now)
    return proposal


def _respond(
    tournament: Tournament, proposal_id: int, player: Player, *, agrees: bool, text: str
) -> Proposal:
    number, entry = _round_of(tournament, proposal_id), player.entry
    with acting(
        tournament,
        "respond_to_proposal",
        player.doer,
        round_number=number,
        sending=player.sending,
    ) as act:
        proposal = _still_open(act.tournament, proposal_id, agrees=agrees)
        table = _open_table(act, proposal.table)
        _must_sit(player, table)
        is_own = proposal.entry_id == entry.pk
        no = "~" if is_own else "-"
        act.detail = f"{table.number}: {'+' if agrees else no}{player.mark} {text}"[:300].strip()
        if is_own:
            _about_the_own(proposal, player, agrees=agrees)
            return proposal
        if not agrees and not text:
            raise Refused("", marked("Say what is wrong with the result."))
        before = proposal.words.filter(entry=entry).first()
        same = before and before.agrees == agrees and (agrees or before.text == text)
        if before and same and _is_as_sure(before, player):
            raise AlreadyDone("", marked("That is noted already."))
        if agrees:
            close(table.proposals.open().filter(entry=entry), Outcome.WITHDRAWN, player.doer)
            _take_back_yes(entry, table)
        _say(proposal, player, agrees=agrees, text=text)
        return proposal


def _about_the_own(proposal: Proposal, player: Player, *, agrees: bool) -> None:
    if not agrees:
        close([proposal], Outcome.WITHDRAWN, player.doer)
        return
    if _is_as_sure(proposal, player):
        raise AlreadyDone("", marked("That is noted already."))
    proposal.link, proposal.from_code = player.link, False
    proposal.save(update_fields=["link", "from_code"])


def _is_as_sure(before: Proposal | ProposalWord, player: Player) -> bool:
    """Whether it adds nothing to say it again: what another phone said is said once more by the
    own one, and is no other phone's word from then on."""
    return player.from_code or not before.from_code


def accept_proposal(tournament: Tournament, proposal_id: int, doer: Doer) -> Proposal:
    """Let a proposal stand as the result of its table, by the word of the desk.

    What others of the table say otherwise is asked about first.
    """
    number = _round_of(tournament, proposal_id)
    with acting(tournament, "accept_proposal", doer, round_number=number) as act:
        proposal = _open_proposal(act.tournament, proposal_id)
        proposal.result = save_result(act, proposal.table, entered_of(proposal))
    return proposal


def decline_proposal(tournament: Tournament, proposal_id: int, doer: Doer) -> Proposal:
    """Set a proposal aside: the table has none any more, and its players may enter another."""
    number = _round_of(tournament, proposal_id)
    with acting(tournament, "decline_proposal", doer, round_number=number) as act:
        must_run(act.tournament)
        proposal = _open_proposal(act.tournament, proposal_id)
        entered = entered_of(proposal)
        points = points_in_a_line(entered, proposal.table.draw.round.game.target)
        act.detail = f"{proposal.table.number}: {points}"
        close([proposal], Outcome.DECLINED, doer)
    return proposal


def agree_results(now: dt.datetime) -> int:
    """Let stand what all of a table agreed on but one, who has said nothing for ten minutes; how
    many results that makes."""
    waiting = Table.objects.filter(
        proposals__outcome="",
        proposals__at__lte=now - SILENCE,
        draw__withdrawn_at__isnull=True,
        draw__round__closed_at__isnull=True,
        draw__round__tournament__state=State.RUNNING,
        draw__round__tournament__from_the_table=FromTheTable.AGREED,
    )
    tables = waiting.select_related("draw__round__tournament").distinct().order_by("pk")
    return sum(let_stand(table.draw.round.tournament, table, now) for table in tables)


def let_stand(tournament: Tournament, table: Table, now: dt.datetime) -> bool:
    """Save the result that a table has agreed on, if its event takes it so; whether it did.

    What a person has to look at first, or what cannot be any more, is left to the desk.
    """
    agreed = tournament.from_the_table == FromTheTable.AGREED and _agreed(table, now)
    if not agreed:
        return False
    try:
        _agree(tournament, table, as_player(Doer("", now), agreed.entry))
    except (Refused, Unconfirmed):
        return False
    return True


def _agree(tournament: Tournament, table: Table, who: Doer) -> None:
    number = table.draw.round.number
    with acting(tournament, "agree_result", who, round_number=number) as act:
        table = _open_table(act, table)
        # Somebody may have objected, or the event chosen otherwise, while we waited for the lock.
        agreed = _agreed(table, who.now)
        if agreed is None or act.tournament.from_the_table != FromTheTable.AGREED:
            raise _settled()
        result = save_result(act, table, entered_of(agreed), by_its_table=True)
        if missed := silent(proposed(agreed), _seated(table)):
            result.silent = Entry.objects.get(pk__in=missed)
            result.save(update_fields=["silent"])
            act.detail += f"{UNANSWERED}{result.silent.mark}"


def _agreed(table: Table, now: dt.datetime) -> Proposal | None:
    """What the table agreed on, if it did."""
    there = list(table.proposals.open().told())
    stand = stand_of([proposed(one) for one in there], _seated(table), now=now)
    return there[0] if stand is Stand.AGREED else None


def _seated(table: Table) -> Collection[int]:
    return table.seats.values_list("entry_id", flat=True)


def _open_table(act: Acting, table: Table) -> Table:
    """The table, as long as its players may enter something for it."""
    must_run(act.tournament)
    if act.tournament.from_the_table == FromTheTable.OFF:
        raise Refused("", marked("Results of this event are entered at the desk only."))
    table = published_table(act.tournament, table)
    if table.draw.round.closed_at:
        raise Refused(
            "",
            marked("Round {round} is closed; please talk to the desk about its results."),
            round=table.draw.round.number,
        )
    return table


def _must_sit(player: Player, table: Table) -> None:
    entry = player.entry
    if not table.seats.filter(entry=entry).exists():
        raise Refused("T-020", marked("You do not sit at table {table}."), table=table.number)
    if not Entry.objects.filter(pk=entry.pk, state__in=MAY_SAY).exists():
        message = marked("You do not play any more; please talk to the chief referee.")
        raise Refused("T-050", message)
    if player.from_code:
        _must_leave_own_words(entry, table)


def has_spoken_alone(entry: Entry, table: Table) -> bool:
    """Whether something that a player said on the own page of the result of a table holds still."""
    entered = table.proposals.open().filter(entry=entry, from_code=False)
    words = ProposalWord.objects.filter(entry=entry, proposal__table=table, from_code=False)
    return entered.exists() or words.filter(proposal__outcome="").exists()


def _must_leave_own_words(entry: Entry, table: Table) -> None:
    """Nobody else's phone takes back what a player said on the own one, or speaks at all where the
    event wants everybody's own."""
    if table.draw.round.tournament.own_phones_only:
        raise Refused("", OWN_PAGE_ONLY)
    if has_spoken_alone(entry, table):
        message = marked(
            "{player} has spoken on the own page already. It is changed there, on no other phone."
        )
        raise Refused("", message, player=entry.public_name)


def _refuse_what_is_saved(table: Table, entered: EnteredResult, *, target: int | None) -> None:
    """What is saved is confirmed or disputed, never entered again by the table. Who saved it is not
    said: the name, of a player or an official, is that of the logbook, and may be a child's."""
    saved = table.results.prefetch_related("scores__seat").order_by("number").last()
    if saved is None:
        return
    if is_same(as_entered(saved), entered, target):
        raise AlreadyDone(
            "", marked("Table {table} is saved like this already."), table=table.number
        )
    raise Refused(
        "",
        marked(
            "Another result of table {table} was saved meanwhile: {points}. Nothing of yours was "
            "saved; if that one is wrong, dispute it on your page."
        ),
        table=table.number,
        points=points_in_a_line(as_entered(saved), target),
    )


def _cautions_of_others(
    others: Sequence[Proposal], same: Proposal | None, target: int | None
) -> list[Caution]:
    """Nobody sets a second result beside one that they have not seen."""
    if same:
        return []
    return [
        Caution.of(
            "",
            marked(
                "{player} has entered another result of your table: {points}. If yours is the "
                "right one, save it: the desk then sees both."
            ),
            player=f"{proposal.entry.number}. {proposal.entry.public_name}",
            points=points_in_a_line(entered_of(proposal), target),
        )
        for proposal in others
    ]


def _say(proposal: Proposal, player: Player, *, agrees: bool, text: str) -> None:
    said = {"agrees": agrees, "text": text[:LONGEST_OBJECTION], **player.words}
    ProposalWord.objects.update_or_create(proposal=proposal, entry=player.entry, defaults=said)


def _take_back_yes(entry: Entry, table: Table) -> None:
    """Nobody agrees with two results of one table; that they did stands in the logbook."""
    words = ProposalWord.objects.filter(entry=entry, agrees=True, proposal__table=table)
    words.filter(proposal__outcome="").delete()


def _round_of(tournament: Tournament, proposal_id: int) -> int | None:
    found = Proposal.objects.filter(
        pk=proposal_id, table__draw__round__tournament=tournament
    ).values_list("table__draw__round__number", flat=True)
    return found.first()


def _still_open(tournament: Tournament, proposal_id: int, *, agrees: bool) -> Proposal:
    """The proposal of which a player says a word. Whoever agreed with what stands has what they
    want; any other word that comes too late is no word yet, and stays with the player."""
    try:
        return _open_proposal(tournament, proposal_id)
    except AlreadyDone as settled:
        stands = Proposal.objects.filter(pk=proposal_id, outcome=Outcome.STANDS)
        if agrees and stands.exists():
            raise
        raise Refused(settled.rule_id, settled.message) from settled


def _open_proposal(tournament: Tournament, proposal_id: int) -> Proposal:
    found = Proposal.objects.open().filter(
        pk=proposal_id, table__draw__round__tournament=tournament
    )
    proposal = found.select_related("entry", "table__draw__round__tournament").first()
    if proposal is None:
        raise _settled()
    return proposal


def _settled() -> AlreadyDone:
    return AlreadyDone("", marked("That is settled meanwhile. Please look at it again."))
