"""Persons as the series' administrators see them: find, correct, join, forget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import django_tables2 as tables
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments.domain.entering import name_key
from tournaments.domain.names import SortKey, matches, sort_key
from tournaments.exports.sheets import Form
from tournaments.forms.persons import AddressForm, CorrectionForm, FactsForm
from tournaments.models import Entry, Official, Person, Series, Tournament
from tournaments.services import joining, kept_back, names_left, persons, undoing, whose_entry
from tournaments.views.access import act, doer, series_act
from tournaments.views.listing import (
    NAME,
    NUMBER,
    WORDS,
    FileColumn,
    ListTable,
    as_asked,
    file_of,
    kept_fields,
)
from tournaments.views.mails import with_mail
from tournaments.views.outcome import carry_out, outcome, submit
from tournaments.views.posting import Page, Sent, administrator, posted

MOST_WAITING = 50
"""Of each of the questions that wait for the series so many are shown."""


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A person as the table prints and sorts them. `events` are those played, `told` names them
    and the offices, `elsewhere` those that count for somebody else."""

    person: Person
    name: SortKey
    events: int
    told: str
    elsewhere: str


class PersonsTable(ListTable):
    caption = gettext_lazy("Persons of the series")
    name = tables.Column(verbose_name=gettext_lazy("Name"), attrs=NAME)
    events = tables.Column(
        verbose_name=gettext_lazy("Events played"), attrs=NUMBER, initial_sort_descending=True
    )
    told = tables.Column(
        verbose_name=gettext_lazy("Events and offices"), attrs=WORDS, orderable=False
    )

    in_file = (
        FileColumn(gettext_lazy("Name"), lambda line: str(line.person)),
        FileColumn(gettext_lazy("Events played"), lambda line: line.events, Form.NUMBER),
        FileColumn(gettext_lazy("Events and offices"), lambda line: line.told),
        FileColumn(gettext_lazy("Counts for somebody else"), lambda line: line.elsewhere),
    )

    class Meta:
        order_by = "name"

    def render_name(self, record: FoundPerson) -> SafeString:
        return format_html(
            '<a href="{}">{}</a><br><span class="soft">{}</span>',
            reverse("person", args=[record.person.pk]),
            record.person,
            record.person.email,
        )

    def render_told(self, record: FoundPerson) -> SafeString | str:
        if not record.elsewhere:
            return record.told
        words = _("counts for somebody else")
        return format_html("{} <em>{}: {}</em>", record.told, words, record.elsewhere)


@series_act
def find_persons(request: HttpRequest) -> HttpResponse:
    """Search the series for a person, by name, e-mail or town; without a query nobody is listed."""
    query = request.GET.get("q", "").strip()
    found = _found(query) if query else []
    table = as_asked(request, PersonsTable([_found_person(person) for person in found]))
    if taken := file_of(request, table, about=Series.objects.oldest().name):
        return taken
    texts = names_left.texts_left()
    context = {
        "section": "mine",
        "query": query,
        "table": table,
        "kept": kept_fields(request),
        "texts": texts,
        "more_texts": names_left.behind(texts),
        "proofs": [] if query else whose_entry.waiting_proofs()[:MOST_WAITING],
        "in_full": [] if query else kept_back.shown_in_full()[:MOST_WAITING],
        "playing": [] if query else joining.officials_who_play()[:MOST_WAITING],
    }
    return render(request, "tournaments/series/find_persons.html", context)


PERSONS = Page("find_persons")


@series_act
@posted(PERSONS)
def believe_proof(sent: Sent, pk: int) -> str:
    """The series' word that an address which the desk wrote is the player's."""
    whose_entry.believe_proof(pk, sent.text("address"), administrator(sent))
    return with_mail(_("Confirmed."), _("The link to their data is on its way."))


@series_act
@posted(PERSONS)
def refuse_proof(sent: Sent, pk: int) -> str:
    """It is not the player who reads that address."""
    whose_entry.refuse_proof(pk, sent.text("address"), administrator(sent))
    return _("Nothing comes of this proof.")


