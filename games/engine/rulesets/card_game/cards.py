"""The printed cards as data: how many there are, what they are worth, what their texts do.

A card set is a JSON document, one for each printed edition; docs/cards.md explains it. Nothing in
it is programmed: the effect of a card is a word of a fixed vocabulary and its fields. What nobody
has read off a printed card yet says `unknown`, and a rule that needs it is not checked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.engine.core import Detail, says
from games.engine.rulesets.base.packed import RESOURCES, pack
from games.engine.words import marked

FORMAT: Final = "catantour.card-set/1"

ROAD, KNIGHT, SETTLEMENT, EXPANSION = range(4)
"""The building cards, in the order of `KINDS`."""

KINDS: Final = ("road", "knight", "settlement", "expansion")

PRINTED: Final = (9, 5, 15, 9)
"""Building cards in one copy (CG-002)."""

RESOURCE_CARDS: Final = {"brick": 11, "lumber": 11, "wool": 15, "grain": 14, "ore": 16}
"""Resource cards in one copy (CG-001)."""

SYMBOLS: Final = (2, 3, 4)
"""In the corner of a building card: from how many players on it is in play."""

UNKNOWN: Final = "unknown"
REST: Final = "rest"
"""The count of the expansions that nobody has entered: as many as there must be."""

SURE: Final = frozenset("SP")
"""Levels of what is printed in the rules or told of the published game; all else is not enforced
until somebody has compared it with the printed card."""

ALL, BUILDER, OTHERS = "all", "builder", "others"
ANY_OPPONENT, NOT_WEAKER, STRONGER = (
    "opponent_any",
    "opponent_vp_at_least_own",
    "opponent_vp_above_own",
)

WHO: Final = (ALL, BUILDER, OTHERS, ANY_OPPONENT, NOT_WEAKER, STRONGER)

DECK, MARKET, OPPONENT = "deck", "market", "opponent"

STACKS: Final = ("road", "knight")
BUILT: Final = ("road", "knight", "settlement", "city", "expansion")

VOCABULARY: Final[Mapping[str, Mapping[str, Sequence[str] | type]]] = {
    "protect": {"kind": STACKS, "first": int},
    "open_pick": {
        "when": ("exchange", "build", "draw"),
        "times": int,
        "per": ("phase", "turn", "game"),
        "count": int,
    },
    "take": {
        "times": int,
        "per": ("phase", "turn", "game"),
        "count": int,
        "pick": ("random", "choice"),
        "from": WHO,
    },
    "extra_exchange": {"count": int, "with": (DECK, MARKET, OPPONENT)},
    "extra_draw": {"count": int},
    "rate": {"give": int, "for": int},
    "discount": {"kind": BUILT, "resource": tuple(map(str, RESOURCES)), "count": int},
    "build_again": {"kind": BUILT},
    "hand_limit": {
        "limit": int,
        "lose": ("half_down", "half_up", "to_limit"),
        "to": ("discard",),
    },
    "each_draw": {"count": int, "who": WHO},
    "each_exchange": {"count": int, "with": (DECK, MARKET, OPPONENT), "who": WHO},
    "flip_destiny": {"must": bool},
    "none": {},
    "manual": {"note": str},
}
"""What a card may do: the fields of each word, with the values that they take."""


@dataclass(frozen=True)
class Effect:
    """What a card does. `sure`: it is enforced."""

    op: str
    facts: Mapping[str, Any]
    level: str
    sure: bool

    def number(self, name: str) -> int | None:
        """The whole number of a field; None if it is unknown."""
        value = self.facts.get(name)
        return value if type(value) is int else None

    @property
    def entered(self) -> bool:
        """Whether all is known that a record could break: not how a card is picked."""
        known = all(value != UNKNOWN for name, value in self.facts.items() if name != "pick")
        return self.op != "manual" and self.sure and known


@dataclass(frozen=True)
class Card:
    """An expansion or an event. `count`, `symbols` and `points` are None if they are unknown;
    an expansion that stands for those nobody has entered has no count either."""

    id: str
    name: str
    confirmed: bool
    level: str
    count: int | None
    effects: tuple[Effect, ...]
    symbols: tuple[int, ...] | None = None
    points: int | None = None
    rest: bool = False

    @property
    def entered(self) -> bool:
        """Whether all that the card does is known."""
        return bool(self.effects) and all(effect.entered for effect in self.effects)

    def effect(self, op: str) -> Effect | None:
        """What the card does by that word, if it is enforced."""
        return next((one for one in self.effects if one.op == op and one.sure), None)


@dataclass(frozen=True)
class CardSet:
    """All cards of an edition. `building[kind]` are the counts by symbol; `white` is where the
    white arrows of the destiny card point: 1 clockwise, -1 the other way, 0 unknown. `facts` is
    what was read off printed cards besides."""

    id: str
    hash: str
    resources: Mapping[str, int]
    building: tuple[tuple[int, int, int], ...]
    white: int
    expansions: tuple[Card, ...]
    events: tuple[Card, ...]
    facts: str = ""

    def in_play(self, kind: int, players: int) -> tuple[int, int, int]:
        """How many cards with each symbol belong in play (CG-006 to CG-010)."""
        base, three, four = self.building[kind]
        return (
            base,
            three * ((players >= 3) + (players >= 5)),
            four * ((players >= 4) + (players >= 6)),
        )

    def copies_in_play(self, card: Card, players: int) -> int:
        """How many cards of the expansion there can be at most."""
        if card.symbols is not None:
            return sum(_times(symbol, players) for symbol in card.symbols)
        if card.count is not None:
            return card.count * (2 if players >= 5 else 1)
        return sum(self.in_play(EXPANSION, players))

    def resource_cards(self, copies: int) -> int:
        """All resource cards, packed (CG-001, CG-011)."""
        return pack([copies * self.resources[str(kind)] for kind in RESOURCES])


def _times(symbol: int, players: int) -> int:
    if symbol == 2:
        return 1
    return (players >= symbol) + (players >= symbol + 2)


# Reading


Mistake = tuple[str, Detail]
"""What is wrong with a card set: the rule that it breaks, and how."""


class NotCards(Exception):
    """The document is no card set; `mistakes` are its faults, each with the rule it breaks."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        super().__init__("\n".join(f"{rule}: {detail}" for rule, detail in mistakes))
        self.mistakes = tuple(mistakes)


