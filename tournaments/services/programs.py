"""Tokens by which programs write: made at the desk, taken back there, and asked at each act."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.contrib.auth import get_user_model

from tournaments.domain.values import Refused, marked
from tournaments.models import Official, ProgramToken, Tournament
from tournaments.models.entry import Role
from tournaments.models.program import MOST_TOKENS, Writes, digest_of
from tournaments.permissions import ORGANISERS
from tournaments.services.acts import Acting, AlreadyDone, Doer, acting
from tournaments.services.links import note_sight
from tournaments.services.offices import heads_series_of, is_administrator, series_key
from tournaments.services.standing import Standing

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class TokenStanding:
    """By what a program was let in: the token, and whoever made it."""

    token: int
    maker: Standing

    def is_held(self) -> bool:
        """Whether both are still good at this moment: at most four queries."""
        open_ = ProgramToken.objects.filter(pk=self.token, withdrawn_at=None).exists()
        return open_ and self.maker.is_held()


def standing_of(token: ProgramToken) -> TokenStanding:
    """What is asked before each act, and again under its lock."""
    maker = Standing(
        roles=ORGANISERS,
        user=token.user_id,
        links=(token.link,) if token.link else (),
        tournament=token.tournament_id,
        heads=(series_key(token.tournament),),
    )
    return TokenStanding(token.pk, maker)


def token_of(secret: str) -> ProgramToken | None:
    """The token of a secret that somebody showed, unless it is taken back."""
    found = ProgramToken.objects.filter(digest=digest_of(secret), withdrawn_at=None)
    return found.select_related("tournament").first()


def note_addresses_written(by: TokenStanding, tournament: Tournament) -> None:
    """Remember that an administrator's program wrote addresses to which personal links go, as it is
    remembered of the desk."""
    user = get_user_model().objects.filter(pk=by.maker.user).first()
    if user is not None and (is_administrator(user) or heads_series_of(user, tournament)):
        note_sight(user, tournament)


def make_token(tournament: Tournament, name: str, writes: Writes, by: Doer) -> str:
    """Let a program write to the event; the secret is the answer, and nobody can ask for it again.

    Raises `Refused` for one who has no office that could end, and where there are enough.
    """
    with acting(tournament, "make_token", by) as act:
        open_ = act.tournament.program_tokens.filter(withdrawn_at=None)
        if open_.count() >= MOST_TOKENS:
            raise Refused(
                "",
                marked("An event has at most {most} tokens. Take back one that nobody uses."),
                most=MOST_TOKENS,
            )
        secret = secrets.token_urlsafe(SECRET_BYTES)
        token = ProgramToken(
            tournament=act.tournament,
            name=name,
            writes=writes,
            digest=digest_of(secret),
            made_by=by.name,
            made_at=by.now,
        )
        token.user_id, token.link = _maker(act)
        token.save()
        act.detail = name
    return secret


def withdraw_token(tournament: Tournament, pk: int, by: Doer) -> None:
    """Let a program write no more."""
    with acting(tournament, "withdraw_token", by) as act:
        token = act.tournament.program_tokens.filter(pk=pk, withdrawn_at=None).first()
        if token is None:
            raise AlreadyDone("", marked("This token is taken back already."))
        token.withdrawn_by, token.withdrawn_at = by.name, by.now
        token.save()
        act.detail = token.name


def _maker(act: Acting) -> tuple[int | None, str]:
    """By which account, or by which personal link, whoever makes a token is at the desk."""
    by = act.doer.by
    if not isinstance(by, Standing):
        raise Refused("", marked("A token is made at the desk of the event."))
    if by.user is not None and Standing(ORGANISERS, by.user, (), act.tournament.pk).is_held():
        return by.user, ""
    offices = Official.objects.filter(tournament=act.tournament, role=Role.ORGANISER)
    return None, offices.filter(token__in=by.links).values_list("token", flat=True)[0]
