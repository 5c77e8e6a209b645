"""A base game that begins in the middle: its state, and what its position leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, product
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine.branches import Unseen
from games.engine.core import (
    NOBODY,
    Action,
    Detail,
    Header,
    Ruleset,
    Seat,
    Untenable,
    Verb,
    says,
)
from games.engine.record import Positions
from games.engine.rulesets.base import laying
from games.engine.rulesets.base.laying import (
    DEALING,
    DEVELOPMENT_CARDS,
    Cards,
    give_tiles,
    lay_cards,
    lay_pieces,
    nothing_unseen,
    raise_city,
)
from games.engine.rulesets.base.marks import Added
from games.engine.rulesets.base.nearest import NEAREST, OF_CARDS, Nearest, nearest, seen, sure
from games.engine.rulesets.base.packed import (
    PLACE,
    ROAD_BUILDING,
    UNKNOWN,
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
    read_position,
    write_position,
)
from games.engine.rulesets.base.rolling import HAND
from games.engine.rulesets.base.sorts import CardReader
from games.engine.rulesets.base.sorts import cards as read_cards
from games.engine.rulesets.base.state import (
    BEFORE,
    DISCARD,
    ROBBER,
    BaseState,
)
from games.engine.rulesets.base.unseen import DEVELOPMENT
from games.engine.words import marked

# The moment


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


def ways_of(state: BaseState, position: Position, rules: Rules) -> list[Way]:
    """All answers that go together and with what is told."""
    if position.due in (ONE_ROAD, TWO_ROADS) and _lacks_road_building(position):
        raise Untenable("B-164", says(marked("no Road Building lies among the cards played")))
    some = bool(state.cards[state.turn]) and position.bought is None
    dues = (position.due,) if position.due is not None else _dues(state, position, rules)
    found = [
        way
        for rolled, fresh, due in product(
            _answers(position.rolled), (False, True) if some else (False,), dues
        )
        for played in (_answers(position.played) if rules.one_card else (due in OF_A_CARD,))
        if _stands(position, rules, way := Way(rolled, played, fresh, due))
    ]
    if not found:
        raise Untenable(*_contradiction(state, position, rules))
    return found


HANDS = marked("which resource cards are in the hands that are not told")
"""What no photograph shows at all; the answer to it stands behind all others."""

UNTOLD = (0, 7)
"""How many cards that nobody saw may be in a hand that is not told: none, or as many as a 7 leaves
alone, which pay for anything."""

UNTOLD_AT_SEVEN = (8, 10, 12, 14, 16, 18)
"""Those of which a 7 takes half."""


def hands_filled(position: Position, verb: str) -> list[tuple[tuple[int, ...], Position]]:
    """The position with so many cards in the hands that are not told, for a question about the
    verb."""
    untold = [seat for seat, held in enumerate(position.held) if held.hand is None]
    if not untold:
        return [((), position)]
    if position.due == DISCARDS:
        filled = [*_hands_at_seven(untold, position.owing)]
    else:
        numbers = (*UNTOLD, *UNTOLD_AT_SEVEN) if verb == "discard" else UNTOLD
        filled = [(number,) * len(untold) for number in numbers]
    return [(counts, _with_hands(position, untold, counts)) for counts in filled]


def _hands_at_seven(untold: Sequence[Seat], owing: Sequence[Seat]) -> Iterator[tuple[int, ...]]:
    """Whoever of them owes cards for a 7; all as many where that is more than two."""
    yield (0,) * len(untold)
    for some in _some_of(untold):
        rich = [seat for seat in untold if some >> seat & 1]
        if owing and not set(rich) <= set(owing):
            continue
        apart = len(rich) == 2 and len(untold) <= 3
        alike = ((number,) * len(rich) for number in UNTOLD_AT_SEVEN)
        for counts in product(UNTOLD_AT_SEVEN, repeat=2) if apart else alike:
            held = dict(zip(rich, counts, strict=True))
            yield tuple(held.get(seat, UNTOLD[-1]) for seat in untold)


def _with_hands(position: Position, seats: Sequence[Seat], counts: Sequence[int]) -> Position:
    held = list(position.held)
    for seat, count in zip(seats, counts, strict=True):
        held[seat] = replace(held[seat], hand=count << 8 * UNKNOWN)
    return replace(position, held=tuple(held))


DUE_OF = Way._fields.index("due")

AFTER_A_SEVEN = frozenset({"discard", "robber", "pirate"})
"""What is done while a 7 is open. Whoever asks about anything else without telling what is due does
not ask whether a 7 stands in its way."""

OF_A_CARD = (BY_KNIGHT, TWO_ROADS, ONE_ROAD)
"""What is due by a card, or in other games by a knight on the board."""


def _answers(told: bool | None) -> tuple[bool, ...]:
    return (False, True) if told is None else (told,)


def _dues(state: BaseState, position: Position, rules: Rules) -> Sequence[int]:
    """What may be due without being seen: free roads, a shift of the robber, the robber's move
    after a 7 or, before it, the discards of some who have too many cards."""
    dues = [NOTHING, BY_SEVEN, *(-mask for mask in _some_of(_too_rich(state, rules)))]
    if state.roads_left[state.turn] and rules.roads_of_a_card(state, position):
        dues += [TWO_ROADS, ONE_ROAD]
    if rules.shifts:
        dues += [SHIFT, VOID]
    return dues


def _too_rich(state: BaseState, rules: Rules) -> list[Seat]:
    """Those whom a 7 costs cards (B-086)."""
    return [
        seat for seat, hand in enumerate(state.hands) if size(hand) > rules.most_held(state, seat)
    ]


def _some_of(seats: Sequence[Seat]) -> Iterator[int]:
    """Every choice of at least one of them, as a mask."""
    for count in range(1, len(seats) + 1):
        for some in combinations(seats, count):
            yield sum(1 << seat for seat in some)


def may_have_built(state: BaseState, position: Position) -> bool:
    """Whether a Road Building may have been played."""
    lying = position.aside
    return bool((state.stock if lying is None else lying) >> 8 * ROAD_BUILDING & PLACE)


def _lacks_road_building(position: Position) -> bool:
    """Whether the cards played are told, and that one is none of them."""
    return position.aside is not None and not position.aside >> 8 * ROAD_BUILDING & PLACE


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


def _check_moment(state: BaseState, position: Position, rules: Rules) -> None:
    """What is told of the player who acts is there."""
    seat, held = state.turn, position.held[state.turn]
    if position.bought is not None and not holds(held.cards, position.bought):
        raise Untenable(
            "B-161",
            says(marked("{player} does not hold the cards bought"), player=state.name(seat)),
        )
    if position.played and rules.one_card and position.aside == 0 and not held.knights:
        raise Untenable(
            "B-164",
            says(marked("no card that {player} played lies open"), player=state.name(seat)),
        )
    if position.due == BY_KNIGHT and rules.one_card and not held.knights:
        raise Untenable(
            "B-170", says(marked("{player} has played no Knight"), player=state.name(seat))
        )


# The state


@dataclass(frozen=True)
class Rules:
    """How a rule set differs: `instead` are rows by those of the box that they replace; the robber
    `shifts`; what is due by a card comes only `after_roll`; `parted`: two players act in each turn;
    `one_card` is played in a turn, and the words of a position are those of development cards.

    `knights_first`: before the roll no other card is played.

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


