"""Fields with the bounds of domain/bounds.py."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator, validate_email

from tournaments.domain.bounds import SMALL
from tournaments.domain.mailboxes import LONGEST_ADDRESS, can_be_written
from tournaments.models.validators import few_marks


class LengthFirst(forms.CharField):
    """What is too long is refused by that alone: Django asks every validator, and those that read
    letter by letter would take their time over what nobody keeps."""

    def run_validators(self, value: Any) -> None:
        if self.max_length is not None:
            MaxLengthValidator(int(self.max_length))(value)
        super().run_validators(value)


class Text(LengthFirst):
    """What people write for others to read: no letter stands under a pile of marks.

    The end of a line is one letter, as the page counts it, not two as it is sent.
    """

    default_validators = [few_marks]

    def to_python(self, value: Any) -> str:
        return super().to_python(value).replace("\r\n", "\n")


def reachable(address: str) -> None:
    if not can_be_written(address):
        raise forms.ValidationError(validate_email.message, code="invalid")


class Address(LengthFirst, forms.EmailField):
    """An e-mail address that a mail can bear."""

    default_validators = [*forms.EmailField.default_validators, reachable]

    def __init__(self, *, max_length: int = LONGEST_ADDRESS, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, **kwargs)


class Number(forms.IntegerField):
    """A count, which fits every database unless a field says otherwise: from 0 to 32767."""

    def __init__(self, *, min_value: int = 0, max_value: int = SMALL, **kwargs: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **kwargs)
