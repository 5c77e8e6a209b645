"""Who decides what: the chief referee, the council, exclusion (T-050 to T-056)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from .values import Caution, Player, Refused, marked

COUNCIL = 3
"""Members of a council (T-051)."""

PLAYERS_ON_COUNCIL = 2
"""At most, and only if there is no other way (T-053)."""


def check_ruling(*, by_chief: bool) -> None:
    """Refuse a ruling by anyone but the chief referee (T-050)."""
    if not by_chief:
        raise Refused("T-050", marked("The chief referee decides disputes first."))


def own_game(plays: bool) -> tuple[Caution, ...]:
    """What a referee is asked who answers or decides about a game in which they play (D-134)."""
    if not plays:
        return ()
    message = marked(
        "This is about a game in which you play. Whoever plays does not decide about the own game: "
        "leave it to another referee if there is one."
    )
    return (Caution.of("D-134", message),)


def check_protest(*, ruled: bool, council_decided: bool) -> None:
    """Refuse a protest before there is a ruling, or against a council (T-051, T-052)."""
    if council_decided:
        raise Refused("T-052", marked("The council's decision is final."))
    if not ruled:
        raise Refused("T-051", marked("The chief referee has to decide before anyone protests."))


def is_ruled_since(*, entered: datetime | None, decided: datetime | None) -> bool:
    """Whether a matter was decided after the newest result of its table was entered: what the
    decision changes is not in that result yet, whether or not the round is closed (T-050)."""
    return entered is not None and decided is not None and entered < decided


def check_council(
    members: Sequence[Player],
    *,
    chief: Player,
    referees: Collection[Player],
    players: Collection[Player],
    involved: Collection[Player],
    protesting: Collection[Player] = (),
    reason: str = "",
) -> tuple[Caution, ...]:
    """Refuse a council that may not decide this protest; raises the first of `council_faults`.

    A council with players on it is a caution, since it takes that there was no other way. So is a
    member among the `protesting`: they are known by name alone, which somebody else may have too.
    """
    for fault in council_faults(
        members, chief=chief, referees=referees, players=players, involved=involved, reason=reason
    ):
        raise fault
    return (
        *_cautions_of_players(members, chief, referees),
        *_cautions_of_conflict(members, protesting),
    )


def _cautions_of_players(
    members: Sequence[Player], chief: Player, referees: Collection[Player]
) -> Iterator[Caution]:
    if any(member != chief and member not in referees for member in members):
        message = marked("Players sit on the council; that is right only if there is no other way.")
        yield Caution.of("T-053", message)


def _cautions_of_conflict(
    members: Sequence[Player], protesting: Collection[Player]
) -> Iterator[Caution]:
    for member in members:
        if member in protesting:
            message = marked(
                "{player} has the name of who protests, and whoever protests does not decide: name "
                "somebody else, unless only the name is the same."
            )
            yield Caution.of("D-121", message, player=str(member))


def council_faults(
    members: Sequence[Player],
    *,
    chief: Player,
    referees: Collection[Player],
    players: Collection[Player],
    involved: Collection[Player],
    reason: str = "",
) -> Iterator[Refused]:
    """Everything that keeps these members from deciding a protest.

    `members` includes the chief referee; `referees` are all others present; `players` play in the
    tournament and `involved` play or played in the disputed game. A referee who plays is in both
    `referees` and `players` (D-134).
    """
    if len(set(members)) != COUNCIL or len(members) != COUNCIL:
        yield Refused(
            "T-051",
            marked("A council has {wanted} members, not {named}."),
            wanted=COUNCIL,
            named=len(set(members)),
        )
    for member in members:
        if member in involved:
            yield Refused(
                "T-054",
                marked("{player} plays in the disputed game and must be replaced."),
                player=member,
            )
        if member != chief and member not in referees and member not in players:
            yield Refused(
                "T-051",
                marked("{player} is neither a referee nor a player of this tournament."),
                player=member,
            )
    if chief not in members and chief not in involved:
        yield Refused(
            "T-051", marked("The chief referee has to be a member of the council (D-121).")
        )
    yield from _faults_of_players(members, chief, referees, involved, reason)


def _faults_of_players(
    members: Sequence[Player],
    chief: Player,
    referees: Collection[Player],
    involved: Collection[Player],
    reason: str,
) -> Iterator[Refused]:
    officials = {chief, *referees}
    named = [member for member in members if member not in officials]
    if not named:
        return
    if len(named) > PLAYERS_ON_COUNCIL:
        yield Refused(
            "T-053",
            marked("At most {most} players sit on a council, not {named}."),
            most=PLAYERS_ON_COUNCIL,
            named=len(named),
        )
    for free in sorted(set(referees) - set(members) - set(involved), key=str):
        yield Refused(
            "T-053",
            marked(
                "{player} is a referee of this event and not concerned; players sit on a council "
                "only where there is no referee more."
            ),
            player=free,
        )
    if not reason.strip():
        yield Refused("T-053", marked("Give the reason why players sit on the council."))


def check_exclusion(*, by_chief: bool, deliberate: bool, reason: str) -> None:
    """Refuse an exclusion by anyone but the chief referee, for a mistake, or without a reason.

    An exclusion is a right and no duty: nothing in the program excludes by itself (T-055, T-056).
    """
    if not by_chief:
        raise Refused("T-055", marked("Only the chief referee may exclude a player."))
    if not deliberate:
        raise Refused(
            "T-055", marked("A player is excluded only for a knowing and deliberate breach.")
        )
    if not reason.strip():
        raise Refused("T-055", marked("Give the reason for the exclusion."))
