"""Texts in which the name of somebody stands who was deleted: the series decides on each."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from django.contrib.auth import get_user_model
from django.db import models
from django.db.models import CharField, Q, Value
from django.db.models.functions import Concat, Trim
from django.utils.translation import gettext

from tournaments.domain.values import Caution, marked
from tournaments.models import (
    Act,
    Call,
    Commitment,
    Draw,
    DrawEdit,
    Exclusion,
    Join,
    LargeScreen,
    Lot,
    NameLeft,
    Official,
    ProgramToken,
    Proposal,
    ProposalWord,
    PublicValue,
    Response,
    Result,
    RuleChange,
    Ruling,
    Tournament,
    ValueSource,
    Webhook,
    Wish,
)
from tournaments.services.acts import AlreadyDone, Doer, Unconfirmed, acting

# Where people sign what they wrote or decided, with the ways to the tournament: only whole names
# stand there, of accounts and offices.
SIGNED: dict[type[models.Model], tuple[tuple[str, ...], tuple[str, ...]]] = {
    Act: (("tournament",), ("by",)),
    RuleChange: (("tournament",), ("by",)),
    Exclusion: (("entry__tournament",), ("by",)),
    Commitment: (("tournament",), ("by",)),
    ValueSource: (("round__tournament",), ("by",)),
    PublicValue: (("round__tournament",), ("by", "confirmed_by")),
    Draw: (("round__tournament",), ("by",)),
    DrawEdit: (("draw__round__tournament",), ("by",)),
    Result: (("table__draw__round__tournament",), ("by",)),
    Proposal: (("entry__tournament",), ("closed_by",)),
    Call: (("entry__tournament",), ("taken_by", "closed_by")),
    Lot: (("tournament",), ("by",)),
    Wish: (("tournament",), ("by", "removed_by")),
    Ruling: (("tournament",), ("opened_by", "decided_by")),
    ProgramToken: (("tournament",), ("made_by", "withdrawn_by")),
    Webhook: (("tournament",), ("made_by", "withdrawn_by")),
    Join: (("entries__tournament", "offices__tournament"), ("by", "undone_by")),
}

# Where people write freely; a name may stand in any of it. What was rolled in the hall is not
# among it: seeds are made of it, and it holds dice.
TEXTS: dict[type[models.Model], tuple[str, tuple[str, ...]]] = {
    Act: ("tournament", ("detail", "reason")),
    RuleChange: ("tournament", ("text",)),
    LargeScreen: ("tournament", ("name", "text")),
    ProgramToken: ("tournament", ("name",)),
    Exclusion: ("entry__tournament", ("reason",)),
    ValueSource: ("round__tournament", ("text", "reason")),
    PublicValue: ("round__tournament", ("reason",)),
    Draw: ("round__tournament", ("reason", "withdrawn_reason")),
    DrawEdit: ("draw__round__tournament", ("reason",)),
    Result: ("table__draw__round__tournament", ("reason",)),
    Response: ("entry__tournament", ("text",)),
    ProposalWord: ("entry__tournament", ("text",)),
    Call: ("entry__tournament", ("text", "answer")),
    Wish: ("tournament", ("reason",)),
    Ruling: (
        "tournament",
        (
            "question",
            "decision",
            "protest",
            "protest_by",
            "council_reason",
            "council_decision",
        ),
    ),
}

BY_PLAYERS = frozenset(
    {
        *("propose_result", "respond_to_proposal", "agree_result", "respond_to_result"),
        *("call_referee", "cancel_call", "open_ruling", "withdraw", "confirm_value"),
        "check_in_myself",
    }
)
"""What players do by their own link, and sign in the logbook."""

SIGNED_BY_PLAYERS = (Act, Result, Ruling, Proposal, Call, PublicValue)

MOST_TEXTS = 100
"""Texts with names of deleted people that are looked at together; the others wait behind them."""


@dataclass(frozen=True, slots=True)
class TextLeft:
    """A text that waits for a word of the series; "" where something is signed with the name."""

    left: NameLeft
    text: str


def list_texts(
    tournament: Tournament, names: Collection[str], doer: Doer, *, played_as: str = ""
) -> None:
    """Note the texts in which one of the names stands, for the series to look at.

    What is signed with the name somebody played under, and nobody else has there, they signed by
    their own link: it is signed with it no more.
    """
    found: list[NameLeft] = []
    for name in sorted(names, key=len, reverse=True):
        if not _signed(tournament, name):
            continue
        if name == played_as and not _is_of_others(tournament, name):
            _replace_signatures(tournament, name)
        else:
            found.append(NameLeft(tournament=tournament, name=name, at=doer.now))
    known = {}
    for model, (way, fields) in TEXTS.items():
        for row in model.objects.filter(**{way: tournament}):
            for field in fields:
                if name := _first_of(names, getattr(row, field)):
                    known[model.__name__, row.pk, field] = name
    found += [
        NameLeft(tournament=tournament, name=name, kind=kind, row=row, field=field, at=doer.now)
        for (kind, row, field), name in known.items()
    ]
    NameLeft.objects.bulk_create(found)


def _first_of(names: Collection[str], text: str) -> str:
    """The longest of the names that stands in the text, as whole words; "" for none."""
    standing = [name for name in names if text and _alone(name).search(text)]
    return max(standing, key=len, default="")


def _alone(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")


def _is_of_others(tournament: Tournament, name: str) -> bool:
    """Whether somebody else may have signed with the name: another player there, whoever has or
    had an office of the event, an account, or whoever did there what no player does."""
    if Act.objects.filter(tournament=tournament, by=name).exclude(name__in=BY_PLAYERS).exists():
        return True
    if any(
        rows.model not in SIGNED_BY_PLAYERS and rows.exists()
        for rows, _field in _signatures(tournament, name)
    ):
        return True
    full_name = Trim(Concat("first_name", Value(" "), "last_name"))
    accounts = get_user_model().objects.annotate(full_name=full_name)
    return (
        tournament.entries.filter(name=name).exists()
        or Official.history.filter(tournament=tournament, name=name).exists()
        or accounts.filter(Q(full_name=name) | Q(username=name)).exists()
    )


def _replace_signatures(tournament: Tournament, name: str) -> None:
    for rows, field in _signatures(tournament, name):
        rows.update(**{field: gettext("Former player")})


def _signed(tournament: Tournament, name: str) -> bool:
    """Whether anything at the event was signed with this name."""
    return any(rows.exists() for rows, _field in _signatures(tournament, name))


def _signatures(
    tournament: Tournament, name: str
) -> Iterator[tuple[models.QuerySet[models.Model], str]]:
    """What was signed with this name at the event, and the column where it stands."""
    for model, (ways, fields) in SIGNED.items():
        here = Q.create([(way, tournament) for way in ways], connector=Q.OR)
        for field in fields:
            yield model._default_manager.filter(here, **{field: name}).distinct(), field


def texts_left() -> list[TextLeft]:
    """The first `MOST_TEXTS` that wait for a word of the series, oldest first; those that are gone
    are not among them."""
    rows = NameLeft.objects.select_related("tournament")
    found: list[TextLeft] = []
    start = 0
    while len(found) < MOST_TEXTS and (waiting := list(rows[start : start + MOST_TEXTS])):
        found += _there(waiting)
        start += MOST_TEXTS
    return found[:MOST_TEXTS]


def _there(waiting: Sequence[NameLeft]) -> list[TextLeft]:
    """Those of them whose name still stands where it stood, all asked for together."""
    texts, signed = _texts_of(waiting), _signed_at(waiting)
    found = []
    for left in waiting:
        text = texts.get((left.kind, left.row, left.field), "")
        if left.kind and _alone(left.name).search(text):
            found.append(TextLeft(left, text))
        elif not left.kind and (left.tournament_id, left.name) in signed:
            found.append(TextLeft(left, ""))
    return found


def _texts_of(waiting: Sequence[NameLeft]) -> dict[tuple[str, int | None, str], str]:
    """The texts as they are now, by kind, row and column, in a single query."""
    parts = []
    for model, (_way, fields) in TEXTS.items():
        for field in fields:
            kind = model.__name__
            keys = [one.row for one in waiting if (one.kind, one.field) == (kind, field)]
            if keys:
                rows = model._default_manager.filter(pk__in=keys).order_by()
                parts.append(
                    rows.values_list(
                        Value(kind, CharField()), "pk", Value(field, CharField()), field
                    )
                )
    return {(kind, row, field): text for kind, row, field, text in _together(parts)}


def _signed_at(waiting: Sequence[NameLeft]) -> set[tuple[int, str]]:
    """The keys of tournaments and the names with which anything there is signed, likewise."""
    names = {left.name for left in waiting if not left.kind}
    events = {left.tournament_id for left in waiting if not left.kind}
    parts = []
    for model, (ways, fields) in SIGNED.items():
        for way, field in product(ways, fields if names else ()):
            asked = {f"{way}__in": events, f"{field}__in": names}
            rows = model._default_manager.filter(**asked).order_by()
            parts.append(rows.values_list(f"{way}__pk", field).distinct())
    return set(_together(parts))


def _together(parts: Sequence[models.QuerySet[Any, Any]]) -> Iterable[Any]:
    return parts[0].union(*parts[1:], all=True) if parts else ()


def behind(texts: Sequence[TextLeft]) -> int:
    """How many wait behind these."""
    if not texts:
        return 0
    last = texts[-1].left
    return NameLeft.objects.filter(Q(at__gt=last.at) | Q(at=last.at, pk__gt=last.pk)).count()


def _row_of(left: NameLeft) -> models.Model | None:
    model = {model.__name__: model for model in TEXTS}[left.kind]
    return model._default_manager.filter(pk=left.row).first()


def replace_name(pk: int, doer: Doer) -> None:
    """The series says that the name in this text is that of the person who was deleted.

    Signatures are all replaced together, and by whom they were is known nowhere else: what that
    changes is asked first.
    """
    tournament = _left(pk).tournament
    with acting(tournament, "replace_name", doer) as act:
        left = _left(pk)
        neutral = gettext("Former player")
        if not left.kind:
            _ask_first(left, doer)
            _replace_signatures(left.tournament, left.name)
        elif (row := _row_of(left)) is not None:
            setattr(row, left.field, _alone(left.name).sub(neutral, getattr(row, left.field)))
            row.save(update_fields=[left.field])
        act.detail = left.place
        left.delete()


def _ask_first(left: NameLeft, doer: Doer) -> None:
    """Raise `Unconfirmed` till it was seen what changes. The logbook keeps none of it: the name
    stands in it."""
    cautions = list(_cautions_of_signatures(left))
    if any(caution.key not in doer.confirmed for caution in cautions):
        raise Unconfirmed(cautions)


def _cautions_of_signatures(left: NameLeft) -> Iterator[Caution]:
    """What replacing would change; whoever holds an office under the name may have signed it."""
    name, tournament = left.name, left.tournament
    yield Caution.of(
        "",
        marked(
            "Signatures “{name}” at {tournament} that become “Former player” for good, in results, "
            "draws, decisions and the logbook: {count}."
        ),
        name=name,
        tournament=str(tournament),
        count=sum(rows.count() for rows, _field in _signatures(tournament, name)),
    )
    for official in tournament.officials.filter(name=name):
        yield Caution.of(
            "",
            marked("{official} is an official there: are those signatures not theirs?"),
            official=str(official),
        )


def leave_text(pk: int, doer: Doer) -> None:
    """The series says that the text stays: the name in it is another one's, or no name."""
    tournament = _left(pk).tournament
    with acting(tournament, "leave_text", doer) as act:
        left = _left(pk)
        act.detail = left.place
        left.delete()


def _left(pk: int) -> NameLeft:
    left = NameLeft.objects.select_related("tournament").filter(pk=pk).first()
    if left is None:
        raise AlreadyDone("", marked("That was decided already."))
    return left
