"""An organiser makes a format of one's own for an event, and sees at once what players read."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.factories import make_tournament, publish, ready_to_draw, signed_in
from tournaments.domain.formats.own import oddities
from tournaments.domain.formats.presets import presets
from tournaments.domain.formats.reading import format_of
from tournaments.domain.names import text_key
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.forms.announcing import format_choices
from tournaments.forms.formats import initial_of
from tournaments.models.tournament import State

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

POINTS = {"4": [5, 3, 2, 1], "3": [5, 3, 1]}


@pytest.fixture
def event():
    return ready_to_draw(8, kind="other")


def address(event):
    return reverse("edit_format", args=[event.slug])


def typed(event, preset="germany-ranking", **changed):
    initial = initial_of("Our club", presets()[preset].written, event.format)
    told = {name: "" if value is None else value for name, value in initial.items()}
    if not told["cap"]:
        del told["cap"]
    return {**told, "do": "show", **changed}


def send(event, browser=None, **fields):
    browser = browser or signed_in(event)
    answer = browser.post(address(event), typed(event, **fields), follow=True)
    event.refresh_from_db()
    return answer.content.decode()


def odd(written):
    return [str(caution) for caution in oddities(format_of({"points": None, **written}))]


@pytest.mark.rule("FM-02")
def test_a_stage_of_more_than_may_come_is_odd():
    final = {"stages": [{"rounds": 3}, {"best": 16}], "order": ["wins"]}

    assert odd(final) == [
        "A stage of the best 16 needs at least 16 players; with fewer all play it."
    ]
    assert odd({"order": ["wins"], "bands": [{"from": 16, "stages": final["stages"]}]}) == []


@pytest.mark.rule("FM-02", "FM-20", "FM-31")
def test_points_and_wins_that_nothing_follows_from_are_odd():
    assert "the order does not ask" in odd({"points": POINTS, "order": ["wins"]})[0]
    assert "for having won" in odd({"order": ["game_points"]})[0]
    level = {"4": [5, 5, 2, 1], "3": [5, 3, 1]}
    assert "no more than a second" in odd({"points": level, "order": ["points"]})[0]
    two = [{"rounds": 2}, {"best": 8}, {"winners": True}]
    assert "8 has 2 winners" in odd({"order": ["wins"], "stages": two})[-1]


def test_a_page_begins_with_a_preset_and_shows_its_words(event):
    shown = signed_in(event).get(address(event) + "?from=austria-2019").content.decode()

    assert 'value="5-3-2-1"' in shown
    assert "Points of the places: 5–3–2–1 at a table of four" in shown


def test_one_thing_is_changed_and_its_words_are_read_at_once(event):
    shown = send(event, points_4="7-4-2-1", points_3="7-4-1")

    assert "Points of the places: 7–4–2–1 at a table of four" in shown
    assert event.format == {}


@pytest.mark.rule("FMD-06")
def test_the_event_keeps_its_own_copy_and_plays_by_it(event):
    send(event, do="keep", points_4="7-4-2-1", points_3="7-4-1", order_2="wins", order_4="")

    assert event.format["preset"] == "own"
    assert event.format["name"] == "Our club"
    assert event.scoring.points == {4: (7, 4, 2, 1), 3: (7, 4, 1)}
    assert event.acts.filter(name="edit_format").get().detail == "Our club"
    page = signed_in(event).get(reverse("tournament", args=[event.slug])).content.decode()
    assert f'<a href="{reverse("event_format", args=[event.slug])}">Our club</a>' in page
    words = signed_in(event).get(reverse("event_format", args=[event.slug])).content.decode()
    assert "7–4–2–1" in words
    again = signed_in(event).get(address(event)).content.decode()
    assert 'value="7-4-2-1"' in again


def test_formats_to_choose_from_are_in_the_order_of_their_names_not_of_surnames(event):
    with translation.override("cs"):
        shown = signed_in(event).get(address(event)).context["presets"]
        announced = [str(name) for _key, name in format_choices({})[1:]]

    offered = [name for _key, name in shown]
    assert offered == sorted(offered, key=text_key)
    assert announced == sorted(announced, key=text_key)
    assert len(announced) == len(offered) - 1 > 10


def test_what_has_no_field_stays_as_it_was(event):
    send(event, preset="world-2012", do="keep")

    assert event.format["format"]["stages"] == presets()["world-2012"].written["stages"]


def test_games_go_to_the_target_of_the_format(event):
    send(event, do="keep", target="12")

    assert event.target == 12


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"points_4": "5-3-2"}, "a table of 4 has 4 places, not 3"),
        ({"points_4": "1-2-3-5"}, "a better place brings fewer points"),
        ({"order_2": "points"}, "points is a criterion twice"),
        ({"points_4": "", "points_3": ""}, "places bring no points here"),
        ({"points_4": "five-three"}, "Whole numbers with a hyphen between them"),
        ({"base": "[]"}, "no format as JSON"),
    ],
)
def test_what_contradicts_itself_is_refused_and_what_was_typed_stays(event, changed, words):
    shown = send(event, do="keep", name="Kept with care", **changed)

    assert words in shown
    assert "Kept with care" in shown
    assert event.format == {}


def test_a_format_that_was_written_down_is_read_again(event):
    browser = signed_in(event)
    written = {"points": POINTS, "order": ["points"], "level": "shared", "target": 12}

    shown = browser.post(address(event), {"do": "read", "written": json.dumps(written)})
    refused = browser.post(address(event), {"do": "read", "written": '{"order": 1}'})

    assert 'name="target" value="12"' in shown.content.decode()
    assert "points" in refused.content.decode()
    assert "{&quot;order&quot;: 1}" in refused.content.decode()


@pytest.mark.rule("FMD-06")
def test_once_a_round_is_drawn_the_organiser_makes_none(event):
    publish(event)
    event.refresh_from_db()

    assert "the administrators of the series alone" in send(event, do="keep")
    assert event.format == {}


@pytest.mark.rule("FMD-07")
def test_an_event_of_the_tour_has_none_of_its_own():
    tour = make_tournament()

    assert "by the rules of the Tour alone" in send(tour, do="keep")
    assert tour.format == {}


def test_of_two_at_once_the_second_looks_again(event):
    before = typed(event, do="keep", name="The second")
    send(event, do="keep")

    answer = signed_in(event).post(address(event), before)

    event.refresh_from_db()
    assert event.format["name"] == "Our club"
    assert "changed meanwhile" in answer.content.decode()


def test_an_archive_takes_an_own_format_along(event):
    send(event, do="keep")

    copied = read_archive(json.loads(json.dumps(archive_of(event))), copy_to="copy")

    assert copied.format == event.format


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "10–3–2–1 at a table of four"),
        ({"kind": "other", "ruleset": "dice", "target_points": 0}, "The game goes by score"),
    ],
)
def test_the_format_of_an_event_that_keeps_none_is_told_as_well(fields, words):
    event = make_tournament(**fields)

    shown = Client().get(reverse("event_format", args=[event.slug])).content.decode()

    assert words in shown


def test_a_draft_has_no_page_of_its_format_for_everybody():
    draft = make_tournament(state=State.DRAFT)

    answer = Client().get(reverse("event_format", args=[draft.slug]))

    assert answer.status_code == 404
