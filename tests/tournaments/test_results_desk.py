"""Results at the desk: the grid of a round and the page of one table."""

import datetime as dt
import re

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.html import escape

from tests.factories import agreeing, at, doer, draw, enter, publish, ready_to_draw, signed_in
from tournaments.models import Exclusion, Response, Result, Round, Tournament
from tournaments.models.entry import Role
from tournaments.models.result import Ending, Presence
from tournaments.services import checking_in, refereeing, results, rounds
from tournaments.services.entered import EnteredResult, EnteredScore

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _at_eleven_in_english():
    with translation.override("en"), time_machine.travel(at(11), tick=False):
        yield


@pytest.fixture
def tournament(db):
    tournament = ready_to_draw(14)
    publish(tournament)
    return tournament


@pytest.fixture
def client(tournament):
    return signed_in(tournament, Role.SCOREKEEPER)


def grid_url(tournament):
    return reverse("results_desk", args=[tournament.slug, 1])


def table_url(tournament, number=1):
    return reverse("enter_result", args=[tournament.slug, 1, number])


def table(tournament, number=1):
    current = Round.objects.get(tournament=tournament, number=1).current_draw()
    return current.tables.get(number=number)


def line(number, *points, winner="", seen=0, **more):
    fields = {f"t{number}-points-{place}": n for place, n in enumerate(points, start=1)}
    return {**fields, f"t{number}-winner": winner, f"t{number}-seen": seen, **more}


def send_grid(client, tournament, *lines, attempt=1):
    data = {"draw": attempt}
    for one in lines:
        data |= one
    return client.post(grid_url(tournament), data, follow=True).content.decode()


def form(*points, winner="", seen=0, attempt=1, **more):
    fields = {f"points-{place}": n for place, n in enumerate(points, start=1)}
    fields |= {f"presence-{place}": Presence.PLAYED for place in range(1, len(points) + 1)}
    return {**fields, "winner": winner, "seen": seen, "draw": attempt, **more}


def send_table(client, tournament, data, number=1):
    return client.post(table_url(tournament, number), data, follow=True).content.decode()


def is_typed(html, name, value):
    tag = re.search(rf'<input[^>]*name="{name}"[^>]*>', html)[0]
    return f'value="{value}"' in tag


# --- The grid


def test_the_grid_shows_missing_tables_as_fields_and_the_others_as_results(tournament, client):
    enter(table(tournament, 2), (10, 8, 5, 4))

    html = client.get(grid_url(tournament)).content.decode()

    assert "1 of 4 tables are in." in html
    assert 'name="t1-points-4"' in html
    assert 'name="t2-points-1"' not in html
    assert 'name="t4-points-3"' in html
    assert 'name="t4-points-4"' not in html


@pytest.mark.rule("T-031")
def test_several_tables_are_saved_at_once(tournament, client):
    html = send_grid(
        client,
        tournament,
        line(1, 10, 8, 5, 4),
        line(2, "", "", "", ""),
        line(4, 5, 10, 8),
    )

    assert "Saved: tables 1, 4." in html
    assert table(tournament, 1).results.get().winner.position == 1
    assert table(tournament, 4).results.get().winner.position == 2
    assert not table(tournament, 2).results.exists()


@pytest.mark.rule("T-035")
def test_a_wrong_table_does_not_hold_up_the_others_and_keeps_what_was_typed(tournament, client):
    html = send_grid(client, tournament, line(1, 10, 8, 5, 4), line(2, 10, 8, 5, 1))

    assert "Saved: table 1." in html
    assert "T-035" in html
    assert is_typed(html, "t2-points-4", 1)
    assert is_typed(html, "t2-points-1", 10)
    assert not table(tournament, 2).results.exists()


def test_words_instead_of_numbers_are_kept_and_explained(tournament, client):
    html = send_grid(client, tournament, line(1, 10, "eight", 5, 4))

    assert "Enter a whole number." in html
    assert is_typed(html, "t1-points-2", "eight")


