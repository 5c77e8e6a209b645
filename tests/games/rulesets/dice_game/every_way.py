"""Turns whose dice are told by faces and by places, mixed, and a second judge of them.

The judge knows nothing of the engine. It keeps every way in which the six dice can lie and every
choice of those that an action may mean, one by one, and says at which action none is left.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, permutations

COSTS = {"R": "BL", "S": "BLWG", "C": "GGOOO", "K": "WGO"}

FREE, PAID, OUT = "free", "paid", "out"

KNIGHTS = "1 Anna (=GGOOWW) K1 K2 =3", "2 Anna (=GGOOWW) K3 K4 =7", "3 Anna (=GGOOWW) K5 K6 =11"
"""Turns that build the knights, two each."""

SYMBOLS = ("R1", "R2", "R3", "S3", "S4", "C7")
"""In an order in which they can be built."""

Ways = set[tuple[tuple[str, str], ...]]
"""Faces and fates of the dice by their places."""


# The judge


def first_impossible(parts: Sequence[str]) -> int | None:
    """The first part of the turn that no way of the dice allows; None if there is one to the end.

    What needs no dice (order, roads, jokers that are used, entries) is taken to be right.
    """
    ways: Ways = set()
    for at, part in enumerate(parts):
        ways = set(after(part, ways))
        if not ways:
            return at
    return None


def after(part: str, ways: Ways) -> Iterator[tuple[tuple[str, str], ...]]:
    if part.startswith("(="):
        yield tuple((face, FREE) for face in part[2:-1])
    elif part.startswith("("):
        yield from (tuple((face, FREE) for face in one) for one in rolled(part[1:-1], ways))
    else:
        for way in ways:
            yield from done(part, way)


def rolled(told: str, ways: Ways) -> Iterator[Sequence[str]]:
    kept, plus, new = told.partition("+")
    if not plus:
        yield kept
    elif "." in new:
        for way in ways:
            if all(face in (".", die[0]) for face, die in zip(kept, way, strict=False)):
                yield [
                    other if face == "." else face
                    for face, other in zip(kept.ljust(6, "."), new.rjust(6, "."), strict=True)
                ]
    elif any(not Counter(kept) - Counter(face for face, _fate in way) for way in ways):
        yield from set(permutations(kept + new))


def done(part: str, way: Sequence[tuple[str, str]]) -> Iterator[tuple[tuple[str, str], ...]]:
    verb, *rest = part.split()
    if verb == "E":
        refs, wanted = rest[0].split(">")
        for one, other in picked(refs, way):
            if way[one] == way[other] == ("A", FREE):
                yield changed(way, {one: (wanted, FREE), other: ("A", OUT)})
    elif verb == "J":
        refs, wanted = rest[1].split(">")
        for (one,) in picked(refs, way):
            if way[one][1] == FREE and way[one][0] != wanted:
                yield changed(way, {one: (wanted, FREE)})
    else:
        cost = COSTS[verb[0]]
        for dice in picked(verb.partition(":")[2] or cost, way):
            free = all(way[die][1] == FREE for die in dice)
            if free and sorted(way[die][0] for die in dice) == sorted(cost):
                yield changed(way, {die: (way[die][0], PAID) for die in dice})


def picked(refs: str, way: Sequence[tuple[str, str]]) -> Iterator[tuple[int, ...]]:
    for dice in permutations(range(6), len(refs)):
        if all(
            int(ref) - 1 == die if ref.isdigit() else way[die][0] == ref
            for ref, die in zip(refs, dice, strict=True)
        ):
            yield dice


def changed(
    way: Sequence[tuple[str, str]], dice: Mapping[int, tuple[str, str]]
) -> tuple[tuple[str, str], ...]:
    return tuple(dice.get(at, die) for at, die in enumerate(way))


# Turns at random


def turn(chance: random.Random) -> tuple[Sequence[str], Sequence[str]]:
    """The lines before a turn, and its parts, which are legal."""
    before = KNIGHTS[: chance.randrange(4)]
    faces = [chance.choice(chance.choice(("BLWGOA", "AAABLO", "WGOWGB"))) for _ in range(6)]
    result = [f"(={''.join(faces)})"]
    parts = result if chance.random() < 0.5 else list(rolls(faces, chance))
    writer = Writer(chance, parts, faces, 2 * len(before))
    builds = {kind: partial(writer.build, kind) for kind in COSTS}
    deeds = {"E": writer.exchange, "J": writer.use_joker, **builds}
    for _ in range(chance.randint(1, 7)):
        deeds[chance.choice("EEJJRSCKK")]()
    return before, parts


class Writer:
    """A player who knows which die is which, and writes it in one way or another."""

    def __init__(
        self, chance: random.Random, parts: list[str], faces: Sequence[str], knights: int
    ) -> None:
        self.chance = chance
        self.parts = parts
        self.way: tuple[tuple[str, str], ...] = tuple((face, FREE) for face in faces)
        self.knights = knights
        self.jokers = set(range(knights))
        self.symbols = list(SYMBOLS)

    @property
    def free(self) -> list[int]:
        return [at for at, (_face, fate) in enumerate(self.way) if fate == FREE]

    def exchange(self) -> None:
        gold = [at for at in self.free if self.way[at][0] == "A"]
        if len(gold) > 1:
            one, other = self.chance.sample(gold, 2)
            wanted = self.chance.choice("BLWGO")
            self.parts.append(f"E {named((one, other), self.way, self.chance)}>{wanted}")
            self.way = changed(self.way, {one: (wanted, FREE), other: ("A", OUT)})

    def use_joker(self) -> None:
        knight = self.chance.randrange(6)
        wanted = "OGWLB"[knight] if knight < 5 else self.chance.choice("BLWGO")
        others = [at for at in self.free if self.way[at][0] != wanted]
        if knight in self.jokers and others:
            self.jokers.discard(knight)
            die = self.chance.choice(others)
            told = named((die,), self.way, self.chance)
            self.parts.append(f"J K{knight + 1} {told}>{wanted}")
            self.way = changed(self.way, {die: (wanted, FREE)})

    def build(self, kind: str) -> None:
        symbol = self.next_symbol(kind)
        dice = paying(COSTS[kind], self.chance.sample(self.free, len(self.free)), self.way)
        if symbol and dice:
            if kind == "K":
                self.knights += 1
            else:
                self.symbols.remove(symbol)
            told = named(dice, self.way, self.chance) if self.chance.random() < 0.7 else ""
            self.parts.append(f"{symbol}:{told}" if told else symbol)
            self.way = changed(self.way, {die: (self.way[die][0], PAID) for die in dice})

    def next_symbol(self, kind: str) -> str | None:
        if kind == "K":
            return f"K{self.knights + 1}" if self.knights < 6 else None
        found = next((symbol for symbol in self.symbols if symbol[0] == kind), None)
        needed = {"S4": "R2", "C7": "R1"}.get(found or "")
        return None if needed in self.symbols else found


def paying(cost: str, free: Sequence[int], way: Sequence[tuple[str, str]]) -> list[int] | None:
    dice: list[int] = []
    for face in cost:
        die = next((die for die in free if way[die][0] == face and die not in dice), None)
        if die is None:
            return None
        dice.append(die)
    return dice


def named(dice: Sequence[int], way: Sequence[tuple[str, str]], chance: random.Random) -> str:
    """The dice by their faces, by their places, or some so and some so."""
    by_face = chance.choice((0, 0, 0.5, 1, 1))
    return "".join(way[die][0] if chance.random() < by_face else str(die + 1) for die in dice)


def rolls(last: Sequence[str], chance: random.Random) -> Iterator[str]:
    """Rolls, the last of which shows these faces; with the places of dice or without."""
    shown = [[chance.choice("BLWGOA") for _ in range(6)] for _ in range(chance.randrange(3))]
    shown.append(list(last))
    for before, now in pairwise(shown):
        for die in chance.sample(range(6), chance.randint(1, 5)):
            before[die] = now[die]
    yield f"({''.join(shown[0])})"
    for before, now in pairwise(shown):
        same = [die for die in range(6) if before[die] == now[die]]
        kept = set(chance.sample(same, chance.randint(min(1, len(same)), min(5, len(same)))))
        stay = "".join(now[die] if die in kept else "." for die in range(6))
        new = "".join("." if die in kept else now[die] for die in range(6))
        if not kept:
            yield f"({new})" if chance.random() < 0.5 else f"(+{shuffled(new, chance)})"
        elif chance.random() < 0.5:
            yield f"({shuffled(stay, chance)}+{shuffled(new, chance)})"
        else:
            yield f"({stay}+{new})"


def shuffled(faces: str, chance: random.Random) -> str:
    told = [face for face in faces if face != "."]
    return "".join(chance.sample(told, len(told)))


def mistaken(parts: Sequence[str], chance: random.Random) -> list[str]:
    """Another die in one part: one that is named, kept or rolled."""
    changeable = [at for at, part in enumerate(parts) if signs_of(part)]
    at = chance.choice(changeable)
    part = parts[at]
    where = chance.choice(signs_of(part))
    others = "123456" if part[where].isdigit() or chance.random() < 0.2 else "BLWGOA"
    if part[0] == "(":
        others = "BLWGOA"
    new = chance.choice([sign for sign in others if sign != part[where]])
    return [*parts[:at], part[:where] + new + part[where + 1 :], *parts[at + 1 :]]


def signs_of(part: str) -> list[int]:
    """Where the part names dice."""
    if part[0] == "(":
        return [at for at, sign in enumerate(part) if sign in "BLWGOA"]
    start = {"E": 2, "J": 5}.get(part[0], part.find(":") + 1 or len(part))
    return list(range(start, part.find(">") if part[0] in "EJ" else len(part)))
