"""Rules that say a wider one again for a case of their own: they are broken together with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.engine.core import Action, Check, Detail, Narrowing, Verb, keeps, reported_narrowly, says
from games.engine.rulesets.base.building import CITY, ROAD, SETTLEMENT
from games.engine.rulesets.base.packed import counts, size
from games.engine.rulesets.base.rolling import SEVEN, just_founded
from games.engine.rulesets.base.state import BEFORE, NO_SEAT, RESOLVING
from games.engine.rulesets.cities_knights import misread, production
from games.engine.rulesets.cities_knights.building import MEDICINE
from games.engine.rulesets.cities_knights.decks import OPEN, TRACKS
from games.engine.rulesets.cities_knights.hand import COMMODITIES
from games.engine.rulesets.cities_knights.improvements import WALL
from games.engine.rulesets.cities_knights.knights.activating import ACTIVATION
from games.engine.rulesets.cities_knights.knights.promoting import PROMOTION
from games.engine.rulesets.cities_knights.knights.recruiting import RECRUIT
from games.engine.rulesets.cities_knights.playing import check_playing_time
from games.engine.rulesets.cities_knights.politics import knight_cards
from games.engine.rulesets.cities_knights.resolving import LIMITS, limit, limit_row
from games.engine.rulesets.cities_knights.rolling import after_a_saboteur, behind_on_points
from games.engine.rulesets.cities_knights.state import (
    BASIC,
    LAST_SPACE,
    MIGHTY,
    SHIP,
    WALLS,
    CitiesState,
)
from games.engine.rulesets.cities_knights.words import TAKING
from games.engine.words import marked

When = Callable[[CitiesState, Action], bool]


class Narrower(NamedTuple):
    """A rule that tells what breaks a wider one `of` the same verb, when it is its case.

    A `guess` says what somebody may have counted wrong: it stands beside the wider one, which is
    what was broken.
    """

    rule: str
    of: str
    when: When
    guess: bool = False


def directly_after(verb: str, place: int = 0) -> When:
    """The action before it was this one, of the same player on the same place."""

    def when(state: CitiesState, action: Action) -> bool:
        previous = state.previous
        return (
            previous is not None
            and (previous.verb, previous.seat) == (verb, action.seat)
            and previous.facts[place] == action.facts[0]
        )

    return when


# Prices


def in_commodities(price: int) -> When:
    """There are as many commodities as resources are missing."""

    def when(state: CitiesState, action: Action) -> bool:
        hand = state.hands[action.seat]
        missing = sum(
            max(0, due - held) for held, due in zip(counts(hand), counts(price), strict=True)
        )
        return 0 < missing <= size(hand >> 8 * COMMODITIES[0])

    return when


def unpaid(of: str, price: int) -> Narrower:
    """Nobody sees what was to be paid with: that it was commodities is a guess."""
    return Narrower("CK-296", of, in_commodities(price), guess=True)


# The roll


@keeps("CK-062")
def check_roll_resolved(state: CitiesState, action: Action) -> Detail | None:
    """A card drawn for this roll waits until it has produced."""
    if state.phase == RESOLVING and state.pending and state.drawn >> action.seat & 1:
        return says(marked("the roll has not been resolved"))
    return None


def at_a_gate(state: CitiesState, action: Action) -> bool:
    return state.event in TRACKS and state.ship == LAST_SPACE - 1


def started_ahead(state: CitiesState, action: Action) -> bool:
    return one_space_short(state) and not state.attacked


def went_two_spaces(state: CitiesState, action: Action) -> bool:
    return one_space_short(state) and state.attacked


def one_space_short(state: CitiesState) -> bool:
    return state.event == SHIP and state.ship == LAST_SPACE - 1


def not_gone_back(state: CitiesState, action: Action) -> bool:
    return state.event == SHIP and state.attacked and state.ship == 1


def nobody_improved(state: CitiesState, action: Action) -> bool:
    return not state.out >> action.seat & 1 and not any(any(levels) for levels in state.levels)


def has_cities_only(state: CitiesState, action: Action) -> bool:
    stays = not state.out >> action.seat & 1
    return stays and bool(state.cities[action.seat]) and not has_improvements(state, action)


def dice_were_set(state: CitiesState, action: Action) -> bool:
    return state.alchemy is not None


def progress_cards_counted(state: CitiesState, action: Action) -> bool:
    """The hand is over the limit only with the progress cards."""
    seat = action.seat
    cards = size(state.hands[seat])
    progress = state.face_down(seat) + state.shown[seat]
    return state.rolled == SEVEN and cards <= limit(state, seat) < cards + progress


# Production


def of_a_city_just_lost(state: CitiesState, action: Action) -> bool:
    """Somebody took more than is due who lost a city in the attack of this roll."""
    return any(
        state.lost >> difference.seat & 1 and difference.got > difference.due
        for difference in production.differences(state, action)
    )


def of_the_merchant(state: CitiesState, action: Action) -> bool:
    """The owner of the merchant took cards of the robber's hex."""
    return state.merchant == state.robber and any(
        difference.seat == state.merchant_of and production.of_the_robber(state, difference)
        for difference in production.differences(state, action)
    )


