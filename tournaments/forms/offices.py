"""What is typed about offices of the series: by whoever asks, by administrators, by the invited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import UserCreationForm
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournaments.forms.accounts import JudgedWhereChosen
from tournaments.forms.entering import ADDRESS, NameField
from tournaments.forms.fields import Address, Text
from tournaments.models import OfficeInvitation, OfficeRequest, Series
from tournaments.models.office import SeriesRole
from tournaments.services.mailing import sends_nothing


class OfficeRequestForm(forms.ModelForm):
    """Anybody may ask; robots are told to leave a field empty that people do not see."""

    name = NameField(
        label=_("Name and surname"), widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    leave_empty = forms.CharField(
        label=_("Leave this empty"),
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "tabindex": "-1"}),
    )

    series = forms.ModelChoiceField(
        Series.objects.all(), label=_("Series"), to_field_name="key", empty_label=_("choose")
    )

    class Meta:
        model = OfficeRequest
        fields = ["name", "email", "place", "text"]
        field_classes = {"email": Address}
        help_texts = {
            "email": _("It is never published."),
            "text": _("When and where, how many people, what you have organised before."),
        }
        widgets = {
            "email": forms.EmailInput(attrs={"autocomplete": "email"}),
            "text": forms.Textarea(attrs={"rows": 5}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(Series.objects.side_by_side()) == 1:
            del self.fields["series"]

    def clean_name(self) -> str:
        name = self.cleaned_data["name"]
        if ADDRESS.search(name):
            # The name stands in front of an invitation that is mailed.
            raise forms.ValidationError(_("Write a name, not an address."))
        return name

    def clean_leave_empty(self) -> str:
        if self.cleaned_data["leave_empty"]:
            raise forms.ValidationError(_("Please leave this field empty and send it again."))
        return ""

    @property
    def asked_of(self) -> Series | None:
        """Which series is asked; None where there is one."""
        return self.cleaned_data.get("series")

    def asked(self) -> dict[str, Any]:
        """What was typed, and the language it is to be answered in."""
        typed = {name: self.cleaned_data[name] for name in self.Meta.fields}
        return typed | {"language": get_language()}


class _GivesOffice(forms.BaseForm):
    """An office of one series; the one over the whole site stands apart, with what it gives."""

    def offer(self, roles: Sequence[SeriesRole], series: Series) -> None:
        """Let these offices be chosen, under the names that they have in the series."""
        named = [(role.value, role.named_in(series)) for role in roles]
        above = SeriesRole.ADMINISTRATOR
        field = self.fields["role"]
        field.choices = named
        if above in roles:
            own = [choice for choice in named if choice[0] != above]
            apart = [choice for choice in named if choice[0] == above]
            field.choices = [(str(series), own), (str(_("The whole site")), apart)]
            field.help_text = _(
                "Whoever administers the whole site has every series, the data of all persons, "
                "backups, and the desk of every tournament."
            )


class GiveOfficeForm(_GivesOffice, forms.Form):
    """An office for an account that is known here."""

    account = forms.CharField(label=_("User name"), max_length=150)
    role = forms.ChoiceField(label=_("Office"), choices=SeriesRole)

    def __init__(
        self, *args: Any, roles: Sequence[SeriesRole], series: Series, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.offer(roles, series)

    def clean_account(self) -> Any:
        name = self.cleaned_data["account"].strip()
        user = get_user_model().objects.filter(username=name, is_active=True).first()
        if user is None:
            raise forms.ValidationError(_("There is no account of this name."))
        return user


class InvitationForm(_GivesOffice, forms.ModelForm):
    """An office for somebody who may not have an account yet."""

    language = forms.ChoiceField(label=_("Language of the e-mail"))

    class Meta:
        model = OfficeInvitation
        fields = ["note", "role", "email"]
        field_classes = {"email": Address}
        help_texts = {
            "note": _("A name; whoever opens the link sees it."),
            "email": _("The link is mailed there. Without it you pass the link on yourself."),
        }

    def __init__(
        self, *args: Any, roles: Sequence[SeriesRole], series: Series, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.offer(roles, series)
        self.fields["language"].choices = settings.LANGUAGES
        self.fields["language"].initial = get_language()
        if sends_nothing():
            self.fields["email"].help_text = _(
                "Only to remember whom it is for: this site sends no e-mails now. Pass the link on "
                "yourself."
            )
            del self.fields["language"]


class RefusalForm(forms.Form):
    answer = Text(
        label=_("Why not"),
        max_length=500,
        help_text=_("A sentence, which is mailed as it stands."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if sends_nothing():
            self.fields["answer"].help_text = _(
                "Only for the series: this site sends no e-mails now. Tell them yourself."
            )


class AccountForm(JudgedWhereChosen, UserCreationForm):
    """A new account of somebody who was invited."""

    name = NameField(
        label=_("Name and surname"),
        help_text=_("As logbooks name you."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = Address(
        label=_("E-mail"),
        help_text=_("For a forgotten password. It is never published."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    field_order = ["name", "email", "username", "password1", "password2"]

    class Meta(UserCreationForm.Meta):
        model = get_user_model()
        fields = ["username", "email"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # It would lead past the first fields, and away from the summary of mistakes.
        del self.fields["username"].widget.attrs["autofocus"]
        self.fields["username"].help_text = _(
            "You sign in with it. Letters, figures and . - _ + @, no blanks."
        )
        self.fields["password1"].help_text = _(
            "8 characters or more: not figures alone, no common password, nothing like your name."
        )

    def _post_clean(self) -> None:
        # Before the password is judged, which is not to be like the name.
        first, _space, last = self.cleaned_data.get("name", "").rpartition(" ")
        self.instance.first_name, self.instance.last_name = first, last
        super()._post_clean()

    def account(self) -> Any:
        """The account as typed, not saved yet."""
        return self.save(commit=False)
