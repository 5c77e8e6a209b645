"""What is typed about a person of the series: by themselves, or by the series."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.forms.entering import BirthDateField, NameField
from tournaments.forms.fields import Text
from tournaments.forms.meanwhile import Stored
from tournaments.models import Entry, Person
from tournaments.services.persons import Facts


class FactsForm(Stored, forms.Form):
    """What the series knows of a person beyond a single event."""

    name = NameField(label=_("Name and surname"))
    birth_date = BirthDateField(
        label=_("Birth date"),
        required=False,
        help_text=_("Only of juniors (under 14), for the junior standings."),
    )
    minor = forms.BooleanField(label=_("Under 18"), required=False)
    full_name_public = forms.BooleanField(
        label=_("A parent or guardian agrees that the full name is published."),
        required=False,
        help_text=_(
            "Left empty, the full name of somebody under 18 is shown at no event that is still to "
            "end, whatever was agreed when signing up for it."
        ),
    )

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        known = {name: getattr(person, name) for name in self.base_fields}
        super().__init__(*args, initial=known, **kwargs)

    def clean_birth_date(self) -> dt.date | None:
        birth_date = self.cleaned_data["birth_date"]
        if birth_date is not None and birth_date >= timezone.localdate():
            raise forms.ValidationError(_("The birth date lies in the future."))
        return birth_date

    def facts(self) -> Facts:
        return Facts(**self.cleaned_data)


class AddressForm(forms.Form):
    """A new address of a person."""

    address = forms.EmailField(label=_("New e-mail address"))
    also_to_come = forms.BooleanField(
        label=_("Events to come shall write there, too."), required=False, initial=True
    )


class CorrectionForm(Stored, forms.Form):
    """What a tournament that is over shall show of a player from now on."""

    shown_as = NameField(label=_("Name as everybody sees it"))
    was_junior = forms.BooleanField(label=_("Was a junior on the day"), required=False)
    reason = Text(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("It is listed at the event for everybody: no private facts, please."),
    )

    def __init__(self, *args: Any, entry: Entry, **kwargs: Any) -> None:
        known = {"shown_as": entry.shown_as, "was_junior": entry.was_junior}
        super().__init__(*args, initial=known, **kwargs)
