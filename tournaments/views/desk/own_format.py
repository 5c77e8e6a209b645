"""The page on which an organiser makes a format of one's own for an event."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.domain.formats.own import oddities, own_copy
from tournaments.domain.formats.presets import THE_TOUR, presets
from tournaments.domain.formats.reading import format_of
from tournaments.domain.formats.values import Format
from tournaments.domain.names import text_key
from tournaments.forms.formats import FormatAsJson, OwnFormatForm, initial_of
from tournaments.models import Tournament
from tournaments.services import changing_format as services
from tournaments.views.access import act, doer
from tournaments.views.outcome import outcome_with_form
from tournaments.views.public.formats import format_of_event, in_words
from tournaments.wording import format_name


@act
def edit_format(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Shown with each change what players will read; kept once that is asked for."""
    pressed = request.POST.get("do", "")
    if request.method != "POST":
        return _page(request, tournament, OwnFormatForm(initial=_begun(request, tournament)))
    if pressed == "read":
        return _read(request, tournament)
    form = OwnFormatForm(request.POST)
    if not form.is_valid() or pressed != "keep":
        return _page(request, tournament, form, format_=form.format)
    kept = own_copy(form.cleaned_data["name"], form.written)
    seen = form.cleaned_data["seen"]
    came = outcome_with_form(
        request, lambda: services.edit_format(tournament, kept, doer(request), seen=seen)
    )
    if came.stays_open:
        came.onto(form)
        return came.marked(_page(request, tournament, form, format_=form.format))
    came.saying(_("The event is played by this format.")).tell(request)
    return redirect("edit_tournament", tournament.slug)


def _begun(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """The preset that was asked for; else what the event has, and else the Tour's."""
    preset = presets().get(request.GET.get("from", ""))
    if preset is None and tournament.format:
        written, name = tournament.format["format"], format_of_event(tournament)
    else:
        preset = preset or presets()[THE_TOUR]
        written, name = preset.written, format_name(preset)
    return initial_of(name, written, tournament.format)


def _read(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    read = FormatAsJson(request.POST)
    if not read.is_valid():
        form = OwnFormatForm(initial=_begun(request, tournament))
        return _page(request, tournament, form, json_form=read)
    name = format_of_event(tournament)
    initial = initial_of(name, read.cleaned_data["written"], tournament.format)
    return _page(request, tournament, OwnFormatForm(initial=initial))


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: OwnFormatForm,
    *,
    format_: Format | None = None,
    json_form: FormatAsJson | None = None,
) -> HttpResponse:
    written = form.written
    if not form.is_bound:
        written = json.loads(form.initial["base"])
        format_ = format_of(written)
    named = [(key, format_name(preset)) for key, preset in presets().items()]
    context = {
        "tournament": tournament,
        "form": form,
        "json_form": json_form or FormatAsJson(initial={"written": json.dumps(written, indent=1)}),
        "presets": sorted(named, key=lambda choice: text_key(choice[1])),
        "started_from": request.GET.get("from", ""),
        "odd": list(oddities(format_)) if format_ else [],
        **(in_words(format_) if format_ else {}),
    }
    return render(request, "tournaments/desk/edit_format.html", context)
