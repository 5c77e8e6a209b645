"""A table of cards at which any position can be laid out, and the rows of the rules as cases."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from games.engine import record, rulesets
from games.engine.rulesets.base.packed import LETTERS, ONE, pack_cards, size
from games.engine.rulesets.card_game import cards as printed
from games.engine.rulesets.card_game.cards import (
    EXPANSION,
    KINDS,
    KNIGHT,
    ROAD,
    SETTLEMENT,
    read_cards,
)

DOCUMENT = json.loads(Path(printed.__file__).with_name("fast_card_game.json").read_text())

NONE: Mapping[str, Any] = MappingProxyType({})

SIX = ("Anna", "Ben", "Cyril", "Dana", "Emil", "Fany")


def rules() -> Any:
    return rulesets.by_key("card-game")


def head(players: int = 3, options: str = "") -> str:
    told = f'[Options "{options}"]\n' if options else ""
    return f'[Ruleset "card-game"]\n[Seats "{" ".join(SIX[:players])}"]\n{told}'


def record_of(*lines: str, players: int = 3, options: str = "") -> Any:
    return record.parse(head(players, options) + "\n".join(lines), rulesets.by_key)


def after(
    *,
    lines: Sequence[str] = (),
    players: int = 3,
    options: str = "",
    hands: Mapping[str, str] = NONE,
    market: str = "BLWGO",
    roads: Mapping[str, int] = NONE,
    knights: Mapping[str, int] = NONE,
    settlements: Mapping[str, int] = NONE,
    cities: Mapping[str, int] = NONE,
    owned: Mapping[str, Sequence[str]] = NONE,
    stock: Mapping[str, int] = NONE,
    deck: int | None = None,
    discards: str = "",
    then: str = "",
    cards: Any = None,
    **changes: Any,
) -> Any:
    """The state after the lines; then cards in hands, the market and the discard pile, cards in
    front of players, what is left in the stocks and in the deck, any fields of the state, and at
    last the actions of one more line."""
    game = record_of(*lines, players=players, options=options)
    state = rules().setup(game.header)
    state.cards = cards or state.cards
    for action in game.actions:
        assert rules().play(state, action) == (), action
    for name, letters in hands.items():
        lay(state, SIX.index(name), letters)
    if not lines:
        lay(state, state.market, market)
    lay(state, state.discards, discards)
    lay_out(state, roads, knights, settlements, cities)
    for name, names in owned.items():
        for card in names:
            own(state, SIX.index(name), card)
    state.stock = [stock.get(kind, state.stock[at]) for at, kind in enumerate(KINDS)]
    for field, value in changes.items():
        assert hasattr(state, field), field
        setattr(state, field, value)
    if deck is not None:
        leave_in_deck(state, deck)
    if then:
        play(state, then)
    return state


def entered(**effects: Any) -> Any:
    """The card set with the effects of some cards read off the printed card."""
    document = copy.deepcopy(DOCUMENT)
    for card in (*document["expansions"], *document["events"]):
        if card["id"].replace("-", "_") in effects:
            card["effects"] = effects[card["id"].replace("-", "_")]
            card["confirmed"] = True
    return read_cards(document)


def lay_out(state: Any, roads: Any, knights: Any, settlements: Any, cities: Any) -> None:
    """Cards in front of players, out of the stocks."""
    for kind, counts in ((ROAD, roads), (KNIGHT, knights)):
        for name, count in counts.items():
            seat = SIX.index(name)
            state.stock[kind] -= count - state.stacks[kind][seat]
            state.stacks[kind][seat] = count
    for own_cards, counts in ((state.settlements, settlements), (state.cities, cities)):
        for name, count in counts.items():
            state.stock[SETTLEMENT] -= count - own_cards[SIX.index(name)]
            own_cards[SIX.index(name)] = count


def lay(state: Any, zone: int, letters: str) -> None:
    """Let these cards lie there and no others; the deck makes up for it."""
    cards = pack_cards(LETTERS.index(letter) for letter in letters if letter != "?")
    state.deck += state.held(zone)
    state.seen += cards - state.known[zone]
    state.known[zone], state.blind[zone] = cards, letters.count("?")
    state.deck -= size(cards) + state.blind[zone]


def leave_in_deck(state: Any, count: int) -> None:
    """So many cards; the others are in no game, of whatever kinds there are most."""
    for _ in range(state.deck - count):
        left = state.total - state.seen
        state.total -= max(ONE[:5], key=lambda one: left // one % 256)
    state.deck = count


def own(state: Any, seat: int, name: str) -> None:
    """The player has built the expansion on a city."""
    index = [card.id for card in state.cards.expansions].index(name)
    state.owned[seat] = (*state.owned[seat], index)
    points = state.cards.expansions[index].points
    state.worth[seat] += 3 if points is None else points
    state.vague[seat] += points is None
    state.stock[EXPANSION] -= 1


def play(state: Any, line: str) -> None:
    """Carry out the actions of a line, which break no rule."""
    for action in record_of(line, players=state.n).actions:
        assert rules().play(state, action) == (), action


def broken(state: Any, line: str) -> list[str]:
    """The rules that the last action of the line breaks; those before it must break none."""
    *before, last = record_of(line, players=state.n).actions
    for action in before:
        assert rules().play(state, action) == (), action
    found = [trouble.rule.id for trouble in rules().broken(state, last)]
    assert rules().verbs[last.verb].allowed(state, last) == (not found), (last, found)
    rules().play(state, last)
    return found


def case(rule: str, given: Mapping[str, Any], breaks: str, keeps: str, instead: Any = None) -> Any:
    """A row of the rules: a line that breaks it, and the nearest one that does not.

    `instead` is the position for the line that keeps it, if it is another one.
    """
    values = given, breaks, given if instead is None else instead, keeps
    return pytest.param(rule, *values, id=f"{rule} {breaks}", marks=pytest.mark.rule(rule))