def one_hex_robbed(state: CitiesState, action: Action) -> bool:
    """Another hex brought cards, though one of them did not because of the robber."""
    got = state.brought is not None and bool(state.brought[action.seat])
    return got and state.robber in production.hexes(state, action.seat)


# Knights


def has_acted(state: CitiesState, action: Action) -> bool:
    return bool(state.acted >> action.facts[0] & 1)


def promoted(state: CitiesState, action: Action) -> bool:
    """It was active before that, and stayed so."""
    return bool((state.promoted & ~state.fresh) >> action.facts[0] & 1)


def has_fought(state: CitiesState, action: Action) -> bool:
    """In the attack of this turn."""
    fought = state.committed[action.seat] >> action.facts[0] & 1
    return state.forces is not None and bool(fought)


def has_declared(state: CitiesState, action: Action) -> bool:
    """The same in the variant, where that was the choice of its owner."""
    return state.experienced and has_fought(state, action)


def was_held_back(state: CitiesState, action: Action) -> bool:
    return state.experienced and state.forces is not None and not has_fought(state, action)


def chases(state: CitiesState, action: Action) -> bool:
    return action.verb == "chase" and state.strength(action.seat, action.facts[0]) > BASIC


# Cards


def lies_open(state: CitiesState, action: Action) -> bool:
    return action.facts in OPEN


def has_open_cards(state: CitiesState, action: Action) -> bool:
    return state.shown[action.seat] > 0


def has_a_crane(state: CitiesState, action: Action) -> bool:
    return state.cranes > 0


def closed_by_pieces(state: CitiesState, action: Action) -> bool:
    """At both ends of the road are buildings or knights of its owner, and no other roads."""
    path = action.facts[0]
    owner = state.road_owner(path)
    if owner == NO_SEAT:
        return False
    rest = state.ways(owner) & ~(1 << path)
    return not any(state.places.roads_at[end] & rest for end in state.places.ends[path])


def mighty_placed(state: CitiesState, action: Action) -> bool:
    return knight_cards.rank_placed(state, action)[1] == MIGHTY


def nothing_rolled(state: CitiesState, action: Action) -> bool:
    """In the whole game."""
    return just_founded(state)


def no_seven(state: CitiesState, action: Action) -> bool:
    return state.phase == BEFORE or state.rolled != SEVEN


def spared_by(walls: int) -> When:
    """Without the walls a 7 would have cost cards."""

    def when(state: CitiesState, action: Action) -> bool:
        gone = state.out >> action.seat & 1
        return not gone and limit_row(state, action.seat) == LIMITS[walls]

    return when


def behind_a_saboteur(state: CitiesState, action: Action) -> bool:
    return after_a_saboteur(state) and behind_on_points(state, action.seat)


def beside_a_saboteur(state: CitiesState, action: Action) -> bool:
    return after_a_saboteur(state) and not behind_a_saboteur(state, action)


