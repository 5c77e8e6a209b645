"""All legal plays of progress cards, and what they make due."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.core import NOBODY, Action, Seat
from games.engine.rulesets.base.legal import listed
from games.engine.rulesets.base.packed import PLACE, RESOURCES, UNKNOWN
from games.engine.rulesets.cities_knights import commerce, politics, science
from games.engine.rulesets.cities_knights.commerce import commodities
from games.engine.rulesets.cities_knights.decks import DECKS, TRACKS
from games.engine.rulesets.cities_knights.hand import COMMODITIES, choices
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.words import CARD_OF

PLAYS = {**science.PLAYS, **politics.PLAYS, **commerce.PLAYS}
"""By verb."""

BY_LETTERS = {CARD_OF[verb]: play for verb, play in PLAYS.items()}


def card_plays(state: CitiesState, seat: Seat) -> Iterator[Action]:
    """What the player on turn may do with the cards in hand, after the roll."""
    for colour in TRACKS:
        held = state.progress[colour][seat]
        if held:
            for kind, card in enumerate(DECKS[colour]):
                if held >> 8 * kind & PLACE and card.letters in BY_LETTERS:
                    yield from BY_LETTERS[card.letters].legal(state, seat)


# What cards have made due


def exchanges(state: CitiesState, seat: Seat) -> Iterator[Action]:
    """Those of a Commercial Harbour."""
    for opponent in state.seats:
        if opponent == seat or (state.harboured | state.out) >> opponent & 1:
            continue
        kinds = (*COMMODITIES, UNKNOWN)
        held = [kind for kind in kinds if state.hands[opponent] >> 8 * kind & PLACE]
        if not commodities(state, opponent) or UNKNOWN in held:
            held.append(NOBODY)
        for give in range(len(RESOURCES)):
            if state.hands[seat] >> 8 * give & PLACE:
                for get in held:
                    yield listed(seat, "exchange", opponent, give, get)


def cards_given(state: CitiesState, verb: str) -> Iterator[Action]:
    """Every choice of cards of everyone who owes some."""
    for seat in state.seats:
        if state.owed[seat]:
            for cards in choices(state.hands[seat], state.owed[seat]):
                yield Action(seat, verb, (cards,))