def begins(ruleset: Ruleset, rules: Rules) -> Ruleset:
    """The rule set with games that begin in the middle as well."""

    def laid(header: Header, most: int) -> tuple[BaseState, Position]:
        position: Position = header.position
        state: BaseState = ruleset.setup(header)
        try:
            if position.part == 2 and not rules.parted:
                raise Untenable("B-065", says(marked("one player acts in each turn")))
            state.take_turn(position.turn, position.part)
            _check_moment(state, position, rules)
            lay_pieces(state, position, rules.raise_city)
            for addition in rules.added:
                addition.lay(state, position)
            lay_cards(ruleset, state, position, rules.cards, most)
            give_tiles(state, position)
        except Untenable as fault:
            raise renamed(fault) from fault
        return state, position

    def renamed(fault: Untenable) -> Untenable:
        return Untenable(rules.instead.get(fault.rule, fault.rule), fault.detail)

    def states(header: Header, most: int) -> Iterator[tuple[tuple[Any, ...], BaseState]]:
        state, position = laid(header, most)
        try:
            yield from in_ways(state, position)
        except Untenable as fault:
            raise renamed(fault) from fault

    def in_ways(
        state: BaseState, position: Position
    ) -> Iterator[tuple[tuple[Any, ...], BaseState]]:
        for way, parts in _answered(state, position, rules):
            for answers in _apart(parts):
                twin = state.copy()
                put_moment(twin, position, way, rules)
                for addition, told in zip(rules.added, answers, strict=True):
                    addition.put(twin, position, told)
                _end_if_won(ruleset, twin)
                yield (*way, *(one for told in answers for one in told)), twin

    def with_hands(header: Header, verb: str) -> list[tuple[tuple[Any, ...], BaseState]]:
        found: list[tuple[tuple[Any, ...], BaseState]] = []
        faults = []
        for number, position in hands_filled(header.position, verb):
            try:
                some = [*states(replace(header, position=position), laying.KEPT_TO_ASK)]
            except Untenable as fault:
                faults.append(fault)
            else:
                found += [((*way, number), state) for way, state in some]
        if not found:
            raise faults[0]
        return found

    def ways(header: Header, verb: str) -> list[tuple[tuple[Any, ...], BaseState]]:
        position: Position = header.position
        found = with_hands(header, verb)
        if position.due is not None or verb in AFTER_A_SEVEN:
            return found
        return [(way, state) for way, state in found if not after_seven(way[DUE_OF])]

    def setup(header: Header) -> Any:
        if header.position is None:
            return ruleset.setup(header)
        try:
            found = list(states(header, laying.KEPT))
        except Untenable:
            # What is due tells that hands of which nothing is told are not empty.
            found = with_hands(header, "")
        return together(ruleset, _most_open(header, rules, found))

    form = Form(rules.added, rules.without, rules.hand, rules.letters, rules.gap)
    return replace(
        ruleset,
        setup=setup,
        notation=replace(
            ruleset.notation,
            position=Positions(
                read=partial(read_position, form=form),
                write=partial(write_position, form=form),
                ways=ways,
                open_=rules.open_,
                sure=partial(sure, rules.seen),
                besides=partial(_besides, ruleset.notation.named),
                verbs=tuple(rules.nearest),
                nearest=partial(nearest, rules.nearest),
                asks_before=rules.asks_before,
                form=form,
            ),
        ),
    )