@pytest.mark.rule("T-031")
def test_the_grid_asks_who_won_if_the_points_do_not_tell(tournament, client):
    html = send_grid(client, tournament, line(1, 9, 8, 5, 4), line(2, 10, 10, 5, 4))

    assert "Say that time ran out, or correct the points." in html
    assert "More than one player has 10 points. Say who won." in html
    assert not Result.objects.exists()


@pytest.mark.rule("T-060")
def test_time_is_chosen_in_the_grid(tournament, client):
    send_grid(client, tournament, line(1, 9, 8, 5, 4, winner="time"))

    assert table(tournament, 1).results.get().ending == Ending.TIME


@pytest.mark.rule("T-029", "T-033")
def test_a_question_is_answered_line_by_line(tournament, client):
    typed = line(1, 11, 8, 5, 4)

    asked = send_grid(client, tournament, typed)
    assert "11 points count as 10" in asked
    assert not Result.objects.exists()
    key = re.search(r'name="t1-cautions" value="([^"]+)"', asked)[1]
    html = send_grid(client, tournament, {**typed, "t1-cautions": key})

    assert "Saved: table 1." in html


def test_the_grid_shows_the_entry_of_somebody_who_was_quicker(tournament, client):
    enter(table(tournament), (10, 8, 5, 4), who=doer("Radim Quick"))
    mine = line(1, 10, 8, 6, 4)

    shown = send_grid(client, tournament, mine)
    assert "Radim Quick" in shown
    assert is_typed(shown, "t1-points-3", 6)
    assert table(tournament).results.count() == 1
    send_grid(client, tournament, {**mine, "t1-over": 1})

    latest = table(tournament).results.last()
    assert latest.number == 2
    assert latest.scores.get(seat__position=3).game_points == 6


def test_the_same_entry_twice_is_no_quarrel(tournament, client):
    typed = line(1, 10, 8, 5, 4)
    send_grid(client, tournament, typed)

    html = send_grid(client, tournament, typed)

    assert "Saved: table 1." in html
    assert Result.objects.count() == 1


def test_what_was_typed_for_a_draw_made_again_is_shown_and_not_saved(tournament, client):
    old = table(tournament).seats.first().entry
    draw(tournament, seed="8", reason="A player came late.")
    rounds.publish_draw(tournament, 1, doer())

    typed = {**line(1, 10, 8, 5, 4), "t1-sending": "a-line"}

    html = send_grid(client, tournament, typed, attempt=1)

    assert "Typed for a draw that does not count any more" in html
    # What waited in the browser is told to whoever typed it, and waits no more.
    assert 'data-sending="a-line"' in html
    assert f"{escape(str(old))} 10" in html
    assert "was drawn again meanwhile" in html
    assert not Result.objects.exists()


def test_an_empty_grid_is_not_an_error(tournament, client):
    html = send_grid(client, tournament, line(1, "", "", "", ""))

    assert "Nothing was typed, so nothing was saved." in html


@pytest.mark.rule("T-021", "T-036")
def test_points_are_worked_out_and_shown(tournament, client):
    html = send_grid(client, tournament, line(1, 10, 9, 7, 6))

    cells = re.findall(r'<td class="number">([^<]*)</td>', html)
    assert cells[:3] == ["10", "10", "31.25"]


@pytest.mark.rule("T-030")
def test_points_for_places_cannot_be_typed(tournament, client):
    pages = client.get(grid_url(tournament)), client.get(table_url(tournament))

    fields = {
        re.sub(r"^t\d+-|-\d+$", "", name)
        for page in pages
        for name in re.findall(
            r'<(?:input|select|textarea)[^>]* name="([^"]+)"', page.content.decode()
        )
    }
    assert fields == {
        *("csrfmiddlewaretoken", "draw", "seen", "winner", "points", "presence", "ended"),
        *("settlements", "cities", "victory_point_cards", "longest_road", "largest_army"),
        *("roll", "first"),
        # Not of a result: how the browser names what it sends.
        "sending",
        # Not of a result: to which table to go.
        "table",
    }