def read_cards(document: Any) -> CardSet:
    """The card set in a JSON document. Raises `NotCards` with every fault in it."""
    faults = list(faults_of(document))
    if faults:
        raise NotCards(faults)
    counts = {(row["kind"], row["symbol"]): row["count"] for row in document["building"]}
    return CardSet(
        id=document["id"],
        hash=hash_of(document),
        resources=dict(document["resources"]),
        building=tuple(
            (counts.get((kind, 2), 0), counts.get((kind, 3), 0), counts.get((kind, 4), 0))
            for kind in KINDS
        ),
        white=DIRECTIONS[document["destiny"]["white"]],
        expansions=tuple(map(_card, document["expansions"])),
        events=tuple(map(_card, document["events"])),
    )


def hash_of(document: Any) -> str:
    """The first 8 hex digits of the SHA-256 of the document with its keys in order."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


DIRECTIONS: Final = {"clockwise": 1, "counter_clockwise": -1, UNKNOWN: 0}


def _card(words: Mapping[str, Any]) -> Card:
    confirmed = words.get("confirmed", False)
    symbols = words.get("symbols", UNKNOWN)
    return Card(
        id=words["id"],
        name=words["name"],
        confirmed=confirmed,
        level=words["level"],
        count=_number(words["count"]),
        effects=tuple(_effect(effect, confirmed, words["level"]) for effect in words["effects"]),
        symbols=None if symbols == UNKNOWN else tuple(symbols),
        points=_number(words.get("vp", UNKNOWN)),
        rest=words["count"] == REST,
    )


def _number(value: Any) -> int | None:
    return value if type(value) is int else None


def _effect(words: Mapping[str, Any], confirmed: bool, level: str) -> Effect:
    """Its own level counts before that of the card."""
    level = words.get("level", level)
    facts = {name: value for name, value in words.items() if name not in ("op", "level")}
    return Effect(words["op"], facts, level, confirmed or level in SURE)


# Checking (CG-108 to CG-114)


def faults_of(document: Any) -> Iterator[tuple[str, Detail]]:
    """What is wrong with a card set, by rule; the rule is empty for what is not even a form."""
    wrong = _form(document)
    if wrong is not None:
        yield "", wrong
        return
    yield from _building(document)
    yield from _resources(document)
    for card in document["expansions"]:
        if card.get("vp", UNKNOWN) not in (3, 4, UNKNOWN):
            yield "CG-110", says(marked("{card} is worth {points}"), card=card["name"], **_vp(card))
    yield from _expansion_counts(document)
    yield from _event_counts(document)
    yield from _protections(document)
    for card in (*document["expansions"], *document["events"]):
        for effect in card["effects"]:
            yield from _effect_faults(card, effect)


def _vp(card: Mapping[str, Any]) -> dict[str, object]:
    return {"points": card["vp"]}


def _form(document: Any) -> Detail | None:
    """Whether all parts are there with the right shapes."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        return says(marked("the format is not {format}"), format=FORMAT)
    shapes = {
        "id": _is_name,
        "resources": _is_counts,
        "building": _is_building,
        "destiny": _is_destiny,
        "expansions": _is_cards,
        "events": _is_cards,
    }
    for name, fits in shapes.items():
        if not fits(document.get(name)):
            return says(marked("{part} is missing or has another form"), part=name)
    return None


