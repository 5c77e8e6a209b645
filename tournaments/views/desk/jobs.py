"""Long work: asking for it, watching it, fetching its file, starting it again."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.exports.kinds import KINDS, Kind, job_title, parameters
from tournaments.models import Job, Tournament
from tournaments.models.logbook import JobState
from tournaments.services import jobs as services
from tournaments.services.emergency_packs import AFTER, due_at
from tournaments.views.access import act, doer, note_links_seen
from tournaments.views.posting import Page, Sent, posted
from tournaments.views.site_address import site_address

OCCASIONS = {
    "publish_draw": _("after round %(number)s was published"),
    "unpublish_draw": _("after the draw of round %(number)s was taken back"),
    "draw_round": _("after round %(number)s was drawn again"),
    "close_round": _("after round %(number)s was closed"),
    "reopen_round": _("after round %(number)s was opened again"),
    "void_game": _("after a game of round %(number)s was declared void"),
    "enter_result": _("after a result of round %(number)s was corrected"),
}
"""After what an emergency pack is made by itself, by the act that made it necessary."""


@act
@require_POST
def start_job(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    wanted = kind_for(request, kind)
    number = request.POST.get("round", "")
    players = [int(n) for n in request.POST.getlist("player") if n.isdecimal() and len(n) < 6]
    given = parameters(
        site_address(request),
        number=int(number) if wanted.of_round and number.isdecimal() and len(number) < 4 else None,
        players=players,
    )
    language = get_language()
    clock = services.database_clock()
    who = doer(request)
    try:
        job = services.start_job(tournament, wanted.key, given, who, language, clock=clock)
    except Tournament.DoesNotExist as deleted:
        # The draft went while its print was asked for.
        raise Http404 from deleted
    return redirect("job", tournament.slug, job.token)


@act
@never_cache
def job(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    found = job_for(request, tournament, token)
    now = services.database_clock()()
    context = {
        "tournament": tournament,
        "job": found,
        "title": job_title(found),
        "by": asked_by(found),
        "under_way": found.state in (JobState.QUEUED, JobState.RUNNING),
        "silent": services.is_silent(found, now),
        "due": due_at(found, now),
    }
    page = "tournaments/desk/_job.html" if request.htmx else "tournaments/desk/job.html"
    return render(request, page, context)


@act
@never_cache
def job_file(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    found = job_for(request, tournament, token)
    if found.state != JobState.DONE or not found.file:
        raise Http404
    try:
        content = found.file.open("rb")
    except FileNotFoundError as missing:
        raise Http404 from missing
    kind = KINDS[found.kind]
    if kind.has_links:
        note_links_seen(request, tournament)
    return file_response(content, kind, found.file_name)


@act
@posted(Page("job", ("slug", "token")))
def restart_job(sent: Sent, tournament: Tournament, token: str) -> str:
    found = job_for(sent.request, tournament, token)
    services.restart_job(found, sent.doer, clock=services.database_clock())
    return gettext("Started again.")


def kind_for(request: HttpRequest, key: str) -> Kind:
    """The kind of this key, if whoever asks may have it."""
    kind = KINDS.get(key)
    if kind is None:
        raise Http404
    if request.roles.isdisjoint(kind.who):
        raise PermissionDenied
    return kind


def job_for(request: HttpRequest, tournament: Tournament, token: str) -> Job:
    """The job of this tournament, if whoever asks may have what it makes."""
    found = get_object_or_404(tournament.jobs, token=token)
    kind_for(request, found.kind)
    return found


def asked_by(job: Job) -> str:
    """Who asked for it, or after what it is made by itself, in the reader's language."""
    if AFTER not in job.parameters:
        return job.by
    made = job.state == JobState.DONE
    words = gettext("made by itself %(after)s") if made else gettext("by itself %(after)s")
    return words % {"after": occasion(job)}


def occasion(job: Job) -> str:
    """After what an emergency pack is made by itself, in the reader's language."""
    act, number = job.parameters[AFTER]
    return str(OCCASIONS[act]) % {"number": number}


def file_response(content: object, kind: Kind, name: str) -> HttpResponse:
    """A file for its reader alone: a PDF opens in the browser, everything else is saved."""
    response = FileResponse(
        content,
        content_type=kind.content_type,
        as_attachment=kind.suffix != "pdf",
        filename=name,
    )
    response.headers["Cache-Control"] = "private, no-store"
    return response
