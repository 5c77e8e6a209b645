"""What is typed about players: by themselves, at the desk, at the door."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.domain.entering import Age, age_on, check_age, tidy_name
from tournaments.domain.values import Refused
from tournaments.forms.clubs import ClubChoice
from tournaments.forms.fields import Address, Text
from tournaments.forms.meanwhile import Stored
from tournaments.models import Club, Entry, Tournament
from tournaments.models.tournament import Kind, State
from tournaments.models.validators import birth_date
from tournaments.services.entering import (
    SignUp,
    club_named,
    may_write_birth_date,
    shown_birth_date,
)
from tournaments.services.mailing import sends_nothing
from tournaments.wording import day_words, told

ADDRESS = re.compile(r"://|www\.|@", re.IGNORECASE)


class NameField(forms.CharField):
    """A name as it is kept. It has no `maxlength`: a browser would cut it without a word."""

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        try:
            return tidy_name(typed)
        except Refused as refusal:
            raise forms.ValidationError(told(refusal)) from refusal


class ClubField(Text):
    """A club by its name, with the series' clubs offered; a new name makes a new club."""

    widget = forms.TextInput(attrs={"list": "clubs"})

    def clean(self, value: Any) -> Club | None:
        return club_named(super().clean(value))


class DayInput(forms.DateInput):
    """A date that the browser's own calendar and a keyboard both can give."""

    def __init__(self) -> None:
        super().__init__(attrs={"type": "date"}, format="%Y-%m-%d")

    def use_required_attribute(self, initial: Any) -> bool:
        # The browser cannot know of whom it is required.
        return False


class BirthDateField(forms.DateField):
    """Required of some people only: the form that asks says of whom, so nothing is no mistake."""

    widget = DayInput
    default_validators = [birth_date]

    def clean(self, value: Any) -> dt.date | None:
        return super().clean(value) if value not in self.empty_values else None


