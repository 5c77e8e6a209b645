"""Every column of numbers has the same bounds in every database, and every field of a form one."""

import importlib
import pkgutil

import pytest
from django import forms as django_forms
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import models
from django.urls import reverse

from tests import factories as make
from tests.factories import signed_in
from tournaments import forms
from tournaments.domain.bounds import KEY, SMALL, WHOLE
from tournaments.models import Act, Mail, Tournament
from tournaments.models.tournament import State
from tournaments.services import announcing, refereeing
from tournaments.views.posting import LONGEST_REASON

pytestmark = [pytest.mark.django_db, pytest.mark.every_case]

COLUMNS = [
    field
    for app in ("tournaments", "games")
    for model in apps.get_app_config(app).get_models()
    for field in model._meta.concrete_fields
    if isinstance(field, models.IntegerField) and not field.primary_key
]


@pytest.mark.parametrize("field", COLUMNS, ids=str)
def test_a_number_beyond_the_smallest_database_is_refused(field):
    small = isinstance(field, models.PositiveSmallIntegerField | models.SmallIntegerField)
    most = SMALL if small else KEY if "Big" in type(field).__name__ else WHOLE

    with pytest.raises(ValidationError):
        field.run_validators(most + 1)


FIELDS = [
    (form, name)
    for module in pkgutil.iter_modules(forms.__path__)
    for form in vars(importlib.import_module(f"{forms.__name__}.{module.name}")).values()
    if isinstance(form, type) and issubclass(form, django_forms.Form)
    for name, field in form.base_fields.items()
    if isinstance(field, django_forms.IntegerField)
]


@pytest.mark.parametrize(("form", "name"), FIELDS)
def test_every_number_of_a_form_has_a_most_and_a_least(form, name):
    field = form.base_fields[name]

    assert field.max_value is not None
    assert field.min_value is not None


@pytest.mark.parametrize(
    ("field", "typed", "words"),
    [
        ("date", "0001-01-01", "An event is between the years 1990 and"),
        ("date", "9999-12-31", "An event is between the years 1990 and"),
        ("capacity", "2001", "2000 or less."),
        ("capacity", "99999999999", "2000 or less."),
        ("town", "Brno" + "\u0301" * 50, "A letter may have 2 marks at most"),
        ("text", "x" * 10_001, "At most 10000 letters; now there are 10001."),
        ("text", "> " * 30 + "x", "too deep"),
    ],
)
def test_a_draft_beyond_a_bound_is_refused_at_its_field(field, typed, words):
    fields = {
        "name": "Catan Brno",
        "kind": "season",
        "town": "Brno",
        "date": "2027-05-16",
        "start": "09:00",
        "capacity": "30",
        "ruleset": "tour",
    }

    page = signed_in(None, "administrator").post("/en/new/", {**fields, field: typed})

    assert words in page.content.decode()
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("year", [0, 1, 1989, 9999, 10_000, 10**20])
def test_a_season_of_any_year_has_an_answer(client, year):
    assert client.get(f"/en/season/{year}/").status_code in (200, 404)


def test_no_reason_is_longer_than_its_field_on_the_page():
    """A reason of a megabyte would go to each player by e-mail."""
    cancelled = make.make_tournament()
    make.make_entry(cancelled, email="anna@example.org")
    over, running = make.ready_to_draw(4), make.ready_to_draw(4)
    Tournament.objects.filter(pk=over.pk).update(state=State.FINISHED, finished_at=make.at(17))
    player = running.entries.first()
    make.play(running)
    refereeing.exclude(running, player.pk, "cheated", make.doer(), round_number=1, deliberate=True)
    told = {"reason": "a" * 900_000}

    (beside,) = announcing.cancelled_for_good(cancelled)
    address = reverse("cancel_tournament", args=[cancelled.slug])
    make.signed_in(cancelled).post(address, told | {"cautions": [beside.key]})
    series = make.signed_in(None, "administrator")
    series.post(reverse("reopen_tournament", args=[over.slug]), told)
    chief = make.chief_of(running)
    chief.post(reverse("revoke_exclusion", args=[running.slug, player.pk]), told)

    reasons = Act.objects.filter(reason__startswith="aaa")
    assert {act.name: len(act.reason) for act in reasons} == {
        "cancel_tournament": LONGEST_REASON,
        "reopen_tournament": LONGEST_REASON,
        "revoke_exclusion": LONGEST_REASON,
    }
    assert len(Mail.objects.get().body) < 2 * LONGEST_REASON
