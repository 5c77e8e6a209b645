"""How every address of the interface answers: in English, to whoever asks the same, to any page.

Whatever else a browser sends along (a session, a personal link) is passed over, so that nothing is
told here that a stranger may not read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import wraps
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils import translation
from django.views.decorators.csrf import csrf_exempt

from tournaments.views.cached import cached
from tournaments.views.programs.asking import Parameter, read_parameters
from tournaments.views.programs.problems import Unusable, problem

JSON = "application/json"

ROOT = "/api/v1/"
"""What the addresses of the interface begin with."""

LANGUAGE = "en"
"""Of sentences, where no other one is asked for."""

MEANT = ("GET", "HEAD", "OPTIONS")

Read = Callable[..., Any]
"""A view of the interface answers with what is to be told; it is called with what was asked."""


def read_by_programs(*parameters: Parameter) -> Callable[[Read], Callable[..., HttpResponse]]:
    """Answer with what the view tells, which may depend on these parameters."""

    def opened(view: Read) -> Callable[..., HttpResponse]:
        @wraps(view)
        def answer(request: HttpRequest, **place: Any) -> HttpResponse:
            asked = read_parameters(request.GET, parameters)
            return _unless_known(request, _told(view(**place, **asked)))

        return _open(answer, parameters)

    return opened


def read_of_an_event(view: Read) -> Callable[..., HttpResponse]:
    """The same of a tournament, from the cache while its version stands."""

    @cached
    @wraps(view)
    def kept(_request: HttpRequest, slug: str, **place: Any) -> HttpResponse:
        return _told(view(slug, **place))

    @wraps(view)
    def answer(request: HttpRequest, slug: str, **place: Any) -> HttpResponse:
        read_parameters(request.GET, ())
        return kept(request, slug, **place)

    return _open(answer, ())


def is_of_programs(request: HttpRequest) -> bool:
    """Whether a program reads the answer, whatever becomes of it."""
    return request.path_info.startswith(ROOT)


def open_to_all(response: HttpResponse) -> HttpResponse:
    """Let pages of any site read it."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "ETag"
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Content-Language"] = LANGUAGE
    return response


def _open(
    view: Callable[..., HttpResponse], parameters: Sequence[Parameter]
) -> Callable[..., HttpResponse]:
    """The view for everybody alike; it says which parameters it reads."""

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, **place: Any) -> HttpResponse:
        if request.method == "OPTIONS":
            return open_to_all(_what_is_meant())
        if request.method not in MEANT:
            return open_to_all(_not_meant())
        request.COOKIES = {}
        with translation.override(LANGUAGE):
            try:
                return open_to_all(view(request, **place))
            except Unusable as mistaken:
                return open_to_all(unusable(mistaken.errors))
            except Http404:
                return open_to_all(not_there())

    answer.parameters = parameters
    return answer


def not_there() -> HttpResponse:
    return problem(
        HTTPStatus.NOT_FOUND,
        "There is nothing at this address, or nothing yet that everybody may see.",
    )


def unusable(errors: Sequence[dict[str, str]]) -> HttpResponse:
    """Each parameter, or place in what was sent, that cannot be read."""
    detail = "; ".join(f"{error['parameter']}: {error['detail']}" for error in errors)
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, detail, errors=errors)


def _what_is_meant() -> HttpResponse:
    """What a browser asks before it lets a page of another site ask."""
    response = HttpResponse(status=HTTPStatus.NO_CONTENT)
    response.headers["Allow"] = ", ".join(MEANT)
    response.headers["Access-Control-Allow-Methods"] = ", ".join(MEANT)
    response.headers["Access-Control-Allow-Headers"] = "If-None-Match"
    response.headers["Access-Control-Max-Age"] = "86400"
    return response


def _not_meant() -> HttpResponse:
    response = problem(HTTPStatus.METHOD_NOT_ALLOWED, "This address is for reading: use GET.")
    response.headers["Allow"] = ", ".join(MEANT)
    return response


def _told(document: Any) -> HttpResponse:
    return HttpResponse(json.dumps(document, ensure_ascii=False), content_type=JSON)


def _unless_known(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer with its ETag, or the word that whoever asks has it already."""
    etag = f'W/"{blake2b(response.content, digest_size=12).hexdigest()}"'
    if etag in request.META.get("HTTP_IF_NONE_MATCH", ""):
        response = HttpResponseNotModified()
    response.headers["ETag"] = etag
    response.headers["Cache-Control"] = "no-cache"
    return response
