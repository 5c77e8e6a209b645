"""The big list at the door."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    checked_in,
    chief_of,
    draw,
    make_club,
    make_entry,
    make_junior,
    make_person,
    make_tournament,
    ready_to_draw,
    signed_in,
)
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def look(tournament, query="", role="organiser"):
    address = reverse("check_in_list", args=[tournament.slug])
    return signed_in(tournament, role).get(address + query).content.decode()


def test_whoever_waits_for_a_place_is_checked_in_like_everybody():
    tournament = make_tournament(state=State.CHECK_IN)
    make_entry(tournament, "Jan Cyril", state=EntryState.WAITING)

    assert "check in</span>" in look(tournament)


def test_the_row_of_whoever_gets_a_free_place_is_shown_anew_as_well():
    tournament = make_tournament(state=State.CHECK_IN, capacity=3)
    gone, *_others = (make_entry(tournament, name) for name in ("Jan A", "Petr B", "Eva C"))
    waiting = make_entry(tournament, "Jan Cyril", state=EntryState.WAITING)
    later = make_entry(tournament, "Zdeněk Žák", state=EntryState.WAITING)

    address = reverse("withdraw", args=[tournament.slug, gone.pk])
    answer = signed_in(tournament).post(address, headers={"HX-Request": "true"}).content.decode()

    waiting.refresh_from_db()
    assert waiting.state == EntryState.CONFIRMED
    assert f'id="entry-{waiting.pk}" class="person confirmed" hx-swap-oob="true"' in answer
    assert f'id="entry-{later.pk}"' not in answer


def test_everybody_stands_in_the_order_of_surnames_with_the_counts():
    tournament = make_tournament(state=State.CHECK_IN, fee="200 Kč")
    make_entry(tournament, "Zdeněk Žák")
    make_entry(tournament, "Petr Čermák", state=EntryState.CHECKED_IN)
    make_entry(tournament, "Jan Cyril", state=EntryState.WAITING)

    page = look(tournament)

    assert page.index("Jan Cyril") < page.index("Petr Čermák") < page.index("Zdeněk Žák")
    assert '<b id="count-in" data-mark>1</b>' in page
    assert '<b id="count-out" data-mark>1</b>' in page
    assert '<b id="count-unpaid" data-mark>2</b>' in page


@pytest.mark.parametrize("query", ["zak", "ŽÁK", "osadnici", "1"])
def test_the_search_needs_no_accents_and_no_javascript(query):
    tournament = make_tournament(state=State.CHECK_IN)
    make_entry(tournament, make_person("Zdeněk Žák"), club=make_club("Osadníci"))
    make_entry(tournament, "Petr Čermák")

    page = look(tournament, f"?q={query}")

    assert "Zdeněk Žák" in page
    assert "Petr Čermák" not in page


@pytest.mark.parametrize(
    ("show", "seen"),
    [
        ("in", {"Iva"}),
        ("expected", {"Eda", "Uma"}),
        ("waiting", {"Wanda"}),
        ("gone", {"Gita"}),
        ("all", {"Iva", "Eda", "Uma", "Wanda"}),
        ("nonsense", {"Iva", "Eda", "Uma", "Wanda"}),
    ],
)
def test_the_list_is_narrowed_by_a_tap_on_a_count(show, seen):
    tournament = make_tournament(state=State.CHECK_IN)
    states = {
        "Iva": EntryState.CHECKED_IN,
        "Eda": EntryState.CONFIRMED,
        "Uma": EntryState.UNCONFIRMED,
        "Wanda": EntryState.WAITING,
        "Gita": EntryState.CANCELLED,
    }
    for name, state in states.items():
        make_entry(tournament, name, state=state)

    page = look(tournament, f"?show={show}")

    assert {name for name in states if f"<strong>{name}</strong>" in page} == seen


@pytest.mark.rule("T-006", "T-074", "T-082")
def test_the_door_says_tables_and_what_is_missing():
    tournament = make_tournament(state=State.CHECK_IN)
    checked_in(tournament, 11)

    page = look(tournament)

    assert "2 × 4 + 1 × 3" in page
    assert "1 more for the twelve that count." in page


@pytest.mark.rule("T-012", "T-074")
def test_before_anybody_is_here_nothing_is_said_of_playing_all_the_same():
    page = look(make_tournament(state=State.CHECK_IN))

    assert "12 more for the twelve that count." in page
    assert "may be played" not in page


@pytest.mark.rule("T-012")
def test_five_players_are_told_that_no_tables_can_be_made():
    tournament = make_tournament(state=State.CHECK_IN)
    checked_in(tournament, 5)

    page = look(tournament)

    assert "Find one more player or leave one out." in page


@pytest.mark.rule("T-078", "T-084", "T-087", "T-090")
def test_the_door_says_the_places_of_the_present_number():
    tournament = make_tournament(state=State.CHECK_IN)
    checked_in(tournament, 18)
    for name in ("Adam", "Bára", "Cyril"):
        make_entry(tournament, make_junior(name), state=EntryState.CHECKED_IN)

    page = look(tournament)

    assert "2 direct places" in page
    assert "a qualification point for places 3 to 8" in page
    assert "1 direct junior place" in page
    assert "a qualification point for place 2" in page


def test_the_number_of_queries_does_not_grow_with_the_list(django_assert_max_num_queries):
    tournament = make_tournament(state=State.CHECK_IN)
    checked_in(tournament, 40)
    desk = signed_in(tournament)
    address = reverse("check_in_list", args=[tournament.slug])

    with django_assert_max_num_queries(16):
        desk.get(address)


def test_after_the_draw_only_the_chief_referee_sees_the_way_in():
    tournament = ready_to_draw(12)
    late = make_entry(tournament, "Pozdní Host", state=EntryState.NO_SHOW)
    draw(tournament)
    address = reverse("check_in_list", args=[tournament.slug])
    admit = reverse("admit_latecomer", args=[tournament.slug, late.pk])

    assert admit not in look(tournament)
    assert admit in chief_of(tournament).get(address).content.decode()


def test_names_are_shown_as_text():
    tournament = make_tournament(state=State.CHECK_IN)
    make_entry(tournament, "<script>alert(1)</script>")

    page = look(tournament)

    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


@pytest.mark.rule("D-110")
def test_after_the_draw_the_organiser_reads_who_admits_whoever_is_late_and_where():
    tournament = ready_to_draw(12)
    late = make_entry(tournament, "Pozdní Host", state=EntryState.NO_SHOW)
    assert "lets in whoever comes now" not in look(tournament)
    draw(tournament)
    chief = tournament.officials.get(role="chief-referee")

    page = look(tournament)
    of_chief = chief_of(tournament).get(reverse("check_in_list", args=[tournament.slug]))
    own = signed_in(tournament).get(reverse("edit_entry", args=[tournament.slug, late.pk]))

    told = f"only the chief referee, {chief.full_name}, lets in whoever comes now"
    assert told in page
    assert "let in by the chief referee" in page
    assert told in own.content.decode()
    assert "lets in whoever comes now" not in of_chief.content.decode()


def test_where_nobody_is_chief_referee_the_list_leads_to_where_one_is_named():
    tournament = ready_to_draw(12)
    draw(tournament)
    tournament.officials.filter(role="chief-referee").delete()

    page = look(tournament)

    assert "Nobody is chief referee" in page
    assert reverse("officials", args=[tournament.slug]) in page
