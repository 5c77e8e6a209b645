"""Records that take longest, beside a loop that does nothing: the promise of time.

The files in `slow/` are the worst that `tests/fuzz_times.py` found; those behind them are long.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.measure import Row, benchmark, empty_loop, side_by_side

FOUND = Path(__file__).parent / "slow"

NETS = Path(__file__).parent / "ships.txt"
"""A table on which all roads and ships of three players hang together."""

SMALL, LARGE = 2, 8
"""Loops for an input of up to 100 kB, and of up to 1 MB."""

LONGEST = 100_000

FILLING = frozenset({"roll", "robber", "discard", "bank", "draw", "give_back", "commit"})
"""What goes on for ever in a game in which nobody builds."""

ACTIONS = 14_000

LONG = ("base", "cities-knights")

ASKED = ("base", "base56", "seafarers", "cities-knights", "cities-knights+seafarers")


@benchmark("The slowest records, each beside ten million turns of an empty loop")
def slowest() -> Iterator[Row]:
    for path in sorted(FOUND.glob("*.txt")):
        yield _row(path.stem, path.read_bytes())
    for key in LONG:
        for odds in (0.3, 1.0):
            yield _row(f"{key}, {odds:.0%} unseen", _endless(key, odds))
    yield _row("ends of turns, all wrong", _wrong())
    yield _row("1 MB of comments and turns", _with_comments())
    yield _row("three nets of 15 roads and 15 ships", _ships())
    yield _row("the card game, hidden hands", _cards())
    yield _row("the card game, one game over and over", _cards_again())
    yield _row("the dice game, a thousand seats", _dice())
    yield _row("JSON of base, 100% unseen", _as_json())
    yield _row("log of JSettlers, six players", _log())
    yield _row("a position, then 100% unseen", _from_a_position())
    for key in LONG:
        yield _row(f"{key}, nine unseen cards each", _from_large_hands(key))
    for key in ASKED:
        yield _asked(key)


def _row(name: str, text: bytes) -> Row:
    from games.engine.verdicts import verdict_on

    ours, loop = side_by_side(lambda: verdict_on(text), empty_loop, repetitions=3)
    limit = SMALL if len(text) <= LONGEST else LARGE
    return Row.at_most(f"{name}, {len(text):,} bytes", ours, loop, limit, of="the loop")


def _asked(key: str) -> Row:
    """What may be done at a table in the middle of a game, of which no card and nothing of the
    turn is told."""
    from games.engine import rulesets
    from games.engine.questions import possible

    ruleset, header = rulesets.by_key(key), _untold(key)
    ours, loop = side_by_side(lambda: possible(ruleset, header), empty_loop, repetitions=3)
    name = f"what may be done, nothing told: {key}"
    return Row.at_most(name, ours, loop, SMALL, of="the loop")


def _untold(key: str) -> Any:
    from games.engine import rulesets
    from games.engine.rulesets.base.packed import ONE, UNKNOWN, size
    from tests.games.rulesets.mutations import played
    from tests.games.rulesets.photographed import UNSHOWN, is_told, photographed

    ruleset = rulesets.by_key(key)
    game = played(ruleset, 0, 700)
    state = ruleset.setup(game.header)
    stock, position = state.stock, None
    for action in game.actions:
        if is_told(state):
            position = photographed(state, stock)
        ruleset.play(state, action)
    if position is None:
        raise AssertionError(f"no table of {key} to be photographed")
    held = tuple(
        replace(one, hand=size(one.hand) * ONE[UNKNOWN], cards=size(one.cards) * ONE[UNKNOWN])
        for one in position.held
    )
    more = tuple((name, told) for name, told in position.more if name not in UNSHOWN)
    untold: dict[str, Any] = dict.fromkeys(("rolled", "played", "bought", "due", "bank", "deck"))
    return replace(game.header, position=replace(position, held=held, more=more, **untold))


def _endless(key: str, odds: float) -> bytes:
    """A legal game in which the cards go round, as long as the promise for small ones goes."""
    from games.engine import record, rulesets
    from tests.games.rulesets.chance_cities import hidden

    game, chance = _game(key), random.Random(1)
    veiled = game._replace(actions=tuple(hidden(one, chance, odds) for one in game.actions))
    text = record.write(veiled, rulesets.by_key(key).notation).encode()
    return text[:LONGEST].rpartition(b"\n")[0]


@cache
def _game(key: str) -> Any:
    from games.engine import rulesets
    from tests.games.rulesets.chance import new_game

    ruleset, chance = rulesets.by_key(key), random.Random(1)
    return _going_round(ruleset, new_game(ruleset, chance), chance)


def _going_round(ruleset: Any, state: Any, chance: random.Random) -> Any:
    """A game from there in which the cards go round."""
    from games.engine.core import Record
    from tests.games.rulesets.chance import drawn

    actions = []
    while len(actions) < ACTIONS:
        listed = list(ruleset.legal(state))
        some = [action for action in listed if action.verb in FILLING]
        ending = [action for action in listed if action.verb == "end_turn"]
        action = drawn(state, chance.choice(some or ending or listed), chance)
        ruleset.play(state, action)
        actions.append(action)
    return Record(state.header, tuple(actions))


def _from_large_hands(key: str) -> bytes:
    """What goes round begins on a table with nine unseen cards in each hand."""
    from games.engine import record, rulesets
    from tests.games.rulesets.large_hands import face_down, photographed_table

    ruleset, chance = rulesets.by_key(key), random.Random(9)
    table = ruleset.setup(photographed_table(ruleset, chance, 9))
    game = face_down(_going_round(ruleset, table, chance), chance, 1.0)
    text = record.write(game, ruleset.notation).encode()
    return text[:LONGEST].rpartition(b"\n")[0]


def _wrong() -> bytes:
    """Each end of a turn breaks a rule or two."""
    lead, _, _ = _endless("base", 0).partition(b"\n20 ")
    return (lead + b"\n" + 12 * b"@1  / / / / / / /\n" * 500)[:LONGEST].rpartition(b"\n")[0]


def _ships() -> bytes:
    """A ship is moved in nearly every turn, so that each is another net to find the way through."""
    from games.engine import record, rulesets
    from games.engine.core import Action, Record

    ruleset, chance = rulesets.by_key("seafarers"), random.Random(1)
    header = record.parse(NETS.read_text(), rulesets.by_key).header
    state = ruleset.setup(header)
    paths, may_move = range(len(state.places.ends)), ruleset.verbs["move_ship"].allowed
    actions = []
    while len(actions) < ACTIONS:
        seat = state.turn
        turn = [Action(seat, "roll", (12, 0, 0)), Action(seat, "end_turn")]
        ruleset.play(state, turn[0])
        moves = (
            Action(seat, "move_ship", (here, there))
            for here in chance.sample(paths, len(paths))
            if state.ships[seat] >> here & 1
            for there in chance.sample(paths, len(paths))
            if state.places.ends_of[there] & state.sail[seat]
        )
        if move := next((one for one in moves if may_move(state, one)), None):
            turn.insert(1, move)
        for action in turn[1:]:
            ruleset.play(state, action)
        actions += turn
    text = record.write(Record(header, tuple(actions)), ruleset.notation).encode()
    return text[:LONGEST].rpartition(b"\n")[0]


def _cards() -> bytes:
    from games.engine import record
    from tests.games.rulesets.card_chance import game, hidden, rules

    played, _ = game(4, 1)
    return record.write(hidden(played), rules().notation).encode()[:LONGEST]


def _cards_again() -> bytes:
    """What is played on after the end breaks rules, till it cannot have happened."""
    from games.engine import record
    from tests.games.rulesets.card_chance import game, hidden, rules

    played, _ = game(2, 1)
    text = record.write(hidden(played), rules().notation).encode()
    head, _, turns = text.partition(b"\n1 ")
    again = b"\n1 " + turns.rstrip()
    return (head + again * (LONGEST // len(again)))[:LONGEST].rpartition(b"\n")[0]


def _dice() -> bytes:
    """A thousand players, each of whom breaks a rule with most of what is done."""
    names = [f"p{seat}" for seat in range(1000)]
    head = f'[Ruleset "dice"]\n[Seats "{" ".join(names)}"]\n[Sheet "standard"]\n'
    turn = "(BBLWGO) (BB+LGGO) K1 J K1 W>O =1"
    lines = [f"{at + 1} {names[at % 1000]} {turn}" for at in range(LONGEST // len(turn))]
    return (head + "\n".join(lines)).encode()[:LONGEST].rpartition(b"\n")[0]


def _as_json() -> bytes:
    from games.engine import rulesets
    from games.engine.document import write_document
    from games.engine.files import read

    game = read(_endless("base", 1.0))
    notation = rulesets.by_key("base").notation
    cut = game._replace(actions=game.actions[: len(game.actions) // 4])
    return json.dumps(write_document(cut, notation)).encode()


def _log() -> bytes:
    from tests.games.played import RECORDS

    return (RECORDS / "classic-6p-17.soclog.gz").read_bytes()


def _from_a_position() -> bytes:
    """What is endless goes on from a table of which little is told."""
    head, _, turns = _endless("base", 1.0).partition(b"\n20 ")
    board = b"\n".join(line for line in head.split(b"\n") if line.startswith(b"["))
    seats = b"".join(b"@%d: H 5? D 2?\n" % (seat + 1) for seat in range(_seats()))
    first = (b"20 " + turns).split()[1]
    return board + b'\n[Position "' + seats + b"TURN " + first + b'"]\n20 ' + turns


def _seats() -> int:
    return len(_game("base").header.players)


def _with_comments() -> bytes:
    lines = _endless("base", 1.0).split(b"\n")
    return b"\n".join(line + b" ; " + 160 * b"x" for line in lines)[:1_000_000]
