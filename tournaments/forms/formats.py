"""A format of one's own: what is changed of another one, and a format read from JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.management.json_command import Mistakes, check_shape
from tournaments.domain.formats.criteria import CRITERIA
from tournaments.domain.formats.own import MARK, mark_of
from tournaments.domain.formats.reading import SIZES, faults, format_of
from tournaments.domain.formats.values import Format
from tournaments.domain.formats.values import Sizes as TableSizes
from tournaments.domain.scoring import COUNT_NAMES, Count, Level, TimeOut
from tournaments.domain.stages import Later
from tournaments.forms.fields import Number, Text
from tournaments.wording import in_words

LONGEST_FORMAT = 20_000
"""Letters of a format as JSON."""

PLACES_OF_THE_ORDER = 7

LONGEST_POINTS = 5
"""Digits of the points of a place."""

LEVELS = {
    Level.DENSE: gettext_lazy("they share a place, the next one follows at once"),
    Level.SHARED: gettext_lazy("they share a place and the points of all places that they fill"),
    Level.CHAIN: gettext_lazy("further counts part them, then the play order"),
}
TIMES_OUT = {
    TimeOut.LEVEL: gettext_lazy("whoever has the most points is first"),
    TimeOut.REVERSE_ORDER: gettext_lazy("the same, and of level ones whoever plays later"),
    TimeOut.NO_WIN: gettext_lazy("nobody has a win"),
}
LATER = {
    Later.STAGE: gettext_lazy("its games, and then the standings before"),
    Later.BEFORE: gettext_lazy("the standings before; who went on comes first"),
    Later.TABLE: gettext_lazy("the tables in order, and then that game"),
    Later.ALL: gettext_lazy("all games of the event"),
}
TABLE_SIZES = {
    TableSizes.FOURS: gettext_lazy("as few tables of three as possible"),
    TableSizes.THREES: gettext_lazy("as many tables of three as possible"),
    TableSizes.ONLY_FOURS: gettext_lazy("tables of four alone"),
}


class OwnFormatForm(forms.Form):
    """What is changed of the format in `base`, which is JSON; whatever has no field stays as it is
    there. `seen` is the mark of what the event kept when the page was shown."""

    seen = forms.CharField(max_length=MARK, widget=forms.HiddenInput)
    base = forms.CharField(max_length=LONGEST_FORMAT, widget=forms.HiddenInput)
    name = Text(label=gettext_lazy("Name of the format"), max_length=60)
    points_4 = forms.CharField(
        label=gettext_lazy("Points of the places at a table of four"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("Such as 5-3-2-1; both left empty, places bring no points."),
    )
    points_3 = forms.CharField(
        label=gettext_lazy("Points of the places at a table of three"),
        max_length=40,
        required=False,
    )
    level = forms.ChoiceField(label=gettext_lazy("Level players"), choices=LEVELS.items())
    chain = forms.MultipleChoiceField(
        label=gettext_lazy("Further counts that part level players"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        choices=[(count, COUNT_NAMES[count]) for count in Count if count is not Count.TURN],
    )
    time_out = forms.ChoiceField(label=gettext_lazy("If time runs out"), choices=TIMES_OUT.items())
    cap = forms.BooleanField(
        label=gettext_lazy("Game points count up to those that win"), required=False
    )
    target = Number(
        label=gettext_lazy("Points that win a game"),
        min_value=3,
        max_value=99,
        required=False,
        help_text=gettext_lazy("Empty: those of the game."),
    )
    sizes = forms.ChoiceField(label=gettext_lazy("Tables"), choices=TABLE_SIZES.items())
    later = forms.ChoiceField(
        label=gettext_lazy("What orders those who played a later stage"), choices=LATER.items()
    )
    least = Number(
        label=gettext_lazy("Least number of players"), min_value=3, max_value=1000, required=False
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["chain"].choices = [
            (key, _(words)) for key, words in self.fields["chain"].choices
        ]
        named = [("", "–"), *((name, _(one.label)) for name, one in CRITERIA.items())]
        for place in range(1, PLACES_OF_THE_ORDER + 1):
            self.fields[f"order_{place}"] = forms.ChoiceField(
                label=_("Order, place %(place)s") % {"place": place},
                choices=named,
                required=place == 1,
            )
        self.format: Format | None = None
        self.written: dict[str, Any] = {}

    @property
    def criteria(self) -> list[forms.BoundField]:
        return [self[f"order_{place}"] for place in range(1, PLACES_OF_THE_ORDER + 1)]

    def clean_points_4(self) -> list[int]:
        return _row(self.cleaned_data["points_4"])

    def clean_points_3(self) -> list[int]:
        return _row(self.cleaned_data["points_3"])

    def clean_base(self) -> dict[str, Any]:
        return checked(read_json(self.cleaned_data["base"]))

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if self.errors:
            return data
        written = self._changed(data)
        try:
            self.written = checked(written)
        except forms.ValidationError as mistakes:
            self.add_error(None, mistakes)
        else:
            self.format = format_of(self.written)
        return data

    def _changed(self, data: Mapping[str, Any]) -> dict[str, Any]:
        written = data["base"]
        order = [data[f"order_{place}"] for place in range(1, PLACES_OF_THE_ORDER + 1)]
        rows = {size: data[f"points_{size}"] for size in SIZES}
        changed: dict[str, Any] = {
            "points": rows if any(rows.values()) else None,
            "order": [name for name in order if name],
            "level": data["level"],
            "chain": data["chain"] if data["level"] == Level.CHAIN else [],
            "time_out": data["time_out"],
            "cap": data["cap"],
            "target": data["target"],
            "sizes": data["sizes"],
            "later": data["later"],
            "least": data["least"],
        }
        left_out = {name for name, value in changed.items() if value is None or value == []}
        kept = {name: value for name, value in written.items() if name not in left_out}
        told = {name: value for name, value in changed.items() if name not in left_out}
        return {**kept, **told, "points": changed["points"], "order": changed["order"]}


def initial_of(name: str, written: Mapping[str, Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    """What the fields hold for a format, of an event that has `kept` one."""
    format_ = format_of(written)
    scoring = format_.scoring
    rows = scoring.points or {}
    fields = {
        "seen": mark_of(kept),
        "base": json.dumps(written),
        "name": name,
        "points_4": "-".join(map(str, rows.get(4, ()))),
        "points_3": "-".join(map(str, rows.get(3, ()))),
        "level": scoring.level,
        "chain": list(scoring.chain),
        "time_out": scoring.time_out,
        "cap": scoring.cap,
        "target": format_.target,
        "sizes": format_.sizes,
        "later": format_.later,
        "least": format_.least,
    }
    return fields | {f"order_{n}": name for n, name in enumerate(format_.criteria, start=1)}


class FormatAsJson(forms.Form):
    """A format that was written down elsewhere."""

    written = forms.CharField(
        label=gettext_lazy("A format as JSON"),
        max_length=LONGEST_FORMAT,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )

    def clean_written(self) -> dict[str, Any]:
        return checked(read_json(self.cleaned_data["written"]))


def read_json(text: str) -> dict[str, Any]:
    """The object in it. Raises `ValidationError`."""
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise forms.ValidationError(
            _("This is no format as JSON; take one from such a page whole.")
        )
    return read


def checked(written: dict[str, Any]) -> dict[str, Any]:
    """The format, if it has the right shape and does not contradict itself. Raises
    `ValidationError` with a sentence for each mistake."""
    try:
        check_shape(written, "format")
    except Mistakes as mistakes:
        raise forms.ValidationError([str(one) for one in mistakes.found]) from mistakes
    if found := [in_words(fault.refusal) for fault in faults(written)]:
        raise forms.ValidationError(found)
    return written


def _row(typed: str) -> list[int]:
    """The points in "5-3-2-1". Raises `ValidationError` for anything else."""
    parts = [part for part in re.split(r"[-–, ]+", typed) if part]
    if not all(part.isdecimal() and len(part) <= LONGEST_POINTS for part in parts):
        raise forms.ValidationError(_("Whole numbers with a hyphen between them, such as 5-3-2-1."))
    return [int(part) for part in parts]