MOST: Final = 99
LONGEST: Final = 200
NAME: Final = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 40 and NAME.issuperset(value)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST


def _is_counts(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.keys() == RESOURCE_CARDS.keys()
        and all(map(_is_count, value.values()))
    )


def _is_building(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(row, dict)
        and row.get("kind") in KINDS
        and row.get("symbol") in SYMBOLS
        and _is_count(row.get("count"))
        for row in value
    )


def _is_destiny(value: Any) -> bool:
    if not isinstance(value, dict) or value.keys() != {"white", "other"}:
        return False
    sides = [value["white"], value["other"]]
    if not all(isinstance(side, str) and side in DIRECTIONS for side in sides):
        return False
    return DIRECTIONS[sides[0]] == -DIRECTIONS[sides[1]]


def _is_cards(value: Any) -> bool:
    return (
        isinstance(value, list)
        and 0 < len(value) <= MOST
        and all(map(_is_card, value))
        and len({card["id"] for card in value}) == len(value)
    )


def _is_card(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and _is_name(value.get("id"))
        and isinstance(value.get("name"), str)
        and 0 < len(value["name"]) <= LONGEST
        and isinstance(value.get("level"), str)
        and type(value.get("confirmed", False)) is bool
        and (_is_count(value.get("count")) or value.get("count") in (UNKNOWN, REST))
        and _is_symbols(value.get("symbols", UNKNOWN))
        and isinstance(value.get("effects"), list)
        and all(
            isinstance(effect, dict)
            and isinstance(effect.get("op"), str)
            and isinstance(effect.get("level", ""), str)
            for effect in value["effects"]
        )
    )


def _is_symbols(value: Any) -> bool:
    if value == UNKNOWN:
        return True
    return isinstance(value, list) and all(
        type(symbol) is int and symbol in SYMBOLS for symbol in value
    )


def _building(document: Mapping[str, Any]) -> Iterator[tuple[str, Detail]]:
    for kind, printed in zip(KINDS, PRINTED, strict=True):
        count = sum(row["count"] for row in document["building"] if row["kind"] == kind)
        if count != printed:
            yield (
                "CG-108",
                says(
                    marked("{count} cards of the kind {kind}, not {printed}"),
                    count=count,
                    kind=kind,
                    printed=printed,
                ),
            )


