"""A record from the browser: pasted, or uploaded as a file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

LARGEST = 1_000_000
"""Bytes that are read; a long game is a fiftieth of it."""


class RecordForm(forms.Form):
    """After validation `given` are the bytes of the record."""

    text = forms.CharField(
        label=_("The game"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off", "class": "record"}
        ),
    )
    file = forms.FileField(
        label=_("or a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".txt,.json,.soclog,.gz"}),
        help_text=_("Text, JSON, or either packed with gzip; at most 1 MB."),
    )

    @property
    def given(self) -> bytes:
        return self.cleaned_data["given"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file, text = cleaned.get("file"), cleaned.get("text", "")
        if file is not None and file.size > LARGEST:
            self.add_error("file", _("A file of at most 1 MB, please."))
        elif len(text) > LARGEST:
            self.add_error("text", _("A game of at most 1 MB, please."))
        elif file is not None:
            cleaned["given"] = file.read()
        elif text.strip():
            cleaned["given"] = text.encode()
        elif not self.errors:
            self.add_error("text", _("Paste a game, or choose a file."))
        return cleaned
