"""How actions of the base game are written: `S c2n`, `T 4W>O`, `K c3<Anna:?`."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.core import Action, Seat
from games.engine.forms import Act, spoken
from games.engine.record import ANY_NUMBER, Notation, Table, Words
from games.engine.rulesets.base.ending import ASIDES
from games.engine.rulesets.base.fields import PATH_FIELD, cards_field, place_field
from games.engine.rulesets.base.island import ISLAND, path_of, take_path
from games.engine.rulesets.base.sorts import SORTS
from games.engine.words import marked

A_TRADE = marked("a trade with the bank such as 4W>O")
A_DEAL = marked("a deal such as LL<>O")
A_MOVED_ROAD = marked("the path of the road just built and the new one, such as c1e>c2e (TG-17)")

LAYS = frozenset({"road", "free_road", "move_road", "found_road"})


TAKEN_UP = place_field("taken_up", "path_names", "path_named")
"""The path of a road that was not the one built last."""


def read_moved_road(words: Words, seat: Seat) -> Sequence[Action]:
    """`c2e`, or `c1e>c2e` with the path from which the road just built is taken up. Where another
    road was built last, or none, that path is a fact of its own."""
    text = words.peek()
    if ">" not in text:
        return [words.action(seat, "move_road", (take_path(words),))]
    words.take(A_MOVED_ROAD)
    old, _arrow, new = text.partition(">")
    taken, laid = path_of(words, old), path_of(words, new)
    built = next((one for one in reversed(words.done) if one.verb not in ASIDES), None)
    if built is not None and built.verb in LAYS and built.facts[0] == taken:
        return [words.action(seat, "move_road", (laid,))]
    return [words.action(seat, "move_road", (laid, taken))]


def write_moved_road(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
    laid, *taken = (table.places.path_names[path] for path in actions[at].facts)
    return f"U {'>'.join((*taken, laid))}", 1


ISLAND_ACTS = (
    Act(
        "start_roll", "{dice}", "rolls for the start", "Roll for the start", opens=True, seldom=True
    ),
    Act(
        "found",
        "S {intersection:spot} +",
        "founds a settlement",
        "Settlement",
        opens=True,
        leads="found_road",
    ),
    Act("found_road", "R {path}", "founds a road", "Road", opens=True, joined=True),
    Act("discard", "X @ {cards}", "discards", "Discard"),
    Act("robber", "K {theft}", "moves the robber", "Robber"),
    Act("road", "R {path}", "builds a road", "Road"),
    Act("free_road", "F {path}", "lays a free road", "Free road"),
    Act(
        "move_road",
        "U",
        "moves the road just built",
        "Move the road",
        anywhere=True,
        read=read_moved_road,
        write=write_moved_road,
        fields=(PATH_FIELD,),
        besides=TAKEN_UP,
    ),
    Act("settle", "S {intersection:spot}", "builds a settlement", "Settlement"),
    Act("city", "C {intersection:spot}", "builds a city", "City"),
    Act("bank", "T {give:paid}>{take:open}", "trades with the bank", "Bank", A_TRADE),
    Act("deal", "P {with:seat} {give:dealt}<>{get:dealt}", "makes a deal", "Deal", A_DEAL),
    Act("end_turn", "/", "ends the turn", "End of turn", leads="roll"),
    Act("claim", "*", "claims the win", "Claims the win"),
    Act("bell", "BELL", "the bell rings", "The bell", seldom=True, of_nobody=True),
    Act("concede", "GIVES-UP", "gives up", "Gives up", seldom=True, anywhere=True),
    Act(
        "abandon",
        "STOP",
        "the game is broken off",
        "Broken off",
        seldom=True,
        of_nobody=True,
        anywhere=True,
    ),
)
"""What there is on every island."""

ACTS = (
    *ISLAND_ACTS,
    Act("roll", "{dice} +", "rolls", "Roll"),
    Act("buy", "D {card:development}", "buys a development card", "Buy a card"),
    Act("knight", "N", "plays a Knight", "Knight", leads="robber", then="robber"),
    Act(
        "road_building",
        "L",
        "plays Road Building",
        "Road Building",
        leads="free_road",
        then="free_road",
        most=2,
    ),
    Act("invention", "Y {cards:open}", "plays Invention", "Invention"),
    Act("monopoly", "M {resource} -", "plays Monopoly", "Monopoly"),
    Act("show", "V {count}", "shows Victory Points", "Show Victory Points", seldom=True),
)

NOTATION = spoken(
    Notation(
        ground=ISLAND,
        an_action=marked("an action such as R c2ne"),
        a_turn=marked("a turn such as 1 Anna 3+5, or a header"),
        options={"target": ANY_NUMBER},
        gained=cards_field("gains"),
    ),
    ACTS,
    SORTS,
)
