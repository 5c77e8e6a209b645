"""A table at which any position can be laid out: a game in the notation, then cards in hand.

Rows and terrains of the board, numbers as in the worked boards of the rules:

        a1 B5   a2 L10  a3 W8
     b1 G2   b2 O9   b3 B11  b4 L4
  c1 W6   c2 G4   c3 D    c4 O3   c5 B11
     d1 L3   d2 W5   d3 G6   d4 O12
        e1 L8   e2 W10  e3 G9
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import Any

import pytest

from games.engine import record, rulesets
from games.engine.rulesets.base.packed import LETTERS, ONE, pack_cards

BOARD = (
    '[Board "a1 B5 a2 L10 a3 W8 b1 G2 b2 O9 b3 B11 b4 L4 c1 W6 c2 G4 c3 D c4 O3 c5 B11 '
    'd1 L3 d2 W5 d3 G6 d4 O12 e1 L8 e2 W10 e3 G9"]\n'
    '[Harbours "a1nw 3:1 b1w B d1w 3:1 e1sw L e2se W d4se 3:1 c5e G b4ne 3:1 a2ne O"]\n'
)

FOUNDED = (
    "Anna S b2s R b2sw",
    "Ben S d3s R d3sw",
    "Cyril S b4s R b4sw",
    "Cyril S d1n R d1ne",
    "Ben S a3s R a3sw",
    "Anna S e1n R e1nw",
)
"""Anna: ore 9, grain 4 at b2s; lumber 3, wool 5, lumber 8 at e1n. Ben: grain 6, wool 10, grain 9
at d3s; wool 8, brick 11, lumber 4 at a3s. Cyril: lumber 4, ore 3, brick 11 at b4s; wool 6,
grain 4, lumber 3 at d1n."""

SEA = (
    '[Map "new-shores-4"]\n'
    '[Board "b3 O5 b4 Z6 b6 W9 c6 Z10 c7 L11 d3 L5 d4 O2 d5 G6 d7 G8 e2 L8 e3 B10 e4 O9 e5 D e7 O2 '
    'f2 W4 f3 W3 f4 W11 f5 W4 f6 G3 g2 B11 g3 G6 g4 B5 g5 O8 g7 B4 h3 L12 h4 G9 h5 L10 h7 B3"]\n'
    '[Harbours "c2se 3:1 c4sw 3:1 d6sw O f6e W g5se G h4se 3:1 h3sw L g1e 3:1 e1e B"]\n'
)

SEA_FOUNDED = (
    "Anna S c5s ~ c5se",
    "Ben S e5se ~ e6sw",
    "Cyril S g2s R g2se",
    "Dana S e3n R e3ne",
    "Dana S f5s R f5sw",
    "Cyril S f3n R f3ne",
    "Ben S g5se R g5se",
    "Anna S f4sw R f4sw",
)
"""On Heading for New Shores. Anna's ship leads from the main island to gold 10 at c5se on a small
one; Ben's lies along the coast of f6."""

LARGE = (
    '[Board "a1 W11 a2 B11 a3 O8 b1 G10 b2 B4 b3 B5 b4 O9 c1 W6 c2 L9 c3 L2 c4 G10 c5 D d1 W3 d2 '
    "O5 d3 L6 d4 B3 d5 B12 d6 W3 e1 W8 e2 L9 e3 O12 e4 L11 e5 G6 f1 G4 f2 G8 f3 W10 f4 O4 g1 L2 "
    'g2 G5 g3 D"]\n'
    '[Harbours "b1nw 3:1 c1w G e1w W f1sw W g2sw 3:1 g3se O e5se 3:1 d6e 3:1 c5ne 3:1 a3ne L '
    'a2nw B"]\n'
)

LARGE_FOUNDED = (
    "Anna S b2s R b2sw",
    "Ben S e1s R e1sw",
    "Cyril S a3s R a3sw",
    "Dana S c1s R c1sw",
    "Emil S f3s R f3sw",
    "Fany S e2s R e2sw",
    "Fany S d2s R d2sw",
    "Emil S b1s R b1sw",
    "Dana S c3s R c3sw",
    "Cyril S b3s R b3sw",
    "Ben S f2s R f2sw",
    "Anna S c2s R c2sw",
)
"""For five players without the lines of Fany. A 12 brings nobody anything."""

FESTIVE = {
    BOARD: {"b1 G2": "b1 {}G", "d4 O12": "d4 O2+12"},
    SEA: {"d4 O2": "d4 {}O", "h3 L12": "h3 L2+12"},
}
"""The boards as Easter Bunny and Santa Claus change them: the special hex is b1, with Seafarers
d4."""

NONE: Mapping[str, Any] = MappingProxyType({})

SIX = ("Anna", "Ben", "Cyril", "Dana", "Emil", "Fany")


def head(ruleset: str = "base", players: int = 3) -> str:
    board = SEA if "seafarers" in ruleset else LARGE if "base56" in ruleset else BOARD
    for part, letter in (("easter-bunny", "E"), ("santa", "H")):
        if part in ruleset.split("+"):
            for old, new in FESTIVE[board].items():
                board = board.replace(old, new.format(letter))
    return f'[Ruleset "{ruleset}"]\n[Seats "{" ".join(SIX[:players])}"]\n{board}'


