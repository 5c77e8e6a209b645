"""From record to canonical text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.core import Action, Header, Record, Seat
from games.engine.record.notation import END, RULING, Notation, Table, Turns, table_of


def write(record: Record, notation: Notation) -> str:
    """The record as canonical text: the same record always as the same text."""
    table = table_of(record.header, notation)
    headers = header_lines(table, notation)
    return "\n".join([*headers, *_turns(record, table, notation), ""])


def header_lines(table: Table, notation: Notation) -> Iterator[str]:
    header = table.header
    yield f'[Ruleset "{header.ruleset}"]'
    yield f'[Seats "{_seats(header)}"]'
    yield from notation.ground.write(header.board)
    if header.options:
        words = " ".join(f"{name}={value}" for name, value in sorted(header.options.items()))
        yield f'[Options "{words}"]'
    if header.position is not None and notation.position is not None:
        yield '[Position "' + "\n".join(notation.position.write(table, header.position)) + '"]'
    for name, value in (("Event", header.event), ("Table", header.table), ("Date", header.date)):
        if value:
            yield f'[{name} "{value}"]'
    if header.points is not None:
        scores = sorted(enumerate(header.points), key=lambda pair: (-pair[1], pair[0]))
        words = ", ".join(
            f"{_called(header, table, seat)} {points}{'*' if seat in header.winners else ''}"
            for seat, points in scores
        )
        yield f'[Result "{words}"]'
    elif header.winner is not None:
        yield f'[Result "{_called(header, table, header.winner)}*"]'


def _seats(header: Header) -> str:
    words = [name + (f"={colour}" if colour else "") for name, colour in header.players]
    apart = ", " if any(" " in word or "," in word for word in words) else " "
    return apart.join(words)


def _called(header: Header, table: Table, seat: Seat) -> str:
    name = header.players[seat].name
    clear = "," not in name and table.seats.get(name.casefold()) == seat
    return name if clear else f"@{seat + 1}"


def _turns(record: Record, table: Table, notation: Notation) -> Iterator[str]:
    """The lines of the game: one for each founding and for each turn."""
    line = _Line()
    turn = 0
    at = 0
    actions = record.actions
    turns = _turns_of(record.header, notation)
    while at < len(actions):
        action = actions[at]
        opening = action.verb in notation.openers
        if line.words and _closes(line, action, turns, notation):
            yield line.close()
        if not line.words:
            turn += not opening
            seat = _whose(turns, action)
            handle = table.handle(seat)
            line.open(seat, handle if opening else f"{turn} {handle}", not opening)
            if opening:
                turns.interrupt()
            else:
                turns.begin(seat, turn, rolls=False)
        if action.seat != line.speaking and action.verb not in notation.named:
            line.words.append(f"{table.handle(action.seat)}:")
            line.speaking = action.seat
        count = 1
        if action.verb != notation.ender:
            words, count = notation.write[action.verb](table, actions, at)
            line.words.append(words)
        for done in actions[at : at + count]:
            turns.note(done, notation)
        if action.verb == notation.ender and not _implied(actions, at, line, notation, turns):
            line.words.append(END)
        if ruling := actions[at + count - 1].ruling:
            line.words.append(f"{RULING}{ruling}")
        at += count
        # Whoever leaves in a turn of their own has ended it.
        leaves = action.verb == notation.leaver and action.seat == line.seat
        line.over = line.over or action.verb == notation.ender or leaves
    if line.words:
        yield line.close()


def _turns_of(header: Header, notation: Notation) -> Turns:
    turns = notation.turns(len(header.players))
    if header.position is not None:
        turns.resume(header.position.turn, header.position.part)
    return turns


def _whose(turns: Turns, action: Action) -> Seat:
    """Whose line an action begins: that of who is on turn where the record begins within a turn,
    which a line of anybody else would end."""
    return turns.open if turns.resumed and turns.open is not None else action.seat


def _closes(line: _Line, action: Action, turns: Turns, notation: Notation) -> bool:
    """Whether the action stands in a line of its own, behind this one."""
    if action.verb in notation.openers:
        return line.numbered or action.seat != line.seat or action.verb not in notation.joined
    return not line.numbered or (line.over and not turns.stays(action))


class _Line:
    """A line that is being written: whose it is, whose action was written last, and whether what
    it tells is over."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.over = False
        self.seat: Seat = 0
        self.speaking: Seat = 0
        self.numbered = False

    def open(self, seat: Seat, head: str, numbered: bool) -> None:
        self.words = [head]
        self.seat = self.speaking = seat
        self.numbered = numbered

    def close(self) -> str:
        text = "  ".join(self.words)
        self.words = []
        self.over = False
        return text


def _implied(
    actions: Sequence[Action], at: int, line: _Line, notation: Notation, turns: Turns
) -> bool:
    """Whether the numbered line that follows says already that this turn is over."""
    following = actions[at + 1] if at + 1 < len(actions) else None
    return (
        following is not None
        and following.verb not in notation.openers
        and actions[at].seat == line.seat
        and not turns.stays(following)
        and not actions[at].ruling
    )
