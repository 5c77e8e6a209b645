"""What an organiser writes before the day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.http import QueryDict
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine.core import NotARecord
from games.wording.engine import detail_words, expected_words
from tournaments.domain.conditions import RULESET, TARGET
from tournaments.domain.formats.kept import check_game, copy_of, kept_format
from tournaments.domain.formats.laying_out import rounds_of
from tournaments.domain.formats.presets import LAST_ROUND, THE_TOUR, presets
from tournaments.domain.formats.values import Band, Format
from tournaments.domain.games import GAMES, TableGame, game_of, head_faults
from tournaments.domain.names import text_key
from tournaments.domain.next_event import next_day, next_name
from tournaments.domain.timetable import BREAK, LEAST_LIMIT, default_timetable, later
from tournaments.domain.values import EventKind, Refused
from tournaments.forms.clubs import ClubChoice
from tournaments.forms.fields import Text
from tournaments.forms.meanwhile import Stored
from tournaments.models import Club, Official, Round, Season, Series, Tournament
from tournaments.models.entry import Role
from tournaments.models.round import DrawMode
from tournaments.models.validators import event_moment
from tournaments.wording import format_name, in_words


class TournamentForm(Stored, forms.ModelForm):
    """With no target points those of the game are taken.

    What does not fit the kind of event is not asked for (forms.css), and is as the rules have it
    whatever was typed for another kind before.
    """

    ruleset = forms.ChoiceField(label=_("Game"))
    format = forms.ChoiceField(
        label=_("Format"),
        required=False,
        help_text=_("How games are counted and players are ordered."),
    )
    target_points = forms.IntegerField(
        label=_("Target points"),
        min_value=3,
        max_value=99,
        required=False,
        help_text=_("Empty: as many as the game asks for. The dice game has none."),
    )

    last_round_by_standings = forms.BooleanField(
        label=_("Last round by standings"),
        required=False,
        help_text=_(
            "The series allows it. Everybody reads it among the changes of the rules, and once "
            "round 1 is drawn it stays (T-069)."
        ),
    )

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
            "record_head",
            "format",
            "two_extra_rounds",
            "half_of_rounds_counts",
            "from_the_table",
            "own_phones_only",
            "self_check_in",
        ]
        field_classes = {"text": Text, "record_head": Text, "club": ClubChoice}
        help_texts = {
            "text": _("Markdown: **bold**, [a link](https://example.org), lists with a hyphen."),
            "two_extra_rounds": _(
                "At a table that still plays at the bell every player has two more turns; then the "
                "game ends as it stands (T-059)."
            ),
            "from_the_table": _(
                "Seated players enter the result of their table on their own pages. The paper and "
                "the desk stay possible at each table."
            ),
            "own_phones_only": _(
                "Otherwise one phone may be handed round: what is said on another's phone is "
                "marked so, and each player sees it on the own page."
            ),
            "self_check_in": _(
                "They type it on their own page. It changes every five minutes, and only screens "
                "on which an official is signed in show it."
            ),
        }
        widgets = {
            "date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "start": forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            "text": forms.Textarea(attrs={"rows": 6}),
            "record_head": forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["club"].empty_label = _("no club")
        self.fields["ruleset"].choices = [(key, _(game.name)) for key, game in GAMES.items()]
        # A page of an older release does not send it.
        self.fields["from_the_table"].required = False
        # One of its choices always holds, so nothing is left out.
        self.fields["from_the_table"].says_when = True
        self.kept = self.instance.format
        self.initial["format"] = self.kept.get("preset", "")
        if self.instance.has_last_round_by_standings:
            self.initial |= {"format": "", "last_round_by_standings": True}
        elif not Season.objects.with_last_round_by_standings().exists():
            del self.fields["last_round_by_standings"]
        self.fields["format"].choices = format_choices(self.kept)
        if self.instance.pk is None:
            self.initial["target_points"] = None
            if len(clubs := Club.objects.all()[:2]) == 1:
                self.initial |= {"club": clubs[0].pk, "town": clubs[0].town}
        elif self.instance.ruleset not in GAMES:
            self.initial["ruleset"] = "other"
        # The browser would send nothing for the sake of a field that it does not show.
        for bound in ("min", "max"):
            del self.fields["target_points"].widget.attrs[bound]

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def clean_from_the_table(self) -> str:
        """As it was, where nothing was chosen."""
        return self.cleaned_data["from_the_table"] or self.instance.from_the_table

    def clean_format(self) -> Mapping[str, Any]:
        """What the event keeps of it: its own copy, unless another one was chosen."""
        return kept_of(self.cleaned_data["format"], self.kept)

    @property
    def is_unlike_the_tour(self) -> bool:
        """Whether an event of the Tour is stored with what its announcement would refuse (T-001,
        T-068): it is shown to be put right."""
        if self.instance.pk is None or not EventKind(self.initial["kind"]).is_tour:
            return False
        names = ("ruleset", "target_points", "record_head", "format")
        return [self.initial[name] for name in names] != [RULESET, TARGET, "", ""]

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        last_round = data.pop("last_round_by_standings", False)
        if kind := data.get("kind"):
            self._fit(EventKind(kind), data)
            if last_round and kind == EventKind.SEASON and not data.get("format"):
                data["format"] = copy_of(LAST_ROUND)
        game = game_of(data.get("ruleset", ""))
        if "target_points" not in self.errors and (
            data.get("target_points") is None or game.by_score
        ):
            # A game that goes by score has none, whatever was typed for another one before.
            data["target_points"] = game.target or 0
        if format_ := kept_format(data.get("format") or {}):
            self._take_format(format_, game, data)
        if data.get("record_head") and "ruleset" in data:
            self._read_head(data["record_head"], game_of(data["ruleset"]))
        return data

    def _fit(self, kind: EventKind, data: dict[str, Any]) -> None:
        """Leave out what this kind of event is not asked for."""
        left = {EventKind.SCHOOL: {"target_points": None}}.get(kind, {})
        if kind.is_tour and not self.is_unlike_the_tour:
            left = {"ruleset": RULESET, "target_points": TARGET, "record_head": "", "format": {}}
        for name, value in left.items():
            self.errors.pop(name, None)
            data[name] = value

    def _take_format(self, format_: Format, game: TableGame, data: dict[str, Any]) -> None:
        """Its target where it tells one, and none was typed; a game that it does not fit is
        refused."""
        if "ruleset" in data:
            try:
                check_game(format_, game)
            except Refused as refusal:
                self.add_error("format", in_words(refusal))
        if format_.target is not None and self["target_points"].data in (None, ""):
            data["target_points"] = format_.target

    def _read_head(self, head: str, game: TableGame) -> None:
        if not game.ruleset:
            self.add_error("record_head", gettext("Records of this game are not kept."))
            return
        for words in mistakes_of_head(game, head):
            self.add_error("record_head", words)


class NewTournamentForm(TournamentForm):
    """Of a series it is from the start and for good, which is asked where there is a choice."""

    series = forms.ModelChoiceField(
        Series.objects.none(), label=_("Series"), to_field_name="key", empty_label=_("choose")
    )

    field_order = ["series"]

    def __init__(self, *args: Any, series: Sequence[Series], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(series) == 1:
            self.kept_series = series[0].as_kept
            del self.fields["series"]
        else:
            known = Series.objects.filter(pk__in=[one.pk for one in series])
            self.fields["series"].queryset = known

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if "series" not in self.fields:
            data["series"] = self.kept_series
        elif "series" in data:
            data["series"] = data["series"].as_kept
        return data


def kept_of(key: str, kept: Mapping[str, Any]) -> Mapping[str, Any]:
    """What an event keeps of a preset by its key, "" for the rules of the Tour: the copy that it
    has `kept` of the same."""
    if key == kept.get("preset", ""):
        return kept
    return copy_of(key) if key else {}


def format_choices(kept: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Every preset; a format that the event keeps stays to be chosen though it is none any more."""
    choices = [("", _("As the Catan Tour, or by score if the game goes by it"))]
    named = {key: format_name(preset) for key, preset in presets().items() if key != THE_TOUR}
    if kept:
        named.setdefault(kept["preset"], kept.get("name") or kept["preset"])
    return choices + sorted(named.items(), key=lambda choice: text_key(choice[1]))


