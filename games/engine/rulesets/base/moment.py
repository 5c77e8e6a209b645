"""The moment in which a game begins in the middle: what its position leaves open, which answers go
together, and the phase of the turn that they make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine.board.terrain import Terrain
from games.engine.core import NOBODY, Action, Detail, Seat, Untenable, says
from games.engine.rulesets.base.laying import DEVELOPMENT_CARDS, Cards, most_lying, raise_city
from games.engine.rulesets.base.marks import Added
from games.engine.rulesets.base.nearest import NEAREST, OF_CARDS, Nearest, seen
from games.engine.rulesets.base.packed import (
    INVENTION,
    MONOPOLY,
    PLACE,
    ROAD_BUILDING,
    holds,
    size,
)
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.position import (
    BY_KNIGHT,
    BY_SEVEN,
    DISCARDS,
    NOTHING,
    ONE_ROAD,
    SHIFT,
    TWO_ROADS,
    VOID,
    Form,
    Position,
    after_seven,
)
from games.engine.rulesets.base.rolling import HAND
from games.engine.rulesets.base.sorts import CardReader
from games.engine.rulesets.base.sorts import cards as read_cards
from games.engine.rulesets.base.state import BEFORE, DISCARD, ROBBER, BaseState
from games.engine.rulesets.base.unseen import DEVELOPMENT
from games.engine.words import marked


class Way(NamedTuple):
    """Answers to what a position may leave open: whether the player has rolled, has played a
    development card, may have `fresh` ones among those not played, and what is due (or, below 0,
    who still has to discard: `after_seven`)."""

    rolled: bool
    played: bool
    fresh: bool
    due: int


OPEN = (
    marked("whether {player} has rolled in this turn"),
    marked("whether {player} has played a development card in this turn"),
    marked("which development cards {player} has bought in this turn"),
    marked(
        "what {player} did just before: a 7 rolled, a Road Building begun, the robber placed, a "
        "void roll"
    ),
)
"""What a photograph does not show, in the order of the answers."""

HANDS = marked("which resource cards are in the hands that are not told")
"""What no photograph shows at all; the answer to it stands behind all others."""

OF_A_CARD = (BY_KNIGHT, TWO_ROADS, ONE_ROAD)
"""What is due by a card, or in other games by a knight on the board."""


LYING_ASIDE = (ROAD_BUILDING, INVENTION, MONOPOLY)
"""The development cards that are played, Knights apart."""


def may_have_built(state: BaseState, position: Position) -> bool:
    """Whether a Road Building may have been played."""
    return _may_lie_aside(state, position, ROAD_BUILDING)


def _may_lie_aside(state: BaseState, position: Position, kind: int) -> bool:
    """Whether a card of the kind may be among those played. Where they are not told, it lies in no
    hand (B-164), and a deck that is told has all that do not."""
    if position.aside is not None:
        return bool(position.aside >> 8 * kind & PLACE)
    return position.deck is None and bool(
        most_lying(state, DEVELOPMENT, state.n + 1, kind, state.stock)
    )


def _may_have_played(state: BaseState, position: Position) -> bool:
    """Whether the player on turn may have played a development card at all."""
    return bool(_knights(position)) or any(
        _may_lie_aside(state, position, kind) for kind in LYING_ASIDE
    )


@dataclass(frozen=True)
class Rules:
    """How a rule set differs: `instead` are rows by those of the box that they replace; the robber
    `shifts`; what is due by a card comes only `after_roll`; `parted`: two players act in each turn;
    `one_card` is played in a turn, and the words of a position are those of development cards.

    `knights_first`: before the roll no other card is played. `leaves_the_desert`: the robber never
    comes back there.

    `added` is what games add that the box does not have; `without` are marks that they do not have.
    `hand` reads the cards of a hand in `letters`, `cards` lays them out, `raise_city` makes a city
    of a settlement, `most_held` says how many cards a 7 leaves alone, and `spared` by
    which row it leaves a player all of them, `roads_of_a_card` whether a
    card that lays free roads may have been played. `seen` are actions that stand for one that hides
    cards, any of which makes it legal. `asks_before`: whether an action goes back on one just
    before; `gap` says which moments cannot be laid out because of that.
    """

    instead: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    shifts: bool = False
    knights_first: bool = False
    leaves_the_desert: bool = False
    after_roll: Sequence[int] = ()
    parted: bool = False
    one_card: bool = True
    added: Sequence[Added] = ()
    without: frozenset[str] = frozenset()
    hand: CardReader = read_cards
    letters: str = Form.letters
    gap: str = ""
    cards: Cards = DEVELOPMENT_CARDS
    raise_city: Callable[[Any, Seat, int], None] = raise_city
    most_held: Callable[[Any, Seat], int] = lambda state, seat: HAND
    spared: Callable[[Any, Seat], str] = lambda state, seat: "B-086"
    roads_of_a_card: Callable[[Any, Position], bool] = may_have_built
    seen: Callable[[Any, Action], Sequence[Action]] = seen
    asks_before: Callable[[Position, Action], bool] = lambda position, action: (
        action.verb == "move_road"
    )

    def pending(self, position: Position) -> tuple[str, Detail] | None:
        """By which row, and why, nothing goes on before what the roll still brings; None if it
        brings nothing more but what a 7 costs."""
        found = (addition.pending(position) for addition in self.added)
        return next((one for one in found if one is not None), None)

    def late(self, position: Position) -> tuple[str, str] | None:
        """The rows by which something that is told was done after the roll, and after all that it
        brings; None if nothing was."""
        if position.bought:
            return "B-156", "B-156"
        marks = (mark for addition in self.added for mark in addition.of_the_moment)
        return next((mark.late for mark in marks if mark.late and position.told(mark.name)), None)

    @property
    def open_(self) -> tuple[str, ...]:
        """What a photograph does not show, in the order of the answers."""
        added = (one.words for addition in self.added for one in addition.open_)
        return (*OPEN, *added, HANDS)

    @property
    def nearest(self) -> Nearest:
        """The verbs of a turn in their order, with all facts that are worth a try."""
        ours = {
            verb: facts
            for verb, facts in NEAREST.items()
            if verb != "end_turn" and (self.one_card or verb not in OF_CARDS)
        }
        for addition in self.added:
            ours |= addition.nearest
        return {**ours, "end_turn": NEAREST["end_turn"]}


# Answers that go together


def ways_of(state: BaseState, position: Position, rules: Rules) -> list[Way]:
    """All answers that go together and with what is told."""
    _check_free_roads(state, position, rules)
    may_play = _may_have_played(state, position) if rules.one_card else True
    if position.played and not may_play:
        text = marked("no card that {player} played lies open")
        raise Untenable("B-164", says(text, player=state.name(state.turn)))
    some = bool(state.cards[state.turn]) and position.bought is None
    dues = (position.due,) if position.due is not None else _dues(state, position, rules)
    found = [
        way
        for rolled, fresh, due in product(
            _answers(position.rolled), (False, True) if some else (False,), dues
        )
        for played in (_answers(position.played) if rules.one_card else (due in OF_A_CARD,))
        if (may_play or not played)
        and _stands(position, rules, way := Way(rolled, played, fresh, due))
    ]
    if not found:
        raise Untenable(*_contradiction(state, position, rules))
    return found


def _answers(told: bool | None) -> tuple[bool, ...]:
    return (False, True) if told is None else (told,)


def _dues(state: BaseState, position: Position, rules: Rules) -> Sequence[int]:
    """What may be due without being seen: free roads, a shift of the robber, the robber's move
    after a 7 or, before it, the discards of some who have too many cards."""
    dues = [NOTHING, BY_SEVEN, *(-mask for mask in some_of(_too_rich(state, rules)))]
    if state.free_pieces(state.turn) and rules.roads_of_a_card(state, position):
        dues += [TWO_ROADS, ONE_ROAD]
    if rules.shifts:
        dues += [SHIFT, VOID]
    return dues


def _too_rich(state: BaseState, rules: Rules) -> list[Seat]:
    """Those whom a 7 costs cards (B-086)."""
    return [
        seat for seat, hand in enumerate(state.hands) if size(hand) > rules.most_held(state, seat)
    ]


def some_of(seats: Sequence[Seat]) -> Iterator[int]:
    """Every choice of at least one of them, as a mask."""
    for count in range(1, len(seats) + 1):
        for some in combinations(seats, count):
            yield sum(1 << seat for seat in some)


def _check_free_roads(state: BaseState, position: Position, rules: Rules) -> None:
    """A card has brought those that are due, and there is a piece for them. With one left, no more
    than one is due, whatever is told (D-26)."""
    if position.due not in (TWO_ROADS, ONE_ROAD):
        return
    if _lacks_road_building(position):
        raise Untenable("B-164", says(marked("no Road Building lies among the cards played")))
    if not rules.roads_of_a_card(state, position):
        raise Untenable(
            "B-164", says(marked("all Road Buildings are in hands, and none was played"))
        )
    if not state.free_pieces(state.turn):
        text = marked("{player} has no piece left for a free road")
        raise Untenable("B-167", says(text, player=state.name(state.turn)))


def _lacks_road_building(position: Position) -> bool:
    """Whether the cards played are told, and that one is none of them; with the deck they are."""
    if position.aside is None:
        return position.deck is not None
    return not position.aside >> 8 * ROAD_BUILDING & PLACE


def _stands(position: Position, rules: Rules, way: Way) -> bool:
    """Whether the answers go together."""
    if after_seven(way.due) and not way.rolled:
        return False
    if way.due in OF_A_CARD and not way.played:
        return False
    if way.due in rules.after_roll and not way.rolled:
        return False
    if position.part == 2 and (not way.rolled or after_seven(way.due)):
        return False
    if way.due == SHIFT and not (way.rolled or (way.played and _knights(position))):
        return False
    if way.due == VOID and way.rolled:
        return False
    if may_build(position, rules, way):
        return True
    if rules.knights_first and way.played and not _knights(position):
        return False
    return not (way.fresh or rules.late(position))


def may_build(position: Position, rules: Rules, way: Way) -> bool:
    """Whether the turn has come so far that its player trades, builds and plays any card."""
    return way.rolled and not after_seven(way.due) and rules.pending(position) is None


def _knights(position: Position) -> int:
    """Those that lie before the player on turn: one of them may have moved the robber just now."""
    return position.held[position.turn].knights


def _contradiction(state: BaseState, position: Position, rules: Rules) -> tuple[str, Detail]:
    """The row that speaks against what is told."""
    player = state.name(state.turn)
    if position.rolled is False and position.due in (DISCARDS, BY_SEVEN):
        return "B-092", has_not_rolled(state)
    if (late := rules.late(position)) is not None:
        before_the_roll, before_its_end = late
        if position.rolled is False:
            return before_the_roll, has_not_rolled(state)
        if after_seven(position.due):
            return before_its_end, is_at_seven(state)
        if (pending := rules.pending(position)) is not None:
            return pending
    if position.part == 2:
        return "X-041", says(marked("{player} holds rock 2"), player=player)
    if position.due in OF_A_CARD and position.played is False:
        return "B-160", says(
            marked("what is due comes of a card that {player} has played in this turn"),
            player=player,
        )
    if position.due not in rules.after_roll:
        return "TG-02", says(marked("{player} can have played a Knight only"), player=player)
    return "TG-02", has_not_rolled(state)


def has_not_rolled(state: BaseState) -> Detail:
    return says(marked("{player} has not rolled yet"), player=state.name(state.turn))


def is_at_seven(state: BaseState) -> Detail:
    text = marked("the 7 that {player} rolled is still open")
    return says(text, player=state.name(state.turn))


def _check_left_desert(state: BaseState, position: Position, rules: Rules) -> None:
    """A Knight moves the robber off the desert; where it does not come back it is not there. That
    of this turn may not have moved it yet."""
    begun = position.due in (BY_KNIGHT, None) and position.played is not False
    of_this_turn = begun and position.held[state.turn].knights > 0
    carried_out = sum(held.knights for held in position.held) - of_this_turn
    hex_ = state.robber if position.robber is None else position.robber
    desert = state.header.board.terrain[hex_] is Terrain.DESERT
    if rules.leaves_the_desert and carried_out > 0 and desert:
        text = marked("a Knight has moved the robber, and it does not come back to the desert")
        raise Untenable("TG-08", says(text))


def put_moment(state: BaseState, position: Position, way: Way, rules: Rules) -> None:
    """The phase of the turn, by the answers."""
    seat = state.turn
    begun = state.acting if way.rolled else BEFORE
    state.played = way.played
    state.phase = state.after = begun
    if after_seven(way.due):
        state.phase = ROBBER if way.due == BY_SEVEN else DISCARD
    if way.due == DISCARDS:
        state.owed = _owed(state, position.owing, rules)
    if way.due < 0:
        state.owed = _owed(state, [*bits(-way.due)], rules)
    if way.due == BY_KNIGHT:
        state.phase, state.by_knight = ROBBER, True
    if way.due in (TWO_ROADS, ONE_ROAD):
        state.free = 2 if way.due == TWO_ROADS else 1
        state.previous = Action(seat, "road_building")
    if way.due == SHIFT:
        state.previous = Action(seat, "robber", (state.robber, NOBODY, NOBODY))
    if way.due == VOID:
        state.previous = Action(seat, "void_roll", (0, 0, 0))
    if way.fresh:
        state.bought = state.cards[seat]
        if state.unseen is not None:
            piles = state.unseen.piles
            piles[DEVELOPMENT] = piles[DEVELOPMENT].merged(seat, state.n)


def _owed(state: BaseState, owing: Sequence[Seat], rules: Rules) -> list[int]:
    """Those named owe, else all with too many cards (B-086, B-087)."""
    rich = _too_rich(state, rules)
    owed = [size(hand) // 2 if seat in rich else 0 for seat, hand in enumerate(state.hands)]
    for seat in owing:
        if not owed[seat]:
            text = marked("{player} has nothing to discard")
            raise Untenable(rules.spared(state, seat), says(text, player=state.name(seat)))
    if owing:
        owed = [count if seat in owing else 0 for seat, count in enumerate(owed)]
    if not any(owed):
        rule = max(rules.spared(state, seat) for seat in state.seats)
        raise Untenable(rule, says(marked("nobody has too many cards")))
    return owed


def check_moment(state: BaseState, position: Position, rules: Rules) -> None:
    """What is told of the player who acts is there."""
    seat, held = state.turn, position.held[state.turn]
    if position.bought is not None and not holds(held.cards, position.bought):
        raise Untenable(
            "B-161",
            says(marked("{player} does not hold the cards bought"), player=state.name(seat)),
        )
    _check_left_desert(state, position, rules)
    if position.due == BY_KNIGHT and rules.one_card and not held.knights:
        raise Untenable(
            "B-170", says(marked("{player} has played no Knight"), player=state.name(seat))
        )
