"""How actions at sea are written: `~ c2e`, `~ c2e>c3e`, `~K a4<Ben:?`, `~G Anna BO`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.engine.board.frames import FRAMES
from games.engine.core import Action, Seat
from games.engine.document import Field
from games.engine.record import MAP, Notation, Reader, Table
from games.engine.record import Words as Line
from games.engine.rulesets.base import fields, words
from games.engine.rulesets.base.island import map_on, path_of
from games.engine.words import marked

A_MOVE = marked("a path, or two such as c2e>c3e")

NAMES = {
    "new-shores-3": marked("Heading for New Shores, 3 players"),
    "new-shores-4": marked("Heading for New Shores, 4 players"),
    "through-the-desert-3": marked("Through the Desert, 3 players"),
    "through-the-desert-4": marked("Through the Desert, 4 players"),
    "islands-4": marked("Main island and three others, 3 to 4 players"),
}

SEA_MAPS = tuple(map_on(FRAMES[key], name) for key, name in NAMES.items())
"""The maps of the game; without another choice Heading for New Shores is played."""


def read_ship(line: Line, seat: Seat) -> Sequence[Action]:
    """A ship that is built, or with two paths one that is moved."""
    here, arrow, there = line.take(A_MOVE).partition(">")
    if not arrow:
        return [line.action(seat, "ship", (path_of(line, here),))]
    paths = path_of(line, here, A_MOVE), path_of(line, there, A_MOVE)
    return [line.action(seat, "move_ship", paths)]


def read_as(verb: str, reader: Reader) -> Reader:
    """What is written like another action: the pirate like the robber, gold like discards."""

    def read(line: Line, seat: Seat) -> Sequence[Action]:
        return [action._replace(verb=verb) for action in reader(line, seat)]

    return read


def write_move(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    here, there = (words.path_name(table, path) for path in actions[at].facts)
    return f"~ {here}>{there}", 1


def write_pirate(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    return f"~K {words.theft(table, actions[at])}", 1


def write_gold(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    action = actions[at]
    return f"~G {table.handle(action.seat)} {words.pile(action.facts[0])}", 1


TO_PATH = fields.place_field("to", "path_names", "path_named")


def notation(on_land: Notation) -> Notation:
    """The words of the game on land and those of the sea."""
    paths: Sequence[Field] = (fields.PATH_FIELD,)
    gold = read_as("gold", on_land.turn["X"])
    return replace(
        on_land,
        ground=replace(on_land.ground, names=(MAP, *on_land.ground.names, "Pirate"), maps=SEA_MAPS),
        options={**on_land.options, "special": range(100)},
        opening={**on_land.opening, "~": words.on_path("found_ship"), "~G": gold},
        turn={
            **on_land.turn,
            "~": read_ship,
            "~F": words.on_path("free_ship"),
            "~K": read_as("pirate", on_land.turn["K"]),
            "~G": gold,
        },
        write={
            **on_land.write,
            "ship": words.words_of("~", words.path_name),
            "free_ship": words.words_of("~F", words.path_name),
            "found_ship": words.words_of("~", words.path_name),
            "move_ship": write_move,
            "pirate": write_pirate,
            "gold": write_gold,
        },
        openers=on_land.openers | {"found_ship"},
        joined=on_land.joined | {"found_ship"},
        fields={
            **on_land.fields,
            "ship": paths,
            "free_ship": paths,
            "found_ship": paths,
            "move_ship": (fields.PATH_FIELD, TO_PATH),
            "pirate": on_land.fields["robber"],
            "gold": on_land.fields["discard"],
        },
        named=on_land.named | {"gold"},
        labels={**on_land.labels, **LABELS},
    )


LABELS = {
    "ship": marked("Ship"),
    "free_ship": marked("Free ship"),
    "found_ship": marked("Ship"),
    "move_ship": marked("Move a ship"),
    "pirate": marked("Pirate"),
    "gold": marked("Gold"),
}

DEEDS = {
    "ship": marked("builds a ship"),
    "free_ship": marked("lays a free ship"),
    "found_ship": marked("founds a ship"),
    "move_ship": marked("moves a ship"),
    "pirate": marked("moves the pirate"),
    "gold": marked("takes cards for gold"),
}
"""What a player does, by verb; the name of the player stands in front."""
