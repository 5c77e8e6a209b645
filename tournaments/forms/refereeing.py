"""What referees write into their book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.domain.rule_ids import known_rule
from tournaments.domain.timetable import MOST_EXTRA
from tournaments.forms.fields import Number, Text
from tournaments.forms.results import Digits
from tournaments.models import Entry, Ruling, Table, Tournament
from tournaments.models.referee import RulingKind
from tournaments.services.refereeing import Candidate


def named(table: Table) -> str:
    """What a table is called in a list of those of several rounds."""
    facts = {"round": table.draw.round.number, "table": table.number}
    return _("Round %(round)s, table %(table)s") % facts


class RulingForm(forms.Form):
    kind = forms.ChoiceField(label=_("Kind"), choices=RulingKind)
    table = forms.ModelChoiceField(
        label=_("Table"), queryset=Table.objects.none(), required=False, empty_label=_("no table")
    )
    players = forms.ModelMultipleChoiceField(
        label=_("Players concerned"),
        queryset=Entry.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("They read the decision. With a table and nobody here: all who sit at it."),
    )
    rule_id = Text(
        label=_("Rule"), max_length=10, required=False, help_text=_("Such as T-050 or TG-22.")
    )
    question = Text(
        label=_("What happened"), max_length=4000, widget=forms.Textarea(attrs={"rows": 4})
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tables = Table.objects.filter(
            draw__round__tournament=tournament,
            draw__withdrawn_at__isnull=True,
            draw__published_at__isnull=False,
        ).select_related("draw__round")
        self.fields["table"].queryset = tables.order_by("-draw__round__number", "number")
        self.fields["table"].label_from_instance = named
        self.fields["players"].queryset = tournament.entries.all()

    def clean_rule_id(self) -> str:
        """The id as the rules write it, however it was typed: t50 is T-050."""
        typed = self.cleaned_data["rule_id"]
        found = known_rule(typed)
        if typed and not found:
            raise forms.ValidationError(
                _("There is no rule %(typed)s. Look it up in the rules, or leave this empty."),
                params={"typed": typed},
            )
        return found


class TimeForm(forms.Form):
    """The extra time of a table that still plays, beside the clock of its round; 0 is none."""

    table = forms.ModelChoiceField(
        label=_("Table"),
        queryset=Table.objects.none(),
        empty_label=_("choose a table"),
        error_messages={
            "invalid_choice": _("That table was drawn again and does not count any more.")
        },
    )
    minutes = Number(
        label=_("Extra time in minutes"), max_value=MOST_EXTRA, widget=Digits(), initial=5
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        counting = Table.objects.filter(
            draw__round__tournament=tournament, draw__withdrawn_at__isnull=True
        ).select_related("draw__round")
        playing = counting.filter(
            draw__round__started_at__isnull=False,
            draw__round__limit_minutes__isnull=False,
            draw__round__closed_at__isnull=True,
            results__isnull=True,
        )
        # Why a table that played until now has no more time is told by the act.
        self.fields["table"].queryset = counting
        self._offered = [(table.pk, named(table)) for table in playing.order_by("number")]
        self.fields["table"].choices = [("", _("choose a table")), *self._offered]

    @property
    def is_shown(self) -> bool:
        """Whether any table plays by a clock, or something is to be said of what was sent."""
        return self.is_bound or bool(self._offered)


class TextForm(forms.Form):
    """One text: a decision, or a reason."""

    text = Text(label=_("Decision"), max_length=4000, widget=forms.Textarea(attrs={"rows": 3}))


class AnswerForm(forms.Form):
    """What happened at a table that called, and what the referee said to it."""

    question = Text(
        label=_("What happened"), max_length=4000, widget=forms.Textarea(attrs={"rows": 2})
    )
    answer = Text(label=_("Decision"), max_length=4000, widget=forms.Textarea(attrs={"rows": 2}))


class ProtestForm(forms.Form):
    by = Text(label=_("Who protests"), max_length=150)
    text = Text(label=_("Why"), max_length=4000, widget=forms.Textarea(attrs={"rows": 3}))


class CouncilForm(forms.Form):
    members = forms.TypedMultipleChoiceField(
        label=_("Members"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    reason = Text(
        label=_("Why players sit on it"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_(
            "Needed if a player is named: at most two, and only if there is no other way (T-053)."
        ),
    )

    def __init__(
        self, ruling: Ruling, people: Sequence[Candidate], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["members"].choices = [
            (person.key, _describe(person, over=ruling.tournament.is_over))
            for person in people
            if not person.involved
        ]
        self.fields["reason"].says_when = True
        self.fields["members"].initial = [m.person_id for m in ruling.council.all()]


def _describe(person: Candidate, *, over: bool) -> str:
    """A player as in every list of the desk, with the number that tells namesakes apart."""
    parts = [_("name of who protests")] if person.protests else []
    if person.number is None:
        name = person.name
    else:
        name = f"{person.number}. {person.name}"
        parts.insert(0, _("was a player") if over else _("plays"))
    return f"{name} ({', '.join(map(str, parts))})" if parts else name


class ExclusionForm(forms.Form):
    entry = forms.ModelChoiceField(
        label=_("Player"), queryset=Entry.objects.none(), empty_label=_("choose")
    )
    deliberate = forms.BooleanField(label=_("The breach was knowing and deliberate."))
    reason = Text(label=_("Reason"), max_length=2000, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entry"].queryset = tournament.entries.active()
