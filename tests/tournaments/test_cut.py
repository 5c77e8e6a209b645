"""An event outside the Tour that ends in a semi-final and a final, from its plan to its end."""

import datetime as dt
import json

import pytest
from django.db import IntegrityError
from django.urls import reverse
from django.utils.translation import override

from tests import factories as make
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import write_archive
from tournaments.models import Round, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.models.round import DrawMode
from tournaments.models.tournament import Kind
from tournaments.services import announcing, checking_in, closing, rounds
from tournaments.services.acts import Unconfirmed
from tournaments.services.entering import SignUp

pytestmark = pytest.mark.django_db


def an_event(players=14, *, cuts=(8, 4), before=2, **fields) -> Tournament:
    """Checked in and ready to be drawn: so many rounds for everybody, then the cuts."""
    return make.ready_to_draw(
        players, kind=Kind.OTHER, rounds=before + len(cuts), cuts=cuts, **fields
    )


def played(tournament: Tournament, upto: int) -> Tournament:
    """Every round up to this one played, with a lot for whoever shares a place."""
    done = tournament.rounds.filter(closed_at__isnull=False).count()
    for number in range(done + 1, upto + 1):
        make.play(tournament, number)
        make.draw_lots(tournament)
    tournament.refresh_from_db()
    return tournament


def order(tournament: Tournament, **fields) -> list[int]:
    return [row.player for row in read_event(tournament).standings(**fields).rows]


def seated(tournament: Tournament, number: int) -> set[int]:
    draw = tournament.rounds.get(number=number).current_draw()
    return set(draw.seats.values_list("entry", flat=True))


def test_the_best_play_the_semi_final_and_the_best_of_those_the_final():
    tournament = played(an_event(), 2)
    before = order(tournament)

    make.play(tournament, 3)
    make.draw_lots(tournament)
    after_semi_final = order(tournament)
    make.play(tournament, 4)

    assert seated(tournament, 3) == set(before[:8])
    assert seated(tournament, 4) == set(after_semi_final[:4])
    assert set(after_semi_final[:8]) == set(before[:8])
    assert after_semi_final[8:] == before[8:]


def test_whoever_wins_the_final_wins_and_every_place_is_one_player():
    tournament = played(an_event(), 3)
    final = make.play(tournament, 4)
    make.draw_lots(tournament)

    make.agreeing(lambda who: closing.finish(tournament, who))

    rows = read_event(tournament).standings().rows
    winner = final.seats.get(position=1).entry_id
    assert rows[0].player == winner
    assert [row.rank for row in rows] == list(range(1, 15))


def test_a_draw_keeps_who_could_play_and_how_many_do():
    tournament = played(an_event(cuts=(8, 4)), 3)

    semi_final = tournament.rounds.get(number=3).current_draw()
    final = make.draw(tournament, 4)

    assert (len(semi_final.inputs["players"]), semi_final.inputs["cut"]) == (14, 8)
    assert (len(final.inputs["players"]), final.inputs["cut"]) == (8, 4)
    # Nobody looks ahead to a round that these players do not play together.
    assert semi_final.inputs["rounds_total"] == 3
    assert tournament.rounds.get(number=1).current_draw().inputs["rounds_total"] == 2


def test_a_final_by_standings_seats_the_same_four():
    tournament = played(an_event(), 3)
    at_random = make.draw(tournament, 4)
    players = {seat.entry_id for seat in at_random.seats.all()}

    tournament.rounds.filter(number=4).update(draw_mode=DrawMode.STANDINGS)
    by_standings = make.draw(tournament, 4, reason="Another way")

    assert by_standings.inputs["mode"] == "standings"
    assert {seat.entry_id for seat in by_standings.seats.all()} == players


def test_fewer_players_than_the_cut_all_play_on():
    tournament = played(an_event(7, cuts=(8,)), 2)

    draw = make.draw(tournament, 3)

    assert draw.inputs["cut"] == 7
    assert draw.seats.count() == 7


# The border


