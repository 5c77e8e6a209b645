"""What each of the other prints has to say, read back from its words."""

import datetime as dt
import re

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from tests import factories as make
from tests.prints import pages_of, print_of
from tournaments.domain.values import Refused
from tournaments.exports.kinds import KINDS
from tournaments.exports.pdf import seat_lists
from tournaments.exports.pdf.page import MM, fit
from tournaments.exports.pdf.standings import AWARD
from tournaments.exports.pdf.table_cards import CAPTION_HEIGHT, CAPTION_WIDTH
from tournaments.models import Tournament
from tournaments.models.entry import Role
from tournaments.models.event import read_event
from tournaments.services import closing

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def words_of(key: str, tournament: Tournament, **wanted) -> str:
    return "\n".join(pages_of(print_of(key, tournament, **wanted)))


def finished(players: int = 13) -> Tournament:
    """Four rounds, lots drawn, over; a junior with number 1."""
    tournament = make.ready_to_draw(players - 3)
    for name in ("Žofie Malá", "Matěj Drobný", "Ema Útlá"):
        make.make_entry(tournament, make.make_junior(name), state="checked-in")
    for number in (1, 2, 3, 4):
        make.play(tournament, number, seed=str(number))
    while groups := read_event(tournament).standings().undecided:
        closing.draw_lot(tournament, groups[0], "seed", make.doer())
    closing.finish(tournament, make.doer())
    return tournament


def test_the_check_in_list_has_whole_names_marks_and_room_for_more():
    tournament = make.make_tournament(fee="150 Kč")
    make.make_entry(tournament, make.make_junior("Žofie Malá"), paid=True)
    make.make_entry(tournament, "Karel Čekal", state="waiting")
    make.make_entry(tournament, "Petr Odhlášený", state="cancelled")

    words = words_of("check-in", tournament)

    assert "Žofie Malá" in words
    assert words.index("Waiting list") < words.index("Karel Čekal")
    assert "Odhlášený" not in words
    assert "150 Kč" in words


def test_there_are_table_cards_for_everybody_who_may_come():
    tournament = make.make_tournament()
    make.checked_in(tournament, 13)

    pages = pages_of(print_of("table-cards", tournament))

    assert len(pages) == 4
    assert pages[3].count("4") >= 2


@pytest.mark.rule("T-004")
def test_a_round_without_a_board_has_no_board_sheet():
    tournament = make.ready_to_draw(12)

    with pytest.raises(Refused) as refused:
        print_of("board", tournament, number=1)

    assert refused.value.rule_id == "T-004"


@pytest.mark.rule("T-004")
def test_the_board_sheet_shows_the_one_board_of_its_round():
    tournament = make.ready_to_draw(12)
    tournament.rounds.filter(number=1).update(board_seed="brno-7")

    words = words_of("board", tournament, number=1)

    assert "Round 1, board brno-7" in words
    assert words.count("3:1") == 8  # four in the picture, four in the list


def test_standings_on_the_wall_follow_the_domain_and_hide_surnames_of_minors():
    tournament = finished()

    lines = words_of("standings", tournament)

    event = read_event(tournament)
    names = [event.entries[row.player].public_name for row in event.standings().rows]
    places = [lines.index(name) for name in names]
    assert places == sorted(places)
    assert "Final standings" in lines
    assert "direct place" in lines
    assert "Malá" not in lines


@pytest.mark.rule("T-047")
def test_final_standings_name_the_places_that_the_lot_parted_and_speak_of_no_shared_one():
    tournament = make.ready_to_draw(8, rounds=1)
    make.play(tournament)

    before = words_of("standings", tournament)
    make.draw_lots(tournament)
    closing.finish(tournament, make.doer())
    after = words_of("standings", tournament)

    assert "Players who share a place are level until the lot is drawn." in before
    assert "The lot decided" not in before
    assert "share a place" not in after
    told = " ".join(after.split())
    assert "The lot decided between places 1 and 2, 3 and 4, 5 and 6, 7 and 8." in told


