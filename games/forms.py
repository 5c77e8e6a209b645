"""What the browser sends: a record, pasted or as a file; a sheet of the dice game and dice."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine.rulesets.dice_game.faces import DICE, ONE, WORDS
from games.engine.rulesets.dice_game.sheet import CITY, KNIGHT, SETTLEMENT, Sheet

LARGEST = 2**20
"""Bytes that are read; a long game is a fiftieth of it."""


class RecordForm(forms.Form):
    """After validation `given` are the bytes of the record."""

    text = forms.CharField(
        label=_("The game"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 14, "spellcheck": "false", "autocomplete": "off", "class": "record"}
        ),
    )
    file = forms.FileField(
        label=_("or a file"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".txt,.json,.soclog,.gz"}),
        help_text=_("Text, JSON, or either packed with gzip; at most 1 MB."),
    )

    @property
    def given(self) -> bytes:
        return self.cleaned_data["given"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        file, text = cleaned.get("file"), cleaned.get("text", "")
        if file is not None and file.size > LARGEST:
            self.add_error("file", _("A file of at most 1 MB, please."))
        elif len(text) > LARGEST:
            self.add_error("text", _("A game of at most 1 MB, please."))
        elif file is not None:
            cleaned["given"] = file.read()
        elif text.strip():
            cleaned["given"] = text.encode()
        elif not self.errors:
            self.add_error("text", _("Paste a game, or choose a file."))
        return cleaned


class PositionForm(forms.Form):
    """A photographed table, in the words of the notation; `games.positions` puts them together.

    The fields of each player end with the number of the seat, from 0.
    """

    ruleset = forms.ChoiceField(label=_("Rules"))
    seats = forms.CharField(label=_("Players clockwise, with their colours"), max_length=600)
    board = forms.CharField(
        label=_("The board"),
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false", "class": "record"}),
    )
    robber = forms.CharField(label=_("The robber"), max_length=8, required=False)
    turn = forms.ChoiceField(label=_("On turn"))
    part = forms.ChoiceField(
        label=_("With two players in a turn, who acts"),
        required=False,
        choices=[("", _("the holder of rock 1")), ("2", _("the holder of rock 2"))],
    )
    rolled = forms.ChoiceField(
        label=_("Has the player rolled?"),
        required=False,
        choices=[("", _("not known")), ("ROLLED", _("yes")), ("NOT-ROLLED", _("no"))],
    )
    played = forms.ChoiceField(
        label=_("Played a development card in this turn?"),
        required=False,
        choices=[("", _("not known")), ("PLAYED", _("yes")), ("NOT-PLAYED", _("no"))],
    )
    bought = forms.CharField(
        label=_("Development cards bought in this turn"),
        max_length=40,
        required=False,
        help_text=_("0 for none; empty if it is not known."),
    )
    due = forms.ChoiceField(label=_("What is due now?"), required=False)
    route = forms.ChoiceField(label=_("Longest Road"), required=False)
    army = forms.ChoiceField(label=_("Largest Army"), required=False)
    aside = forms.CharField(label=_("Cards played besides Knights"), max_length=40, required=False)
    deck = forms.CharField(label=_("Cards left in the deck"), max_length=2, required=False)
    bank = forms.CharField(label=_("Cards in the bank"), max_length=60, required=False)
    ask = forms.CharField(
        label=_("Was this legal?"),
        max_length=300,
        required=False,
        help_text=_("Such as R c2ne; empty asks what the player on turn may do now."),
    )

    def __init__(self, data: Any, *, rulesets: list[tuple[str, str]], players: list[str]) -> None:
        super().__init__(data)
        self.players = players
        self.fields["ruleset"].choices = rulesets
        seats = [(f"@{seat + 1}", name) for seat, name in enumerate(players)]
        self.fields["turn"].choices = seats
        told = [("", _("worked out")), *seats, ("0", _("nobody"))]
        self.fields["route"].choices = self.fields["army"].choices = told
        self.fields["due"].choices = _dues(str((data or {}).get("due", "")))
        for seat, _name in enumerate(players):
            for name, label, longest in OF_A_PLAYER:
                field = forms.CharField(label=label, max_length=longest, required=False)
                field.widget.attrs |= {"spellcheck": "false", "autocapitalize": "off"}
                self.fields[f"{name}{seat}"] = field
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"

    @property
    def of_players(self) -> list[tuple[int, str, list[forms.BoundField]]]:
        """The fields of each player, with seat and name."""
        return [
            (seat, name, [self[f"{field}{seat}"] for field, _label, _longest in OF_A_PLAYER])
            for seat, name in enumerate(self.players)
        ]

    @property
    def of_the_moment(self) -> list[forms.BoundField]:
        names = ["turn", "rolled", "played", "bought", "due"]
        if len(self.players) >= TWO_IN_A_TURN:
            names.insert(1, "part")
        return [self[name] for name in names]

    @property
    def of_the_table(self) -> list[forms.BoundField]:
        return [self[name] for name in ("robber", "route", "army", "aside", "deck", "bank")]


TWO_IN_A_TURN = 5
"""From so many players on two of them act in each turn."""

OF_A_PLAYER = (
    ("settlements", _("Settlements"), 60),
    ("cities", _("Cities"), 60),
    ("roads", _("Roads"), 160),
    ("hand", _("Resource cards"), 60),
    ("cards", _("Development cards"), 40),
    ("knights", _("Knights played"), 2),
)
"""Fields of a player in a position: name, label, letters at most."""


def _dues(told: str) -> list[tuple[str, Any]]:
    """What may be due; the players who have to discard may be named behind it."""
    dues = [
        ("", _("not known")),
        ("0", _("nothing")),
        ("X", _("discards after a 7")),
        ("K", _("the robber moves after a 7")),
        ("N", _("the robber moves by a Knight")),
        ("L2", _("two free roads of Road Building")),
        ("L1", _("one more free road of Road Building")),
    ]
    return dues if told in dict(dues) else [*dues, (told, told)]


class DiceForm(forms.Form):
    """Six dice, and what is marked on a sheet. After validation `dice` is the set of their faces,
    `marks` and `used` are the symbols and jokers as bits."""

    settlements = forms.TypedChoiceField(label=_("Settlements"), coerce=int)
    cities = forms.TypedChoiceField(label=_("Cities"), coerce=int)
    knights = forms.TypedChoiceField(label=_("Knights"), coerce=int)
    roads = forms.TypedMultipleChoiceField(
        label=_("Roads"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    jokers = forms.TypedMultipleChoiceField(
        label=_("Jokers used"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )
    wait = forms.BooleanField(
        label=_("A joker waits for the turn after its knight"), required=False
    )
    crosses = forms.IntegerField(label=_("Crosses"), min_value=0, max_value=99, required=False)
    turns = forms.IntegerField(label=_("Turns played"), min_value=0, max_value=99, required=False)

    def __init__(self, data: Any, *, sheet: Sheet) -> None:
        super().__init__(data)
        self.sheet = sheet
        for face, word in enumerate(WORDS):
            self.fields[word] = forms.IntegerField(
                label=gettext(word).capitalize(), min_value=0, max_value=DICE, initial=1
            )
            self.fields[word].face = face
        for name, kind in KINDS.items():
            self.fields[name].choices = _in_order(sheet, kind)
        self.fields["roads"].choices = [
            (at, road.id) for at, road in enumerate(sheet.roads) if not road.start
        ]
        self.fields["jokers"].choices = [
            (at, knight.id) for at, knight in enumerate(sheet.in_order)
        ]
        self.fields["turns"].max_value = sheet.boxes

    @property
    def faces(self) -> list[forms.BoundField]:
        return [self[word] for word in WORDS]

    @property
    def orders(self) -> list[forms.BoundField]:
        return [self[name] for name in KINDS]

    @property
    def lists(self) -> list[forms.BoundField]:
        return [self["roads"], self["jokers"]]

    @property
    def counts(self) -> list[forms.BoundField]:
        return [self["turns"], self["crosses"]]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if any(word not in cleaned for word in WORDS):
            return cleaned
        counts = [cleaned[word] for word in WORDS]
        if sum(counts) != DICE:
            self.add_error(
                None,
                ngettext(
                    "You have told %(count)d die; there are six.",
                    "You have told %(count)d dice; there are six.",
                    sum(counts),
                )
                % {"count": sum(counts)},
            )
        cleaned["dice"] = sum(count * ONE[face] for face, count in enumerate(counts))
        if not self.errors:
            self._mark(cleaned)
        if not self.errors and (cleaned["turns"] or 0) > self.sheet.boxes:
            self.add_error("turns", _("There are no more turns in a game."))
        if not self.errors and (cleaned["crosses"] or 0) > (cleaned["turns"] or 0):
            self.add_error("crosses", _("There is at most one cross for each turn played."))
        return cleaned

    def _mark(self, cleaned: dict[str, Any]) -> None:
        """The symbols as bits; what no road leads to is refused."""
        symbols = self.sheet.symbols
        marks = self.sheet.start | sum(1 << at for at in cleaned["roads"])
        for name, kind in KINDS.items():
            numbers = [at for at, symbol in enumerate(symbols) if symbol.kind == kind]
            marks |= sum(1 << at for at in numbers[: cleaned[name]])
        for at, symbol in enumerate(symbols):
            if marks >> at & 1 and not self._is_reached(at, marks):
                self.add_error(
                    None, _("No road that is built leads to %(symbol)s.") % {"symbol": symbol.id}
                )
        used = sum(1 << number for number in cleaned["jokers"])
        if used & ~(marks >> self.sheet.first_knight):
            self.add_error("jokers", _("Only a knight that is built has a joker."))
        cleaned |= {"marks": marks, "used": used}

    def _is_reached(self, number: int, marks: int) -> bool:
        symbol = self.sheet.symbols[number]
        if symbol.kind == KNIGHT or self.sheet.start >> number & 1:
            return True
        return bool(symbol.near & self._joined(marks))

    def _joined(self, marks: int) -> int:
        """The roads among the marks that hang together with the printed one."""
        joined, before = self.sheet.start & marks, 0
        while joined != before:
            before = joined
            for at, symbol in enumerate(self.sheet.symbols[: len(self.sheet.roads)]):
                if marks >> at & 1 and symbol.near & before:
                    joined |= 1 << at
        return joined


KINDS = {"settlements": SETTLEMENT, "cities": CITY, "knights": KNIGHT}


def _in_order(sheet: Sheet, kind: int) -> list[tuple[int, str]]:
    """How many of the kind may be built: none, the first, the first two and so on."""
    names = [symbol.id for symbol in sheet.symbols if symbol.kind == kind]
    return [(count, ", ".join(names[:count]) or "–") for count in range(len(names) + 1)]
