"""What pages behind a personal link have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from hashlib import blake2b
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from tournaments.models import Entry, Tournament
from tournaments.services.entering import UNCONFIRMED_HOURS
from tournaments.services.mailing import sends_nothing
from tournaments.views.access import FORGOTTEN

LINKS_KEPT = 20
"""How many personal links a browser remembers: a family, or somebody who plays every Saturday."""


def behind_a_link(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Keep the secret address of a personal page from other sites, search engines and caches."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        # Other sites never see it. A stricter "no-referrer" would make browsers send forms
        # without their origin, and the protection against forged forms refuses those.
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        add_never_cache_headers(response)
        return response

    return answer


def remember(request: HttpRequest, key: str, token: str) -> None:
    """Let this browser be known by the personal link from now on; `key` is one of access.py."""
    links = request.session.get(key, [])
    if token not in links:
        # As at a sign-in: whoever knew the number of the session so far gains nothing by it.
        request.session.cycle_key()
        request.session[key] = [*links, token][-LINKS_KEPT:]


def forget_links(request: HttpRequest, tokens: Sequence[str]) -> None:
    """Ask from now on before this browser is known by these personal links again."""
    known = request.session.get(FORGOTTEN, [])
    request.session[FORGOTTEN] = [*known, *map(digest_of_link, tokens)][-LINKS_KEPT:]


def is_forgotten(request: HttpRequest, token: str) -> bool:
    return digest_of_link(token) in request.session.get(FORGOTTEN, [])


def remember_again(request: HttpRequest, token: str) -> None:
    """What was forgotten may be remembered."""
    known = request.session.get(FORGOTTEN, [])
    request.session[FORGOTTEN] = [one for one in known if one != digest_of_link(token)]


def digest_of_link(token: str) -> str:
    """Whoever reads it, in the session of a phone that was lent or beside what was sent by a link,
    learns no link from it."""
    return blake2b(token.encode(), digest_size=12).hexdigest()


def entry_of(tournament: Tournament, token: str) -> Entry | None:
    """Whose personal link it is; None for one that was replaced."""
    return tournament.entries.filter(token=token).with_table().select_related("person").first()


def of_the_entry(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a view of a tournament the entry whose personal link was opened in place of its token;
    whoever has a link that was replaced is told so."""

    @wraps(view)
    def answer(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
        entry = entry_of(tournament, token)
        if entry is None:
            return link_gone(request, tournament)
        return view(request, tournament, entry)

    return answer


def link_gone(request: HttpRequest, tournament: Tournament | None = None) -> HttpResponse:
    """A kind word to whoever has a link that was replaced; without a tournament, an official."""
    context = {"tournament": tournament, "hours": UNCONFIRMED_HOURS, "mails_off": sends_nothing()}
    return render(request, "tournaments/link_gone.html", context, status=404)
