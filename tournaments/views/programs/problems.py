"""What went wrong, for a program: problem details (RFC 9457)."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from django.http import HttpResponse, JsonResponse

PROBLEM = "application/problem+json"


class Unusable(Exception):
    """Something was asked in a way that cannot be answered; `errors` says where and why."""

    def __init__(self, errors: list[dict[str, str]]) -> None:
        super().__init__(errors)
        self.errors = errors


def problem(
    status: HTTPStatus, detail: str, kind: str = "about:blank", **more: Any
) -> HttpResponse:
    """An answer that says what happened, and what to do. Programs choose by its `kind`."""
    told = {"type": kind, "title": status.phrase, "status": status.value, "detail": detail}
    return JsonResponse({**told, **more}, status=status, content_type=PROBLEM)
