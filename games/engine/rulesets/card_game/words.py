"""How actions of the card game are written: `T W>O`, `R LB<Ben=B`, `C GGOOO=thief-attack`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from games.engine.core import NOBODY, Action, Seat
from games.engine.record import ANY_NUMBER, SWITCH, Notation, Table, Words
from games.engine.rulesets.base.packed import LETTERS, in_words
from games.engine.rulesets.base.words import SOME_CARDS, alone, cards, word
from games.engine.rulesets.card_game.building import COSTS
from games.engine.rulesets.card_game.costs import payments
from games.engine.rulesets.card_game.deck import DECK
from games.engine.rulesets.card_game.fields import FIELDS, LABELS, SELDOM
from games.engine.words import marked

A_BOX: Final = marked("building cards in play such as R5,2,2 K2,2,1 S7,4,4 E5,2,2")
AN_EXCHANGE: Final = marked("an exchange such as W>O: what is given, what is taken")
A_PAYMENT: Final = marked("a payment such as LB, L+3W or LB<Ben=B")
A_CITY: Final = marked("a payment and an event such as GGOOO=thief-attack")
AN_EXPANSION: Final = marked("a payment and a card such as WWWO=library")
A_DESTINY: Final = marked(
    "the side that is up, and where it points: white:cw, other:ccw or white:?"
)
ARROWS: Final = marked("where the arrows point now: cw, ccw or ?")
A_SCORE: Final = marked("points such as 9 or S2,C2,E3,R2,K1")
A_SIDE: Final = marked("one of the sides A, B")
A_CARD_NAME: Final = marked("the name of a card of the card set")
A_COUNT: Final = marked("a number of cards")
NO_UNSEEN: Final = marked("cards that all can see, without ?")

# Reading


def seen_cards(words: Words, text: str, expected: str) -> int:
    """Packed cards, all of them seen. A plus between them is for the eye."""
    packed = cards(words, text.replace("+", ""), expected)
    if packed >> 40:
        raise words.wrong(NO_UNSEEN)
    return packed


def read_box(words: Words, seat: Seat) -> Sequence[Action]:
    facts: list[int] = []
    for letter in "RKSE":
        found = COUNTS.fullmatch(words.take(A_BOX))
        if found is None or found[1] != letter:
            raise words.wrong(A_BOX)
        facts += map(int, found[2].split(","))
    return [words.action(seat, "box", tuple(facts))]


COUNTS: Final = re.compile(r"([RKSE])(\d{1,2},\d{1,2},\d{1,2})")


def read_cards_of(verb: str) -> Callable[[Words, Seat], Sequence[Action]]:
    return lambda words, seat: [
        words.action(seat, verb, (cards(words, words.take(SOME_CARDS), SOME_CARDS),))
    ]


def read_market_cards(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(seat, "lay_market", (cards(words, words.take(SOME_CARDS), SOME_CARDS),))]


def read_first_road(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(seat, "first_road", (_side(words, words.take(A_SIDE)),))]


def _side(words: Words, text: str) -> int:
    if text not in SIDES:
        raise words.wrong(A_SIDE, SIDES)
    return SIDES.index(text)


SIDES: Final = ("A", "B")
ARROWS_OF: Final = {"cw": 1, "ccw": -1, "?": 0}
WORD_OF_ARROWS: Final = {number: word for word, number in ARROWS_OF.items()}
UP: Final = ("white", "other")


def read_destiny(words: Words, seat: Seat) -> Sequence[Action]:
    side, colon, arrows = words.take(A_DESTINY).partition(":")
    if side not in UP or not colon or arrows not in ARROWS_OF:
        raise words.wrong(A_DESTINY)
    return [words.action(seat, "destiny", (UP.index(side), ARROWS_OF[arrows]))]


def read_flip(words: Words, seat: Seat) -> Sequence[Action]:
    if words.peek() in ARROWS_OF:
        return [words.action(seat, "flip", (ARROWS_OF[words.take(ARROWS)],))]
    return [words.action(seat, "flip", (0,))]


def read_deck(words: Words, seat: Seat) -> Sequence[Action]:
    return [words.action(seat, "deck", _exchange(words))]


def read_market(words: Words, seat: Seat) -> Sequence[Action]:
    give, get = _exchange(words)
    if get >> 40:
        raise words.wrong(NO_UNSEEN)
    return [words.action(seat, "market", (give, get))]


def _exchange(words: Words) -> tuple[int, int]:
    give, arrow, get = words.take(AN_EXCHANGE).partition(">")
    if not arrow:
        raise words.wrong(AN_EXCHANGE)
    return cards(words, give, AN_EXCHANGE), cards(words, get, AN_EXCHANGE)


def read_partner(verb: str) -> Callable[[Words, Seat], Sequence[Action]]:
    def read(words: Words, seat: Seat) -> Sequence[Action]:
        """`Ben ?>?`, or `Ben/Cyril ?>?` if Cyril got the card back."""
        source, slash, target = words.take(AN_EXCHANGE).partition("/")
        other = words.seat(source)
        receiver = words.seat(target) if slash else other
        return [words.action(seat, verb, (other, receiver, *_exchange(words)))]

    return read


def read_deal(words: Words, seat: Seat) -> Sequence[Action]:
    other = words.seat()
    return [words.action(seat, "deal", (other, *_exchange(words)))]


def _paid(words: Words, expected: str) -> tuple[int, Seat, str]:
    """The cards paid, from whom the card built is taken, and what stands behind the `=`."""
    found = BUILT.fullmatch(words.take(expected))
    if found is None:
        raise words.wrong(expected)
    source = words.seat(found["source"]) if found["source"] else NOBODY
    return seen_cards(words, found["paid"], expected), source, found["shown"] or ""


BUILT: Final = re.compile(r"(?P<paid>[^<=]+)(<(?P<source>[^<=]+))?(=(?P<shown>[^<=]+))?")


def read_settlement(words: Words, seat: Seat) -> Sequence[Action]:
    paid, source, shown = _paid(words, A_PAYMENT)
    if shown:
        raise words.wrong(A_PAYMENT)
    return [words.action(seat, "settle", (paid, source))]


def read_stacked(verb: str) -> Callable[[Words, Seat], Sequence[Action]]:
    def read(words: Words, seat: Seat) -> Sequence[Action]:
        paid, source, shown = _paid(words, A_PAYMENT)
        side = _side(words, shown) if shown else NOBODY
        return [words.action(seat, verb, (paid, source, side))]

    return read


def read_city(words: Words, seat: Seat) -> Sequence[Action]:
    paid, source, shown = _paid(words, A_CITY)
    if source != NOBODY:
        raise words.wrong(A_CITY)
    return [words.action(seat, "city", (paid, _event(words, shown)))]


def _event(words: Words, name: str) -> int:
    names = [event.id for event in words.table.places.events]
    if name in ("", "?"):
        return NOBODY
    if name not in names:
        raise words.wrong(A_CARD_NAME, names)
    return names.index(name)


def read_expansion(words: Words, seat: Seat) -> Sequence[Action]:
    paid, source, shown = _paid(words, AN_EXPANSION)
    name, colon, points = shown.partition(":")
    index = _expansion(words, name)
    if colon and not (points.isdecimal() and len(points) < 3):
        raise words.wrong(AN_EXPANSION)
    worth = int(points) if colon else NOBODY
    return [words.action(seat, "expand", (paid, source, index, worth))]


def _expansion(words: Words, name: str) -> int:
    names = [card.id for card in words.table.places.expansions]
    if name not in names:
        raise words.wrong(A_CARD_NAME, names)
    return names.index(name)


def read_use(words: Words, seat: Seat) -> Sequence[Action]:
    """`USE merchants-guild Ben ?`; whom and what only if cards are taken."""
    index = _expansion(words, words.take(A_CARD_NAME))
    if words.peek().casefold() in words.table.seats:
        other = words.seat()
        return [
            words.action(
                seat, "use", (index, other, cards(words, words.take(SOME_CARDS), SOME_CARDS))
            )
        ]
    return [words.action(seat, "use", (index, NOBODY, 0))]


def read_reshuffle(words: Words, seat: Seat) -> Sequence[Action]:
    text = words.take(A_COUNT)
    if not text.isdecimal() or len(text) > 3:
        raise words.wrong(A_COUNT)
    return [words.action(seat, "reshuffle", (int(text),))]


def read_score(words: Words, seat: Seat) -> Sequence[Action]:
    """All points, or by their parts: `VP 9`, `VP S2,C2,E3,R1,K1`; `O2` are any others."""
    text = words.take(A_SCORE)
    if text.isdecimal() and len(text) < 3:
        return [words.action(seat, "score", (int(text), *(NOBODY,) * len(PARTS)))]
    parts = [0] * len(PARTS)
    for one in text.split(","):
        found = PART.fullmatch(one)
        if found is None:
            raise words.wrong(A_SCORE)
        parts[PARTS.index(found[1])] = int(found[2])
    return [words.action(seat, "score", (sum(parts), *parts))]


PARTS: Final = "SCERKO"
PART: Final = re.compile(r"([SCERKO])(\d{1,2})")

# Writing

Writer = Callable[[Table, Sequence[Action], int], tuple[str, int]]


def writes(mark: str, of: Callable[[Table, tuple[int, ...]], str]) -> Writer:
    """A mark and what its facts say."""

    def write(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
        text = of(table, actions[at].facts)
        return (f"{mark} {text}" if text else mark), 1

    return write


def pile(packed: int) -> str:
    """Cards as the notation has them: `WWO`, `12W`, `0` for none."""
    text = in_words(packed)
    if len(text) > 6:
        return "".join(f"{text.count(kind)}{kind}" for kind in LETTERS if kind in text)
    return text or "0"


def box_words(table: Table, facts: tuple[int, ...]) -> str:
    rows = (facts[at : at + 3] for at in range(0, 12, 3))
    return " ".join(
        letter + ",".join(map(str, row)) for letter, row in zip("RKSE", rows, strict=True)
    )


def arrows_word(arrows: int) -> str:
    return WORD_OF_ARROWS[arrows]


def partner_words(table: Table, facts: tuple[int, ...]) -> str:
    other, receiver, give, get = facts
    target = "" if receiver == other else f"/{table.handle(receiver)}"
    return f"{table.handle(other)}{target} {pile(give)}>{pile(get)}"


def deal_words(table: Table, facts: tuple[int, ...]) -> str:
    other, give, get = facts
    return f"{table.handle(other)} {pile(give)}>{pile(get)}"


def payment_words(verb: str, paid: int) -> str:
    """With the groups that stand for other cards shown, where it is a payment."""
    right = payments(COSTS[verb]).get(paid)
    return pile(paid) if right is None else str(right)


def built_words(verb: str, table: Table, paid: int, source: Seat, shown: str) -> str:
    taken = "" if source == NOBODY else f"<{table.handle(source)}"
    return payment_words(verb, paid) + taken + (f"={shown}" if shown else "")


def stacked_words(verb: str) -> Callable[[Table, tuple[int, ...]], str]:
    def of(table: Table, facts: tuple[int, ...]) -> str:
        paid, source, side = facts
        return built_words(verb, table, paid, source, "" if side == NOBODY else SIDES[side])

    return of


def settlement_words(table: Table, facts: tuple[int, ...]) -> str:
    paid, source = facts
    return built_words("settle", table, paid, source, "")


def city_words(table: Table, facts: tuple[int, ...]) -> str:
    paid, event = facts
    name = "?" if event == NOBODY else table.places.events[event].id
    return built_words("city", table, paid, NOBODY, name)


def expansion_words(table: Table, facts: tuple[int, ...]) -> str:
    paid, source, index, worth = facts
    points = "" if worth == NOBODY else f":{worth}"
    return built_words("expand", table, paid, source, table.places.expansions[index].id + points)


def use_words(table: Table, facts: tuple[int, ...]) -> str:
    index, other, taken = facts
    name = table.places.expansions[index].id
    return name if other == NOBODY else f"{name} {table.handle(other)} {pile(taken)}"


def score_words(table: Table, facts: tuple[int, ...]) -> str:
    total, *parts = facts
    if NOBODY in parts:
        return str(total)
    told = [f"{letter}{points}" for letter, points in zip(PARTS, parts, strict=True) if points]
    return ",".join(told) or "S0"


def cards_words(table: Table, facts: tuple[int, ...]) -> str:
    return pile(facts[0])


def exchange_words(table: Table, facts: tuple[int, ...]) -> str:
    return f"{pile(facts[0])}>{pile(facts[1])}"


READERS: Final[Mapping[str, Callable[[Words, Seat], Sequence[Action]]]] = {
    "X": read_deck,
    "T": read_market,
    "P": read_partner("swap"),
    "L": read_partner("library"),
    "DEAL": read_deal,
    "SHUFFLE": alone("shuffle"),
    "NO-SHUFFLE": alone("no_shuffle"),
    "SHOW": alone("show"),
    "R": read_stacked("road"),
    "K": read_stacked("knight"),
    "S": read_settlement,
    "C": read_city,
    "E": read_expansion,
    "EV": alone("event"),
    "LOSE": read_cards_of("lose"),
    "GAIN": read_cards_of("gain"),
    "FLIP": read_flip,
    "USE": read_use,
    "PEEK": alone("peek"),
    "D": read_cards_of("draw"),
    "RESHUFFLE": read_reshuffle,
    "VP": read_score,
    "*": alone("claim"),
    "GIVES-UP": alone("concede"),
    "STOP": alone("abandon"),
}

OPENING: Final[Mapping[str, Callable[[Words, Seat], Sequence[Action]]]] = {
    "BOX": read_box,
    "M": read_market_cards,
    "H": read_cards_of("hand"),
    "S": alone("first_settlement"),
    "R": read_first_road,
    "DESTINY": read_destiny,
    "VP": read_score,
}

NOTATION: Final = Notation(
    ground=DECK,
    an_action=marked("an action such as T W>O"),
    a_turn=marked("a turn such as 1 Anna T W>O D ??, or a header"),
    opening=OPENING,
    turn=READERS,
    write={
        "box": writes("BOX", box_words),
        "lay_market": writes("M", cards_words),
        "hand": writes("H", cards_words),
        "first_settlement": word("S"),
        "first_road": writes("R", lambda table, facts: SIDES[facts[0]]),
        "destiny": writes(
            "DESTINY", lambda table, facts: f"{UP[facts[0]]}:{arrows_word(facts[1])}"
        ),
        "deck": writes("X", exchange_words),
        "market": writes("T", exchange_words),
        "swap": writes("P", partner_words),
        "library": writes("L", partner_words),
        "deal": writes("DEAL", deal_words),
        "shuffle": word("SHUFFLE"),
        "no_shuffle": word("NO-SHUFFLE"),
        "show": word("SHOW"),
        "road": writes("R", stacked_words("road")),
        "knight": writes("K", stacked_words("knight")),
        "settle": writes("S", settlement_words),
        "city": writes("C", city_words),
        "expand": writes("E", expansion_words),
        "event": word("EV"),
        "lose": writes("LOSE", cards_words),
        "gain": writes("GAIN", cards_words),
        "flip": writes("FLIP", lambda table, facts: arrows_word(facts[0]) if facts[0] else ""),
        "use": writes("USE", use_words),
        "peek": word("PEEK"),
        "draw": writes("D", cards_words),
        "reshuffle": writes("RESHUFFLE", lambda table, facts: str(facts[0])),
        "score": writes("VP", score_words),
        "claim": word("*"),
        "concede": word("GIVES-UP"),
        "abandon": word("STOP"),
    },
    openers=frozenset(("box", "lay_market", "hand", "first_settlement", "first_road", "destiny")),
    fields=FIELDS,
    gained=None,
    joined=frozenset(("first_settlement", "first_road")),
    options={
        "target": ANY_NUMBER,
        "copies": ANY_NUMBER,
        "oldest": ANY_NUMBER,
        "seated": SWITCH,
    },
    labels=LABELS,
    seldom=SELDOM,
    leads={"city": "event"},
    idle=frozenset(("concede", "abandon")),
)
