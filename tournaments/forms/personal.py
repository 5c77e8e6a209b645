"""What players send from their own page."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class ResponseForm(forms.Form):
    """A player's word on a result: `agrees` comes from the button that was pressed."""

    result_id = forms.IntegerField(widget=forms.HiddenInput)
    agrees = forms.TypedChoiceField(
        choices=[("yes", _("That is right")), ("no", _("Something is wrong"))],
        coerce=lambda value: value == "yes",
    )
    text = forms.CharField(label=_("What is wrong?"), required=False, max_length=2000)
