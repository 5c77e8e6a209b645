"""The standings, live and final, and what decided them."""

import re

import pytest

from tests import factories as make
from tournaments.domain.qualification import Award, Zone
from tournaments.domain.standings import deciding
from tournaments.models import Tournament
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.views.public.standings import JUNIOR, MAIN, _zone_words

pytestmark = pytest.mark.django_db


def page(client, tournament, more="") -> str:
    answer = client.get(f"/en/t/{tournament.slug}/standings/{more}")
    assert answer.status_code == 200
    return answer.content.decode()


def rows(html: str) -> list[tuple[str, ...]]:
    """Rank, name, first places, points, game points and success of each line."""
    found = re.findall(
        r'<tr id="n\d+".*?class="rank">(\d+)<.*?<summary>(.*?)</summary>.*?'
        r'firsts">(\d+)<.*?points">(\d+)<.*?<td>(\d+)<.*?<td>([\d.]+ %)<',
        html,
    )
    return [tuple(line) for line in found]


def finished(tournament) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(
        state=State.FINISHED, finished_at=make.at(17)
    )
    return tournament


@pytest.mark.rule("T-041", "T-048")
def test_the_lines_are_those_of_the_domain(client):
    tournament = make.ready_to_draw(14)
    make.play(tournament, 1)
    make.play(tournament, 2)

    shown = rows(page(client, tournament))

    event = read_event(Tournament.objects.get(pk=tournament.pk))
    assert [line[:5] for line in shown] == [
        (
            str(row.rank),
            event.entries[row.player].public_name,
            str(row.figures["first_places"]),
            str(row.figures["points"]),
            str(row.figures["game_points"]),
        )
        for row in event.standings().rows
    ]


def test_what_decided_against_the_next_one_opens_on_a_tap(client):
    tournament = make.ready_to_draw(8)
    make.play(tournament)

    html = page(client, tournament)

    first_two = read_event(tournament).standings().rows[:2]
    assert deciding(*first_two) is None
    assert "ahead of the next: level: shares the place" in html
    assert "ahead of the next: first places 1\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}0" in html


def test_interim_standings_say_how_many_results_are_missing(client):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    make.enter(draw.tables.get(number=1), (10, 8, 5, 4))

    html = page(client, tournament)

    assert "Standings after round 1" in html
    assert "1 table of this round has no result yet." in html


def test_standings_of_earlier_rounds_can_be_read(client):
    tournament = make.ready_to_draw(8)
    make.play(tournament, 1)
    make.play(tournament, 2)

    html = page(client, tournament, "1/")

    assert "Standings after round 1" in html
    assert max(int(line[3]) for line in rows(html)) == 10


def test_standings_of_rounds_to_come_are_not_found(client):
    tournament = make.ready_to_draw(8)
    make.play(tournament)

    assert client.get(f"/en/t/{tournament.slug}/standings/2/").status_code == 404


def test_before_the_first_result_it_says_so_and_names_no_round(client):
    html = page(client, make.ready_to_draw(8))

    assert "begin with the first result" in html
    assert "after round 0" not in html


@pytest.mark.rule("T-077")
def test_lines_part_the_places_that_qualify(client):
    tournament = make.ready_to_draw(12)
    draw = make.publish(tournament)
    for table, points in zip(
        draw.tables.all(), [(10, 9, 8, 7), (10, 8, 5, 4), (10, 6, 3, 2)], strict=True
    ):
        make.enter(table, points)

    html = page(client, finished(tournament))

    assert "Final standings" in html
    direct, point, _rest = re.split('<tr class="zone">', html)
    assert direct.count('<tr id="n') == 1
    assert point.startswith('<td colspan="6"><span>Place 1: direct place in the final')
    assert point.count('<tr id="n') == 3
    assert "Places 2–4: 1 qualification point each" in html


@pytest.mark.rule("T-047", "T-077")
def test_where_a_place_is_shared_over_the_end_of_a_band_the_lot_decides(client):
    tournament = make.ready_to_draw(12)
    make.play(tournament)

    html = page(client, tournament)

    # Three are level at the top, whom only a lot parts, and three on the fourth place.
    direct, point, _rest = re.split('<tr class="zone">', html)
    assert direct.count('<tr id="n') == point.count('<tr id="n') == 3
    lot = "(the lot decides between those who share a place)"
    assert f"Place 1: direct place in the final {lot}" in html
    assert f"Places 2–4: 1 qualification point each {lot}" in html


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize(
    ("told", "single"),
    [(MAIN, "1 qualification point"), (JUNIOR, "1 junior qualification point")],
)
def test_only_several_places_bring_a_point_each(told, single):
    one, two = (Zone(5, last, Award.POINT, below=7, by_lot=False) for last in (5, 6))

    assert _zone_words(one, told[Award.POINT], waits=False) == f"Place 5: {single}"
    assert _zone_words(two, told[Award.POINT], waits=False) == f"Places 5–6: {single} each"


@pytest.mark.rule("T-082")
def test_below_twelve_nobody_qualifies(client):
    tournament = make.ready_to_draw(11)
    make.play(tournament)

    assert 'class="zone"' not in page(client, finished(tournament))


def test_earlier_standings_bring_nothing(client):
    tournament = make.ready_to_draw(12)
    make.play(tournament, 1)
    make.play(tournament, 2)

    assert 'class="zone"' not in page(client, tournament, "1/")


@pytest.mark.rule("T-071", "T-076")
def test_places_of_an_event_that_broke_a_condition_are_marked(client):
    tournament = make.ready_to_draw(12, rounds=1, announced_at=make.at(9))
    make.play(tournament)
    make.draw_lots(tournament)

    html = page(client, finished(tournament))

    assert "Announced less than a month ahead" in html
    assert "direct place in the final (to be confirmed by the series)" in html


@pytest.mark.rule("T-088", "T-090")
def test_juniors_have_an_order_of_their_own(client):
    tournament = make.ready_to_draw(9)
    for name in ("Malá Eva", "Malý Jan", "Malý Ota"):
        make.make_entry(tournament, make.make_junior(name), state=EntryState.CHECKED_IN)
    make.play(tournament)

    html = page(client, finished(tournament), "juniors/")

    assert "Final standings of the juniors" in html
    assert len(rows(html)) == 3
    assert rows(html)[0][0] == "1"
    assert "direct place in the junior championship" in html


@pytest.mark.rule("D-122")
def test_an_excluded_player_has_no_place(client):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    entry = tournament.entries.first()
    entry.state = EntryState.EXCLUDED
    entry.save()

    html = page(client, tournament)

    assert entry.public_name not in [line[1] for line in rows(html)]
    assert f"{entry.public_name} was excluded and has no place." in html
