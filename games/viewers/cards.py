"""The fast card game: the table of cards, hands as far as they are known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.drawing.cards import Front, Laid, table_svg
from games.drawing.looks import colours_of
from games.drawing.plots import piece_svg
from games.engine.board.terrain import HOME
from games.engine.core import Ruleset, Seat
from games.engine.rulesets.base.packed import RESOURCES, counts, kinds
from games.engine.rulesets.card_game.cards import KNIGHT, ROAD
from games.engine.rulesets.card_game.exchange_limits import limit_of
from games.engine.rulesets.card_game.state import CardState
from games.viewers.viewer import Scene, Viewer


@dataclass(frozen=True)
class Pile:
    """Cards of one kind in a hand; a kind that nobody saw has the name `?`."""

    name: str
    terrain: str
    count: int


@dataclass(frozen=True)
class Hand:
    """A player at a moment. As many points as `maybe` more may be printed on the expansions;
    `exchange` is how many cards the roads let exchange."""

    name: str
    piece: SafeString
    on_turn: bool
    points: int
    maybe: int
    cards: int
    resources: Sequence[Pile]
    expansions: Sequence[str]
    exchange: int
    knights: int


def picture(scene: Scene, *, key: str, title: str, closeup: bool = False) -> SafeString:
    """All that lies open; whoever acted last is marked."""
    state: CardState = scene.state
    market = list(kinds(state.known[state.market]))
    roads, knights, settlements, expansions = state.stock
    laid = Laid(
        stocks=(roads, knights, settlements, expansions),
        market=[*market, *[None] * state.blind[state.market]],
        deck=state.deck,
        discards=state.held(state.discards),
        arrows=state.arrows if state.n > 2 else None,
        fronts=_fronts(scene),
    )
    return table_svg(laid, key=key, title=title)


def _fronts(scene: Scene) -> list[Front]:
    state: CardState = scene.state
    colours = colours_of(scene.header)
    return [
        Front(
            name=player.name,
            colour=colours[seat],
            points=_points(state, seat),
            on_turn=state.turn == seat,
            acts=scene.action is not None and scene.action.seat == seat,
            settlements=state.settlements[seat],
            cities=state.cities[seat],
            expansions=_worths(state, seat),
            roads=state.stacks[ROAD][seat],
            knights=state.stacks[KNIGHT][seat],
            hand=state.held(seat),
        )
        for seat, player in enumerate(scene.header.players)
    ]


def _points(state: CardState, seat: Seat) -> str:
    points = state.points(seat)
    return f"{points}+{state.vague[seat]}?" if state.vague[seat] else str(points)


def _worths(state: CardState, seat: Seat) -> list[str]:
    return ["" if card.points is None else str(card.points) for card in state.expansions(seat)]


def hands_of(scene: Scene) -> Sequence[Hand]:
    state: CardState = scene.state
    colours = colours_of(scene.header)
    return [
        Hand(
            name=player.name,
            piece=piece_svg(colours[seat]),
            on_turn=state.turn == seat,
            points=state.points(seat),
            maybe=state.vague[seat],
            cards=state.held(seat),
            resources=_piles(state, seat),
            expansions=[_(card.name) for card in state.expansions(seat)],
            exchange=limit_of(state, seat),
            knights=state.showing_a(KNIGHT, seat),
        )
        for seat, player in enumerate(scene.header.players)
    ]


def _piles(state: CardState, seat: Seat) -> list[Pile]:
    known = [
        Pile(_(resource.value), HOME[resource].value, count)
        for resource, count in zip(RESOURCES, counts(state.known[seat]), strict=True)
    ]
    return [*known, Pile("?", "", state.blind[seat])]


def no_dice(scene: Scene) -> tuple[Sequence[SafeString], str]:
    return (), ""


def held(ruleset: Ruleset, state: CardState) -> Sequence[Mapping[str, int]]:
    """How many cards of each kind everybody holds, those not seen under `?`."""
    names = [*map(str, RESOURCES), "?"]
    return [
        dict(zip(names, (*counts(state.known[seat]), state.blind[seat]), strict=True))
        for seat in state.seats
    ]


VIEWER = Viewer(
    title=gettext_lazy("The table after action {number}"),
    before=gettext_lazy("The cards are dealt"),
    picture=picture,
    dice=no_dice,
    hands=hands_of,
    hand="games/_hand_of_cards.html",
    how_to_write="games/_how_to_write_cards.html",
    held=held,
)