@pytest.mark.rule("T-047")
def test_a_shared_place_at_the_border_needs_a_lot_before_the_draw():
    tournament = an_event(12, cuts=(4,), before=1)
    make.play(tournament, 1)
    # Three tables played 10-8-5-4, so the three second places are level at the border.
    with pytest.raises(Refused) as refused:
        make.draw(tournament, 2)

    make.draw_lots(tournament)
    draw = make.draw(tournament, 2)

    assert refused.value.rule_id == "D-120"
    assert {seat.entry_id for seat in draw.seats.all()} == set(order(tournament)[:4])


def test_whoever_withdraws_before_the_draw_makes_room_for_the_next():
    tournament = played(an_event(), 3)
    before = order(tournament)
    make.agreeing(lambda who: checking_in.withdraw(tournament, before[1], who))

    make.play(tournament, 4)

    assert seated(tournament, 4) == {before[0], *before[2:5]}
    # The one who could not come was in the semi-final, and is the best of those out of the final.
    make.draw_lots(tournament)
    assert order(tournament)[4] == before[1]


def test_a_finalist_who_leaves_once_the_final_is_drawn_makes_it_be_drawn_again():
    tournament = played(an_event(), 3)
    before = order(tournament)
    make.draw(tournament, 4)
    make.agreeing(lambda who: checking_in.withdraw(tournament, before[0], who))

    with pytest.raises(Refused) as refused:
        make.agreeing(lambda who: rounds.publish_draw(tournament, 4, who))
    make.draw(tournament, 4, reason="Somebody left")

    gone, come = (str(tournament.entries.get(pk=before[place])) for place in (0, 4))
    assert refused.value.facts == {"gone": gone, "come": come, "round": 4}
    assert seated(tournament, 4) == set(before[1:5])


def test_whoever_was_out_before_the_semi_final_never_plays_the_final():
    tournament = played(an_event(), 3)
    out = order(tournament)[8:]
    for key in order(tournament)[:5]:
        make.agreeing(lambda who, key=key: checking_in.withdraw(tournament, key, who))

    make.draw(tournament, 4)

    assert seated(tournament, 4).isdisjoint(out)
    assert len(seated(tournament, 4)) == 3


def test_whoever_left_before_the_semi_final_does_not_come_back_after_it():
    tournament = played(an_event(), 2)
    leaver = order(tournament)[0]
    make.agreeing(lambda who: checking_in.withdraw(tournament, leaver, who))
    make.draw(tournament, 3)

    with pytest.raises(Unconfirmed):
        checking_in.readmit(tournament, leaver, make.doer())
    make.agreeing(lambda who: rounds.publish_draw(tournament, 3, who))
    rounds.start_clock(tournament, 3, make.doer(now=make.at(20)))

    with pytest.raises(Refused) as refused:
        checking_in.readmit(tournament, leaver, make.doer())
    assert refused.value.rule_id == "D-123"


def test_a_semi_finalist_who_left_may_come_back_for_the_final():
    tournament = played(an_event(), 3)
    leaver = order(tournament)[0]
    make.agreeing(lambda who: checking_in.withdraw(tournament, leaver, who))

    checking_in.readmit(tournament, leaver, make.doer())
    make.draw(tournament, 4)

    assert leaver in seated(tournament, 4)


@pytest.mark.rule("T-020")
def test_nobody_is_admitted_late_into_a_semi_final():
    tournament = played(an_event(), 2)

    with pytest.raises(Refused) as refused:
        checking_in.admit_latecomer(tournament, make.doer(), sign_up=SignUp(name="Late Lenka"))

    assert refused.value.rule_id == "D-110"


def test_whoever_is_excluded_from_the_final_has_no_place():
    tournament = played(an_event(), 4)
    winner = order(tournament)[0]
    tournament.entries.filter(pk=winner).update(state=EntryState.EXCLUDED)

    assert winner not in order(tournament)
    assert [row.rank for row in read_event(tournament).standings().rows] == list(range(1, 14))


def test_points_so_far_are_those_of_the_whole_day():
    tournament = played(an_event(), 3)
    event = read_event(tournament)

    points = event.points(after_round=3)

    whole = sum(
        score.points
        for played_round in event.rounds
        for table in played_round.tables
        for key, score in table.scores().items()
        if key == order(tournament)[0]
    )
    assert points[order(tournament)[0]] == whole


def test_a_player_who_missed_the_cut_counts_by_the_rounds_for_everybody():
    tournament = played(an_event(half_of_rounds_counts=True, before=1), 3)

    assert len(read_event(tournament).counted) == 14


