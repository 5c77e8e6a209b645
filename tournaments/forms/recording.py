"""What has to be known before a game is recorded, and what a tablet sends while it is."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.core import Header, NotARecord
from games.engine.record import parse
from games.engine.rulesets import RULESETS, by_key
from games.looks import PAINTS
from games.wording import expected_words
from tournaments.domain.records import clockwise_from
from tournaments.models import Tournament
from tournaments.models.event import SeatedTable
from tournaments.services.recording import Sent

COLOURS = {
    "red": gettext_lazy("red"),
    "blue": gettext_lazy("blue"),
    "white": gettext_lazy("white"),
    "orange": gettext_lazy("orange"),
    "green": gettext_lazy("green"),
    "purple": gettext_lazy("purple"),
}

TOUR = "base+tour"


class StartRecordForm(forms.Form):
    """Who starts, who has which colour, by which rules, on which board.

    The board is that of the round, or one of a seed; any other, and what a game without an island
    is played on, is told by the headers of a record.
    """

    first = forms.TypedChoiceField(
        label=gettext_lazy("Who starts"), coerce=int, widget=forms.RadioSelect
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Rules"))
    seed = forms.CharField(
        label=gettext_lazy("Seed of the board"),
        max_length=64,
        required=False,
        help_text=gettext_lazy("The same seed always gives the same board."),
    )
    headers = forms.CharField(
        label=gettext_lazy("Another board, or what else is played on"),
        max_length=5000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "class": "record", "spellcheck": "false"}),
        help_text=gettext_lazy(
            'The headers of a record, such as [Board "a1 O10 a2 W2 ..."] or [Sheet "standard"].'
        ),
    )

    def __init__(self, seated: SeatedTable, *args: Any, ruleset: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seated = seated
        self.fields["first"].choices = [
            (seat.position, str(seat.entry.person)) for seat in seated.seats
        ]
        self.fields["first"].initial = seated.table.first_position
        # Those for five and six players have no tables here.
        known = [ruleset for ruleset in RULESETS if "56" not in ruleset.key]
        self.fields["ruleset"].choices = [(ruleset.key, _(ruleset.name)) for ruleset in known]
        self.fields["ruleset"].initial = ruleset or TOUR
        self.fields["headers"].initial = self.tournament.record_head
        if self.round_seed or not self.tournament.game.has_board:
            del self.fields["seed"]
        for seat, colour in zip(seated.seats, PAINTS, strict=False):
            self.fields[f"colour-{seat.position}"] = forms.ChoiceField(
                label=str(seat.entry.person),
                choices=[(name, COLOURS[name]) for name in PAINTS],
                initial=colour,
            )

    @property
    def tournament(self) -> Tournament:
        return self.seated.table.draw.round.tournament

    @property
    def round_seed(self) -> str:
        return self.seated.table.draw.round.board_seed

    @property
    def colours(self) -> list[forms.BoundField]:
        return [self[f"colour-{seat.position}"] for seat in self.seated.seats]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        colours = [value for name, value in cleaned.items() if name.startswith("colour-")]
        if len(set(colours)) < len(colours):
            self.add_error(None, _("Two players have the same colour."))
        elif not self.errors:
            self._read(cleaned)
        return cleaned

    def _read(self, cleaned: dict[str, Any]) -> None:
        """Read the head of the record as it will be written."""
        try:
            cleaned["header"] = parse(self._head(cleaned), by_key).header
        except NotARecord as refusal:
            for mistake in refusal.errors[:3]:
                words = _("Expected: {what}").format(what=expected_words(mistake))
                self.add_error("headers", words)

    def _head(self, cleaned: Mapping[str, Any]) -> str:
        players = " ".join(
            f"seat{position}={cleaned[f'colour-{position}']}" for position in self.positions
        )
        head = f'[Ruleset "{cleaned["ruleset"]}"]\n[Seats "{players}"]\n'
        ground = by_key(cleaned["ruleset"]).notation.ground
        seed = self.round_seed or cleaned.get("seed") or secrets.token_hex(8)
        return head + str(ground.headers(cleaned["headers"], seed))

    @property
    def positions(self) -> list[int]:
        """Those at the table, clockwise from the one who starts."""
        seated = [seat.position for seat in self.seated.seats]
        return clockwise_from(self.cleaned_data["first"], seated)

    @property
    def header(self) -> Header:
        """The head of the record, the one who starts first."""
        return self.cleaned_data["header"]


class SentForm(forms.Form):
    """What a tablet sends, as JSON has it."""

    tablet = forms.CharField(max_length=40)
    number = forms.IntegerField(min_value=1, max_value=2**53)
    revision = forms.IntegerField(min_value=0, max_value=2**31)
    action = forms.JSONField(required=False)
    typed = forms.CharField(required=False, max_length=500)
    seat = forms.IntegerField(required=False, min_value=0, max_value=5)
    undo = forms.IntegerField(required=False, min_value=1, max_value=50)
    happened = forms.BooleanField(required=False)
    ruling = forms.IntegerField(required=False, min_value=1, max_value=999_999)

    def clean_action(self) -> Mapping[str, Any] | None:
        action = self.cleaned_data["action"]
        if action is not None and not isinstance(action, dict):
            raise forms.ValidationError(_("An action is an object."))
        return action

    def sent(self) -> Sent:
        given = self.cleaned_data
        return Sent(
            tablet=given["tablet"],
            number=given["number"],
            revision=given["revision"],
            action=given["action"],
            typed=given["typed"],
            seat=given["seat"] or 0,
            undo=given["undo"] or 0,
            happened=given["happened"],
            ruling=given["ruling"] or 0,
        )
