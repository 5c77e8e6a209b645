"""The large screens of a hall: which there are, and what each of them shows."""

from __future__ import annotations

from tournaments.domain.values import Refused, marked
from tournaments.models import LargeScreen, Tournament
from tournaments.models.screen import MOST_SCREENS, Shows
from tournaments.services.acts import Acting, AlreadyDone, Doer, acting


def add_screen(tournament: Tournament, name: str, doer: Doer) -> LargeScreen:
    """One screen more, by the lowest free number; it follows the day until it is steered."""
    with acting(tournament, "add_screen", doer) as act:
        taken = set(act.tournament.screens.values_list("number", flat=True))
        free = [number for number in range(1, MOST_SCREENS + 1) if number not in taken]
        if not free:
            raise Refused(
                "", marked("An event has at most {most} screens of its own."), most=MOST_SCREENS
            )
        act.detail = str(free[0])
        return act.tournament.screens.create(number=free[0], name=name)


def steer_screen(tournament: Tournament, number: int, shows: str, text: str, doer: Doer) -> None:
    """Choose what a screen shows; a message is kept while the screen shows something else.

    Whoever writes another message and chooses nothing else wants it shown.
    """
    text = text.strip()
    with acting(tournament, "steer_screen", doer) as act:
        screen = _screen(act, number)
        before = (screen.shows, screen.text)
        if shows == screen.shows and text not in ("", screen.text):
            shows = Shows.MESSAGE
        if shows == Shows.MESSAGE and not text:
            raise Refused("", marked("Write the message that the screen is to show."))
        screen.shows, screen.text = shows, text
        if before == (screen.shows, screen.text):
            raise AlreadyDone("", marked("The screen shows that already."))
        screen.save()
        act.detail = f"{number}: {screen.text}" if shows == Shows.MESSAGE else str(number)


def remove_screen(tournament: Tournament, number: int, doer: Doer) -> None:
    """Give up a screen; whoever has it open is led to the one that follows the day."""
    with acting(tournament, "remove_screen", doer, detail=str(number)) as act:
        _screen(act, number).delete()


def _screen(act: Acting, number: int) -> LargeScreen:
    screen = act.tournament.screens.select_for_update().filter(number=number).first()
    if screen is None:
        raise AlreadyDone("", marked("Screen {number} is given up already."), number=number)
    return screen