# The plan


def plan_of(tournament: Tournament, cuts) -> list[dict]:
    return [
        {
            "starts_at": make.at(10) + dt.timedelta(minutes=90 * index),
            "limit_minutes": 75,
            "draw_mode": DrawMode.RANDOM,
            "cut": cut,
        }
        for index, cut in enumerate(cuts)
    ]


def edited(tournament: Tournament, cuts, **fields) -> list[int | None]:
    plan = plan_of(tournament, cuts)
    make.agreeing(lambda who: announcing.edit_tournament(tournament, fields, plan, who))
    return [round_.cut for round_ in tournament.rounds.order_by("number")]


def test_an_organiser_plans_a_semi_final_and_a_final():
    tournament = make.make_tournament(kind=Kind.OTHER)

    assert edited(tournament, [None, None, None, 16, 4]) == [None, None, None, 16, 4]


@pytest.mark.rule("T-002")
@pytest.mark.parametrize("state", ["draft", "sign-up"])
def test_a_tour_event_has_no_cut(state):
    tournament = make.make_tournament(state=state)

    with pytest.raises(Refused) as refused:
        edited(tournament, [None, None, None, 4])

    assert refused.value.rule_id == "T-002"
    assert not tournament.rounds.filter(cut__isnull=False).exists()


@pytest.mark.rule("T-002")
def test_an_event_with_a_final_does_not_become_one_of_the_tour():
    tournament = make.make_tournament(kind=Kind.OTHER)
    edited(tournament, [None, None, None, 4])

    with pytest.raises(Refused) as refused:
        edited(tournament, [None, None, None, 4], kind=Kind.SEASON)

    assert refused.value.rule_id == "T-002"


@pytest.mark.rule("T-002")
def test_a_tour_event_with_a_cut_is_neither_announced_nor_drawn():
    tournament = make.ready_to_draw(12, cuts=(4,))
    for number in (1, 2, 3):
        make.play(tournament, number)
    make.draw_lots(tournament)

    with pytest.raises(Refused) as refused:
        make.draw(tournament, 4)

    assert refused.value.rule_id == "T-002"
    findings = announcing.announcement_findings(tournament, make.at(9))
    assert "T-002" in [fault.rule_id for fault in findings.refusals]


@pytest.mark.parametrize("cuts", [[None, 4, 8], [None, 8, None], [4, 4, 4]])
def test_cuts_only_shrink(cuts):
    tournament = make.make_tournament(kind=Kind.OTHER)

    with pytest.raises(Refused):
        edited(tournament, cuts)


def test_a_drawn_round_keeps_who_plays_it_and_how_it_was_drawn():
    tournament = played(an_event(), 2)
    make.draw(tournament, 3)

    with pytest.raises(Refused):
        edited(tournament, [None, None, 6, 4])
    assert edited(tournament, [None, None, 8, 3]) == [None, None, 8, 3]


@pytest.mark.every_case
@pytest.mark.parametrize(("number", "cut"), [(1, 4), (2, 5), (2, 2), (2, 0)])
def test_the_database_itself_refuses_cuts_that_cannot_be(number, cut):
    tournament = make.make_tournament(kind=Kind.OTHER)

    with pytest.raises(IntegrityError):
        Round.objects.filter(tournament=tournament, number=number).update(cut=cut)


def test_the_cut_is_in_the_history_of_the_round():
    tournament = make.make_tournament(kind=Kind.OTHER)
    edited(tournament, [None, None, None, 4])

    round_ = tournament.rounds.get(number=4)

    assert [row.cut for row in round_.history.order_by("history_date")] == [None, 4]


def test_an_archive_carries_the_cuts():
    tournament = played(an_event(), 3)

    copy = read_archive(json.loads(write_archive(tournament)), copy_to="copy")

    assert [round_.cut for round_ in copy.rounds.order_by("number")] == [None, None, 8, 4]
    ranks = [[row.rank for row in read_event(t).standings().rows] for t in (tournament, copy)]
    assert ranks[0] == ranks[1]


# The form


def address(tournament: Tournament) -> str:
    with override("en"):
        return reverse("edit_tournament", args=[tournament.slug])


