"""Level players of a game are parted by what is entered beside their points (FM-21)."""

import json
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.factories import agreeing, doer, publish, ready_to_draw, signed_in
from tests.prints import pages_of, print_of
from tests.tournaments.test_formats_of_events import told
from tournaments.domain.formats.kept import copy_of
from tournaments.domain.formats.presets import presets
from tournaments.domain.formats.reading import faults, format_of
from tournaments.domain.scoring import Count, Game, missing_counts, same_turns, score_game
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.exports.sheets import sheets_of
from tournaments.models import Proposal, Tournament
from tournaments.models.event import read_event
from tournaments.models.tournament import FromTheTable
from tournaments.services import proposing, results
from tournaments.services.entered import EnteredResult, EnteredScore
from tournaments.services.proposing import Player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

CHAIN = presets()["wbc-cities-knights"].format.scoring
CARDS, PROGRESS, TURN = Count.CARDS, Count.PROGRESS_CARDS, Count.TURN


def game(points, winner=None, **counts):
    players = "ABCD"[: len(points)]
    return Game(dict(zip(players, points, strict=True)), winner, target=13, counts=counts)


def places(played):
    return [score.place for score in score_game(played, CHAIN).values()]


@pytest.mark.rule("FM-21")
def test_level_players_are_parted_by_the_counts_in_their_order():
    four = {"B": {CARDS: 4, PROGRESS: 1}, "C": {CARDS: 4, PROGRESS: 2}}
    level = game((13, 9, 9, 9), "A", **four, D={CARDS: 5})

    assert places(level) == [1, 4, 3, 2]


@pytest.mark.rule("FM-21")
def test_last_of_all_whoever_plays_later_is_ahead():
    even = {CARDS: 4, PROGRESS: 1}

    level = game((13, 9, 9, 5), "A", B={**even, TURN: 1}, C={**even, TURN: 3})

    assert places(level) == [1, 3, 2, 4]


@pytest.mark.rule("FM-21")
def test_a_count_is_asked_for_only_where_places_are_level_still():
    assert missing_counts(game((13, 9, 8, 7), "A"), CHAIN) == {}
    assert missing_counts(game((13, 9, 9, 7), "A"), CHAIN) == {"B": CARDS, "C": CARDS}
    one_of_two = game((13, 9, 9, 7), "A", B={CARDS: 3})
    assert missing_counts(one_of_two, CHAIN) == {"C": CARDS}
    two_of_three = game((13, 9, 9, 9), "A", B={CARDS: 3}, C={CARDS: 3}, D={CARDS: 1})
    assert missing_counts(two_of_three, CHAIN) == {"B": PROGRESS, "C": PROGRESS}


@pytest.mark.rule("FM-21", "D-123")
def test_who_left_is_asked_for_nothing():
    left = replace(game((13, 9, 4, 4), "A"), left=frozenset("CD"))

    assert missing_counts(left, CHAIN) == {}
    assert places(left) == [1, 2, 3, 3]


@pytest.mark.rule("FM-21", "FMD-06")
def test_a_game_of_which_nobody_noted_the_counts_leaves_its_places_shared():
    scores = score_game(game((13, 9, 9, 7), "A"), CHAIN)

    assert [score.points for score in scores.values()] == [100, 35, 35, 10]


@pytest.mark.rule("FM-21")
def test_two_with_the_same_place_in_play_order_are_not_parted():
    even = {CARDS: 4, PROGRESS: 1, TURN: 2}

    assert same_turns(game((13, 9, 9, 7), "A", B=even, C=even), CHAIN) == ("B", "C")


@pytest.mark.rule("FM-22")
def test_reverse_play_order_asks_who_plays_later_once_time_ran_out():
    written = {"points": None, "order": ["wins"], "level": "shared", "time_out": "reverse_order"}
    scoring = format_scoring(written)

    assert missing_counts(game((9, 9, 5, 4)), scoring) == {"A": TURN, "B": TURN}
    assert missing_counts(game((13, 9, 9, 4), "A"), scoring) == {}
    scores = score_game(game((9, 9, 5, 4), A={TURN: 3}, B={TURN: 1}), scoring)
    assert [score.won for score in scores.values()] == [True, False, False, False]


def format_scoring(written):
    return format_of(written).scoring


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ({"level": "shared", "chain": ["cards"]}, "further counts part nobody"),
        ({"level": "chain", "chain": ["cards", "cards"]}, "cards is a further count twice"),
    ],
)
def test_a_chain_that_contradicts_its_format_is_named(written, words):
    found = [str(one.refusal) for one in faults({"points": None, "order": ["wins"], **written})]

    assert len(found) == 1
    assert found[0].startswith(words)