def test_standings_after_an_earlier_round_bring_no_awards():
    tournament = finished()

    words = words_of("standings", tournament, number=2)

    assert "Standings after round 2" in words
    assert "direct place" not in words


def test_standings_say_which_results_are_missing():
    tournament = make.ready_to_draw(12)
    drawn = make.publish(tournament)
    make.enter(drawn.tables.get(number=2), (10, 8, 5, 4))

    words = words_of("standings", tournament)

    assert "results missing at tables 1, 3" in words


def test_without_a_result_there_are_no_standings():
    with pytest.raises(Refused, match="No game has a result yet"):
        print_of("standings", make.ready_to_draw(12))


@pytest.mark.rule("T-088")
def test_juniors_stand_apart_numbered_from_one():
    words = words_of("juniors", finished())

    assert "Final standings of the juniors" in words
    assert "Žofie M." in words
    assert "players: 3" in words


@pytest.mark.rule("T-087")
def test_two_juniors_have_no_order_of_their_own_on_the_wall_and_the_refusal_says_why():
    tournament = make.ready_to_draw(10)
    for name in ("Žofie Malá", "Matěj Drobný"):
        make.make_entry(tournament, make.make_junior(name), state="checked-in")
    make.play(tournament, 1)

    with pytest.raises(Refused, match="needs 3 of them; here it is 2") as refusal:
        print_of("juniors", tournament)

    assert refusal.value.rule_id == "T-087"
    offered = make.signed_in(tournament).get(reverse("prints", args=[tournament.slug]))
    assert "Standings of the juniors" not in offered.content.decode()


@pytest.mark.rule("T-087", "D-122")
def test_an_excluded_adult_does_not_stand_below_the_juniors():
    tournament = finished()
    adult = tournament.entries.get(number=1)
    assert adult.pk not in read_event(tournament).juniors
    adult.state = "excluded"
    adult.save()

    assert "excluded" in words_of("standings", tournament)
    assert "excluded" not in words_of("juniors", tournament)


def test_certificates_are_signed_by_the_organiser_named_first_and_by_nobody_who_is_not_there():
    tournament = finished()
    tournament.officials.all().delete()
    make.make_official(tournament, Role.ORGANISER, "Božena Němcová")
    make.make_official(tournament, Role.ORGANISER, "Jan Neruda")

    page = pages_of(print_of("certificates", tournament))[0]
    offered = make.signed_in(tournament).get(reverse("prints", args=[tournament.slug]))

    assert "Božena Němcová" in page
    assert "Jan Neruda" not in page
    assert "referee" not in page
    assert "Signed by: Božena Němcová (organiser)." in offered.content.decode()


def test_certificates_go_to_the_podium_to_every_award_and_to_the_juniors():
    tournament = finished()

    pages = pages_of(print_of("certificates", tournament))

    # Among 13 players one direct place and points for places 2 to 4 (T-077); three juniors.
    assert len(pages) == 4 + 3
    assert "for place 1\n" in pages[0]
    assert "direct place in the final championship" in pages[0]
    assert any("Žofie Malá" in page and "of the juniors" in page for page in pages)


@pytest.mark.rule("T-071", "D-136")
def test_a_certificate_promises_no_place_that_the_series_has_to_confirm():
    tournament = finished()
    late = make.at(12, day=make.DAY - dt.timedelta(days=3))
    Tournament.objects.update(announced_at=late)
    tournament.refresh_from_db()

    pages = pages_of(print_of("certificates", tournament))

    told = " ".join(pages[0].split())
    assert "direct place in the final championship, once the series has confirmed it" in told


def test_a_certificate_can_be_had_for_any_player():
    tournament = finished()
    last = read_event(tournament).standings().rows[-1]
    number = read_event(tournament).entries[last.player].number

    pages = pages_of(print_of("certificates", tournament, players=[number]))

    assert "for place 13" in pages[0]


