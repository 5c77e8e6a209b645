"""What a form says of a value that does not fit."""

import pytest
from django import forms
from django.utils import translation


class Typed(forms.Form):
    minutes = forms.IntegerField(min_value=1, max_value=60)
    name = forms.CharField(min_length=2, max_length=5)


def errors(**typed) -> list[str]:
    return [error for field in Typed(typed).errors.values() for error in field]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ["1 or more.", "At most 5 letters; now there are 6."]),
        ("cs", ["Nejméně 1.", "Nejvýše 5 znaků, teď jich je 6."]),
        ("pl", ["Co najmniej 1.", "Najwyżej 5 znaków, teraz jest ich 6."]),
    ],
)
def test_what_is_too_small_or_too_long_is_told_in_the_words_of_the_site(language, told):
    with translation.override(language):
        assert errors(minutes="0", name="Barbora"[:6]) == told


def test_what_is_too_large_or_too_short_is_told_so_too():
    with translation.override("en"):
        assert errors(minutes="61", name="B") == [
            "60 or less.",
            "At least 2 letters; now there are 1.",
        ]
