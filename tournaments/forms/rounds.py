"""What is typed for a round: dice, reasons, swaps, limits, rolls."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.audit import PUBLIC_LENGTH
from tournaments.domain.values import EventKind
from tournaments.forms.fields import Number, Text
from tournaments.forms.results import Digits
from tournaments.models import Entry
from tournaments.models.event import PlayedRound, SeatedTable


class DrawForm(forms.Form):
    """`instead_of` is the draw on the screen, 0 for none; a second draw needs a reason. `value` is
    the number of what was typed last, as it is on the screen."""

    instead_of = Number(widget=forms.HiddenInput)
    value = Number(widget=forms.HiddenInput, required=False)
    reason = Text(
        label=gettext_lazy("Why it is drawn again"),
        max_length=1000,
        required=False,
        help_text=gettext_lazy("Everybody can read it."),
    )

    def __init__(self, *args: Any, again: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if again:
            self.fields["reason"].required = True
        else:
            del self.fields["reason"]


class ValueForm(forms.Form):
    """What was rolled in the hall, or drawn elsewhere; `instead_of` is the number of the value on
    the screen, 0 for none, and another one needs a reason."""

    instead_of = Number(widget=forms.HiddenInput)
    text = Text(
        label=gettext_lazy("Rolled in the hall"),
        max_length=PUBLIC_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
        help_text=gettext_lazy(
            "What eight dice show, for example 3 5 1 6 2 2 4 1. Everybody can read it afterwards."
        ),
    )
    reason = Text(
        label=gettext_lazy("Why it is typed again"),
        max_length=1000,
        required=False,
        help_text=gettext_lazy("Everybody can read it."),
    )

    def __init__(self, *args: Any, again: bool, source: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if again:
            self.fields["reason"].required = True
        else:
            del self.fields["reason"]
        if source:
            self.fields["text"].label = source
            self.fields["text"].help_text = _("The numbers, for example 4 17 23 31 38 45.")


class SourceForm(forms.Form):
    """What decides a round instead of dice; empty for dice. A change needs a reason."""

    text = Text(
        label=gettext_lazy("What decides"),
        max_length=200,
        required=False,
        help_text=gettext_lazy(
            "Numbers that somebody else draws later in public, such as a lottery; empty: dice."
        ),
    )
    due_at = forms.SplitDateTimeField(
        label=gettext_lazy("Known from"),
        required=False,
        widget=forms.SplitDateTimeWidget(
            date_attrs={"type": "date"},
            time_attrs={"type": "time"},
            date_format="%Y-%m-%d",
            time_format="%H:%M",
        ),
    )
    reason = Text(
        label=gettext_lazy("Why it is changed"),
        max_length=1000,
        required=False,
        help_text=gettext_lazy("Everybody can read it."),
    )

    def __init__(self, *args: Any, again: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not again:
            del self.fields["reason"]


def new_board_seed() -> str:
    return secrets.token_hex(8)


class BoardForm(forms.Form):
    seed = forms.CharField(max_length=64, initial=new_board_seed, widget=forms.HiddenInput)


class PairForm(forms.Form):
    """Two players of the round who may change seats; sent by GET to look at it first."""

    first = forms.ModelChoiceField(label=gettext_lazy("Player"), queryset=Entry.objects.none())
    second = forms.ModelChoiceField(
        label=gettext_lazy("changes seats with"), queryset=Entry.objects.none()
    )

    def __init__(self, played: PlayedRound, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seated = Entry.objects.filter(seats__draw=played.draw)
        by_table = [
            (
                _("Table %(number)s") % {"number": table.number},
                [(seat.entry.pk, str(seat.entry)) for seat in table.seats],
            )
            for table in played.tables
        ]
        for field in self.fields.values():
            field.queryset = seated
            field.choices = [("", "–"), *by_table]


class SwapForm(forms.Form):
    first = forms.ModelChoiceField(queryset=Entry.objects.none(), widget=forms.HiddenInput)
    second = forms.ModelChoiceField(queryset=Entry.objects.none(), widget=forms.HiddenInput)
    after_edits = Number(widget=forms.HiddenInput)
    reason = Text(
        label=gettext_lazy("Why they change seats"),
        max_length=1000,
        help_text=gettext_lazy("Everybody can read it."),
    )

    def __init__(self, played: PlayedRound, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("first", "second"):
            self.fields[name].queryset = Entry.objects.filter(seats__draw=played.draw)


LIMITS = {
    EventKind.SEASON: gettext_lazy("75 or more (T-058, T-063)."),
    EventKind.OTHER: gettext_lazy("Empty: no limit."),
}
"""What may be typed where not everything may; another kind of event needs no limit either."""


class LimitForm(forms.Form):
    minutes = Number(
        label=gettext_lazy("Time limit in minutes"),
        required=False,
        min_value=1,
        max_value=600,
        widget=Digits(maxlength=3),
    )

    def __init__(self, *args: Any, kind: EventKind, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"].says_when = True
        self.fields["minutes"].help_text = LIMITS.get(
            kind, _("75 or more; empty: no limit (T-058, T-063).")
        )


class TurnLimitForm(forms.Form):
    minutes = Number(
        label=gettext_lazy("Limit of a turn in minutes"),
        required=False,
        min_value=1,
        max_value=60,
        widget=Digits(),
        help_text=gettext_lazy("Free choice of the chief referee; empty: no limit (T-062)."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["minutes"].says_when = True


class BellForm(forms.Form):
    """Who was on turn when the bell rang, by position; empty takes it back."""

    position = forms.IntegerField(required=False, min_value=1, max_value=4)


class StartRollsForm(forms.Form):
    """Rolls for the start by position, and who started."""

    first = forms.TypedChoiceField(
        label=gettext_lazy("Who starts"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, seated: SeatedTable, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {
            "first": seated.table.first_position,
            **{f"roll-{seat.position}": seat.start_roll for seat in seated.seats},
        }
        super().__init__(*args, **kwargs)
        self.seated = seated
        self.fields["first"].choices = [
            ("", "–"),
            *[(seat.position, str(seat.entry)) for seat in seated.seats],
        ]
        for seat in seated.seats:
            self.fields[f"roll-{seat.position}"] = Number(
                label=_("Roll of %(player)s") % {"player": seat.entry},
                required=False,
                widget=Digits(),
            )

    @property
    def lines(self) -> list[tuple[Any, forms.BoundField]]:
        return [(seat, self[f"roll-{seat.position}"]) for seat in self.seated.seats]

    def rolls(self) -> dict[int, int | None]:
        return {
            seat.position: self.cleaned_data[f"roll-{seat.position}"] for seat in self.seated.seats
        }