class SignUpForm(forms.Form):
    """The public form. A birth date is asked of juniors alone, consent of minors."""

    name = NameField(
        label=_("Name and surname"),
        help_text=_("As it shall stand on the badge and in the standings."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = Address(
        label=_("E-mail"),
        help_text=_("For the link that confirms the sign-up. It is never published."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    club = ClubChoice(
        label=_("Club"),
        queryset=Club.objects.all(),
        required=False,
        empty_label=_("none, or one that is not listed"),
    )
    age = forms.ChoiceField(label=_("How old are you?"), widget=forms.RadioSelect)
    birth_date = BirthDateField(
        label=_("Birth date"), help_text=_("Only of juniors, for the junior standings.")
    )
    guardian_consent = forms.BooleanField(
        label=_("A parent or guardian agrees that I take part."), required=False
    )
    full_name_public = forms.BooleanField(
        label=_("They also agree that my full name is published."),
        help_text=_("Otherwise only the first name and an initial are shown."),
        required=False,
    )
    # Robots fill in whatever they find; people do not see it.
    leave_empty = forms.CharField(
        label=_("Leave this empty"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "tabindex": "-1"}),
    )

    # Whether anybody at all may be typing; the desk knows what it does.
    stranger = True

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        self.fields["age"].choices = ages(tournament)
        if tournament.kind == Kind.SCHOOL:
            self.fields["age"].initial = Age.JUNIOR
        if self.stranger and tournament.state == State.CHECK_IN:
            self._ask_in_the_hall()
        elif self.stranger and sends_nothing():
            self.fields["email"].help_text = _(
                "The organiser can reach you there. It is never published."
            )

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        if ADDRESS.search(name) and self.stranger:
            # The name stands in an e-mail to somebody who may never have asked for it.
            raise forms.ValidationError(_("Write a name, not an address."))
        return name

    def _ask_in_the_hall(self) -> None:
        """There the desk confirms a sign-up, and an e-mail is for the player's own page alone."""
        self.fields["email"].required = False
        self.fields["email"].help_text = _(
            "For the link to your own page with your table and results; it may stay empty. It is "
            "never published."
        )

    def clean_leave_empty(self) -> str:
        if self.cleaned_data["leave_empty"]:
            raise forms.ValidationError(_("Please leave this field empty and send it again."))
        return ""

    def clean(self) -> dict[str, Any]:
        typed = super().clean()
        age = Age(typed["age"]) if typed.get("age") else None
        if age is None:
            return typed
        if age is not Age.JUNIOR:
            # Not asked, so whatever stands there does not matter.
            self.errors.pop("birth_date", None)
            typed["birth_date"] = None
        if "birth_date" in typed:
            self._check_age(age, typed["birth_date"])
        if self.stranger and age is not Age.ADULT and not typed.get("guardian_consent"):
            self.add_error("guardian_consent", _("Without it nobody under 18 can take part."))
        return typed

    def _known_age(self) -> Age:
        """The age of somebody who is not asked for it."""
        return Age.ADULT

    def _known_paid(self) -> bool:
        """Whether somebody has paid who is not asked for it."""
        return False

    def _check_age(self, age: Age, birth_date: dt.date | None) -> None:
        school = self.tournament.kind == Kind.SCHOOL
        try:
            check_age(age, birth_date, self.tournament.date, school=school)
        except Refused as refusal:
            self.add_error("birth_date", told(refusal))

    def sign_up(self) -> SignUp:
        """What was typed, as a value."""
        typed = self.cleaned_data
        return SignUp(
            name=typed["name"],
            email=typed["email"],
            club=typed["club"],
            age=Age(typed["age"]) if typed.get("age") else self._known_age(),
            birth_date=typed.get("birth_date"),
            guardian_consent=typed["guardian_consent"],
            full_name_public=typed["full_name_public"],
            language=typed.get("language") or get_language(),
            note=typed.get("note", ""),
            paid=typed.get("paid", self._known_paid()),
        )


class EntryForm(Stored, SignUpForm):
    """The same at the desk: nothing has to be confirmed, and a consent may come later."""

    email = Address(label=_("E-mail"), required=False)
    club = ClubField(label=_("Club"), required=False, max_length=120)
    age = forms.ChoiceField(label=_("Age"), widget=forms.RadioSelect, initial=Age.ADULT)
    guardian_consent = forms.BooleanField(
        label=_("A parent or guardian agrees with taking part."), required=False
    )
    full_name_public = forms.BooleanField(
        label=_("They also agree that the full name is published."), required=False
    )
    language = forms.ChoiceField(label=_("Language of e-mails"), required=False)
    paid = forms.BooleanField(label=_("Paid"), required=False)
    note = Text(label=_("Note for the desk"), required=False, max_length=200)
    leave_empty = None

    stranger = False

    def __init__(self, *args: Any, entry: Entry | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.entry = entry
        self.fields["language"].choices = settings.LANGUAGES
        self.fields["language"].initial = get_language()
        if not self.tournament.fee:
            del self.fields["paid"]
        if entry is not None and not may_write_birth_date(entry):
            self._leave_age_to(entry)

    def _leave_age_to(self, entry: Entry) -> None:
        """Ask nothing that only the player or the series may say."""
        del self.fields["birth_date"]
        left = [choice for choice in self.fields["age"].choices if choice[0] != Age.JUNIOR.value]
        self.fields["age"].choices = left
        if entry.birth_date is not None or not left:
            del self.fields["age"]

    def _known_age(self) -> Age:
        return age_of(self.entry) if self.entry else Age.ADULT

    def _known_paid(self) -> bool:
        return self.entry is not None and self.entry.paid


class WalkInForm(forms.Form):
    """One line at the door."""

    name = NameField(label=_("Name and surname"), widget=forms.TextInput())
    club = ClubField(label=_("Club"), required=False, max_length=120)
    birth_date = BirthDateField(label=_("Birth date, under 18 only"), required=False)
    paid = forms.BooleanField(label=_("Paid"), required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        if not tournament.fee:
            del self.fields["paid"]

    def clean_birth_date(self) -> dt.date | None:
        birth_date = self.cleaned_data["birth_date"]
        school = self.tournament.kind == Kind.SCHOOL
        age = self._age(birth_date)
        try:
            check_age(age, birth_date, self.tournament.date, school=school)
        except Refused as refusal:
            raise forms.ValidationError(told(refusal)) from refusal
        return birth_date

    def _age(self, birth_date: dt.date | None) -> Age:
        return age_on(birth_date, self.tournament.date) if birth_date else Age.ADULT

    def sign_up(self) -> SignUp:
        """What was typed; a birth date is kept of juniors alone."""
        typed = self.cleaned_data
        age = self._age(typed["birth_date"])
        return SignUp(
            name=typed["name"],
            club=typed["club"],
            age=age,
            birth_date=typed["birth_date"] if age is Age.JUNIOR else None,
            paid=typed.get("paid", False),
            language=get_language(),
        )


def ages(tournament: Tournament) -> list[tuple[str, Any]]:
    """What may be answered to the question of age; children alone in a school event (T-093)."""
    day = day_words(tournament.date)
    junior = (Age.JUNIOR.value, _("under 14 on %(day)s (junior)") % {"day": day})
    if tournament.kind == Kind.SCHOOL:
        return [junior]
    return [(Age.ADULT.value, _("18 or older")), (Age.MINOR.value, _("14 to 17")), junior]


def entry_as_typed(entry: Entry) -> dict[str, Any]:
    """What the desk's form shows of an entry at first."""
    return {
        "name": entry.name,
        "email": entry.email,
        "club": entry.club.name if entry.club else "",
        "age": age_of(entry),
        "birth_date": shown_birth_date(entry),
        "guardian_consent": entry.guardian_consent,
        "full_name_public": entry.full_name_public,
        "language": entry.language,
        "paid": entry.paid,
        "note": entry.note,
    }


def age_of(entry: Entry) -> Age:
    """The group that an entry is in on the day of the event, as far as the event was told."""
    if entry.known_birth_date is not None:
        return age_on(entry.known_birth_date, entry.tournament.date)
    return Age.MINOR if entry.minor else Age.ADULT
