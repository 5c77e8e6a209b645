"""What the database would refuse is refused before, in words, at the field where it is mended."""

import inspect

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import CheckConstraint, Q
from django.urls import reverse
from django.utils import translation

from tests.factories import DAY, make_tournament, signed_in
from tournaments.forms import announcing, offices, schools, series
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.every_case]


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def forms_of_rows():
    """Every form of the site that writes a row."""
    modules = (announcing, offices, schools, series)
    named = [member for module in modules for member in vars(module).values()]
    classes = {one for one in named if inspect.isclass(one) and issubclass(one, forms.ModelForm)}
    return sorted((one for one in classes if one._meta.model), key=lambda one: one.__name__)


def names_in(condition):
    for child in condition.children:
        if isinstance(child, Q):
            yield from names_in(child)
        else:
            yield child[0].split("__")[0]


def broken_by(form_class):
    """The conditions of the table that hang on fields of the form alone."""
    for constraint in form_class._meta.model._meta.constraints:
        if isinstance(constraint, CheckConstraint):
            names = set(names_in(constraint.condition))
            if names <= set(form_class.base_fields):
                yield constraint, names


@pytest.mark.parametrize("capacity", ["0", "1", "2"])
def test_a_capacity_below_one_table_is_refused_in_words_at_its_field(capacity):
    club = make_tournament().club
    typed = {
        "name": "Catan Žďár",
        "kind": "other",
        "club": club.pk,
        "town": "Žďár",
        "date": DAY.isoformat(),
        "start": "9:00",
        "capacity": capacity,
    }

    page = signed_in(None, "administrator").post(reverse("create_tournament"), typed)

    words = page.content.decode()
    assert "A table takes three players: write 3 or more." in words
    assert "capacity_of_one_table" not in words
    assert "capacity" in page.context["form"].errors
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("form_class", forms_of_rows(), ids=lambda one: one.__name__)
def test_no_form_shows_the_name_of_a_constraint(form_class):
    for constraint, names in broken_by(form_class):
        for name in names:
            field = form_class._meta.model._meta.get_field(name)
            # What its own field refuses never reaches the constraint.
            with pytest.raises(ValidationError):
                field.clean("0" if name == "capacity" else "nonsense", None)
            assert constraint.name not in str(field.error_messages)


def test_the_announced_tournament_refuses_it_too():
    tournament = make_tournament()
    with pytest.raises(ValidationError) as refusal:
        Tournament(capacity=2, name="x", slug="x", date=DAY).full_clean()

    assert "capacity" in refusal.value.error_dict
    assert "capacity_of_one_table" not in str(refusal.value)
    assert tournament.capacity == 30
