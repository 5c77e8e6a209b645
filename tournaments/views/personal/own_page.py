"""A player's own page, kept until something changes that everybody or this player sees.

A hall of phones asks for its own pages every few seconds. Of a browser that has opened the link
before, and in which nobody is signed in, neither the session nor the database is asked while the
tournament stands where it stood. The page is kept for one link alone, without the tokens of its
forms, and its versions move on when a link is renewed or an entry goes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import astuple, dataclass, replace
from functools import wraps
from hashlib import blake2b

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token

from tournaments.models import Call, Entry, Proposal, Response, Ruling
from tournaments.models.tournament import FromTheTable
from tournaments.services.acts import Versions, as_kept, shape_of, version_key
from tournaments.services.versions import current_versions
from tournaments.views.access import PLAYER_LINKS, is_a_player
from tournaments.views.live import FORM_TOKEN, is_poll, unchanged
from tournaments.views.release import this_release

KEPT_SECONDS = 600
"""How long a page is kept, and how long a browser is known without asking its session."""

NO_TOKEN = b'name="csrfmiddlewaretoken" value=""'

_form_token = re.compile(FORM_TOKEN.pattern.encode())


@dataclass(frozen=True, slots=True)
class OwnPage:
    """`own` is a digest of what this player alone sees; `live` is what a poll compares with."""

    versions: Versions
    own: str
    live: str
    content_type: str
    body: bytes


def kept_own(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer a player with the page as it was last made, as long as that is how it would be made.

    The view says on its answer what the player alone sees, as `own_digest` has it.
    """

    @wraps(view)
    def answer(request: HttpRequest, slug: str, token: str) -> HttpResponse:
        if not _may_be_kept(request):
            return view(request, slug, token)
        page, browser = _page_key(request), _browser_key(request, token)
        found = cache.get_many([page, browser, version_key(slug)])
        # Read before anything else: what is shown is of these versions or of later ones.
        versions = as_kept(Versions, found.get(version_key(slug))) or current_versions(slug)
        before = as_kept(OwnPage, found.get(page))
        if versions and browser in found and before:
            kept = _as_it_stands(page, before, versions, slug, token)
            if kept:
                return unchanged(request, kept.live) or _answer(request, kept)
        response = view(request, slug, token)
        if response.status_code != 200:
            return response
        if versions and _knows_the_player(request, token):
            made = astuple(_kept(response, versions))
            cache.set_many({page: made, browser: True}, KEPT_SECONDS)
        return unchanged(request, response.live) or response

    return answer


def own_digest(
    entry: Entry,
    said: list[Response],
    decided: list[Ruling],
    proposals: list[Proposal],
    calls: list[Call],
) -> str:
    """Of all that a change which nobody else sees could change on the page."""
    facts = [getattr(entry, field.attname) for field in entry._meta.concrete_fields]
    facts.append(entry.on_turn)
    words = sorted((one.result_id, one.agrees, one.text) for one in said)
    decisions = [
        (one.pk, one.question, one.decision, one.protest_at, one.council_decision)
        for one in decided
    ]
    proposed = [
        (
            one.pk,
            one.outcome,
            one.from_code,
            [(w.entry_id, w.agrees, w.text, w.from_code) for w in one.words.all()],
        )
        for one in proposals
    ]
    called = [(one.pk, one.state) for one in calls]
    told = (facts, words, decisions, proposed, called)
    return blake2b(repr(told).encode(), digest_size=12).hexdigest()


def decided_for(entry: Entry) -> list[Ruling]:
    """What the referees decided of matters that concern the player, the latest first."""
    decided = entry.rulings.filter(decided_at__isnull=False)
    return list(decided.numbered().select_related("table"))


def proposals_for(entry: Entry) -> list[Proposal]:
    """What was ever entered for the tables of the player that have no result yet."""
    if entry.tournament.from_the_table == FromTheTable.OFF:
        return []
    found = Proposal.objects.filter(table__seats__entry=entry, table__results=None)
    return list(found.order_by("pk").prefetch_related("words"))


def calls_for(entry: Entry) -> list[Call]:
    """The open calls of the tables of a player who was read `with_table`."""
    if not entry.called:
        return []
    return list(Call.objects.open().filter(table__seats__entry=entry).order_by("pk"))


def _may_be_kept(request: HttpRequest) -> bool:
    return (
        request.method in ("GET", "HEAD")
        and (not request.GET or is_poll(request))
        and "messages" not in request.COOKIES
        and settings.SESSION_COOKIE_NAME in request.COOKIES
    )


def _as_it_stands(
    key: str, kept: OwnPage, versions: Versions, slug: str, token: str
) -> OwnPage | None:
    """The kept page if it would be made just so; None if something of it has changed."""
    if kept.versions == versions:
        return kept
    if kept.versions.public != versions.public:
        return None
    # Something happened that visitors do not see. Most often it was about somebody else.
    entries = Entry.objects.filter(tournament__slug=slug, token=token)
    entry = entries.with_table().select_related("tournament").first()
    if entry is None:
        return None
    told = own_digest(
        entry,
        list(entry.responses.all()),
        decided_for(entry),
        proposals_for(entry),
        calls_for(entry),
    )
    if told != kept.own:
        return None
    kept = replace(kept, versions=versions)
    cache.set(key, astuple(kept), KEPT_SECONDS)
    return kept


def _knows_the_player(request: HttpRequest, token: str) -> bool:
    """Whether this browser has had the link before, and nothing else that could change the page."""
    session = request.session
    return (
        session.session_key == request.COOKIES[settings.SESSION_COOKIE_NAME]
        and is_a_player(session)
        and token in session.get(PLAYER_LINKS, [])
    )


def _kept(response: HttpResponse, versions: Versions) -> OwnPage:
    return OwnPage(
        versions=versions,
        own=response.own,
        live=response.live,
        content_type=response.headers["Content-Type"],
        body=_form_token.sub(NO_TOKEN, response.content),
    )


def _answer(request: HttpRequest, kept: OwnPage) -> HttpResponse:
    """The kept page with the tokens of this browser in its forms."""
    body = kept.body
    if NO_TOKEN in body:
        body = body.replace(NO_TOKEN, NO_TOKEN[:-1] + get_token(request).encode() + b'"')
    return HttpResponse(body, content_type=kept.content_type)


def _page_key(request: HttpRequest) -> str:
    made_by = f"{shape_of(OwnPage)}:{shape_of(Versions)}:{this_release()}"
    return f"own:{made_by}:{'live' if is_poll(request) else 'page'}:{_digest(request.path)}"


def _browser_key(request: HttpRequest, token: str) -> str:
    session = request.COOKIES[settings.SESSION_COOKIE_NAME]
    return f"own:browser:{_digest(f'{session} {token}')}"


def _digest(secret: str) -> str:
    """Keys name no link and no session, so that whoever sees the keys can use neither."""
    return blake2b(secret.encode(), digest_size=16).hexdigest()
