"""The build phase: what everything costs; settlements, cities and city expansions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine import hints
from games.engine.core import NOBODY, Action, Asked, Check, Detail, Group, Seat, cannot, keeps, says
from games.engine.rulesets.base.packed import RESOURCES, counts, heap
from games.engine.rulesets.card_game import costs
from games.engine.rulesets.card_game.cards import EXPANSION, KNIGHT, ROAD, SETTLEMENT
from games.engine.rulesets.card_game.costs import THREE_FOR_ONE, Misfit, Rates, misfit, payments
from games.engine.rulesets.card_game.moments import off_turn, on_turn, turn_verb, unless_printed
from games.engine.rulesets.card_game.state import BUILD, CITY, DRAWN, OVER, CardState
from games.engine.rulesets.card_game.whereabouts import cards_exist, lacks, no_such_cards, revealed
from games.engine.words import marked

VERBS_OF: Final = {
    "road": ROAD,
    "knight": KNIGHT,
    "settle": SETTLEMENT,
    "expand": EXPANSION,
    "city": CITY,
}

COSTS: Final = {
    "road": costs.ROAD,
    "knight": costs.KNIGHT,
    "settle": costs.SETTLEMENT,
    "city": costs.CITY,
    "expand": costs.EXPANSION,
}

WORDS: Final = {
    "road": "road",
    "knight": "knight",
    "settle": "settlement",
    "city": "city",
    "expand": "expansion",
}
"""How the cards call what a verb builds."""

# When


@keeps("CG-053")
def check_build_phase(state: CardState, action: Action) -> Detail | None:
    if state.phase == DRAWN and action.seat == state.turn:
        return says(marked("the cards are drawn already"))
    return off_turn(state, action)


def times(state: CardState, action: Action) -> int:
    """How often the player may build that in a turn."""
    word = WORDS[action.verb]
    again = [one for one in state.effects(action.seat, "build_again") if one.facts["kind"] == word]
    return 2 if again else 1


def times_built(state: CardState, action: Action) -> int:
    if action.seat != state.turn:
        return 0
    return state.built >> 2 * VERBS_OF[action.verb] & 3


@keeps("CG-051")
@unless_printed
def check_once(state: CardState, action: Action) -> Detail | None:
    if not times_built(state, action) or times_built(state, action) < times(state, action):
        return None
    return built_again(state, action)


def built_again(state: CardState, action: Action) -> Detail:
    return says(
        marked("{player} has built {count} of them in this turn, allowed are {limit}"),
        player=state.name(action.seat),
        count=times_built(state, action),
        limit=times(state, action),
    )


@keeps("CG-052")
@unless_printed
def check_other_kinds(state: CardState, action: Action) -> Detail | None:
    """Other kinds built in the turn give no leave for a second one of this."""
    others = state.built & ~(3 << 2 * VERBS_OF[action.verb])
    return check_once.ask(state, action) if others else None


# Paying


def cost_of(state: CardState, action: Action) -> int:
    """What the player has to pay once their own expansions are reckoned in."""
    cost = COSTS[action.verb]
    if state.owned[action.seat]:
        for effect in state.effects(action.seat, "discount"):
            if effect.facts["kind"] == WORDS[action.verb] and effect.facts["resource"] in NUMBERS:
                place = 8 * NUMBERS[effect.facts["resource"]]
                saved = min(effect.number("count") or 0, cost >> place & 0xFF)
                cost -= saved << place
    return cost


NUMBERS: Final = {str(kind): number for number, kind in enumerate(RESOURCES)}


ONLY_THREE: Final = (THREE_FOR_ONE,)


def rates_of(state: CardState, seat: Seat) -> Rates:
    if not state.owned[seat]:
        return ONLY_THREE
    more = [(effect.number("give"), effect.number("for")) for effect in state.effects(seat, "rate")]
    # A rate without end would make payments without end.
    own = [(give, gets) for give, gets in more if give and gets and give <= 5 and gets <= 2]
    return (THREE_FOR_ONE, *own)


def amiss(state: CardState, action: Action) -> Misfit | None:
    """How the payment differs from the cost; None if it pays it."""
    cost, paid = cost_of(state, action), action.facts[0]
    if paid in payments(cost, rates_of(state, action.seat)):
        return None
    return misfit(cost, paid)


def differs(state: CardState, action: Action) -> Detail:
    return says(
        marked("{paid} paid for {cost}"),
        paid=heap(action.facts[0]),
        cost=heap(cost_of(state, action)),
    )


def blamed(state: CardState, action: Action) -> str:
    """The rule of payments that is broken; empty for none, `COST` for wrong cards."""
    wrong = amiss(state, action)
    if wrong is None:
        return ""
    if not wrong.short:
        return "CG-055" if stands_for_itself(state, action, wrong) else "CG-058"
    if wrong.over <= wrong.short:
        return COST
    kinds = [count for count in wrong.extra if count]
    if wrong.over >= 3 * wrong.short and all(count % 3 == 0 for count in kinds):
        return "CG-058"
    if wrong.short > 1:
        return "CG-056"
    return "CG-054" if len(kinds) == 1 else "CG-055"


def stands_for_itself(state: CardState, action: Action, wrong: Misfit) -> bool:
    """Whether three cards were laid down for each of some of their own kind."""
    due = counts(cost_of(state, action))
    return all(
        more % 2 == 0 and more // 2 <= owed for more, owed in zip(wrong.extra, due, strict=True)
    )


COST: Final = "cost"


def payment_check(rule: str, told: str = "") -> Check:
    """A check of how it is paid: `told` is what `blamed` calls the rule."""

    @keeps(rule)
    @unless_printed
    def check_payment(state: CardState, action: Action) -> Detail | None:
        return differs(state, action) if blamed(state, action) == (told or rule) else None

    return check_payment


@keeps("CG-050")
@unless_printed
def check_paid(state: CardState, action: Action) -> Detail | None:
    if action.facts[0] or not cost_of(state, action):
        return None
    return says(marked("nothing was paid, the cost is {cost}"), cost=heap(cost_of(state, action)))


@keeps("CG-050")
def check_own_cards(state: CardState, action: Action) -> Detail | None:
    return lacks(state, action.seat, action.facts[0])


@cards_exist
def check_cards_there(state: CardState, action: Action) -> Detail | None:
    return no_such_cards(state, revealed(state, action.seat, action.facts[0]))


def pays(state: CardState, action: Action) -> bool:
    return amiss(state, action) is None


def first_of_the_turn(state: CardState, action: Action) -> bool:
    """The usual case: the first of its kind in the player's turn."""
    return (
        action.seat == on_turn(state, action)
        and state.phase != DRAWN
        and not state.built >> 2 * VERBS_OF[action.verb] & 3
    )


