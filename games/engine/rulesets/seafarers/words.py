"""How actions at sea are written: `~ c2e`, `~ c2e>c3e`, `~K a4<Ben:?`, `~G Anna BO`."""

from __future__ import annotations

from dataclasses import replace

from games.engine.board.frames import FRAMES
from games.engine.forms import Act, spoken
from games.engine.record import MAP, Notation
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

ACTS = (
    Act("found_ship", "~ {path}", "founds a ship", "Ship", opens=True, joined=True),
    Act("move_ship", "~ {path:sailed}>{to:sailed}", "moves a ship", "Move a ship", A_MOVE),
    Act("ship", "~ {path:built}", "builds a ship", "Ship"),
    Act("free_ship", "~F {path}", "lays a free ship", "Free ship"),
    Act("pirate", "~K {theft}", "moves the pirate", "Pirate"),
    Act("gold", "~G @ {cards:open}", "takes cards for gold", "Gold", anywhere=True),
)


def notation(on_land: Notation) -> Notation:
    """The words of the game on land and those of the sea."""
    ground, path = on_land.ground, on_land.sorts.named["path"]
    return spoken(
        on_land,
        ACTS,
        on_land.sorts.but(
            built=path._replace(expected=A_MOVE),
            sailed=path._replace(read=lambda *told: (path_of(*told),)),
        ),
        ground=replace(ground, names=(MAP, *ground.names, "Pirate"), maps=SEA_MAPS),
        options={**on_land.options, "special": range(100)},
    )
