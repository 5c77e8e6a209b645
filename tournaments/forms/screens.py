"""What is typed for the large screens of a hall."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.fields import Number, Text
from tournaments.models.screen import Shows


class ScreenForm(forms.Form):
    """One screen more."""

    name = Text(
        label=_("Where it stands"),
        max_length=40,
        required=False,
        help_text=_("For the desk alone: by the door, say."),
    )


class SteerForm(forms.Form):
    """What one screen is to show; `number` is the screen's."""

    number = Number(widget=forms.HiddenInput)
    shows = forms.ChoiceField(label=_("Shows"), choices=Shows)
    text = Text(label=_("Message"), max_length=200, required=False)
