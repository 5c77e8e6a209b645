"""Rows of the rules that no action of a record can break, and why.

They are kept all the same: by what the engine does itself, or by readers that have no words for
the breach. docs/rules.md lists them beside the rules that are checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

BOX = "of the box or the table; no record tells it"
LEAVE = "gives leave; nothing can break it"
ENGINE = "the engine reckons it; a result that differs breaks B-181"
READER = "a record has no words for the breach"
REFUSED = "the reader refuses it: that is no record"
NOT_BUILT = "it is not built (D-07)"


class Unshown(NamedTuple):
    text: str
    reason: str


def rows(reason: str, lines: str) -> dict[str, Unshown]:
    """Lines such as `B-010 The bank starts ...`."""
    words = (line.strip().split(" ", 1) for line in lines.strip().splitlines())
    return {id_: Unshown(text, reason) for id_, text in words}


def told(id_: str, text: str, by: str) -> dict[str, Unshown]:
    return {id_: Unshown(text, f"told as {by}")}


def leave(id_: str, text: str, beyond: str) -> dict[str, Unshown]:
    return {id_: Unshown(text, f"gives leave; what goes beyond it breaks {beyond}")}


UNSHOWN: Mapping[str, Unshown] = {
    **rows(
        BOX,
        """
        B-020 There are two special tiles, and each has at most one holder.
        B-023 The sea frame has 6 parts.
        B-024 Cost tiles, boxes and holders have no effect on play.
        B-032 A board of the Tour is fully random, the place of the desert too.
        B-033 Every round has a new board.
        B-034 In one round all tables have the same board.
        B-046 The parts of the frame may be joined in any order.
        B-048 The bank lies in open piles.
        B-049 Development cards lie face down, shuffled.
        B-081 Resource cards are held hidden.
        B-157 The buyer takes the top card of the deck.
        B-159 A bought card is kept hidden until it is used.
        X-013 The frame has 10 parts.
        X-017 Sets of the new edition may be mixed.
        X-020 Large parts of the frame lie in any order, small ones fill the gaps.
        TG-22 Spectators stay away from the table during play.
        """,
    ),
    **rows(
        LEAVE,
        """
        B-031 On a random board every arrangement of hexes is valid.
        B-063 Founding settlements may stand at a harbour.
        B-068 Trading and building alternate in any order.
        B-069 There is no limit on trades, builds and purchases in a turn.
        B-093 In the base game the robber may go to the desert.
        B-095 If several opponents are there, the mover picks one of them.
        B-098 After the robber the same player trades and builds.
        B-099 The robber is active from the first turn.
        B-102 The two sides of a deal agree freely.
        B-115 Bank trades may be repeated.
        B-117 A harbour works in the turn in which one builds there.
        B-118 A harbour keeps working when the settlement becomes a city.
        B-127 Own buildings never block own roads.
        B-136 A settlement may be built into an opponent's chain of roads.
        B-142 A settlement may become a city in the turn it was built.
        B-162 In the base game a card may be played before the roll, too.
        B-169 Cards from Invention may be used at once.
        B-177 Any number of Victory Point cards may be shown, new ones too.
        X-019 On a random board every arrangement of hexes is valid.
        TG-01 Any talk is allowed.
        TG-05 A harbour may be used in the turn it was built.
        TG-07 The robber is in play from the first round.
        TG-09 Building and trading are mixed freely after the roll.
        TG-21 Action cards do not count on a 7.
        """,
    ),
    **rows(
        ENGINE,
        """
        B-010 The bank starts with 19 cards of each resource.
        B-050 Nobody holds a special tile at the start.
        B-079 Produced cards come from the bank.
        B-089 Only resource cards are counted and discarded.
        B-134 A settlement is worth a point.
        B-139 The settlement that a city replaces can be built again.
        B-140 A city is worth two points.
        B-143 The longest chain uses each road at most once, branches do not count.
        B-144 A chain may cross its own track.
        B-145 A chain does not run through an opponent's building.
        B-146 Own buildings do not cut one's own chain.
        B-147 The first chain of five takes the tile.
        B-148 Only a longer chain takes the tile from its holder.
        B-149 Longest Road is worth two points.
        B-150 A shortened holder keeps the tile if nobody is longer.
        B-151 The one chain that is longer after a cut takes the tile.
        B-152 If several are longest after a cut, nobody has the tile.
        B-153 If nobody has five after a cut, nobody has the tile.
        B-154 A tile set aside goes to the one longest chain of five or more.
        B-171 Only Knights that were played count for Largest Army.
        B-172 The first with three Knights takes Largest Army.
        B-173 Only more Knights take Largest Army from its holder.
        B-174 Largest Army is worth two points.
        B-175 Points are settlements, cities, tiles and Victory Point cards.
        TG-12 A chain is broken by an opponent's settlement or city.
        """,
    ),
    **rows(
        READER,
        """
        B-030 A path joins two neighbouring intersections: 72 of them.
        B-071 After building the turn passes to the left.
        B-072 The result is the sum of the two dice.
        B-103 Only resource cards change hands in a deal.
        """,
    ),
    **rows(
        REFUSED,
        """
        B-025 Three or four play, each with a colour of their own.
        X-015 Further tiles and boxes have no effect on play.
        X-016 Five or six play, each with a colour of their own.
        """,
    ),
    **rows(
        NOT_BUILT,
        """
        B-051 A fixed beginner layout may be used.
        B-052 Beginner layout for three: the white pieces are left out.
        B-053 Beginner layout: the settlement with a star brings the first cards.
        X-028 There is a fixed beginner layout.
        X-029 Beginner layout for five: the unused colour is drawn by lot.
        X-030 Beginner layout for five: the unused colour leaves its settlements.
        """,
    ),
    **told("B-011", "The deck holds 25 development cards.", "B-158"),
    **told("B-017", "A colour has 5 settlements.", "B-135"),
    **told("B-018", "A colour has 4 cities.", "B-141"),
    **told("B-019", "A colour has 15 roads.", "B-128"),
    **told("B-027", "The desert gives nothing.", "B-026"),
    **told("B-066", "Production comes before trading and building.", "B-101, B-116, B-121, B-156"),
    **told("B-119", "What is built is paid for in full.", "B-122, B-129, B-137, B-155"),
    **told("B-120", "Only pieces from one's own supply are built.", "B-128, B-135, B-141"),
    **told("X-001", "The extension adds two hexes of each terrain and one desert.", "X-002"),
    **told("X-034", "Rock 1 acts first, then rock 2.", "X-040, X-041"),
    **told("X-005", "The bank starts with 24 cards of each resource.", "B-114"),
    **told("X-006", "The deck holds 34 development cards.", "B-158"),
    **told("X-012", "Green and purple have as many pieces as the others.", "B-128, B-135, B-141"),
    **told("X-014", "The two rocks are never with the same player.", "B-070"),
    **told("X-031", "The highest start roll takes rock 1.", "B-054"),
    **told("X-032", "The third to the left of rock 1 takes rock 2.", "B-070"),
    **told("X-033", "The founding follows the base game.", "B-056"),
    **told(
        "X-035", "Everything else follows the base game.", "the row of the base game, such as B-091"
    ),
    **leave("X-036", "The holder of rock 1 plays a full turn.", "B-101"),
    **leave("X-038", "The holder of rock 1 may play a card, before the roll too.", "B-160, B-161"),
    **told("X-039", "Rock 1 is handed on before rock 2 acts.", "X-040"),
    **leave("X-042", "The holder of rock 2 may trade with the bank.", "B-108"),
    **leave("X-044", "The holder of rock 2 may build.", "B-125"),
    **leave("X-045", "The holder of rock 2 may buy development cards.", "B-155"),
    **leave("X-047", "Each of the two plays one card in a turn.", "B-160"),
    **told("X-050", "Both rocks move one place left in a turn.", "B-070"),
    **leave("X-051", "The holder of rock 1 may deal with everybody.", "B-100"),
    **told("X-052", "Both players of the turn can win.", "B-180"),
    **told("X-053", "The first of them with 10 points wins.", "B-180"),
    **told("X-054", "If both have enough, rock 1 wins.", "B-178"),
    **told("X-056", "Who holds no rock of the turn does not win in it.", "B-179"),
    **told("X-037", "The holder of rock 1 rolls.", "B-067, B-121"),
    **told("X-049", "The next turn is that of the new holder of rock 1.", "X-048, B-065"),
    **told("X-055", "After rock 1 has won, rock 2 does nothing more.", "B-180"),
    **rows(
        BOX,
        """
        CG-012 Building cards lie in four separate stocks.
        CG-013 The settlements are shuffled, so that nobody knows their events.
        CG-014 Roads and knights in stock lie with side A up.
        CG-015 City expansions in stock lie open.
        """,
    ),
    **rows(
        READER,
        """
        CG-004 A settlement is turned into a city, roads and knights have two sides.
        """,
    ),
    **rows(
        f"{READER}; a point for one breaks CG-107",
        "CG-021 Cards with building costs are for looking things up.",
    ),
}