@series_act
@posted(PERSONS)
def replace_name(sent: Sent, pk: int) -> str:
    """Take the name of somebody who was deleted out of one text."""
    names_left.replace_name(pk, sent.doer)
    return _("Replaced.")


@series_act
@posted(PERSONS)
def leave_text(sent: Sent, pk: int) -> str:
    """Leave a text as it is: the name in it is another one's."""
    names_left.leave_text(pk, sent.doer)
    return _("The text stays as it is.")


def _found(query: str) -> list[Person]:
    fitting = (person for person in _listed() if matches(query, _searched(person)))
    return sorted(fitting, key=lambda person: sort_key(person.name))


def _found_person(person: Person) -> FoundPerson:
    entries = [f"{entry.tournament} ({entry.number})" for entry in person.entries.all()]
    offices = [f"{one.tournament} ({one.get_role_display()})" for one in person.offices.all()]
    elsewhere = [
        f"{entry.tournament} ({entry.number})" for entry in person.entries_counted_elsewhere.all()
    ]
    rows = [*person.entries.all(), *person.entries_counted_elsewhere.all()]
    return FoundPerson(
        person,
        sort_key(person.name),
        sum(entry.has_played for entry in rows),
        ", ".join(entries + offices),
        ", ".join(elsewhere),
    )


def _searched(person: Person) -> str:
    rows: list[Entry | Official] = [*person.entries.all(), *person.entries_counted_elsewhere.all()]
    rows += [*person.offices.all(), *person.offices_counted_elsewhere.all()]
    words = {person.name, person.email, *(row.name for row in rows)}
    return " ".join(words | {row.tournament.town for row in rows})


def _listed() -> QuerySet[Person]:
    """Everybody who plays or holds an office, also where it counts for somebody else, or held one:
    the history has their names. And who has nothing of this, but whom only they or the series
    delete (`bare_persons.is_bare`)."""
    rows = ("entries", "entries_counted_elsewhere", "offices", "offices_counted_elsewhere")
    listed = ~Q(email="") | Q(user__isnull=False) | Q(full_name_withdrawn_at__isnull=False)
    for model in (Entry.objects, Official.objects, Official.history):
        for column in ("person", "joined_from"):
            keys = model.exclude(name="").exclude(**{column: None}).order_by().values(column)
            listed |= Q(pk__in=keys)
    people = Person.objects.filter(listed, forgotten_at=None)
    return people.prefetch_related(*(f"{row}__tournament" for row in rows))


@series_act
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything the series knows of a person, and what it may do about it."""
    known = _known(pk)
    form, seen = FactsForm(request.POST or None, person=known), persons.facts_of(known)

    def page() -> HttpResponse:
        return _page(request, known, form=form)

    if request.method != "POST":
        return page()
    return submit(
        request,
        form,
        lambda who: persons.change_facts(known, form.facts(), who, seen=seen),
        done=_("Saved."),
        back=reverse("person", args=[pk]),
        again=page,
    )


def _known(pk: int) -> Person:
    return get_object_or_404(Person, pk=pk, forgotten_at=None)


def _page(request: HttpRequest, known: Person, **given: Any) -> HttpResponse:
    context = {
        "section": "mine",
        "person": known,
        "form": FactsForm(person=known),
        "address_form": AddressForm(),
        "entries": _entries(known),
        "offices": Official.objects.of(known)
        .select_related("tournament")
        .order_by("-tournament__date"),
        "joins": joining.joins_of(known),
        "alike": _alike(known),
        **_others(known, request.GET.get("other", "").strip()),
        **given,
    }
    return render(request, "tournaments/series/person.html", context)


def _entries(known: Person) -> QuerySet[Entry]:
    """What is the person's own, and what counts for them."""
    entries = Entry.objects.filter(Q(person=known) | Q(joined_from=known))
    rows = entries.select_related("tournament", "club", "person", "joined_from")
    return rows.order_by("-tournament__date")


