"""A list of players in a file, and the preview that is sent back to be saved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core import signing
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.domain.importing import (
    MOST_ROWS,
    TYPED,
    PlannedRow,
    TypedRow,
    columns_left_out,
    corrected,
    typed_rows,
)
from tournaments.domain.values import Refused
from tournaments.forms.sheets import LARGEST_FILE, read_sheet
from tournaments.models import Tournament
from tournaments.services.mailing import sends_nothing
from tournaments.wording import told

PREVIEW_SECONDS = 24 * 60 * 60
"""How long a preview may be looked at before it is saved."""


class ImportForm(forms.Form):
    file = forms.FileField(
        label=_("File with the list"),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx,.csv,.txt,.tsv"}),
    )

    def __init__(self, *args: Any, **fields: Any) -> None:
        super().__init__(*args, **fields)
        # Filled in for each reader: a number put in earlier would fix the language as well.
        words = _("XLSX or CSV, at most %(rows)s rows and %(size)s MB.")
        self.fields["file"].help_text = words % {"rows": MOST_ROWS, "size": LARGEST_FILE // 2**20}

    def clean_file(self) -> UploadedFile:
        """Reads the file: `rows` are then its rows, `left_out` columns that mean nothing here."""
        file = self.cleaned_data["file"]
        (_line, titles), *rows = read_sheet(file, most_rows=MOST_ROWS)
        self.left_out = columns_left_out([title or "" for title in titles])
        try:
            self.rows = tuple(typed_rows([title or "" for title in titles], rows))
        except Refused as refusal:
            raise forms.ValidationError(told(refusal)) from refusal
        if not self.rows:
            raise forms.ValidationError(_("Below the names of the columns stands nobody."))
        return file


class PreviewForm(forms.Form):
    """What was previewed, signed, so that exactly this is saved and nothing is kept meanwhile."""

    preview = forms.CharField(widget=forms.HiddenInput)
    write_to_them = forms.BooleanField(
        label=_("Send everybody with an e-mail address their personal link."),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if sends_nothing():
            # Nothing could be kept of such a promise.
            del self.fields["write_to_them"]
        self.salt = f"import-entries-{tournament.pk}"

    def rows_meant(self) -> tuple[TypedRow, ...]:
        """The rows of the preview with what was corrected on its page."""
        lines = [line for line in self.data.getlist("line") if line.isdecimal()]
        typed = {
            int(line): {field: self.data.get(f"row-{line}-{field}", "") for field in TYPED}
            for line in lines
        }
        clubs = zip(self.data.getlist("new-club"), self.data.getlist("club-meant"), strict=False)
        return corrected(
            self.rows,
            typed,
            clubs={new: meant for new, meant in clubs if meant},
            without={int(line) for line in self.data.getlist("without") if line.isdecimal()},
        )

    @property
    def writes_to_them(self) -> bool:
        return bool(self.cleaned_data.get("write_to_them", False))

    def sealed(self, planned: tuple[PlannedRow, ...], left_out: Sequence[str]) -> str:
        """The plan as the hidden field carries it, with the columns that mean nothing here."""
        kept = {
            "left_out": list(left_out),
            "rows": [row.typed.as_json() for row in planned],
            "outcomes": [row.outcome for row in planned],
        }
        return signing.dumps(kept, salt=self.salt, compress=True)

    def clean_preview(self) -> str:
        """Opens the preview: `rows`, `outcomes` and `left_out` are then those of the preview."""
        sealed = self.cleaned_data["preview"]
        try:
            kept = signing.loads(sealed, salt=self.salt, max_age=PREVIEW_SECONDS)
        except signing.BadSignature as broken:
            raise forms.ValidationError(
                _("The preview is too old or was damaged on the way. Send the file again.")
            ) from broken
        self.rows = tuple(TypedRow.from_json(row) for row in kept["rows"])
        self.left_out = tuple(kept.get("left_out", ()))
        self.outcomes = [tuple(outcome) for outcome in kept["outcomes"]]
        return sealed
