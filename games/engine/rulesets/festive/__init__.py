"""Easter Bunny and Santa Claus: one scenario with two skins, on any island with a robber."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from games.engine.board.boards import Board
from games.engine.board.checking import HEXES, rules_of_the_hexes, subject_of
from games.engine.board.festive import changed, faults, lacking
from games.engine.board.frames import FRAMES
from games.engine.board.listing import listing_of
from games.engine.board.terrain import Terrain
from games.engine.chance import Chance
from games.engine.core import Detail, Header, RecordError, Rule, Ruleset, Verb
from games.engine.forms import Act
from games.engine.headers import Written
from games.engine.record import Ground, Map
from games.engine.rulesets.base.state import BaseState
from games.engine.rulesets.festive import legal, unseen, words
from games.engine.rulesets.festive.altered import GOALS, verbs, waits
from games.engine.rulesets.festive.rules import rules
from games.engine.rulesets.festive.state import Festive
from games.engine.rulesets.festive.words import EXCHANGE, EXCHANGED, FIGURE, PAID
from games.engine.words import marked


@dataclass(frozen=True)
class Skin:
    """What the two scenarios differ in: how the ids of the rules begin, the names by the key of the
    island, the special hex, what is done."""

    series: str
    names: Mapping[str, str]
    special: Terrain
    acts: tuple[Act, ...]
    a_board: str

    def __call__(self, island: Ruleset, *, key: str, name: str) -> Ruleset:
        """The rule set of the island with the scenario."""
        return onto(island, self, key=key, name=name)


EASTER_BUNNY = Skin(
    series="EB",
    names={
        "base": marked("Easter Bunny"),
        "base56": marked("Easter Bunny for five or six players"),
        "cities-knights": marked("Cities & Knights with Easter Bunny"),
        "seafarers": marked("Seafarers with Easter Bunny"),
        "cities-knights+seafarers": marked("Cities & Knights with Seafarers and Easter Bunny"),
    },
    special=Terrain.SPRING,
    acts=(
        Act("figure", FIGURE, "moves the Easter Bunny", "Easter Bunny", PAID),
        Act("exchange_tokens", EXCHANGE, "exchanges gifts", "Gifts", EXCHANGED),
    ),
    a_board=marked("a board with the Spring Pasture, such as b1 EW where a pasture was"),
)

SANTA_CLAUS = Skin(
    series="SC",
    names={
        "base": marked("Santa Claus"),
        "base56": marked("Santa Claus for five or six players"),
        "cities-knights": marked("Cities & Knights with Santa Claus"),
        "seafarers": marked("Seafarers with Santa Claus"),
        "cities-knights+seafarers": marked("Cities & Knights with Seafarers and Santa Claus"),
    },
    special=Terrain.HOUSE,
    acts=(
        Act("figure", FIGURE, "moves Santa Claus", "Santa Claus", PAID),
        Act("exchange_tokens", EXCHANGE, "exchanges presents", "Presents", EXCHANGED),
    ),
    a_board=marked("a board with Santa's House, such as b1 HW where a pasture was"),
)


def onto(island: Ruleset, skin: Skin, *, key: str, name: str) -> Ruleset:
    book = {**island.rules, **rules(skin.series)}
    notation = words.notation(island.notation, ground(island.notation.ground, skin), skin.acts)
    ours = {verb: under(kind, skin.series, book) for verb, kind in verbs(island.verbs).items()}
    return replace(
        island,
        key=key,
        name=name,
        rules=book,
        setup=in_play(island.setup),
        shows=(*island.shows, "figure"),
        verbs=ours,
        legal=legal.with_figure(island.legal),
        offers=legal.with_tokens(
            island.offers, {verb for verb, kind in ours.items() if waits(kind)}
        ),
        notation=notation,
        hidden=island.hidden and unseen.hidden(island.hidden, notation),
        opening=(looking(skin), *(as_laid(look, island.key, skin) for look in island.opening)),
        closing=tuple(to_the_goal(look, skin) for look in island.closing),
        final=island.final | {f"{skin.series}-051"},
    )


def in_play(setup: Callable[[Header], Any]) -> type[Festive]:
    """The state of the game on the island, with the figure in it."""
    state = cast(type[BaseState], setup)
    return type(f"Festive{state.__name__}", (Festive, state), {"_lists": state._lists})


def under(verb: Verb, series: str, book: Mapping[str, Rule]) -> Verb:
    """The verb with its rules under the ids of the skin, those that the game on the island has;
    they are written with the ids of Easter Bunny."""
    series_of = {
        check.rule: series + check.rule.removeprefix("EB")
        for check in verb.checks
        if check.rule.startswith("EB-")
    }
    ours = verb.under(series_of)
    return ours.reported(check for check in ours.checks if check.rule in book)


Close = Callable[[Any, Header], Iterable[tuple[str, Detail]]]


def to_the_goal(look: Close, skin: Skin) -> Close:
    """The result of the table, held against the goal in force."""

    def check_result(state: Festive, header: Header) -> Iterator[tuple[str, Detail]]:
        for rule, detail in look(state, header):
            ours = rule in GOALS and not state.has_goal_of_island
            yield f"{skin.series}-051" if ours else rule, detail

    return check_result


# The board

ROBBER_BEGINS = frozenset(("B-042", "CK-016"))

Look = Callable[[Header], Iterable[tuple[str, Detail]]]


def looking(skin: Skin) -> Look:
    def check_changes(header: Header) -> Iterator[tuple[str, Detail]]:
        for rule, detail, _places in faults(listing_of(header.board), skin.special):
            yield rule, detail

    return check_changes


def as_laid(look: Look, ruleset: str, skin: Skin) -> Look:
    """What the game on the island asks of its board, as it was before the scenario changed it.
    Where the robber begins, the scenario itself says (EB-009); what it says of hexes and numbers
    comes before what follows from that."""

    def check_laid(header: Header) -> Iterator[tuple[str, Detail]]:
        listing = listing_of(header.board)
        altered = any(subject_of(rule) == HEXES for rule, *_others in faults(listing, skin.special))
        of_the_hexes = rules_of_the_hexes(listing.frame) if altered else ()
        for rule, detail in look(replace(header, ruleset=ruleset, board=header.board.undone())):
            if rule not in ROBBER_BEGINS:
                follows = detail.follows or rule in of_the_hexes
                yield rule, detail._replace(follows=follows)

    return check_laid


def ground(island: Ground, skin: Skin) -> Ground:
    """The board of the game, on which the special hex lies."""

    def read(headers: Mapping[str, Written], mistakes: list[RecordError]) -> Board | None:
        board: Board | None = island.read(headers, mistakes)
        if board is None or board.replaced:
            return board
        missing = lacking(board.frame)
        expected = skin.a_board if missing is None else ANOTHER_MAP
        facts = {} if missing is None else {"what": missing}
        mistakes.append(replace(headers["Board"].mistaken(expected), facts=facts))
        return None

    return replace(
        island,
        names=(*island.names, "Figure"),
        read=read,
        maps=tuple(map_for(one, skin) for one in island.maps),
    )


def map_for(island: Map, skin: Skin) -> Map:
    """The boards of the map as the scenario changes them. On a map that lacks what it needs they
    stay as they are, so that they are refused where they are read."""
    lacks = lacking(FRAMES[island.key])
    if lacks is not None:
        return island._replace(lacks=lacks)

    def draw(seed: str) -> Board:
        return changed(island.drawn(seed), skin.special, Chance(seed))

    return island._replace(drawn=draw)


ANOTHER_MAP = marked("another map: {what}")