def test_the_emergency_pack_says_who_sits_where_while_a_round_is_on():
    draw = make.publish(make.ready_to_draw(13))
    table = draw.tables.get(number=2)

    during = pages_of(print_of("emergency-pack", draw.round.tournament))
    between = make.ready_to_draw(13)
    make.play(between, 1)
    after = pages_of(print_of("emergency-pack", between))

    seated = [page for page in during if page.startswith("Round 1")]
    assert len(seated) == 2
    assert all(seat.entry.public_name in page for seat in table.seats.all() for page in seated)
    assert not [page for page in after if page.startswith("Round 1")]


@pytest.mark.rule("T-065")
def test_the_timetable_of_the_emergency_pack_says_the_day_of_a_round_on_another_one():
    tournament = make.ready_to_draw(8)
    start = make.at(10, day=tournament.date + dt.timedelta(days=1))
    tournament.rounds.filter(number=4).update(starts_at=start)

    words = words_of("emergency-pack", tournament)

    assert "17 May, 10:00" in words
    assert "17 May, 11:15" in words
    assert "16 May, 10:00" not in words


def test_namesakes_in_the_standings_are_told_apart_by_their_numbers():
    tournament = make.ready_to_draw(10)
    for _ in range(2):
        make.make_entry(tournament, "Jan Novák", state="checked-in")
    make.play(tournament)

    words = " ".join(words_of("standings", tournament).split())

    assert "Jan Novák (no. 11)" in words
    assert "Jan Novák (no. 12)" in words
    assert words.count("(no.") == 2


@pytest.mark.parametrize(("count", "per_column"), [(26, 26), (30, 15), (31, 16), (120, 30)])
def test_a_list_on_the_door_fills_its_columns_evenly(count, per_column):
    columns, most = (1, 26) if count <= 26 else (2, 31)

    assert seat_lists.balanced(count, columns, most) == per_column


@pytest.mark.rule("T-049")
def test_before_the_end_there_are_no_certificates():
    with pytest.raises(Refused) as refused:
        print_of("certificates", make.ready_to_draw(12))

    assert refused.value.rule_id == "T-049"


def test_whoever_did_not_come_keeps_the_number_on_the_check_in_list():
    tournament = make.ready_to_draw(8)
    late = make.make_entry(tournament, "Lucie Pozdní", state="no-show")

    words = words_of("check-in", tournament)

    named = words.split("Did not come")[1].split("Without sign-up")[0].split()
    assert named[:3] == [str(late.number), "Lucie", "Pozdní"]


def test_a_long_name_on_a_badge_is_broken_between_words():
    name = "Maximilian Alexander Ďábelské Ódy von und zu Hohenstaufen-Württemberg-Lichtenau"
    lines, _size = fit(name, (56 * MM, 17 * MM), 21, bold=True, lines=3)

    assert len(lines) == 3
    assert " ".join(lines).replace("- ", "-") == name


def test_badges_have_number_and_public_name_ten_on_a_page():
    tournament = make.make_tournament()
    make.checked_in(tournament, 10)
    make.make_entry(tournament, make.make_junior("Žofie Malá"), number=77)

    pages = pages_of(print_of("badges", tournament))

    assert len(pages) == 2
    words = "\n".join(pages)
    assert "77" in words
    assert "Žofie M." in words
    assert "Malá" not in words


def test_the_emergency_pack_holds_everything_to_carry_on_by_hand():
    tournament = make.ready_to_draw(13)
    tournament.two_extra_rounds = True
    make.play(tournament, 1)

    pages = pages_of(print_of("emergency-pack", tournament))

    words = "\n".join(pages)
    for title in (
        "To carry on by hand",
        "Tables to look things up in",
        "Check-in list",
        "Standings after round 1",
        "Who has met whom",
        "Form of the standings",
    ):
        assert title in words
    assert sum("Settlements" in page for page in pages) == 2
    tables = pages[1]
    assert "10 – 8 – 8 – 4" in tables
    assert "10 – 3 – 3 – 2" in tables
    assert "11:25" in tables
    assert f"page {len(pages)}/{len(pages)}" in pages[-1]


