"""What the desk, the players and the hall see of a semi-final and a final."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from tests import factories as make
from tournaments.domain import audit
from tournaments.exports.asked import Asked
from tournaments.exports.pdf import emergency_pack
from tournaments.exports.sheets import sheets_of
from tournaments.models import Entry, Tournament
from tournaments.models.event import read_event
from tournaments.models.tournament import Kind
from tournaments.services import checking_in, closing

pytestmark = pytest.mark.django_db


def played(upto: int, *, players=14, cuts=(8, 4), before=2) -> Tournament:
    """An event with two rounds for everybody, a semi-final and a final, played up to a round."""
    tournament = make.ready_to_draw(players, kind=Kind.OTHER, rounds=before + len(cuts), cuts=cuts)
    for number in range(1, upto + 1):
        make.play(tournament, number)
        make.draw_lots(tournament)
    tournament.refresh_from_db()
    return tournament


def at_place(tournament: Tournament, place: int) -> Entry:
    event = read_event(tournament)
    return event.entries[event.standings().rows[place - 1].player]


def address(tournament: Tournament, name: str, *args) -> str:
    with override("en"):
        return reverse(name, args=[tournament.slug, *args])


def text(tournament: Tournament, name: str, *args, client: Client | None = None) -> str:
    # No act of a test is ever committed, so none reaches the cache of pages.
    cache.clear()
    page = (client or Client()).get(address(tournament, name, *args))
    assert page.status_code == 200
    return page.content.decode()


def mine(tournament: Tournament, entry: Entry) -> str:
    return text(tournament, "my_page", entry.token)


# The desk


def test_the_desk_sees_who_is_through_and_who_moves_up():
    tournament = played(2)

    page = text(tournament, "round_desk", 3, client=make.signed_in(tournament))

    assert "Semi-final" in page
    assert "Of 14 players the best 8 play:" in page
    through, hint = page.split('<details id="through">')[1].split("</ol>")
    assert through.count("<li>") == 8
    assert f"Then {at_place(tournament, 9)} moves up." in hint


@pytest.mark.rule("T-047")
def test_a_lot_that_decides_the_cut_is_asked_for_on_every_page_of_the_desk():
    tournament = make.ready_to_draw(12, kind=Kind.OTHER, rounds=2, cuts=(4,))
    make.play(tournament, 1)
    client = make.signed_in(tournament)

    pages = {name: text(tournament, name, client=client) for name in ("desk", "closing")}
    pages["round_desk"] = text(tournament, "round_desk", 2, client=client)

    assert "A lot must decide first who is through to round 2." in pages["desk"]
    assert pages["closing"].count("The lot decides who of these plays on.") == 1
    assert "The lot decides who" in pages["closing"].split('id="lots"')[1].split("</form>")[0]
    assert "Draw the lot first" in pages["round_desk"]
    assert f'href="{address(tournament, "closing")}#lots"' in pages["round_desk"]
    make.draw_lots(tournament)
    assert "A lot must decide" not in text(tournament, "desk", client=client)


def test_before_the_round_before_it_is_closed_a_final_only_says_how_many_play():
    tournament = make.ready_to_draw(12, kind=Kind.OTHER, rounds=2, cuts=(4,))
    make.play(tournament, 1, close=False)

    page = text(tournament, "round_desk", 2, client=make.signed_in(tournament))

    assert "Of 12 players the best 4 play:" in page
    assert "Who is through" not in page


def test_the_desk_counts_who_still_plays():
    tournament = played(3)

    page = text(tournament, "desk", client=make.signed_in(tournament))

    assert "<dt>still play</dt><dd>8</dd>" in page
    assert "<dt>checked in</dt><dd>14</dd>" in page


def test_the_check_in_list_says_who_is_out_and_counts_tables_for_the_others():
    tournament = played(3)

    page = text(tournament, "check_in_list", client=make.signed_in(tournament))

    assert page.count("out after round 2") == 6
    assert "2 × 4" in page


@pytest.mark.parametrize("publish", [False, True])
def test_a_final_whose_player_left_says_who_moves_up_and_is_drawn_again(publish):
    tournament = played(3)
    leaver, next_one = at_place(tournament, 1), at_place(tournament, 5)
    (make.publish if publish else make.draw)(tournament, 4)
    before = text(tournament, "round_desk", 4, client=make.signed_in(tournament))

    make.agreeing(lambda who: checking_in.withdraw(tournament, leaver.pk, who))
    after = text(tournament, "round_desk", 4, client=make.signed_in(tournament))

    words = f"Not through any more: {leaver}; through now: {next_one}. Draw round 4 again."
    assert words in after
    assert "Not through any more" not in before


# The players


def test_whoever_is_out_reads_that_the_games_are_over():
    tournament = played(2)
    out, through = at_place(tournament, 14), at_place(tournament, 1)
    waiting = mine(tournament, out)

    make.publish(tournament, 3)

    assert "The next round is for the best 8 of the standings." in waiting
    assert "Your games are over" in mine(tournament, out)
    assert "I have to leave" not in mine(tournament, out)
    assert "Your games are over" not in mine(tournament, through)
    assert "Round 3: your table" in mine(tournament, through)


def test_once_all_rounds_are_played_everybody_waits_for_the_standings_alike():
    tournament = played(4)
    out = at_place(tournament, 14)
    last = mine(tournament, out)

    make.agreeing(lambda who: closing.finish(tournament, who))

    assert "The final standings follow in a moment." in last
    assert "Your games are over" not in last + mine(tournament, out)
    assert "Your final place" in mine(tournament, out)


def test_a_draw_that_is_not_published_lets_nobody_out():
    tournament = played(2)
    out = at_place(tournament, 14)

    make.draw(tournament, 3)

    assert "Your games are over" not in mine(tournament, out)
    assert "out after round" not in text(tournament, "player", out.number)


def test_the_day_of_a_player_who_is_out_ends_with_the_last_round_for_everybody():
    tournament = played(4)
    out, winner = at_place(tournament, 14), at_place(tournament, 1)

    page = text(tournament, "player", out.number)

    assert "out after round 2" in page
    assert "did not play" not in page
    assert page.count('<li class="card"><h3>') == 2
    assert "Final: only round 4 counts" in text(tournament, "player", winner.number)


def test_why_a_finalist_is_ahead_of_the_first_who_is_not_one():
    tournament = played(4)

    page = text(tournament, "player", at_place(tournament, 4).number)

    assert "got further" in page


# Everybody


def test_the_timetable_says_who_plays_the_last_rounds():
    tournament = make.make_tournament(kind=Kind.OTHER, cuts=(16, 4))

    page = text(tournament, "tournament")

    assert page.index("Semi-final") < page.index("the best 16") < page.index("Final</span>")


def test_the_page_of_a_tour_event_says_nothing_of_stages():
    tournament = make.ready_to_draw(12)
    make.play(tournament, 1)

    for name, args in (("tournament", []), ("round", [1]), ("standings", []), ("screen", [])):
        page = text(tournament, name, *args)
        assert "Semi-final" not in page
        assert "got further" not in page
        assert 'class="stage"' not in page


def test_standings_show_a_line_at_the_cut_and_then_a_heading_for_each_stage():
    tournament = played(2)
    before = text(tournament, "standings")

    for number in (3, 4):
        make.play(tournament, number)
        make.draw_lots(tournament)
    after = text(tournament, "standings")

    assert "Up to here: round 3, Semi-final" in before
    assert before.index(f'id="n{at_place_after(tournament, 2, 8).number}"') < before.index(
        "Up to here"
    )
    assert 'class="stage"' not in before
    headings = ["Final: only round 4 counts", "Semi-final: only round 3 counts"]
    places = [after.index(words) for words in (*headings, "Out after round 2: rounds 1–2 count")]
    assert places == sorted(places)


def at_place_after(tournament: Tournament, after_round: int, place: int) -> Entry:
    event = read_event(tournament)
    return event.entries[event.standings(after_round=after_round).rows[place - 1].player]


def test_the_juniors_have_the_same_headings():
    tournament = make.ready_to_draw(0, kind=Kind.OTHER, rounds=2, cuts=(4,))
    for _ in range(8):
        make.make_entry(tournament, person=make.make_junior(), state="checked-in")
    for number in (1, 2):
        make.play(tournament, number)
        make.draw_lots(tournament)

    page = text(tournament, "junior_standings")

    assert page.index("Final: only round 2 counts") < page.index("Out after round 1")


def test_the_page_of_a_final_says_for_whom_it_is():
    tournament = played(3)
    make.publish(tournament, 4)

    page = text(tournament, "round", 4)

    assert "The best 4 of the standings play this round" in page
    assert address(tournament, "standings", 3) in page


def test_the_large_screen_calls_the_round_by_its_name():
    tournament = played(2)
    make.publish(tournament, 3)

    assert "Semi-final" in text(tournament, "screen")


@pytest.mark.rule("T-016")
def test_the_record_of_a_semi_final_stands_up_to_its_check():
    tournament = played(3)

    record = Client().get(reverse("draw_record", args=[tournament.slug, 3])).json()

    assert record["attempts"][0]["inputs"]["cut"] == 8
    assert [step for step in audit.check_record(record) if step.ok is False] == []


# Prints and exports


def test_the_sheet_of_the_standings_has_a_column_for_the_stage():
    tournament = played(4)
    with override("en"):
        (sheet,) = sheets_of(read_event(tournament), make.at(18), keys=["standings"])
        label = str(sheet.columns[-1].label)

    assert label == "Stage"
    assert [row[-1] for row in sheet.rows] == (
        ["Final"] * 4 + ["Semi-final"] * 4 + ["rounds for everybody"] * 6
    )


def test_a_tour_event_has_no_such_column():
    tournament = make.played_out(12)
    (sheet,) = sheets_of(read_event(tournament), make.at(18), keys=["standings"])

    assert "Stage" not in [column.label for column in sheet.columns]


def test_the_emergency_pack_reckons_with_those_who_play_next():
    tournament = played(3)
    event = read_event(tournament)

    assert emergency_pack._next_players(event) == 4
    assert emergency_pack.emergency_pack(Asked(event, make.at(15), "http://hall.example/"))
