"""One thing in a legal game is changed: it is found there, or at its first consequence."""

from __future__ import annotations

import copy
import random

from games.engine import rulesets
from games.engine.importers import interchange
from games.engine.replay import replay
from tests.games.played import LEGAL, document

BASE = rulesets.by_key("base")

RESOURCES = ("wood", "brick", "sheep", "wheat", "ore")


def other(chance, things, than):
    return chance.choice([thing for thing in things if thing != than])


def exchange(chance, cards):
    """All cards of one resource become cards of another."""
    name = chance.choice(sorted(cards))
    count = cards.pop(name)
    new = other(chance, RESOURCES, name)
    cards[new] = cards.get(new, 0) + count


def change_node(chance, game, action):
    action["node"] = other(chance, [node["id"] for node in game["board"]["nodes"]], action["node"])


def change_edge(chance, game, action):
    action["edge"] = other(chance, game["board"]["edges"], sorted(action["edge"]))


def change_die(chance, game, action):
    if "dice" in action:
        die = chance.randrange(2)
        action["dice"][die] = other(chance, range(1, 7), action["dice"][die])
    else:
        action["total"] = other(chance, range(2, 13), action["total"])


def change_gains(chance, game, action):
    exchange(chance, action["gains"][chance.choice(sorted(action["gains"]))])


def change_victim(chance, game, action):
    action["victim"] = other(chance, range(len(game["seats"])), action["victim"])


def change_stolen(chance, game, action):
    action["stolen"] = other(chance, RESOURCES, action["stolen"])


def change_cards(chance, game, action):
    exchange(chance, action["cards"])


def change_trade(chance, game, action):
    exchange(chance, action[chance.choice(("give", "get"))])


def change_bank_trade(chance, game, action):
    action["take"] = other(chance, RESOURCES, action["take"])


def has(**wanted):
    """Whether an action is of the type and has the field filled in."""

    def fits(action):
        return all(action["type"] == kind and action.get(key) for kind, key in wanted.items())

    return fits


NODES = (
    (change_node, has(settlement="node")),
    (change_node, has(city="node")),
    (change_edge, has(road="edge")),
)
RESOURCE_CHANGES = (
    (change_gains, has(roll="gains")),
    (change_stolen, has(robber="stolen")),
    (change_cards, has(discard="cards")),
    (change_trade, has(trade="give")),
    (change_bank_trade, has(bank_trade="take")),
)
DICE = ((change_die, lambda action: action["type"] == "roll"),)
VICTIMS = (
    (change_victim, lambda action: action["type"] == "robber" and action["victim"] is not None),
)
ENDS = ((None, lambda action: action["type"] == "end_turn"),)


def changed(seed):
    """A changed game, and the index of the change: one kind of change is as likely as another,
    one action of the kind as another."""
    chance = random.Random(seed)
    name = chance.choice(LEGAL)
    game = document(name) | {"actions": list(document(name)["actions"])}
    actions = game["actions"]
    kind = chance.choice((NODES, RESOURCE_CHANGES, DICE, VICTIMS, ENDS))
    at, change = chance.choice(
        [(at, change) for at, action in enumerate(actions) for change, fits in kind if fits(action)]
    )
    if change is None:
        del actions[at]
    else:
        actions[at] = copy.deepcopy(actions[at])
        change(chance, game, actions[at])
    return game, at


def found(seed):
    """The index of the change, and that of the first finding; None if the game is legal still."""
    game, at = changed(seed)
    report = replay(BASE, interchange.read(game))
    return at, report.violations[0].at if report.violations else None


def test_at_least_99_of_100_changes_are_found_and_none_before_it_is_there():
    """What is not found has left a legal game: a card that nobody missed, a road that led
    nowhere."""
    places = [found(seed) for seed in range(500)]

    assert [(at, first) for at, first in places if first is not None and first < at] == []
    assert sum(first is not None for _, first in places) >= 495
    assert sum(first == at for at, first in places) >= 400