def mistakes_of_head(game: TableGame, head: str) -> list[str]:
    """What is wrong with the head of an event's records, in words: the first mistakes in the
    text, or all rules that the sheets or cards in it break."""
    try:
        return [
            f"{rule.id}: {gettext(rule.text)} {detail_words(detail)}"
            for rule, detail in head_faults(game, head)
        ]
    except NotARecord as refusal:
        return [
            gettext("Expected: {what}").format(what=expected_words(mistake))
            for mistake in refusal.errors[:3]
        ]


class NextEventForm(forms.ModelForm):
    """When the event after an earlier one is, what it is called, and who is asked again."""

    class Meta:
        model = Tournament
        fields = ["name", "date"]
        widgets = {"date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}

    officials = forms.MultipleChoiceField(
        label=_("Ask again"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "Whoever has an account finds the question under My tournaments and says yes or no; "
            "the others get a new personal link from you."
        ),
    )

    def __init__(
        self, *args: Any, earlier: Tournament, officials: Sequence[Official], **kwargs: Any
    ) -> None:
        day = next_day(earlier.date, timezone.localdate())
        first = {
            "name": next_name(earlier.name, old=earlier.date.year, new=day.year),
            "date": day,
            "officials": [str(official.pk) for official in officials],
        }
        super().__init__(*args, initial=first, **kwargs)
        self._officials = officials
        if officials:
            self.fields["officials"].choices = [(str(one.pk), str(one)) for one in officials]
        else:
            del self.fields["officials"]

    def clean_name(self) -> str:
        return " ".join(self.cleaned_data["name"].split())

    def chosen(self) -> list[Official]:
        keys = self.cleaned_data.get("officials", ())
        return [official for official in self._officials if str(official.pk) in keys]


CUTS = (3, 4, 6, 8, 12, 16, 20, 24, 28, 32, 36, 40, 48, 64, 96, 128)
"""How many may play a round that is not for everybody: what a semi-final or a final has."""


TIMES = ("starts_at", "limit_minutes")
"""The fields of a round that are closed once it has started."""


class RoundForm(Stored, forms.Form):
    """One round of the timetable; `starts_at` is read in the site's time zone.

    `number` counts from 1. Some rounds are everybody's: all of a Tour event, and the first. Who
    plays a drawn round and how it was drawn stays, and so do the times of one that has started.
    Nobody is asked how rounds are drawn that are `seated_by_format`.
    """

    starts_at = forms.DateTimeField(
        label=_("Start"),
        required=False,
        validators=[event_moment],
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )
    limit_minutes = forms.IntegerField(
        label=_("Limit (min)"), required=False, min_value=1, max_value=600
    )
    cut = forms.TypedChoiceField(
        label=_("Who plays"), coerce=lambda value: int(value) or None, choices=()
    )
    draw_mode = forms.ChoiceField(
        label=_("Draw"), choices=Round._meta.get_field("draw_mode").choices
    )

    def __init__(
        self,
        *args: Any,
        number: int | None = None,
        tour: bool = False,
        seated_by_format: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if tour or number == 1:
            del self.fields["cut"]
        else:
            self.fields["cut"].choices = list(self._cuts())
        # All rounds of the Tour are drawn at random: one that is not has to be put right (T-016).
        at_random = self.initial.get("draw_mode", DrawMode.RANDOM) == DrawMode.RANDOM
        if seated_by_format or (tour and at_random):
            del self.fields["draw_mode"]
        for field in self.fields.values():
            said = _("{label} of round {number}")
            field.widget.attrs["aria-label"] = format_lazy(said, label=field.label, number=number)
        kept = {"draw_mode", "cut"} if self.initial.get("drawn") else set()
        if self.initial.get("started"):
            kept |= set(TIMES)
        for name in self.fields.keys() & kept:
            self.fields[name].disabled = True

    def clean(self) -> Any:
        """Nothing that was typed into a page opened before the round started is lost unsaid."""
        data = super().clean()
        for name in TIMES:
            # A browser sends nothing of a field that is shown as closed.
            if self.fields[name].disabled and self._typed_otherwise(name):
                self.add_error(name, _("The round has started; its times stay (T-057)."))
        return data

    def _typed_otherwise(self, name: str) -> bool:
        field = self.fields[name]
        sent = self.data.get(self.add_prefix(name), "")
        stored = field.widget.format_value(self.get_initial_for_field(field, name))
        return sent not in ("", stored)

    def _cuts(self) -> Iterator[tuple[Any, Any]]:
        yield 0, _("everybody")
        for cut in sorted({*CUTS, self.initial.get("cut") or CUTS[0]}):
            yield cut, format_lazy(_("the best {count}"), count=cut)


class _Timetable(forms.BaseFormSet):
    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        given = super().get_form_kwargs(index)
        number = None if index is None else index + 1
        return {**given, "number": number, "use_required_attribute": False}

    @property
    def columns(self) -> list[str]:
        """What the rounds are asked for, each once, by its label."""
        shown = {name: field for form in self.forms for name, field in form.fields.items()}
        return [field.label for name, field in RoundForm.base_fields.items() if name in shown]


Timetable = forms.formset_factory(RoundForm, formset=_Timetable, extra=0, min_num=1, max_num=12)


class PlanForm(forms.Form):
    """All rounds one after another: the first one's start, and what each takes, in minutes.

    It is asked for where something in it is not as the page showed it.
    """

    prefix = "plan"
    use_required_attribute = False

    first = forms.TimeField(
        label=_("Round 1 at"),
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        show_hidden_initial=True,
    )
    limit = forms.IntegerField(
        label=_("Limit (min)"), min_value=1, max_value=600, show_hidden_initial=True
    )
    rest = forms.IntegerField(
        label=_("Break (min)"), min_value=0, max_value=600, show_hidden_initial=True
    )


def plan_of(timetable: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What the plan's form shows at first: the first two of the rounds as they are planned."""
    starts = [row["starts_at"] for row in timetable if row["starts_at"]]
    limit = next((row["limit_minutes"] for row in timetable), None) or LEAST_LIMIT
    rest = BREAK
    if len(starts) > 1:
        rest = max(int((starts[1] - starts[0]).total_seconds()) // 60 - limit, 0)
    return {"first": starts[0].time() if starts else None, "limit": limit, "rest": rest}


def with_planned_rounds(
    data: QueryDict, plan: PlanForm, day: date, timetable: Sequence[Mapping[str, Any]]
) -> QueryDict:
    """What was sent, with the times of all its rounds as the plan has them on that day, but for
    those of the stored `timetable` that have started."""
    typed, changed = plan.cleaned_data, data.copy()
    first = datetime.combine(day, typed["first"], tzinfo=timezone.get_current_timezone())
    rounds = Timetable(data).total_form_count()
    planned = default_timetable(first, rounds, limit=typed["limit"], break_=typed["rest"])
    for number, round_ in enumerate(planned):
        if number < len(timetable) and timetable[number]["started"]:
            continue
        changed[f"form-{number}-starts_at"] = f"{round_.start:%Y-%m-%dT%H:%M}"
        changed[f"form-{number}-limit_minutes"] = str(round_.limit)
    return changed


def with_another_number_of_rounds(data: QueryDict, change: int) -> QueryDict:
    """What was sent of the timetable, with the last round left out (-1) or one more (+1).

    A new round starts after the last one and a break. Nothing else that was typed changes.
    """
    rounds = Timetable(data).total_form_count()
    changed = data.copy()
    changed["form-TOTAL_FORMS"] = str(min(max(rounds + change, 1), Timetable.max_num))
    if change > 0 and rounds:
        last = RoundForm(data, prefix=f"form-{rounds - 1}", number=rounds, tour=True)
        last.is_valid()
        start, limit = (last.cleaned_data.get(name) for name in ("starts_at", "limit_minutes"))
        if start:
            following = timezone.localtime(later(start, (limit or LEAST_LIMIT) + BREAK))
            changed[f"form-{rounds}-starts_at"] = f"{following:%Y-%m-%dT%H:%M}"
        changed[f"form-{rounds}-limit_minutes"] = limit or ""
        changed[f"form-{rounds}-draw_mode"] = DrawMode.RANDOM.value
        changed[f"form-{rounds}-cut"] = data.get(f"form-{rounds - 1}-cut", "0")
    return changed


def with_rounds_of_format(data: QueryDict, band: Band) -> QueryDict:
    """What was sent, with as many rounds as the format has in these stages, for as many players and
    with its limits; what was typed of times stays."""
    wanted, changed = rounds_of(band), data.copy()
    while (missing := len(wanted) - Timetable(changed).total_form_count()) != 0:
        changed = with_another_number_of_rounds(changed, 1 if missing > 0 else -1)
    for number, (cut, minutes) in enumerate(wanted):
        changed[f"form-{number}-cut"] = str(cut or 0)
        if minutes is not None:
            changed[f"form-{number}-limit_minutes"] = str(minutes)
    return changed


def number_of_rounds_shown(data: QueryDict) -> int:
    """How many rounds were stored when the page with this timetable was made."""
    return Timetable(data).initial_form_count()


def with_rounds_seen(data: QueryDict, stored: int) -> QueryDict:
    """What was sent, as if the page had shown so many stored rounds."""
    changed = data.copy()
    changed["form-INITIAL_FORMS"] = str(stored)
    return changed


def rounds_changed(stored: int) -> str:
    """The sentence for a timetable that somebody else has made longer or shorter."""
    told = ngettext(
        "Somebody has changed the timetable meanwhile: it has %(n)s round now, so nothing is saved "
        "yet. Below stands what you sent; look at it and save again.",
        "Somebody has changed the timetable meanwhile: it has %(n)s rounds now, so nothing is "
        "saved yet. Below stands what you sent; look at it and save again.",
        stored,
    )
    return told % {"n": stored}


def timetable_of(tournament: Tournament) -> list[dict[str, Any]]:
    """What the timetable's forms show at first, round by round."""
    return [
        {
            "starts_at": timezone.localtime(round_.starts_at) if round_.starts_at else None,
            "limit_minutes": round_.limit_minutes,
            "draw_mode": round_.draw_mode,
            "cut": round_.cut or 0,
            "drawn": round_.current_draw() is not None,
            "started": round_.started_at is not None,
        }
        for round_ in tournament.rounds.order_by("number")
    ]


class OfficialForm(forms.Form):
    name = Text(label=_("Name"), max_length=120)
    role = forms.ChoiceField(label=_("Role"), choices=Role)
    account = Text(
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
    text = Text(
        label=_("Change of the rules"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_(
            "A small change such as what may stand on the tables. Points, standings, table sizes, "
            "rounds, the minimum time and qualification stay as they are (T-068)."
        ),
    )


class FormatForm(forms.Form):
    """Another format after the first draw; `seen` is the one that the page showed."""

    seen = forms.CharField(max_length=60, required=False, widget=forms.HiddenInput)
    format = forms.ChoiceField(label=_("Format"), required=False)
    reason = Text(
        label=_("Why the format is changed"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Everybody can read it."),
    )

    def __init__(self, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        now = tournament.format.get("preset", "")
        super().__init__(*args, initial={"seen": now, "format": now}, auto_id="format_%s", **kwargs)
        self._kept = tournament.format
        self.fields["format"].choices = format_choices(tournament.format)
        # One of its choices always holds, so nothing is left out.
        self.fields["format"].says_when = True

    def kept(self) -> Mapping[str, Any]:
        """What the event is to keep: its own copy where that was chosen."""
        return kept_of(self.cleaned_data["format"], self._kept)

    def told(self) -> str:
        """What everybody reads of it."""
        names = dict(self.fields["format"].choices)
        return gettext("The format is changed from %(old)s to %(new)s: %(reason)s") % {
            "old": names[self._kept.get("preset", "")],
            "new": names[self.cleaned_data["format"]],
            "reason": self.cleaned_data["reason"],
        }


class ReasonForm(forms.Form):
    reason = Text(label=_("Reason"), max_length=1000, widget=forms.Textarea(attrs={"rows": 3}))
