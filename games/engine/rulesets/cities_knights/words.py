"""How actions of Cities & Knights are written: `3+5b`, `M c2n>c3n`, `D Ben Cr`, `Sm c2n c3n`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from games.engine.core import NOBODY, Action, Seat
from games.engine.document import Field
from games.engine.forms import Act, spoken
from games.engine.record import ANY_NUMBER, GAINED, SWITCH, Notation, Table, Words
from games.engine.rulesets.base import words as base
from games.engine.rulesets.base.island import take_spot
from games.engine.rulesets.base.sorts import CARDS, SPOT, write_gains
from games.engine.rulesets.cities_knights.decks import COLOURS, DECKS
from games.engine.rulesets.cities_knights.sorts import A_CARD as A_PROGRESS_CARD
from games.engine.rulesets.cities_knights.sorts import (
    A_LEVEL,
    DICE_WORDS,
    FACES,
    HAND,
    LEVEL_FIELDS,
    SORTS,
    read_drawn,
    read_level,
)
from games.engine.words import marked

A_MOVE = marked("a move of a knight such as c2n>c3n")
A_SETTING = marked("the dice that are set and the event die, such as 3+5b")
A_RELAYING = marked("a road taken, and where it is laid again, such as c2e or c2e>d2e")
A_DRIVING = marked("a knight driven off, and where it goes, such as c2n>c3n or c2n>0")
A_DESERTION = marked("a knight removed, and the one placed, such as c2n, c2n>c3n or c2n>c3n=1")
AN_EXCHANGE = marked("an exchange such as B<>M, or B<>0")
NO_DEVELOPMENT = marked("who draws and what: there are no development cards to buy (CK-012)")

DEVELOPMENT = frozenset(CARDS)
DICE_SET = re.compile(rf"(\d)\+(\d)([{FACES}]?)")

# Those that are irregular


def read_produced(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(seat, "produce", (), SORTS.read_gains(words, seat, GAINED))]


def write_produced(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    return write_gains(table, actions[at], GAINED).strip() or f"{GAINED}0", 1


def read_draw(words: Words, seat: Seat) -> Sequence[Action]:
    """`D Ben Cr`; `D N` would be a development card."""
    if words.peek() in DEVELOPMENT and words.peek().casefold() not in words.table.seats:
        words.take(NO_DEVELOPMENT)
        raise words.wrong(NO_DEVELOPMENT)
    owner = words.seat()
    return [
        words.action(owner, "draw", read_drawn(words, words.take(A_PROGRESS_CARD), A_PROGRESS_CARD))
    ]


def read_improve(words: Words, seat: Seat) -> Sequence[Action]:
    track, level, crane = read_level(words, words.take(A_LEVEL), A_LEVEL)
    spot = take_spot(words) if SPOT.fullmatch(words.peek()) else NOBODY
    return [words.action(seat, "improve", (track, level, spot, crane))]


def write_improve(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    track, level, spot, crane = actions[at].facts
    text = f"I {COLOURS[track]}{level}{'-' if crane else ''}"
    return text if spot == NOBODY else f"{text} {table.places.intersection_names[spot]}", 1


def read_alchemist(words: Words, seat: Seat) -> Sequence[Action]:
    """The dice that are set; with the face of the event die the roll as well."""
    found = DICE_SET.fullmatch(words.take(A_SETTING))
    if found is None:
        raise words.wrong(A_SETTING)
    red, yellow = int(found[1]), int(found[2])
    read = [words.action(seat, "alchemist", (red, yellow))]
    if found[3]:
        facts = (red + yellow, red, yellow, FACES.index(found[3]))
        read.append(words.action(seat, "roll", facts))
    return read


def write_alchemist(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    red, yellow = action.facts
    following = actions[at + 1] if at + 1 < len(actions) else None
    if (
        following is not None
        and following.ruling == action.ruling
        and following.verb == "roll"
        and following.seat == action.seat
        and following.facts[1:3] == action.facts
    ):
        return f"Al {red}+{yellow}{FACES[following.facts[3]]}", 2
    return f"Al {red}+{yellow}", 1


def read_set(table: Table, value: Any) -> tuple[int, ...] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    return tuple(value) if all(type(die) is int and 0 <= die <= 9 for die in value) else None


SET = Field(
    "dice",
    lambda table, facts: list(facts),
    read_set,
    width=2,
    asked="pair",
    words=DICE_WORDS,
)

# All of them

OF_CARDS = (
    Act(
        "alchemist",
        "Al",
        "plays Alchemist",
        leads="roll",
        read=read_alchemist,
        write=write_alchemist,
        fields=(SET,),
    ),
    Act("mining", "Mi +", "plays Mining"),
    Act("engineer", "En {intersection:spot}", "plays Engineer"),
    Act("crane", "Cr", "plays Crane"),
    Act("smith", "Sm {knight:spot}[ {other:spot}]", "plays Smith"),
    Act("medicine", "Me {intersection:spot}", "plays Medicine"),
    Act("road_building", "Rb", "plays Road Building", leads="free_road", then="free_road", most=2),
    Act("inventor", "In {hex} {other:hex}", "plays Inventor"),
    Act("irrigation", "Ir +", "plays Irrigation"),
    Act("bishop", "Bi {thefts}", "plays Bishop"),
    Act("diplomat", "Di {path}[>{laid:path}]", "plays Diplomat", expected=A_RELAYING),
    Act("warlord", "Wa", "plays Warlord"),
    Act("wedding", "We", "plays Wedding"),
    Act("intrigue", "It {knight:spot}>{displaced_to:away}", "plays Intrigue", expected=A_DRIVING),
    Act("saboteur", "Sa", "plays Saboteur"),
    Act("spy", "Sp {from:seat} {card}", "plays Spy"),
    Act(
        "deserter",
        "De {knight:spot}[>{placed:spot}[={strength:rank}]]",
        "plays Deserter",
        expected=A_DESERTION,
    ),
    Act("merchant", "Mt {hex}", "plays Merchant"),
    Act("commercial_harbour", "Ch", "plays Commercial Harbour"),
    Act("merchant_fleet", "Mf", "plays Merchant Fleet"),
    Act("master_merchant", "Mm {from:seat} {cards:hand}", "plays Master Merchant"),
    Act("commodity_monopoly", "Cm {kind:commodity} -", "plays Commodity Monopoly"),
    Act("resource_monopoly", "Rm {kind} -", "plays Resource Monopoly"),
)
"""Progress cards that are played; their marks are the letters of the cards."""

NAMES = {card.letters: card.name for deck in DECKS for card in deck}

CARD_OF = {act.verb: act.mark for act in OF_CARDS}
"""The card that a verb plays, by its letters."""

TAKING = frozenset(act.verb for act in OF_CARDS if "{card}" in act.form)
"""What plays a card and takes another one."""

ACTS = (
    *base.ISLAND_ACTS,
    *(replace(act, label=NAMES[act.mark]) for act in OF_CARDS),
    Act("gift", "G @ {cards:hand}", "gives cards for the Wedding", "Gift for the Wedding"),
    Act(
        "exchange",
        "J {with:seat} {give:kind}<>{get:got}",
        "exchanges by the Commercial Harbour",
        "Exchange by the harbour",
        AN_EXCHANGE,
    ),
    Act(
        "found_city",
        "C {intersection:spot} +",
        "founds a city",
        "City",
        opens=True,
        leads="found_road",
    ),
    Act("roll", "{rolled}", "rolls", "Roll"),
    Act(
        "produce",
        GAINED,
        "tells what the roll brought",
        "What the roll brought",
        seldom=True,
        read=read_produced,
        write=write_produced,
    ),
    Act("commit", "H @ {knights:spots}", "declares knights", "Declare knights"),
    Act(
        "lose_city",
        "B @ {intersection:spot}",
        "gives up a city",
        "Give a city up",
        because=marked("The barbarians have attacked and won."),
    ),
    Act(
        "draw",
        "D @ {card:drawn}",
        "draws a progress card",
        "Draw a progress card",
        read=read_draw,
    ),
    Act("give_back", "E @ {card}", "gives a progress card back", "Give a progress card back"),
    Act("aqueduct", "Q @ {card:chosen}", "uses the Aqueduct", "Aqueduct"),
    Act("wall", "W {intersection:spot}", "builds a city wall", "City wall"),
    Act(
        "improve",
        "I",
        "improves the cities",
        "City improvement",
        read=read_improve,
        write=write_improve,
        fields=LEVEL_FIELDS,
    ),
    Act("recruit", "N {intersection:spot}", "recruits a knight", "Recruit a knight"),
    Act("activate", "A {intersection:spot}", "activates a knight", "Activate a knight"),
    Act("promote", "L {intersection:spot}", "promotes a knight", "Promote a knight"),
    Act(
        "displace",
        "M {from:spot}>{to:spot}*{displaced_to:away}",
        "displaces a knight",
        "Displace a knight",
        A_MOVE,
    ),
    Act("move_knight", "M {from:spot}>{to:spot}", "moves a knight", "Move a knight", A_MOVE),
    Act(
        "chase",
        "Z {intersection:spot}",
        "chases the robber",
        "Chase the robber",
        leads="robber",
        then="robber",
    ),
)

NOTATION = spoken(
    Notation(
        ground=replace(base.NOTATION.ground, players_rule="CK-021"),
        an_action=base.NOTATION.an_action,
        a_turn=marked("a turn such as 1 Anna 3+5b, or a header"),
        options={"target": ANY_NUMBER, "experienced": SWITCH},
        gained=HAND("gains"),
    ),
    ACTS,
    SORTS,
)
