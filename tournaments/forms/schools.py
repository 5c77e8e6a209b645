"""A visitor tells the series of a school."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import SchoolTip


class SchoolForm(forms.ModelForm):
    class Meta:
        model = SchoolTip
        fields = ["school", "town", "contact", "text"]
        help_texts = {
            "contact": _("A name and an e-mail or a phone number; only the series sees it.")
        }
        widgets = {"text": forms.Textarea(attrs={"rows": 4})}
