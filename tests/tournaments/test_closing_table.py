"""The standings at the desk as a list."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tests.sheets import FORMULA, an_event, table_of
from tournaments.models.tournament import Kind

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def look(tournament, query="", role="scorekeeper"):
    address = reverse("closing", args=[tournament.slug])
    return make.signed_in(tournament, role).get(address + query)


def names_on(answer, anchor="standings") -> list[str]:
    page = answer.content.decode().split(f'id="{anchor}"', 1)[1].split("</table>", 1)[0]
    return re.findall(r'<th class="name" scope="row">([^<]*)</th>', page)


def test_the_standings_are_in_the_order_of_places_unless_one_sorts():
    tournament = make.played_out(12, rounds=2)

    places = table_of(look(tournament, "?standings-file=csv").content)[1:]
    by_points = table_of(
        look(tournament, "?standings-sort=-game_points&standings-file=csv").content
    )

    assert [int(row[0]) for row in places] == sorted(int(row[0]) for row in places)
    column = by_points[0].index("Game points")
    points = [int(row[column]) for row in by_points[1:]]
    assert points == sorted(points, reverse=True)
    assert names_on(look(tournament)) == [row[2] for row in places]
    assert names_on(look(tournament, "?standings-sort=-game_points")) == [
        row[2] for row in by_points[1:]
    ]


def test_on_a_phone_each_figure_has_its_whole_word_before_it():
    page = look(make.played_out(12, rounds=2)).content.decode()

    labels = dict.fromkeys(re.findall(r'<td data-label="([^"]+)"', page))
    assert list(labels)[:4] == ["#", "First places", "Points", "Game points"]


def test_the_file_says_what_a_place_brings_as_the_page_does():
    tournament = make.played_out(12, rounds=2)

    page = look(tournament).content.decode()
    rows = table_of(look(tournament, "?standings-file=csv").content)

    assert rows[0][:3] == ["Place", "Number", "Name"]
    assert rows[0][-1] == "Award"
    won = [row[-1] for row in rows[1:] if row[-1]]
    assert len(won) > 1
    assert re.findall(r'<span class="badge (?:good|note)">([^<]+)</span>', page) == won


def test_the_search_finds_a_player_and_keeps_place_and_order():
    tournament = make.played_out(24, rounds=1)
    name = tournament.entries.get(number=7).full_name
    places = {row[2]: row[0] for row in table_of(look(tournament, "?standings-file=csv").content)}

    found = look(tournament, f"?q={name}&standings-sort=-name")

    assert names_on(found) == [name]
    assert f'class="rank">{places[name]}<' in found.content.decode()
    assert 'name="standings-sort" value="-name"' in found.content.decode()


def test_juniors_are_sorted_and_taken_along_apart():
    tournament = an_event()

    rows = table_of(look(tournament, "?juniors-sort=name&juniors-file=csv").content)

    assert len(rows) == 4
    assert [row[2] for row in rows[1:]] == names_on(
        look(tournament, "?juniors-sort=name"), "juniors"
    )


def test_what_is_played_by_whom_stands_above_or_beside_and_in_the_file():
    tournament = make.ready_to_draw(14, kind=Kind.OTHER, rounds=3, cuts=(4,))
    for number in range(1, 4):
        make.play(tournament, number)
        make.draw_lots(tournament)

    usual, sorted_ = look(tournament), look(tournament, "?standings-sort=name")
    file = table_of(look(tournament, "?standings-file=csv").content)

    assert usual.content.decode().count('<tr class="stage">') == 2
    assert "Stage" not in usual.content.decode()
    assert '<tr class="stage">' not in sorted_.content.decode()
    assert sorted_.content.decode().count('data-label="Stage"') == 14
    assert file[0][-1] == "Stage"
    assert len({row[-1] for row in file[1:]}) == 2


def test_a_name_like_a_formula_is_harmless_in_the_file():
    names = [row[2] for row in table_of(look(an_event(), "?standings-file=csv").content)]

    assert f"'{FORMULA}" in names


def test_the_public_takes_nothing_along_from_the_desk():
    tournament = make.played_out(12, rounds=1)

    assert look(tournament, "?standings-file=csv", role="visitor").status_code == 302


def test_only_an_event_that_gives_places_speaks_of_them():
    season = make.played_out(12, rounds=2)
    other = make.played_out(12, rounds=2, kind=Kind.OTHER)

    def pages(tournament):
        desk = make.signed_in(tournament).get(reverse("desk", args=[tournament.slug]))
        return look(tournament).content.decode() + desk.content.decode()

    assert "Lots, standings, awards" in pages(season)
    assert "Standings and awards" in pages(season)
    assert "Lots and standings" in pages(other)
    assert "awards" not in pages(other)
