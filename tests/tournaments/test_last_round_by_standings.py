"""Season events whose last round is drawn by standings, where the series allows it (FMD-11)."""

import pytest
from django.urls import reverse

from tests.factories import (
    agreeing,
    at,
    doer,
    draw,
    make_official,
    make_tournament,
    play,
    ready_to_draw,
    signed_in,
)
from tests.tournaments.test_formats_of_events import told
from tournaments.domain.formats.kept import LAST_ROUND_CHANGE, copy_of
from tournaments.domain.formats.presets import LAST_ROUND
from tournaments.domain.formats.values import Seating
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.models import Season
from tournaments.models.entry import Role
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.services import announcing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

FORMAT = copy_of(LAST_ROUND)


@pytest.fixture
def allowed():
    return Season.objects.create(year=2026, last_round_by_standings=True)


def edit(tournament, **fields):
    agreeing(lambda who: announcing.edit_tournament(tournament, fields, [{}] * 4, who))
    tournament.refresh_from_db()


def announced(**fields):
    tournament = make_tournament(**fields)
    for role in (Role.ORGANISER, Role.CHIEF_REFEREE):
        make_official(tournament, role)
    return tournament


@pytest.mark.rule("FMD-11", "FMD-07")
def test_the_switch_is_off_by_default_and_its_change_is_in_the_history():
    season = Season.objects.create(year=2026)
    assert season.last_round_by_standings is False

    administrator = signed_in(None, "administrator")
    address = reverse("edit_season", args=[2026])
    answer = administrator.post(address, {"last_round_by_standings": "on", "places_7_8": ""})

    assert answer.status_code == 302
    kept = season.history.values_list("last_round_by_standings", flat=True)
    assert list(kept) == [True, False]


@pytest.mark.rule("FMD-11", "FMD-07")
def test_without_the_switch_a_season_event_may_not_take_it():
    tournament = make_tournament()

    with pytest.raises(Refused, match="administrators of the series allow it") as refusal:
        edit(tournament, format=FORMAT)

    assert refusal.value.rule_id == "FMD-11"
    form, _mistakes = told(tournament)
    assert "last_round_by_standings" not in form.fields


@pytest.mark.rule("FMD-07")
@pytest.mark.parametrize(
    ("kind", "format_"),
    [("final", FORMAT), ("season", copy_of("austria-2019"))],
    ids=["the final", "another format"],
)
def test_the_switch_allows_nothing_else(allowed, kind, format_):
    with pytest.raises(Refused, match="by the rules of the Tour alone"):
        edit(make_tournament(kind=kind), format=format_)


@pytest.mark.rule("FMD-11", "T-068", "T-069")
def test_an_announced_event_that_takes_it_says_so_at_once_as_a_change_of_the_rules(allowed):
    tournament = announced()

    edit(tournament, format=FORMAT)

    assert [one.text for one in tournament.rule_changes.all()] == [LAST_ROUND_CHANGE]
    page = signed_in(None, "visitor").get(reverse("tournament", args=[tournament.slug]))
    assert LAST_ROUND_CHANGE in page.content.decode()
    edit(tournament, format={})
    assert not tournament.rule_changes.exists()


@pytest.mark.rule("FMD-11", "T-068")
def test_a_draft_says_so_once_it_is_announced(allowed):
    tournament = announced(state=State.DRAFT)
    edit(tournament, format=FORMAT)
    assert not tournament.rule_changes.exists()

    early = at(12).replace(year=2026, month=1)
    agreeing(lambda who: announcing.announce(tournament, who), doer(now=early))

    assert [one.published_at for one in tournament.rule_changes.all()] == [early]


@pytest.mark.rule("FMD-11")
def test_a_draft_of_a_season_that_allows_it_no_more_is_not_announced(allowed):
    tournament = make_tournament(state=State.DRAFT)
    edit(tournament, format=FORMAT)
    Season.objects.update(last_round_by_standings=False)

    findings = announcing.announcement_findings(tournament, doer().now)

    assert "FMD-11" in [refusal.rule_id for refusal in findings.refusals]


@pytest.mark.rule("FMD-11")
def test_what_is_announced_keeps_it_though_the_series_allows_it_no_more(allowed):
    tournament = announced()
    edit(tournament, format=FORMAT)
    Season.objects.update(last_round_by_standings=False)

    edit(tournament, capacity=32, format=FORMAT)

    assert tournament.has_last_round_by_standings
    assert tournament.rule_changes.count() == 1


@pytest.mark.rule("FMD-11", "T-069")
def test_once_round_1_is_drawn_it_stays(allowed):
    tournament = ready_to_draw(8)
    draw(tournament)

    with pytest.raises(Refused, match="stay once round 1 is drawn"):
        edit(tournament, format=FORMAT)


@pytest.mark.rule("FMD-11")
def test_the_form_offers_it_by_a_tick_where_it_is_allowed(allowed):
    tournament = announced()
    form, _mistakes = told(tournament, last_round_by_standings="on")
    assert form.cleaned_data["format"] == FORMAT
    assert "last_round_by_standings" not in form.cleaned_data

    edit(tournament, format=FORMAT)
    shown, mistakes = told(tournament)
    left, _mistakes = told(tournament, last_round_by_standings="")

    assert (shown.initial["last_round_by_standings"], mistakes) == (True, [])
    assert shown.cleaned_data["format"] == FORMAT
    assert left.cleaned_data["format"] == {}


@pytest.mark.rule("FMD-11", "FM-12")
def test_the_last_round_brings_the_best_four_to_one_table_and_its_pages_say_so(allowed):
    tournament = ready_to_draw(8, format=FORMAT)
    for number in (1, 2, 3):
        play(tournament, number)
    best = [row.player for row in read_event(tournament).standings().rows[:4]]
    play(tournament, 4, close=False)

    event = read_event(tournament)
    assert [event.seating_of(one.number) for one in event.rounds] == [
        *[Seating.RANDOM] * 3,
        Seating.STANDINGS,
    ]
    assert set(event.round(4).table(1).entry_ids) == set(best)
    browser, said = signed_in(tournament), "by standings: change of the rules"
    token = event.entries[best[0]].token
    for name, args in {
        "round": [4],
        "results": [4],
        "my_page": [token],
        "round_desk": [4],
        "results_desk": [4],
    }.items():
        assert said in browser.get(reverse(name, args=[tournament.slug, *args])).content.decode()
    assert said not in browser.get(reverse("round", args=[tournament.slug, 3])).content.decode()


@pytest.mark.rule("FMD-11")
def test_it_gives_places_as_any_event_of_the_season_and_travels_in_the_archive(allowed):
    tournament = ready_to_draw(16, format=FORMAT)
    for number in (1, 2, 3, 4):
        play(tournament, number)

    awards = read_event(tournament).awards.values()

    assert sorted(awards) == ["direct", "point", "point", "point"]
    assert read_archive(archive_of(tournament), copy_to="copy").has_last_round_by_standings
