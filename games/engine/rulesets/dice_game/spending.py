"""Which dice an action means, told by their places or by their faces, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.core import Action
from games.engine.rulesets.dice_game.faces import DICE, GOLD, ONE, count, unlisted
from games.engine.rulesets.dice_game.state import Dice

FREE, PAID, DEAD, ABSENT = range(4)

BY_FACE = DICE
"""Added to a face, it is a die told by its face; a smaller number is a place, from 0."""


class Told(NamedTuple):
    """A die of an action: its place, -1 if only the face is told; its face, -1 for a place
    without a die; and what became of it before."""

    place: int
    face: int
    fate: int


def told(dice: Dice, refs: int) -> list[Told]:
    """The dice that the list means, each one counted once."""
    left = dice.free
    faces = dice.faces
    used = dice.hard
    found = []
    for ref in unlisted(refs):
        if ref >= BY_FACE:
            face = ref - BY_FACE
            fate = _fate(dice, left, face)
            found.append(Told(-1, face, fate))
        elif not 0 <= ref < len(faces) or faces[ref] < 0:
            found.append(Told(ref, -1, ABSENT))
            continue
        else:
            face = faces[ref]
            if dice.gone >> ref & 1:
                fate = DEAD
            elif used >> ref & 1:
                fate = PAID
            else:
                fate = _fate(dice, left, face)
            used |= 1 << ref
            found.append(Told(ref, face, fate))
        if fate == FREE:
            left -= ONE[face]
    return found


def _fate(dice: Dice, left: int, face: int) -> int:
    if count(left, face):
        return FREE
    # Gold never pays: what is not there any more was given up.
    if count(dice.dead, face):
        return DEAD
    return PAID if count(dice.paid, face) else ABSENT


def fates(dice: Dice, refs: int) -> set[int]:
    return {one.fate for one in told(dice, refs)} if dice.known else set()


def spend(dice: Dice, found: Sequence[Told]) -> None:
    """The dice have paid; one that had paid before, or was never there, takes nothing."""
    for one in found:
        if one.fate == FREE:
            dice.free -= ONE[one.face]
            dice.paid += ONE[one.face]
            if one.place >= 0:
                dice.hard |= 1 << one.place


def turn(dice: Dice, one: Told, face: int) -> None:
    """The die shows another face now."""
    if one.fate == FREE:
        dice.free -= ONE[one.face]
    dice.free += ONE[face]
    place = one.place if one.place >= 0 else _first(dice, one.face)
    if place >= 0 and dice.lie >> 4 * place & 15:
        dice.lie += face - one.face << 4 * place
        dice.hard &= ~(1 << place)
        dice.gone &= ~(1 << place)


def _first(dice: Dice, face: int) -> int:
    """A place where such a die lies that nothing is known to have happened to."""
    for place, here in enumerate(dice.faces):
        if here == face and not (dice.hard | dice.gone) >> place & 1:
            return place
    return -1


def give_up(dice: Dice, one: Told) -> None:
    """The die is out of use for the rest of the turn."""
    if one.fate != FREE:
        return
    dice.free -= ONE[one.face]
    dice.dead += ONE[one.face]
    place = one.place if one.place >= 0 else _first(dice, one.face)
    if place >= 0:
        dice.gone |= 1 << place


def gold_of(dice: Dice) -> int:
    """How many dice show gold and may be exchanged."""
    return count(dice.free, GOLD)


def refs_of(action: Action) -> int:
    """The list of dice of an action; each kind of action has it as its second fact."""
    return action.facts[1]
