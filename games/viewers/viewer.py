"""What a page needs to show a moment of any game; each kind of game brings its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.functional import Promise
from django.utils.safestring import SafeString

from games.engine.core import Action, Header, Ruleset


@dataclass(frozen=True)
class Scene:
    """The game after the first `at` of its actions, in the state that they led to."""

    ruleset: Ruleset
    header: Header
    actions: Sequence[Action]
    state: Any
    at: int

    @property
    def action(self) -> Action | None:
        """The last one of them."""
        return self.actions[self.at - 1] if self.at else None


@dataclass(frozen=True)
class Beside:
    """What lies beside the board for all players: its picture, and what it says in words."""

    picture: SafeString
    words: Sequence[str]


class Counting(Protocol):
    """Statistics that are fed with every moment of a game, in the state after the action."""

    def see(self, action: Action, state: Any) -> None: ...


class Picture(Protocol):
    """Draws the moment. `key` begins all ids in the picture, `title` says what it shows, and
    `closeup` asks for the surroundings of the last action alone."""

    def __call__(
        self, scene: Scene, *, key: str, title: str, closeup: bool = False
    ) -> SafeString: ...


Place = tuple[str | float, ...]


@dataclass(frozen=True)
class Viewer:
    """`title` is what the picture shows, with the `{number}` of the action; `before` what it shows
    before all of them. `dice` are the dice that lie on the table, and what they say in words.
    `beside` is what lies beside the board, if anything does. `hands` tells what each player has,
    each for the template `hand`. `counting` makes statistics for a number of players, `counted`
    what the template `statistics` shows of them. `how_to_write` is a template that explains the
    notation. For a recorder: `places` says where in the picture each place lies, by the kind of the
    place or by the name of the fact: name, x and y, for paths those of both ends; and `held` how
    many cards of each kind everybody holds. With `secrets` players hold what nobody else may see as
    long as they play."""

    title: Promise
    before: Promise
    picture: Picture
    dice: Callable[[Scene], tuple[Sequence[SafeString], str]]
    hands: Callable[[Scene], Sequence[Any]]
    hand: str
    how_to_write: str
    beside: Callable[[Scene], Beside | None] = lambda scene: None
    counting: Callable[[int], Counting] | None = None
    counted: Callable[[Header, Any], Mapping[str, Any]] = lambda header, counting: {}
    statistics: str = ""
    secrets: bool = True
    places: Callable[[Header], Mapping[str, Sequence[Place]]] = lambda header: {}
    held: Callable[[Ruleset, Any], Sequence[Mapping[str, int]]] = lambda ruleset, state: ()
