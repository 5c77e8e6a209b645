"""What has to be known before a game is recorded, and what a tablet sends while it is."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import takewhile
from operator import eq
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.drawing.looks import PAINTS
from games.engine.board.boards import Board
from games.engine.core import Header, NotARecord, Ruleset
from games.engine.headers import with_header
from games.engine.record import MAP, Ground, parse
from games.engine.rulesets import RULESETS, by_key
from games.wording.engine import expected_words
from tournaments.domain.records import clockwise_from
from tournaments.models import Tournament
from tournaments.models.event import SeatedTable
from tournaments.services.recording import Sent

LONGEST_ACTION = 10_000
"""Letters of an action as a tablet sends it."""

COLOURS = {
    "red": gettext_lazy("red"),
    "blue": gettext_lazy("blue"),
    "white": gettext_lazy("white"),
    "orange": gettext_lazy("orange"),
    "green": gettext_lazy("green"),
    "purple": gettext_lazy("purple"),
}

TOUR = "base+tour"

PLAYED_ON = ("ruleset", "map", "seed", "headers")
"""The fields that say what is played on."""


class Shown(NamedTuple):
    """A board before its game begins and what its map is called, or why there is none."""

    board: Board | None = None
    map_name: str = ""
    mistakes: Sequence[str] = ()


class StartRecordForm(forms.Form):
    """Who starts, who has which colour, by which rules, on which board.

    The board is that of the round, or one of a seed, on a map for so many players; any other, and
    what a game without an island is played on, is told by the headers of a record.
    """

    first = forms.TypedChoiceField(
        label=gettext_lazy("Who starts"), coerce=int, widget=forms.RadioSelect
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Rules"))
    map = forms.ChoiceField(label=gettext_lazy("Map"), required=False)
    seed = forms.CharField(
        label=gettext_lazy("Seed of the board"),
        max_length=64,
        required=False,
        initial=lambda: secrets.token_hex(8),
        help_text=gettext_lazy("The same seed always gives the same board."),
    )
    headers = forms.CharField(
        label=gettext_lazy("Another board, or what else is played on"),
        max_length=5000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "class": "record", "spellcheck": "false"}),
        help_text=gettext_lazy(
            'The headers of a record, such as [Board "a1 O10 a2 W2 ..."], [Map "new-shores-4"] '
            'or [Sheet "standard"].'
        ),
    )

    def __init__(self, seated: SeatedTable, *args: Any, ruleset: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.seated = seated
        self.fields["first"].choices = [(seat.position, str(seat.entry)) for seat in seated.seats]
        self.fields["first"].initial = seated.table.first_position
        offered = [(one.key, _(one.name)) for one in rulesets_at(seated)]
        self.fields["ruleset"].choices = offered
        self.fields["ruleset"].initial = ruleset or TOUR
        if len(offered) == 1:
            self.fields["ruleset"].widget = forms.HiddenInput()
        self._ask_for_the_map()
        if self.round_seed or not seated.plays.has_board:
            del self.fields["seed"]
        for seat, colour in zip(seated.seats, PAINTS, strict=False):
            self.fields[f"colour-{seat.position}"] = forms.ChoiceField(
                label=str(seat.entry),
                choices=[(name, COLOURS[name]) for name in PAINTS],
                initial=colour,
            )

    def _ask_for_the_map(self) -> None:
        """Offer the maps of the game that is chosen now; what the event says of them goes first."""
        head = self.seated.table.draw.round.record_head
        offered = {one.key: one for one in self.ground.offered(len(self.seated.seats))}
        if offered and not self.ground.is_told(head):
            named = self.ground.map_of(head)
            self.fields["map"].initial = nearest(named.key if named else "", list(offered))
            # The choice of the map stands in its place.
            head = with_header(head, MAP, "")
        self.fields["headers"].initial = head
        if len(offered) > 1:
            self.fields["map"].choices = [(key, _(one.name)) for key, one in offered.items()]
        else:
            del self.fields["map"]

    @cached_property
    def ground(self) -> Ground:
        """What the chosen game is played on; while none is, that of the event."""
        chosen = self["ruleset"].value()
        keys = {key for key, _name in self.fields["ruleset"].choices}
        ground: Ground = by_key(chosen if chosen in keys else TOUR).notation.ground
        return ground

    @property
    def rules_named(self) -> str:
        """The name of the chosen rules, which a phone cuts short in their field."""
        chosen = self["ruleset"].value()
        return next(
            (str(name) for key, name in self.fields["ruleset"].choices if key == chosen), ""
        )

    @property
    def tournament(self) -> Tournament:
        return self.seated.table.draw.round.tournament

    @property
    def round_seed(self) -> str:
        return self.seated.table.draw.round.board_seed

    @property
    def colours(self) -> list[forms.BoundField]:
        return [self[f"colour-{seat.position}"] for seat in self.seated.seats]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        colours = [value for name, value in cleaned.items() if name.startswith("colour-")]
        if len(set(colours)) < len(colours):
            self.add_error(None, _("Two players have the same colour."))
        elif not self.errors:
            self._read(cleaned)
        return cleaned

    def _read(self, cleaned: dict[str, Any]) -> None:
        """Read the head of the record as it will be written."""
        try:
            cleaned["header"] = parse(self._head(cleaned), by_key).header
        except NotARecord as refusal:
            for words in self._mistakes(refusal, cleaned["headers"]):
                self.add_error("headers", words)

    def _head(self, cleaned: Mapping[str, Any]) -> str:
        players = " ".join(
            f"seat{position}={cleaned[f'colour-{position}']}" for position in self.positions
        )
        seed = self.round_seed or cleaned.get("seed") or secrets.token_hex(8)
        return f'[Seats "{players}"]\n{self._game(cleaned, seed)}'

    def _game(self, told: Mapping[str, Any], seed: str) -> str:
        """The headers of the game and of what it is played on."""
        count = len(self.seated.seats)
        headers = self.ground.headers(
            told["headers"], seed, players=count, chosen=told.get("map") or ""
        )
        return f'[Ruleset "{told["ruleset"]}"]\n{headers}'

    def _mistakes(self, refusal: NotARecord, told: str) -> list[str]:
        if self.ground.maps and self.ground.map_of(told) is None and not self.ground.is_told(told):
            keys = ", ".join(one.key for one in self.ground.offered(len(self.seated.seats)))
            expected = [_("one of the maps {keys}").format(keys=keys)]
        else:
            key = str(self["ruleset"].value() or "")
            expected = [expected_words(mistake, key) for mistake in refusal.errors[:3]]
        return [_("Expected: {what}").format(what=what) for what in expected]

    @cached_property
    def shown(self) -> Shown:
        """What the record will begin on, as the form stands now."""
        seed = self.round_seed or ("seed" in self.fields and self["seed"].value())
        told = {name: self[name].value() or "" for name in self.fields if name in PLAYED_ON}
        if not seed and not self.ground.is_told(told["headers"]):
            return Shown()
        seats = " ".join(f"seat{seat.position}" for seat in self.seated.seats)
        try:
            text = f'[Seats "{seats}"]\n{self._game(told, seed or "")}'
            board = parse(text, by_key).header.board
        except NotARecord as refusal:
            return Shown(mistakes=self._mistakes(refusal, told["headers"]))
        if not isinstance(board, Board):
            return Shown()
        names = {one.key: one.name for one in self.ground.maps} if len(self.ground.maps) > 1 else {}
        return Shown(board, _(names[board.frame.key]) if board.frame.key in names else "")

    @property
    def positions(self) -> list[int]:
        """Those at the table, clockwise from the one who starts."""
        seated = [seat.position for seat in self.seated.seats]
        return clockwise_from(self.cleaned_data["first"], seated)

    @property
    def header(self) -> Header:
        """The head of the record, the one who starts first."""
        return self.cleaned_data["header"]


def rulesets_at(seated: SeatedTable) -> list[Ruleset]:
    """Those of the games that an event of the Tour plays; any at a table of another event."""
    # Those for five and six players have no tables here.
    known = [ruleset for ruleset in RULESETS if "56" not in ruleset.key]
    tournament = seated.table.draw.round.tournament
    played = {game.ruleset for game in (*tournament.games, seated.plays)}
    if tournament.is_tour and all(played):
        return [ruleset for ruleset in known if ruleset.key in played]
    return known


def nearest(named: str, keys: Sequence[str]) -> str:
    """The key most like the named one, such as the same scenario for three players."""
    return max(keys, key=lambda key: sum(takewhile(bool, map(eq, key, named))))


class ActionField(forms.JSONField):
    """An action as JSON, of which none is long or deep."""

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and len(value) > LONGEST_ACTION:
            raise forms.ValidationError(_("An action is an object."))
        try:
            return super().to_python(value)
        except RecursionError as error:
            raise forms.ValidationError(_("An action is an object.")) from error


class SentForm(forms.Form):
    """What a tablet sends, as JSON has it."""

    tablet = forms.CharField(max_length=40)
    number = forms.IntegerField(min_value=1, max_value=2**53)
    revision = forms.IntegerField(min_value=0, max_value=2**31)
    action = ActionField(required=False)
    typed = forms.CharField(required=False, max_length=500)
    seat = forms.IntegerField(required=False, min_value=0, max_value=5)
    undo = forms.IntegerField(required=False, min_value=1, max_value=50)
    happened = forms.BooleanField(required=False)
    ruling = forms.IntegerField(required=False, min_value=1, max_value=999_999)

    def clean_action(self) -> Mapping[str, Any] | None:
        action = self.cleaned_data["action"]
        if action is not None and not isinstance(action, dict):
            raise forms.ValidationError(_("An action is an object."))
        return action

    def sent(self) -> Sent:
        given = self.cleaned_data
        return Sent(
            tablet=given["tablet"],
            number=given["number"],
            revision=given["revision"],
            action=given["action"],
            typed=given["typed"],
            seat=given["seat"] or 0,
            undo=given["undo"] or 0,
            happened=given["happened"],
            ruling=given["ruling"] or 0,
        )