def checks_of(cost_rule: str) -> Sequence[Asked]:
    """What any building may break."""
    return (
        Group(first_of_the_turn, (check_build_phase, check_once, check_other_kinds)),
        Group(
            pays,
            (
                check_paid,
                payment_check(cost_rule, COST),
                *(payment_check(rule) for rule in ("CG-054", "CG-055", "CG-056", "CG-058")),
            ),
        ),
        check_own_cards,
        check_cards_there,
    )


def pay(state: CardState, action: Action) -> None:
    state.move(action.seat, state.discards, action.facts[0])
    if action.seat == state.turn and state.phase != OVER:
        state.phase = max(state.phase, BUILD)
        place = 2 * VERBS_OF[action.verb]
        if state.built >> place & 3 < 2:
            state.built += 1 << place


# Settlements


@keeps("CG-061")
def check_settlement_left(state: CardState, action: Action) -> Detail | None:
    if state.stock[SETTLEMENT]:
        return None
    return cannot(marked("no settlement is left in stock"), hints.CG_SETTLEMENTS)


@keeps("CG-077")
def check_settlement_stays(state: CardState, action: Action) -> Detail | None:
    return from_stock_only(state, action)


def from_stock_only(state: CardState, action: Action) -> Detail | None:
    if action.facts[1] == NOBODY:
        return None
    return cannot(
        marked("only roads and knights are taken from {player}"),
        hints.CG_FROM_STOCK,
        player=state.name(action.facts[1]),
    )


def settle(state: CardState, action: Action) -> None:
    pay(state, action)
    state.stock[SETTLEMENT] -= 1
    state.settlements[action.seat] += 1
    state.may_flip = True
    state.end_if_won()


# Cities


@keeps("CG-065")
def check_own_settlement(state: CardState, action: Action) -> Detail | None:
    if state.settlements[action.seat]:
        return None
    return cannot(
        marked("{player} has no settlement"),
        hints.CG_SETTLEMENT_FIRST,
        player=state.name(action.seat),
    )


@keeps("CG-115")
@unless_printed
def check_one_city(state: CardState, action: Action) -> Detail | None:
    """A settlement of this turn may be turned, but it is the one city of the turn."""
    built_settlement = state.built >> 2 * SETTLEMENT & 3 and action.seat == state.turn
    if built_settlement and times_built(state, action) >= times(state, action):
        return says(marked("a second city in the turn"))
    return None


