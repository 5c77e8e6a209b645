"""What a format says: its stages (FM-01 to FM-15), scoring and standings (FM-20 to FM-37)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tournaments.domain.criteria import Order
from tournaments.domain.scoring import Scoring
from tournaments.domain.stages import Later

from .criteria import CRITERIA, SAT


class Seating(StrEnum):
    """Who meets whom in a round (FM-12)."""

    RANDOM = "random"
    """At random, with as few repeats as can be proved."""
    LOT = "lot"
    """By lot alone."""
    STANDINGS = "standings"
    """The best four at table 1, the next four at table 2 and so on."""
    STANDINGS_APART = "standings_apart"
    """By standings, but without repeats where that is possible."""
    SNAKE = "snake"
    """The best player of each table is drawn up in turn, and back again."""

    @property
    def is_by_place(self) -> bool:
        """Whether the standings say it, so that level players wait for a lot."""
        return self not in (Seating.RANDOM, Seating.LOT)


class Sizes(StrEnum):
    """How the hall is divided into tables (FM-10)."""

    FOURS = "fours"
    """As few tables of three as possible."""
    THREES = "threes"
    """As many tables of three as possible."""
    ONLY_FOURS = "only_fours"
    """Other numbers of players are refused."""


class Threes(StrEnum):
    """Who sits at tables of three (FM-11)."""

    FEWEST_POINTS = "fewest_points"
    LOT = "lot"
    FEWEST_BEFORE = "fewest_before"
    BEST_SEEDS = "best_seeds"


class PlayOrder(StrEnum):
    """Who plays first at a table (FM-14)."""

    DICE = "dice"
    """The dice at the table say it."""
    BALANCED = "balanced"
    """Over the rounds of a stage everybody has each position as evenly as can be."""
    RANK = "rank"
    """The better player chooses first."""


@dataclass(frozen=True, slots=True)
class FormatStage:
    """Rounds that the same players play, seated in the same way (FM-01, FM-02).

    `rounds` are at least played, `most_rounds` if the organiser likes, None for no more. `best` is
    how many of the standings play; None, and not `winners` of the tables before, for everybody.
    With a `schedule` all rounds are drawn before the first one (FM-13). `game` and `target` are
    given where they are others than those of the event (FM-07).
    """

    rounds: int = 1
    most_rounds: int | None = None
    best: int | None = None
    winners: bool = False
    seating: Seating = Seating.RANDOM
    schedule: bool = False
    threes: Threes = Threes.LOT
    play_order: PlayOrder = PlayOrder.DICE
    minutes: int | None = None
    game: str = ""
    target: int | None = None

    @property
    def is_for_everybody(self) -> bool:
        return self.best is None and not self.winners


@dataclass(frozen=True, slots=True)
class Band:
    """The stages of an event of `least` to `most` players, None for any more (FM-03). Where bands
    overlap the organiser chooses."""

    stages: tuple[FormatStage, ...]
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """How an event is played, games are counted and players are ordered.

    `criteria` are names of `CRITERIA`, the first one counting most. `target` are the points that
    win a game, None where the game says it; `by_score` nobody has to reach any. Without `bands`
    the organiser plans the rounds. With fewer than `least` players an event gives no places
    (FM-06); the best of it `qualify`, as many as that says.
    """

    scoring: Scoring
    criteria: tuple[str, ...]
    target: int | None = None
    by_score: bool = False
    later: Later = Later.STAGE
    sizes: Sizes = Sizes.FOURS
    bands: tuple[Band, ...] = ()
    least: int | None = None
    qualify: int | None = None

    @property
    def order(self) -> Order:
        """What the standings are sorted by."""
        return (SAT, *self.criteria_shown)

    @property
    def criteria_shown(self) -> Order:
        """The same as it is shown: everybody who is shown has sat."""
        return tuple(CRITERIA[name] for name in self.criteria)

    @property
    def changes_game(self) -> bool:
        """Whether some rounds are of another game or target than the event (FM-07)."""
        stages = (stage for band in self.bands for stage in band.stages)
        return any(stage.game or stage.target is not None for stage in stages)

    @property
    def other_games(self) -> tuple[str, ...]:
        """Keys of the games that stages are of, whatever the event is of."""
        stages = (stage for band in self.bands for stage in band.stages)
        return tuple(dict.fromkeys(stage.game for stage in stages if stage.game))

    @property
    def has_points(self) -> bool:
        """Whether places bring tournament points (FMD-10)."""
        return self.scoring.points is not None
