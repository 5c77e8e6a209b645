"""A zip of records from the browser."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from games.engine.batches import LARGEST, MOST_FILES, Batch
from games.engine.core import NotARecord
from games.wording.engine import expected_words


class CheckGamesForm(forms.Form):
    """After validation `upload` are the bytes of the zip. Each page has another `once`, so that a
    button clicked twice sends the same."""

    file = forms.FileField(
        label=_("Zip of records"),
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".zip"}),
    )
    once = forms.CharField(
        required=False,
        max_length=40,
        widget=forms.HiddenInput,
        initial=lambda: get_random_string(20),
    )

    def __init__(self, *args: Any, **fields: Any) -> None:
        super().__init__(*args, **fields)
        # Filled in for each reader: a number put in earlier would fix the language as well.
        words = _("At most %(files)s files and %(size)s MB.")
        self.fields["file"].help_text = words % {"files": MOST_FILES, "size": LARGEST // 2**20}

    def clean_file(self) -> UploadedFile:
        file = self.cleaned_data["file"]
        # One byte more shows that it is too large.
        self.upload = file.read(LARGEST + 1)
        try:
            Batch(self.upload)
        except NotARecord as refusal:
            expected = expected_words(refusal.errors[0])
            mistake = _("expected: %(expected)s") % {"expected": expected}
            raise forms.ValidationError(mistake) from refusal
        return file

    @property
    def name(self) -> str:
        """What the zip was called, without its suffix."""
        stem = self.cleaned_data["file"].name.removesuffix(".zip")
        return "".join(sign for sign in stem if sign.isprintable())[:100]
