"""A game of Cities & Knights that begins in the middle: its words, and what nobody sees of it."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.core import NOBODY, Action, Detail, says
from games.engine.record import Table, Words
from games.engine.rulesets.base.marks import (
    COUNT,
    HEX,
    NONE,
    SPOT,
    SPOTS,
    SWITCH,
    Added,
    Kind,
    Mark,
    Open,
)
from games.engine.rulesets.base.moment import OF_A_CARD, Rules, Way, has_not_rolled
from games.engine.rulesets.base.nearest import seen as seen_by_all
from games.engine.rulesets.base.packed import LETTERS, PLACE, UNKNOWN, size
from games.engine.rulesets.base.places import mask
from games.engine.rulesets.base.position import BY_KNIGHT, BY_SEVEN, Position, after_seven
from games.engine.rulesets.base.state import BEFORE
from games.engine.rulesets.cities_knights import laying
from games.engine.rulesets.cities_knights.decks import (
    COLOURS,
    DECKS,
    MOST_HELD,
    unseen_kind,
)
from games.engine.rulesets.cities_knights.hand import KINDS
from games.engine.rulesets.cities_knights.laying import (
    ACTIVE,
    ATTACKED,
    BASICS,
    CHASED,
    DEFENDERS,
    FRESH,
    LASTING,
    LEVELS,
    LYING,
    MERCHANT,
    METROPOLISES,
    MIGHTIES,
    PROGRESS,
    RISEN,
    SHIP_AT,
    STRONGS,
    WALLED,
)
from games.engine.rulesets.cities_knights.nearest import NEAREST
from games.engine.rulesets.cities_knights.resolving import limit, limit_row
from games.engine.rulesets.cities_knights.sorts import card, card_word
from games.engine.rulesets.cities_knights.sorts import cards as read_cards
from games.engine.rulesets.cities_knights.state import MIGHTY, STRONG, CitiesState
from games.engine.rulesets.cities_knights.words import TAKING
from games.engine.words import marked

# Progress cards


def read_progress(words: Words) -> tuple[tuple[int, int], ...]:
    """The cards, none for `0`: `Cr Bi b?`."""
    if words.peek() == NONE:
        words.at += 1
        return ()
    found = [card(words)]
    while words.peek() in CARD_WORDS:
        found.append(card(words))
    return tuple(sorted(found))


def write_progress(table: Table, held: Sequence[tuple[int, int]]) -> str:
    return " ".join(card_word(*one) for one in sorted(held)) or NONE


UNSEEN = (
    marked("unseen yellow card"),
    marked("unseen blue card"),
    marked("unseen green card"),
)

HIDDEN = tuple((f"{colour}?", words) for colour, words in zip(COLOURS, UNSEEN, strict=True))

CARDS = (*((one.letters, one.name) for deck in DECKS for one in deck), *HIDDEN)

CARD_WORDS = frozenset(word for word, _name in CARDS)

PILE = Kind(read_progress, write_progress, cards=CARDS)

# The marks

TRACK_LABELS = (
    marked("Level of trade"),
    marked("Level of politics"),
    marked("Level of science"),
)

METROPOLIS_LABELS = (
    marked("Metropolis of trade"),
    marked("Metropolis of politics"),
    marked("Metropolis of science"),
)

OF_A_SEAT = (
    Mark("LIES", LYING, SPOTS, marked("Cities that lie on their sides"), marked("Reduced city")),
    Mark("W", WALLED, SPOTS, marked("City walls"), marked("City wall")),
    Mark("K1", BASICS, SPOTS, marked("Basic knights"), marked("Basic knight")),
    Mark("K2", STRONGS, SPOTS, marked("Strong knights"), marked("Strong knight")),
    Mark("K3", MIGHTIES, SPOTS, marked("Mighty knights"), marked("Mighty knight")),
    Mark("A", ACTIVE, SPOTS, marked("Active among them"), marked("Helmet of a knight")),
    *(
        Mark(colour, name, COUNT, label)
        for colour, name, label in zip(COLOURS, LEVELS, TRACK_LABELS, strict=True)
    ),
    *(
        Mark(f"M{colour}", name, SPOT, label, label)
        for colour, name, label in zip(COLOURS, METROPOLISES, METROPOLIS_LABELS, strict=True)
    ),
    Mark(
        "P",
        PROGRESS,
        PILE,
        marked("Progress cards, the open ones as well"),
        empty=marked("Empty means none; y?, b? or g? is a card that nobody saw."),
    ),
    Mark("DC", DEFENDERS, COUNT, marked("Defenders of Catan")),
    Mark("MERCHANT", MERCHANT, HEX, marked("The merchant"), marked("Merchant")),
)

OF_THE_TABLE = (
    Mark("SHIP", SHIP_AT, COUNT, marked("Space of the barbarian ship, 0 to 6"), usual="0"),
)

LATE = ("CK-031", "CK-032")
"""Knights act after the roll and all that it brings."""

OF_THE_MOMENT = (
    Mark("ATTACKED", ATTACKED, SWITCH, marked("Have the barbarians attacked before?")),
    Mark("CHASED", CHASED, SPOT, marked("The knight that chases just now")),
    Mark("FRESH", FRESH, SPOTS, marked("Knights activated in this turn"), late=LATE),
    Mark("RISEN", RISEN, SPOTS, marked("Knights promoted in this turn"), late=LATE),
    Mark(
        "LASTING",
        LASTING,
        SWITCH,
        marked("Does a Crane, Fleet, Harbour or Alchemist of this turn still work?"),
    ),
)

# What is not told

OPEN = (
    Open(marked("whether the barbarians have attacked before"), forbids=False),
    Open(marked("which knights {player} has activated in this turn")),
    Open(marked("which knights {player} has promoted in this turn")),
    Open(marked("whether {player} has played a card in this turn that still works"), forbids=False),
)


def answers(
    state: CitiesState, position: Position, way: Way, begun: bool
) -> list[tuple[bool, ...]]:
    """Whether the barbarians have attacked, all knights are new, all were promoted, all cards
    still work: one of it at most is not as usual."""
    seat = state.turn
    told = [position.told(name) for name in (FRESH, RISEN, LASTING)]
    risen = state.ranks[seat][STRONG] | state.ranks[seat][MIGHTY]
    told_attack = position.told(ATTACKED)
    working = _working(state, way, begun, told_attack is not False)
    supposed = position.due is None and after_seven(way.due)
    if told[-1] and not working and (begun or supposed or not way.rolled):
        return []
    may_be = (begun and state.active[seat], begun and risen, working)
    others = [(False, False, False)]
    for at, (one, possible) in enumerate(zip(told, may_be, strict=True)):
        if (one is None or one is True) and possible:
            others.append((at == 0, at == 1, at == 2))
    if not way.rolled and laying.hidden_cards(position.held[seat]) > MOST_HELD:
        # The fifth was drawn on the roll (CK-055, CK-058).
        return []
    before = told_attack is not True and laying.may_be_before(state, position)
    attacks = (True, False) if before else (True,)
    may_attack = [
        attacked
        for attacked in attacks
        if told_attack in (None, attacked) and (attacked or way.due not in (BY_SEVEN, BY_KNIGHT))
    ]
    return [
        (attacked, *other)
        for attacked in may_attack
        for other in others
        if attacked == may_attack[0] or other == others[0]
    ]


STILL_WORKING = ("Cr", "Mf", "Ch")
"""Crane, Merchant Fleet and Commercial Harbour."""


def _working(state: CitiesState, way: Way, begun: bool, attacked: bool) -> bool:
    """Whether a card of this turn may still work: of those played after the roll, or before it an
    Alchemist, any that does not lie in a hand."""
    letters = STILL_WORKING if begun else () if way.rolled else ("Al",)
    return any(laying.out_of_hands(state, one, attacked) for one in letters)


def against(state: CitiesState, position: Position) -> tuple[str, Detail]:
    """A fifth card is drawn on the roll, and a card that works is in no hand."""
    player = state.name(state.turn)
    if laying.hidden_cards(position.held[state.turn]) > MOST_HELD and position.rolled is False:
        return "CK-055", has_not_rolled(state)
    if position.told(ATTACKED) is False:
        text = marked("before the first attack no gate has brought {player} such a card")
        return "CK-042", says(text, player=player)
    if position.rolled is False:
        return "CK-005", says(marked("all Alchemists are in hands, and none was played"))
    text = marked("all Cranes, Fleets and Harbours are in hands, and none was played")
    return "CK-007", says(text)


def put(state: CitiesState, position: Position, told: Sequence[bool]) -> None:
    seat = state.turn
    attacked, fresh, risen, lasting = told
    state.attacked = attacked
    state.fresh = mask(position.told(FRESH) or ())
    state.promoted = mask(position.told(RISEN) or ())
    if fresh:
        state.fresh = state.active[seat]
    if risen:
        state.promoted = state.ranks[seat][STRONG] | state.ranks[seat][MIGHTY]
    if (chased := position.told(CHASED)) is not None:
        state.previous = Action(seat, "chase", (chased,))
    if lasting:
        if state.phase == BEFORE:
            # No dice are these: a roll may be as the Alchemist set it, or not.
            state.alchemy = (0, 0)
            return
        state.cranes, state.fleets, state.harbours = (
            laying.out_of_hands(state, one, attacked) for one in STILL_WORKING
        )
        state.supposed = ((state.cranes, 0), (state.fleets, 0))


def roads_of_a_card(state: CitiesState, position: Position) -> bool:
    """Whether not all Road Buildings are in hands, and one can have come to the player."""
    return bool(laying.out_of_hands(state, "Rb", position.told(ATTACKED) is not False))


# What is asked


def seen(state: CitiesState, action: Action) -> Sequence[Action]:
    """The action, or what stands for it if it hides cards: whatever they are, it is as legal."""
    facts = action.facts
    if action.verb == "draw" and facts[0] != NOBODY and facts[1] == unseen_kind(facts[0]):
        return [action._replace(facts=(facts[0], kind)) for kind in range(facts[1] + 1)]
    if action.verb in TAKING and facts[2] == unseen_kind(facts[1]):
        return [action._replace(facts=(*facts[:2], kind)) for kind in range(facts[2] + 1)]
    if action.verb == "exchange" and facts[2] == UNKNOWN:
        return [action._replace(facts=(*facts[:2], kind)) for kind in (*KINDS, UNKNOWN)]
    if action.verb == "bishop":
        return [action._replace(facts=(facts[0], _stolen(state, facts[1])))]
    return seen_by_all(state, action)


def _stolen(state: CitiesState, stolen: int) -> int:
    """What is taken, any card that the victim certainly has in place of one not seen."""
    for victim in state.seats:
        hand = state.hands[victim]
        if stolen >> 8 * victim & PLACE == UNKNOWN + 1 and hand:
            held = (kind for kind in range(UNKNOWN + 4) if hand >> 8 * kind & PLACE)
            kind = next(held, UNKNOWN)
            stolen += kind - UNKNOWN << 8 * victim
    return stolen


GOING_BACK = frozenset({"aqueduct", "commit", "draw", "gift", "lose_city", "move_road", "produce"})


def asks_before(position: Position, action: Action) -> bool:
    """Whether the action goes back on a roll, an attack or a card just before. Who has too many
    cards may discard them for a 7, which is supposed if nobody tells what is due; anybody else
    does it for a Saboteur alone."""
    if action.verb != "discard" or position.due is not None or action.facts == (0,):
        return action.verb in GOING_BACK
    held = position.held[action.seat]
    return size(held.hand or 0) <= laying.limit_of(held)


CITIES = Added(
    of_a_seat=OF_A_SEAT,
    of_the_table=OF_THE_TABLE,
    of_the_moment=OF_THE_MOMENT,
    lay=laying.lay_on_land,
    answers=answers,
    against=against,
    open_=OPEN,
    put=put,
    nearest=NEAREST,
)

GAP = marked(
    "The middle of an attack, of draws, of a Wedding or a Saboteur cannot be laid out; ask about "
    "it together with the roll or the card before it, such as: 3+5b D Anna b?"
)

SAME = {"B-017": "CK-008", "B-018": "CK-008", "B-019": "CK-008"}
"""Rules of the box that are said again."""

PLACING = Rules(
    instead=SAME | {"TG-02": "CK-060", "B-164": "CK-243"},
    after_roll=OF_A_CARD,
    one_card=False,
    added=(CITIES,),
    without=frozenset(
        {"D", "N", "ASIDE", "DECK", "ARMY", "PLAYED", "NOT-PLAYED", "BOUGHT", "PART"}
    ),
    hand=read_cards,
    letters=LETTERS,
    gap=GAP,
    cards=laying.CARDS,
    raise_city=laying.raise_city,
    most_held=limit,
    spared=limit_row,
    roads_of_a_card=roads_of_a_card,
    seen=seen,
    asks_before=asks_before,
)
