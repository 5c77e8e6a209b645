"""The desk of a round, as an official sees it."""

import json
import re

import pytest
import time_machine
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from tests.factories import (
    agreeing,
    at,
    committed,
    doer,
    draw,
    enter,
    make_club,
    make_entry,
    make_tournament,
    play,
    publish,
    ready_to_draw,
    signed_in,
)
from tournaments.domain.audit import repeats
from tournaments.domain.values import EventKind
from tournaments.forms.rounds import LimitForm
from tournaments.models import Commitment, Draw, Round, Seat
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.services import checking_in, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _on_the_day_in_english():
    with translation.override("en"), time_machine.travel(at(10, 30), tick=False):
        yield


def url(tournament, name="round_desk", number=1, *args):
    return reverse(name, args=[tournament.slug, number, *args])


def page(client, tournament, number=1, query=""):
    return client.get(url(tournament, number=number) + query).content.decode()


def send(client, tournament, name, number=1, *args, **data):
    """Press the button and follow to the page that comes of it."""
    answer = client.post(url(tournament, name, number, *args), data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def confirmed(client, html):
    """Press "Yes" on the page that shows cautions."""
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', html)
    data = {}
    for name, value in fields:
        if name != "csrfmiddlewaretoken":
            data.setdefault(name, []).append(value.replace("&#x27;", "'").replace("&quot;", '"'))
    action = re.search(r'<form class="cautions" method="post" action="([^"]+)"', html)[1]
    return client.post(action, data, follow=True).content.decode()


@pytest.mark.rule("T-006", "T-010")
def test_table_sizes_are_seen_before_the_draw():
    tournament = ready_to_draw(14)

    html = page(signed_in(tournament), tournament)

    assert "14 players to be seated:" in html
    assert "2 × 4 + 2 × 3" in html


@pytest.mark.rule("T-012")
def test_five_players_cannot_be_drawn_and_the_page_says_what_to_do():
    tournament = ready_to_draw(5)
    client = signed_in(tournament)

    before = page(client, tournament)
    html = send(client, tournament, "draw_round", instead_of=0)

    assert "Find one more player or leave one out." in before
    assert "Find one more player or leave one out." in html
    assert not Draw.objects.exists()


def test_a_drawn_round_shows_everybody_the_seed_and_the_version():
    tournament = ready_to_draw(14)
    client = signed_in(tournament)

    html = send(client, tournament, "draw_round", instead_of=0)

    assert "Round 1 is drawn. Look at it, then publish it." in html
    assert Draw.objects.get().seed in html
    assert "Round 1, draw 1, 10:30" in html
    for entry in tournament.entries.all():
        assert escape(str(entry)) in html


@pytest.mark.rule("T-015", "T-018", "T-019")
@pytest.mark.rule("D-102")
def test_who_left_after_the_draw_is_marked_at_the_table_from_where_the_clock_is_started():
    tournament = ready_to_draw(15)
    tables = publish(tournament).tables
    organiser = signed_in(tournament)
    of_four, of_three = (tables.get(number=number).seats.first().entry for number in (1, 4))

    for gone in (of_four, of_three):
        before = page(organiser, tournament)
        agreeing(lambda who, gone=gone: checking_in.withdraw(tournament, gone.pk, who))
    after = page(organiser, tournament)
    asked = send(organiser, tournament, "start_clock")
    begun = confirmed(organiser, asked)

    assert f"Table 1: {of_four} – withdrawn." in before
    assert "The others play as they are" in before
    assert f'<s>{of_four}</s> <span class="soft">withdrawn</span>' in before
    assert f"Table 4: {of_three} – withdrawn." in after
    assert "At table 4 fewer than three are left, so it cannot play: draw the round" in after
    assert "At table 4 fewer than three are left, so it cannot play." in asked
    assert "At table 1" not in asked
    assert "fewer than three" not in begun


def test_the_draw_explains_itself_in_round_1():
    tournament = ready_to_draw(14)
    draw(tournament)

    html = page(signed_in(tournament), tournament)

    assert "The first round is drawn by lot alone." in html
    assert "The lot decides who sits at the tables of 3." in html


@pytest.mark.rule("T-013", "T-019")
def test_the_draw_explains_itself_later():
    tournament = ready_to_draw(10)
    play(tournament, 1)
    draw(tournament, 2)

    html = page(signed_in(tournament), tournament, 2)

    assert "The tables of 3 hold the players with the fewest points." in html
    assert "The most points there: 3. Nobody at a table of 4 had fewer when it was drawn." in html
    assert "3 players are level at the border:" in html
    assert " · round 1</li>" in html
    assert "Fewer are impossible; counting proves it." in html


def test_a_draw_changed_by_hand_carries_no_certificate():
    tournament = ready_to_draw(10)
    play(tournament, 1)
    drawn = draw(tournament, 2)
    first, second = (drawn.tables.get(number=n).seats.first().entry for n in (2, 3))
    agreeing(lambda who: rounds.swap_players(tournament, 2, first, second, who, reason="Brothers."))

    html = page(signed_in(tournament), tournament, 2)

    assert "Seats were changed by hand after the draw." in html
    assert "counting proves it" not in html
    assert "Brothers." in html


@pytest.mark.rule("T-003", "T-004")
def test_the_board_is_shown_as_a_picture_and_as_a_list():
    tournament = ready_to_draw(12)
    draw(tournament)

    html = page(signed_in(tournament), tournament)

    assert '<svg xmlns="http://www.w3.org/2000/svg" class="board"' in html
    assert '<table class="board-hexes">' in html
    ids = re.findall(r'\sid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    assert "Build a new board" in html


def test_a_first_draw_asks_about_those_who_did_not_come():
    tournament = ready_to_draw(12)
    client = signed_in(tournament)
    tournament.entries.filter(number=12).update(state=EntryState.CONFIRMED)
    absent = tournament.entries.get(number=12)

    asked = send(client, tournament, "draw_round", instead_of=0)
    assert escape(str(absent)) in asked
    assert not Draw.objects.exists()
    confirmed(client, asked)

    assert Draw.objects.count() == 1
    absent.refresh_from_db()
    assert absent.state == EntryState.NO_SHOW


def test_drawing_again_without_a_reason_is_asked_for_one():
    tournament = ready_to_draw(12)
    draw(tournament)

    html = send(signed_in(tournament), tournament, "draw_round", instead_of=1)

    assert "This field is required." in html
    assert Draw.objects.count() == 1


def test_draws_are_committed_to_before_the_first_one():
    tournament = ready_to_draw(12)
    client = signed_in(tournament)

    before = page(client, tournament)
    client.post(reverse("commit_draws", args=[tournament.slug]))
    after = page(client, tournament)

    assert "Publish the number" in before
    assert "Publish the number" not in after
    assert "Say to the players" in after
    assert Commitment.objects.get().published[:8] in after
    assert "Rolled in the hall" in after
    assert Commitment.objects.get().rounds == 4


def test_without_the_ceremony_the_desk_says_so_once_it_is_too_late_for_it():
    tournament = ready_to_draw(12)
    play(tournament, 1)

    html = page(signed_in(tournament), tournament, 2)

    assert "This event draws without the ceremony" in html
    assert "Publish the number" not in html


def test_the_link_of_a_round_is_not_even_shown_to_officials_before_everybody_sees_it():
    tournament = ready_to_draw(12)
    link = committed(tournament).link(1)
    draw(tournament, public_value="1 2 3")
    client = signed_in(tournament)

    drawn = page(client, tournament)
    agreeing(lambda who: rounds.publish_draw(tournament, 1, who))
    published = page(client, tournament)

    assert link not in drawn
    assert link in published


def test_a_swap_is_told_with_the_repeats_before_and_after_it():
    tournament = ready_to_draw(16)
    play(tournament, 1)
    drawn = draw(tournament, 2)
    first = drawn.tables.get(number=1).seats.first().entry
    met = Seat.objects.filter(
        draw__round__number=1, table__seats__entry=first, draw__round__tournament=tournament
    )
    other = met.exclude(entry=first).first().entry
    table = drawn.seats.get(entry=other).table
    second = table.seats.exclude(entry=other).first().entry
    agreeing(lambda who: rounds.swap_players(tournament, 2, first, second, who, reason="Brothers."))

    html = page(signed_in(tournament), tournament, 2)

    assert "Olga Organiser: Brothers." in html
    after = repeats(
        [[str(seat.entry.number) for seat in table.seats.all()] for table in drawn.tables.all()],
        drawn.inputs["rounds"],
    )
    assert after["cost"] > 0
    assert f"Cost of pairs again: 0 → {after['cost']}." in html


def test_the_dice_that_were_typed_are_kept_over_a_mistake_and_a_caution():
    tournament = ready_to_draw(11)
    committed(tournament)
    client = signed_in(tournament)

    mistaken = send(client, tournament, "type_value", instead_of=0, text="1 " * 51)
    send(client, tournament, "type_value", instead_of=0, text="1 2 3")
    asked = send(client, tournament, "draw_round", instead_of=0, value=1)
    confirmed(client, asked)

    assert "1 1 1 1" in mistaken
    assert "Nobody has confirmed 1 2 3." in asked
    assert Draw.objects.get().round.public_value == "1 2 3"


def test_a_committed_round_asks_for_the_dice_once():
    tournament = ready_to_draw(12)
    committed(tournament)
    client = signed_in(tournament)

    nothing = page(client, tournament)
    missing = send(client, tournament, "draw_round", instead_of=0)
    send(client, tournament, "type_value", instead_of=0, text="1 2 3")
    asked = send(client, tournament, "draw_round", instead_of=0, value=1)
    confirmed(client, asked)
    drawn = page(client, tournament)

    assert "Keep the dice" in nothing
    assert reverse("draw_round", args=[tournament.slug, 1]) not in nothing
    assert "Type what was rolled in front of the players." in missing
    assert "Rolled in the hall" not in drawn
    assert Draw.objects.count() == 1


@pytest.mark.rule("T-016")
def test_dice_are_asked_for_once_the_round_before_is_closed_and_a_source_at_any_time():
    tournament = ready_to_draw(12)
    committed(tournament)
    client = signed_in(tournament)

    early = page(client, tournament, 2)
    refused = send(client, tournament, "type_value", 2, instead_of=0, text="3 5 1")
    play(tournament, public_value="1 2 3")
    due = page(client, tournament, 2)

    assert "Round 1 is not closed yet." in early
    assert "Say to the players" not in early
    assert "Keep the dice" not in early
    assert reverse("name_source", args=[tournament.slug, 2]) in early
    assert "It is not the turn of round 2 yet." in refused
    assert 'value="3 5 1"' in refused
    assert "Say to the players" in due
    assert "Keep the dice" in due


def test_a_double_click_on_draw_says_what_happened():
    tournament = ready_to_draw(12)
    client = signed_in(tournament)
    send(client, tournament, "draw_round", instead_of=0)

    html = send(client, tournament, "draw_round", instead_of=0)

    assert "Round 1 was drawn meanwhile; this is draw 1." in html
    assert Draw.objects.count() == 1


def test_an_earlier_draw_stays_readable_with_its_reason_and_results():
    tournament = ready_to_draw(12)
    first = publish(tournament)
    enter(first.tables.first(), (10, 8, 5, 4))
    draw(tournament, seed="8", reason="A player sat twice.")
    client = signed_in(tournament)

    desk = page(client, tournament)
    html = client.get(url(tournament, "withdrawn_draw", 1, 1)).content.decode()

    assert url(tournament, "withdrawn_draw", 1, 1) in desk
    assert "A player sat twice." in html
    assert "10-8-5-4" in re.sub(r"\s+", "", html)
    for seat in first.seats.select_related("entry__person"):
        assert escape(str(seat.entry)) in html


# --- Swap by hand


def two_players(drawn):
    return [drawn.tables.get(number=number).seats.first().entry for number in (1, 2)]


@pytest.mark.rule("T-018", "T-019")
def test_a_swap_is_looked_at_before_it_is_done():
    tournament = ready_to_draw(12)
    play(tournament, 1)
    drawn = draw(tournament, 2)
    first, second = two_players(drawn)

    html = page(signed_in(tournament), tournament, 2, f"?first={first.pk}&second={second.pk}")

    assert f"{escape(str(first))} changes seats with {escape(str(second))}" in html
    assert "Table 1 after it:" in html
    assert "Repeated pairs:" in html
    assert drawn.edits.count() == 0


def test_a_swap_without_a_reason_is_kept_on_the_page_and_with_one_it_is_done():
    tournament = ready_to_draw(12)
    drawn = draw(tournament)
    first, second = two_players(drawn)
    client = signed_in(tournament)
    data = {"first": first.pk, "second": second.pk, "after_edits": 0}

    refused = send(client, tournament, "swap_players", **data, reason="")
    done = send(client, tournament, "swap_players", **data, reason="Brothers.")

    assert "This field is required." in refused
    assert f"{escape(str(first))} changes seats with" in refused
    assert "They changed seats." in done
    assert ": Brothers." in done
    assert "1 swap by hand" in done


def test_whoever_gives_a_reason_is_told_that_everybody_can_read_it():
    tournament = ready_to_draw(12)
    first, second = two_players(draw(tournament))
    client = signed_in(tournament)

    again = page(client, tournament)
    swap = page(client, tournament, 1, f"?first={first.pk}&second={second.pk}")

    assert again.count("Everybody can read it.") == 1  # why it is drawn again
    assert swap.count("Everybody can read it.") == 2  # and why they change seats


@pytest.mark.rule("T-013")
def test_a_swap_that_the_rules_forbid_is_refused_when_it_is_looked_at():
    tournament = ready_to_draw(15)
    play(tournament, 1)
    drawn = draw(tournament, 2)
    first = drawn.tables.get(number=1).seats.first().entry
    last = drawn.tables.get(number=4).seats.first().entry

    html = page(signed_in(tournament), tournament, 2, f"?first={first.pk}&second={last.pk}")

    assert "T-013" in html
    assert "at a table of 3 has more points" in html
    assert "Swap them" not in html


# --- Publish, play, close


def test_the_desk_sees_who_of_one_club_sit_at_a_table():
    tournament = ready_to_draw(12)
    draw(tournament)
    table = tournament.rounds.get(number=1).current_draw().tables.get(number=1)
    mates = [seat.entry for seat in table.seats.order_by("position")[:2]]
    html = page(signed_in(tournament), tournament)
    assert "One club:" not in html

    for entry in mates:
        entry.club = make_club("Hráči Telč")
        entry.save()
    html = page(signed_in(tournament), tournament)

    assert f"One club: Hráči Telč ({mates[0].number}, {mates[1].number})" in html
    assert html.count("One club:") == 1


def test_the_desk_leads_to_the_draw_in_other_words_than_the_button_that_draws():
    tournament = ready_to_draw(12)
    desk = signed_in(tournament)

    link = desk.get(f"/en/t/{tournament.slug}/desk/").content.decode()
    page = desk.get(f"/en/t/{tournament.slug}/desk/rounds/1/").content.decode()

    assert "To the draw of round 1 <kbd>" in link
    assert "Draw round 1</button>" not in link
    assert "Draw round 1</button>" in page


def test_the_next_step_leads_through_the_round():
    tournament = ready_to_draw(12)
    client = signed_in(tournament)
    draw(tournament)

    published = send(client, tournament, "publish_draw", attempt=1)
    playing = send(client, tournament, "start_clock")
    for table in Round.objects.get(tournament=tournament, number=1).current_draw().tables.all():
        enter(table, (10, 8, 5, 4))
    complete = page(client, tournament)
    closed = send(client, tournament, "close_round")

    assert "Start the clock of round 1" in published
    assert "0 of 3 tables are in." in playing
    assert 'datetime="2026-05-16T11:45:00+02:00"' in playing
    assert "All results are in." in complete
    assert "Go to round 2" in closed


def test_a_draw_that_was_replaced_is_not_published_from_an_old_page():
    tournament = ready_to_draw(12)
    draw(tournament)
    draw(tournament, seed="8", reason="Again.")

    html = send(signed_in(tournament), tournament, "publish_draw", attempt=1)

    assert "Draw 2 was made meanwhile." in html
    assert not Draw.objects.filter(published_at__isnull=False).exists()


@pytest.mark.rule("T-048")
def test_missing_results_block_the_next_round_with_links_to_their_tables():
    tournament = ready_to_draw(12)
    drawn = publish(tournament)
    enter(drawn.tables.get(number=2), (10, 8, 5, 4))

    html = page(signed_in(tournament), tournament, 2)

    assert f'href="{url(tournament, "enter_result", 1, 1)}"' in html
    assert f'href="{url(tournament, "enter_result", 1, 3)}"' in html
    assert f'href="{url(tournament, "enter_result", 1, 2)}"' not in html


def test_a_published_draw_has_the_same_time_at_the_desk_as_on_paper():
    tournament = ready_to_draw(12)
    drawn = draw(tournament)
    Draw.objects.filter(pk=drawn.pk).update(at=at(9, 10))
    rounds.publish_draw(tournament, 1, doer(now=at(9, 15)))
    client = signed_in(tournament)

    html = client.get(url(tournament, "results_desk")).content.decode()

    assert "Round 1, draw 1, 09:15" in page(client, tournament)
    assert "Round 1, draw 1, 09:15" in html


@pytest.mark.rule("D-102")
@pytest.mark.parametrize(("players", "sentence"), [(12, "let a table of 4"), (6, "Draw again:")])
def test_a_missing_player_is_spoken_of_until_the_bell(players, sentence):
    tournament = ready_to_draw(players)
    publish(tournament)
    rounds.start_clock(tournament, 1, doer(now=at(10)))
    client = signed_in(tournament)
    with time_machine.travel(at(10, 5), tick=False):
        assert sentence in page(client, tournament).split("A player is missing?")[1][:60]
    with time_machine.travel(at(11, 16), tick=False):
        assert "A player is missing?" not in page(client, tournament)


@pytest.mark.rule("T-059", "T-066")
def test_after_the_bell_each_table_shows_its_extra_turns():
    tournament = ready_to_draw(12)
    publish(tournament)
    rounds.start_clock(tournament, 1, doer(now=at(10)))
    client = signed_in(tournament)
    with time_machine.travel(at(11, 16), tick=False):
        before = page(client, tournament)
        html = send(client, tournament, "mark_bell", 1, 1, position=4)

    names = [
        str(seat.entry)
        for seat in Round.objects.get(tournament=tournament, number=1)
        .current_draw()
        .tables.get(number=1)
        .seats.all()
    ]
    assert "Who was on turn at the bell?" in before
    assert "at the latest, as they stand then." in before
    assert escape(" → ".join(names * 2)) in html


@pytest.mark.rule("T-060", "T-066")
def test_after_the_latest_end_the_desk_asks_for_results_and_for_nobodys_turn():
    tournament = ready_to_draw(12)
    publish(tournament)
    rounds.start_clock(tournament, 1, doer(now=at(10)))

    with time_machine.travel(at(11, 31), tick=False):
        html = page(signed_in(tournament), tournament)

    assert "The results of 3 tables are missing" in html
    assert "still playing" not in html
    assert "Who was on turn at the bell?" not in html
    [(before, after)] = re.findall(
        r'<p data-aloud data-since="2026-05-16T11:15:00\+02:00"( [^>]+)>\s*The bell has rung.*?'
        r'<p data-aloud data-since="2026-05-16T11:25:00\+02:00"([^>]*)>'
        r"\s*The latest end at 11:25 is past",
        html,
        re.DOTALL,
    )
    assert before == ' data-until="2026-05-16T11:25:00+02:00" hidden'
    assert after == ""


@pytest.mark.rule("T-059")
def test_where_no_turns_follow_the_bell_the_desk_promises_none():
    tournament = ready_to_draw(12)
    tournament.two_extra_rounds = False
    tournament.save()
    publish(tournament)
    rounds.start_clock(tournament, 1, doer(now=at(10)))

    with time_machine.travel(at(11, 16), tick=False):
        html = page(signed_in(tournament), tournament)

    assert "The turn in progress is finished, and the game is over." in html
    assert "two more turns" not in html
    assert "Who was on turn at the bell?" not in html


def test_tables_still_playing_are_asked_for_alone_until_the_round_moves_on():
    tournament = ready_to_draw(12)
    drawn = publish(tournament)
    rounds.start_clock(tournament, 1, doer(now=at(10)))
    client = signed_in(tournament)
    asking = {"HTTP_HX_REQUEST": "true", "HTTP_HX_TARGET": "playing"}

    playing = client.get(url(tournament), **asking).content.decode()
    for table in drawn.tables.all():
        enter(table, (10, 8, 5, 4))
    over = client.get(url(tournament), **asking).content.decode()

    assert "3 tables still playing" in playing
    assert "<html" not in playing
    assert "The round has moved on" in over


@pytest.mark.rule("TG-22")
def test_the_desk_reminds_of_spectators():
    tournament = ready_to_draw(12)
    publish(tournament)

    html = page(signed_in(tournament), tournament)

    assert "No spectators at the tables during play." in html
    assert reverse("referees_book", args=[tournament.slug]) in html


@pytest.mark.rule("T-057", "T-058")
def test_the_chief_referee_announces_the_limit_and_a_short_one_is_refused():
    tournament = ready_to_draw(12)
    publish(tournament)
    tournament.officials.all().delete()
    client = signed_in(tournament, Role.CHIEF_REFEREE)

    html = send(client, tournament, "announce_limit", minutes=74)

    assert "75" in html
    assert 'value="74"' in html
    assert Round.objects.get(tournament=tournament, number=1).limit_minutes == 75


def test_a_round_is_taken_back_and_opened_again_with_a_reason():
    tournament = ready_to_draw(12)
    publish(tournament)
    client = signed_in(tournament)

    asked = send(client, tournament, "unpublish_draw", reason="A wrong seat.")
    taken_back = confirmed(client, asked)
    agreeing(lambda who: rounds.publish_draw(tournament, 1, who))
    for table in Round.objects.get(tournament=tournament, number=1).current_draw().tables.all():
        enter(table, (10, 8, 5, 4))
    send(client, tournament, "close_round")
    open_again = send(client, tournament, "reopen_round", reason="Table 2 was mixed up.")

    assert "Only officials see the draw of round 1 now." in taken_back
    assert "Round 1 is open again." in open_again


@pytest.mark.rule("T-005")
def test_rolls_for_the_start_are_noted_at_the_table():
    tournament = ready_to_draw(12)
    drawn = publish(tournament)
    client = signed_in(tournament)
    rolls = {"roll-1": 7, "roll-2": 11, "roll-3": 4, "roll-4": "", "first": 2}

    html = send(client, tournament, "record_start_rolls", 1, 1, **rolls)
    wrong = send(client, tournament, "record_start_rolls", 1, 1, **rolls | {"roll-1": "x"})

    assert "The start of table 1 is noted." in html
    assert "Enter a whole number." in wrong
    assert drawn.tables.get(number=1).first_position == 2


def test_a_scorekeeper_sees_the_round_but_not_the_buttons_of_the_organiser():
    tournament = ready_to_draw(12)
    draw(tournament)
    client = signed_in(tournament, Role.SCOREKEEPER)

    html = page(client, tournament)
    answer = client.post(url(tournament, "publish_draw"), {"attempt": 1})

    assert "Only officials see it so far." in html
    assert "Publish round 1</button>" not in html
    assert answer.status_code == 403


def test_a_visitor_does_not_see_the_desk():
    tournament = ready_to_draw(12)
    draw(tournament)

    assert signed_in(tournament, "visitor").get(url(tournament)).status_code == 302


@pytest.mark.parametrize("state", [State.SIGN_UP, State.FINISHED, State.CANCELLED])
def test_the_desk_of_a_round_can_be_read_in_every_state(state):
    tournament = make_tournament(state=state)

    html = page(signed_in(tournament), tournament)

    assert "Draw round 1</button>" not in html


def test_a_round_that_is_not_there_is_not_found():
    tournament = ready_to_draw(12)

    assert signed_in(tournament).get(url(tournament, number=5)).status_code == 404


@pytest.mark.rule("T-016")
def test_the_stored_inputs_are_plain_json():
    tournament = ready_to_draw(15)
    play(tournament)
    drawn = draw(tournament, 2)

    inputs = json.loads(json.dumps(drawn.inputs))

    assert inputs["players"][0] in {str(number) for number in range(1, 16)}
    assert set(inputs) == {"players", "points", "rounds", "rounds_total", "low"}


def test_the_question_before_a_draw_is_answered_by_drawing():
    tournament = ready_to_draw(12)
    make_entry(tournament, "Jan Late", state=EntryState.CONFIRMED)

    asked = send(signed_in(tournament), tournament, "draw_round", instead_of=0)

    assert "Jan Late" in asked
    assert "Draw the round</button>" in asked


@pytest.mark.rule("T-058", "T-063")
@pytest.mark.parametrize(
    ("kind", "hint"),
    [
        ("season", "75 or more (T-058, T-063)."),
        ("final", "75 or more; empty: no limit (T-058, T-063)."),
        ("other", "Empty: no limit."),
    ],
)
def test_the_hint_of_a_limit_offers_what_the_kind_of_event_may_have(kind, hint):
    assert LimitForm(kind=EventKind(kind)).fields["minutes"].help_text == hint


def test_points_of_the_day_are_told_from_those_of_the_game():
    tournament = ready_to_draw(12)
    client = signed_in(tournament)
    play(tournament, 1)
    publish(tournament, 2)

    told = "Beside the names stand the points so far, in grey"

    assert told not in page(client, tournament, 1)
    assert told in page(client, tournament, 2)
