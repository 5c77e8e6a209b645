"""The series' administrators find every table, searchable, and history to read."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.urls import reverse

OWN_MODELS = [
    model
    for model in apps.get_app_config("tournaments").get_models()
    if not model.__name__.startswith("Historical") and not model._meta.auto_created
]


@pytest.fixture
def administrator(client, db):
    client.force_login(User.objects.create_superuser("series", "series@example.org", "x"))
    return client


@pytest.mark.parametrize("model", OWN_MODELS, ids=lambda model: model.__name__)
def test_each_model_has_a_list_that_opens_and_searches(administrator, model):
    url = reverse(f"admin:tournaments_{model._meta.model_name}_changelist")

    found = administrator.get(url, {"q": "2026"})

    assert found.status_code == 200
    # Without search fields the word would be ignored and the page would prove nothing.
    assert admin.site._registry[model].search_fields


@pytest.mark.django_db
def test_results_can_be_read_but_not_changed_here(administrator):
    assert administrator.get(reverse("admin:tournaments_result_add")).status_code == 403
