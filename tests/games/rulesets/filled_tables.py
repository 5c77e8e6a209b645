"""Small photographed tables with unseen cards, and every set of cards that may lie there."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement as of_so_many
from itertools import product

from games.engine import rulesets
from games.engine.core import Record, Ruleset, Untenable
from games.engine.files import read_text
from games.engine.replay import replay
from games.engine.rulesets.base.packed import UNKNOWN, in_words, pack_cards
from games.engine.rulesets.base.position import known, unseen
from games.engine.rulesets.cities_knights.hand import KINDS
from tests.games.oracle.judging import Way, after
from tests.games.rulesets.table import head

PLAYERS = ("Anna", "Ben", "Cyril")

ON_THE_TABLE = {
    "base": (
        ("S b2s  C e1n  R b2sw e1nw", "S d3s a3s  R d3sw a3sw", "S b4s d1n  R b4sw d1ne"),
        "D MM",
        "ROLLED  NOT-PLAYED  BOUGHT 0  NOW 0",
    ),
    "cities-knights": (
        ("S b2s  C e1n  R b2sw e1nw", "S d3s  C a3s  R d3sw a3sw", "S b4s  C d1n  R b4sw d1ne"),
        "P Rm Rm Cm",
        "SHIP 0  ROLLED  NOW 0  ATTACKED  FRESH 0  RISEN 0  NOT-LASTING",
    ),
}
"""Pieces by seat, the cards of the first player, the moment."""


def table(key: str, hands: Sequence[str], line: str, bank: str = "") -> Record:
    """A record that begins with these hands, the bank counted if it is told."""
    pieces, cards, moment = ON_THE_TABLE[key.split("+", maxsplit=1)[0]]
    held = [
        f"{player}: {lying}  H {hand or 0}"
        for player, lying, hand in zip(PLAYERS, pieces, hands, strict=True)
    ]
    held[0] += f"  {cards}"
    counted = f"BANK {bank} " if bank else ""
    robber = "e1" if "cities" in key else "c2"
    position = "\n".join((*held, f"K {robber}  {counted}TURN Anna  {moment}"))
    return read_text(f'{head(key, 3)}[Position "{position}"]\n{line}\n')


def accused(game: Record) -> int:
    """The index of the first action that is accused; behind the last one if none is."""
    found = replay(rulesets.by_key(game.header.ruleset), game, first=True).violations
    return found[0].at if found else len(game.actions)


def accused_by_all(game: Record) -> int:
    """The same of the action that no way to fill in table and actions survives."""
    ruleset = rulesets.by_key(game.header.ruleset)
    ways = [Way(state, {}) for state in _filled(game)]
    for at, action in enumerate(game.actions):
        ways = after(ruleset, ways, at, action)
        if not ways:
            return at
    return len(game.actions)


def _filled(game: Record) -> Iterator[object]:
    ruleset = rulesets.by_key(game.header.ruleset)
    return (ruleset.setup(filled.header) for filled in fillings(ruleset, game))


def fillings(ruleset: Ruleset, game: Record) -> Iterator[Record]:
    """The game with every set of cards in place of the unseen ones of the table."""
    return (filled for filled in _added_up(ruleset, game) if _stands(ruleset, filled))


def _added_up(ruleset: Ruleset, game: Record) -> Iterator[Record]:
    """Where the bank is counted, every other card lies in a hand (B-010): most sets say otherwise,
    and to lay each of them on the table takes long."""
    header = game.header
    cards = sum(pack_cards([kind]) * most for kind, most in all_cards(ruleset.key).items())
    for filled in filled_in(ruleset, game):
        position = filled.header.position
        lying = (position.bank or 0) + sum(held.hand or 0 for held in position.held)
        if position.bank is None or len(header.players) > 4 or lying == cards:
            yield filled


def _stands(ruleset: Ruleset, filled: Record) -> bool:
    try:
        ruleset.setup(filled.header)
    except Untenable:
        return False
    return True


def all_cards(key: str) -> dict[int, int]:
    """How many there are of each kind in a game of three or four."""
    kinds = KINDS if "cities" in key else range(UNKNOWN)
    return {kind: 12 if kind > UNKNOWN else 19 for kind in kinds}


def filled_in(ruleset: Ruleset, game: Record) -> Iterator[Record]:
    """The same, whether there can be such a table or not."""
    of_cards = KINDS if "cities" in ruleset.key else range(UNKNOWN)
    position = game.header.position
    ways = [
        [known(one.hand) + pack_cards(some) for some in of_so_many(of_cards, unseen(one.hand))]
        for one in position.held
    ]
    for some in product(*ways):
        held = [replace(one, hand=hand) for one, hand in zip(position.held, some, strict=True)]
        header = replace(game.header, position=replace(position, held=tuple(held)))
        yield game._replace(header=header)


# Chance


def a_table(key: str, chance: random.Random) -> Record:
    """Hands of which some cards are seen, a bank that is counted or not, and what is done then:
    cards that all see move, and others, truly or not."""
    kinds = list(KINDS if "cities" in key else range(UNKNOWN))
    most = all_cards(key)
    few = chance.sample(kinds, chance.choice((2, 3)))
    hands = [[chance.choice(few) for _ in range(chance.choice((1, 2, 2, 3)))] for _ in PLAYERS]
    left = [chance.choice((0, len(hand), len(hand))) for hand in hands]
    left[0] = min(left[0], 1)
    counted = chance.random() < 0.6
    if not counted and "cities" in key:
        left = [min(number, 1) for number in left]
    told = [
        _words(hand[: len(hand) - hidden]) + "?" * hidden
        for hand, hidden in zip(hands, left, strict=True)
    ]
    bank = ""
    if counted:
        counts = {kind: most[kind] - sum(hand.count(kind) for hand in hands) for kind in kinds}
        bank = "".join(f"{count}{_words([kind])}" for kind, count in counts.items() if count)
    said = [_said(key, hands, chance) for _ in range(chance.choice((1, 2, 3)))]
    return table(key, told, f"1 Anna {' '.join(said)}", bank)


def _words(kinds: Sequence[int]) -> str:
    return in_words(pack_cards(kinds))


def _said(key: str, hands: list[list[int]], chance: random.Random) -> str:
    """Something that is done with the cards that there are, or with others."""
    what = chance.choice((_monopoly, _deal, _deal, _bank_trade))
    return what(key, hands, chance)


def _monopoly(key: str, hands: list[list[int]], chance: random.Random) -> str:
    kind = chance.choice([kind for hand in hands[1:] for kind in hand if kind < UNKNOWN] or [0])
    cities = "cities" in key
    words = "Rm" if cities else "M"
    given = []
    for player, hand in zip(PLAYERS[1:], hands[1:], strict=True):
        count = min(hand.count(kind), 2) if cities else hand.count(kind)
        for _ in range(count):
            hand.remove(kind)
            hands[0].append(kind)
        if chance.random() < 0.3:
            count = max(0, count + chance.choice((-1, 1)))
        given.append(f"-{player}:{_words([kind] * count) or 0}")
    return f"{words} {_words([kind])} {' '.join(given)}"


def _deal(key: str, hands: list[list[int]], chance: random.Random) -> str:
    other = chance.choice((1, 2))
    give, get = _some(hands[0], chance), _some(hands[other], chance)
    for mine, theirs, cards in ((hands[0], hands[other], give), (hands[other], hands[0], get)):
        for kind in cards:
            mine.remove(kind)
            theirs.append(kind)
    sides = [
        _words([UNKNOWN if chance.random() < 0.7 else k for k in side]) for side in (give, get)
    ]
    return f"P {PLAYERS[other]} {sides[0] or 'B'}<>{sides[1] or 'L'}"


def _some(hand: Sequence[int], chance: random.Random) -> list[int]:
    return chance.sample(list(hand), min(len(hand), chance.choice((1, 1, 2))))


def _bank_trade(key: str, hands: list[list[int]], chance: random.Random) -> str:
    kind = chance.choice(hands[0] or [0])
    return f"T 4{_words([kind])}>{_words([0 if kind else 1])}"
