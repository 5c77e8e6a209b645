"""The workbook: the same numbers as the domain's, nothing that could run, nobody's data."""

import datetime as dt

import pytest
from django.conf import settings
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests import factories as make
from tests.prints import print_of
from tests.sheets import FORMULA, an_event, leave_out, opened, rows_of
from tournaments.exports.sheets import TITLES, Column, Form, Sheet, sheets_of
from tournaments.exports.xlsx import write_workbook
from tournaments.models import Person, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.models.result import Presence, Score
from tournaments.models.tournament import Kind

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def workbook_of(tournament, *, public=False):
    tournament.refresh_from_db()
    now = make.at(17)
    content = write_workbook(tournament, sheets_of(read_event(tournament), now, public=public), now)
    return opened(content)


def sheet_of(tournament, title, *, public=False):
    return rows_of(workbook_of(tournament, public=public)[title])


def every_value(book) -> list[object]:
    return [value for page in book for row in page.iter_rows(values_only=True) for value in row]


def test_the_organisers_workbook_has_six_sheets_named_in_their_language():
    tournament = an_event(rounds=1)

    book = opened(print_of("workbook", tournament))
    with translation.override("cs"):
        czech = opened(print_of("workbook", tournament))

    assert book.sheetnames == ["Players", "Rounds", "Results", "Standings", "Juniors", "Awards"]
    assert len(set(czech.sheetnames)) == 6


def test_the_standings_are_the_domains_cell_by_cell():
    tournament = an_event(14)

    rows = sheet_of(tournament, "Standings")

    event = read_event(tournament)
    assert list(rows[0])[4:8] == ["First places", "Points", "Game points", "Success"]
    assert [tuple(row.values()) for row in rows] == [
        (
            row.rank,
            event.entries[row.player].number,
            event.entries[row.player].name,
            None,
            *(row.figures[name] for name in ("first_places", "points", "game_points")),
            float(row.figures["success"]),
            *(row.figures[name] for name in ("second_places", "third_places")),
            row.games,
        )
        for row in event.standings().rows
    ]


def test_success_is_a_number_shown_in_percent_and_starts_are_times_by_the_clock_in_the_hall():
    book = workbook_of(an_event(rounds=1))

    success, start = book["Standings"]["H2"], book["Rounds"]["B2"]

    assert isinstance(success.value, float)
    assert success.number_format == "0.00 %"
    assert start.is_date
    assert start.value == dt.datetime(2026, 5, 16, 10)


def test_every_sheet_can_be_read_and_sorted_and_printed():
    for page in workbook_of(an_event(rounds=1)):
        assert page.freeze_panes == "A2"
        assert all(cell.font.bold for cell in page[1])
        assert page.auto_filter.ref == page.dimensions
        assert page.print_title_rows == "$1:$1"
        assert page.sheet_properties.pageSetUpPr.fitToPage
        assert page.page_setup.fitToHeight == 0
        assert page.oddHeader.left.text == "Catan && Co: Brno"
        assert all(d.width >= len(page[f"{x}1"].value) for x, d in page.column_dimensions.items())


def test_a_column_is_as_wide_as_what_stands_in_it_within_reason():
    columns = [Column("Name"), Column("Club")]
    sheet = Sheet("players", columns, [("Anna", "x" * 500), ("Małgorzata Świątek-Zielińska", "")])

    page = opened(write_workbook(make.make_tournament(), [sheet], make.at(9)))["Players"]

    assert [page.column_dimensions[letter].width for letter in "AB"] == [30, 42]


@pytest.mark.parametrize(
    "name", [FORMULA, "=SUM(A1)", "+420", "-1", "@SUM(A1)", "#N/A", "#REF!", "'quoted", "{=1}"]
)
def test_a_name_is_text_whatever_it_looks_like(name):
    tournament = make.make_tournament()
    make.make_entry(tournament, name)

    cell = workbook_of(tournament)["Players"]["B2"]

    assert (cell.value, cell.data_type) == (name, "s")


def test_characters_that_no_workbook_can_hold_are_left_out_and_hide_no_formula():
    tournament = make.make_tournament()
    for name in ("An\x00na\x1b No\x0bvá", "\x01=1+1", "Two\nlines", "Fin\uffff"):
        make.make_entry(tournament, "x", name=name.replace("\x00", ""))

    page = workbook_of(tournament)["Players"]

    found = [(cell.value, cell.data_type) for (cell,) in page["B2:B5"]]
    assert found == [("Anna Nová", "s"), ("=1+1", "s"), ("Two lines", "s"), ("Fin", "s")]


