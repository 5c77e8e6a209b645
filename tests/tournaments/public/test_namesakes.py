"""Two players of one name find their own table: their numbers stand behind the name."""

import re

import pytest
from django.db.models import F
from django.test import Client

from tests import factories as make
from tournaments.models import Tournament
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.wording import with_number

pytestmark = pytest.mark.django_db

NUMBERED = re.compile(r'[^<>"]+ \(no\.\s\d+\)')


@pytest.fixture
def tournament(db):
    """Three share a name as everybody sees it, one of them a child; all others do not."""
    tournament = make.ready_to_draw(5)
    for name in ("Ivan Novák", "Ivan Novak"):
        make.make_entry(tournament, make.make_person(name), state=EntryState.CHECKED_IN)
    for name in ("Jan Malý", "Jan Mráz"):
        make.make_entry(tournament, make.make_junior(name), state=EntryState.CHECKED_IN)
    make.play(tournament)
    return tournament


def tables_of(tournament) -> dict[str, int]:
    """Who sits where, by name and number."""
    seats = tournament.rounds.get(number=1).current_draw().seats.select_related("entry", "table")
    return {
        with_number(seat.entry.public_name, seat.entry.number): seat.table.number for seat in seats
    }


def seen(tournament, path: str, **query) -> str:
    return Client().get(f"/en/t/{tournament.slug}/{path}", query).content.decode()


@pytest.mark.parametrize("path", ["", "rounds/1/", "results/1/", "standings/", "screen/"])
def test_whoever_shares_a_name_is_shown_with_the_number_and_nobody_else(tournament, path):
    page = seen(tournament, path)

    shared = [name for name in tables_of(tournament) if name.startswith(("Ivan", "Jan M."))]
    assert len(shared) == 4
    assert {name.strip() for name in NUMBERED.findall(page)} == set(shared)


def test_the_screen_sends_each_of_them_to_the_own_table():
    tournament = make.ready_to_draw(5)
    for name in ("Ivan Novák", "Ivan Novák"):
        make.make_entry(tournament, make.make_person(name), state=EntryState.CHECKED_IN)
    make.publish(tournament)

    page = seen(tournament, "screen/")

    for name, table in tables_of(tournament).items():
        if name.startswith("Ivan"):
            assert f"<span>{name}</span> <b>{table}</b>" in page


def test_the_first_three_are_told_apart_once_it_is_over(tournament):
    Tournament.objects.update(state=State.FINISHED, version=F("version") + 1)

    podium = seen(tournament, "").split('class="podium"', 1)[1].split("</ol>", 1)[0]

    names = re.findall(r"<a [^>]*>([^<]*)</a>", podium)
    assert len(names) == 3
    assert all("(no." in name for name in names if name.startswith(("Ivan", "Jan M.")))
    assert any("(no." in name for name in names)


def test_a_child_is_found_by_the_whole_name_and_shown_with_the_number(tournament):
    page = seen(tournament, "rounds/1/", q="Jan Mráz")

    found = page.split('class="found-seats"', 1)[1].split("</section>", 1)[0]
    assert with_number("Jan M.", 8) in found
    assert with_number("Jan M.", 9) in found


def test_whoever_did_not_come_makes_nobody_a_namesake():
    tournament = make.ready_to_draw(6)
    make.make_entry(tournament, make.make_person("Anna Nováková"), state=EntryState.NO_SHOW)
    make.publish(tournament)

    assert "(no." not in seen(tournament, "screen/")
