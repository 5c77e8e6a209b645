"""Rules, findings, mistakes and actions of the engine, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.core import (
    ABANDONED,
    BELL,
    CONCEDED,
    OPEN,
    WON,
    Detail,
    RecordError,
)

TERMS = frozenset({"card", "resource", "terrain", "what", "winner"})
"""Facts whose values are words of the games, not names of people or places."""

ENDINGS = {
    WON: _("won by points"),
    BELL: _("time was over"),
    CONCEDED: _("all but one gave up"),
    ABANDONED: _("broken off"),
    OPEN: _("not ended yet"),
}

DEEDS = {
    "start_roll": _("rolls for the start"),
    "found": _("founds a settlement"),
    "found_road": _("founds a road"),
    "roll": _("rolls"),
    "void_roll": _("rolls, and it is void"),
    "discard": _("discards"),
    "robber": _("moves the robber"),
    "road": _("builds a road"),
    "free_road": _("lays a free road"),
    "move_road": _("moves the road just built"),
    "settle": _("builds a settlement"),
    "city": _("builds a city"),
    "bank": _("trades with the bank"),
    "deal": _("makes a deal"),
    "buy": _("buys a development card"),
    "knight": _("plays a Knight"),
    "road_building": _("plays Road Building"),
    "invention": _("plays Invention"),
    "monopoly": _("plays Monopoly"),
    "show": _("shows Victory Points"),
    "end_turn": _("ends the turn"),
    "claim": _("claims the win"),
    "bell": _("hears the bell"),
    "concede": _("gives up"),
    "abandon": _("breaks the game off"),
}
"""What a player does, by verb; the name of the player stands in front."""


def detail_words(detail: Detail) -> str:
    """What happened here and now."""
    return _filled(detail.text, detail.facts)


def expected_words(mistake: RecordError) -> str:
    """What was expected in the text."""
    return _filled(mistake.expected, mistake.facts)


def _filled(text: str, facts: Mapping[str, object]) -> str:
    known = {name: _fact(name, value) for name, value in facts.items()}
    return printable(gettext(text).format(**known))


def _fact(name: str, value: object) -> object:
    if isinstance(value, str) and value and (name in TERMS or isinstance(value, StrEnum)):
        return gettext(str(value))
    return value


def printable(text: str) -> str:
    """The text without halves of surrogate pairs, which JSON may hold and a page cannot."""
    return text.encode("utf-8", "replace").decode()
