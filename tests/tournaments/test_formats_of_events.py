"""Events that are counted and ranked by another format than the Tour's."""

import json
import re
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    agreeing,
    doer,
    draw_lots,
    enter,
    make_tournament,
    publish,
    ready_to_draw,
    signed_in,
)
from tests.prints import pages_of, print_of
from tournaments.domain.formats.kept import copy_of
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.exports.sheets import sheets_of
from tournaments.forms.announcing import TournamentForm
from tournaments.models import Tournament
from tournaments.models.event import read_event
from tournaments.services import announcing, rounds

pytestmark = pytest.mark.django_db


def of(preset, players=8, **fields):
    return ready_to_draw(players, kind="other", format=copy_of(preset), **fields)


@pytest.fixture
def german() -> Tournament:
    """One round: at table 1 two level seconds, at table 2 three."""
    tournament = of("germany-ranking")
    tables = list(publish(tournament).tables.select_related("draw__round"))
    enter(tables[0], (10, 8, 8, 5))
    enter(tables[1], (10, 7, 7, 7))
    return tournament


def page(tournament, path="standings/", language="en"):
    with translation.override(language):
        browser = signed_in(tournament)
        return browser.get(reverse("tournament", args=[tournament.slug]) + path).content.decode()


@pytest.mark.rule("FM-21", "FMD-02")
def test_the_standings_of_an_event_follow_its_format(german):
    rows = read_event(german).standings().rows

    points = " ".join(str(row.figures["points"]) for row in rows)
    assert points == "5 5 5/2 5/2 2 2 2 1"
    assert [row.rank for row in rows] == [1, 1, 3, 3, 5, 5, 5, 8]


@pytest.mark.rule("FMD-03")
@pytest.mark.parametrize(("language", "shown"), [("en", "2.5"), ("cs", "2,5"), ("pl", "2,5")])
def test_halves_are_shown_as_the_reader_writes_them(german, language, shown):
    assert f">{shown}</td>" in page(german, language=language)
    assert f">{shown}</td>" in page(german, "results/", language)


@pytest.mark.rule("FM-36")
def test_the_sentence_of_a_rank_names_the_criterion_of_the_format(german):
    assert "points 5\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}2.5" in page(german)
    assert "mean share" in page(german)


@pytest.mark.rule("FMD-10")
def test_a_format_without_points_has_no_column_of_them():
    tournament = of("catan-studio-2024")
    enter(publish(tournament).tables.select_related("draw__round").first(), (10, 8, 8, 5))

    standings, results = page(tournament), page(tournament, "results/")

    assert 'title="wins"' in standings
    assert 'title="points"' not in standings
    assert ">Points<" not in results
    assert ">Share<" in results


ONLY_OF_THE_TOUR = re.compile(r"[Ff]irst places|[Ss]uccess\b(?!\">)")
ONLY_OF_OTHERS = re.compile(r"(?<!-)\b[Ww]ins\b|[Mm]ean share|>Share<")


def every_word(tournament):
    """The pages of its format, standings, results and of a player, those of the desk, and files."""
    at_desk = signed_in(tournament, "organiser")
    with translation.override("en"):
        pages = [page(tournament, of) for of in ("format/", "standings/", "results/", "players/1/")]
        desk = [
            at_desk.get(f"/en/t/{tournament.slug}/desk/{of}/").content.decode()
            for of in ("closing", "results")
        ]
        sheets = sheets_of(read_event(tournament), doer().now)
    assert all("<h1" in one for one in (*pages, *desk))
    return [*pages, *desk, *(str(column.label) for one in sheets for column in one.columns)]


@pytest.mark.parametrize(
    ("format_", "kind", "others"),
    [
        ("catan-tour", "season", ONLY_OF_OTHERS),
        ("catan-tour-last-round", "other", ONLY_OF_OTHERS),
        ("netherlands-2024", "other", ONLY_OF_THE_TOUR),
    ],
)
def test_a_criterion_has_one_name_in_all_of_an_event(format_, kind, others):
    tournament = ready_to_draw(8, kind=kind, format=copy_of(format_))
    for table in publish(tournament).tables.select_related("draw__round"):
        enter(table, (10, 8, 7, 5))

    assert [found for words in every_word(tournament) for found in others.findall(words)] == []


def test_the_emergency_pack_adds_up_by_the_format(german):
    with translation.override("en"):
        pack = " ".join(" ".join(pages_of(print_of("emergency-pack", german))).split())

    assert "Order: points, game points, mean share, wins," in pack
    assert "Points of the places: 5–3–2–1 at a table of four" in pack
    assert "Level players share a place and the points of all places that they fill." in pack
    assert "If time runs out, whoever has the most points is first" in pack
    assert "More than 10 points count as 10" not in pack
    assert not ONLY_OF_THE_TOUR.search(pack)


def test_files_have_the_figures_of_the_format(german):
    with translation.override("en"):
        sheets = {sheet.key: sheet for sheet in sheets_of(read_event(german), doer().now)}

    labels = [str(column.label) for column in sheets["standings"].columns]
    assert labels.index("Points") < labels.index("Game points") < labels.index("Wins")
    assert Decimal("2.5") in [cell for row in sheets["standings"].rows for cell in row]


def test_the_draw_reads_shared_points_as_whole_numbers():
    fewest = {"stages": [{"rounds": 4, "threes": "fewest_points"}]}
    kept = copy_of("germany-ranking")
    kept["format"] |= fewest
    tournament = ready_to_draw(7, kind="other", format=kept)
    for table in publish(tournament).tables.select_related("draw__round"):
        enter(table, (10, 8, 8, 5)[: table.seats.count()])
    agreeing(lambda who: rounds.close_round(tournament, 1, who))
    drawn = publish(tournament, 2)

    assert sorted(drawn.inputs["points"].values()) == [12, 24, 24, 30, 30, 60, 60]
    assert "points: 2 · tables of three" in page(tournament, "rounds/2/")


