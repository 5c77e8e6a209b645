"""Check many games: a zip sent, its progress watched, its report read and fetched."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from games.engine.batches import LARGEST, Batch
from games.engine.core import NotARecord
from games.views.limits import place_of, takes_file, too_many
from games.views.validate import show_record
from games.wording.engine import expected_words
from tournaments.exports import checked_games as reports
from tournaments.exports.checked_games import OUTCOMES, Outcome
from tournaments.exports.kinds import XLSX
from tournaments.forms.checking_games import CheckGamesForm
from tournaments.models import Job
from tournaments.models.logbook import JobState
from tournaments.services import checking_games as services
from tournaments.services import jobs
from tournaments.views.access import desk_act, doer
from tournaments.views.posting import Page, Sent, posted

ZIPS = "30/h"
"""How many zips one address may send."""

FILES_ON_A_PAGE = 100

PARTS = {
    "json": (reports.JSON, "application/json"),
    "xlsx": (reports.WORKBOOK, XLSX),
}

SENT = "checked-games"
"""Zips that were sent from this browser, the last one first."""

MOST_REMEMBERED = 10


@takes_file(LARGEST)
@desk_act
@never_cache
def check_games(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _form_page(request, CheckGamesForm())
    if too_many(request, "check-games", {place_of(request): ZIPS}):
        return _form_page(request, CheckGamesForm(), limited=True)
    form = CheckGamesForm(request.POST, request.FILES)
    if not form.is_valid():
        return _form_page(request, form)
    once = form.cleaned_data["once"]
    job = services.check_games(form.upload, form.name, once, doer(request), get_language())
    _remember(request, job)
    return redirect("games_check", job.token)


def _form_page(
    request: HttpRequest, form: CheckGamesForm, *, limited: bool = False
) -> HttpResponse:
    sent = Job.objects.filter(token__in=request.session.get(SENT, []))
    context = {"form": form, "limited": limited, "jobs": sent}
    return render(
        request, "tournaments/desk/check_games.html", context, status=429 if limited else 200
    )


def _remember(request: HttpRequest, job: Job) -> None:
    before = [token for token in request.session.get(SENT, []) if token != job.token]
    request.session[SENT] = [job.token, *before][:MOST_REMEMBERED]


@desk_act
@never_cache
def games_check(request: HttpRequest, token: str) -> HttpResponse:
    job = _job(token)
    context = {
        "job": job,
        "name": job.parameters["name"],
        "under_way": job.state in (JobState.QUEUED, JobState.RUNNING),
        "silent": jobs.is_silent(job, jobs.database_clock()()),
    }
    if job.state == JobState.DONE:
        context |= _report(request, job)
    page = (
        "tournaments/desk/_games_check.html"
        if request.htmx
        else "tournaments/desk/games_check.html"
    )
    return render(request, page, context)


def _report(request: HttpRequest, job: Job) -> dict[str, Any]:
    """The files of one outcome, or all, a page of them."""
    try:
        summaries = list(enumerate(reports.summaries_of(job), start=1))
    except FileNotFoundError as missing:
        raise Http404 from missing
    counts = {
        outcome: sum(summary.outcome == outcome for _number, summary in summaries)
        for outcome in Outcome
    }
    wanted = request.GET.get("only")
    shown = [row for row in summaries if wanted not in counts or row[1].outcome == wanted]
    paginator = Paginator(shown, FILES_ON_A_PAGE)
    page = paginator.get_page(request.GET.get("page"))
    return {
        "total": len(summaries),
        "counts": [(outcome, OUTCOMES[outcome], counts[outcome]) for outcome in Outcome],
        "only": wanted if wanted in counts else "",
        "page": page,
        "pages": paginator.get_elided_page_range(page.number),
    }


@desk_act
@never_cache
def games_report(request: HttpRequest, token: str, suffix: str) -> HttpResponse:
    job = _job(token)
    if job.state != JobState.DONE or suffix not in PARTS:
        raise Http404
    part, content_type = PARTS[suffix]
    try:
        content = reports.part_of(job, part)
    except FileNotFoundError as missing:
        raise Http404 from missing
    response = HttpResponse(content, content_type=content_type)
    name = f"{job.parameters['name']}.{suffix}"
    response.headers["Content-Disposition"] = content_disposition_header(True, name)
    response.headers["Cache-Control"] = "private, no-store"
    return response


@desk_act
@never_cache
def checked_game(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """One of the files (from 1) as the page for one game shows it."""
    try:
        with _job(token).upload.open("rb") as upload:
            batch = Batch(upload.read())
    except FileNotFoundError as missing:
        raise Http404 from missing
    if not 1 <= number <= len(batch):
        raise Http404
    try:
        data = batch.file(number - 1)
    except NotARecord as refusal:
        expected = expected_words(refusal.errors[0])
        messages.error(request, _("expected: %(expected)s") % {"expected": expected})
        return redirect("games_check", token)
    return show_record(request, data)


@desk_act
@posted(Page("games_check", ("token",)))
def restart_games_check(sent: Sent, token: str) -> str:
    jobs.restart_job(_job(token), sent.doer, clock=jobs.database_clock())
    return _("Started again.")


@desk_act
@posted(Page("check_games"))
def drop_games_check(_sent: Sent, token: str) -> str:
    jobs.delete_job(_job(token))
    return _("The zip and its report are deleted.")


def _job(token: str) -> Job:
    return get_object_or_404(Job, token=token, kind=services.CHECK_GAMES)
