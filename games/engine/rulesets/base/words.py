"""How actions of the base game are written: `S c2n`, `T 4W>O`, `K c3<Anna:?`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from games.engine.core import NOBODY, Action, Seat
from games.engine.record import ANY_NUMBER, DICE, Notation, Table, Words
from games.engine.rulesets.base.ending import ASIDES
from games.engine.rulesets.base.fields import FIELDS, LABELS, MOST, cards_field
from games.engine.rulesets.base.island import ISLAND, hex_of, path_of, take_path, take_spot
from games.engine.rulesets.base.packed import LETTERS, PLACE, UNKNOWN, in_words, pack
from games.engine.words import marked

OURS = LETTERS[: UNKNOWN + 1]
"""The letters of cards in a hand."""

CARDS = "NVLYM?"
"""The letters of the development cards, in the order of their kinds; those that play them, too."""

ROLL = re.compile(r"(\d{1,2})(?:\+(\d{1,2}))?")
HEX = re.compile(r"([A-Za-z]\d{1,2}|\d{1,2}\.\d{1,2})(?:<(.+))?")

A_ROLL = marked("a roll such as 3+5 or 8")
SOME_CARDS = marked("resource cards such as BLWGO or 4W")
A_RESOURCE = marked("one of the resources B, L, W, G, O")
A_CARD = marked("a development card: N, V, L, Y, M or ?")
A_TRADE = marked("a trade with the bank such as 4W>O")
A_DEAL = marked("a deal such as LL<>O")
A_THEFT = marked("a robbery such as c3<Anna:?")
GAINS = marked("cards gained such as +Anna:LL")
LOSSES = marked("cards given up such as -Anna:WW")
A_COUNT = marked("a number of cards")
NO_CARD_IN_A_DEAL = marked("a deal in resources: no other card changes hands (B-103, TG-18)")
NO_CARD_TAKEN = marked("a resource: the robber takes no development card (B-094)")
OTHER_CARDS = re.compile(r"[0-9BLWGO?]*[NVYM][0-9BLWGONVYM?]*")
"""Cards some of which are development cards."""

CardReader = Callable[[Words, str, str], int]
"""Packed cards out of a text, in the letters of the rule set; with what is expected of it."""


def card_reader(letters: str) -> CardReader:
    """A reader of cards such as `WWO`, `2WO` or `?`; `0` is none."""
    group = re.compile(rf"(\d{{0,2}})([{re.escape(letters)}])")
    known = {"0": 0}

    def read(words: Words, text: str, expected: str) -> int:
        packed = known.get(text)
        if packed is not None:
            return packed
        if len(text) > MOST:
            raise words.wrong(expected)
        counts, at = [0] * len(letters), 0
        for found in group.finditer(text):
            if found.start() != at:
                break
            at = found.end()
            counts[letters.index(found[2])] += int(found[1] or 1)
        if at != len(text) or not text or max(counts) > MOST:
            raise words.wrong(expected)
        packed = pack(counts)
        if len(known) < 5000:
            known[text] = packed
        return packed

    return read


cards = card_reader(OURS)
OURS_READ = cards


def resource(words: Words, text: str) -> int:
    return letter(words, text, OURS[:UNKNOWN])


def letter(words: Words, text: str, letters: str, expected: str = A_RESOURCE) -> int:
    """The kind that one of the letters means."""
    kind = letters.find(text) if len(text) == 1 else -1
    if kind < 0:
        raise words.wrong(expected, letters)
    return kind


# Reading


def read_roll(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(seat, "roll", _dice(words), read_gains(words, seat, "+", GAINS))]


def read_start_roll(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(seat, "start_roll", _dice(words))]


def _dice(words: Words) -> tuple[int, ...]:
    text = words.take(A_ROLL)
    facts = _rolls.get(text)
    if facts is None:
        found = ROLL.fullmatch(text)
        if found is None:
            raise words.wrong(A_ROLL)
        one, other = int(found[1]), int(found[2] or 0)
        facts = (one + other, one, other) if found[2] else (one, 0, 0)
    return facts


_rolls = {f"{a}+{b}": (a + b, a, b) for a in range(1, 7) for b in range(1, 7)}


def read_gains(
    words: Words, seat: Seat, sign: str, expected: str, cards: CardReader = cards
) -> tuple[int, ...] | None:
    """Words such as `+Anna:LL`, `+LL` for the player who acts, `+0` for nothing at all."""
    at, line = words.at, words.words
    if at >= len(line) or line[at][0] != sign:
        return None
    gains = [0] * len(words.table.header.players)
    while words.at < len(line) and line[words.at][0] == sign:
        word = words.take(expected)
        name, colon, text = word[1:].rpartition(":")
        other = words.seat(name) if colon else seat
        gains[other] += cards(words, text, expected)
        if (
            gains[other] >> 8 * UNKNOWN & PLACE
            or max(gains[other].to_bytes(len(LETTERS), "little")) > MOST
        ):
            raise words.wrong(expected)
    return tuple(gains)


def read_found(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(seat, "found", (take_spot(words),), read_gains(words, seat, "+", GAINS))]


def read_discard(words: Words, seat: Seat, cards: CardReader = cards) -> Sequence[Action]:
    owner = words.seat()
    return [words.action(owner, "discard", (cards(words, words.take(SOME_CARDS), SOME_CARDS),))]


def read_robber(words: Words, seat: Seat, letters: str = OURS) -> Sequence[Action]:
    return [words.action(seat, "robber", _robbery(words, words.take(A_THEFT), letters))]


def _robbery(words: Words, text: str, letters: str) -> tuple[int, ...]:
    found = HEX.fullmatch(text)
    if found is None:
        raise words.wrong(A_THEFT)
    hex_ = hex_of(words, found[1])
    if not found[2]:
        return (hex_, NOBODY, NOBODY)
    name, colon, card = found[2].partition(":")
    victim = words.seat(name) if name else NOBODY
    if not colon:
        return (hex_, victim, NOBODY)
    if card not in letters and OTHER_CARDS.fullmatch(card):
        raise words.wrong(NO_CARD_TAKEN)
    return (hex_, victim, letter(words, card, letters))


def read_knight(words: Words, seat: Seat) -> Sequence[Action]:
    knight = words.action(seat, "knight")
    if HEX.fullmatch(words.peek()):
        return [knight, *read_robber(words, seat)]
    return [knight]


def read_roads(words: Words, seat: Seat) -> Sequence[Action]:
    """The card and the roads that are laid with it."""
    read = [words.action(seat, "road_building")]
    while len(read) < 3 and PATH.fullmatch(words.peek()):
        read.append(words.action(seat, "free_road", (take_path(words),)))
    return read


PATH = re.compile(r"([A-Za-z]|\d{1,2}\.)\d{1,2}-?[A-Za-z]{1,2}")


def read_invention(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(seat, "invention", (cards(words, words.take(SOME_CARDS), SOME_CARDS),))]


def read_monopoly(words: Words, seat: Seat) -> Sequence[Action]:
    kind = resource(words, words.take(A_RESOURCE))
    return [words.action(seat, "monopoly", (kind,), read_gains(words, seat, "-", LOSSES))]


def read_bank(words: Words, seat: Seat, cards: CardReader = cards) -> Sequence[Action]:
    give, arrow, take = words.take(A_TRADE).partition(">")
    if not arrow:
        raise words.wrong(A_TRADE)
    return [words.action(seat, "bank", (cards(words, give, A_TRADE), cards(words, take, A_TRADE)))]


def read_deal(words: Words, seat: Seat, cards: CardReader = cards) -> Sequence[Action]:
    other = words.seat()
    give, arrow, get = words.take(A_DEAL).partition("<>")
    if not arrow:
        raise words.wrong(A_DEAL)
    if cards is OURS_READ and any(map(OTHER_CARDS.fullmatch, (give, get))):
        raise words.wrong(NO_CARD_IN_A_DEAL)
    return [
        words.action(seat, "deal", (other, cards(words, give, A_DEAL), cards(words, get, A_DEAL)))
    ]


def read_buy(words: Words, seat: Seat) -> Sequence[Action]:
    text = words.take(A_CARD)
    kind = CARDS.find(text) if len(text) == 1 else -1
    if kind < 0:
        raise words.wrong(A_CARD, CARDS)
    return [words.action(seat, "buy", (kind,))]


def read_show(words: Words, seat: Seat) -> Sequence[Action]:
    text = words.take(A_COUNT)
    if not text.isdecimal() or len(text) > 2:
        raise words.wrong(A_COUNT)
    return [words.action(seat, "show", (int(text),))]


def at_spot(verb: str) -> Callable[[Words, Seat], Sequence[Action]]:
    return lambda words, seat: [words.action(seat, verb, (take_spot(words),))]


def on_path(verb: str) -> Callable[[Words, Seat], Sequence[Action]]:
    return lambda words, seat: [words.action(seat, verb, (take_path(words),))]


def read_moved_road(words: Words, seat: Seat) -> Sequence[Action]:
    """`c2e`, or `c1e>c2e` with the path from which the road just built is taken up. Where another
    road was built last, or none, that path is a fact of its own."""
    text = words.peek()
    if ">" not in text:
        return [words.action(seat, "move_road", (take_path(words),))]
    words.take(A_MOVED_ROAD)
    old, _arrow, new = text.partition(">")
    taken, laid = path_of(words, old), path_of(words, new)
    built = next((one for one in reversed(words.done) if one.verb not in ASIDES), None)
    if built is not None and built.verb in LAYS and built.facts[0] == taken:
        return [words.action(seat, "move_road", (laid,))]
    return [words.action(seat, "move_road", (laid, taken))]


def write_moved_road(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    laid, *taken = (path_name(table, path) for path in actions[at].facts)
    return f"U {'>'.join((*taken, laid))}", 1


LAYS = frozenset({"road", "free_road", "move_road", "found_road"})
A_MOVED_ROAD = marked("the path of the road just built and the new one, such as c1e>c2e (TG-17)")


def alone(verb: str) -> Callable[[Words, Seat], Sequence[Action]]:
    return lambda words, seat: [words.action(seat, verb)]


# Writing


def write_roll(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    return roll_in_words(action) + write_gains(table, action, "+"), 1


def write_start_roll(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    return roll_in_words(actions[at]), 1


def roll_in_words(action: Action) -> str:
    total, one, other = action.facts
    return f"{one}+{other}" if one or other else str(total)


def write_gains(table: Table, action: Action, sign: str) -> str:
    if action.gains is None:
        return ""
    words = [
        f" {sign}{table.handle(seat)}:{in_words(gained)}"
        for seat, gained in enumerate(action.gains)
        if gained
    ]
    return "".join(words) or f" {sign}0"


def write_found(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    spot = table.places.intersection_names[action.facts[0]]
    return f"S {spot}{write_gains(table, action, '+')}", 1


def write_discard(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    return f"X {table.handle(action.seat)} {pile(action.facts[0])}", 1


def write_robber(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    return f"K {theft(table, actions[at])}", 1


def theft(table: Table, action: Action) -> str:
    hex_, victim, kind = action.facts
    text = table.places.hex_names[hex_]
    if victim != NOBODY:
        text += f"<{table.handle(victim)}"
    elif kind != NOBODY:
        text += "<"
    return text if kind == NOBODY else f"{text}:{LETTERS[kind]}"


def write_knight(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    if at + 1 < len(actions) and not action.ruling:
        following = actions[at + 1]
        if following.verb == "robber" and following.seat == action.seat:
            return f"N {theft(table, following)}", 2
    return "N", 1


def write_roads(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    words, count = ["L"], 1
    while count < 3 and at + count < len(actions) and not actions[at + count - 1].ruling:
        following = actions[at + count]
        if following.verb != "free_road" or following.seat != actions[at].seat:
            break
        words.append(table.places.path_names[following.facts[0]])
        count += 1
    return " ".join(words), count


def write_monopoly(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    return f"M {LETTERS[action.facts[0]]}{write_gains(table, action, '-')}", 1


def write_deal(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    other, give, get = actions[at].facts
    return f"P {table.handle(other)} {pile(give)}<>{pile(get)}", 1


def write_bank(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    give, take = actions[at].facts
    letters = in_words(give)
    if len(set(letters)) == 1 and len(letters) > 1:
        return f"T {len(letters)}{letters[0]}>{pile(take)}", 1
    return f"T {pile(give)}>{pile(take)}", 1


def pile(packed: int) -> str:
    return in_words(packed) or "0"


def words_of(mark: str, of: Callable[[Table, int], str]) -> Callable[..., tuple[str, int]]:
    """A mark and its one fact."""

    def write(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
        return f"{mark} {of(table, actions[at].facts[0])}", 1

    return write


def word(mark: str) -> Callable[..., tuple[str, int]]:
    return lambda table, actions, at: (mark, 1)


def spot_name(table: Table, spot: int) -> str:
    return str(table.places.intersection_names[spot])


def path_name(table: Table, path: int) -> str:
    return str(table.places.path_names[path])


READERS: Mapping[str, Callable[[Words, Seat], Sequence[Action]]] = {
    DICE: read_roll,
    "X": read_discard,
    "K": read_robber,
    "N": read_knight,
    "R": on_path("road"),
    "F": on_path("free_road"),
    "U": read_moved_road,
    "S": at_spot("settle"),
    "C": at_spot("city"),
    "T": read_bank,
    "P": read_deal,
    "D": read_buy,
    "L": read_roads,
    "Y": read_invention,
    "M": read_monopoly,
    "V": read_show,
    "*": alone("claim"),
    "BELL": alone("bell"),
    "GIVES-UP": alone("concede"),
    "STOP": alone("abandon"),
}


NOTATION = Notation(
    ground=ISLAND,
    an_action=marked("an action such as R c2ne"),
    a_turn=marked("a turn such as 1 Anna 3+5, or a header"),
    options={"target": ANY_NUMBER},
    opening={
        DICE: read_start_roll,
        "S": read_found,
        "R": on_path("found_road"),
        "U": read_moved_road,
    },
    turn=READERS,
    write={
        "start_roll": write_start_roll,
        "found": write_found,
        "found_road": words_of("R", path_name),
        "roll": write_roll,
        "discard": write_discard,
        "robber": write_robber,
        "knight": write_knight,
        "road": words_of("R", path_name),
        "free_road": words_of("F", path_name),
        "move_road": write_moved_road,
        "settle": words_of("S", spot_name),
        "city": words_of("C", spot_name),
        "bank": write_bank,
        "deal": write_deal,
        "buy": words_of("D", lambda table, kind: CARDS[kind]),
        "road_building": write_roads,
        "invention": words_of("Y", lambda table, packed: pile(packed)),
        "monopoly": write_monopoly,
        "show": words_of("V", lambda table, count: str(count)),
        "claim": word("*"),
        "bell": word("BELL"),
        "concede": word("GIVES-UP"),
        "abandon": word("STOP"),
    },
    openers=frozenset({"start_roll", "found", "found_road"}),
    joined=frozenset({"found_road"}),
    fields=FIELDS,
    gained=cards_field("gains"),
    named=frozenset({"discard"}),
    labels=LABELS,
    seldom=frozenset({"start_roll", "bell", "concede", "abandon", "show"}),
    leads={
        "found": "found_road",
        "end_turn": "roll",
        "knight": "robber",
        "road_building": "free_road",
    },
)

DEEDS = {
    "start_roll": marked("rolls for the start"),
    "found": marked("founds a settlement"),
    "found_road": marked("founds a road"),
    "roll": marked("rolls"),
    "discard": marked("discards"),
    "robber": marked("moves the robber"),
    "road": marked("builds a road"),
    "free_road": marked("lays a free road"),
    "move_road": marked("moves the road just built"),
    "settle": marked("builds a settlement"),
    "city": marked("builds a city"),
    "bank": marked("trades with the bank"),
    "deal": marked("makes a deal"),
    "buy": marked("buys a development card"),
    "knight": marked("plays a Knight"),
    "road_building": marked("plays Road Building"),
    "invention": marked("plays Invention"),
    "monopoly": marked("plays Monopoly"),
    "show": marked("shows Victory Points"),
    "end_turn": marked("ends the turn"),
    "claim": marked("claims the win"),
    "bell": marked("hears the bell"),
    "concede": marked("gives up"),
    "abandon": marked("breaks the game off"),
}
"""What a player does, by verb; the name of the player stands in front."""
