"""What brings favour tokens: the harmless robber, a card given away, networks joined.

Tokens due are taken by themselves. A record may say which were taken, and in what order; then
they are held against those due, and the game goes on with what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.engine import hints
from games.engine.board.terrain import Terrain
from games.engine.core import NOBODY, Action, Check, Detail, Group, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base import building, robber
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import DISCARD, FOUND_ROAD, ROBBER
from games.engine.rulesets.base.turns import has_left
from games.engine.rulesets.best_friends.networks import Contact
from games.engine.rulesets.best_friends.state import Befriended, Earned
from games.engine.words import Listed, listed, marked

# The harmless robber


def is_desert(state: Befriended, hex_: int) -> bool:
    terrain: Terrain = state.header.board.terrain[hex_]
    return terrain is Terrain.DESERT


def spares(state: Befriended, action: Action) -> bool:
    """Whether the robber goes to a desert and no card is taken."""
    return is_desert(state, action.facts[0]) and action.facts[2] == NOBODY


@keeps("BF-019")
def check_card_taken(state: Befriended, action: Action) -> Detail | None:
    return None if spares(state, action) else robber.check_card_taken.ask(state, action)


def theft(state: Befriended, action: Action) -> frozenset[str]:
    """The rule that asks for a card, as that of the robber does on the island."""
    return frozenset({"BF-019"} if robber.theft(state, action) else ())


def by_robber(state: Befriended, action: Action) -> Earned:
    """What the move of the robber brings, judged before it is moved. A Knight that has won brings
    nothing more, but may be written down to its end (D-25)."""
    over = robber.ends_with_knight(state)
    if action.seat != state.turn or not (over or state.phase in (ROBBER, DISCARD)):
        return Earned("BF-015")
    return by_its_hex(state, action)._replace(open=over)


def by_its_hex(state: Befriended, action: Action) -> Earned:
    hex_, _victim, kind = action.facts
    seat = action.seat
    if hex_ == state.robber:
        return Earned("BF-024")
    corners = state.places.corners[hex_]
    if not state.taken & corners:
        beside = any(
            roads & state.places.roads_at[spot] for spot in bits(corners) for roads in state.roads
        )
        empty = harmless(seat, "BF-017" if is_desert(state, hex_) else "BF-016")
        return empty._replace(none="BF-022") if beside else empty
    if not state.taken & ~state.buildings[seat] & corners:
        return Earned("BF-021")
    if not is_desert(state, hex_):
        return Earned("BF-020")
    return harmless(seat, "BF-018") if kind == NOBODY else Earned("BF-018")


def harmless(seat: Seat, rule: str) -> Earned:
    return Earned(rule, taker=seat, takes=1, more="BF-023")


def with_robber(verb: Verb) -> Verb:
    def apply(state: Befriended, action: Action) -> None:
        earned = by_robber(state, action)
        verb.apply(state, action)
        state.earn(action, earned)

    return verb.instead({robber.check_card_taken: check_card_taken}).quickly(None).doing(apply)


# Networks


def laying(verb: Verb) -> Verb:
    """A road that is laid joins networks, however it is paid for (BF-059)."""

    def apply(state: Befriended, action: Action) -> None:
        founding = state.phase <= FOUND_ROAD
        verb.apply(state, action)
        join(state, action, action.facts[-1], founding=founding)

    return verb.doing(apply)


FREE = ("free_road", "road_builders")
"""The verbs of roads without cost (BF-059)."""


def join(state: Befriended, action: Action, path: int, *, founding: bool = False) -> None:
    """The path is where the player of the action has just laid a road."""
    met = state.networks.lay(state, action.seat, path, founding=founding)
    state.earn(action, Earned("BF-053") if founding else by_contact(state, action, met))
    state.joining = state.joining or bool(met.first)


def by_contact(state: Befriended, action: Action, met: Contact) -> Earned:
    """Of those whom it meets nobody who has left the game receives a token."""
    if not met.first:
        return Earned(met.repeated or ("BF-056" if met.own else "BF-043"))
    seat = action.seat
    receivers = tuple(other for other in met.first if not state.out >> other & 1)
    none = (
        "BF-048"
        if met.known.keys() >= {*met.first}
        else "BF-060"
        if state.joining
        else "BF-059"
        if action.verb in FREE
        else ""
    )
    if len(met.first) > 1:
        return Earned("BF-050", receivers, seat, 3, order="BF-051", none=none)
    swapped = "BF-049" if met.known.get(met.first[0], seat) != seat else ""
    return Earned(
        "BF-044",
        receivers,
        seat,
        3,
        order="BF-045",
        none=none,
        swapped=swapped,
        before=tuple(other for other in met.again if other not in met.first),
    )


def moving(verb: Verb) -> Verb:
    """The road just built is laid elsewhere."""

    def apply(state: Befriended, action: Action) -> None:
        state.networks.take_up(building.just_built(state, action))
        verb.apply(state, action)
        join(state, action, action.facts[0])

    return verb.doing(apply)


# What was taken


def drawn(action: Action) -> list[Seat]:
    """The seats in the order in which they draw: their numbers and one, three bits for each."""
    (draws,) = action.facts
    seats = []
    while draws:
        seats.append((draws & 7) - 1)
        draws >>= 3
    return seats


def draws_of(seats: Sequence[Seat]) -> int:
    return sum(seat + 1 << 3 * at for at, seat in enumerate(seats))


def take(state: Befriended, action: Action) -> None:
    """Facts: who draws, one after the other."""
    if just_earned(state) is not None:
        state.put(state.before)
    state.draw(drawn(action))
    if state.favour is not None and state.previous is state.favour:
        state.favour = action


def just_earned(state: Befriended) -> Earned | None:
    """What the action before brings in tokens; None if no action of its kind ever does."""
    return state.earned if state.previous is state.earner else None


def due(state: Befriended) -> Earned:
    verb = "" if state.previous is None else state.previous.verb
    return just_earned(state) or Earned(UNEARNED.get(verb, "BF-015"))


UNEARNED = {
    "found": "BF-053",
    "start_roll": "BF-014",
    "settle": "BF-055",
    "city": "BF-055",
    "bank": "BF-036",
    "deal": "BF-036",
    "refuse": "BF-031",
}
"""What does not bring tokens either, and the rule that says so."""


def fault(state: Befriended, action: Action) -> tuple[str, Detail] | None:
    """The rule that is broken by what was taken."""
    earned = due(state)
    got = drawn(action)
    if earned.open and not got:
        return None
    pool = state.drawable_of(state.supply if just_earned(state) is None else state.before)
    if len(got) > pool:
        return "BF-063", cannot(marked("the pool has {have} tokens"), hints.POOL_TOKENS, have=pool)
    draws = earned.draws[:pool]
    first = min(len(earned.receivers), pool)
    if (
        len(got) == len(draws)
        and _fits(got[:first], earned.receivers)
        and got[first:] == list(draws[first:])
    ):
        return None
    return _rule(earned, draws, got), _drawn_wrongly(state, draws, got)


def _drawn_wrongly(state: Befriended, draws: Sequence[Seat], got: Sequence[Seat]) -> Detail:
    gone = [seat for seat in got if state.out >> seat & 1]
    if gone:
        return has_left(state, gone[0])
    return says(
        marked("the tokens were drawn by: {got}; due is: {due}"),
        got=_names(state, got),
        due=_names(state, draws),
    )


def _rule(earned: Earned, draws: Sequence[Seat], got: Sequence[Seat]) -> str:
    if len(draws) < len(earned.draws):
        return "BF-063"
    if earned.more and len(got) > len(draws):
        return earned.more
    if earned.none and not got:
        return earned.none
    if any(seat in got for seat in earned.before):
        return "BF-052"
    if earned.swapped and sorted(got) == sorted((*earned.receivers * 3, earned.taker)):
        return earned.swapped
    return earned.order if earned.order and sorted(got) == sorted(draws) else earned.rule


def _fits(got: Sequence[Seat], receivers: Sequence[Seat]) -> bool:
    """Whether all who drew first were among the receivers, in whatever order (BF-051)."""
    return all(got.count(seat) <= receivers.count(seat) for seat in got)


def _names(state: Befriended, seats: Sequence[Seat]) -> Listed | Detail:
    return listed(map(state.name, seats)) if seats else says(marked("nobody"))


def token_check(rule: str) -> Check:
    def ask(state: Befriended, action: Action) -> Detail | None:
        found = fault(state, action)
        return found[1] if found is not None and found[0] == rule else None

    return Check(rule, ask)


OF_TOKENS = (
    *("BF-014", "BF-015", "BF-016", "BF-017", "BF-018", "BF-020", "BF-021", "BF-022", "BF-023"),
    *("BF-024", "BF-031", "BF-034", "BF-036", "BF-037", "BF-043", "BF-044", "BF-045", "BF-046"),
    *("BF-047", "BF-048", "BF-049", "BF-050", "BF-051", "BF-052", "BF-053", "BF-054", "BF-055"),
    *("BF-056", "BF-057", "BF-058", "BF-059", "BF-060", "BF-063"),
)

RIGHTLY_TAKEN = Group(
    lambda state, action: fault(state, action) is None, tuple(map(token_check, OF_TOKENS))
)

VERBS = {"tokens": Verb.of((RIGHTLY_TAKEN,), take)}

Wrapped = Callable[[Verb], Verb]

WRAPPED: dict[str, Wrapped] = {
    "robber": with_robber,
    "road": laying,
    "free_road": laying,
    "found_road": laying,
    "move_road": moving,
}
