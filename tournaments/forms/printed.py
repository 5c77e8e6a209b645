"""The sheet of the dice game that an event plays on, typed in from a printed one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.core import NotARecord
from games.engine.rulesets.dice_game.headers import parse_sheet, write_parts
from games.engine.rulesets.dice_game.sheet import Sheet
from tournaments.domain.games import TableGame
from tournaments.forms.announcing import mistakes_of_head
from tournaments.forms.meanwhile import Stored


class SheetForm(Stored, forms.Form):
    """What is wrong with the sheet is told beside its drawing; `head` is that of the records."""

    text = forms.CharField(
        label=gettext_lazy("The sheet"),
        max_length=4000,
        strip=False,
        widget=forms.Textarea(
            attrs={"class": "record", "rows": 12, "spellcheck": "false", "autocomplete": "off"}
        ),
    )
    confirmed = forms.BooleanField(
        label=gettext_lazy("I have compared the drawing with our printed sheets"), required=False
    )

    def __init__(self, *args: Any, game: TableGame, sheet: Sheet, **kwargs: Any) -> None:
        unconfirmed = replace(sheet, confirmed=False)
        initial = {"text": "\n".join(write_parts(unconfirmed)), "confirmed": sheet.confirmed}
        super().__init__(*args, initial=initial, **kwargs)
        self.game = game

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if "text" in data:
            try:
                sheet = parse_sheet(data["text"])
            except NotARecord:
                self._refuse()
            else:
                confirmed = replace(sheet, confirmed=data["confirmed"] or sheet.confirmed)
                data["head"] = "\n".join(write_parts(confirmed))
                if mistakes_of_head(self.game, data["head"]):
                    self._refuse()
        return data

    def _refuse(self) -> None:
        self.add_error(
            "text", _("Nothing is saved yet: mend what is told beside the drawing, please.")
        )
