"""Persons who are there twice, and persons who want to be forgotten."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.domain.names import matches, sort_key
from tournaments.domain.values import Refused
from tournaments.models import Person, Tournament
from tournaments.services import persons
from tournaments.views.access import act, carry_out, doer, series_act
from tournaments.wording import in_words


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person to choose: by the whole name if they play here, else as everybody sees them."""

    person: Person
    name: str
    here: bool
    tournaments: list[str]


@act
def merge_persons(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    chosen = {name: _chosen(request, name) for name in ("one", "other", "keep")}
    if request.method == "POST":
        one, other, keep = chosen["one"], chosen["other"], chosen["keep"]
        gone = next((key for key in (one, other) if key and key != keep), None)
        return carry_out(
            request,
            lambda who: persons.merge_persons(tournament, keep or 0, gone or 0, who),
            done=_("The two are one person now."),
            back=reverse("entries", args=[tournament.slug]),
        )
    here = set(tournament.entries.values_list("person", flat=True))
    people = [_candidate(chosen[name], here) for name in ("one", "other")]
    query = request.GET.get("q", "").strip()
    context = {
        "tournament": tournament,
        "one": people[0],
        "other": people[1],
        "query": query,
        "found": _found(query, here, chosen["one"]) if people[0] and not people[1] else [],
        "doubles": [
            (_candidate(first.pk, here), _candidate(second.pk, here))
            for first, second in persons.doubles(tournament)
        ],
    }
    return render(request, "tournaments/merge_persons.html", context)


def _chosen(request: HttpRequest, name: str) -> int | None:
    typed = request.POST.get(name) or request.GET.get(name) or ""
    return int(typed) if typed.isdecimal() and len(typed) < 18 else None


def _candidate(key: int | None, here: set[int]) -> Candidate | None:
    person = Person.objects.select_related("club").filter(pk=key, forgotten_at=None).first()
    if person is None:
        return None
    return Candidate(
        person=person,
        name=person.name if person.pk in here else person.public_name,
        here=person.pk in here,
        tournaments=[
            f"{entry.tournament} ({entry.number})"
            for entry in person.entries.select_related("tournament").order_by("tournament__date")
        ],
    )


def _found(query: str, here: set[int], but: int | None) -> list[Candidate]:
    """Persons of the series whose name fits; at most 20."""
    if not query:
        return []
    people = Person.objects.filter(forgotten_at=None).exclude(pk=but)
    fitting = sorted(
        (person for person in people if matches(query, person.name)),
        key=lambda person: sort_key(person.name),
    )
    found = (_candidate(person.pk, here) for person in fitting[:20])
    return [candidate for candidate in found if candidate is not None]


@series_act
def forget_person(request: HttpRequest, pk: int) -> HttpResponse:
    person = get_object_or_404(Person.objects.select_related("club"), pk=pk)
    if request.method == "POST":
        try:
            persons.forget_person(person, doer(request))
        except Refused as refusal:
            messages.error(request, in_words(refusal), extra_tags=refusal.rule_id)
            return redirect(request.path)
        messages.success(request, _("Deleted. The results stay under a neutral name."))
        return redirect("calendar")
    context = {
        "person": person,
        "entries": person.entries.select_related("tournament").order_by("tournament__date"),
    }
    return render(request, "tournaments/forget_person.html", context)
