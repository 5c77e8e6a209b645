"""A game on an island: the board with its pieces, cards in hands, dice and what they brought."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.drawing.boards import Position, board_svg, places_of
from games.drawing.looks import colours_of
from games.drawing.pieces import Knight
from games.drawing.plots import (
    RED_DIE,
    YELLOW_DIE,
    bar_svg,
    barbarians_svg,
    die_svg,
    event_die_svg,
    guilds_svg,
    levels_svg,
    piece_svg,
    rolls_svg,
)
from games.engine.board.terrain import HOME
from games.engine.core import NOBODY, Header, Ruleset, Seat
from games.engine.document import PLACES
from games.engine.rulesets.base.fields import RESOURCE_WORDS
from games.engine.rulesets.base.packed import KINDS, RESOURCES
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.statistics import Statistics
from games.engine.rulesets.best_friends.guilds import GUILD_NAMES
from games.engine.rulesets.best_friends.state import Befriended
from games.engine.rulesets.cities_knights.decks import DECKS, TRACK_NAMES, unseen_kind
from games.engine.rulesets.cities_knights.sorts import FACE_WORDS
from games.engine.rulesets.cities_knights.state import LAST_SPACE, CitiesState
from games.viewers.viewer import Beside, Place, Scene, Viewer
from games.wording.engine import word_in_words


@dataclass(frozen=True)
class Pile:
    """Cards of one kind in a hand; a kind that nobody saw has the name `?`. A resource has the sign
    of its `terrain`, a commodity one of its own."""

    name: str
    terrain: str
    count: int
    commodity: str = ""


@dataclass(frozen=True)
class Track:
    """Improvements of a kind up to their `level`, 0 to 5, and whether they made a metropolis."""

    name: str
    level: int
    metropolis: bool
    picture: SafeString


@dataclass(frozen=True)
class Realm:
    """What a player of Cities & Knights has; `strength` is that of the active knights."""

    tracks: Sequence[Track]
    defenders: int
    strength: int


@dataclass(frozen=True)
class Kindness:
    """What a player of Best Friends has: favour tokens face down, victory point tokens."""

    tokens: int
    merits: int


@dataclass(frozen=True)
class Hand:
    """A player at a moment. As many points as `maybe` more lie in cards that nobody saw. With a
    `realm` there is no Largest Army. `gifts` are tokens of a holiday, None in games without."""

    name: str
    piece: SafeString
    on_turn: bool
    points: int
    maybe: int
    cards: int
    resources: Sequence[Pile]
    development: Sequence[Pile]
    knights: int
    has_army: bool
    route: int
    has_route: bool
    realm: Realm | None = None
    kindness: Kindness | None = None
    gifts: int | None = None

    @property
    def held(self) -> int:
        """How many development cards there are."""
        return sum(pile.count for pile in self.development)


def dice(scene: Scene) -> tuple[Sequence[SafeString], str]:
    """The roll of the turn: two dice, or only their sum, nothing where the one on turn has still
    to roll."""
    for index in range(scene.at - 1, -1, -1):
        action = scene.actions[index]
        if action.verb in ("roll", "start_roll"):
            total, one, other = action.facts[:3]
            known = 1 <= one <= 6 and 1 <= other <= 6
            if action.facts[3:]:
                return three_dice(*action.facts)
            return ([die_svg(one), die_svg(other)] if known else [], str(total))
        if action.verb == "end_turn":
            break
    return [], ""


def three_dice(total: int, red: int, yellow: int, event: int) -> tuple[list[SafeString], str]:
    """Those of Cities & Knights."""
    words = f"{total} · {word_in_words(FACE_WORDS[event])}"
    known = 1 <= red <= 6 and 1 <= yellow <= 6
    if not known:
        return [], words
    return [die_svg(red, *RED_DIE), die_svg(yellow, *YELLOW_DIE), event_die_svg(event)], words


def picture(scene: Scene, *, key: str, title: str, closeup: bool = False) -> SafeString:
    """The board with its pieces; the place of the last action is lit."""
    return board_svg(
        scene.header.board,
        position_of(scene.ruleset, colours_of(scene.header), scene.state),
        title=title,
        legend=False,
        lit=lit(scene),
        labels=closeup,
        closeup=closeup,
        key=key,
    )


def position_of(ruleset: Ruleset, colours: Sequence[str], state: Any) -> Position:
    """What stands on the board."""
    position = Position(
        settlements=_places(colours, [state.settlements(seat) for seat in state.seats]),
        cities=_places(colours, [bits(cities) for cities in state.cities]),
        roads=_places(colours, [bits(roads) for roads in state.roads]),
        robber=state.robber,
    )
    for part in ruleset.shows:
        position = PARTS[part].pieces(position, colours, state)
    return position


def _with_ships(position: Position, colours: Sequence[str], state: Any) -> Position:
    return replace(
        position,
        ships=_places(colours, [bits(ships) for ships in state.ships]),
        pirate=None if state.pirate == NOBODY else state.pirate,
    )


def _with_figure(position: Position, colours: Sequence[str], state: Any) -> Position:
    return replace(position, figure=state.figure)


def _with_knights(position: Position, colours: Sequence[str], state: CitiesState) -> Position:
    """The same with what Cities & Knights adds."""
    reduced = _places(colours, [bits(cities) for cities in state.reduced])
    metropolises = _places(colours, [bits(state.metropolises(seat)) for seat in state.seats])
    knights = {
        spot: Knight(colour, state.strength(seat, spot), bool(state.active[seat] >> spot & 1))
        for seat, colour in enumerate(colours)
        for spot in bits(state.men[seat])
    }
    return replace(
        position,
        settlements=_without(position.settlements, reduced),
        cities=_without(position.cities, metropolises),
        reduced=reduced,
        metropolises=metropolises,
        walls=_places(colours, [bits(walls) for walls in state.walls]),
        knights=knights,
        merchant={} if state.merchant == NOBODY else {state.merchant: colours[state.merchant_of]},
    )


def _without(pieces: Mapping[int, str], others: Mapping[int, str]) -> dict[int, str]:
    return {place: colour for place, colour in pieces.items() if place not in others}


def _places(colours: Sequence[str], places: Sequence[Sequence[int]]) -> dict[int, str]:
    return {
        place: colour for colour, of_seat in zip(colours, places, strict=True) for place in of_seat
    }


def lit(scene: Scene) -> dict[str, list[int]] | None:
    """Where the last action takes place, by the kinds of places that it names."""
    action = scene.action
    if action is None:
        return None
    found: dict[str, list[int]] = {}
    at = 0
    for fact in scene.ruleset.notation.fields.get(action.verb, ()):
        number = action.facts[at]
        if fact.asked in PLACES and number != NOBODY:
            found.setdefault(fact.asked, []).append(number)
        elif fact.asked == "intersections":
            found.setdefault("intersection", []).extend(bits(number))
        at += fact.width
    return found


def hands_of(scene: Scene) -> Sequence[Hand]:
    header, state = scene.header, scene.state
    colours = colours_of(header)
    lengths = state.lengths()
    hands = []
    for seat, player in enumerate(header.players):
        resources = _piles(scene.ruleset, state.hands[seat])
        hand = Hand(
            name=player.name,
            piece=piece_svg(colours[seat]),
            on_turn=state.turn == seat,
            points=sum(state.make_up(seat).values()),
            maybe=_maybe(scene.ruleset, state, seat),
            cards=sum(pile.count for pile in resources),
            resources=resources,
            development=_development(state.cards[seat]),
            knights=state.army[seat],
            has_army=state.army_holder == seat,
            route=lengths[seat],
            has_route=state.route_holder == seat,
        )
        for part in scene.ruleset.shows:
            hand = PARTS[part].hand(hand, state, seat)
        hands.append(hand)
    return hands


def _with_realm(hand: Hand, state: Any, seat: Seat) -> Hand:
    tracks = [
        Track(
            _(TRACK_NAMES[track]),
            level,
            metropolis=state.owner_of[track] == seat,
            picture=levels_svg(track, level, metropolis=state.owner_of[track] == seat),
        )
        for track, level in enumerate(state.levels[seat])
    ]
    realm = Realm(tracks, state.defenders[seat], state.force(seat, state.active[seat]))
    return replace(hand, realm=realm, development=_face_down(state, seat))


def _with_kindness(hand: Hand, state: Any, seat: Seat) -> Hand:
    return replace(hand, kindness=Kindness(state.tokens[seat], state.merits[seat]))


def _with_gifts(hand: Hand, state: Any, seat: Seat) -> Hand:
    return replace(hand, gifts=state.tokens[seat])


def beside(scene: Scene) -> Beside | None:
    """What the first of the games in it lays there."""
    found = (PARTS[part].beside(scene.state) for part in scene.ruleset.shows)
    return next((one for one in found if one is not None), None)


def guild_board(state: Befriended) -> Beside:
    """The tokens on the five guilds, and what is left to be drawn and earned."""
    names = [_(name) for name in GUILD_NAMES]
    return Beside(
        guilds_svg(names, state.laid_on),
        (
            _("tokens in the pool: {count}").format(count=state.pool),
            _("victory point tokens left: {count}").format(count=state.merits_left),
        ),
    )


def barbarians(state: CitiesState) -> Beside:
    """How far their ship is, and who would win if they attacked now (CK-191)."""
    knights = sum(state.force(seat, state.active[seat]) for seat in state.seats)
    return Beside(
        barbarians_svg(state.ship, LAST_SPACE),
        (
            _("the barbarian ship is on space {space}").format(space=state.ship),
            _("{cities} barbarians against knights of strength {knights}").format(
                cities=sum(cities.bit_count() for cities in state.cities), knights=knights
            ),
        ),
    )


def _maybe(ruleset: Ruleset, state: Any, seat: Seat) -> int:
    """How many more points unseen cards may be worth."""
    if ruleset.hidden is None or state.unseen is None:
        return 0
    return ruleset.hidden.most_points(state, seat)


def _piles(ruleset: Ruleset, hand: int) -> list[Pile]:
    """The cards of a hand: a pile for each resource, for commodities, for those nobody saw."""
    names = ruleset.cards
    known = [Pile(_(resource.value), HOME[resource].value, 0) for resource in RESOURCES]
    others = [
        Pile(name, "", 0) if name == "?" else Pile(_(name), "", 0, commodity=str(name))
        for name in names[len(known) :]
    ]
    return [
        replace(pile, count=count)
        for pile, count in zip([*known, *others], _counts(hand, len(names)), strict=True)
    ]


def _face_down(state: Any, seat: Seat) -> list[Pile]:
    """Progress cards by their names."""
    piles = [
        Pile(_(card.name), "", state.progress[colour][seat] >> 8 * kind & 0x7F)
        for colour, deck in enumerate(DECKS)
        for kind, card in enumerate(deck)
    ]
    unseen = sum(
        cards[seat] >> 8 * unseen_kind(colour) & 0x7F for colour, cards in enumerate(state.progress)
    )
    return [pile for pile in (*piles, Pile("?", "", unseen)) if pile.count]


def _development(hand: int) -> list[Pile]:
    names = [*map(_, KINDS), "?"]
    piles = (Pile(name, "", count) for name, count in zip(names, _counts(hand), strict=True))
    return [pile for pile in piles if pile.count]


def _counts(hand: int, kinds: int = len(RESOURCE_WORDS)) -> list[int]:
    return [hand >> 8 * kind & 0x7F for kind in range(kinds)]


def places(header: Header) -> Mapping[str, Sequence[Place]]:
    return places_of(header.board)


def held(ruleset: Ruleset, state: Any) -> Sequence[Mapping[str, int]]:
    words = ruleset.cards
    return [dict(zip(words, _counts(hand, len(words)), strict=True)) for hand in state.hands]


# What games show besides


@dataclass(frozen=True)
class Part:
    """What a game adds: pieces on the board, what a player has, what lies beside the board."""

    pieces: Callable[[Position, Sequence[str], Any], Position] = lambda position, colours, state: (
        position
    )
    hand: Callable[[Hand, Any, Seat], Hand] = lambda hand, state, seat: hand
    beside: Callable[[Any], Beside | None] = lambda state: None


PARTS: Mapping[str, Part] = {
    "knights": Part(_with_knights, _with_realm, barbarians),
    "ships": Part(_with_ships),
    "figure": Part(_with_figure, _with_gifts),
    "guilds": Part(hand=_with_kindness, beside=guild_board),
}
"""By what a rule set says that it `shows`."""


# Statistics


@dataclass(frozen=True)
class Taken:
    """Cards of a player: gained in all, and `counts` by how they came and went."""

    name: str
    piece: SafeString
    bar: SafeString
    counts: Sequence[int]


def counted(header: Header, statistics: Statistics) -> Mapping[str, Any]:
    return {
        "rolls": statistics.rolls,
        "rolls_plot": rolls_svg(statistics),
        "takings": taken(header, statistics),
    }


def taken(header: Header, statistics: Statistics) -> list[Taken]:
    colours = colours_of(header)
    most = max(takings.gained for takings in statistics.takings)
    return [
        Taken(
            name=player.name,
            piece=piece_svg(colours[seat]),
            bar=bar_svg(takings.gained, most),
            counts=(
                *(takings.founding, takings.rolls, takings.robbed, takings.cards),
                *(takings.lost, takings.discarded, takings.blocked),
            ),
        )
        for seat, (player, takings) in enumerate(
            zip(header.players, statistics.takings, strict=True)
        )
    ]


VIEWER = Viewer(
    title=gettext_lazy("The board after action {number}"),
    before=gettext_lazy("The empty board"),
    picture=picture,
    dice=dice,
    beside=beside,
    hands=hands_of,
    hand="games/_hand.html",
    how_to_write="games/_how_to_write_island.html",
    counting=Statistics,
    counted=counted,
    statistics="games/_statistics.html",
    places=places,
    held=held,
)
