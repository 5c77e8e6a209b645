"""One thing changed in a record of an island game: a place, a card, a die, a seat, the order."""

from __future__ import annotations

import random
from typing import Any

from games.engine.core import NOBODY, Action, Record, Ruleset
from games.engine.rulesets.base.packed import ONE, PLACE, kinds
from games.engine.rulesets.base.state import MAIN
from games.engine.rulesets.best_friends.earning import drawn as drawn_by
from games.engine.rulesets.best_friends.earning import draws_of
from games.engine.rulesets.cities_knights.decks import DECKS, TRACKS
from games.engine.rulesets.cities_knights.draws import WAIVED
from games.engine.rulesets.cities_knights.hand import KINDS
from games.engine.rulesets.cities_knights.state import SHIP, CitiesState
from games.engine.rulesets.cities_knights.turns import ROLLING
from tests.games.rulesets.chance import drawn, new_game
from tests.games.rulesets.chance_cities import top_cards

SPOTS = {
    **dict.fromkeys(("found", "found_city", "settle", "city", "wall", "engineer"), (0,)),
    **dict.fromkeys(("recruit", "activate", "promote", "chase", "medicine", "lose_city"), (0,)),
    **dict.fromkeys(("move_knight", "smith", "intrigue", "deserter"), (0, 1)),
    "displace": (0, 1, 2),
    "improve": (2,),
}
PATHS = {
    **dict.fromkeys(("road", "free_road", "found_road", "ship", "free_ship", "found_ship"), (0,)),
    **dict.fromkeys(("move_ship", "diplomat"), (0, 1)),
    "road_builders": (1,),
}
HEXES = dict.fromkeys(("robber", "pirate", "bishop", "merchant", "inventor"), (0,))

KIND = {
    **dict.fromkeys(("robber", "pirate"), (2,)),
    **dict.fromkeys(("aqueduct", "monopoly", "commodity_monopoly", "resource_monopoly"), (0,)),
    "exchange": (1, 2),
}
"""Where the facts of a verb are one kind of card."""

CARDS = {
    **dict.fromkeys(("discard", "gift", "gold", "invention"), (0,)),
    **dict.fromkeys(("bank", "traders_again"), (0, 1)),
    **dict.fromkeys(("deal", "traders"), (1, 2)),
    **dict.fromkeys(("give", "merchants"), (1,)),
    "give_to_bank": (0,),
    "master_merchant": (1,),
}
"""Where they are several cards, packed."""

PROGRESS = {"draw": 0, "give_back": 0, "spy": 1}

OPPONENT = {
    **dict.fromkeys(("robber", "pirate"), 1),
    **dict.fromkeys(("exchange", "master_merchant", "spy", "deal", "give"), 0),
}


def played(ruleset: Ruleset, seed: int, most: int) -> Record:
    """A legal game, each verb as often, with deals, what each roll brought, tokens that were taken
    and the points at the end."""
    chance = random.Random(seed)
    state = new_game(ruleset, chance)
    actions: list[Action] = []

    def play(action: Action) -> None:
        assert ruleset.play(state, action) == (), action
        actions.append(action)

    while len(actions) < most and (listed := list(ruleset.legal(state))):
        verb = chance.choice(sorted({action.verb for action in listed}))
        action = chance.choice([action for action in listed if action.verb == verb])
        action = drawn(state, action, chance)
        if action.verb == "end_turn" and state.phase == MAIN and (deal := a_deal(state, chance)):
            play(deal)
        if action.verb == "roll" and not isinstance(state, CitiesState):
            action = action._replace(gains=tuple(state.due(action.facts[0])))
        play(action)
        if isinstance(state, CitiesState) and verb in ROLLING and state.brought is not None:
            play(Action(action.seat, "produce", (), state.brought))
        taken = [one for one in ruleset.offers(state) if one.verb == "tokens"]
        if taken:
            play(chance.choice(taken))
    return Record(with_points(state), tuple(actions))


def with_points(state: Any) -> Any:
    points = tuple(sum(state.make_up(seat).values()) for seat in state.seats)
    return type(state.header)(**{**vars(state.header), "points": points})