@given(text=st.text(max_size=30))
def test_any_text_at_all_can_be_written_and_read_back_as_text(text):
    sheet = Sheet("players", [Column("Name"), Column("Points", Form.NUMBER)], [(text, 1)])

    page = opened(write_workbook(Tournament(name=text), [sheet], make.at(9)))["Players"]

    assert page["A2"].data_type in ("s", "n")
    assert page["A2"].value is None or isinstance(page["A2"].value, str)
    assert page["B2"].value == 1


def test_the_organiser_reads_whole_names_who_is_a_junior_and_who_has_paid():
    tournament = an_event(rounds=1)
    tournament.entries.filter(number=2).update(paid=True)

    rows = sheet_of(tournament, "Players")

    entry = tournament.entries.get(number=2)
    assert rows[1] == {
        "Number": 2,
        "Name": entry.name,
        "Club": None,
        "Junior": "yes",
        "Paid": "yes",
        "State": "checked in",
        "Left after round": None,
    }
    assert rows[4]["Junior"] == "no"


@pytest.mark.parametrize("public", [False, True])
def test_no_sheet_has_a_birth_date_or_an_address(public):
    book = workbook_of(an_event(), public=public)

    values = every_value(book)

    assert not any("@" in value for value in values if isinstance(value, str))
    assert {v.date() for v in values if isinstance(v, dt.datetime)} == {make.DAY}


def test_the_public_reads_children_by_first_name_and_initial_on_every_sheet():
    tournament = an_event()
    children = [entry.person for entry in tournament.entries.filter(number__in=[2, 3, 4])]

    values = every_value(workbook_of(tournament, public=True))

    assert not {child.name for child in children} & set(values)
    assert {child.public_name for child in children} <= set(values)


def test_the_public_does_not_read_who_paid_nor_who_signed_off():
    tournament = make.make_tournament()
    make.make_entry(tournament, "Anna Nováková", paid=True)
    make.make_entry(tournament, "Petr Černý", state=EntryState.CANCELLED)

    rows = sheet_of(tournament, "Players", public=True)

    assert [row["Name"] for row in rows] == ["Anna Nováková"]
    assert list(rows[0]) == ["Number", "Name", "Club", "State", "Left after round"]


@pytest.mark.parametrize("public", [False, True])
def test_whoever_was_deleted_on_request_has_no_name_any_more(public):
    tournament = an_event()
    name = tournament.entries.get(number=7).name
    tournament.entries.filter(number=7).update(name="")

    values = every_value(workbook_of(tournament, public=public))

    assert name not in values
    assert "Former player" in values


def test_an_unpublished_draw_is_on_no_public_sheet():
    tournament = an_event(rounds=1)
    make.draw(tournament, 2)

    desk = sheet_of(tournament, "Rounds")
    rounds = sheet_of(tournament, "Rounds", public=True)
    results = sheet_of(tournament, "Results", public=True)

    assert [row["Table"] for row in desk if row["Round"] == 2] == [1, 2, 3, 4]
    second = next(row for row in rounds if row["Round"] == 2)
    assert {label for label, value in second.items() if value is not None} == {"Round", "Start"}
    assert {row["Round"] for row in results} == {1}


def test_every_game_has_a_row_for_each_player_with_what_it_brought():
    tournament = an_event(rounds=1)

    rows = sheet_of(tournament, "Results")

    event = read_event(tournament)
    scores = {
        (table.number, event.entries[key].number): score
        for table in event.rounds[0].tables
        for key, score in table.scores().items()
    }
    assert len(rows) == len(scores) == 13
    for row in rows:
        score = scores[row["Table"], row["Number"]]
        assert (row["Place"], row["Points"], row["Game points"], row["Success"]) == (
            score.place,
            score.points,
            score.game_points,
            float(score.success),
        )
        assert (row["End"], row["Took part"]) == ("the game was won", "played")


def test_a_breakdown_is_for_the_desk_alone():
    tournament = an_event(rounds=1)
    Score.objects.filter(seat__table__number=1, seat__position=1).update(
        parts={"settlements": 2, "cities": 3, "longest_road": 1}
    )

    found = next(r for r in sheet_of(tournament, "Results") if r["Settlements"] is not None)
    public = sheet_of(tournament, "Results", public=True)

    assert (found["Settlements"], found["Cities"], found["Victory Point cards"]) == (2, 3, 0)
    assert (found["Longest Road"], found["Largest Army"]) == (1, 0)
    assert "Settlements" not in public[0]


def test_a_table_without_a_result_says_so():
    tournament = an_event(rounds=1)
    make.publish(tournament, 2)

    rows = [row for row in sheet_of(tournament, "Results") if row["Round"] == 2]

    assert {row["End"] for row in rows} == {"no result yet"}
    assert {row["Points"] for row in rows} == {None}


def test_whoever_was_missing_from_the_start_has_no_points_but_a_row():
    tournament = an_event(rounds=1)
    Score.objects.filter(seat__table__number=4, seat__position=3).update(
        presence=Presence.MISSING, game_points=None
    )

    row = next(r for r in sheet_of(tournament, "Results") if r["Took part"] != "played")

    assert (row["Took part"], row["Points"], row["Success"]) == (
        "missing from the start",
        None,
        None,
    )