def _others(known: Person, query: str) -> dict[str, Any]:
    """People of another name who were searched, and what was typed for it."""
    found = [other for other in _found(query) if other != known] if query else []
    return {"query": query, "found": found[:MOST_WAITING], "most": MOST_WAITING}


def _alike(known: Person) -> list[Person]:
    """Others of the same name, who may be the same."""
    key = name_key(known.name)
    others = _listed().exclude(pk=known.pk)
    return [other for other in others if name_key(other.name) == key]


def _person_page(request: HttpRequest, pk: int, **typed: Any) -> HttpResponse:
    return _page(request, _known(pk), **typed)


PERSON = Page("person", ("pk",), _person_page)


def _address_form(request: HttpRequest, pk: int) -> AddressForm:
    _known(pk)
    return AddressForm(request.POST)


@series_act
@posted(PERSON, address_form=_address_form)
def change_address(sent: Sent, pk: int) -> str:
    """Send a link to the address that the series writes; it counts once it is opened there."""
    if persons.offer_address(_known(pk), sent.data["address"], administrator(sent)):
        told = _("A link is on its way to the address. Once it is opened there, it counts.")
        return with_mail("", told)
    return _("Confirmed.")


@series_act
@posted(PERSON)
def join_persons(sent: Sent, pk: int) -> str:
    """What another person has goes over to this one."""
    if query := sent.text("query"):
        sent.back += f"?{urlencode({'other': query})}"
    typed = sent.text("other")
    other = int(typed) if typed.isdecimal() and len(typed) < 18 else 0
    joining.join_persons(pk, other, sent.doer)
    return _("The two are one person now. You can take it back below.")


@series_act
@require_POST
def undo_join(request: HttpRequest, pk: int, join: int) -> HttpResponse:
    found = get_object_or_404(joining.Join, pk=join, kept=pk)
    answer = carry_out(
        request,
        lambda who: undoing.undo_join(found.pk, who),
        done=_("Taken back: they are two persons again."),
        back=reverse("person", args=[pk]),
    )
    # Of whom nothing was left but what counted for them there is no page any more.
    there = Person.objects.filter(pk=pk).exists()
    return answer if there else redirect("find_persons")


@act
def correct_entry(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """What a tournament that is over printed of a player, corrected with a reason."""
    entry = get_object_or_404(tournament.entries.select_related("person"), pk=pk)
    form = CorrectionForm(request.POST or None, entry=entry)
    seen = (entry.shown_as, entry.was_junior)

    def page() -> HttpResponse:
        context = {"tournament": tournament, "entry": entry, "form": form}
        return render(request, "tournaments/series/correct_entry.html", context)

    if request.method != "POST":
        return page()
    return submit(
        request,
        form,
        lambda who: persons.correct_entry(tournament, pk, who, seen=seen, **form.cleaned_data),
        done=_("Corrected. The correction is listed at the event."),
        back=reverse("tournament", args=[tournament.slug]),
        again=page,
    )


@series_act
def forget_person(request: HttpRequest, pk: int) -> HttpResponse:
    known = get_object_or_404(Person, pk=pk)
    by_name = persons.offices_by_name(known)
    if request.method == "POST":
        ticked = request.POST.getlist("office")
        said = [office.pk for office in by_name if str(office.pk) in ticked]
        came = outcome(lambda: persons.forget_person(known, doer(request), offices_said=said))
        came.saying(_("Deleted. The results stay under a neutral name.")).tell(request)
        if came.stays_open:
            return redirect(request.path)
        return redirect("find_persons" if names_left.texts_left() else "calendar")
    context = {
        "person": known,
        "entries": known.own_entries.select_related("tournament").order_by("tournament__date"),
        "signs_off": persons.signs_off(known),
        "others_count": joining.is_counted_for(known),
        "offices": by_name,
    }
    return render(request, "tournaments/forget_person.html", context)