def after_a_card_taken(state: CitiesState, action: Action) -> bool:
    return state.previous is not None and state.previous.verb in TAKING


# Improvements


def has_improvements(state: CitiesState, action: Action) -> bool:
    return any(state.levels[action.seat])


def level_had(state: CitiesState, action: Action) -> bool:
    """It was had when a city was lost, which still lies there."""
    had = action.facts[1] <= state.levels[action.seat][action.facts[0]]
    return had and bool(state.reduced[action.seat])


# All of them

NO_ATTACK = (
    Narrower("CK-038", "CK-190", at_a_gate),
    Narrower("CK-015", "CK-190", started_ahead),
    Narrower("CK-036", "CK-190", went_two_spaces),
    Narrower("CK-213", "CK-190", not_gone_back),
)

MISREAD = (
    *(
        Narrower("CK-108", of, misread.mighty_as_strong, guess=True)
        for of in ("CK-197", "CK-198", "CK-199")
    ),
    *(
        Narrower(rule, of, when, guess=True)
        for rule, when in (
            ("CK-191", misread.metropolises_twice),
            ("CK-193", misread.without_the_cityless),
            ("CK-192", misread.with_reduced_cities),
        )
        for of in ("CK-197", "CK-198")
    ),
    Narrower("CK-194", "CK-199", misread.passive_spared, guess=True),
    Narrower("CKV-07", "CK-199", misread.held_back_spared, guess=True),
)

TO_LOSE = tuple(
    Narrower(rule, of, when, guess=True)
    for of in ("CK-200", "CK-201")
    for rule, when in (
        ("CK-194", misread.passive_would_win),
        ("CKV-06", misread.held_back_would_win),
    )
)
"""For whatever is done while cities have still to be given up."""

ACTS = (
    Narrower("CK-111", "CK-120", directly_after("recruit")),
    Narrower("CK-157", "CK-120", chases),
    Narrower("CK-123", "CK-120", promoted),
    Narrower("CKV-08", "CK-120", has_declared),
    Narrower("CK-196", "CK-120", has_fought),
)

NARROWER: Mapping[str, tuple[Narrower, ...]] = {
    "lose_city": (*NO_ATTACK, *MISREAD),
    "draw": (
        Narrower("CK-019", "CK-042", nobody_improved),
        Narrower("CK-053", "CK-042", has_cities_only),
        *(Narrower("CK-227", f"CK-04{level}", dice_were_set) for level in range(3, 7)),
    ),
    "give_back": (Narrower("CK-059", "CK-061", lies_open),),
    "end_turn": (Narrower("CK-056", "CK-055", has_open_cards),),
    "discard": (
        Narrower("CK-065", "CK-079", progress_cards_counted),
        Narrower("CK-266", "CK-079", behind_a_saboteur),
        Narrower("CK-267", "CK-079", beside_a_saboteur),
        Narrower("B-090", "CK-079", no_seven),
        *(Narrower(LIMITS[walls], "CK-079", spared_by(walls)) for walls in range(1, WALLS + 1)),
    ),
    "produce": (
        *(Narrower("CK-041", f"CK-{rule:03}", of_a_city_just_lost) for rule in (2, *range(66, 77))),
        Narrower("CK-219", "CK-076", of_the_merchant),
    ),
    "aqueduct": (Narrower("CK-176", "CK-174", one_hex_robbed),),
    "road": (unpaid("CK-034", ROAD),),
    "settle": (unpaid("CK-034", SETTLEMENT),),
    "city": (
        Narrower("CK-234", "CK-034", has_a_crane),
        unpaid("CK-034", CITY),
    ),
    "medicine": (
        Narrower("CK-242", "B-138", directly_after("medicine")),
        unpaid("CK-241", MEDICINE),
    ),
    "wall": (unpaid("CK-103", WALL),),
    "improve": (
        Narrower("CK-169", "CK-166", level_had),
        Narrower("CK-170", "CK-167", has_improvements),
    ),
    "recruit": (
        Narrower("CK-265", "CK-109", directly_after("intrigue")),
        unpaid("CK-109", RECRUIT),
    ),
    "activate": (
        Narrower("CK-117", "CK-116", directly_after("recruit")),
        Narrower("CK-139", "CK-116", has_acted),
        unpaid("CK-116", ACTIVATION),
        Narrower("CK-141", "CK-118", promoted),
        Narrower("CKV-08", "CK-118", was_held_back),
    ),
    "promote": (unpaid("CK-121", PROMOTION),),
    "move_knight": ACTS,
    "displace": ACTS,
    "chase": ACTS,
    "alchemist": (
        Narrower("CK-017", "CK-061", nothing_rolled),
        Narrower("CK-270", "CK-224", after_a_card_taken),
    ),
    "diplomat": (Narrower("CK-254", "CK-253", closed_by_pieces),),
    "deserter": (Narrower("CK-275", "CK-274", mighty_placed),),
}
"""By verb; the first that fits."""

