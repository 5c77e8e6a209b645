"""What a person reads off a printed card of the fast card game, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.rulesets.card_game.cards import (
    SYMBOLS,
    UNKNOWN,
    VOCABULARY,
    Card,
    NotCards,
)
from games.engine.rulesets.card_game.facts import with_card, write_effect
from games.engine.rulesets.card_game.rules import RULES
from games.wording.cards import EFFECTS, FIELDS, VALUES
from games.wording.engine import detail_words

MOST_EFFECTS = 3
"""More texts than that fit on no card."""

Field = Sequence[str] | type


class CardForm(forms.Form):
    """One card; `entry` is what was read off it, as the facts tell it. What is left empty stays
    unknown. `text` are the facts of all cards that there are already."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    count = forms.IntegerField(
        label=gettext_lazy("Copies in the box"), min_value=1, max_value=15, required=False
    )
    symbols = forms.CharField(
        label=gettext_lazy("Symbol of each copy"),
        max_length=40,
        required=False,
        help_text=gettext_lazy(
            "The number of players in the lower right corner, 3 or 4; 2 where there is none. "
            "Two copies, for example: 2 3"
        ),
    )
    vp = forms.ChoiceField(
        label=gettext_lazy("Victory points"),
        choices=[("", gettext_lazy("not known")), ("3", "3"), ("4", "4")],
        required=False,
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        text: str,
        card: Card | None,
        event: bool = False,
        typed: Mapping[str, Any] | None = None,
    ) -> None:
        """Without a `card` it is another expansion, whose name is asked for. `typed` is what was
        typed so far, to be shown and not judged yet."""
        self.text = text
        self.card = card
        initial = typed or (_initial(card) if card else {})
        super().__init__(data, initial=initial)
        if card is not None:
            del self.fields["name"]
        if event:
            del self.fields["symbols"], self.fields["vp"]
        for at in range(MOST_EFFECTS):
            self._add_effect(at)

    def _add_effect(self, at: int) -> None:
        key = f"op-{at}"
        self.fields[key] = forms.ChoiceField(
            label=_("What the text does") if not at else _("And also"),
            choices=[("", "–"), *EFFECTS.items()],
            required=False,
        )
        for field, wanted in VOCABULARY.get(str(self[key].value() or ""), {}).items():
            self.fields[f"{field}-{at}"] = _field(field, wanted)

    @property
    def told_of(self) -> str:
        """The name of the card."""
        return self.card.name if self.card else str(self.cleaned_data["name"])

    @property
    def plain(self) -> list[forms.BoundField]:
        """All fields but those of the text."""
        return [self[name] for name in ("name", "count", "symbols", "vp") if name in self.fields]

    @property
    def effects(self) -> Iterator[tuple[forms.BoundField, list[forms.BoundField]]]:
        """What the text does, each with its fields, and one more to choose."""
        for at in range(MOST_EFFECTS):
            op = str(self[f"op-{at}"].value() or "")
            yield self[f"op-{at}"], [self[f"{field}-{at}"] for field in VOCABULARY.get(op, {})]
            if not op:
                return

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if not slugify(name) or any(letter in name for letter in '";=_'):
            raise forms.ValidationError(_("A name of letters and digits, please."))
        return name

    def clean_symbols(self) -> list[str]:
        symbols = self.cleaned_data["symbols"].replace(",", " ").split()
        if not set(symbols) <= set(map(str, SYMBOLS)):
            raise forms.ValidationError(_("Expected: 2, 3 or 4 for each copy."))
        return symbols

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        symbols, count = data.get("symbols"), data.get("count")
        if symbols and count and len(symbols) != count:
            self.add_error("symbols", _("As many symbols as copies, please."))
        if not self.errors:
            self._complete(data)
        return data

    def _complete(self, data: dict[str, Any]) -> None:
        """The facts of all cards with this one, if they still make a set of cards."""
        try:
            data["text"] = with_card(self.text, self._entry(data))
        except NotCards as refusal:
            for rule, detail in refusal.mistakes:
                words = _(RULES[rule].text) if rule in RULES else ""
                self.add_error(None, " ".join((f"{rule}:", words, detail_words(detail))))

    def _entry(self, data: Mapping[str, Any]) -> dict[str, str]:
        if self.card is None:
            entry = {"id": slugify(data["name"])[:40], "name": data["name"].replace(" ", "_")}
        else:
            entry = {"id": self.card.id}
        symbols = data.get("symbols")
        count = data["count"] or (len(symbols) if symbols else None)
        told = {
            "count": str(count or ""),
            "symbols": ",".join(symbols or ()),
            "vp": data.get("vp", ""),
            "does": "+".join(self._effects(data)),
        }
        return entry | {key: value for key, value in told.items() if value}

    def _effects(self, data: Mapping[str, Any]) -> Iterator[str]:
        for at in range(MOST_EFFECTS):
            if op := data[f"op-{at}"]:
                values = [data[f"{field}-{at}"] for field in VOCABULARY[op]]
                yield ":".join([op, *(_told(value) for value in values)])


def _field(field: str, wanted: Field) -> forms.Field:
    label = str(FIELDS[field])
    if wanted is int:
        return forms.IntegerField(label=label, min_value=0, max_value=99, required=False)
    if wanted is str:
        return forms.CharField(label=label, max_length=150, required=False)
    values = ("yes", "no") if isinstance(wanted, type) else wanted
    words = {"yes": _("yes"), "no": _("no")} | VALUES
    choices = [("", "?"), *((value, words[value]) for value in values)]
    return forms.ChoiceField(label=label, choices=choices, required=False)


def _told(value: object) -> str:
    """A value as the facts tell it. A text keeps its words, not the signs that part the facts."""
    if value in (None, ""):
        return UNKNOWN
    words = "".join(" " if sign in '";:+=_' else sign for sign in str(value))
    return "_".join(words.split()) if value not in VALUES else str(value)


def _initial(card: Card) -> dict[str, Any]:
    """What is known of the card; a text that nobody has entered is no text."""
    found: dict[str, Any] = {
        "count": card.count,
        "symbols": " ".join(map(str, card.symbols or ())),
        "vp": "" if card.points is None else str(card.points),
    }
    entered = [effect for effect in card.effects if effect.op != "manual" or effect.sure]
    for at, effect in enumerate(entered[:MOST_EFFECTS]):
        op, *values = write_effect(effect).split(":")
        found[f"op-{at}"] = op
        for field, value in zip(VOCABULARY[op], values, strict=True):
            is_text = VOCABULARY[op][field] is str
            found[f"{field}-{at}"] = (
                "" if value == UNKNOWN else value.replace("_", " ") if is_text else value
            )
    return found
