"""How actions of the card game are written: `T W>O`, `R LB<Ben=B`, `C GGOOO=thief-attack`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from games.engine.core import NOBODY, Action, Seat
from games.engine.forms import Act, spoken
from games.engine.record import A_SEAT, ANY_NUMBER, SWITCH, Notation, Table, Turns, Words
from games.engine.rulesets.base.packed import size
from games.engine.rulesets.card_game.deck import DECK
from games.engine.rulesets.card_game.sorts import AN_EXCHANGE, EXPANSION, SORTS, seen_cards
from games.engine.words import marked

A_PAYMENT: Final = marked("a payment such as LB, L+3W or LB<Ben=B")
A_CITY: Final = marked("a payment and an event such as GGOOO=thief-attack")
AN_EXPANSION: Final = marked("a payment and a card such as WWWO=library")
A_DESTINY: Final = marked(
    "the side that is up, and where it points: white:cw, other:ccw or white:?"
)

CARDS: Final = SORTS.named["cards"]
SIZE: Final = SORTS.named["size"]

MOST_DRAWN: Final = 99
"""Cards of a draw; a word has no more of a kind, and a hand has no room for many more."""

BUILT: Final = re.compile(r"(?P<paid>[^<=]+)(<(?P<source>[^<=]+))?(=(?P<shown>[^<=]+))?")


def read_expansion(words: Words, seat: Seat) -> Sequence[Action]:
    """The cards paid, from whom the card built is taken, and behind the `=` what it is."""
    found = BUILT.fullmatch(words.take(AN_EXPANSION))
    if found is None:
        raise words.wrong(AN_EXPANSION)
    source = words.seat(found["source"]) if found["source"] else NOBODY
    paid = seen_cards(words, found["paid"], AN_EXPANSION)
    name, colon, points = (found["shown"] or "").partition(":")
    (index,) = EXPANSION.read(words, name, AN_EXPANSION)
    if colon and not (points.isdecimal() and len(points) < 3):
        raise words.wrong(AN_EXPANSION)
    worth = int(points) if colon else NOBODY
    return [words.action(seat, "expand", (paid, source, index, worth))]


def read_draw(words: Words, seat: Seat) -> Sequence[Action]:
    """The cards drawn, and behind a new deck amid them (`D ? RESHUFFLE 30 D ?`) the others: they
    are one draw (CGD-06)."""
    cards = _drawn(words)
    before = words.at
    if words.words[before : before + 3 : 2] != ["RESHUFFLE", "D"]:
        return [words.action(seat, "draw", (cards,))]
    words.at += 1
    deck = SIZE.read(words, words.take(SIZE.expected), SIZE.expected)
    words.at += 1
    others = _drawn(words)
    if size(cards) + size(others) > MOST_DRAWN:
        # No table draws as many: they are told as they are written.
        words.at = before
        return [words.action(seat, "draw", (cards,))]
    return [
        words.action(seat, "draw", (cards + others,)),
        words.action(seat, "reshuffle", deck),
    ]


def write_draw(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    """Behind a draw and a new deck with the name again: else it would be read as one with that."""
    cards = CARDS.write(table, actions[at].facts)
    apart = [action.verb for action in actions[max(0, at - 2) : at]] == ["draw", "reshuffle"]
    return f"{table.handle(actions[at].seat)}: D {cards}" if apart else f"D {cards}", 1


def _drawn(words: Words) -> int:
    (cards,) = CARDS.read(words, words.take(CARDS.expected), CARDS.expected)
    return cards


def write_city(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    """With the event that nobody saw written as well."""
    paid, event = actions[at].facts
    name = "?" if event == NOBODY else table.places.events[event].id
    return f"C {SORTS.named['city'].write(table, (paid,))}={name}", 1


ACTS: Final = (
    Act("box", "BOX {box}", "tells the building cards in play", "Cards in play", opens=True),
    Act("lay_market", "M {cards}", "lays out the market", "Cards of the market", opens=True),
    Act("hand", "H {cards}", "draws the first cards", "First cards", opens=True),
    Act(
        "first_settlement",
        "S",
        "lays the first settlement",
        "First settlement",
        opens=True,
        joined=True,
    ),
    Act("first_road", "R {side}", "lays the first road", "First road", opens=True, joined=True),
    Act(
        "destiny",
        "DESTINY {side:up}:{arrows}",
        "lays out the destiny card",
        "Destiny card",
        A_DESTINY,
        opens=True,
    ),
    Act(
        "deck",
        "X {given:cards}>{taken:as_many}",
        "exchanges with the deck",
        "Exchange with the deck",
        AN_EXCHANGE,
    ),
    Act(
        "market",
        "T {given:cards}>{taken:seen}",
        "exchanges with the market",
        "Exchange with the market",
        AN_EXCHANGE,
    ),
    Act(
        "swap",
        "P {partners} {given:cards}>{taken:as_many}",
        "exchanges with an opponent",
        "Exchange with a player",
        AN_EXCHANGE,
    ),
    Act(
        "library",
        "L {partners} {given:cards}>{taken:as_many}",
        "chooses a card by the Library",
        "Choose by the Library",
        AN_EXCHANGE,
    ),
    Act(
        "deal",
        "DEAL {partner:seat} {given:cards}>{taken:cards}",
        "makes a deal",
        "Deal",
        AN_EXCHANGE,
    ),
    Act("shuffle", "SHUFFLE", "shuffles the hand", "Shuffles"),
    Act("no_shuffle", "NO-SHUFFLE", "was not allowed to shuffle", "Could not shuffle"),
    Act("show", "SHOW", "was made to show the hand", "Had to show the hand"),
    Act("road", "R {paid:road}[<{from:seat}][={side}]", "builds a road", "Road", A_PAYMENT),
    Act("knight", "K {paid:knight}[<{from:seat}][={side}]", "builds a knight", "Knight", A_PAYMENT),
    Act("settle", "S {paid:settle}[<{from:seat}]", "builds a settlement", "Settlement", A_PAYMENT),
    Act(
        "city",
        "C {paid:city}[={event}]",
        "builds a city",
        "City",
        A_CITY,
        leads="event",
        write=write_city,
    ),
    Act(
        "expand",
        "E {paid:expand}[<{from:seat}]={card}[:{points}]",
        "builds a city expansion",
        "Expansion",
        read=read_expansion,
    ),
    Act("event", "EV", "reads the event aloud", "Event read aloud"),
    Act("lose", "LOSE {cards}", "loses cards", "Loses cards"),
    Act("gain", "GAIN {cards}", "gains cards", "Gains cards"),
    Act("flip", "FLIP[ {arrows}]", "turns the destiny card over", "Turn the destiny card"),
    Act("use", "USE {card}[ {taking}]", "uses a city expansion", "Use an expansion"),
    Act("peek", "PEEK", "looks at a city side", "Looked at a city side"),
    Act("draw", "D {cards}", "draws cards", "Draw cards", read=read_draw, write=write_draw),
    Act("reshuffle", "RESHUFFLE {size}", "shuffles the discard pile", "New deck"),
    Act("score", "VP {score}", "counts the points", "Points", anywhere=True),
    Act("end_turn", "/", "ends the turn", "End of turn"),
    Act("claim", "*", "claims the win", "Claims the win"),
    Act("concede", "GIVES-UP", "gives up", "Gives up", anywhere=True),
    Act("abandon", "STOP", "the game is broken off", "Broken off", of_nobody=True, anywhere=True),
)

OF_AN_EVENT: Final = frozenset({"event", "lose", "gain", "flip"})


class TurnsOfEvents(Turns):
    """Those of the record. What an event does may stand behind the leaving of its builder, and
    begins nobody's turn."""

    def note(self, action: Action, notation: Notation) -> None:
        if not (self.left and action.verb in OF_AN_EVENT):
            super().note(action, notation)


NOTATION: Final = spoken(
    Notation(
        ground=DECK,
        an_action=marked("an action such as T W>O"),
        a_turn=marked("a turn such as 1 Anna T W>O D ??, or a header"),
        gained=None,
        options={
            "target": ANY_NUMBER,
            "copies": ANY_NUMBER,
            "oldest": A_SEAT,
            "seated": SWITCH,
        },
        seldom=frozenset(
            (
                *("box", "hand", "first_settlement", "first_road", "deal"),
                *("shuffle", "no_shuffle", "show"),
                *("peek", "reshuffle", "score", "concede", "abandon"),
            )
        ),
        idle=frozenset(("concede", "abandon")),
        turns=TurnsOfEvents,
    ),
    ACTS,
    SORTS,
)
