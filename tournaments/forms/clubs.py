"""Clubs to choose from, in the order in which people look for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.forms.models import ModelChoiceIterator

from tournaments.domain.names import text_key


class _Alphabetical(ModelChoiceIterator):
    """A database puts Č and Ž behind Z; a list for people has them behind C and Z."""

    def __iter__(self) -> Iterator[Any]:
        if self.field.empty_label is not None:
            yield "", self.field.empty_label
        for club in sorted(self.queryset, key=lambda club: text_key(club.name)):
            yield self.choice(club)


class ClubChoice(forms.ModelChoiceField):
    iterator = _Alphabetical
