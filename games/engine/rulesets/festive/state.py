"""A game with the Easter Bunny or Santa Claus in play: where the figure is, and who has tokens."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.board.boards import Board
from games.engine.board.terrain import Terrain
from games.engine.core import NOBODY, Header, Seat
from games.engine.rulesets.base.state import BaseState, target_of

DUE = 2
"""Tokens that are exchanged for a card (EB-041, SC-041)."""


EXPANSION_GOAL = "expansion_goal"
"""The option by which an event declares the points of the expansion; without it they are ten
(EBD-15, SCD-15)."""


class Festive(BaseState):
    """What the scenario adds to a game; put before its state as a base class.

    `figure` is the hex of the figure, `home` the special hex, `bearing` that with 2 and 12 (more
    than one if the board is not as it should be); `visited`: the figure was moved in
    this turn. `tokens` are those of each seat, `coming` those that it still receives when its turn
    comes, `exchanging` the seats that have to exchange two of theirs, in their order;
    `passed_over`: the game went on without that.
    """

    def __init__(self, header: Header) -> None:
        super().__init__(header)
        if not self.has_goal_of_island:
            self.target = target_of(header)
        board: Board = header.board
        self.home = board.replaced[0][0]
        self.figure = self.home if board.figure is None else board.figure
        self.deserts = tuple(
            hex_ for hex_, terrain in enumerate(board.terrain) if terrain is Terrain.DESERT
        )
        self.bearing = tuple(hex_ for hex_, _number in board.doubled)
        self.visited = False
        self.tokens = (0,) * self.n
        self.coming = (0,) * self.n
        self.exchanging: tuple[Seat, ...] = ()
        self.passed_over = False

    @property
    def has_goal_of_island(self) -> bool:
        """Whether the points to win are those of the game on the island."""
        return self.header.options.get(EXPANSION_GOAL) == "1"

    def begin_turn(self, seat: Seat) -> None:
        self.visited = False
        super().begin_turn(seat)

    def price(self, hex_: int) -> int:
        """Wool for the way to the hex (EB-023, SC-023)."""
        return 2 if hex_ == self.robber else 1

    def refuges(self) -> Sequence[int]:
        """The deserts to which the robber may be chased (EB-024, EB-030, EBD-08)."""
        return [hex_ for hex_ in self.deserts if hex_ != self.robber]

    def clockwise(self) -> list[Seat]:
        """Those in the game, the player on turn first."""
        seats = [(self.turn + more) % self.n for more in range(self.n)]
        return [seat for seat in seats if not self.out >> seat & 1]

    def gifts(self, hex_: int) -> tuple[int, ...]:
        """The tokens for each seat when the figure comes to the hex (EB-033 to EB-039)."""
        each = 2 if hex_ == self.home else 1
        here = self.places.corners[hex_]
        return tuple(
            each if self.buildings[seat] & here and not self.out >> seat & 1 else 0
            for seat in self.seats
        )

    def receive(self, gifts: Sequence[int]) -> None:
        """Each in turn receives and exchanges before the next one does, so that the eleven tokens
        are enough (EBD-11)."""
        self.coming = tuple(gifts)
        self.passed_over = False
        self.hand_out()

    def hand_out(self) -> None:
        """The tokens to come, up to the first who has to exchange."""
        for seat in self.clockwise():
            self.take(seat)
            if self.tokens[seat] >= DUE:
                break
        self.exchanging = tuple(
            seat for seat in self.clockwise() if self.tokens[seat] + self.coming[seat] >= DUE
        )

    def take(self, seat: Seat) -> None:
        """The seat receives what is to come."""
        self.tokens = with_more(self.tokens, seat, self.coming[seat])
        self.coming = with_more(self.coming, seat, -self.coming[seat])

    def give_back(self, seat: Seat) -> None:
        """Two tokens of the seat go back (EB-046, SC-046), and the next one receives."""
        self.take(seat)
        self.tokens = with_more(self.tokens, seat, -min(DUE, self.tokens[seat]))
        self.hand_out()

    def drop(self, seat: Seat) -> None:
        """Who leaves the game exchanges no more tokens; they go back."""
        self.coming = with_more(self.coming, seat, -self.coming[seat])
        self.tokens = with_more(self.tokens, seat, -self.tokens[seat])
        self.hand_out()

    @property
    def waiting(self) -> bool:
        """Whether nothing goes on before an exchange; once it did, that has been said."""
        return bool(self.exchanging) and not self.passed_over

    def bars(self, hex_: int) -> bool:
        """Whether the robber may not be put there (EB-048, EB-049)."""
        return hex_ in (self.figure, self.home)


UNTOLD = NOBODY
"""The tokens of a move of the figure, where the record does not tell them."""


def with_more(held: Sequence[int], seat: Seat, more: int) -> tuple[int, ...]:
    return (*held[:seat], held[seat] + more, *held[seat + 1 :])
