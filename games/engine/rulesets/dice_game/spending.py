"""Which dice an action means, told by their places or by their faces, and what becomes of them.

Faces alone leave open which of several equal dice was meant. It matters as soon as a place is named
in the same turn: then every way is followed in which the dice can lie, and what one of them allows
is allowed. Dice between which nothing has told so far stand for each other (`Cells`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine.core import Action
from games.engine.rulesets.dice_game.faces import DICE, ONE, count, faces_of, pack, unlisted
from games.engine.rulesets.dice_game.state import COSTS, Cells, Dice, Use, Way

FREE, PAID, DEAD, ABSENT = range(4)

BY_FACE = DICE
"""Added to a face, it is a die told by its face; a smaller number is a place, from 0."""

PAYS, GIVEN_UP = -1, -2
"""What becomes of a die that is not turned."""


class Told(NamedTuple):
    """A die of an action: its face, -1 for a place without a die; and what became of it before."""

    face: int
    fate: int


class Outcome(NamedTuple):
    """The dice that an action means in the first of the ways that are left, in no order, and these
    ways after it; `heaps` are the sets of faces in the first one, by their fates."""

    told: tuple[Told, ...]
    ways: tuple[Way, ...]
    cells: Cells
    heaps: tuple[int, int, int]


PRICES = {
    kind: Use(tuple(BY_FACE + face for face in faces_of(cost)), cost, (PAYS,) * len(faces_of(cost)))
    for kind, cost in COSTS.items()
}
"""What each kind of building asks where the record does not say which dice paid."""


@lru_cache(maxsize=2000)
def payment(refs: int, kind: int) -> Use:
    dice = tuple(unlisted(refs))
    return Use(dice, COSTS[kind], (PAYS,) * len(dice))


def meant(dice: Dice, use: Use) -> tuple[Told, ...]:
    """The dice that are meant: those that fit in one of the ways, if there is one."""
    return outcome(*_before(dice, use), use).told


def fates(dice: Dice, use: Use) -> set[int]:
    return {one.fate for one in meant(dice, use)} if dice.known else set()


def carry_out(dice: Dice, use: Use) -> None:
    """What cannot be done with a die is not: one that had paid before, or was never there, pays
    nothing."""
    _told, ways, cells, heaps = outcome(*_before(dice, use), use)
    if dice.ways or _names_places(use):
        dice.ways, dice.cells = ways, cells
    else:
        dice.by_faces += (use,)
    dice.free, dice.paid, dice.dead = heaps


def frees(dice: Dice) -> set[int]:
    """The dice that may still be used, as sets of faces: one for each way in which they differ."""
    return {_with_fate(way, FREE) for way in dice.ways} or {dice.free}


def refs_of(action: Action) -> int:
    """The list of dice of an action; each kind of action has it as its second fact."""
    return action.facts[1]


# The ways


def _before(dice: Dice, use: Use) -> tuple[tuple[Way, ...], Cells]:
    """The ways that are left, and the places that stand for each other in them. As long as no place
    is named all of them do."""
    if dice.ways:
        return dice.ways, dice.cells
    if not _names_places(use):
        return _anywhere(dice.free, dice.paid, dice.dead)
    faces = tuple(dice.faces)
    ways: tuple[Way, ...] = (faces if dice.placed else tuple(sorted(faces)),)
    alike = dict.fromkeys(faces if dice.placed else (None,))
    cells: Cells = tuple(
        tuple(at for at, face in enumerate(faces) if one in (None, face)) for one in alike
    )
    for earlier in dice.by_faces:
        _told, ways, cells, _heaps = outcome(ways, cells, earlier)
    return ways, cells


@lru_cache(maxsize=2000)
def _anywhere(*heaps: int) -> tuple[tuple[Way, ...], Cells]:
    way = tuple(_kind(face, fate) for fate, heap in enumerate(heaps) for face in faces_of(heap))
    return (way,), (tuple(range(len(way))),)


def _names_places(use: Use) -> bool:
    return min(use.refs) < BY_FACE


class _Branch(NamedTuple):
    """One of the ways after some of the dice of an action; `due` are the faces that the others may
    show."""

    way: Way
    due: int
    told: tuple[Told, ...]


@lru_cache(maxsize=2000)
def outcome(ways: tuple[Way, ...], cells: Cells, use: Use) -> Outcome:
    """Where the dice fit in none of the ways, the first one stands for all from there on."""
    branches = [_Branch(way, use.faces, ()) for way in ways]
    # Places go first: a face beside them means another die.
    for ref, end in sorted(zip(use.refs, use.ends, strict=True), key=lambda one: one[0] >= BY_FACE):
        fitting = [after for branch in branches for after in _fitting(branch, cells, ref, end)]
        first = branches[0]
        if ref < BY_FACE:
            cells = _apart(cells, ref)
        if fitting:
            branches = _distinct(fitting)
        else:
            forced, cells = _forced(first, cells, ref, end)
            branches = [forced]
    branches = _distinct([one._replace(due=0) for one in branches])
    (way, _due, found), *_others = branches
    heaps = _with_fate(way, FREE), _with_fate(way, PAID), _with_fate(way, DEAD)
    return Outcome(found, tuple(one.way for one in branches), cells, heaps)


def _distinct(branches: Sequence[_Branch]) -> list[_Branch]:
    """One of those between which nothing later can tell: they have the same dice left."""
    found: dict[tuple[Way, int], _Branch] = {}
    for one in branches:
        left = tuple(kind if kind < BESIDE else BESIDE for kind in one.way)
        found.setdefault((left, one.due), one)
    return list(found.values())


def _fitting(branch: _Branch, cells: Cells, ref: int, end: int) -> Iterator[_Branch]:
    """The branch with each of the dice that may be meant, if that is free and shows a face that is
    due."""
    way, due, told = branch
    for cell in cells:
        if ref >= BY_FACE:
            faces = [ref - BY_FACE] if any(way[at] == ref - BY_FACE for at in cell) else []
        elif ref in cell:
            faces = sorted({way[at] for at in cell})
        else:
            continue
        for face in faces:
            if 0 <= face < DICE and count(due, face):
                after = _changed(way, cell, face, _ended(face, end), ref)
                yield _Branch(after, due - ONE[face], (*told, Told(face, FREE)))


def _forced(branch: _Branch, cells: Cells, ref: int, end: int) -> tuple[_Branch, Cells]:
    """The branch with the die that is named, whatever it is, as far as it can do that."""
    way, due, told = branch
    kind = _meant(way, ref)
    if kind < 0:
        face = ref - BY_FACE
        if face >= 0 <= end and len(way) <= DICE:
            # A die that was not there is turned all the same: what it pays follows from that. But
            # for one alone, or a long list of mistakes would know more and more dice.
            way, cells = (*way, end), (*cells, (len(way),))
        return _Branch(way, due, (*told, Told(max(-1, face), ABSENT))), cells
    face, fate = kind % BESIDE, kind // BESIDE
    if fate == FREE or end >= 0:
        at = ref if ref < BY_FACE else way.index(kind)
        (cell,) = (one for one in cells if at in one)
        way = _changed(way, cell, kind, _ended(face, end), ref)
    return _Branch(way, due, (*told, Told(face, fate))), cells


def _meant(way: Way, ref: int) -> int:
    """The kind of die that is named; -1 if there is none."""
    if ref < BY_FACE:
        return way[ref] if ref < len(way) else -1
    # Gold never pays: what is not there any more was given up.
    kinds = (_kind(ref - BY_FACE, fate) for fate in (FREE, DEAD, PAID))
    return next((kind for kind in kinds if kind in way), -1)


def _apart(cells: Cells, place: int) -> Cells:
    """The place stands for itself alone."""
    others = [tuple(at for at in cell if at != place) for cell in cells]
    return (*(cell for cell in others if cell), *((place,) for cell in cells if place in cell))


def _changed(way: Way, cell: tuple[int, ...], kind: int, end: int, ref: int) -> Way:
    """With another kind in the place of one of the cell: the place that is named, or else any.
    In a cell dice are kept in order, so that what cannot be told apart is the same."""
    changed = list(way)
    if len(cell) == 1:
        changed[cell[0]] = end
        return tuple(changed)
    kinds = [way[at] for at in cell]
    kinds.remove(kind)
    places = cell
    if ref < BY_FACE:
        changed[ref] = end
        places = tuple(at for at in cell if at != ref)
    else:
        kinds.append(end)
        kinds.sort()
    for at, one in zip(places, kinds, strict=True):
        changed[at] = one
    return tuple(changed)


# Kinds of dice


BESIDE = 8
"""A kind is a face, and its fate is counted in steps of this; a place without a die has -1."""


def _kind(face: int, fate: int) -> int:
    return face + BESIDE * fate


def _ended(face: int, end: int) -> int:
    return end if end >= 0 else _kind(face, PAID if end == PAYS else DEAD)


def _with_fate(way: Way, fate: int) -> int:
    return pack(kind % BESIDE for kind in way if kind >= 0 and kind // BESIDE == fate)
