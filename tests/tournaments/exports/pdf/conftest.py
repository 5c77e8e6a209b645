"""Prints are read in English here; every language has its own words for the same things."""

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def _english(_fresh_visit):
    with translation.override("en"):
        yield