@pytest.mark.rule("T-028")
def test_a_shared_first_place_is_marked(tournament, client):
    enter(table(tournament), (8, 8, 6, 5), winner=None)

    html = client.get(grid_url(tournament)).content.decode()

    assert "first place shared" in html
    assert "T-028" in html


def test_a_player_who_does_not_agree_is_shown(tournament, client):
    result = enter(table(tournament), (10, 8, 5, 4))
    entry = table(tournament).seats.first().entry
    Response.objects.create(result=result, entry=entry, agrees=False, text="I had 9.", at=at(11))

    grid = client.get(grid_url(tournament)).content.decode()
    one = client.get(table_url(tournament)).content.decode()

    assert "a player does not agree" in grid
    assert "I had 9." in one


def test_before_the_round_is_published_the_grid_sends_back_to_the_round():
    tournament = ready_to_draw(12)
    draw(tournament)
    client = signed_in(tournament)

    for address in (grid_url(tournament), table_url(tournament)):
        html = client.get(address, follow=True).content.decode()
        assert "Results can be entered once the round is published." in html


def test_what_was_typed_stays_when_the_draw_is_taken_back_meanwhile(tournament, client):
    agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "A wrong seat."))

    grid = send_grid(client, tournament, line(1, 10, 8, 5, 4))
    one = send_table(client, tournament, form(10, 8, 5, 4))

    for html, name in ((grid, "t1-points-2"), (one, "points-2")):
        assert "The draw of round 1 is not published yet." in html
        assert is_typed(html, name, 8)
    assert not Result.objects.exists()


def test_the_list_of_missing_tables_is_asked_for_alone(tournament, client):
    asking = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "missing"}
    enter(table(tournament, 2), (10, 8, 5, 4))

    html = client.get(grid_url(tournament), **asking).content.decode()
    agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "A wrong seat."))
    taken_back = client.get(grid_url(tournament), **asking)

    assert "1 of 4 tables are in." in html
    assert "points-1" not in html
    assert taken_back.status_code == 204


# --- One table


def test_one_table_is_saved_and_the_next_missing_one_comes_up(tournament, client):
    enter(table(tournament, 2), (10, 8, 5, 4))

    html = send_table(client, tournament, form(10, 8, 5, 4, next=1))

    assert "Table 1 is saved." in html
    assert "Round 1, table 3" in html


@pytest.mark.rule("T-032")
def test_the_page_reminds_of_hidden_cards(tournament, client):
    html = client.get(table_url(tournament)).content.decode()

    assert "Count hidden victory point cards too." in html


@pytest.mark.rule("T-035")
def test_an_impossible_result_stays_on_the_page(tournament, client):
    html = send_table(client, tournament, form(10, 8, 5, 1))

    assert "T-035" in html
    assert is_typed(html, "points-4", 1)
    assert not Result.objects.exists()


@pytest.mark.rule("T-033")
def test_a_question_is_asked_beside_what_was_typed(tournament, client):
    asked = send_table(client, tournament, form(11, 8, 5, 4))
    assert is_typed(asked, "points-1", 11)
    keys = re.findall(r'name="cautions" value="([^"]+)"', asked)
    html = send_table(client, tournament, form(11, 8, 5, 4, cautions=keys))

    assert "Table 1 is saved." in html


def test_both_entries_are_shown_to_whoever_comes_second(tournament, client):
    first = {n: EnteredScore(points) for n, points in enumerate((10, 8, 5, 4), start=1)}
    results.enter_result(tournament, table(tournament), EnteredResult(first, 1), doer("Radim"))

    shown = send_table(client, tournament, form(10, 8, 6, 4))
    assert "Radim saved this table at 09:15" in shown
    assert is_typed(shown, "points-3", 6)
    seen = re.search(r'name="seen" value="(\d+)"', shown)[1]
    send_table(client, tournament, form(10, 8, 6, 4, seen=seen))

    versions = [
        [score.game_points for score in result.scores.all()]
        for result in table(tournament).results.all()
    ]
    assert versions == [[10, 8, 5, 4], [10, 8, 6, 4]]