def build_city(state: CardState, action: Action) -> None:
    pay(state, action)
    state.settlements[action.seat] -= 1
    state.cities[action.seat] += 1
    state.end_if_won()
    if state.winner is None:
        event = action.facts[1]
        state.event = UNREAD if event == NOBODY else event


UNREAD: Final = 99
"""An event that the record does not name."""

# City expansions


@keeps("CG-071")
def check_bare_city(state: CardState, action: Action) -> Detail | None:
    if state.cities[action.seat]:
        return None
    return cannot(
        marked("{player} has no bare city"), hints.CG_CITY_FIRST, player=state.name(action.seat)
    )


@keeps("CG-072")
def check_expansion_left(state: CardState, action: Action) -> Detail | None:
    if not state.stock[EXPANSION]:
        return cannot(marked("no city expansion is left in stock"), hints.CG_EXPANSION)
    if state.n in LEFT_OUT and not copies_in_play(state, action):
        return None
    if state.copies_left(action.facts[2]) <= 0:
        return cannot(
            marked("{card} is not in stock any more"),
            hints.CG_EXPANSION,
            card=card_name(state, action),
        )
    return None


LEFT_OUT: Final = {2: "CG-006", 3: "CG-007"}
"""The rules that leave cards in the box, by the number of players."""


def check_in_play(players: int) -> Check:
    @keeps(LEFT_OUT[players])
    def check_symbols(state: CardState, action: Action) -> Detail | None:
        if state.n != players or copies_in_play(state, action) or not state.stock[EXPANSION]:
            return None
        return cannot(
            marked("every card {card} has a symbol that {players} players leave out"),
            hints.CG_EXPANSION,
            card=card_name(state, action),
            players=players,
        )

    return check_symbols


def copies_in_play(state: CardState, action: Action) -> int:
    return state.cards.copies_in_play(state.cards.expansions[action.facts[2]], state.n)


@keeps("CG-075")
def check_copies(state: CardState, action: Action) -> Detail | None:
    index = action.facts[2]
    others = [seat for seat in state.seats if seat != action.seat and index in state.owned[seat]]
    if others and state.copies_left(index) <= 0:
        return cannot(
            marked("{player} has the last copy of {card}"),
            hints.CG_EXPANSION,
            player=state.name(others[0]),
            card=card_name(state, action),
        )
    return None


@keeps("CG-074")
def check_other_name(state: CardState, action: Action) -> Detail | None:
    index = action.facts[2]
    # Cards that nobody has entered may have different names.
    if index in state.owned[action.seat] and not state.cards.expansions[index].rest:
        return says(
            marked("{player} has {card} already"),
            player=state.name(action.seat),
            card=card_name(state, action),
        )
    return None


@keeps("CG-073")
def check_worth(state: CardState, action: Action) -> Detail | None:
    told, printed = action.facts[3], state.cards.expansions[action.facts[2]].points
    if told in (NOBODY, printed) or (printed is None and told in (3, 4)):
        return None
    return says(
        marked("{card} is worth {points} points"),
        card=card_name(state, action),
        points=printed or "3, 4",
    )


@keeps("CG-097")
def check_expansion_stays(state: CardState, action: Action) -> Detail | None:
    return from_stock_only(state, action)


def card_name(state: CardState, action: Action) -> str:
    return state.cards.expansions[action.facts[2]].name


def expand(state: CardState, action: Action) -> None:
    pay(state, action)
    _paid, _source, index, told = action.facts
    seat = action.seat
    printed = state.cards.expansions[index].points
    state.stock[EXPANSION] -= 1
    state.cities[seat] -= 1
    state.owned[seat] = (*state.owned[seat], index)
    if printed is None and told not in (3, 4):
        state.worth[seat] += 3
        state.vague[seat] += 1
    else:
        state.worth[seat] += told if printed is None else printed
    state.end_if_won()


VERBS: Final = {
    "settle": turn_verb(
        (*checks_of("CG-059"), check_settlement_left, check_settlement_stays), settle
    ),
    "city": turn_verb((*checks_of("CG-064"), check_own_settlement, check_one_city), build_city),
    "expand": turn_verb(
        (
            *checks_of("CG-070"),
            check_bare_city,
            check_expansion_left,
            *map(check_in_play, LEFT_OUT),
            check_copies,
            check_other_name,
            check_worth,
            check_expansion_stays,
        ),
        expand,
    ),
}