@pytest.mark.rule("FM-01")
def test_an_archive_takes_the_format_along(german):
    document = json.loads(json.dumps(archive_of(german)))

    copied = read_archive(document, copy_to="copy")

    assert document["tournament"]["format"]["preset"] == "germany-ranking"
    assert read_event(copied).ranking == read_event(german).ranking


def test_the_archive_of_an_event_of_the_tour_says_nothing_of_a_format():
    assert "format" not in archive_of(ready_to_draw(8))["tournament"]


@pytest.mark.rule("FMD-07")
def test_an_event_of_the_tour_takes_no_other_format():
    tournament = make_tournament()

    with pytest.raises(Refused) as refusal:
        announcing.edit_tournament(
            tournament, {"format": copy_of("austria-2019")}, [{}] * 4, doer()
        )

    assert refusal.value.rule_id == "T-002"
    tournament.refresh_from_db()
    assert tournament.format == {}


@pytest.mark.rule("FMD-06")
def test_the_format_stays_once_round_1_is_drawn(german):
    with pytest.raises(Refused) as refusal:
        announcing.edit_tournament(german, {"format": copy_of("austria-2019")}, [{}] * 4, doer())

    assert refusal.value.rule_id == "T-068"


def test_the_page_of_an_event_leads_to_its_format(german):
    shown = page(german, "")

    assert '<a href="/en/formats/germany-ranking/">Germany, ranking tournament</a>' in shown
    assert "/formats/" not in page(ready_to_draw(8), "").split("<main")[1]


@pytest.mark.rule("FM-35")
def test_the_standings_say_what_orders_those_who_played_a_later_stage():
    tournament = of("catan-studio-2024", rounds=2, cuts=[4])
    for table in publish(tournament).tables.select_related("draw__round"):
        enter(table, (10, 8, 5, 4))
    agreeing(lambda who: rounds.close_round(tournament, 1, who))
    draw_lots(tournament)
    enter(publish(tournament, 2).tables.select_related("draw__round").get(), (10, 8, 5, 4))

    assert "Whoever goes on comes first; the others stay" in page(tournament)


def told(tournament, **changed):
    """What the form of the announcement says of its format."""
    stored = TournamentForm(instance=tournament).initial
    shown = {name: "" if value is None else value for name, value in stored.items()}
    form = TournamentForm({**shown, "date": tournament.date, **changed}, instance=tournament)
    return form, form.errors.get("format", [])


def test_an_organiser_chooses_a_format_and_the_event_keeps_a_copy_of_it():
    form, mistakes = told(of("austria-2019"), kind="other", format="manresa-2023")

    assert mistakes == []
    assert form.cleaned_data["format"] == copy_of("manresa-2023")


def test_a_format_for_games_by_score_is_refused_for_another_game():
    with translation.override("en"):
        _form, mistakes = told(of("austria-2019"), kind="other", format="by-score")

    assert "choose such a game, or another format" in mistakes[0]


@pytest.mark.rule("FMD-07")
def test_what_was_chosen_for_another_kind_goes_with_the_kind():
    form, mistakes = told(of("austria-2019"), kind="season", format="austria-2019")

    assert mistakes == []
    assert form.cleaned_data["format"] == {}


def change(browser, tournament, preset, *, reason="The wrong one was chosen.", seen=None):
    told = {"format": preset, "reason": reason}
    told["seen"] = tournament.format.get("preset", "") if seen is None else seen
    with translation.override("en"):
        address = reverse("change_format", args=[tournament.slug])
        return browser.post(address, told, follow=True)


@pytest.mark.rule("FMD-06")
def test_after_the_first_draw_the_series_changes_the_format_for_a_reason_that_all_read(german):
    before = read_event(german).standings().rows[0].figures["points"]

    change(signed_in(german, "administrator"), german, "")

    german.refresh_from_db()
    assert german.format == {}
    assert (before, read_event(german).standings().rows[0].figures["points"]) == (5, 10)
    shown = page(german, "")
    assert "The format is changed from Germany, ranking tournament to As the Catan Tour" in shown
    assert "The wrong one was chosen." in shown


@pytest.mark.rule("FMD-06")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"reason": ""}, "required"),
        ({"seen": "austria-2019"}, "meanwhile"),
        ({"preset": "by-score"}, "choose such a game, or another format"),
    ],
)
def test_a_format_that_cannot_be_changed_so_stays_and_what_was_typed_stays(german, given, told):
    kept = german.format
    given = {"preset": "austria-2019", "reason": "Typed with care.", **given}

    answer = change(signed_in(german, "administrator"), german, given.pop("preset"), **given)

    german.refresh_from_db()
    assert german.format == kept
    assert told in answer.content.decode()
    assert given["reason"] in answer.content.decode()


@pytest.mark.rule("FMD-06")
def test_the_organiser_changes_no_format_once_round_1_is_drawn(german):
    browser = signed_in(german)
    with translation.override("en"):
        desk = browser.get(reverse("rule_changes_desk", args=[german.slug])).content.decode()

    assert "the series alone changes the format" in desk
    assert "Change the format" not in desk
    assert change(browser, german, "austria-2019").status_code == 403


@pytest.mark.rule("FMD-07")
def test_nobody_gives_an_event_of_the_tour_another_format(german):
    tour = ready_to_draw(8)
    publish(tour)

    answer = change(signed_in(tour, "administrator"), tour, "austria-2019")

    tour.refresh_from_db()
    assert tour.format == {}
    assert "by the rules of the Tour alone" in answer.content.decode()