@pytest.mark.rule("T-012")
def test_the_emergency_pack_says_that_five_cannot_be_seated():
    tournament = make.make_tournament(state="check-in")
    make.checked_in(tournament, 6)

    tables = pages_of(print_of("emergency-pack", tournament))[1]

    assert "cannot be seated" in tables


NAME_NOBODY = {"board", "table-cards", "juniors", "sheets", "cards"}


@pytest.mark.parametrize(
    "key", [k for k, kind in KINDS.items() if kind.suffix == "pdf" and k not in NAME_NOBODY]
)
def test_a_name_of_a_hundred_letters_is_on_no_print_cut_off(key):
    long = "Wolfeschlegelsteinhausenbergerdorff" * 3
    tournament = make.ready_to_draw(11)
    make.make_entry(tournament, long, state="checked-in")
    tournament.rounds.update(board_seed="brno-7")
    for number in (1, 2, 3, 4):
        make.play(tournament, number, seed=str(number))
    while groups := read_event(tournament).standings().undecided:
        closing.draw_lot(tournament, groups[0], "seed", make.doer())
    closing.finish(tournament, make.doer())
    players = [12] if key == "certificates" else None

    words = words_of(key, tournament, number=1, players=players)

    assert long in "".join(words.split())


@pytest.mark.usefixtures("_english")
def test_everything_for_a_round_is_one_file():
    tournament = make.ready_to_draw(12)
    make.publish(tournament)
    tournament.rounds.update(board_seed="")

    without_board = pages_of(print_of("round-pack", tournament, number=1))
    tournament.rounds.filter(number=1).update(board_seed="brno-7")
    with_board = pages_of(print_of("round-pack", tournament, number=1))

    assert len(with_board) == len(without_board) + 1
    assert "Board of round 1" in with_board[-1]
    alone = [
        *pages_of(print_of("seats-by-name", tournament, number=1)),
        *pages_of(print_of("seats-by-table", tournament, number=1)),
        *pages_of(print_of("score-sheets", tournament, number=1)),
    ]
    assert [page.split("printed")[0] for page in alone] == [
        page.split("printed")[0] for page in with_board[:-1]
    ]


def test_who_was_excluded_counts_among_the_players_of_the_standings():
    tournament = make.ready_to_draw(12)
    make.play(tournament, 1)
    entry = tournament.entries.first()
    entry.state = "excluded"
    entry.save()

    words = words_of("standings", tournament)

    assert "players: 12" in words
    assert f"{entry.public_name} was excluded" in words


def test_thirty_one_players_and_the_notes_stand_on_one_page():
    tournament = make.ready_to_draw(31)
    make.play(tournament, 1)

    pages = pages_of(print_of("standings", tournament))

    assert len(pages) == 1
    assert "Order: first places, points" in pages[0]


@pytest.mark.parametrize("width", range(60, 160, 5))
def test_no_letter_of_a_long_name_stands_alone(width):
    name = "Maximiliánka Konstantýnopolitánská-Přešťastnická"

    lines, _size = fit(name, (width, 40), 10, bold=False, lines=2, least=8)

    assert "".join(lines).replace(" ", "") == name.replace(" ", "")
    assert all(len(word) >= 3 for line in lines for word in re.split("[ -]", line) if word)


def test_a_heading_of_two_words_is_broken_rather_than_made_smaller():
    broken = fit("third places", (12 * MM, 9 * MM), 9, bold=True, lines=2, keep_size=True)

    assert broken == (["third", "places"], 9)


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_what_a_place_brings_is_printed_nearly_as_large_as_the_figures(language):
    with translation.override(language):
        words = gettext("direct place")
    _lines, size = fit(words, ((AWARD - 2) * MM, 6.6 * MM), 10, bold=True, lines=2)

    assert size >= 8


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_the_words_below_the_code_of_a_table_card_are_eight_points_at_least(language):
    with translation.override(language):
        words = gettext("Round %(number)s: enter the result") % {"number": 12}
    _lines, size = fit(words, (CAPTION_WIDTH * MM, CAPTION_HEIGHT * MM), 9, bold=False, lines=2)

    assert size >= 8