def test_every_version_stays_readable_with_what_changed(tournament, client):
    enter(table(tournament), (10, 8, 5, 4))
    send_table(client, tournament, form(10, 8, 6, 4, seen=1, reason="A hidden card."))

    html = client.get(table_url(tournament)).content.decode()

    assert "<mark>6</mark>" in html
    assert "A hidden card." in html
    assert "Olga Organiser" in html
    assert is_typed(html, "points-3", 6)


def test_in_a_closed_round_the_form_wants_a_reason(tournament, client):
    for one in Round.objects.get(tournament=tournament, number=1).current_draw().tables.all():
        enter(one, (10, 8, 5, 4)[: one.seats.count()])
    rounds.close_round(tournament, 1, doer())

    refused = send_table(client, tournament, form(10, 9, 5, 4, seen=1))
    send_table(client, tournament, form(10, 9, 5, 4, seen=1, reason="A hidden card."))

    assert "Why it is corrected" in refused
    assert is_typed(refused, "points-2", 9)
    assert table(tournament).results.count() == 2


def test_a_table_drawn_again_meanwhile_keeps_what_was_typed(tournament, client):
    draw(tournament, seed="8", reason="A player came late.")

    html = send_table(client, tournament, form(10, 8, 5, 4, attempt=1))

    assert "was drawn again meanwhile" in html
    assert is_typed(html, "points-2", 8)
    assert not Result.objects.exists()


@pytest.mark.rule("T-031")
def test_parts_alone_give_the_points(tournament, client):
    parts = {"settlements-1": 2, "cities-1": 3, "victory_point_cards-1": 0, "longest_road": "1"}

    send_table(client, tournament, form("", 8, 5, 4, **parts))

    score = table(tournament).results.get().scores.get(seat__position=1)
    assert score.game_points == 10
    assert score.parts == {"settlements": 2, "cities": 3, "longest_road": 1}


def test_the_parts_asked_for_are_those_of_the_game(tournament, client):
    game = {"ruleset": "cities-knights", "target_points": 13}
    Tournament.objects.filter(pk=tournament.pk).update(**game)
    parts = {
        "settlements-1": 1,
        "cities-1": 4,
        "metropolises-1": 1,
        "merchant": "1",
        "defender-1": 1,
    }

    send_table(client, tournament, form("", 8, 5, 4, **parts))

    score = table(tournament).results.get().scores.get(seat__position=1)
    assert score.game_points == 13
    assert score.parts == {
        **{"settlements": 1, "cities": 4, "metropolises": 1},
        **{"defender": 1, "merchant": 1},
    }


def test_parts_that_do_not_add_up_are_refused_beside_what_was_typed(tournament, client):
    html = send_table(client, tournament, form(10, 8, 5, 4, **{"settlements-1": 4, "cities-1": 2}))

    assert "B-175" in html
    assert is_typed(html, "settlements-1", 4)


@pytest.mark.rule("T-033")
def test_every_reason_against_a_table_is_told_at_once(tournament, client):
    parts = {"settlements-1": "4", "cities-1": "2", "settlements-2": "3", "cities-2": "1"}

    html = send_table(client, tournament, form(10, 8, 5, 4, winner=1, **parts))

    for position, made, points in ((1, 8, 10), (2, 5, 8)):
        name = table(tournament).seats.get(position=position).entry.full_name
        assert escape(f"{name}: the parts make {made}, but {points} points are entered.") in html
    assert not table(tournament).results.exists()


@pytest.mark.rule("T-055")
def test_an_excluded_player_is_entered_without_points(tournament, client):
    Exclusion.objects.create(
        entry=table(tournament).seats.get(position=4).entry,
        round_number=1,
        reason="Cheated.",
        by="Karel Chief",
        at=at(10, 50),
    )

    send_table(client, tournament, form(10, 8, 5, "") | {"presence-4": Presence.EXCLUDED})

    assert table(tournament).results.get().scores.get(seat__position=4).game_points is None