def _resources(document: Mapping[str, Any]) -> Iterator[tuple[str, Detail]]:
    for resource, printed in RESOURCE_CARDS.items():
        count = document["resources"][resource]
        if count != printed:
            yield (
                "CG-109",
                says(
                    marked("{count} cards of {resource}, not {printed}"),
                    count=count,
                    resource=resource,
                    printed=printed,
                ),
            )


def _expansion_counts(document: Mapping[str, Any]) -> Iterator[tuple[str, Detail]]:
    counts = [card["count"] for card in document["expansions"]]
    known = sum(count for count in counts if type(count) is int)
    printed = PRINTED[EXPANSION]
    if known > printed or (known < printed and all(type(count) is int for count in counts)):
        yield (
            "CG-111",
            says(
                marked("{count} city expansions, not {printed}"),
                count=known,
                printed=printed,
            ),
        )


def _event_counts(document: Mapping[str, Any]) -> Iterator[tuple[str, Detail]]:
    counts = [card["count"] for card in document["events"]]
    known = sum(count for count in counts if type(count) is int)
    printed = PRINTED[SETTLEMENT]
    if known > printed or (known < printed and all(type(count) is int for count in counts)):
        yield (
            "CG-112",
            says(marked("{count} events, not {printed}"), count=known, printed=printed),
        )
    for card in document["events"]:
        # A field that says neither yes nor no is a fault of its own.
        if card["id"] == THIEF_ATTACK and not any(
            effect["op"] == "flip_destiny" and effect.get("must") not in (False, UNKNOWN)
            for effect in card["effects"]
        ):
            yield "CG-112", says(marked("{card} does not turn the destiny card"), card=card["name"])


THIEF_ATTACK: Final = "thief-attack"


def _protections(document: Mapping[str, Any]) -> Iterator[tuple[str, Detail]]:
    protected = {
        card["id"]: {
            (effect.get("kind"), effect.get("first"))
            for effect in card["effects"]
            if effect["op"] == "protect"
        }
        for card in document["expansions"]
        if card["id"] in ("church", "fortress")
    }
    found = sorted(map(sorted, protected.values()))
    if found != [[("knight", 1)], [("road", 3)]]:
        yield (
            "CG-113",
            says(marked("Church and Fortress do not protect one knight and three roads")),
        )


def _effect_faults(
    card: Mapping[str, Any], effect: Mapping[str, Any]
) -> Iterator[tuple[str, Detail]]:
    fields = VOCABULARY.get(effect["op"])
    if fields is None:
        yield (
            "CG-114",
            says(marked("{card} has the effect {op}"), card=card["name"], op=effect["op"]),
        )
        return
    given = effect.keys() - {"op", "level"}
    for name in sorted(given | fields.keys()):
        if name in fields and name in given and not _fits(fields[name], effect[name]):
            yield (
                "CG-114",
                says(
                    marked("{field} of the effect {op} of {card} is {value}, not {expected}"),
                    card=card["name"],
                    op=effect["op"],
                    field=name,
                    value=effect[name],
                    expected=_expected(fields[name]),
                ),
            )
        elif name not in fields or name not in given:
            yield (
                "CG-114",
                says(
                    marked("the effect {op} of {card} has another field than {field}"),
                    card=card["name"],
                    op=effect["op"],
                    field=name,
                ),
            )


def _fits(wanted: Sequence[str] | type, value: Any) -> bool:
    if value == UNKNOWN:
        return True
    if wanted is int:
        return _is_count(value)
    if wanted is bool:
        return type(value) is bool
    if wanted is str:
        return isinstance(value, str) and len(value) <= LONGEST
    return isinstance(wanted, Sequence) and isinstance(value, str) and value in wanted


def _expected(wanted: Sequence[str] | type) -> Detail:
    """What a field may say, in words."""
    if wanted is int:
        return says(marked("a number from 0 to {most}"), most=MOST)
    if wanted is bool:
        return says(marked("yes or no"))
    if wanted is str:
        return says(marked("a text of at most {count} letters"), count=LONGEST)
    words = wanted if isinstance(wanted, Sequence) else ()
    return says("{words}", words=", ".join(words))
