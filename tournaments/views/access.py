"""Who is asking, whether they may, and how an act of theirs is carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import BadRequest, PermissionDenied
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tournaments.models import Entry, Official, Series, SeriesOffice, Tournament
from tournaments.models.entry import Role
from tournaments.models.office import SeriesRole
from tournaments.permissions import ADMINISTRATORS, DESK, HEADS, PERMISSIONS, SHOW_LINKS, Who, may
from tournaments.services import clock
from tournaments.services.acts import Doer
from tournaments.services.links import note_sight
from tournaments.services.offices import series_key
from tournaments.services.standing import BY_SERIES_ROLE, Standing
from tournaments.views.sent import signed_out
from tournaments.views.site_address import site_address

# Personal links that were opened in this browser.
OFFICIAL_LINKS = "official-links"
PLAYER_LINKS = "player-links"
# What was signed up last in this browser, to be shown after the redirect.
SIGNED_UP = "signed-up"


# Digests of personal links that this browser was asked to forget: they open no page by themselves.
FORGOTTEN = "forgotten-links"


def is_a_player(session: SessionBase) -> bool:
    """Whether nothing is known of this browser but a player's sign-up and personal links."""
    return set(session.keys()) <= {PLAYER_LINKS, SIGNED_UP, FORGOTTEN}


def roles_in(request: HttpRequest, tournament: Tournament | None) -> frozenset[Who]:
    """The roles of whoever asks: by account, or by the personal links opened in this browser."""
    roles = {Who.VISITOR}
    user = request.user
    if user.is_authenticated:
        roles |= {Who.SIGNED_IN, *_series_roles(request, tournament)}
    if tournament is None:
        return frozenset(roles)
    offices = Official.objects.filter(tournament=tournament)
    entries = Entry.objects.filter(tournament=tournament)
    if user.is_authenticated:
        roles |= {Who(role) for role in offices.filter(user=user).values_list("role", flat=True)}
        if entries.of_account(user).exists():
            roles.add(Who.PLAYER)
    if links := request.session.get(OFFICIAL_LINKS):
        roles |= {
            Who(role) for role in offices.filter(token__in=links).values_list("role", flat=True)
        }
    if (links := request.session.get(PLAYER_LINKS)) and entries.filter(token__in=links).exists():
        roles.add(Who.PLAYER)
    return frozenset(roles)


SERIES_ROLES = {role: who for who, role in BY_SERIES_ROLE.items()}


def _series_roles(request: HttpRequest, tournament: Tournament | None) -> set[Who]:
    """Staff administer all series without an office: the first account has nobody to give one.

    Whoever heads a series does so in it and at its events, and in `request.heads` are the keys of
    those series that count here.
    """
    user, request.heads = request.user, ()
    if user.is_staff:
        return {Who.ADMINISTRATOR, *((Who.SUPERUSER,) if user.is_superuser else ())}
    offices = SeriesOffice.objects.filter(user=user)
    held = [(SeriesRole(role), series) for role, series in offices.values_list("role", "series")]
    if headed := [series for role, series in held if role == SeriesRole.HEAD]:
        here = _series_here(request, tournament)
        request.heads = tuple(series for series in headed if here in (None, series))
    roles = {SERIES_ROLES[role] for role, _series in held if role in SERIES_ROLES}
    return roles | ({Who.HEAD_OF_SERIES} if request.heads else set())


def _series_here(request: HttpRequest, tournament: Tournament | None) -> int | None:
    """The key of the series that the page is of; None of a page that is of no one."""
    if tournament is not None:
        return series_key(tournament)
    series: Series | None = getattr(request, "series", None)
    return series.pk if series else None