ALWAYS: dict[str, Sequence[str]] = {
    "CK-047": ("CK-062",),
    "CK-050": ("CK-047", "CK-062"),
    "CK-200": ("CK-040",),
    "CK-201": ("CK-040",),
    "CK-212": ("CK-062",),
}
"""For whatever is done: by rule, those that tell its breach where they are broken as well."""

OF_A_VERB: Narrowing = {
    "robber": {
        "CK-090": ("CK-035", "CK-039", "CK-085"),
        "B-091": ("CK-085",),
        **dict.fromkeys(("CK-078", "CK-080", "CK-081", "CK-082"), ("CK-085",)),
    },
    "lose_city": {"CK-204": ("CK-203",), "CK-206": ("CK-202",)},
    "improve": {
        "CK-179": ("CK-188", "CK-295"),
        "CK-183": ("CK-188", "CK-295"),
        "CK-186": ("CK-188", "CK-295"),
    },
    "move_knight": {"CK-142": ("CK-143",), "CK-144": ("CK-143",), "CK-293": ("CK-143",)},
    "displace": {"CK-151": ("CK-148",)},
    "bank": {"CK-093": ("CK-095", "CK-096"), "CK-094": ("CK-100", "CK-285")},
    "deserter": {"CK-272": ("CK-275",)},
}
"""The same by verb."""


def with_cases(name: str, verb: Verb) -> Verb:
    """The verb, with the rules that take cases from wider ones."""
    narrower = (*NARROWER.get(name, ()), *TO_LOSE)
    checks: list[Check] = []
    for check in verb.checks:
        ours = [one for one in narrower if one.of == check.rule]
        checks += parted(check, ours) if ours else [check]
        if check.is_one((check_playing_time,)):
            checks.append(check_roll_resolved)
    return verb.reported(checks)


def all_reported_narrowly(verbs: Mapping[str, Verb]) -> dict[str, Verb]:
    """The verbs, each breach reported by the narrowest rule."""
    ours = {name: with_cases(name, verb) for name, verb in verbs.items()}
    return reported_narrowly(ours, {name: ALWAYS | dict(OF_A_VERB.get(name, {})) for name in verbs})


def parted(check: Check, narrower: Sequence[Narrower]) -> Iterator[Check]:
    """The check, and those of the narrower rules that take cases from it."""

    def reported_by(state: CitiesState, action: Action) -> tuple[str, ...]:
        for one in narrower:
            if one.when(state, action):
                return (check.rule, one.rule) if one.guess else (one.rule,)
        return (check.rule,)

    def reported(rule: str) -> Check:
        def ask(state: CitiesState, action: Action) -> Detail | None:
            detail = check.ask(state, action)
            return detail if detail is not None and rule in reported_by(state, action) else None

        return Check(rule, ask)

    yield from map(reported, dict.fromkeys((check.rule, *(one.rule for one in narrower))))


GUESSES = frozenset(
    one.rule for ones in (*NARROWER.values(), MISREAD, TO_LOSE) for one in ones if one.guess
)
"""They follow from the rule that was broken in the same action."""
