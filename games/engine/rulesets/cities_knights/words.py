"""How actions of Cities & Knights are written: `3+5b`, `N c2n`, `M c2n>c3n`, `D Ben Cr`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from games.engine.core import NOBODY, Action, Seat
from games.engine.document import Field
from games.engine.record import ANY_NUMBER, DICE, GAINED, SWITCH, Reader, Table, Words, Writer
from games.engine.rulesets.base import fields
from games.engine.rulesets.base import words as base
from games.engine.rulesets.base.island import spot_of, take_spot
from games.engine.rulesets.base.packed import LETTERS
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.cities_knights import card_words
from games.engine.rulesets.cities_knights.decks import TRACK_NAMES
from games.engine.rulesets.cities_knights.hand import NAMES
from games.engine.rulesets.cities_knights.letters import (
    A_PLACE,
    CARD,
    COLOURS,
    DICE_WORDS,
    FACES,
    HAND,
    SPOT,
    card,
    card_word,
    cards,
    kind_of,
    maybe_spot,
    spot_field,
    spot_or_nobody,
)
from games.engine.words import marked

ROLL = re.compile(rf"(\d)\+(\d)([{FACES}])")
LEVEL = re.compile(rf"([{COLOURS}])(\d)(-?)")

A_ROLL = marked("a roll of the red, yellow and event die such as 3+5b")
A_LEVEL = marked("a level of an improvement such as y3")
A_MOVE = marked("a move of a knight such as c2n>c3n")

# Reading


def read_roll(words: Words, seat: Seat) -> Sequence[Action]:
    found = ROLL.fullmatch(words.take(A_ROLL))
    if found is None:
        raise words.wrong(A_ROLL)
    red, yellow = int(found[1]), int(found[2])
    return [words.action(seat, "roll", (red + yellow, red, yellow, FACES.index(found[3])))]


def read_produced(words: Words, seat: Seat) -> Sequence[Action]:
    gains = base.read_gains(words, seat, GAINED, base.GAINS, cards)
    return [words.action(seat, "produce", (), gains)]


def read_found(verb: str) -> Reader:
    def read(words: Words, seat: Seat) -> Sequence[Action]:
        facts = (take_spot(words),)
        gains = base.read_gains(words, seat, GAINED, base.GAINS, cards)
        return [words.action(seat, verb, facts, gains)]

    return read


def read_draw(words: Words, seat: Seat) -> Sequence[Action]:
    """`D Ben Cr`; `D N` would be a development card."""
    if words.peek() in DEVELOPMENT and words.peek().casefold() not in words.table.seats:
        words.take(NO_DEVELOPMENT)
        raise words.wrong(NO_DEVELOPMENT)
    return [words.action(words.seat(), "draw", card(words, waiver=True))]


DEVELOPMENT = frozenset(base.CARDS)
NO_DEVELOPMENT = marked("who draws and what: there are no development cards to buy (CK-012)")


def read_give_back(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(words.seat(), "give_back", card(words))]


def read_lose(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(words.seat(), "lose_city", (take_spot(words),))]


def read_commit(words: Words, seat: Seat) -> Sequence[Action]:
    """The intersections of the knights, or 0 for none."""
    owner, knights = words.seat(), 0
    if words.peek() == "0":
        words.take(A_PLACE)
    else:
        knights = 1 << take_spot(words)
        while SPOT.fullmatch(words.peek()):
            knights |= 1 << take_spot(words)
    return [words.action(owner, "commit", (knights,))]


def read_aqueduct(words: Words, seat: Seat) -> Sequence[Action]:
    owner = words.seat()
    return [words.action(owner, "aqueduct", (kind_of(words, words.take(base.A_RESOURCE)),))]


def read_improve(words: Words, seat: Seat) -> Sequence[Action]:
    found = LEVEL.fullmatch(words.take(A_LEVEL))
    if found is None:
        raise words.wrong(A_LEVEL)
    track, level, crane = COLOURS.index(found[1]), int(found[2]), int(bool(found[3]))
    spot = take_spot(words) if SPOT.fullmatch(words.peek()) else NOBODY
    return [words.action(seat, "improve", (track, level, spot, crane))]


def read_move(words: Words, seat: Seat) -> Sequence[Action]:
    """`c2n>c3n`, and behind a star where the knight goes that is displaced: `c2n>c3n*d3n`."""
    start, arrow, rest = words.take(A_MOVE).partition(">")
    target, star, away = rest.partition("*")
    if not arrow:
        raise words.wrong(A_MOVE)
    facts = (spot_of(words, start), spot_of(words, target))
    if not star:
        return [words.action(seat, "move_knight", facts)]
    return [words.action(seat, "displace", (*facts, spot_or_nobody(words, away)))]


def read_chase(words: Words, seat: Seat) -> Sequence[Action]:
    chase = words.action(seat, "chase", (take_spot(words),))
    if base.HEX.fullmatch(words.peek()):
        return [chase, *base.read_robber(words, seat, LETTERS)]
    return [chase]


# Writing


def write_roll(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    return rolled(actions[at]), 1


def rolled(action: Action) -> str:
    _sum, red, yellow, event = action.facts
    return f"{red}+{yellow}{FACES[event]}"


def write_produced(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    return base.write_gains(table, actions[at], GAINED).strip() or f"{GAINED}0", 1


def write_found(mark: str) -> Writer:
    def write(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
        action = actions[at]
        spot = table.places.intersection_names[action.facts[0]]
        return f"{mark} {spot}{base.write_gains(table, action, GAINED)}", 1

    return write


def write_draw(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    return f"D {table.handle(action.seat)} {card_word(*action.facts)}", 1


def write_give_back(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    return f"E {table.handle(action.seat)} {card_word(*action.facts)}", 1


def write_lose(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    return f"B {table.handle(action.seat)} {base.spot_name(table, action.facts[0])}", 1


def write_commit(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    spots = " ".join(base.spot_name(table, spot) for spot in bits(action.facts[0]))
    return f"H {table.handle(action.seat)} {spots or '0'}", 1


def write_aqueduct(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    return f"Q {table.handle(action.seat)} {LETTERS[action.facts[0]]}", 1


def write_improve(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    track, level, spot, crane = actions[at].facts
    text = f"I {COLOURS[track]}{level}{'-' if crane else ''}"
    return text if spot == NOBODY else f"{text} {base.spot_name(table, spot)}", 1


def write_move(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    start, target = (base.spot_name(table, spot) for spot in actions[at].facts)
    return f"M {start}>{target}", 1


def write_displace(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    start, target, away = actions[at].facts
    one, other = base.spot_name(table, start), base.spot_name(table, target)
    return f"M {one}>{other}*{maybe_spot(table, away)}", 1


def write_chase(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    text = f"Z {base.spot_name(table, action.facts[0])}"
    following = actions[at + 1] if at + 1 < len(actions) and not action.ruling else None
    if following is None or following.verb != "robber" or following.seat != action.seat:
        return text, 1
    robbery, _count = base.write_robber(table, actions, at + 1)
    return text + robbery[1:], 2


# JSON

FACE_WORDS = (
    marked("yellow gate"),
    marked("blue gate"),
    marked("green gate"),
    marked("ship"),
)


def spots_field(name: str) -> Field:
    """Several intersections by their names, as a mask."""

    def read(table: Table, value: Any) -> tuple[int, ...] | None:
        if not isinstance(value, list):
            return None
        mask = 0
        for spot in value:
            place = table.places.intersection_named.get(spot) if isinstance(spot, str) else None
            if place is None:
                return None
            mask |= 1 << place
        return (mask,)

    def write(table: Table, facts: tuple[int, ...]) -> list[str]:
        return [table.places.intersection_names[spot] for spot in bits(facts[0])]

    return Field(name, write, read, asked="intersections")


ROLLED = (
    fields.ROLLED._replace(asked="pair", words=DICE_WORDS),
    fields.kind_field("event", FACE_WORDS),
)
"""Red and yellow die, then the event die."""

FIELDS: Mapping[str, Sequence[Field]] = {
    "start_roll": (fields.ROLLED,),
    "found": (fields.INTERSECTION,),
    "found_city": (fields.INTERSECTION,),
    "found_road": (fields.PATH_FIELD,),
    "roll": ROLLED,
    "commit": (spots_field("knights"),),
    "lose_city": (fields.INTERSECTION,),
    "draw": (CARD,),
    "give_back": (CARD,),
    "aqueduct": (card_words.kind_field("card"),),
    "discard": (HAND("cards"),),
    "robber": (
        *fields.FIELDS["robber"][:2],
        fields.maybe(fields.kind_field("card", NAMES)),
    ),
    "road": (fields.PATH_FIELD,),
    "free_road": (fields.PATH_FIELD,),
    "move_road": (fields.PATH_FIELD,),
    "settle": (fields.INTERSECTION,),
    "city": (fields.INTERSECTION,),
    "wall": (fields.INTERSECTION,),
    "improve": (
        fields.kind_field("track", TRACK_NAMES),
        Field("level", fields.write_number, fields.read_number, asked="number"),
        fields.maybe(spot_field("metropolis")),
        fields.kind_field("crane", (marked("no"), marked("yes"))),
    ),
    "recruit": (fields.INTERSECTION,),
    "activate": (fields.INTERSECTION,),
    "promote": (fields.INTERSECTION,),
    "move_knight": (spot_field("from"), spot_field("to")),
    "displace": (spot_field("from"), spot_field("to"), fields.maybe(spot_field("displaced_to"))),
    "chase": (fields.INTERSECTION,),
    "bank": (HAND("give"), HAND("take")),
    "deal": (fields.FIELDS["deal"][0], HAND("give"), HAND("get")),
    **card_words.FIELDS,
}

READERS: dict[str, Reader] = {
    DICE: read_roll,
    GAINED: read_produced,
    "D": read_draw,
    "E": read_give_back,
    "B": read_lose,
    "H": read_commit,
    "Q": read_aqueduct,
    "X": partial(base.read_discard, cards=cards),
    "K": partial(base.read_robber, letters=LETTERS),
    "R": base.on_path("road"),
    "F": base.on_path("free_road"),
    "U": base.read_moved_road,
    "S": base.at_spot("settle"),
    "C": base.at_spot("city"),
    "W": base.at_spot("wall"),
    "I": read_improve,
    "N": base.at_spot("recruit"),
    "A": base.at_spot("activate"),
    "L": base.at_spot("promote"),
    "M": read_move,
    "Z": read_chase,
    "T": partial(base.read_bank, cards=cards),
    "P": partial(base.read_deal, cards=cards),
    **{mark: base.READERS[mark] for mark in ("*", "BELL", "GIVES-UP", "STOP")},
    **card_words.READERS,
}

WRITERS: dict[str, Writer] = {
    "start_roll": base.write_start_roll,
    "found": write_found("S"),
    "found_city": write_found("C"),
    "found_road": base.words_of("R", base.path_name),
    "roll": write_roll,
    "produce": write_produced,
    "commit": write_commit,
    "lose_city": write_lose,
    "draw": write_draw,
    "give_back": write_give_back,
    "aqueduct": write_aqueduct,
    "discard": base.write_discard,
    "robber": base.write_robber,
    "road": base.words_of("R", base.path_name),
    "free_road": base.words_of("F", base.path_name),
    "move_road": base.write_moved_road,
    "settle": base.words_of("S", base.spot_name),
    "city": base.words_of("C", base.spot_name),
    "wall": base.words_of("W", base.spot_name),
    "improve": write_improve,
    "recruit": base.words_of("N", base.spot_name),
    "activate": base.words_of("A", base.spot_name),
    "promote": base.words_of("L", base.spot_name),
    "move_knight": write_move,
    "displace": write_displace,
    "chase": write_chase,
    "bank": base.write_bank,
    "deal": base.write_deal,
    "claim": base.word("*"),
    "bell": base.word("BELL"),
    "concede": base.word("GIVES-UP"),
    "abandon": base.word("STOP"),
    **card_words.WRITERS,
}

LABELS = {
    **fields.LABELS,
    **card_words.LABELS,
    "found_city": marked("City"),
    "produce": marked("What the roll brought"),
    "commit": marked("Declare knights"),
    "lose_city": marked("Give a city up"),
    "draw": marked("Draw a progress card"),
    "give_back": marked("Give a progress card back"),
    "aqueduct": marked("Aqueduct"),
    "wall": marked("City wall"),
    "improve": marked("City improvement"),
    "recruit": marked("Recruit a knight"),
    "activate": marked("Activate a knight"),
    "promote": marked("Promote a knight"),
    "move_knight": marked("Move a knight"),
    "displace": marked("Displace a knight"),
    "chase": marked("Chase the robber"),
}
"""Short names of the verbs."""

NOTATION = replace(
    base.NOTATION,
    ground=replace(base.NOTATION.ground, players_rule="CK-021"),
    a_turn=marked("a turn such as 1 Anna 3+5b, or a header"),
    options={"target": ANY_NUMBER, "experienced": SWITCH},
    opening={
        DICE: base.read_start_roll,
        "S": read_found("found"),
        "C": read_found("found_city"),
        "R": base.on_path("found_road"),
        "U": base.read_moved_road,
    },
    turn=READERS,
    write=WRITERS,
    openers=frozenset({"start_roll", "found", "found_city", "found_road"}),
    fields=FIELDS,
    gained=HAND("gains"),
    named=frozenset({"discard", "draw", "give_back", "gift", "lose_city", "commit", "aqueduct"}),
    labels=LABELS,
    seldom=base.NOTATION.seldom | {"produce"},
    leads={
        "found": "found_road",
        "found_city": "found_road",
        "end_turn": "roll",
        "alchemist": "roll",
        "chase": "robber",
        "road_building": "free_road",
    },
)

DEEDS = {
    **base.DEEDS,
    **card_words.DEEDS,
    "found_city": marked("founds a city"),
    "produce": marked("tells what the roll brought"),
    "commit": marked("declares knights"),
    "lose_city": marked("gives up a city"),
    "draw": marked("draws a progress card"),
    "give_back": marked("gives a progress card back"),
    "aqueduct": marked("uses the Aqueduct"),
    "wall": marked("builds a city wall"),
    "improve": marked("improves the cities"),
    "recruit": marked("recruits a knight"),
    "activate": marked("activates a knight"),
    "promote": marked("promotes a knight"),
    "move_knight": marked("moves a knight"),
    "displace": marked("displaces a knight"),
    "chase": marked("chases the robber"),
}
"""What a player does, by verb."""