def actions_of(*lines: str, ruleset: str = "base", players: int = 3) -> Any:
    return record.parse(head(ruleset, players) + "\n".join(lines), rulesets.by_key)


def after(
    *lines: str,
    ruleset: str = "base",
    founded: bool = True,
    players: int = 3,
    hands: Mapping[str, str] = NONE,
    cards: Mapping[str, Sequence[int]] = NONE,
    built: Mapping[str, str] = NONE,
    cities: Mapping[str, str] = NONE,
    sailed: Mapping[str, str] = NONE,
    robber: str = "",
    pirate: str = "",
    bank: Mapping[str, int] = NONE,
    then: str = "",
    **changes: Any,
) -> Any:
    """The state after the lines, the founding before them; then hands as told, out of a bank
    that makes up for it, development cards, further settlements, upgraded ones, ships of earlier
    turns, robber and pirate, what is left in the bank, any fields of the state, and at last the
    actions of one more line."""
    opening = founding(ruleset, players) if founded else ()
    game = actions_of(*opening, *lines, ruleset=ruleset, players=players)
    rules = rulesets.by_key(ruleset)
    state = rules.setup(game.header)
    for action in game.actions:
        rules.play(state, action)
    grid = state.places.grid
    for name, letters in hands.items():
        give(state, SIX.index(name), letters)
    for name, kinds in cards.items():
        state.cards[SIX.index(name)] = pack_cards(kinds)
    for name, spots in built.items():
        for spot in spots.split():
            state.build(SIX.index(name), grid.intersection_named[spot])
    for name, spot in cities.items():
        state.cities[SIX.index(name)] |= 1 << grid.intersection_named[spot]
        state.harvest(SIX.index(name), grid.intersection_named[spot])
    if sailed or pirate:
        sail(state, sailed, pirate)
    if robber:
        state.move_robber(grid.hex_named[robber])
    for letter, left in bank.items():
        drain(state, letter, left)
    for field, value in changes.items():
        assert hasattr(state, field), field
        setattr(state, field, copy(value))
    if then:
        play(state, then)
    return state


def founding(ruleset: str, players: int) -> Sequence[str]:
    if "seafarers" in ruleset:
        return SEA_FOUNDED
    if "base56" in ruleset:
        return [line for line in LARGE_FOUNDED if line.split()[0] in SIX[:players]]
    return FOUNDED


def sail(state: Any, sailed: Mapping[str, str], pirate: str) -> None:
    grid = state.places.grid
    for name, paths in sailed.items():
        for path in paths.split():
            state.launch(SIX.index(name), grid.path_named[path])
    if pirate:
        state.pirate = grid.hex_named[pirate]


def play(state: Any, line: str) -> Any:
    """Carry out the actions of a line, which break no rule; the actions."""
    rules = rulesets.by_key(state.header.ruleset)
    actions = actions_of(line, ruleset=state.header.ruleset, players=state.n).actions
    for action in actions:
        assert rules.play(state, action) == (), action
    return actions


def case(rule: str, given: Mapping[str, Any], breaks: str, keeps: str, instead: Any = None) -> Any:
    """A row of the rules: a line that breaks it, and the nearest one that does not.

    `instead` is the position for the line that keeps it, if it is another one.
    """
    values = given, breaks, given if instead is None else instead, keeps
    return pytest.param(rule, *values, id=f"{rule} {breaks}", marks=pytest.mark.rule(rule))


def told(
    rule: str, says: str, given: Mapping[str, Any], breaks: str, keeps: str, *, instead: Any = None
) -> Any:
    """As `case`, of a row that has no finding of its own: what breaks it breaks `says`, too."""
    values = given, breaks, given if instead is None else instead, keeps
    return pytest.param((rule, says), *values, id=f"{rule} {breaks}", marks=pytest.mark.rule(rule))


def give(state: Any, seat: int, letters: str) -> None:
    """Let the seat hold these cards and no others."""
    cards = pack_cards(LETTERS.index(letter) for letter in letters)
    state.bank += state.hands[seat] - cards
    state.hands[seat] = cards


def drain(state: Any, letter: str, left: int) -> None:
    """Leave so many cards of a resource in the bank."""
    kind = LETTERS.index(letter)
    state.bank -= (state.in_bank(kind) - left) * ONE[kind]


def broken(state: Any, line: str) -> list[str]:
    """The rules that the last action of the line breaks; those before it must break none."""
    rules = rulesets.by_key(state.header.ruleset)
    game = actions_of(line, ruleset=state.header.ruleset, players=state.n)
    *before, last = game.actions
    for action in before:
        assert rules.play(state, action) == (), action
    verb = rules.verbs[last.verb]
    found = [trouble.rule.id for trouble in rules.broken(state, last)]
    assert verb.allowed(state, last) == (not found), (last, found)
    return found
