"""A game on printed sheets: that of the player who acts, the dice, and where all others stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from games.drawing.looks import colours_of, paint_of
from games.drawing.plots import piece_svg
from games.drawing.sheets import Marks, face_svg, places_of, sheet_svg
from games.engine.core import Header, Seat
from games.engine.rulesets.dice_game.faces import WORDS, count, faces_of
from games.engine.rulesets.dice_game.sheet import CITY, JOKER_WORDS, KNIGHT, SETTLEMENT
from games.engine.rulesets.dice_game.state import DiceState
from games.viewers.viewer import Place, Scene, Viewer
from games.wording.engine import detail_words, term_words


@dataclass(frozen=True)
class Player:
    """A player at a moment: `boxes` as they are written, `following` the symbols that come next
    in their orders, `jokers` the resources of those that may be used."""

    name: str
    piece: SafeString
    on_turn: bool
    points: int
    boxes: Sequence[str]
    following: Sequence[str]
    jokers: Sequence[str]
    confirmed: bool


def picture(scene: Scene, *, key: str, title: str, closeup: bool = False) -> SafeString:
    """The sheet of the one who acts, after the end of a turn of the next one; what was marked last
    is lit."""
    state: DiceState = scene.state
    action = scene.action
    ended = action is None or action.verb == scene.ruleset.notation.ender
    seat = state.turn if ended else action.seat
    lit = action.facts[0] if action is not None and action.verb in ("build", "marked") else None
    marks = Marks(state.marks[seat], state.used[seat], state.boxes[seat], lit)
    paint = paint_of(colours_of(scene.header)[seat])
    owner = scene.header.players[seat].name
    return sheet_svg(state.sheet, marks, paint=paint, title=title, key=key, owner=owner)


def dice(scene: Scene) -> tuple[Sequence[SafeString], str]:
    """The dice of the turn, those that are out of use or have paid last and pale."""
    now = scene.state.dice
    spent = now.paid + now.dead
    shown = [face_svg(face) for face in faces_of(now.free)]
    shown += [face_svg(face, spent=True) for face in faces_of(spent)]
    every = now.free + spent
    words = ", ".join(
        f"{count(every, face)}× {term_words(WORDS[face])}" for face in sorted(set(faces_of(every)))
    )
    return shown, words


def players_of(scene: Scene) -> Sequence[Player]:
    state: DiceState = scene.state
    colours = colours_of(scene.header)
    return [
        Player(
            name=player.name,
            piece=piece_svg(colours[seat]),
            on_turn=state.turn == seat,
            points=state.total(seat),
            boxes=["×" if entry is None else str(entry) for entry in state.boxes[seat]],
            following=_following(state, seat),
            jokers=_jokers(state, seat),
            confirmed=state.sheet.confirmed,
        )
        for seat, player in enumerate(scene.header.players)
    ]


def _following(state: DiceState, seat: Seat) -> list[str]:
    """The next settlement, city and knight."""
    marks = state.marks[seat]
    names = []
    for kind in (SETTLEMENT, CITY, KNIGHT):
        names += [
            detail_words(symbol.name)
            for number, symbol in enumerate(state.sheet.symbols)
            if symbol.kind == kind and not marks >> number & 1
        ][:1]
    return names


def _jokers(state: DiceState, seat: Seat) -> list[str]:
    ready = state.knights(seat) & ~state.used[seat]
    return [
        term_words(JOKER_WORDS[knight.joker])
        for number, knight in enumerate(state.sheet.in_order)
        if ready >> number & 1
    ]


def places(header: Header) -> Mapping[str, Sequence[Place]]:
    return places_of(header.board.sheet)


VIEWER = Viewer(
    title=gettext_lazy("The sheet after action {number}"),
    before=gettext_lazy("The empty sheet"),
    picture=picture,
    dice=dice,
    hands=players_of,
    hand="games/_player_with_sheet.html",
    how_to_write="games/_how_to_write_dice.html",
    secrets=False,
    places=places,
)
