"""Card games played at random: a dealer who knows every card writes them down."""

from __future__ import annotations

import random
from typing import Any

from games.engine import rulesets
from games.engine.core import NOBODY, Action, Header, Player, Record
from games.engine.rulesets.base.packed import ONE, kinds, pack_cards
from games.engine.rulesets.card_game.drawing import due
from games.engine.rulesets.card_game.facts import FAST_CARD_GAME

UNSEEN = ONE[5]


def rules() -> Any:
    return rulesets.by_key("card-game")


def header(players: int) -> Header:
    seats = tuple(Player(f"Player {seat}") for seat in range(players))
    return Header("card-game", seats, FAST_CARD_GAME)


class Dealer:
    """The cards as they really lie; `state` is what the engine knows of them."""

    def __init__(self, players: int, chance: random.Random) -> None:
        self.chance = chance
        self.header = header(players)
        self.state = rules().setup(self.header)
        self.deck = list(kinds(self.state.total))
        chance.shuffle(self.deck)
        self.discards: list[int] = []
        self.actions: list[Action] = []
        self.do(Action(0, "lay_market", (self.drawn(5),)))
        if players > 2:
            self.do(Action(0, "destiny", (0, chance.choice((1, -1, 0)))))
        for seat in range(players):
            self.do(Action(seat, "hand", (self.drawn(3),)))

    def drawn(self, count: int) -> int:
        """Cards off the deck; it is made anew as soon as it is used up."""
        cards = []
        for _ in range(count):
            if not self.deck:
                self.shuffle()
            if self.deck:
                cards.append(self.deck.pop())
        if not self.deck:
            self.shuffle()
        return pack_cards(cards)

    def shuffle(self) -> None:
        self.deck, self.discards = self.discards, []
        self.chance.shuffle(self.deck)

    def do(self, action: Action) -> None:
        broken = rules().play(self.state, action)
        assert broken == (), (action, broken)
        self.actions.append(action)

    def step(self) -> bool:
        """One legal action, the open facts filled in; False at the end of the game."""
        listed = list(rules().legal(self.state))
        if not listed:
            return False
        verbs = sorted({action.verb for action in listed})
        # Exchanges are many; building is what brings the game to its end.
        building = [verb for verb in verbs if verb in BUILDING]
        verb = self.chance.choice(building if building and self.chance.random() < 0.8 else verbs)
        ways = [action for action in listed if action.verb == verb]
        action = self.chance.choice([action for action in ways if self.told(action)] or ways)
        if action.verb in ("road", "knight"):
            action = action._replace(facts=action.facts[:2])
        self.do(action._replace(facts=(*action.facts, *self.open_facts(action))))
        if action.verb in PAYING:
            self.discards += kinds(action.facts[0])
        return True

    def told(self, action: Action) -> bool:
        """Whether the event of a city and the points of an expansion are told, where the card set
        does not know them."""
        if action.verb == "expand":
            _paid, _source, index, points = action.facts
            return points != NOBODY or self.state.cards.expansions[index].points is not None
        return action.verb != "city" or action.facts[1] != NOBODY

    def open_facts(self, action: Action) -> tuple[int, ...]:
        filling = FILLING.get(action.verb)
        return () if filling is None else filling(self, action)

    def from_deck(self, action: Action) -> tuple[int, ...]:
        self.discards += kinds(action.facts[0])
        return (self.drawn(1),)

    def from_hand(self, action: Action) -> tuple[int, ...]:
        other = action.facts[0]
        got = ONE[self.chance.choice(kinds(self.state.known[other]))]
        mine = self.chance.choice(kinds(self.state.known[action.seat] + got))
        return (ONE[mine], got)

    def from_target(self, action: Action) -> tuple[int, ...]:
        return (ONE[self.chance.choice(kinds(self.state.known[action.facts[1]]))],)

    def due_cards(self, action: Action) -> tuple[int, ...]:
        return (self.drawn(due(self.state, action.seat)),)

    def side(self, action: Action) -> tuple[int, ...]:
        kind = 0 if action.verb == "road" else 1
        return (self.state.stacks[kind][action.seat] % 2,)


BUILDING = {"road", "knight", "settle", "city", "expand"}
PAYING = BUILDING
FILLING: Any = {
    "deck": Dealer.from_deck,
    "swap": Dealer.from_hand,
    "library": Dealer.from_hand,
    "use": Dealer.from_target,
    "draw": Dealer.due_cards,
    "road": Dealer.side,
    "knight": Dealer.side,
}


def game(players: int, seed: int, most: int = 2000) -> tuple[Record, Any]:
    """A legal game to its end, all cards seen, and the state at the end."""
    dealer = Dealer(players, random.Random(seed))
    for _ in range(most):
        if not dealer.step():
            break
    return Record(dealer.header, tuple(dealer.actions)), dealer.state


def unseen(cards: int) -> int:
    """The same number of cards, none of them seen."""
    return len(kinds(cards)) * UNSEEN


def hidden(record: Record) -> Record:
    """The game as somebody writes it down who sees what lies open and nothing else."""
    return record._replace(actions=tuple(map(_hidden, record.actions)))


def _hidden(action: Action) -> Action:
    facts = action.facts
    if action.verb in ("hand", "draw", "lose", "gain"):
        return action._replace(facts=(unseen(facts[0]),))
    if action.verb == "deck":
        return action._replace(facts=(facts[0], unseen(facts[1])))
    if action.verb in ("swap", "library"):
        return action._replace(facts=(*facts[:2], unseen(facts[2]), unseen(facts[3])))
    if action.verb == "use":
        return action._replace(facts=(*facts[:2], unseen(facts[2])))
    return action