@pytest.mark.rule("T-066")
def exclude(tournament, position):
    """The chief referee excludes this player of table 1 while the game is on."""
    refereeing.exclude(
        tournament,
        table(tournament).seats.get(position=position).entry_id,
        "Cheated.",
        doer(),
        round_number=1,
        deliberate=True,
    )


def withdraw(tournament, position, *, started=False, number=1):
    """A player of the table withdraws, before the clock of the round runs or after that."""
    if started:
        agreeing(lambda who: rounds.start_clock(tournament, 1, who))
    entry = table(tournament, number).seats.get(position=position).entry
    agreeing(lambda who: checking_in.withdraw(tournament, entry.pk, who))
    return entry


def kept_of_fourth(tournament):
    kept = table(tournament).results.get().scores.get(seat__position=4)
    return kept.presence, kept.game_points


def test_the_grid_says_who_withdrew_and_takes_the_empty_field_as_missing(tournament, client):
    gone = withdraw(tournament, 4)

    before = client.get(grid_url(tournament)).content.decode()
    after = send_grid(client, tournament, line(1, 10, 8, 5, ""))

    assert f"<s>{gone}</s>" in before
    assert f"{gone} – withdrawn before the clock ran" in before
    assert "Saved: table 1." in after
    assert kept_of_fourth(tournament) == (Presence.MISSING, None)
    assert table(tournament).results.get().winner.position == 1


def test_points_of_who_withdrew_are_asked_about_in_the_grid(tournament, client):
    withdraw(tournament, 4)

    asked = send_grid(client, tournament, line(1, 10, 8, 5, 2))
    key = re.search(r'name="t1-cautions"\s+value="([^"]+)"', asked)[1]
    said = send_grid(client, tournament, line(1, 10, 8, 5, 2) | {"t1-cautions": key})

    assert "withdrew before the clock of round 1 ran" in asked
    assert "Saved: table 1." in said
    assert kept_of_fourth(tournament) == (Presence.PLAYED, 2)


def test_the_page_of_a_table_offers_missing_for_who_withdrew_and_asks_about_points(
    tournament, client
):
    withdraw(tournament, 4)
    offered = {"presence-4": Presence.MISSING}

    page = client.get(table_url(tournament)).content.decode()
    asked = send_table(client, tournament, form(10, 8, 5, 2) | offered)
    send_table(client, tournament, form(10, 8, 5, "") | offered)

    choice = re.search(r'<select[^>]*name="presence-4".*?</select>', page, re.DOTALL)[0]
    assert re.search(r'value="missing"\s+selected', choice)
    assert re.search(r'<details id="presence"\s+open', page)
    assert "withdrew before the clock of round 1 ran" in asked
    assert kept_of_fourth(tournament) == (Presence.MISSING, None)


def test_a_table_of_three_that_somebody_left_is_not_played_by_two(tournament, client):
    withdraw(tournament, 3, number=4)

    said = send_grid(client, tournament, line(4, 10, 8, ""))

    assert "Only a table of 4 may play as three." in said
    assert not table(tournament, 4).results.exists()


@pytest.mark.rule("D-123")
def test_of_who_withdrew_during_the_game_points_are_asked_for_and_the_way_is_shown(
    tournament, client
):
    gone = withdraw(tournament, 4, started=True)

    before = client.get(grid_url(tournament)).content.decode()
    after = send_grid(client, tournament, line(1, 10, 8, 5, ""))
    page = client.get(table_url(tournament)).content.decode()

    assert f"<s>{gone}</s>" in before
    assert f'href="{table_url(tournament)}#presence"' in before
    assert not table(tournament).results.exists()
    assert f"Game points of {gone} are missing." in after
    assert re.search(r'<details id="presence"\s+open', page)