def an_event(players=8, **fields) -> Tournament:
    """Round 1 is published; of Cities & Knights, to 13 points."""
    tournament = ready_to_draw(
        players,
        kind="other",
        format=copy_of("wbc-cities-knights"),
        ruleset="cities-knights",
        target_points=13,
        **fields,
    )
    publish(tournament)
    return tournament


@pytest.fixture
def event():
    return an_event()


def table_of(tournament, number=1):
    return read_event(tournament).round(1).table(number).table


def typed(points, winner=1, **further):
    """`further` by position: `p2={"cards": 3}`."""
    scores = {
        at: EnteredScore(reached, further=further.get(f"p{at}"))
        for at, reached in enumerate(points, start=1)
    }
    return EnteredResult(scores, winner)


def save(tournament, entered, **fields):
    table = table_of(tournament)
    return agreeing(lambda who: results.enter_result(tournament, table, entered, who, **fields))


def further_at_table_1(tournament):
    return [one.further for one in read_event(tournament).round(1).table(1).entered.values()]


PARTED = typed((13, 9, 9, 7), p2={"cards": 3}, p3={"cards": 5})


def test_an_event_may_choose_a_format_that_parts_level_players():
    form, mistakes = told(
        an_event(),
        kind="other",
        format="wbc-cities-knights",
        ruleset="cities-knights",
        target_points=13,
    )

    assert mistakes == []
    assert form.cleaned_data["format"] == copy_of("wbc-cities-knights")


@pytest.mark.rule("FM-21")
def test_a_result_that_leaves_somebody_level_is_refused_with_what_is_missing(event):
    with pytest.raises(Refused) as refusal:
        save(event, typed((13, 9, 9, 7)))

    second, third = read_event(event).round(1).table(1).entries[1:3]
    assert refusal.value.rule_id == "FM-21"
    assert f"missing: cards in hand of {second}, {third}." in str(refusal.value)


@pytest.mark.rule("FM-21")
def test_what_was_entered_is_kept_and_the_places_follow(event):
    save(event, PARTED)

    seated = read_event(event).round(1).table(1)
    scores = read_event(event).scores(seated)
    assert [scores[key].place for key in seated.entry_ids] == [1, 3, 2, 4]
    assert [scores[key].points for key in seated.entry_ids] == [100, 20, 50, 10]
    assert further_at_table_1(event) == [None, {"cards": 3}, {"cards": 5}, None]


def fields(points, *, seen=0, winner="1", **more):
    sent = {f"points-{at}": str(reached) for at, reached in enumerate(points, start=1)}
    presences = {f"presence-{at}": "played" for at in range(1, 5)}
    return {"seen": seen, "draw": 1, "winner": winner, "sending": "", **sent, **presences, **more}


def desk(tournament):
    return reverse("enter_result", args=[tournament.slug, 1, 1])


@pytest.mark.rule("FM-21")
def test_the_page_of_a_table_asks_only_level_players_and_only_once_they_are(event):
    browser = signed_in(event)
    fresh = browser.get(desk(event)).content.decode()
    asked = browser.post(desk(event), fields((13, 9, 9, 7))).content.decode()

    assert "What parts level players" not in fresh
    assert "What parts level players" in asked
    assert 'name="level-cards-2"' in asked
    assert 'name="level-cards-4"' not in asked
    assert 'value="9"' in asked
    more = {"level-cards-2": "3", "level-cards-3": "5"}
    assert browser.post(desk(event), fields((13, 9, 9, 7), **more)).status_code == 302
    assert 'name="level-cards-2" value="3"' in browser.get(desk(event)).content.decode()


@pytest.mark.rule("FM-21")
def test_points_that_are_corrected_leave_no_counts_behind(event):
    save(event, PARTED)
    more = {"level-cards-2": "3", "level-cards-3": "5", "reason": ""}

    signed_in(event).post(desk(event), fields((13, 9, 8, 7), seen=1, **more))

    entered = read_event(event).round(1).table(1).entered.values()
    assert [one.game_points for one in entered] == [13, 9, 8, 7]
    assert further_at_table_1(event) == [None] * 4


@pytest.mark.rule("FM-21")
def test_other_counts_of_the_same_points_are_another_result(event):
    save(event, PARTED)
    turned = typed((13, 9, 9, 7), p2={"cards": 5}, p3={"cards": 3})

    corrected = save(event, turned, number_seen=1)

    assert corrected.number == 2
    log = event.acts.filter(name="enter_result").order_by("pk").last().detail
    assert log == "1: 13-9(3)-9(5)-7 → 13-9(5)-9(3)-7"


