"""How progress cards are played in writing: `Mi`, `Sm c2n c3n`, `Di c2e>d2e`, `Ch J Ben B<>M`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.core import NOBODY, Action, Seat
from games.engine.document import Field
from games.engine.record import GAINED, Reader, Table, Words, Writer
from games.engine.rulesets.base import fields
from games.engine.rulesets.base import words as base
from games.engine.rulesets.base.island import A_HEX, hex_of, path_of, spot_of, take_spot
from games.engine.rulesets.base.packed import LETTERS, PLACE, in_words
from games.engine.rulesets.cities_knights.hand import NAMES
from games.engine.rulesets.cities_knights.letters import (
    CARD,
    DICE_WORDS,
    FACES,
    HAND,
    NAMED_KINDS,
    SOME_CARDS,
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

DICE_SET = re.compile(rf"(\d)\+(\d)([{FACES}]?)")

A_SETTING = marked("the dice that are set and the event die, such as 3+5b")
A_RELAYING = marked("a road taken, and where it is laid again, such as c2e or c2e>d2e")
A_DRIVING = marked("a knight driven off, and where it goes, such as c2n>c3n or c2n>0")
A_DESERTION = marked("a knight removed, and the one placed, such as c2n, c2n>c3n or c2n>c3n=1")
AN_EXCHANGE = marked("an exchange such as B<>M, or B<>0")

# Reading


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


def read_smith(words: Words, seat: Seat) -> Sequence[Action]:
    one = take_spot(words)
    other = take_spot(words) if SPOT.fullmatch(words.peek()) else NOBODY
    return [words.action(seat, "smith", (one, other))]


def read_inventor(words: Words, seat: Seat) -> Sequence[Action]:
    facts = tuple(hex_of(words, words.take(A_HEX)) for _ in range(2))
    return [words.action(seat, "inventor", facts)]


def read_merchant(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(seat, "merchant", (hex_of(words, words.take(A_HEX)),))]


def read_bishop(words: Words, seat: Seat) -> Sequence[Action]:
    """`c3<Ben:O<Cyril:?`: a card from each opponent there."""
    text = words.take(base.A_THEFT)
    place, *victims = text.split("<")
    hex_, stolen = hex_of(words, place), 0
    for victim in victims:
        name, colon, letter = victim.partition(":")
        other = words.seat(name)
        if not colon:
            raise words.wrong(base.A_THEFT)
        if stolen >> 8 * other & PLACE:
            raise words.wrong(ONE_CARD_EACH)
        stolen += base.letter(words, letter, LETTERS) + 1 << 8 * other
    return [words.action(seat, "bishop", (hex_, stolen))]


ONE_CARD_EACH = marked("one card from each opponent (CK-252)")


def read_diplomat(words: Words, seat: Seat) -> Sequence[Action]:
    taken, arrow, laid = words.take(A_RELAYING).partition(">")
    facts = (path_of(words, taken), path_of(words, laid) if arrow else NOBODY)
    return [words.action(seat, "diplomat", facts)]


def read_intrigue(words: Words, seat: Seat) -> Sequence[Action]:
    spot, arrow, away = words.take(A_DRIVING).partition(">")
    if not arrow:
        raise words.wrong(A_DRIVING)
    facts = (spot_of(words, spot), spot_or_nobody(words, away))
    return [words.action(seat, "intrigue", facts)]


def read_deserter(words: Words, seat: Seat) -> Sequence[Action]:
    removed, arrow, placed = words.take(A_DESERTION).partition(">")
    new, equals, rank = placed.partition("=")
    if equals and rank not in ("1", "2", "3"):
        raise words.wrong(A_DESERTION)
    facts = (
        spot_of(words, removed),
        spot_of(words, new) if arrow else NOBODY,
        int(rank) if equals else 0,
    )
    return [words.action(seat, "deserter", facts)]


def read_gift(words: Words, seat: Seat) -> Sequence[Action]:
    owner = words.seat()
    given = cards(words, words.take(SOME_CARDS), SOME_CARDS)
    return [words.action(owner, "gift", (given,))]


def read_spy(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(seat, "spy", (words.seat(), *card(words)))]


def read_exchange(words: Words, seat: Seat) -> Sequence[Action]:
    opponent = words.seat()
    give, arrow, get = words.take(AN_EXCHANGE).partition("<>")
    if not arrow:
        raise words.wrong(AN_EXCHANGE)
    got = NOBODY if get == "0" else base.letter(words, get, LETTERS)
    return [words.action(seat, "exchange", (opponent, kind_of(words, give), got))]


def read_master(words: Words, seat: Seat) -> Sequence[Action]:
    opponent = words.seat()
    taken = cards(words, words.take(SOME_CARDS), SOME_CARDS)
    return [words.action(seat, "master_merchant", (opponent, taken))]


A_COMMODITY = marked("one of the commodities M, P, C (CK-290)")


def read_monopoly(verb: str, expected: str = NAMED_KINDS) -> Reader:
    def read(words: Words, seat: Seat) -> Sequence[Action]:
        kind = kind_of(words, words.take(expected), expected)
        gains = base.read_gains(words, seat, "-", base.LOSSES, cards)
        return [words.action(seat, verb, (kind,), gains)]

    return read


def read_harvest(verb: str) -> Reader:
    def read(words: Words, seat: Seat) -> Sequence[Action]:
        gains = base.read_gains(words, seat, GAINED, base.GAINS, cards)
        return [words.action(seat, verb, (), gains)]

    return read


READERS: Mapping[str, Reader] = {
    "Al": read_alchemist,
    "Mi": read_harvest("mining"),
    "En": base.at_spot("engineer"),
    "Cr": base.alone("crane"),
    "Sm": read_smith,
    "Me": base.at_spot("medicine"),
    "Rb": base.read_roads,
    "In": read_inventor,
    "Ir": read_harvest("irrigation"),
    "Bi": read_bishop,
    "Di": read_diplomat,
    "Wa": base.alone("warlord"),
    "We": base.alone("wedding"),
    "It": read_intrigue,
    "Sa": base.alone("saboteur"),
    "Sp": read_spy,
    "De": read_deserter,
    "Mt": read_merchant,
    "Ch": base.alone("commercial_harbour"),
    "Mf": base.alone("merchant_fleet"),
    "Mm": read_master,
    "Cm": read_monopoly("commodity_monopoly", A_COMMODITY),
    "Rm": read_monopoly("resource_monopoly"),
    "G": read_gift,
    "J": read_exchange,
}

# Writing


def write_alchemist(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    red, yellow = action.facts
    following = actions[at + 1] if at + 1 < len(actions) and not action.ruling else None
    if (
        following is not None
        and following.verb == "roll"
        and following.seat == action.seat
        and following.facts[1:3] == action.facts
    ):
        return f"Al {red}+{yellow}{FACES[following.facts[3]]}", 2
    return f"Al {red}+{yellow}", 1


def write_smith(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    spots = (base.spot_name(table, spot) for spot in actions[at].facts if spot != NOBODY)
    return f"Sm {' '.join(spots)}", 1


def write_roads(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    text, count = base.write_roads(table, actions, at)
    return f"Rb{text[1:]}", count


def write_inventor(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    one, other = (table.places.hex_names[hex_] for hex_ in actions[at].facts)
    return f"In {one} {other}", 1


def write_bishop(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    hex_, stolen = actions[at].facts
    thefts = (
        f"<{table.handle(seat)}:{LETTERS[place - 1]}"
        for seat, place in enumerate(stolen.to_bytes(8, "little"))
        if place
    )
    return f"Bi {table.places.hex_names[hex_]}{''.join(thefts)}", 1


def write_diplomat(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    taken, laid = actions[at].facts
    again = "" if laid == NOBODY else f">{base.path_name(table, laid)}"
    return f"Di {base.path_name(table, taken)}{again}", 1


def write_intrigue(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    spot, away = actions[at].facts
    return f"It {base.spot_name(table, spot)}>{maybe_spot(table, away)}", 1


def write_deserter(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    removed, placed, rank = actions[at].facts
    text = f"De {base.spot_name(table, removed)}"
    if placed != NOBODY:
        text += f">{base.spot_name(table, placed)}{f'={rank}' if rank else ''}"
    return text, 1


def write_gift(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    return f"G {table.handle(action.seat)} {in_words(action.facts[0]) or '0'}", 1


def write_spy(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    opponent, colour, kind = actions[at].facts
    return f"Sp {table.handle(opponent)} {card_word(colour, kind)}", 1


def write_exchange(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    opponent, give, get = actions[at].facts
    got = "0" if get == NOBODY else LETTERS[get]
    return f"J {table.handle(opponent)} {LETTERS[give]}<>{got}", 1


def write_master(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    opponent, taken = actions[at].facts
    return f"Mm {table.handle(opponent)} {in_words(taken) or '0'}", 1


def write_monopoly(mark: str) -> Writer:
    def write(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
        action = actions[at]
        kind = LETTERS[action.facts[0]]
        return f"{mark} {kind}{base.write_gains(table, action, '-')}", 1

    return write


def write_harvest(mark: str) -> Writer:
    def write(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
        return f"{mark}{base.write_gains(table, actions[at], GAINED)}", 1

    return write


def hex_name(table: Table, hex_: int) -> str:
    name: str = table.places.hex_names[hex_]
    return name


WRITERS: Mapping[str, Writer] = {
    "alchemist": write_alchemist,
    "mining": write_harvest("Mi"),
    "engineer": base.words_of("En", base.spot_name),
    "crane": base.word("Cr"),
    "smith": write_smith,
    "medicine": base.words_of("Me", base.spot_name),
    "road_building": write_roads,
    "inventor": write_inventor,
    "irrigation": write_harvest("Ir"),
    "bishop": write_bishop,
    "diplomat": write_diplomat,
    "warlord": base.word("Wa"),
    "wedding": base.word("We"),
    "gift": write_gift,
    "intrigue": write_intrigue,
    "saboteur": base.word("Sa"),
    "spy": write_spy,
    "deserter": write_deserter,
    "merchant": base.words_of("Mt", hex_name),
    "commercial_harbour": base.word("Ch"),
    "exchange": write_exchange,
    "merchant_fleet": base.word("Mf"),
    "master_merchant": write_master,
    "commodity_monopoly": write_monopoly("Cm"),
    "resource_monopoly": write_monopoly("Rm"),
}

# JSON


def read_set(table: Table, value: Any) -> tuple[int, ...] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    return tuple(value) if all(type(die) is int and 0 <= die <= 9 for die in value) else None


def read_thefts(table: Table, value: Any) -> tuple[int, ...] | None:
    """Kinds by seat, null for those from whom nothing was taken."""
    if not isinstance(value, list) or len(value) != len(table.header.players):
        return None
    stolen = 0
    for seat, word in enumerate(value):
        if word is not None:
            if not isinstance(word, str) or word not in NAMES:
                return None
            stolen += NAMES.index(word) + 1 << 8 * seat
    return (stolen,)


def write_thefts(table: Table, facts: tuple[int, ...]) -> list[str | None]:
    seats = range(len(table.header.players))
    places = [facts[0] >> 8 * seat & PLACE for seat in seats]
    return [NAMES[place - 1] if place else None for place in places]


def kind_field(name: str) -> Field:
    """A kind that is not the unknown one."""

    def read(table: Table, value: Any) -> tuple[int, ...] | None:
        known = isinstance(value, str) and value in NAMES and value != "?"
        return (NAMES.index(value),) if known else None

    def write(table: Table, facts: tuple[int, ...]) -> str:
        return NAMES[facts[0]]

    return Field(name, write, read, asked="word", words=[word for word in NAMES if word != "?"])


def path_field(name: str) -> Field:
    return fields.place_field(name, "path_names", "path_named")


def hex_field(name: str) -> Field:
    return fields.place_field(name, "hex_names", "hex_named")


FIELDS: Mapping[str, Sequence[Field]] = {
    "alchemist": (
        Field(
            "dice",
            lambda table, facts: list(facts),
            read_set,
            width=2,
            asked="pair",
            words=DICE_WORDS,
        ),
    ),
    "engineer": (fields.INTERSECTION,),
    "smith": (spot_field("knight"), fields.maybe(spot_field("other"))),
    "medicine": (fields.INTERSECTION,),
    "inventor": (hex_field("hex"), hex_field("other")),
    "bishop": (
        fields.HEX_FIELD,
        Field("stolen", write_thefts, read_thefts, asked="thefts", words=NAMES),
    ),
    "diplomat": (path_field("path"), fields.maybe(path_field("laid"))),
    "gift": (HAND("cards"),),
    "intrigue": (spot_field("knight"), fields.maybe(spot_field("displaced_to"))),
    "spy": (fields.seat_field("from"), CARD),
    "deserter": (
        spot_field("knight"),
        fields.maybe(spot_field("placed")),
        Field("strength", fields.write_number, fields.read_number, asked="number"),
    ),
    "merchant": (fields.HEX_FIELD,),
    "exchange": (
        fields.seat_field("with"),
        kind_field("give"),
        fields.maybe(fields.kind_field("get", NAMES)),
    ),
    "master_merchant": (fields.seat_field("from"), HAND("cards")),
    "commodity_monopoly": (kind_field("kind"),),
    "resource_monopoly": (kind_field("kind"),),
}

LABELS = {
    "alchemist": marked("Alchemist"),
    "mining": marked("Mining"),
    "engineer": marked("Engineer"),
    "crane": marked("Crane"),
    "smith": marked("Smith"),
    "medicine": marked("Medicine"),
    "inventor": marked("Inventor"),
    "irrigation": marked("Irrigation"),
    "bishop": marked("Bishop"),
    "diplomat": marked("Diplomat"),
    "warlord": marked("Warlord"),
    "wedding": marked("Wedding"),
    "gift": marked("Gift for the Wedding"),
    "intrigue": marked("Intrigue"),
    "saboteur": marked("Saboteur"),
    "spy": marked("Spy"),
    "deserter": marked("Deserter"),
    "merchant": marked("Merchant"),
    "commercial_harbour": marked("Commercial Harbour"),
    "exchange": marked("Exchange by the harbour"),
    "merchant_fleet": marked("Merchant Fleet"),
    "master_merchant": marked("Master Merchant"),
    "commodity_monopoly": marked("Commodity Monopoly"),
    "resource_monopoly": marked("Resource Monopoly"),
}

DEEDS = {
    "alchemist": marked("plays Alchemist"),
    "mining": marked("plays Mining"),
    "engineer": marked("plays Engineer"),
    "crane": marked("plays Crane"),
    "smith": marked("plays Smith"),
    "medicine": marked("plays Medicine"),
    "road_building": marked("plays Road Building"),
    "inventor": marked("plays Inventor"),
    "irrigation": marked("plays Irrigation"),
    "bishop": marked("plays Bishop"),
    "diplomat": marked("plays Diplomat"),
    "warlord": marked("plays Warlord"),
    "wedding": marked("plays Wedding"),
    "gift": marked("gives cards for the Wedding"),
    "intrigue": marked("plays Intrigue"),
    "saboteur": marked("plays Saboteur"),
    "spy": marked("plays Spy"),
    "deserter": marked("plays Deserter"),
    "merchant": marked("plays Merchant"),
    "commercial_harbour": marked("plays Commercial Harbour"),
    "exchange": marked("exchanges by the Commercial Harbour"),
    "merchant_fleet": marked("plays Merchant Fleet"),
    "master_merchant": marked("plays Master Merchant"),
    "commodity_monopoly": marked("plays Commodity Monopoly"),
    "resource_monopoly": marked("plays Resource Monopoly"),
}