def fields_of(client, tournament) -> dict[str, str]:
    """What the page of the timetable would send as it stands."""
    page = client.get(address(tournament))
    sent = {}
    for form in (page.context["form"], page.context["timetable"].management_form):
        sent |= {field.html_name: _sent(field) for field in form}
    for form in page.context["timetable"]:
        sent |= {field.html_name: _sent(field) for field in form if not field.field.disabled}
    return {name: value for name, value in sent.items() if value is not None}


def _sent(field):
    value = field.value()
    if isinstance(value, bool):
        return "on" if value else None
    if isinstance(value, dt.datetime):
        return f"{value:%Y-%m-%dT%H:%M}"
    return "" if value is None else str(value)


def test_the_form_of_the_timetable_sets_the_cuts():
    tournament = make.make_tournament(kind=Kind.OTHER)
    client = make.signed_in(tournament)
    sent = fields_of(client, tournament)

    client.post(
        address(tournament),
        {**sent, "form-2-cut": "16", "form-3-cut": "4"},
    )

    assert [r.cut for r in tournament.rounds.order_by("number")] == [None, None, 16, 4]


def test_a_refused_cut_is_told_on_the_form_and_what_was_typed_stays():
    tournament = make.make_tournament(kind=Kind.OTHER)
    client = make.signed_in(tournament)
    sent = fields_of(client, tournament)

    page = client.post(
        address(tournament),
        {**sent, "form-2-cut": "4", "form-3-cut": "16"},
    )

    assert "whoever is out does not come back" in page.content.decode()
    assert page.context["timetable"].forms[3]["cut"].value() == "16"


def test_the_form_of_a_tour_event_asks_for_no_cut():
    tournament = make.make_tournament()

    page = make.signed_in(tournament).get(address(tournament))

    assert "Who plays" not in page.content.decode()
    assert "One more round" not in page.content.decode()


@pytest.mark.rule("T-002")
def test_a_tour_event_of_another_length_can_be_brought_back_to_four_rounds():
    tournament = make.make_tournament(rounds=5, state="draft")
    client = make.signed_in(tournament)

    page = client.get(address(tournament)).content.decode()
    client.post(address(tournament), {**fields_of(client, tournament), "form-TOTAL_FORMS": "4"})

    assert "One round fewer" in page
    assert tournament.rounds.count() == 4
    assert "One round fewer" not in client.get(address(tournament)).content.decode()


def test_a_round_more_and_a_round_fewer_are_added_on_the_form_and_kept_when_saved():
    tournament = make.make_tournament(kind=Kind.OTHER)
    client = make.signed_in(tournament)
    sent = {**fields_of(client, tournament), "venue": "Elsewhere"}

    page = client.post(address(tournament), {**sent, "rounds": "more"})
    timetable = page.context["timetable"]

    assert len(timetable.forms) == 5
    assert timetable.forms[4]["starts_at"].value() == "2026-05-16T16:00"
    assert page.context["form"]["venue"].value() == "Elsewhere"
    assert tournament.rounds.count() == 4
    more = {field.html_name: str(field.value()) for field in timetable.forms[4]}
    client.post(address(tournament), {**sent, **more, "form-TOTAL_FORMS": "5", "form-4-cut": "4"})
    assert [r.cut for r in tournament.rounds.order_by("number")] == [None] * 4 + [4]
    client.post(address(tournament), {**fields_of(client, tournament), "form-TOTAL_FORMS": "3"})
    assert tournament.rounds.count() == 3


def test_a_drawn_round_is_not_to_be_chosen_anew():
    tournament = played(an_event(), 2)
    make.draw(tournament, 3)
    client = make.signed_in(tournament)
    sent = fields_of(client, tournament)

    page = client.post(address(tournament), {**sent, "form-3-cut": "3"})

    assert page.status_code == 302, page.content.decode()
    assert [r.cut for r in tournament.rounds.order_by("number")] == [None, None, 8, 3]


def test_the_form_asks_of_every_round_but_the_first_who_plays_it():
    tournament = make.make_tournament(kind=Kind.OTHER)

    page = make.signed_in(tournament).get(address(tournament))

    assert ["cut" in form.fields for form in page.context["timetable"]] == [False, True, True, True]
