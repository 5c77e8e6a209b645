"""The notation: a game as text that people write at the table, read and written.

A text has headers such as `[Seats "Anna=red Ben=blue"]` and one turn in a line. What may stand in
a line is the affair of the rule set; here are headers, lines, players and mistakes.
docs/records.md explains it to people.
"""

from games.engine.record.notation import (
    A_PLAYER,
    A_SEAT,
    ANY_NUMBER,
    DICE,
    END,
    GAINED,
    MAP,
    MOST_MISTAKES,
    NAME,
    OTHER,
    SWITCH,
    Ground,
    Map,
    Mistake,
    Notation,
    Positions,
    Reader,
    Table,
    Turns,
    Words,
    Writer,
    closest,
    table_of,
)
from games.engine.record.reading import (
    DONE_BEFORE,
    LONGEST,
    goes_back,
    parse,
    read_headers_of,
)
from games.engine.record.writing import header_lines, write

__all__ = [
    "ANY_NUMBER",
    "A_PLAYER",
    "A_SEAT",
    "DICE",
    "DONE_BEFORE",
    "END",
    "GAINED",
    "LONGEST",
    "MAP",
    "MOST_MISTAKES",
    "NAME",
    "OTHER",
    "SWITCH",
    "Ground",
    "Map",
    "Mistake",
    "Notation",
    "Positions",
    "Reader",
    "Table",
    "Turns",
    "Words",
    "Writer",
    "closest",
    "goes_back",
    "header_lines",
    "parse",
    "read_headers_of",
    "table_of",
    "write",
]