@pytest.mark.rule("FM-21")
def test_the_grid_asks_in_the_line_of_the_table(event):
    browser = signed_in(event)
    address = reverse("results_desk", args=[event.slug, 1])
    line = {f"t1-points-{at}": str(n) for at, n in enumerate((13, 9, 9, 7), start=1)}
    line |= {"draw": "1", "t1-seen": "0", "t1-winner": "1", "t1-sending": ""}

    asked = browser.post(address, line).content.decode()

    assert 'name="t1-level-cards-2"' in asked
    assert "what parts them is missing" in asked
    browser.post(address, {**line, "t1-level-cards-2": "1", "t1-level-cards-3": "0"})
    assert read_event(event).round(1).table(1).result is not None


def propose(tournament, position, entered):
    table = table_of(tournament)
    entry = table.seats.select_related("entry").get(position=position).entry
    return agreeing(
        lambda who: proposing.propose_result(tournament, table, entered, Player(entry, who, "abc"))
    )


@pytest.mark.rule("FM-21")
def test_players_say_it_themselves_and_see_what_another_said_of_it():
    event = an_event(from_the_table=FromTheTable.PROPOSED)
    with pytest.raises(Refused) as refusal:
        propose(event, 1, typed((13, 9, 9, 7)))

    proposal = propose(event, 1, PARTED)

    assert refusal.value.rule_id == "FM-21"
    turned = typed((13, 9, 9, 7), p2={"cards": 5}, p3={"cards": 3})
    propose(event, 2, turned)
    assert Proposal.objects.open().count() == 2
    shown = signed_in(event).get(desk(event)).content.decode()
    assert "cards in hand: 5" in shown
    agreeing(lambda who: proposing.accept_proposal(event, proposal.pk, who))
    assert further_at_table_1(event) == [None, {"cards": 3}, {"cards": 5}, None]


@pytest.mark.rule("FM-21")
def test_the_page_from_a_phone_asks_the_same():
    event = an_event(from_the_table=FromTheTable.PROPOSED)
    entry = table_of(event).seats.select_related("entry").get(position=1).entry
    address = reverse("propose_result", args=[event.slug, entry.token, 1])

    asked = Client().post(address, fields((13, 9, 9, 7))).content.decode()
    more = {"level-cards-2": "3", "level-cards-3": "5"}
    Client().post(address, fields((13, 9, 9, 7), **more))

    assert 'name="level-cards-3"' in asked
    kept = Proposal.objects.get().entered["scores"]
    assert [one.get("further") for one in kept] == [None, {"cards": 3}, {"cards": 5}, None]


@pytest.mark.rule("FM-21", "FM-36")
def test_results_and_files_tell_by_what_level_players_were_parted(event):
    save(event, PARTED)

    shown = signed_in(event).get(reverse("results", args=[event.slug])).content.decode()
    sheets = {sheet.key: sheet for sheet in sheets_of(read_event(event), doer().now)}

    assert "cards in hand: 5" in shown
    labels = [str(column.label) for column in sheets["results"].columns]
    at = labels.index("cards in hand")
    assert [row[at] for row in sheets["results"].rows[:4]] == [None, 3, 5, None]


@pytest.mark.rule("FM-21")
def test_an_archive_takes_the_counts_along_and_an_older_one_has_none(event):
    save(event, PARTED)
    document = json.loads(json.dumps(archive_of(event)))

    copied = read_archive(document, copy_to="copy")
    for score in document["scores"]:
        score.pop("further", None)
    older = read_archive(document, copy_to="older")

    assert further_at_table_1(copied) == [None, {"cards": 3}, {"cards": 5}, None]
    assert [row.rank for row in read_event(older).standings().rows[:4]] == [1, 2, 2, 4]


def test_the_archive_of_an_event_that_parts_nobody_says_nothing_of_it():
    event = ready_to_draw(8)
    table = publish(event).tables.get(number=1)
    agreeing(lambda who: results.enter_result(event, table, typed((10, 8, 8, 4)), who))

    assert all("further" not in score for score in archive_of(event)["scores"])


@pytest.mark.rule("FM-21")
def test_the_score_sheet_has_room_for_the_counts(event):
    sheet = pages_of(print_of("score-sheets", event, number=1))[0]

    assert "Level players only: cards in hand" in sheet
    tour = ready_to_draw(8)
    publish(tour)
    assert "Level players only" not in pages_of(print_of("score-sheets", tour, number=1))[0]


@pytest.mark.rule("FM-21")
@pytest.mark.parametrize(("language", "words"), [("en", "cards in hand, progress cards")])
def test_the_words_of_the_format_name_the_counts(language, words):
    with translation.override(language):
        shown = Client().get(reverse("format_page", args=["wbc-cities-knights"])).content.decode()

    assert words in shown