@pytest.mark.rule("T-055")
def test_the_form_knows_who_was_excluded_during_the_game(tournament, client):
    exclude(tournament, 4)

    html = client.get(table_url(tournament)).content.decode()
    send_grid(client, tournament, line(1, 10, 8, 5, ""))

    choice = re.search(r'<select[^>]*name="presence-4".*?</select>', html, re.DOTALL)[0]
    assert re.search(r'value="excluded"\s+selected', choice)
    kept = table(tournament).results.get().scores.get(seat__position=4)
    assert (kept.presence, kept.game_points) == (Presence.EXCLUDED, None)


@pytest.mark.rule("T-055")
def test_points_for_an_excluded_player_are_the_referees_to_decide(tournament, client):
    exclude(tournament, 4)

    html = send_table(client, tournament, form(10, 8, 5, 4))

    assert "D-122" in html
    assert not table(tournament).results.exists()


def test_the_time_a_game_was_over_is_checked_against_the_latest_end(tournament, client):
    html = send_table(client, tournament, form(10, 8, 5, 4, ended="11:30"))

    assert "after the latest end" in html
    assert "T-066" in html


@pytest.mark.rule("T-066")
@pytest.mark.parametrize(("ended", "late"), [("00:10", False), ("00:11", True), ("22:40", False)])
def test_a_game_may_be_over_past_midnight(tournament, client, ended, late):
    evening = timezone.make_aware(dt.datetime.combine(tournament.date, dt.time(22, 30)))
    for number, minutes in ((1, 0), (2, 105)):
        starts = evening + dt.timedelta(minutes=minutes)
        tournament.rounds.filter(number=number).update(starts_at=starts)

    html = send_table(client, tournament, form(10, 8, 5, 4, ended=ended))

    assert ("after the latest end" in html) is late
    assert table(tournament).results.exists() is not late


@pytest.mark.rule("T-050")
def test_only_the_chief_referee_declares_a_game_void(tournament, client):
    tournament.officials.filter(role=Role.CHIEF_REFEREE).delete()
    chief = signed_in(tournament, Role.CHIEF_REFEREE)
    address = reverse("void_game", args=[tournament.slug, 1, 1])

    refused = client.post(address, {"reason": "Wrong board.", "seen": 0})
    html = chief.post(address, {"reason": "Wrong board.", "seen": 0}, follow=True).content.decode()

    assert refused.status_code == 403
    assert "The game of table 1 is void." in html
    assert table(tournament).results.get().ending == Ending.VOID


@pytest.mark.parametrize("data", [{}, {"draw": "x"}, {"draw": 1, "seen": "x", "winner": "9"}])
def test_nonsense_is_answered_and_not_saved(tournament, client, data):
    for address in (grid_url(tournament), table_url(tournament)):
        assert client.post(address, data, follow=True).status_code == 200

    assert not Result.objects.exists()


def test_a_table_that_is_not_there_is_not_found(tournament, client):
    assert client.get(table_url(tournament, 5)).status_code == 404


def test_a_number_of_any_length_breaks_nothing(tournament, client):
    endless = "9" * 5000

    answers = [
        client.post(table_url(tournament), form(10, 8, 5, 4) | {"draw": endless}),
        client.post(grid_url(tournament), {"draw": endless} | line(1, 10, 8, 5, 4)),
        client.post(grid_url(tournament), {"draw": 1, "t1-over": endless} | line(1, 10, 8, 5, 4)),
        client.post(reverse("mark_no_show", args=[tournament.slug]), {"entry": [endless, "1"]}),
    ]

    assert all(answer.status_code < 500 for answer in answers)
    assert not table(tournament).results.exists()


@pytest.mark.parametrize(("wanted", "found"), [("2", True), ("99", False), ("x", False)])
def test_without_scripts_the_number_of_a_table_leads_to_its_own_page(
    tournament, client, wanted, found
):
    answer = client.get(grid_url(tournament), {"table": wanted})

    assert (answer.status_code == 302) == found
    if found:
        assert answer.url == table_url(tournament, 2)
