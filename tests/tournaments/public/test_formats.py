"""The pages of formats: what each preset says, in words made from its value."""

import json
import re
from typing import get_args

import pytest
from django.conf import settings
from django.utils import translation

from tournaments.domain.draw import drawing
from tournaments.domain.formats.presets import presets
from tournaments.domain.formats.reading import faults, format_of
from tournaments.domain.formats.values import Seating
from tournaments.domain.names import text_key
from tournaments.views.public.format_words import (
    SEATINGS,
    examples,
    plans,
    scoring_words,
    standings_words,
)

pytestmark = pytest.mark.django_db


def page(client, key="", language="en"):
    start = "" if language == settings.LANGUAGE_CODE else f"/{language}"
    return client.get(f"{start}/formats/{key}")


def words_of(key):
    with translation.override("en"):
        format_ = presets()[key].format
        said = [*scoring_words(format_), *standings_words(format_)]
        stages = [stage for plan in plans(format_) for stage in (plan.players, *plan.stages)]
        return " ".join(map(str, [*stages, *said]))


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
def test_every_preset_has_its_page_in_every_language_and_is_listed(client, language):
    listed = page(client, language=language).content.decode()

    for key, preset in presets().items():
        assert f"/formats/{key}/" in listed
        shown = page(client, f"{key}/", language)
        assert shown.status_code == 200
        assert preset.name(language).replace("&", "&amp;") in shown.content.decode()


def test_a_format_that_is_none_has_no_page(client):
    assert page(client, "chess/").status_code == 404


@pytest.mark.rule("FM-03")
def test_stages_are_told_by_the_number_of_players():
    with translation.override("en"):
        told = plans(presets()["catan-studio-2024"].format)

    assert [plan.players for plan in told] == [
        "12 to 15 players",
        "16 to 28 players",
        "16 to 28 players, if the organiser prefers it",
        "from 29 players on",
    ]
    assert [len(plan.stages) for plan in told] == [2, 2, 3, 3]
    assert told[-1].stages[0].startswith("everybody: 3 rounds; ")
    assert told[-1].stages[1].startswith("the best 16: 1 round; ")
    assert told[-1].stages[2].startswith("the winners of the tables before: 1 round; ")


@pytest.mark.rule("FM-13", "FM-15")
def test_a_schedule_has_tables_of_three_in_turn():
    said = words_of("germany-ranking")

    assert "everybody sits at tables of three in turn" in said
    assert "the lot decides who sits" not in said


@pytest.mark.rule("FMD-01")
def test_what_a_source_does_not_print_is_said(client):
    shown = page(client, "netherlands-2024/").content.decode()

    assert "Not printed in the source" in shown
    assert "<li>points of the places</li>" in shown
    assert "Not printed in the source" not in page(client, "austria-2019/").content.decode()


@pytest.mark.rule("FM-04", "FM-35")
@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("catan-tour-last-round", "All games of the day count together."),
        ("germany-direct", "All games of the day count together."),
        ("austria-2019", "The last tables decide their places, from table 1 on."),
        ("netherlands-2024", "Whoever plays a later stage comes first"),
    ],
)
def test_what_a_later_stage_counts_is_said_as_it_is(key, sentence):
    ahead = ("Whoever plays a later stage", "Whoever goes on", "The last tables", "All games of")
    said = [words for words in ahead if words in words_of(key)]
    assert [sentence.startswith(words) for words in said] == [True]


def test_the_words_follow_the_value():
    written = dict(presets()["germany-ranking"].written)
    changed = format_of(written | {"points": {"4": [7, 4, 2, 0], "3": [7, 4, 0]}, "cap": False})

    with translation.override("en"):
        said = " ".join(map(str, scoring_words(changed)))

    assert "5–3–2–1 at a table of four, 5–3–1 at one of three" in words_of("germany-ranking")
    assert "7–4–2–0 at a table of four, 7–4–0 at one of three" in said
    assert "Game points count in full." in said


@pytest.mark.rule("FM-35")
@pytest.mark.parametrize("key", ["catan-tour-last-round", "manresa-2023", "germany-direct"])
def test_where_everybody_plays_every_stage_all_games_are_said_to_count(client, key):
    said = page(client, f"{key}/").content.decode()

    assert "All games of the day count together." in said
    assert "Whoever plays a later stage comes first" not in said


@pytest.mark.rule("FMD-10")
def test_nobody_shares_points_that_there_are_not():
    with translation.override("en"):
        said = [str(sentence) for sentence in scoring_words(presets()["catan-studio-2024"].format)]

    assert "Places bring no points." in said
    assert "Level players share a place." in said
    assert "Level players share a place and the points" in words_of("germany-ranking")


def test_the_tour_stands_first_and_the_others_by_their_names(client):
    names = re.findall(r'class="grow" href="[^"]+">([^<]+)<', page(client, "").content.decode())

    assert names[0] == "Catan Tour"
    assert names[1:] == sorted(names[1:], key=text_key)
    assert len(names) == len(presets())


@pytest.mark.rule("FM-21", "FMD-02", "FMD-03")
def test_the_worked_tables_have_level_players_and_time_that_ran_out():
    with translation.override("cs"):
        tables = examples(presets()["germany-ranking"].format)

    assert [[line.points for line in lines] for _words, lines in tables] == [
        [5, "2,5", "2,5", 1],
        [4, 4, 2, 1],
        [5, 3, 1],
    ]
    assert [line.place for line in tables[0][1]] == [1, 2, 2, 4]


@pytest.mark.rule("FM-01", "FM-02", "FM-03", "FM-07")
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"stages": [{"best": 8}]}, "everybody plays the first stage"),
        ({"stages": [{}, {"best": 5}]}, "tables of 4 and 3 cannot seat 5"),
        ({"stages": [{}, {"best": 8}, {"best": 16}]}, "a stage cannot grow"),
        ({"stages": [{}, {"best": 8}, {}]}, "a stage cannot grow"),
        ({"stages": [{}, {"winners": True}, {"winners": True}]}, "winners of winners"),
        ({"stages": [{"rounds": 3, "most_rounds": 2}]}, "at least 3 rounds and at most 2"),
        ({"stages": [{"game": "chess"}]}, "chess is none of tour"),
        ({"stages": [{}], "bands": [{"stages": [{}]}]}, "leave one of them out"),
        ({"bands": [{"from": 9, "to": 8, "stages": [{}]}]}, "from 9 to 8 players"),
        ({"by_score": True, "target": 10}, "a game that goes by score has no target"),
    ],
)
def test_contradictions_are_told_in_a_sentence(change, sentence):
    written = {"points": None, "order": ["wins"], **change}

    assert any(re.search(re.escape(sentence), str(fault.refusal)) for fault in faults(written))


def test_no_preset_contradicts_itself():
    assert [key for key, preset in presets().items() if list(faults(preset.written))] == []


@pytest.mark.rule("FM-12")
def test_the_draw_the_formats_the_schemas_and_the_pages_know_the_same_ways_to_seat():
    docs = settings.BASE_DIR / "docs"
    asked, format_ = (
        json.loads((docs / "schemas" / f"{name}.json").read_text())
        for name in ("draw-input", "format")
    )
    of_a_stage = format_["$defs"]["stages"]["items"]["properties"]["seating"]
    commands = (docs / "commands.md").read_text()

    ways = list(get_args(drawing.Seating))

    assert [seating.value for seating in Seating] == ways
    assert [seating.value for seating in SEATINGS] == ways
    assert asked["properties"]["seating"]["enum"] == of_a_stage["enum"] == ways
    assert [way for way in ways if f'`"{way}"`' not in commands] == []
