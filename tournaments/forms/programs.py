"""What is typed to let programs write to an event, and hear of it."""

from __future__ import annotations

from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.telling import is_public
from tournaments.forms.fields import Text
from tournaments.models.program import LONGEST_NAME, Writes
from tournaments.models.webhook import LONGEST_URL


class TokenForm(forms.Form):
    """One token more."""

    name = Text(
        label=_("For which program"),
        max_length=LONGEST_NAME,
        help_text=_("The logbook will name it so."),
    )
    writes = forms.ChoiceField(label=_("What it may do"), choices=Writes, widget=forms.RadioSelect)


class WebhookForm(forms.Form):
    """One address more that hears of the event."""

    url = forms.URLField(
        label=_("Address"),
        max_length=LONGEST_URL,
        assume_scheme="https",
        widget=forms.URLInput(attrs={"placeholder": "https://"}),
    )

    def clean_url(self) -> str:
        url = self.cleaned_data["url"]
        parts = urlsplit(url)
        if parts.scheme not in ("https", "http"):
            raise forms.ValidationError(_("The address begins with https:// or http://."))
        if parts.username or parts.password:
            raise forms.ValidationError(_("Leave out the user name and the password."))
        if not _may_be_public(parts.hostname or ""):
            raise forms.ValidationError(
                _("This address is not of the open internet; nothing is sent elsewhere.")
            )
        return url


def _may_be_public(host: str) -> bool:
    """Whether a host may be outside; where its name leads is looked at when something is sent."""
    try:
        return is_public(host)
    except ValueError:
        return "." in host and not host.endswith((".localhost", ".local", ".internal"))
