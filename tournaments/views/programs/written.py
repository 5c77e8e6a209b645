"""How every address answers by which programs write: to the token of one event and one kind of act,
with the refusals and questions of the desk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils import translation
from django.views.decorators.cache import add_never_cache_headers
from django.views.decorators.csrf import csrf_exempt

from games.management.json_command import Mistakes, check_part, decoded, parse_document, shown_place
from tournaments.domain.values import Caution, Refused
from tournaments.models import ProgramToken, Tournament
from tournaments.models.program import Writes
from tournaments.services import clock
from tournaments.services.acts import Doer
from tournaments.services.programs import standing_of, token_of
from tournaments.views.outcome import Outcome, outcome
from tournaments.views.programs.answers import LANGUAGE, MEANT, not_there, unusable
from tournaments.views.programs.problems import Unusable, problem
from tournaments.views.site_address import site_address
from tournaments.wording import in_words

BEARER = "Bearer "

SCHEMA = "interface"
"""In docs/schemas; what is sent has the shape of one of its parts."""

REFUSED = "urn:catantour:problem:refused"
UNCONFIRMED = "urn:catantour:problem:unconfirmed"

Write = Callable[..., dict[str, Any]]
"""A view by which a program writes; it is called with the event, what was sent, who does it and
what stands in the address, and returns the `detail` that is told of it, and what else there is."""


class Stopped(Exception):
    """The token is not for this; `answer` says so."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__()
        self.answer = answer


def written_by_programs(writes: Writes, body: str) -> Callable[[Write], Callable]:
    """Carry out what is sent by a token for this kind of act. `body` is the shape of what is sent,
    by its name in docs/schemas/interface.json."""

    def opened(view: Write) -> Callable[..., HttpResponse]:
        @csrf_exempt
        @wraps(view)
        def answer(request: HttpRequest, slug: str, **place: Any) -> HttpResponse:
            request.COOKIES = {}
            with translation.override(LANGUAGE):
                try:
                    token = _token(request, slug, writes)
                    sent = _sent(request, body)
                    who = _doer(request, token, sent.pop("confirmed", ()))
                    came = outcome(lambda: view(token.tournament, sent, who, **place))
                    response = _told(token.tournament, came)
                except Stopped as stopped:
                    response = stopped.answer
                except PermissionDenied:
                    response = _unknown()
                except Unusable as mistaken:
                    response = unusable(mistaken.errors)
                except Http404:
                    response = not_there()
            add_never_cache_headers(response)
            response.headers["Content-Language"] = LANGUAGE
            return response

        answer.writes, answer.body = writes, body
        return answer

    return opened


def beside(
    read: Callable[..., HttpResponse] | None, write: Callable[..., HttpResponse], method: str
) -> Callable[..., HttpResponse]:
    """A view that writes with one method, and with the others reads, if there is anything to."""
    meant = (method, *(MEANT if read else ()))

    @csrf_exempt
    def answer(request: HttpRequest, **place: Any) -> HttpResponse:
        if request.method == method:
            return write(request, **place)
        if read is not None and request.method in MEANT:
            return read(request, **place)
        response = problem(HTTPStatus.METHOD_NOT_ALLOWED, f"This address takes {', '.join(meant)}.")
        response.headers["Allow"] = ", ".join(meant)
        return response

    return answer


def _token(request: HttpRequest, slug: str, writes: Writes) -> ProgramToken:
    shown = request.META.get("HTTP_AUTHORIZATION", "")
    token = token_of(shown.removeprefix(BEARER)) if shown.startswith(BEARER) else None
    if token is None or not standing_of(token).is_held():
        raise Stopped(_unknown())
    if token.tournament.slug != slug:
        raise Stopped(problem(HTTPStatus.FORBIDDEN, "This token is for another event."))
    if token.writes != writes:
        detail = f"This token is for one thing alone: {token.get_writes_display()}."
        raise Stopped(problem(HTTPStatus.FORBIDDEN, detail))
    return token


def _unknown() -> HttpResponse:
    response = problem(
        HTTPStatus.UNAUTHORIZED,
        "Send a token that is good as Authorization: Bearer ... An organiser makes one at the "
        "desk; it ends when it is taken back, and with the office of whoever made it.",
    )
    response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _sent(request: HttpRequest, body: str) -> dict[str, Any]:
    """What was sent, in the right shape; nothing at all is an empty object."""
    try:
        document = parse_document(decoded(request.body)) if request.body.strip() else {}
        check_part(document, SCHEMA, body)
    except Mistakes as mistakes:
        errors = [
            {"parameter": shown_place(one.place), "detail": one.words} for one in mistakes.found
        ]
        raise Unusable(errors) from mistakes
    return dict(document)


def _doer(request: HttpRequest, token: ProgramToken, confirmed: Sequence[str]) -> Doer:
    """The program, as the logbook will name it."""
    return Doer(
        name=f"{token.name} (API)",
        now=clock.now(),
        confirmed=frozenset(confirmed),
        by=standing_of(token),
        site=site_address(request),
    )


def _told(tournament: Tournament, came: Outcome) -> HttpResponse:
    if came.refusal:
        reasons = [_reason(one) for one in came.reasons]
        detail = " ".join(reason["detail"] for reason in reasons)
        return problem(HTTPStatus.CONFLICT, detail, REFUSED, reasons=reasons)
    if came.cautions:
        cautions = [{"key": one.key, **_reason(one)} for one in came.cautions]
        detail = " ".join(caution["detail"] for caution in cautions)
        return problem(HTTPStatus.CONFLICT, detail, UNCONFIRMED, cautions=cautions)
    done = came.already is None
    said = came.made if done else {"detail": " ".join(map(in_words, came.already.each))}
    version = Tournament.objects.values_list("public_version", flat=True).get(pk=tournament.pk)
    return JsonResponse({"done": done, "version": version, **said})


def _reason(one: Refused | Caution) -> dict[str, Any]:
    return {"rule": one.rule_id or None, "detail": in_words(one)}
