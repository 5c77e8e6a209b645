"""What is typed about a person of the series: by themselves, or by the series."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.domain.entering import is_under_age
from tournaments.forms.entering import BirthDateField, NameField
from tournaments.forms.fields import Address, Text
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
            "end or to come, whatever is agreed when signing up for it."
        ),
    )
    of_age = forms.BooleanField(
        label=_("18 or older: the full name may be shown."),
        required=False,
        help_text=_("It is kept back because the consent to publish it was refused or taken back."),
    )

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        known = {name: getattr(person, name, False) for name in self.base_fields}
        super().__init__(*args, initial=known, **kwargs)
        if not person.is_kept_back:
            del self.fields["of_age"]

    def clean_birth_date(self) -> dt.date | None:
        birth_date = self.cleaned_data["birth_date"]
        if birth_date is not None and birth_date >= timezone.localdate():
            raise forms.ValidationError(_("The birth date lies in the future."))
        return birth_date

    def clean(self) -> dict[str, Any]:
        typed = super().clean()
        birth_date, today = typed.get("birth_date"), timezone.localdate()
        if typed.get("of_age") and is_under_age(typed.get("minor", False), birth_date, today):
            self.add_error("of_age", _("Nobody under 18 can say that they are 18 or older."))
        return typed

    def facts(self) -> Facts:
        return Facts(**self.cleaned_data)


class AddressForm(forms.Form):
    """A new address of a person."""

    address = Address(label=_("New e-mail address"))
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
