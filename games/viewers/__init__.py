"""The viewers, by the key that a rule set names."""

from __future__ import annotations

from games.viewers import cards, island, sheets
from games.viewers.viewer import Viewer

VIEWERS: dict[str, Viewer] = {
    "island": island.VIEWER,
    "sheets": sheets.VIEWER,
    "cards": cards.VIEWER,
}
