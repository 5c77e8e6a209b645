"""What the browser sends: a record, pasted or as a file; a sheet of the dice game and dice."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.engine.rulesets.base.marks import NOT, SWITCH, Mark
from games.engine.rulesets.base.packed import KINDS as CARD_KINDS
from games.engine.rulesets.base.packed import UNKNOWN
from games.engine.rulesets.base.packed import WORDS as CARD_WORDS
from games.engine.rulesets.base.position import Form
from games.engine.rulesets.base.sorts import CARDS
from games.engine.rulesets.dice_game.faces import DICE, ONE, WORDS
from games.engine.rulesets.dice_game.sheet import CITY, KNIGHT, SETTLEMENT, Sheet
from games.engine.rulesets.dice_game.sorts import joker_of
from games.wording.engine import detail_words

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


NONE_OR_UNKNOWN = _("0 for none; empty if it is not known.")

OF_EMPTY = {
    "hand": NONE_OR_UNKNOWN,
    "cards": _("Empty means none; ? is a card that nobody saw."),
    "knights": _("Empty means none."),
}
"""What an empty field of a player means, where that does not lie open."""


class PositionForm(forms.Form):
    """A photographed table, in the words of the notation.

    `games.recording.positions` puts them together.

    The fields of each player end with the number of the seat, from 0.
    """

    ruleset = forms.ChoiceField(
        label=_("Rules"),
        help_text=_("Best Friends, the dice game and the card game cannot be laid out yet."),
    )
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
        help_text=NONE_OR_UNKNOWN,
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

    def __init__(
        self, data: Any, *, rulesets: list[tuple[str, str]], players: list[str], words: Form
    ) -> None:
        super().__init__(data)
        self.players = players
        self.words = words
        self.fields["ruleset"].choices = rulesets
        seats = [(f"@{seat + 1}", name) for seat, name in enumerate(players)]
        self.fields["turn"].choices = seats
        told = [("", _("worked out")), *seats, ("0", _("nobody"))]
        self.fields["route"].choices = self.fields["army"].choices = told
        self.fields["due"].choices = _dues(str((data or {}).get("due", "")))
        self.fields["bank"].cards = cards_in(words.letters)
        self.fields["aside"].cards = self.fields["bought"].cards = development()
        for name in self._left_out():
            del self.fields[name]
        self._put_players()
        for mark in self._added("of_the_table", "of_the_moment"):
            self.fields[mark.name] = _field_of(mark)
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"

    def _left_out(self) -> list[str]:
        return [name for name, mark in BY_MARK.items() if mark in self.words.without]

    def _put_players(self) -> None:
        cards_of = {"hand": cards_in(self.words.letters), "cards": development()}
        for seat, _name in enumerate(self.players):
            for name, label, longest in OF_A_PLAYER:
                if BY_MARK_OF_A_PLAYER.get(name) in self.words.without:
                    continue
                field = _text(label, longest)
                field.cards = cards_of.get(name, ())
                field.help_text = OF_EMPTY.get(name, "")
                self.fields[f"{name}{seat}"] = field
            for mark in self._added("of_a_seat"):
                self.fields[f"{mark.name}{seat}"] = _field_of(mark)

    def _added(self, *parts: str) -> list[Mark]:
        return [
            mark for added in self.words.added for part in parts for mark in getattr(added, part)
        ]

    @property
    def gap(self) -> str:
        """What cannot be laid out with these rules; empty if there is nothing."""
        return gettext(self.words.gap) if self.words.gap else ""

    @property
    def pieces(self) -> list[Mark]:
        """What else is put on the board, each with `of_a_seat`."""
        return [mark for mark in self._added("of_a_seat", "of_the_table") if mark.piece]

    @property
    def of_players(self) -> list[tuple[int, str, list[forms.BoundField]]]:
        """The fields of each player, with seat and name."""
        named = [
            *(field for field, _label, _longest in OF_A_PLAYER),
            *(mark.name for mark in self._added("of_a_seat")),
        ]
        return [
            (seat, name, self._those([f"{field}{seat}" for field in named]))
            for seat, name in enumerate(self.players)
        ]

    @property
    def of_the_moment(self) -> list[forms.BoundField]:
        names = ["turn", "rolled", "played", "bought", "due"]
        if len(self.players) >= TWO_IN_A_TURN:
            names.insert(1, "part")
        return self._those([*names, *(mark.name for mark in self._added("of_the_moment"))])

    @property
    def of_the_table(self) -> list[forms.BoundField]:
        names = ("robber", "route", "army", "aside", "deck", "bank")
        return self._those([*names, *(mark.name for mark in self._added("of_the_table"))])

    def _those(self, names: list[str]) -> list[forms.BoundField]:
        """The fields that these rules have."""
        return [self[name] for name in names if name in self.fields]


def _text(label: Any, longest: int) -> Any:
    field: Any = forms.CharField(label=label, max_length=longest, required=False)
    field.widget.attrs |= {"spellcheck": "false", "autocapitalize": "off"}
    return field


def _field_of(mark: Mark) -> Any:
    """What a game adds: yes and no for a switch, words for anything else."""
    label = gettext(mark.label)
    if mark.kind is SWITCH:
        choices = [("", _("not known")), (mark.word, _("yes")), (f"{NOT}{mark.word}", _("no"))]
        return forms.ChoiceField(label=label, required=False, choices=choices)
    field = _text(label, LONGEST_OF_A_MARK)
    field.cards = [(word, gettext(name)) for word, name in mark.kind.cards]
    field.apart = bool(field.cards)
    field.help_text = gettext(mark.empty) if mark.empty else ""
    return field


LONGEST_OF_A_MARK = 160


def cards_in(letters: str) -> list[tuple[str, str]]:
    """The cards of a hand, letters and words."""
    return [(letter, gettext(str(CARD_WORDS[kind]))) for kind, letter in enumerate(letters)]


def development() -> list[tuple[str, str]]:
    """The development cards, by their letters."""
    names = (*CARD_KINDS, CARD_WORDS[UNKNOWN])
    return [(letter, gettext(name)) for letter, name in zip(CARDS, names, strict=True)]


BY_MARK = {
    "played": "PLAYED",
    "bought": "BOUGHT",
    "army": "ARMY",
    "aside": "ASIDE",
    "deck": "DECK",
    "part": "PART",
}

BY_MARK_OF_A_PLAYER = {"cards": "D", "knights": "N"}
"""Fields that not all rules have, by the marks of a position."""

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
            (at, detail_words(joker_of(knight))) for at, knight in enumerate(sheet.in_order)
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
        marks, used = self.marked()
        for at, symbol in enumerate(self.sheet.symbols):
            if marks >> at & 1 and not self._is_reached(at, marks):
                self.add_error(
                    None, _("No road that is built leads to %(symbol)s.") % {"symbol": symbol.id}
                )
        if used & ~(marks >> self.sheet.first_knight):
            self.add_error("jokers", _("Only a knight that is built has a joker."))
        cleaned |= {"marks": marks, "used": used}

    def marked(self) -> tuple[int, int]:
        """The symbols and the used jokers as bits, as far as they were given, right or wrong."""
        cleaned = self.cleaned_data
        marks = self.sheet.start | sum(1 << at for at in cleaned.get("roads", ()))
        for name, kind in KINDS.items():
            marks |= sum(1 << at for at in _numbers(self.sheet, kind)[: cleaned.get(name, 0)])
        return marks, sum(1 << at for at in cleaned.get("jokers", ()))

    def controls(self) -> dict[str, dict[str, tuple[str, int, str]]]:
        """What a tap on the picture of the sheet writes: by kind and id of what is tapped the
        field, its value, and what it is called."""
        symbols = {
            self.sheet.symbols[at].id: (name, count, detail_words(self.sheet.symbols[at].name))
            for name, kind in KINDS.items()
            for count, at in enumerate(_numbers(self.sheet, kind), start=1)
        }
        roads = [(at, road) for at, road in enumerate(self.sheet.roads) if not road.start]
        symbols |= {
            road.id: ("roads", at, detail_words(self.sheet.symbols[at].name)) for at, road in roads
        }
        jokers = {
            knight.id: ("jokers", at, detail_words(joker_of(knight)))
            for at, knight in enumerate(self.sheet.in_order)
        }
        return {"symbol": symbols, "knight": jokers}

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


def _numbers(sheet: Sheet, kind: int) -> list[int]:
    """The numbers of the symbols of a kind, in the order in which they are built."""
    return [at for at, symbol in enumerate(sheet.symbols) if symbol.kind == kind]


def _in_order(sheet: Sheet, kind: int) -> list[tuple[int, str]]:
    """How many of the kind may be built: none, the first, the first two and so on."""
    values = [str(sheet.symbols[at].value) for at in _numbers(sheet, kind)]
    return [(count, ", ".join(values[:count]) or "–") for count in range(len(values) + 1)]
