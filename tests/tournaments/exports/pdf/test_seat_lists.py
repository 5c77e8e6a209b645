"""The lists that hang at the door: everybody is on them, and children by their public names."""

import datetime as dt

import pytest
from django.utils import translation

from tests import factories as make
from tests.prints import pages_of, print_of
from tournaments.domain.values import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def published(players: int = 23):
    tournament = make.ready_to_draw(players)
    make.publish(tournament)
    return tournament


@pytest.mark.parametrize("key", ["seats-by-name", "seats-by-table"])
def test_everybody_is_on_the_list_with_every_letter(key):
    tournament = published()

    words = "".join(pages_of(print_of(key, tournament, number=1)))

    for entry in tournament.entries.all():
        assert entry.name in words


@pytest.mark.parametrize("key", ["seats-by-name", "seats-by-table"])
def test_a_minor_hangs_on_the_wall_with_an_initial_only(key):
    tournament = make.ready_to_draw(11)
    make.make_entry(tournament, make.make_junior("Žofie Malá"), state="checked-in")
    make.publish(tournament)

    words = "".join(pages_of(print_of(key, tournament, number=1)))

    assert "Žofie M." in words
    assert "Malá" not in words


def test_the_footer_says_of_which_draw_it_is_and_which_page():
    tournament = published(100)

    pages = pages_of(print_of("seats-by-name", tournament, number=1))

    assert len(pages) == 2
    assert "Round 1, draw 1, 09:15" in pages[0]
    assert "page 1/2" in pages[0]
    assert "page 2/2" in pages[1]


@pytest.mark.rule("T-065")
@pytest.mark.parametrize("key", ["seats-by-name", "seats-by-table", "score-sheets"])
def test_a_round_on_another_day_than_the_event_says_which(key):
    tournament = published(8)
    tournament.rounds.filter(number=1).update(starts_at=make.at(12))
    (plain, *_further) = pages_of(print_of(key, tournament, number=1))
    start = make.at(10, day=tournament.date + dt.timedelta(days=1))
    tournament.rounds.filter(number=1).update(starts_at=start)

    (dated, *_further) = pages_of(print_of(key, tournament, number=1))

    assert "12:00" in plain
    assert "May, 12:00" not in plain
    assert "17 May, 10:00" in dated


@pytest.mark.rule("T-065")
@pytest.mark.parametrize("key", ["seats-by-name", "seats-by-table", "score-sheets"])
def test_a_start_that_is_past_is_told_once_the_round_began_and_as_it_came(key):
    tournament = published(8)
    (late, *_further) = pages_of(print_of(key, tournament, number=1))
    tournament.rounds.filter(number=1).update(started_at=make.at(11, 20))

    (begun, *_further) = pages_of(print_of(key, tournament, number=1))

    assert "10:00" not in late
    assert "11:20" in begun


def test_namesakes_find_their_own_table_by_number_and_club():
    tournament = make.ready_to_draw(5)
    for club in ("Brno plays", "Prague plays"):
        entry = make.make_entry(tournament, "Jan Novák", state="checked-in")
        entry.club = make.make_club(club)
        entry.save()
    make.publish(tournament)

    for key in ("seats-by-name", "seats-by-table"):
        words = " ".join("".join(pages_of(print_of(key, tournament, number=1))).split())
        assert "Jan Novák (no. 6), Brno plays" in words
        assert "Jan Novák (no. 7), Prague plays" in words
        assert words.count("(no.") == 2


def test_namesakes_stand_among_the_names_by_their_surname_not_by_what_tells_them_apart():
    tournament = make.ready_to_draw(0)
    for name in ("Adam Adámek", "Hana Horáková", "Petr Zelený", "Eva Žáková"):
        make.make_entry(tournament, name, state="checked-in")
    for club in (None, make.make_club("Brno plays")):
        entry = make.make_entry(tournament, "Jan Novák", state="checked-in")
        entry.club = club
        entry.save()
    make.publish(tournament)

    words = " ".join("".join(pages_of(print_of("seats-by-name", tournament, number=1))).split())

    shown = ("Adámek", "Horáková", "Novák (no. 5)", "Novák (no. 6)", "Zelený")
    positions = [words.index(name) for name in shown]
    assert positions == sorted(positions)


def test_names_stand_in_czech_order():
    tournament = published(23)

    words = pages_of(print_of("seats-by-name", tournament, number=1))[0]

    positions = [words.index(name) for name in ("Černý", "Ďurica", "Horák", "Žák")]
    assert positions == sorted(positions)


def test_a_round_that_is_not_drawn_has_no_list():
    tournament = published()

    with pytest.raises(Refused, match="Round 2 is not drawn yet"):
        print_of("seats-by-name", tournament, number=2)


def test_a_name_of_many_letters_is_on_the_list_whole():
    long = "Maria Magdalena Wolfeschlegelsteinhausenbergerdorff-Brzęczyszczykiewiczová"
    tournament = make.ready_to_draw(39)
    make.make_entry(tournament, long, state="checked-in")
    make.publish(tournament)

    words = "".join(pages_of(print_of("seats-by-table", tournament, number=1)))

    assert long.replace(" ", "") in words.replace(" ", "").replace("\n", "")


def test_the_list_by_table_says_what_the_draw_was_made_from_and_where_to_check_it():
    tournament = make.ready_to_draw(16)
    make.committed(tournament)
    draw = make.publish(tournament, public_value="3 5 1 6 2 2 4 1")

    words = pages_of(print_of("seats-by-table", tournament, number=1))[0]

    assert "dice 3 5 1 6 2 2 4 1" in words
    assert f"seed {draw.seed[:8]}…{draw.seed[-8:]}" in words
    assert f"/t/{tournament.slug}/rounds/1/verify/" in words
