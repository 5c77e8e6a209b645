"""Where a school that would like to play can say so."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.views.limits import place_of, too_many
from tournaments.forms.schools import SchoolForm
from tournaments.services import clock, schools
from tournaments.views.access import keep_typed, series_act


@series_act
def tell_of_school(request: HttpRequest) -> HttpResponse:
    form = SchoolForm(request.POST or None)
    if request.method == "POST" and too_many(request, "school", {place_of(request): "10/h"}):
        context = {"form": form, "limited": True}
        return render(request, "tournaments/tell_of_school.html", context, status=429)
    if form.is_valid():
        try:
            schools.tell_of_school(**form.cleaned_data, now=clock.now())
        except DatabaseError as error:
            return keep_typed(request, form, error, partial(_page, request, form))
        messages.success(request, _("Thank you. The series will be in touch with the school."))
        return redirect("calendar")
    return _page(request, form)


def _page(request: HttpRequest, form: SchoolForm) -> HttpResponse:
    return render(request, "tournaments/tell_of_school.html", {"form": form})
