"""What is typed at a table: game points first, everything else only where it is needed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.bounds import MOST_POINTS
from tournaments.domain.breakdown import Breakdown
from tournaments.domain.games import Part, TableGame
from tournaments.domain.scoring import COUNT_NAMES, MOST_OF_A_COUNT, TOUR, Count, Counts, Scoring
from tournaments.domain.values import Refused
from tournaments.forms.fields import Number, Text
from tournaments.models import Entry, Seat, Tournament
from tournaments.models.event import SeatedTable
from tournaments.models.logbook import LONGEST_SENDING
from tournaments.models.result import Ending, Presence
from tournaments.services.entered import (
    EnteredResult,
    EnteredScore,
    as_entered,
    asked_of_level,
    winner_by_points,
    with_further_of_level,
)

TIME = "time"
"""The choice for a game that nobody won."""


class Digits(forms.TextInput):
    """A small field for a number, with the digits at hand on a phone."""

    def __init__(self, **attrs: Any) -> None:
        super().__init__(
            {
                "class": "digits",
                "inputmode": "numeric",
                "maxlength": 2,
                "autocomplete": "off",
                **attrs,
            }
        )


class PointsForm(forms.Form):
    """Game points of a table by position, and who won; one line of the grid.

    An empty `winner` is the only player who reached the target; with no target nobody is, and the
    points alone count. Level players are asked for what parts them where the `scoring` does so
    (FM-21). `seen` is the version of the result that is on the screen, 0 if there is
    none, and `sending` how the browser names what it sends.
    """

    seen = Number(widget=forms.HiddenInput)
    winner = forms.ChoiceField(label=gettext_lazy("Who won"), required=False)
    sending = Text(required=False, max_length=LONGEST_SENDING, widget=forms.HiddenInput)

    def __init__(
        self,
        seated: SeatedTable,
        *args: Any,
        scoring: Scoring = TOUR,
        **kwargs: Any,
    ) -> None:
        self.seated = seated
        self.target = target = seated.plays.target
        self.scoring = scoring
        # Less than nothing needs a key for the sign, which phones leave out beside digits.
        digits = {} if target else {"inputmode": "text", "maxlength": 3}
        self.unless_typed = seated.unless_typed
        entered = as_entered(seated.result) if seated.result else None
        kwargs["initial"] = {
            "seen": seated.result.number if seated.result else 0,
            **_initial(seated, entered),
            **(kwargs.get("initial") or {}),
        }
        super().__init__(*args, **kwargs)
        self.fields["winner"].choices = list(self._winners())
        for seat in seated.seats:
            self.fields[f"points-{seat.position}"] = Number(
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
                label=_("Game points of %(player)s") % {"player": seat.entry},
                required=False,
                widget=Digits(**digits),
            )
            for count in scoring.counts:
                self.fields[_further_name(count, seat.position)] = self._field_of(count, seat)

    def _field_of(self, count: Count, seat: Seat) -> Number:
        is_turn = count is Count.TURN
        return Number(
            min_value=int(is_turn),
            max_value=len(self.seated.seats) if is_turn else MOST_OF_A_COUNT,
            label=_("%(part)s of %(player)s")
            % {"part": _(COUNT_NAMES[count]), "player": seat.entry},
            required=False,
            widget=Digits(),
        )

    def focus(self) -> None:
        """Let the page open with the cursor in the first field that is wrong by itself, or else in
        the first that is empty."""
        names = [f"points-{seat.position}" for seat in self.seated.seats]
        further = [field.name for _seat, fields in self.level for field in fields]
        every = [*names, "winner", *further]
        wrong = [name for name in every if self.is_bound and name in self.errors]
        asked = [
            f"points-{s.position}" for s in self.seated.seats if s.position not in self.unless_typed
        ]
        empty = [name for name in [*asked, *further] if not self[name].value()]
        self.fields[[*wrong, *empty, *names][0]].widget.attrs["autofocus"] = True

    def _winners(self) -> Iterator[tuple[str, str]]:
        """Nobody is asked who won a game that goes by score: the points say it."""
        yield "", _("who has %(target)s") % {"target": self.target} if self.target else ""
        if self.target:
            for seat in self.seated.seats:
                yield str(seat.position), str(seat.entry)
            yield TIME, _("time ran out")

    @property
    def lines(self) -> Iterator[tuple[Seat, forms.BoundField]]:
        for seat in self.seated.seats:
            yield seat, self[f"points-{seat.position}"]

    @property
    def gone(self) -> Iterator[tuple[Entry, str]]:
        """Who left or was excluded since the draw, and what an empty field says of them: "" if
        points are asked for. Nobody once there is a result."""
        for seat in self.seated.seats:
            if seat.entry in self.seated.gone:
                yield seat.entry, self.unless_typed.get(seat.position, "")

    @cached_property
    def level(self) -> list[tuple[Seat, list[forms.BoundField]]]:
        """The level players with the fields of what parts them; nobody where nobody is level."""
        return [
            (
                seat,
                [self[_further_name(count, seat.position)] for count in self._asked[seat.position]],
            )
            for seat in self.seated.seats
            if seat.position in self._asked
        ]

    @property
    def level_counts(self) -> list[str]:
        """What their fields are for, in the order in which it counts."""
        return [_(COUNT_NAMES[count]) for count in next(iter(self._asked.values()), ())]

    @cached_property
    def _asked(self) -> dict[int, tuple[Count, ...]]:
        entered = self._as_it_stands() if self.scoring.counts else None
        return asked_of_level(entered, self.target, self.scoring) if entered else {}

    def _as_it_stands(self) -> EnteredResult | None:
        """What the fields hold; None where they do not say what was played."""
        if self.is_bound and not self.errors:
            try:
                return self.entered()
            except Refused:
                return None
        scores = {}
        for seat in self.seated.seats:
            points = str(self[f"points-{seat.position}"].value() or "")
            if not points and seat.position in self.unless_typed:
                scores[seat.position] = EnteredScore(presence=self._presence(seat.position))
                continue
            if not points.removeprefix("-").isdecimal():
                return None
            scores[seat.position] = EnteredScore(int(points[:4]), self._presence(seat.position))
        said = str(self["winner"].value() or "")
        if said.isdecimal():
            return EnteredResult(scores, int(said[:1]))
        try:
            return EnteredResult(scores, None if said else winner_by_points(scores, self.target))
        except Refused:
            return None

    def _presence(self, position: int) -> str:
        return self.unless_typed.get(position, Presence.PLAYED)

    @property
    def is_typed(self) -> bool:
        """Whether a person touched this line at all."""
        names = ["winner", *(f"points-{seat.position}" for seat in self.seated.seats)]
        return any(self[name].value() for name in names)

    def entered(self) -> EnteredResult:
        """What was typed. Raises `Refused` if it does not say who won."""
        scores = {seat.position: self._score(seat.position) for seat in self.seated.seats}
        entered = EnteredResult(scores, self._winner(scores))
        return with_further_of_level(entered, self.target, self.scoring)

    def _score(self, position: int) -> EnteredScore:
        points = self.cleaned_data[f"points-{position}"]
        if points is None and position in self.unless_typed:
            return EnteredScore(presence=self.unless_typed[position])
        return EnteredScore(points, further=self._further(position))

    def _further(self, position: int) -> Counts | None:
        typed = {
            count: self.cleaned_data[_further_name(count, position)]
            for count in self.scoring.counts
        }
        return {count: number for count, number in typed.items() if number is not None} or None

    def _winner(self, scores: Mapping[int, EnteredScore]) -> int | None:
        said = self.cleaned_data["winner"]
        if said == TIME:
            return None
        return int(said) if said and self.target else winner_by_points(scores, self.target)


def _further_name(count: str, position: int) -> str:
    return f"level-{count}-{position}"


def _initial(seated: SeatedTable, entered: EnteredResult | None) -> dict[str, Any]:
    if entered is None or seated.result.ending == Ending.VOID:
        return {}
    without = TIME if seated.result.ending == Ending.TIME else ""
    return _values(entered, without_winner=without)


def _values(entered: EnteredResult, *, without_winner: str) -> dict[str, Any]:
    values: dict[str, Any] = {"winner": entered.winner or without_winner}
    for position, score in entered.scores.items():
        values[f"points-{position}"] = score.game_points
        values[f"presence-{position}"] = score.presence
        for count, number in (score.further or {}).items():
            values[_further_name(count, position)] = number
    return values


class ResultForm(PointsForm):
    """Everything that can be said of one table: who was there, and what the points are made of.

    `since` is when the round began: a time of day typed here is the next one after it.
    """

    draw = Number(widget=forms.HiddenInput)
    ended = forms.TimeField(
        label=gettext_lazy("The game was over at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}),
        help_text=gettext_lazy("Only if it went on after the latest end of the round."),
    )
    reason = Text(label=gettext_lazy("Why it is corrected"), required=False, max_length=1000)

    def __init__(
        self,
        seated: SeatedTable,
        since: dt.datetime,
        *args: Any,
        reason_needed: bool,
        **kwargs: Any,
    ) -> None:
        self.game: TableGame = seated.plays
        parts = self._parts_of(as_entered(seated.result)) if seated.result else {}
        kwargs["initial"] = {**parts, **(kwargs.get("initial") or {})}
        super().__init__(seated, *args, **kwargs)
        self.since = timezone.localtime(since)
        self.fields["reason"].required = reason_needed
        nobody_or_one = [
            ("", _("nobody")),
            *[(str(seat.position), str(seat.entry)) for seat in seated.seats],
        ]
        for part in self.singles:
            self.fields[part.key] = forms.ChoiceField(
                label=_(part.name), choices=nobody_or_one, required=False
            )
        for seat in seated.seats:
            self._add_fields_of(seat)

    def values_of(self, entered: EnteredResult) -> dict[str, Any]:
        """What the fields would hold for another result."""
        without = "" if self.target is None else TIME
        return {**_values(entered, without_winner=without), **self._parts_of(entered)}

    def _parts_of(self, entered: EnteredResult) -> dict[str, Any]:
        singles = {part.key for part in self.singles}
        values: dict[str, Any] = {}
        for position, score in entered.scores.items():
            for key, count in (score.breakdown or {}).items():
                values |= {key: position} if key in singles else {f"{key}-{position}": count}
        return values

    def _add_fields_of(self, seat: Seat) -> None:
        person = {"player": seat.entry}
        self.fields[f"presence-{seat.position}"] = forms.ChoiceField(
            label=str(seat.entry),
            choices=Presence,
            initial=self.unless_typed.get(seat.position, Presence.PLAYED),
        )
        for part in self.counted:
            self.fields[f"{part.key}-{seat.position}"] = Number(
                label=_("%(part)s of %(player)s") % {"part": _(part.name), **person},
                required=False,
                max_value=MOST_POINTS,
                widget=Digits(maxlength=len(str(part.most))),
            )

    @property
    def counted(self) -> list[Part]:
        """The parts of the game of which a player may have several."""
        return [part for part in self.game.parts if not part.is_single]

    @property
    def singles(self) -> list[Part]:
        """The parts that one player of the table holds, or nobody."""
        return [part for part in self.game.parts if part.is_single]

    @property
    def said(self) -> str:
        """Which choice of the winner is ticked."""
        return str(self["winner"].value() or "")

    @property
    def winners(self) -> Iterator[tuple[Seat, forms.BoundField, bool]]:
        """Each player with the field for the points, and whether they are ticked as the winner."""
        for seat, field in self.lines:
            yield seat, field, self.said == str(seat.position)

    @property
    def presences(self) -> Iterator[tuple[Seat, forms.BoundField]]:
        for seat in self.seated.seats:
            yield seat, self[f"presence-{seat.position}"]

    @property
    def parts(self) -> Iterator[tuple[Seat, list[forms.BoundField]]]:
        for seat in self.seated.seats:
            yield seat, [self[f"{part.key}-{seat.position}"] for part in self.counted]

    @property
    def holders(self) -> list[forms.BoundField]:
        return [self[part.key] for part in self.singles]

    @property
    def shows_parts(self) -> bool:
        fields = [field for _seat, of_seat in self.parts for field in of_seat]
        return any(field.value() not in (None, "") for field in (*fields, *self.holders))

    @property
    def shows_presences(self) -> bool:
        return any(field.value() not in (None, Presence.PLAYED) for _seat, field in self.presences)

    def entered(self) -> EnteredResult:
        plain = super().entered()
        ended = self.cleaned_data["ended"]
        return replace(plain, ended=ended and self._moment(ended))

    def _moment(self, clock: dt.time) -> dt.datetime:
        """When a clock showed this: on the next day if the game went on past midnight."""
        past_midnight = clock < self.since.time()
        day = self.since.date() + dt.timedelta(days=past_midnight)
        return timezone.make_aware(dt.datetime.combine(day, clock))

    def _score(self, position: int) -> EnteredScore:
        breakdown = self._breakdown(position)
        points = self.cleaned_data[f"points-{position}"]
        if points is None and breakdown:
            points = self.game.points(breakdown)
        presence = self.cleaned_data[f"presence-{position}"]
        if position in self.unless_typed:
            presence = self._in_doubt(position, presence, has_points=points is not None)
        return EnteredScore(points, presence, breakdown, self._further(position))

    def _in_doubt(self, position: int, presence: str, *, has_points: bool) -> str:
        """Of somebody who was out the points decide, unless more is chosen than the page offers:
        they are asked about, never left out without a word."""
        offered = self.unless_typed[position]
        if has_points and presence == offered:
            return Presence.PLAYED
        return offered if not has_points and presence == Presence.PLAYED else presence

    def _presence(self, position: int) -> str:
        return str(self[f"presence-{position}"].value())

    def _breakdown(self, position: int) -> Breakdown | None:
        """Without the parts of which there is none; None if nothing was typed at all."""
        data = self.cleaned_data
        counts = {part.key: data[f"{part.key}-{position}"] for part in self.counted}
        held = {part.key for part in self.singles if data[part.key] == str(position)}
        if not held and set(counts.values()) <= {None}:
            return None
        return {key: count for key, count in counts.items() if count} | dict.fromkeys(held, 1)


def result_form(tournament: Tournament, seated: SeatedTable, *args: Any) -> ResultForm:
    """The form of a table of the event, with the cursor where something is to be typed."""
    round_ = seated.table.draw.round
    form = ResultForm(
        seated,
        round_.starts_at or timezone.make_aware(dt.datetime.combine(tournament.date, dt.time.min)),
        *args,
        scoring=tournament.scoring,
        reason_needed=round_.closed_at is not None,
        initial={"draw": seated.table.draw.attempt},
    )
    if form.is_bound or seated.result is None:
        form.focus()
    return form
