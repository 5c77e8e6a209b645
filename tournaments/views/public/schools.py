"""Where a school that would like to play can say so."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.views.limits import place_of, too_many
from tournaments.forms.schools import SchoolForm
from tournaments.services import schools
from tournaments.views.access import series_act
from tournaments.views.outcome import submit


@series_act
def tell_of_school(request: HttpRequest) -> HttpResponse:
    form = SchoolForm(request.POST or None)
    if request.method == "POST" and too_many(request, "school", {place_of(request): "10/h"}):
        context = {"form": form, "limited": True}
        return render(request, "tournaments/public/tell_of_school.html", context, status=429)
    return submit(
        request,
        form,
        lambda who: schools.tell_of_school(**form.cleaned_data, now=who.now),
        done=_("Thank you. The series will be in touch with the school."),
        back="calendar",
        again=partial(_page, request, form),
    )


def _page(request: HttpRequest, form: SchoolForm) -> HttpResponse:
    return render(request, "tournaments/public/tell_of_school.html", {"form": form})
