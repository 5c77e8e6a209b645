"""What is wished of the draws."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain import wishes as domain
from tournaments.forms.fields import Text
from tournaments.forms.results import Digits
from tournaments.models import Entry
from tournaments.models.event import Event
from tournaments.models.wish import WishKind
from tournaments.services.wishes import MAY_STILL_PLAY, NewWish


class PlaceField(forms.IntegerField):
    """Asked for with some wishes only: the service says with which, so nothing is no mistake."""

    def clean(self, value: Any) -> int | None:
        return super().clean(value) if value not in self.empty_values else None


class WishForm(forms.Form):
    """Who and what; the page prints `players` itself, as a list to type in."""

    # A browser would ask for the table of a wish that has none.
    use_required_attribute = False

    players = forms.ModelMultipleChoiceField(
        label=gettext_lazy("Players"), queryset=Entry.objects.none(), required=False
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("They are to"), choices=WishKind, widget=forms.RadioSelect
    )
    table = PlaceField(
        label=gettext_lazy("Table"),
        min_value=1,
        max_value=999,
        widget=Digits(maxlength=3),
    )
    seat = PlaceField(
        label=gettext_lazy("Seat, from 1 to 4"), min_value=1, max_value=4, widget=Digits()
    )
    rounds = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Only in round"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "None chosen: in every round that is drawn from now on. "
            "A place for chosen rounds goes before one for every round."
        ),
    )
    reason = Text(
        label=gettext_lazy("Why"),
        max_length=1000,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Only those who may draw read it."),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entries = event.tournament.entries.all()
        self.fields["players"].queryset = entries.filter(state__in=MAY_STILL_PLAY)
        self.fields["rounds"].choices = [
            (played.number, _("round %(number)s") % {"number": played.number})
            for played in event.rounds
            if not played.round.closed_at
        ]

    def new_wish(self) -> NewWish:
        data = self.cleaned_data
        return NewWish(
            domain.WishKind(data["kind"]),
            list(data["players"]),
            data["table"],
            data["seat"],
            data["rounds"],
            data["reason"],
        )