def act(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Open a view of a tournament to whom the table of permissions names for it.

    The view's name is the act. It is called with the tournament in place of the slug, and finds
    the roles of whoever asks in `request.roles`. Drafts exist for the desk alone.
    """

    @wraps(view)
    def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        # Before it is known whether there is such an event: of a draft nobody learns by this.
        if request.method == "POST" and _is_signed_out(request, view.__name__):
            return signed_out(request)
        tournament = get_object_or_404(
            Tournament.objects.with_places().select_related("club", "series"), slug=slug
        )
        request.roles = roles_in(request, tournament)
        if tournament.announced_at is None and request.roles.isdisjoint(DESK):
            raise Http404
        request.standing = _standing(request, view.__name__, tournament)
        if request.method == "POST" and view.__name__ in SHOW_LINKS:
            note_links_seen(request, tournament)
        return _guard(view, request, tournament, *args, **kwargs)

    return guarded


def _standing(
    request: HttpRequest, act: str, tournament: Tournament | None, *, anywhere: bool = False
) -> Standing | None:
    """What is asked again under the lock of the act; nothing of what everybody may do."""
    if Who.VISITOR in PERMISSIONS[act]:
        return None
    return Standing(
        roles=PERMISSIONS[act],
        user=request.user.pk,
        links=tuple(request.session.get(OFFICIAL_LINKS, [])),
        tournament=tournament.pk if tournament else None,
        anywhere=anywhere,
        heads=getattr(request, "heads", ()),
    )


def note_links_seen(request: HttpRequest, tournament: Tournament | None = None) -> None:
    """Remember that an administrator sees personal links, so that those end with that office,
    whatever else lets them in; without an event the links of invitations."""
    if not HEADS.isdisjoint(request.roles):
        note_sight(request.user, tournament)


def series_act(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The same for a view that belongs to the series, not to one tournament."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        request.roles = roles_in(request, None)
        request.standing = _standing(request, view.__name__, None)
        return _guard(view, request, *args, **kwargs)

    return guarded


def desk_act(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """The same for what belongs to no tournament, but is for whoever is at a desk somewhere."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        request.roles = roles_in(request, None) | _roles_anywhere(request)
        request.standing = _standing(request, view.__name__, None, anywhere=True)
        return _guard(view, request, *args, **kwargs)

    return guarded


def _roles_anywhere(request: HttpRequest) -> frozenset[Who]:
    """The offices of whoever asks, in whichever tournaments they are."""
    held = Q(token__in=request.session.get(OFFICIAL_LINKS, []))
    if request.user.is_authenticated:
        held |= Q(user=request.user)
    return frozenset(map(Who, Official.objects.filter(held).values_list("role", flat=True)))


def organised_by(request: HttpRequest) -> QuerySet[Tournament]:
    """The events that whoever asks organises, by account or by a personal link."""
    held = Q(officials__token__in=request.session.get(OFFICIAL_LINKS, []))
    if request.user.is_authenticated:
        held |= Q(officials__user=request.user)
    return Tournament.objects.filter(held, officials__role=Role.ORGANISER).distinct()


def _guard(view: Callable[..., HttpResponse], request: HttpRequest, *args: Any, **kwargs: Any):
    _refuse_nul(request, kwargs)
    if may(request.roles, view.__name__):
        return view(request, *args, **kwargs)
    if request.user.is_authenticated:
        raise PermissionDenied(_why_not(view.__name__))
    if request.method == "GET" and not request.htmx:
        return redirect_to_login(request.get_full_path())
    if _is_signed_out(request, view.__name__):
        return signed_out(request)
    raise PermissionDenied(_why_not(view.__name__))


def _is_signed_out(request: HttpRequest, act: str) -> bool:
    """Whether nobody is signed in and no official's link is open where one of them is needed."""
    known = request.user.is_authenticated or request.session.get(OFFICIAL_LINKS)
    return not known and PERMISSIONS[act].isdisjoint({Who.VISITOR, Who.PLAYER})


def _why_not(act: str) -> str:
    """The sentence of the page that refuses; empty for its usual one about the own role."""
    if PERMISSIONS[act] in (ADMINISTRATORS, HEADS):
        return _(
            "The page is for administrators of the series only. Ask the series, or sign in with "
            "another account."
        )
    return ""


def _refuse_nul(request: HttpRequest, kwargs: Mapping[str, Any]) -> None:
    """A NUL cannot be typed, and PostgreSQL fails on it: only programs send one."""
    if any("\0" in value for value in kwargs.values() if isinstance(value, str)):
        raise Http404
    if any("\0" in value for _name, values in request.POST.lists() for value in values):
        raise BadRequest("NUL")


def doer(request: HttpRequest) -> Doer:
    """Whoever asks, as the logbook will name them."""
    return Doer(
        name=_name(request),
        now=clock.now(),
        confirmed=frozenset(request.POST.getlist("cautions")),
        by=getattr(request, "standing", None),
        site=site_address(request),
    )


def _name(request: HttpRequest) -> str:
    if request.user.is_authenticated:
        return request.user.get_full_name() or request.user.get_username()
    links = request.session.get(OFFICIAL_LINKS, [])
    office = Official.objects.filter(token__in=links).last()
    return office.full_name if office else ""


MOST_KEYS = 20_000
"""Rows that one form names; a place of the network sends a tenth of it within an hour."""


def typed_keys(request: HttpRequest, name: str) -> list[int]:
    """The keys of rows that a form sent: one in each field, or all in one with commas between, for
    a form of a thousand fields is refused before anybody reads it."""
    typed = ",".join(request.POST.getlist(name)).split(",")[:MOST_KEYS]
    return [int(key) for key in typed if key.isascii() and key.isdigit() and len(key) < 19]