def a_deal(state: Any, chance: random.Random) -> Action | None:
    """One card for another."""
    other = chance.choice([seat for seat in state.seats if seat != state.turn])
    give, get = (sorted(set(kinds(state.hands[seat]))) for seat in (state.turn, other))
    pairs = [(one, another) for one in give for another in get if one != another]
    if not pairs:
        return None
    one, another = chance.choice(pairs)
    return Action(state.turn, "deal", (other, ONE[one], ONE[another]))


# Changes


def changed(ruleset: Ruleset, game: Record, seed: int) -> tuple[Record, int]:
    """The game with one change, and the index of the action changed. One kind of change is as
    likely as another, then one verb as another."""
    chance = random.Random(seed)
    state = ruleset.setup(game.header)
    while True:
        change = chance.choice(CHANGES)
        fits = [at for at, action in enumerate(game.actions[:-1]) if change(state, action, None)]
        if not fits:
            continue
        verb = chance.choice(sorted({game.actions[at].verb for at in fits}))
        at = chance.choice([at for at in fits if game.actions[at].verb == verb])
        instead = change(state, game.actions[at], chance)
        if instead == SWAPPED:
            instead = (game.actions[at + 1], game.actions[at])
            actions = (*game.actions[:at], *instead, *game.actions[at + 2 :])
        else:
            actions = (*game.actions[:at], *instead, *game.actions[at + 1 :])
        if actions != game.actions:
            return game._replace(actions=actions), at


def other(chance: random.Random, things: Any, than: Any) -> Any:
    return chance.choice([thing for thing in things if thing != than])


def put(action: Action, at: int, value: int) -> Action:
    facts = list(action.facts)
    facts[at] = value
    return action._replace(facts=tuple(facts))


def another_place(state, action, chance):
    places = state.places
    sizes = ((SPOTS, places.around), (PATHS, places.ends), (HEXES, places.corners))
    for table, here in sizes:
        found = [at for at in table.get(action.verb, ()) if action.facts[at] != NOBODY]
        if found and chance is None:
            return True
        if found:
            at = chance.choice(found)
            return (put(action, at, other(chance, range(len(here)), action.facts[at])),)
    return None


def another_card(state, action, chance):
    known = KINDS if isinstance(state, CitiesState) else range(5)
    single = [at for at in KIND.get(action.verb, ()) if action.facts[at] >= 0]
    several = [at for at in CARDS.get(action.verb, ()) if action.facts[at]]
    progress = action.verb in PROGRESS and action.facts[-2:] != WAIVED
    if chance is None:
        return bool(single or several or progress or any(action.gains or ()))
    if single:
        at = chance.choice(single)
        return (put(action, at, other(chance, known, action.facts[at])),)
    if several:
        at = chance.choice(several)
        return (put(action, at, exchanged(chance, action.facts[at], known)),)
    if progress:
        at = PROGRESS[action.verb]
        cards = [(colour, kind) for colour in TRACKS for kind in range(len(DECKS[colour]))]
        card = other(chance, cards, action.facts[at:])
        return (action._replace(facts=(*action.facts[:at], *card)),)
    gains = list(action.gains)
    seat = chance.choice([seat for seat, cards in enumerate(gains) if cards])
    gains[seat] = exchanged(chance, gains[seat], known)
    return (action._replace(gains=tuple(gains)),)


def exchanged(chance, cards, known):
    kind = chance.choice(sorted(set(kinds(cards))))
    return cards - ONE[kind] + ONE[other(chance, known, kind)]


def another_die(state, action, chance):
    if action.verb != "roll" or chance is None:
        return action.verb == "roll"
    _total, *dice = action.facts
    die = chance.randrange(len(dice))
    dice[die] = other(chance, range(SHIP + 1) if die == 2 else range(1, 7), dice[die])
    return (action._replace(facts=(dice[0] + dice[1], *dice)),)


