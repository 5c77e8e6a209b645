"""Best Friends in play: favour tokens, the guild board, gifts of the turn, networks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine.core import NOBODY, Action, Header, Seat
from games.engine.rulesets.base.state import NO_SEAT, BaseState, target_of
from games.engine.rulesets.best_friends.guilds import SHARES, VICTORY_POINT_TOKENS
from games.engine.rulesets.best_friends.networks import Networks
from games.engine.rulesets.five_six import PairedState
from games.engine.words import marked

TARGET = 11
"""Points to win (BF-097)."""

OF_TOKENS = marked("victory point tokens")

NOT_YET, USING, EXCHANGED = range(3)
"""The one occasion of a turn: still to come; tokens are used, or were; one was exchanged."""


class Earned(NamedTuple):
    """Tokens for an action: one for each of the `receivers`, and then `takes` for the `taker`.

    `rule` is told if others are taken, `more` if there are more of them, `order` if they are taken
    in another order, `none` if nothing is taken, `swapped` if one of two has what is due to the
    other. Seats in `before` have met the builder's network before, and take nothing (BF-052).
    `open`: nothing was due any more, so that none need be taken.
    """

    rule: str
    receivers: tuple[Seat, ...] = ()
    taker: Seat = NOBODY
    takes: int = 0
    more: str = ""
    order: str = ""
    none: str = ""
    swapped: str = ""
    before: tuple[Seat, ...] = ()
    open: bool = False

    @property
    def draws(self) -> tuple[Seat, ...]:
        """Who draws, one token after the other."""
        return (*self.receivers, *(self.taker for _ in range(self.takes)))


class Supply(NamedTuple):
    """Where all tokens lie: in the pool, on the guilds by kind, with the players."""

    pool: int
    laid: tuple[int, ...]
    tokens: tuple[int, ...]


class Befriended(BaseState):
    """What the scenario adds to a game; put before its state as a base class.

    `tokens` are the favour tokens of each seat, face down; `pool` those beside the board,
    `laid_on` those on each guild, `at_first` how many of each kind there are. `merits` are the
    victory point tokens of each seat, `shown` its Victory Point cards that lie open.

    Of the part of the turn that a player acts in: `at_start` tokens held when it began, `spent`
    since then; `occasion`; `favours` so far, `trades` of the traders, `again` how many more the
    last wagon allows; `favour` the last favour, or what may stand between two of them; `gave`
    whether a card was given away, `refuser` who refused the last one; `studied` the cards
    drawn with the scholars, packed; `joining` whether a road joined networks.

    `earned` is what `earner`, an action, brings in tokens, and `before` where they lay before.
    """

    def __init__(self, header: Header, **stock: Any) -> None:
        super().__init__(header, **stock)
        n = self.n
        options = header.options
        self.target = target_of(header, TARGET)
        self.after_roll_only = options.get("after_roll_only") == "1"
        self.refill = options.get("refill_pool") == "1"
        self.most_favours = int(options.get("favours_per_turn", 0))
        self.most_trades = int(options.get("trader_exchanges_per_token", 2))
        self.at_first = tuple(n * share for share in SHARES)
        self.pool = sum(self.at_first)
        self.laid_on = [0] * len(SHARES)
        self.tokens = [0] * n
        self.merits = [0] * n
        self.shown = [0] * n
        self.networks = Networks()
        self.earned: Earned | None = None
        self.earner: Action | None = None
        self.before = self.supply
        self.begin_part(0)

    _lists: tuple[str, ...] = (*BaseState._lists, "laid_on", "tokens", "merits", "shown")

    def copy(self) -> Befriended:
        twin = super().copy()
        twin.networks = self.networks.copy()
        return twin

    # Turns

    def begin_turn(self, seat: Seat) -> None:
        self.begin_part(seat)
        super().begin_turn(seat)

    def begin_part(self, seat: Seat) -> None:
        """The seat acts from now on; with two stones this is a part of a turn (BFD-12)."""
        self.at_start = self.tokens[seat]
        self.spent = 0
        self.occasion = NOT_YET
        self.favours = 0
        self.trades = 0
        self.again = 0
        self.favour: Action | None = None
        self.gave = False
        self.refuser: Seat = NO_SEAT
        self.studied = 0
        self.joining = False

    # Pieces

    def build(self, seat: Seat, spot: int) -> None:
        super().build(seat, spot)
        self.networks.found(self, seat, spot)

    # Tokens

    @property
    def supply(self) -> Supply:
        return Supply(self.pool, tuple(self.laid_on), tuple(self.tokens))

    def put(self, supply: Supply) -> None:
        self.pool = supply.pool
        self.laid_on = list(supply.laid)
        self.tokens = list(supply.tokens)

    def drawable_of(self, supply: Supply) -> int:
        """How many tokens can be drawn (BFD-21)."""
        return supply.pool + (sum(supply.laid) if self.refill else 0)

    def draw(self, seats: Sequence[Seat]) -> None:
        """One token after the other, as long as there are some (BF-063)."""
        for seat in seats:
            if not self.pool and self.refill:
                self.pool, self.laid_on = sum(self.laid_on), [0] * len(SHARES)
            if self.pool:
                self.pool -= 1
                self.tokens[seat] += 1

    def earn(self, action: Action, earned: Earned) -> None:
        """The tokens for the action are taken, as long as nothing else is said behind it."""
        self.earned, self.earner, self.before = earned, action, self.supply
        self.draw(earned.draws)

    @property
    def merits_left(self) -> int:
        return VICTORY_POINT_TOKENS - sum(self.merits)

    # Points

    def visible(self, seat: Seat) -> int:
        """Points that all can see: Victory Point cards count once they are shown (BF-030)."""
        return self.points[seat] - self.face_down_points(seat)

    def face_down_points(self, seat: Seat) -> int:
        return super().face_down_points(seat) - self.shown[seat]

    def make_up(self, seat: Seat) -> Mapping[str, int]:
        return {**super().make_up(seat), OF_TOKENS: self.merits[seat]}


class PairedFriends(Befriended, PairedState):
    """The same with two stones."""

    def begin_second_part(self) -> None:
        self.begin_part(self.second)
        super().begin_second_part()
