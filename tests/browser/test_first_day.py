"""From an empty site to the first published draw: what somebody alone has to click for it."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.chromium import LAPTOP
from tests.factories import a_name
from tournaments.models import Tournament
from tournaments.services import clock
from tournaments.services.first_account import first_account_address

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = 13
MOST_CLICKS = 30
LIST = "\n".join(["Name", *(a_name(index) for index in range(PLAYERS))]).encode()


@dataclass
class Hand:
    """Somebody with a mouse, who types and goes from field to field on the keyboard."""

    page: Page
    clicks: int = 0

    def click(self, what: str | Locator) -> None:
        self.clicks += 1
        found = self.page.locator(what) if isinstance(what, str) else what
        found.first.click()
        self.page.wait_for_load_state()

    def choose(self, field: str, value: str) -> None:
        """Open the list and take one."""
        self.clicks += 2
        self.page.select_option(field, value)

    def give(self, field: str, name: str, content: bytes) -> None:
        """Open the window for a file, choose one and say so."""
        self.clicks += 3
        self.page.set_input_files(field, {"name": name, "mimeType": "text/csv", "buffer": content})

    def type(self, **fields: str) -> None:
        for name, text in fields.items():
            self.page.fill(f"[name={name}]", text)

    def press(self, button: str = "main form .primary") -> None:
        """Click, and say yes to what is asked.

        A form with something typed in it is sent once the site is known to be there."""
        with self.page.expect_navigation():
            self.click(button)
        while self.page.locator("form.cautions").count():
            with self.page.expect_navigation():
                self.click("form.cautions .primary")


def test_thirty_clicks_lead_from_an_empty_site_to_the_first_published_draw(visit):
    page = visit(LAPTOP)
    page.goto(urlsplit(first_account_address(clock.now())).path)
    hand = Hand(page)

    the_first_steps(hand)
    the_announcement(hand)
    the_players(hand)
    check_ins = everybody_is_here(hand)
    the_draw(hand)

    first = Tournament.objects.get().rounds.get(number=1)
    assert first.current_draw().published_at
    assert check_ins == PLAYERS
    assert hand.clicks <= MOST_CLICKS


def the_first_steps(hand: Hand) -> None:
    """Account, series, club, season, each from the step that the first page offers."""
    password = "purple stapler 9"
    hand.type(name="Olga Nová", email="olga@example.org", username="olga")
    hand.type(password1=password, password2=password)
    hand.press()
    hand.click(".first-steps [aria-current] .primary")
    hand.press()
    hand.click(".first-steps [aria-current] .primary")
    hand.type(name="Klub her Telč", town="Telč")
    hand.press()
    hand.click(".first-steps [aria-current] .primary")
    hand.press()


def the_announcement(hand: Hand) -> None:
    hand.click(".first-steps [aria-current] .primary")
    day = hand.page.evaluate("new Date().toLocaleDateString('sv')")
    hand.type(name="Catan Telč", date=day, start="09:00", capacity="16")
    hand.press()
    # The timetable follows from the start: only looked at and saved.
    hand.press("main form .buttons .primary")
    hand.click(".blockers a")
    hand.type(name="Radim Rozhodčí")
    hand.press("form[action$='/name/'] .primary")
    to_the_desk(hand)
    hand.press(".next-step form button")


def the_players(hand: Hand) -> None:
    hand.press(".next-step form button")
    hand.click("a[href$='/desk/players/']")
    hand.click("a[href$='/players/import/']")
    hand.give("[type=file]", "players.csv", LIST)
    hand.press()
    hand.press(".next-step .primary")


def everybody_is_here(hand: Hand) -> int:
    hand.click("a[href$='/desk/check-in/']")
    hand.press(".next-step form button")
    for done in range(PLAYERS):
        hand.page.locator("#entries .person:not(.checked-in) button.face").first.click()
        hand.page.locator("#entries .person.checked-in").nth(done).wait_for()
    return hand.page.locator("#entries .person.checked-in").count()


def the_draw(hand: Hand) -> None:
    to_the_desk(hand)
    hand.click(".next-step .primary")
    hand.press("form[action$='/draw/'] .primary")
    hand.press("form[action$='/publish/'] .primary")


def to_the_desk(hand: Hand) -> None:
    hand.click(".breadcrumb a[href$='/desk/']")