def other_tokens(state, action, chance):
    """One more taken, one less, or one by somebody else."""
    if action.verb != "tokens" or chance is None:
        return action.verb == "tokens"
    seats = drawn_by(action)
    ways = [[*seats, chance.choice(state.seats)]]
    if seats:
        at = chance.randrange(len(seats))
        somebody = other(chance, state.seats, seats[at])
        ways += [seats[:at] + seats[at + 1 :], [*seats[:at], somebody, *seats[at + 1 :]]]
    return (action._replace(facts=(draws_of(chance.choice(ways)),)),)


TOLD = ("produce", "tokens")
"""Said by whoever speaks."""


def another_player(state, action, chance):
    if action.verb in TOLD or chance is None:
        return action.verb not in TOLD
    at = OPPONENT.get(action.verb)
    if at is not None and action.facts[at] >= 0 and chance.random() < 0.5:
        return (put(action, at, other(chance, state.seats, action.facts[at])),)
    return (action._replace(seat=other(chance, state.seats, action.seat)),)


def left_out(state, action, chance):
    return True if chance is None else ()


def doubled(state, action, chance):
    return True if chance is None else (action, action)


SWAPPED = "swapped"


def swapped(state, action, chance):
    """With the action that follows."""
    return True if chance is None else SWAPPED


CHANGES = (
    *(another_place, another_card, another_die, another_player, other_tokens),
    *(left_out, doubled, swapped),
)

# What is legal still


def listed_all_along(ruleset: Ruleset, game: Record, at: int) -> bool:
    """Whether the list of legal actions has every action from the index on."""
    state = ruleset.setup(game.header)
    for index, action in enumerate(game.actions):
        if index >= at and not is_listed(ruleset, state, action):
            return False
        ruleset.play(state, action)
    return game.header.points == with_points(state).points


def is_listed(ruleset: Ruleset, state: Any, action: Action) -> bool:
    if action.verb == "produce":
        return action.gains == state.brought
    if action.verb == "deal":
        seat, one, another = action.facts
        return seat != action.seat == state.turn and all(
            state.hands[whose] >> 8 * kind & PLACE
            for whose, cards in ((seat, another), (action.seat, one))
            for kind in kinds(cards)
        )
    offered = list(ruleset.offers(state)) if action.verb == "tokens" else []
    if action.facts == (0,) and action.verb == "tokens":
        # That nobody took any may be said wherever none are due.
        return not any(one.verb == "tokens" and one.facts != (0,) for one in offered)
    return any(
        one.seat == action.seat and fits(state, one, action)
        for one in (*ruleset.legal(state), *offered)
        if one.verb == action.verb
    )


def fits(state: Any, listed: Action, action: Action) -> bool:
    """Whether the action is the listed one, with what the list leaves open told."""
    facts = action.facts
    match action.verb:
        case "roll" | "start_roll":
            alchemy = getattr(state, "alchemy", None)
            return alchemy is None or alchemy == facts[1:3]
        case "draw":
            colour, kind = facts
            return listed.facts[0] == colour and (colour < 0 or kind in top_cards(state, colour))
        case "buy" | "scholars":
            told = listed.facts[:-1] == facts[:-1]
            return told and bool(state.stock >> 8 * facts[-1] & PLACE)
        case "robber" | "pirate":
            hex_, victim, kind = facts
            if victim < 0 and listed.facts[1] >= 0:
                # Somebody without cards was chosen, who need not be named (D-14).
                return listed.facts[0] == hex_ and not state.hands[listed.facts[1]]
            there = victim < 0 or bool(state.hands[victim] >> 8 * kind & PLACE)
            return listed.facts[:2] == (hex_, victim) and there
        case "bishop":
            victims = [listed.facts[1] >> 8 * seat & PLACE > 0 for seat in state.seats]
            taken = [facts[1] >> 8 * seat & PLACE for seat in state.seats]
            return listed.facts[0] == facts[0] and all(
                bool(kind) == there and (not kind or state.hands[seat] >> 8 * (kind - 1) & PLACE)
                for seat, (there, kind) in enumerate(zip(victims, taken, strict=True))
            )
        case "inventor":
            return sorted(listed.facts) == sorted(facts)
        case "bank":
            # Of the rates that a player has, the list names the best.
            give, take = facts
            return listed.facts[1] == take and give in (listed.facts[0], 4 * ONE[kinds(give)[0]])
    return listed.facts == facts
