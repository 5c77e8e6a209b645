"""Forms of what is stored already, which overwrite nothing that others saved while they were open.

A page shows such a form, somebody else changes the same row, and then the page is sent. Beside its
fields the form carries what it showed of each, as a few letters (`{{ form.marks }}`). Where that is
not what is stored any more, nothing is saved: the form comes back, says so, shows what is there now
in the fields that were left alone, and keeps what was typed in the others.
"""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

from django import forms
from django.db.models import Model
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.domain.meanwhile import Meanwhile, marks_of, meanwhile

MARKS = "marks"


class Stored(forms.BaseForm):
    """A form whose initial values are what is stored; comes before the class of the form."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.meanwhile = Meanwhile()

    def full_clean(self) -> None:
        # Only now every field is as the form wants it.
        if self.is_bound:
            self._take_over()
        super().full_clean()

    def _take_over(self) -> None:
        """Compare, and put what others saved into the fields that were left as they were shown."""
        found = meanwhile(self._marks_sent(), self._stored(), self._typed())
        self.meanwhile = found
        if found.theirs:
            self.data = self.data.copy()
            for name in found.theirs:
                self._write(name)

    def _write(self, name: str) -> None:
        """Put what is stored of a field where it would have been typed."""
        field, key = self.fields[name], self.add_prefix(name)
        value = field.prepare_value(self.get_initial_for_field(field, name))
        if isinstance(field.widget, forms.CheckboxInput):
            value = "on" if value else None
        shown = field.widget.format_value(value)
        shown = shown[0] if isinstance(shown, list) and shown else shown
        if not shown:
            self.data.pop(key, None)
        else:
            self.data[key] = str(shown)

    def clean(self) -> Any:
        data = super().clean()
        if self.meanwhile:
            self.add_error(None, self._told())
        for name in self.meanwhile.both:
            if name in self.fields:
                self.add_error(name, _("Meanwhile saved: %(value)s") % {"value": self._now(name)})
        return data

    def _told(self) -> str:
        names = [
            str(field.label)
            for name, field in self.fields.items()
            if name in {*self.meanwhile.theirs, *self.meanwhile.both}
        ]
        return _(
            "Somebody has changed this meanwhile, so nothing is saved yet: %(fields)s. What you "
            "changed is kept below, the rest is as it is now. Look at it and save again."
        ) % {"fields": ", ".join(names)}

    def _now(self, name: str) -> str:
        """What is stored of a field, for somebody to read."""
        field = self.fields[name]
        if isinstance(field, forms.BooleanField):
            return _("yes") if self.get_initial_for_field(field, name) else _("no")
        value = self._stored()[name]
        choices = {str(key): str(label) for key, label in getattr(field, "choices", ())}
        shown = choices.get(value, value)
        return shown if shown else _("nothing")

    @property
    def marks(self) -> SafeString:
        """What the page shows of each field, to be sent back with it."""
        kept = self._marks_sent() if self.is_bound and not self.meanwhile else None
        marks = kept or marks_of(self._stored())
        return format_html(
            '<input type="hidden" name="{}" value="{}">',
            self.add_prefix(MARKS),
            json.dumps(marks, separators=(",", ":")),
        )

    def _marks_sent(self) -> dict[str, str]:
        try:
            sent = json.loads(self.data.get(self.add_prefix(MARKS), "{}"))
        except (ValueError, RecursionError):
            return {}
        return sent if isinstance(sent, dict) else {}

    def _stored(self) -> dict[str, str]:
        return {
            name: _plain(self.get_initial_for_field(field, name))
            for name, field in self.fields.items()
            if not field.disabled
        }

    def _typed(self) -> dict[str, str]:
        return {
            name: self._plainly_typed(name, field)
            for name, field in self.fields.items()
            if not field.disabled
        }

    def _plainly_typed(self, name: str, field: forms.Field) -> str:
        raw = field.widget.value_from_datadict(self.data, self.files, self.add_prefix(name))
        try:
            return _plain(field.to_python(raw))
        except (forms.ValidationError, OverflowError):
            # What is no such value, or a moment before the first year, is its letters.
            return str(raw)


def _plain(value: Any) -> str:
    """A value as letters, the same whether it was stored or typed."""
    if value is None or value is False:
        return ""
    if isinstance(value, Model):
        return str(value.pk)
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat()
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return str(value).replace("\r\n", "\n")
