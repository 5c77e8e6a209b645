"""The record of a table's game from the browser, and who is who in it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from games.engine.core import Record
from games.forms.records import RecordForm
from tournaments.domain.bounds import WHOLE
from tournaments.domain.records import AS_READ, clockwise_from, recognised
from tournaments.forms.fields import Number
from tournaments.models.event import SeatedTable
from tournaments.models.result import Presence


class KeptRecordForm(RecordForm):
    """`seen` is the revision of the record that is on the screen, 0 if there is none. `first` is
    the position of who started, empty where the record names the players."""

    seen = Number(max_value=WHOLE, widget=forms.HiddenInput)
    draw = Number(widget=forms.HiddenInput)
    first = forms.TypedChoiceField(
        label=gettext_lazy("Who started"), required=False, coerce=int, empty_value=None
    )

    def __init__(self, seated: SeatedTable, *args: Any, **kwargs: Any) -> None:
        self.seated = seated
        kept = seated.table.record
        kwargs["initial"] = {
            "seen": kept.revision if kept else 0,
            "draw": seated.table.draw.attempt,
            **(kwargs.get("initial") or {}),
        }
        super().__init__(*args, **kwargs)
        self.fields["first"].choices = [
            ("", _("by the names in the record")),
            *[(seat.position, str(seat.entry)) for seat in seated.seats],
        ]

    def positions(self, record: Record) -> list[int] | None:
        """Where the players of the record sat: by who is said to have started, by their names, or
        by who was noted at the table. None, and a word at the field, if nothing tells."""
        names = {seat.position: seat.entry.full_name for seat in self.seated.seats}
        found = recognised([player.name for player in record.header.players], names, _nameless())
        first = self.cleaned_data["first"]
        if found is None:
            first = first or self.seated.table.first_position
        if first is not None:
            return clockwise_from(first, sorted({*self._present, first}))
        if found is None:
            self.fields["first"].required = True
            self.add_error(
                "first",
                _("The names in the record do not tell who sat where. Choose who started."),
            )
        return found

    @property
    def _present(self) -> list[int]:
        """Positions of those who were there, as far as a result says so."""
        return [
            seat.position
            for seat in self.seated.seats
            if seat.pk not in self.seated.entered
            or self.seated.entered[seat.pk].presence != Presence.MISSING
        ]


def _nameless() -> list[str]:
    """What somebody without a name for records is called, in every language of the site."""
    words = []
    for language, _name in settings.LANGUAGES:
        with override(language):
            words.append(_(AS_READ))
    return words
