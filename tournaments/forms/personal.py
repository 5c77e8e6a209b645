"""What players send from their own page."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.bounds import KEY
from tournaments.forms.fields import Number, Text


class ResponseForm(forms.Form):
    """A player's word on a result: `agrees` comes from the button that was pressed."""

    result_id = Number(max_value=KEY, widget=forms.HiddenInput)
    agrees = forms.TypedChoiceField(
        choices=[("yes", _("That is right")), ("no", _("Something is wrong"))],
        coerce=lambda value: value == "yes",
    )
    text = Text(label=_("What is wrong?"), required=False, max_length=2000)
