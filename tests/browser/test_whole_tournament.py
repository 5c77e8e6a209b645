"""An organiser plays a whole tournament of 14 on the real pages, up to the exported workbook."""

import io
import re

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.core import mail
from playwright.sync_api import Page, expect

from tests.browser.chromium import LAPTOP
from tests.factories import a_name
from tournaments.models import Club, Tournament
from tournaments.models.event import read_event
from tournaments.models.tournament import State

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYERS = 14
# By number of seats: the first has won, then all different, level and far behind.
POINTS = {4: ["10", "8", "7", "4"], 3: ["10", "9", "5"]}


def test_a_tournament_from_sign_up_to_the_exported_workbook(visit):
    Club.objects.create(name="Klub her Telč", town="Telč")
    organiser = User.objects.create_user("olga", first_name="Olga", last_name="Nová", is_staff=True)
    desk = visit(LAPTOP, as_user=organiser)

    tournament = announced(desk)
    signed_up_by_themselves(visit(), tournament, a_name(0))
    at_the_door(desk, tournament)
    for number in range(1, 5):
        round_played(desk, tournament, number)
    closed(desk, tournament)

    tournament.refresh_from_db()
    assert tournament.state == State.SENT
    assert exported(desk, tournament) == worked_out(tournament)


def announced(desk: Page) -> Tournament:
    desk.goto("/new/")
    desk.fill("[name=name]", "Catan Telč")
    desk.select_option("[name=club]", label="Klub her Telč")
    desk.fill("[name=town]", "Telč")
    day = desk.evaluate("new Date().toLocaleDateString('sv')")
    desk.fill("[name=date]", day)
    desk.fill("[name=start]", "09:00")
    desk.fill("[name=capacity]", "16")
    press(desk, "main form .primary")
    tournament = Tournament.objects.get()
    expect(desk).to_have_url(re.compile("/desk/edit/$"))
    desk.goto(f"{address(tournament)}officials/")
    desk.fill("[name=name]", "Radim Rozhodčí")
    desk.select_option("[name=role]", "chief-referee")
    press(desk, "form[action$='/name/'] .primary")
    desk.goto(address(tournament))
    # Announced on the very day: the late announcement is asked about (T-071).
    press(desk, "form[action$='/announce/'] button")
    press(desk, "form[action$='/open-sign-up/'] button")
    tournament.refresh_from_db()
    assert tournament.state == State.SIGN_UP
    return tournament


def signed_up_by_themselves(phone: Page, tournament: Tournament, name: str) -> None:
    phone.goto(f"/t/{tournament.slug}/register/")
    phone.fill("[name=name]", name)
    phone.fill("[name=email]", "anna@example.org")
    phone.check("[name=age][value=adult]")
    press(phone, "form.sign-up .primary")
    link = re.search(r"https?://[^/]+(/\S*/confirm/\S+)", mail.outbox[-1].body)
    phone.goto(link.group(1))
    press(phone, "main form .primary")
    assert tournament.entries.get().state == "confirmed"


def at_the_door(desk: Page, tournament: Tournament) -> None:
    desk.goto(f"{address(tournament)}check-in/")
    press(desk, "form[action$='/open-check-in/'] button")
    desk.goto(f"{address(tournament)}check-in/")
    desk.click("#entries .person button.face")
    desk.locator("#entries .person.checked-in").wait_for()
    for index in range(1, PLAYERS):
        desk.goto(f"{address(tournament)}check-in/")
        desk.click("#walk-in summary")
        desk.fill("#walk-in [name=name]", a_name(index))
        press(desk, "#walk-in .primary")
    assert tournament.entries.active().count() == PLAYERS


def round_played(desk: Page, tournament: Tournament, number: int) -> None:
    desk.goto(f"{address(tournament)}rounds/{number}/")
    press(desk, "form[action$='/draw/'] .primary")
    press(desk, "form[action$='/publish/'] button")
    press(desk, "form[action$='/clock/start/'] button")
    desk.goto(f"{address(tournament)}rounds/{number}/results/")
    for line in desk.locator(".result-line").all():
        fields = line.locator("input.digits")
        points = POINTS[fields.count()]
        for index, reached in enumerate(points):
            # Each round somebody else at the table wins.
            fields.nth((index + number) % len(points)).fill(reached)
    press(desk, ".results-grid .primary")
    press(desk, "form[action$='/close/'] button")
    assert tournament.rounds.get(number=number).closed_at


def closed(desk: Page, tournament: Tournament) -> None:
    desk.goto(f"{address(tournament)}closing/")
    while desk.locator("button[formaction$='/draw-lot/']").count():
        press(desk, "button[formaction$='/draw-lot/']")
    press(desk, "form[action$='/finish/'] button")
    press(desk, "form[action$='/send/'] button")


def exported(desk: Page, tournament: Tournament) -> list[tuple]:
    """The sheet of the standings, as far as people entered it; the columns are sheets.py's."""
    content = desk.request.get(f"{address(tournament)}prints/workbook/").body()
    # Players, rounds, results, standings, juniors, awards; their titles are translated.
    sheet = openpyxl.load_workbook(io.BytesIO(content)).worksheets[3]
    return [tuple(cell.value for cell in row) for row in sheet.iter_rows(min_row=2)]


def worked_out(tournament: Tournament) -> list[tuple]:
    event = read_event(tournament)
    return [
        (
            row.rank,
            event.entries[row.player].number,
            event.entries[row.player].name,
            None,
            row.figures["first_places"],
            row.figures["points"],
            row.figures["game_points"],
            pytest.approx(float(row.figures["success"])),
            row.figures["second_places"],
            row.figures["third_places"],
            row.games,
        )
        for row in event.standings().rows
    ]


def press(page: Page, button: str) -> None:
    """Click, and say yes to what the site wants to have seen first.

    A form with something typed in it is sent once the site is known to be there."""
    with page.expect_navigation():
        page.click(button)
    while page.locator("form.cautions").count():
        with page.expect_navigation():
            page.click("form.cautions .primary")


def address(tournament: Tournament) -> str:
    return f"/t/{tournament.slug}/desk/"
