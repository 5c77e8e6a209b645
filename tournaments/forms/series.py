"""What administrators write of the series itself: its name, clubs, seasons, places that qualify."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.domain.bounds import FIRST_EVENT, YEARS_AHEAD
from tournaments.domain.importing import club_key
from tournaments.domain.qualification import Band, SlotKind, SlotTable, check_slots
from tournaments.domain.values import Refused
from tournaments.forms.clubs import ClubChoice
from tournaments.forms.fields import Number, Text
from tournaments.forms.meanwhile import Stored
from tournaments.models import Club, Season, Series
from tournaments.models.office import LONGEST_KEY, free_key
from tournaments.services.series import BAND
from tournaments.wording import countries, told


class SeriesForm(Stored, forms.ModelForm):
    name = Text(label=_("Name of the series"), max_length=100)
    country = forms.ChoiceField(label=_("Country"), required=False)
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        help_text=_(
            "In which its pages greet whoever has chosen no language, and in which the series is "
            "written to."
        ),
    )

    class Meta:
        model = Series
        fields = ["name", "country", "language"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].error_messages["unique"] = _("Another series has this name.")
        self.fields["country"].choices = [("", _("not said")), *countries()]
        # A page of an older release does not send them.
        self.fields["language"].required = False

    def clean_country(self) -> str:
        """As it was, where the page had no such field."""
        if self.add_prefix("country") not in self.data:
            return self.instance.country
        return self.cleaned_data["country"]

    def clean_language(self) -> str:
        """As it was, where nothing was chosen."""
        return self.cleaned_data["language"] or self.instance.language

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())


class NewSeriesForm(SeriesForm):
    """The key is typed once, and printed from then on."""

    key = forms.SlugField(
        label=_("Key in addresses"),
        max_length=LONGEST_KEY,
        required=False,
        error_messages={
            "invalid": _("Letters without accents, figures and hyphens, as catan-austria."),
        },
        help_text=_(
            "It stands in every address of the series, for example /s/catan-austria/, and never "
            "changes. Letters without accents, figures and hyphens. Empty: the name, written so."
        ),
    )

    field_order = ["name", "key"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].required = True

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        key = (data.get("key") or "").lower()
        if not key and "key" not in self.errors:
            key = free_key(data.get("name", ""))
        if Series.objects.filter(key=key).exists():
            self.add_error("key", _("Another series has this key."))
        return data | {"key": key}


class ClubForm(Stored, forms.ModelForm):
    website = forms.URLField(
        label=_("Website"),
        required=False,
        assume_scheme="https",
        # A browser would refuse an address as people write it, without https://.
        widget=forms.TextInput(
            attrs={"placeholder": "https://", "inputmode": "url", "autocomplete": "url"}
        ),
    )

    class Meta:
        model = Club
        fields = ["name", "town", "website"]

    def clean_name(self) -> str:
        """Spelled a little differently it is the same club."""
        name = " ".join(self.cleaned_data["name"].split())
        others = Club.objects.exclude(pk=self.instance.pk).values_list("name", flat=True)
        if same := next((other for other in others if club_key(other) == club_key(name)), None):
            raise forms.ValidationError(
                _("This club is there already: %(club)s."), params={"club": same}
            )
        return name


class JoinForm(forms.Form):
    """Which club is the same one."""

    other = ClubChoice(
        Club.objects.none(),
        label=_("The other club"),
        empty_label=_("choose"),
        help_text=_("It is deleted, and its tournaments and players go to this one."),
    )

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"].queryset = Club.objects.exclude(pk=club.pk)


class SeasonForm(Stored, forms.ModelForm):
    class Meta:
        model = Season
        fields = [
            "year",
            "name",
            "points_for_final",
            "places_7_8",
            "already_in",
            "last_round_by_standings",
        ]
        help_texts = {"name": _("Empty: the year is its name.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        places = self.fields["places_7_8"]
        places.choices = [("", _("not decided")), *places.choices[1:]]
        # A page of an older release does not send it.
        self.fields["already_in"].required = False
        last = timezone.localdate().year + YEARS_AHEAD
        self.fields["year"].validators += [
            MinValueValidator(FIRST_EVENT.year),
            MaxValueValidator(last),
        ]
        # Its events belong to the season by their day.
        self.fields["year"].disabled = self.instance.pk is not None

    def clean_already_in(self) -> str:
        """As it was, where nothing was chosen."""
        return self.cleaned_data["already_in"] or self.instance.already_in


class PlacesForm(forms.Form):
    """From which day on a table holds; `seen` is what the page showed of it."""

    valid_from = forms.DateField(
        label=_("Valid from"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("For events on this day and later. What finished events gave stays."),
    )
    seen = forms.CharField(widget=forms.HiddenInput, required=False)


class BandRow(forms.Form):
    """One line of a table; a line without its first number is none."""

    players_from = Number(label=_("Players from"), min_value=1, required=False)
    players_to = Number(label=_("Players up to"), min_value=1, required=False)
    direct_to = Number(label=_("Direct places"), required=False)
    points_from = Number(label=_("Points from place"), min_value=1, required=False)
    points_to = Number(label=_("Points to place"), min_value=1, required=False)

    def __init__(self, *args: Any, number: int | None = None, **kwargs: Any) -> None:
        # A line left as it was shown is written too: the whole table is.
        super().__init__(*args, **kwargs | {"empty_permitted": False})
        for field in self.fields.values():
            said = _("{label}, line {number}")
            field.widget.attrs["aria-label"] = format_lazy(said, label=field.label, number=number)

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if any(data.get(name) is not None for name in BAND):
            for name in BAND:
                if name != "players_to" and name not in self.errors and data.get(name) is None:
                    self.add_error(name, self.fields[name].error_messages["required"])
        return data

    def band(self) -> Band | None:
        if self.cleaned_data.get("players_from") is None:
            return None
        return Band(*(self.cleaned_data[name] for name in BAND))


class _Bands(forms.BaseFormSet):
    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        return {**super().get_form_kwargs(index), "number": None if index is None else index + 1}

    @property
    def columns(self) -> list[str]:
        return [str(field.label) for field in self.empty_form.visible_fields()]

    def bands(self) -> list[Band]:
        """The lines that were written, in any order."""
        return [band for row in self.forms if (band := row.band()) is not None]


BandRows = forms.formset_factory(BandRow, formset=_Bands, extra=2, max_num=20, absolute_max=20)


def rows_of(bands: Iterable[Band]) -> list[dict[str, Any]]:
    """Bands as the rows show them at first."""
    return [{name: getattr(band, name) for name in BAND} for band in bands]


def check_bands(bands: Sequence[Band]) -> None:
    """A mistake of the form for bands that do not fit together (T-083, T-084)."""
    ordered = tuple(sorted(bands, key=lambda band: band.players_from))
    try:
        # Neither the kind of the table nor its day matters to how its bands fit together.
        check_slots(SlotTable(SlotKind.MAIN, dt.date.min, ordered))
    except Refused as refusal:
        raise forms.ValidationError(told(refusal)) from refusal