ANY_TIME = frozenset({"abandon", "bell", "concede"})
"""What is no turn's in particular."""


def _besides(named: frozenset[str], position: Position, action: Action) -> bool:
    """Whether it is done in the turn of the position by somebody who is not on turn: what is owed
    and dealt, and what is no turn's if that one cannot be over."""
    owed = action.verb in named or action.verb == "deal"
    return owed or (position.rolled is False and action.verb in ANY_TIME)


Answers = Sequence[tuple[bool, ...]]


def _answered(
    state: BaseState, position: Position, rules: Rules
) -> list[tuple[Way, list[Answers]]]:
    """The answers to what is open, and with each those of each game that added some."""
    found = []
    for way in ways_of(state, position, rules):
        begun = may_build(position, rules, way)
        found.append((way, [one.answers(state, position, way, begun) for one in rules.added]))
    for at, addition in enumerate(rules.added):
        if not any(parts[at] for _way, parts in found):
            raise Untenable(*addition.against(state, position))
    return found


def _apart(parts: Sequence[Answers]) -> Iterator[tuple[tuple[bool, ...], ...]]:
    """Answers of each game that added some: those that stand first, and one at a time others. No
    action depends on two of them together."""
    if not all(parts):
        return
    usual = tuple(answers[0] for answers in parts)
    yield usual
    for at, (_first, *others) in enumerate(parts):
        for other in others:
            yield (*usual[:at], other, *usual[at + 1 :])


def _most_open(
    header: Header, rules: Rules, ways: Sequence[tuple[tuple[Any, ...], Any]]
) -> list[Any]:
    """The states that allow most: what only forbids is not so where nobody tells that it is."""
    width = len(Way._fields)
    there = {Way(*way[:width]) for way, _state in ways}
    found = [
        (way, state)
        for way, state in ways
        if there.isdisjoint(_allowing_more(header.position, Way(*way[:width])))
    ]
    for addition in rules.added:
        for at, one in enumerate(addition.open_, start=width):
            least = min(way[at] for way, _state in found)
            found = [(way, state) for way, state in found if not one.forbids or way[at] == least]
        width += len(addition.open_)
    return [state for _way, state in found]


def _allowing_more(position: Position, way: Way) -> Iterator[Way]:
    """Ways that allow all that this one does and are not told apart from it: nothing bought, no
    card played, both of two free roads still due. What is told besides may rule each out."""
    if way.fresh:
        yield way._replace(fresh=False)
    if way.played and position.played is None and way.due not in (*OF_A_CARD, SHIFT):
        yield way._replace(played=False)
    if position.due is None and way.due == ONE_ROAD:
        yield way._replace(due=TWO_ROADS)
    if position.due is None and way.due == VOID:
        yield way._replace(due=NOTHING)


def _end_if_won(ruleset: Ruleset, state: BaseState) -> None:
    """The game may be over already, if unseen cards are such."""
    before = state.previous
    state.end_if_won()
    if ruleset.hidden is None or state.unseen is None:
        return
    beginning = replace(ruleset, verbs={DEALING: Verb((), _begin, lambda state, action: True)})
    ruleset.hidden.play(beginning, state, Action(state.turn, DEALING))
    for branch in (state, *state.unseen.others):
        branch.previous = before


def _begin(state: BaseState, action: Action) -> None:
    """Nothing happens but what is seen after each action."""


def together(ruleset: Ruleset, states: Sequence[BaseState]) -> BaseState:
    """One state that may be each of them."""
    first, *others = states
    if others:
        all_others: list[BaseState] = []
        for state in others:
            unseen = _unseen_of(ruleset, state)
            all_others += [state, *unseen.others]
            unseen.others = []
        _unseen_of(ruleset, first).others += all_others
    return first


def _unseen_of(ruleset: Ruleset, state: BaseState) -> Unseen:
    """What is unseen in the state; nothing, maybe, but which of several states it is."""
    if state.unseen is None:
        state.unseen = nothing_unseen(ruleset, state)
    return state.unseen
