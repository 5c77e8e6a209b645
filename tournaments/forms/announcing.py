"""What an organiser writes before the day."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Round, Tournament
from tournaments.models.entry import Role


class TournamentForm(forms.ModelForm):
    class Meta:
        model = Tournament
        fields = [
            "name",
            "kind",
            "club",
            "town",
            "venue",
            "date",
            "start",
            "capacity",
            "fee",
            "contact",
            "text",
            "ruleset",
            "target_points",
            "two_extra_rounds",
            "half_of_rounds_counts",
        ]
        widgets = {
            "date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "start": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "text": forms.Textarea(attrs={"rows": 6}),
        }

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())


class RoundForm(forms.Form):
    """One round of the timetable; `starts_at` is read in the site's time zone."""

    starts_at = forms.DateTimeField(
        label=_("Start"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    limit_minutes = forms.IntegerField(
        label=_("Limit in minutes"), required=False, min_value=1, max_value=600
    )
    draw_mode = forms.ChoiceField(
        label=_("Draw"), choices=Round._meta.get_field("draw_mode").choices
    )


class _Timetable(forms.BaseFormSet):
    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        return {**super().get_form_kwargs(index), "use_required_attribute": False}


Timetable = forms.formset_factory(RoundForm, formset=_Timetable, extra=0, min_num=1, max_num=12)


def timetable_of(tournament: Tournament) -> list[dict[str, Any]]:
    """What the timetable's forms show at first, round by round."""
    return [
        {
            "starts_at": timezone.localtime(round_.starts_at) if round_.starts_at else None,
            "limit_minutes": round_.limit_minutes,
            "draw_mode": round_.draw_mode,
        }
        for round_ in tournament.rounds.order_by("number")
    ]


class OfficialForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=120)
    role = forms.ChoiceField(label=_("Role"), choices=Role)
    account = forms.CharField(
        label=_("Account"),
        required=False,
        help_text=_("User name, if they have one here. Without it they get a personal link."),
    )

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean_account(self) -> Any:
        name = self.cleaned_data["account"].strip()
        if not name:
            return None
        user = get_user_model().objects.filter(username=name).first()
        if user is None:
            raise forms.ValidationError(_("There is no account of this name."))
        return user


class RuleChangeForm(forms.Form):
    text = forms.CharField(
        label=_("Change of the rules"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "A small change such as what may stand on the tables. Points, standings, table sizes, "
            "rounds, the minimum time and qualification stay as they are (T-068)."
        ),
    )


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"), max_length=1000, widget=forms.Textarea(attrs={"rows": 3})
    )
