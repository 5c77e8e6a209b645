"""Who has not paid: one answer for the desk, the door and the papers."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import make_entry, make_tournament, signed_in
from tests.prints import pages_of, print_of
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db

OWE = {"Eda Čeká", "Iva Přišla", "Wanda Hrála", "Xaver Vyloučen"}


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def an_awkward_day(**fields):
    """Somebody in every state, and some who have paid."""
    tournament = make_tournament(state=State.CHECK_IN, **{"fee": "200 Kč", **fields})
    make_entry(tournament, "Eda Čeká", state=EntryState.CONFIRMED)
    make_entry(tournament, "Iva Přišla", state=EntryState.CHECKED_IN)
    make_entry(tournament, "Wanda Hrála", state=EntryState.WITHDRAWN, left_after=2)
    make_entry(tournament, "Xaver Vyloučen", state=EntryState.EXCLUDED)
    make_entry(tournament, "Zora Nehrála", state=EntryState.WITHDRAWN, left_after=0)
    make_entry(tournament, "Milan Bílý", state=EntryState.UNCONFIRMED)
    make_entry(tournament, "Naďa Náhradní", state=EntryState.WAITING)
    make_entry(tournament, "Petr Nedorazil", state=EntryState.NO_SHOW)
    make_entry(tournament, "Gita Odhlášená", state=EntryState.CANCELLED)
    make_entry(tournament, "Hana Zaplatila", state=EntryState.CHECKED_IN, paid=True)
    make_entry(tournament, "Jan Dohrál", state=EntryState.WITHDRAWN, left_after=1, paid=True)
    return tournament


def seen(tournament, name, query=""):
    address = reverse(name, args=[tournament.slug]) + query
    return signed_in(tournament).get(address).content.decode()


def test_whoever_sat_down_or_may_still_come_owes_and_nobody_else():
    tournament = an_awkward_day()

    page = seen(tournament, "check_in_list", "?show=unpaid")

    assert set(re.findall(r"<strong>(.*?)</strong>", page)) >= OWE
    names = {entry.name for entry in tournament.entries.all()}
    assert {name for name in names if f"<strong>{name}</strong>" in page} == OWE


def test_desk_and_door_count_the_same_who_owe():
    tournament = an_awkward_day()

    desk, door = seen(tournament, "desk"), seen(tournament, "check_in_list")

    assert "<dt>unpaid</dt><dd>4</dd>" in desk
    assert '<b id="count-unpaid" data-mark>4</b>' in door


def test_the_check_in_sheet_names_who_left_and_owes():
    sheet = "\n".join(pages_of(print_of("check-in", an_awkward_day())))

    assert sheet.index("Have left and not paid") < sheet.index("Wanda Hrála")
    assert "Xaver Vyloučen" in sheet
    assert "Jan Dohrál" not in sheet
    assert "Zora Nehrála" not in sheet


def test_the_check_in_sheet_counts_as_the_desk_does():
    tournament = an_awkward_day()

    sheet = "\n".join(pages_of(print_of("check-in", tournament)))

    assert "checked in: 2" in sheet
    assert "expected: 1" in sheet
    assert "not confirmed: 1" in sheet
    desk = seen(tournament, "desk")
    for label, count in (("checked in", 2), ("expected", 1), ("not confirmed", 1)):
        assert f"<dt>{label}</dt><dd>{count}</dd>" in desk


def test_the_table_of_tables_goes_by_whom_the_desk_expects():
    tournament = make_tournament(state=State.SIGN_UP)
    for _ in range(13):
        make_entry(tournament)
    make_entry(tournament, state=EntryState.UNCONFIRMED)

    tables = pages_of(print_of("emergency-pack", tournament))[1]

    # Three more and three fewer than the thirteen that are expected.
    assert "\n10\n" in tables
    assert "\n16\n" in tables
    assert "\n17\n" not in tables


def test_without_a_fee_nobody_is_asked_whether_they_paid():
    tournament = an_awkward_day(fee="")
    entry = tournament.entries.get(name="Iva Přišla")

    for page in (
        seen(tournament, "check_in_list"),
        seen(tournament, "add_entry"),
        signed_in(tournament)
        .get(reverse("edit_entry", args=[tournament.slug, entry.pk]))
        .content.decode(),
    ):
        assert 'name="paid"' not in page
    sheet = "\n".join(pages_of(print_of("check-in", tournament)))
    assert "paid" not in sheet