@pytest.mark.rule("D-122")
def test_an_excluded_player_has_no_place_but_stays_among_the_players():
    tournament = an_event()
    leave_out(tournament, 5)

    players, standings = (sheet_of(tournament, title) for title in ("Players", "Standings"))

    assert next(row for row in players if row["Number"] == 5)["State"] == "excluded"
    assert 5 not in [row["Number"] for row in standings]


@pytest.mark.rule("T-088")
def test_juniors_are_ranked_apart_with_their_place_among_all():
    tournament = an_event()

    rows = sheet_of(tournament, "Juniors")

    event = read_event(tournament)
    overall = {event.entries[r.player].number: r.rank for r in event.standings().rows}
    assert {row["Number"] for row in rows} == {2, 3, 4}
    assert [row["Place"] for row in rows] == [r.rank for r in event.junior_standings()]
    assert all(row["Place among all"] == overall[row["Number"]] for row in rows)


@pytest.mark.rule("T-087")
def test_two_juniors_are_no_category_and_no_sheet_tells_of_them_to_the_public():
    tournament = an_event()
    Person.objects.filter(entries__tournament=tournament, entries__number=2).update(birth_date=None)

    assert "Juniors" not in workbook_of(tournament, public=True).sheetnames


def test_awards_are_the_domains_the_main_ones_first():
    tournament = an_event(14)

    rows = sheet_of(tournament, "Awards")

    event = read_event(tournament)
    main = [row for row in event.standings().rows if row.player in event.awards]
    assert [row["Number"] for row in rows if row["Category"] == "all"] == [
        event.entries[row.player].number for row in main
    ]
    assert rows[0]["Award"] == "direct place in the final"
    assert {row["Category"] for row in rows} == {"all", "juniors"}


@pytest.mark.rule("D-136")
def test_awards_say_whether_the_series_has_to_confirm_them():
    tournament = an_event(14)
    late = make.at(12, day=make.DAY - dt.timedelta(days=3))
    Tournament.objects.filter(pk=tournament.pk).update(announced_at=late)

    rows = sheet_of(tournament, "Awards")

    assert {row["To be confirmed by the series"] for row in rows} == {"yes"}


@pytest.mark.parametrize("rounds", [0, 4])
def test_a_tournament_in_which_nothing_was_played_has_sheets_with_their_labels(rounds):
    tournament = make.make_tournament(rounds=rounds)
    make.checked_in(tournament, 5)

    book = workbook_of(tournament)

    sizes = {page.title: len(rows_of(page)) for page in book}
    assert sizes == {
        "Players": 5,
        "Rounds": rounds,
        "Results": 0,
        "Standings": 0,
        "Awards": 0,
    }


def test_a_tournament_without_anybody_is_a_workbook_too():
    assert len(workbook_of(make.make_tournament()).sheetnames) == len(TITLES) - 1


def offered_at_the_desk(tournament) -> set[str]:
    page = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/prints/")
    sections = [page.context["now"], *page.context["sections"]]
    return {kind.key for section in sections for kind in section.kinds}


@pytest.mark.rule("T-087")
@pytest.mark.parametrize("kind", [Kind.OTHER, Kind.SCHOOL])
def test_no_sheet_and_no_print_is_offered_of_what_an_event_does_not_give(kind):
    tournament = make.make_tournament(kind=kind)
    make.checked_in(tournament, 5)

    book = workbook_of(tournament)
    offered = offered_at_the_desk(tournament)

    assert book.sheetnames == ["Players", "Rounds", "Results", "Standings"]
    assert "csv-standings" in offered
    assert offered.isdisjoint({"csv-juniors", "csv-awards", "juniors"})


def test_what_an_event_gives_is_offered():
    assert {"csv-juniors", "csv-awards", "juniors"} <= offered_at_the_desk(an_event())


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_titles_of_sheets_are_such_as_excel_takes_in_every_language(language):
    with translation.override(language):
        titles = [str(title) for title in TITLES.values()]

    assert len(set(titles)) == len(titles)
    assert all(len(title) <= 31 and not set(title) & set("[]:*?/\\") for title in titles)


@pytest.mark.parametrize("players", [12, 40])
def test_a_workbook_takes_as_many_queries_for_many_players_as_for_few(
    django_assert_max_num_queries, players
):
    tournament = make.ready_to_draw(players, capacity=100)
    for number in (1, 2):
        make.play(tournament, number)
    tournament = Tournament.objects.select_related("club").get(pk=tournament.pk)

    with django_assert_max_num_queries(14):
        sheets_of(read_event(tournament), make.at(17))
