"""A referee gives one table more time than the clock of its round; its own clock follows."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournaments.domain.values import Refused
from tournaments.exports.archive.writing import archive_of
from tournaments.models import Act, Call, Table, Tournament
from tournaments.models.entry import Role
from tournaments.models.tournament import Kind
from tournaments.services import results, rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.entered import EnteredResult, EnteredScore
from tournaments.views.shared import forget_events

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

BELL = make.at(11, 15)


@pytest.fixture
def tournament():
    """Two tables of a season event play round 1 since 10:00; round 2 starts at 11:30."""
    tournament = make.ready_to_draw(8)
    make.publish(tournament)
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))
    return tournament


def table_of(tournament, number=1):
    return Table.objects.get(draw__round__tournament=tournament, number=number)


def give(tournament, minutes, *, table=1, at=None):
    rounds.give_time(tournament, 1, table, minutes, make.doer("Rita", now=at or make.at(10, 30)))


def own_page(table):
    entry = table.seats.select_related("entry__tournament").get(position=1).entry
    address = reverse("my_page", args=[entry.tournament.slug, entry.token])
    return Client().get(address).content.decode()


def desk_of(tournament):
    client = make.signed_in(tournament)
    return client.get(reverse("desk", args=[tournament.slug])).content.decode()


def test_the_clock_of_the_table_follows_and_that_of_the_others_does_not(tournament, time_machine):
    time_machine.move_to(make.at(10, 30), tick=False)

    give(tournament, 10)

    mine, theirs = own_page(table_of(tournament)), own_page(table_of(tournament, 2))
    assert "Bell at 11:25." in mine
    assert "Your table has 10 minutes more than the clock of the round." in mine
    assert "Bell at 11:15." in theirs
    assert "more than the others" not in theirs
    assert Act.objects.get(name="give_time").told == "table 1: +10"


def test_the_own_page_as_it_is_kept_follows(
    tournament, time_machine, django_capture_on_commit_callbacks
):
    time_machine.move_to(make.at(10, 30), tick=False)
    assert "Bell at 11:15." in own_page(table_of(tournament))

    with django_capture_on_commit_callbacks(execute=True):
        give(tournament, 5)

    assert "Bell at 11:20." in own_page(table_of(tournament))


def test_on_the_map_of_the_hall_the_table_is_late_after_its_own_bell(tournament, time_machine):
    give(tournament, 10)

    time_machine.move_to(make.at(11, 20), tick=False)
    forget_events()
    early = desk_of(tournament)
    time_machine.move_to(make.at(11, 26), tick=False)
    late = desk_of(tournament)

    assert early.count("min after the bell") == 1
    assert early.count("10 min more") == 1
    assert "5 min after the bell" in early
    assert "1 min after the bell" in late
    assert "11 min after the bell" in late


@pytest.mark.rule("T-066")
def test_no_table_of_a_season_event_plays_past_the_latest_end(tournament):
    with pytest.raises(Refused, match="at most 10 min") as refused:
        give(tournament, 11)

    assert refused.value.rule_id == "T-066"
    assert table_of(tournament).extra_minutes == 0
    give(tournament, 10)


@pytest.mark.rule("T-066")
def test_it_may_once_the_next_start_is_moved_for_all(tournament):
    tournament.rounds.filter(number=2).update(starts_at=make.at(11, 45))

    give(tournament, 25)

    assert table_of(tournament).extra_minutes == 25


@pytest.mark.rule("T-067")
@pytest.mark.parametrize("kind", [Kind.FINAL, Kind.OTHER])
def test_events_without_a_latest_end_set_no_bound(tournament, kind):
    Tournament.objects.filter(pk=tournament.pk).update(kind=kind)

    give(tournament, 30)

    assert table_of(tournament).extra_minutes == 30


def test_it_is_set_anew_or_taken_back_and_a_second_tap_changes_nothing(tournament):
    give(tournament, 10)
    with pytest.raises(AlreadyDone, match="10 min already"):
        give(tournament, 10)
    give(tournament, 4)
    assert table_of(tournament).extra_minutes == 4

    give(tournament, 0)

    assert table_of(tournament).extra_minutes == 0
    assert Act.objects.filter(name="give_time").count() == 3


def test_a_clock_that_is_set_back_has_given_no_time(tournament):
    give(tournament, 10)

    rounds.stop_clock(tournament, 1, make.doer(now=make.at(10, 40)))

    assert table_of(tournament).extra_minutes == 0


def test_the_hall_reads_which_table_plays_on_after_the_bell(tournament, time_machine):
    give(tournament, 10)
    time_machine.move_to(make.at(11, 16), tick=False)
    event = f"/en/t/{tournament.slug}/"

    pages = [Client().get(event), Client().get(f"{event}screen/")]
    pages.append(make.signed_in(tournament).get(f"{event}desk/rounds/1/"))

    for page in pages:
        assert "Table 1 has more time: its bell is at 11:25." in page.content.decode()


def test_a_bell_that_would_be_past_already_is_set_for_nobody(tournament):
    with pytest.raises(Refused, match="would be past already"):
        give(tournament, 5, at=make.at(11, 22))

    assert table_of(tournament).extra_minutes == 0


@pytest.mark.parametrize("again", ["clock", "time"])
def test_who_was_on_turn_at_a_bell_that_is_still_to_ring_nobody_knows(tournament, again):
    rounds.mark_bell(tournament, 1, 1, 2, make.doer(now=make.at(11, 16)))

    if again == "clock":
        rounds.stop_clock(tournament, 1, make.doer(now=make.at(11, 17)))
    else:
        give(tournament, 10, at=make.at(11, 17))

    assert table_of(tournament).bell_position is None


def test_a_draw_that_is_published_anew_has_given_no_time(tournament):
    give(tournament, 10)

    with pytest.raises(Unconfirmed) as asked:
        rounds.unpublish_draw(tournament, 1, make.doer(now=make.at(10, 31)), "A name is wrong.")
    confirmed = frozenset(caution.key for caution in asked.value.cautions)
    who = make.doer(now=make.at(10, 31), confirmed=confirmed)
    rounds.unpublish_draw(tournament, 1, who, "A name is wrong.")

    assert table_of(tournament).extra_minutes == 0


def test_only_a_table_that_plays_by_a_running_clock_gets_more_of_it(tournament):
    make.enter(table_of(tournament), (10, 8, 5, 4))
    with pytest.raises(Refused, match="The result of table 1 is in"):
        give(tournament, 5)
    rounds.stop_clock(tournament, 1, make.doer(now=make.at(10, 40)))

    with pytest.raises(Refused, match="No clock of round 1 runs"):
        give(tournament, 5, table=2)


@pytest.mark.rule("T-059", "T-060")
def test_the_bell_of_the_table_is_the_one_after_which_time_has_run_out(tournament):
    give(tournament, 10)
    scores = {place: EnteredScore(points) for place, points in enumerate((9, 8, 5, 4), start=1)}

    with pytest.raises(Refused, match="has not rung yet"):
        rounds.mark_bell(tournament, 1, 1, 2, make.doer(now=make.at(11, 24)))
    with pytest.raises(Unconfirmed, match="has not rung yet"):
        results.enter_result(
            tournament,
            table_of(tournament),
            EnteredResult(scores, None),
            make.doer(now=make.at(11, 24)),
        )
    rounds.mark_bell(tournament, 1, 2, 2, make.doer(now=BELL))
    rounds.mark_bell(tournament, 1, 1, 2, make.doer(now=make.at(11, 25)))


def test_the_desk_asks_who_was_on_turn_once_the_bell_of_the_table_has_rung(
    tournament, time_machine
):
    give(tournament, 10)
    time_machine.move_to(make.at(11, 20), tick=False)
    address = reverse("round_desk", args=[tournament.slug, 1])

    page = make.signed_in(tournament).get(address).content.decode()

    assert page.count("Who was on turn at the bell?") == 1
    assert page.count("10 min more") == 1


def test_a_referee_gives_it_from_the_call_and_comes_back_there(tournament, time_machine):
    time_machine.move_to(make.at(10, 30), tick=False)
    table = table_of(tournament)
    entry = table.seats.get(position=1).entry
    call = Call.objects.create(table=table, entry=entry, kind="time", at=make.at(10, 29))
    client = make.signed_in(tournament, Role.REFEREE)
    sent = {"table": table.pk, "minutes": 5, "call": call.pk}

    shown = client.get(reverse("calls", args=[tournament.slug])).content.decode()
    answer = client.post(reverse("give_time", args=[tournament.slug]), sent, follow=True)

    assert reverse("give_time", args=[tournament.slug]) in shown
    assert answer.redirect_chain[-1][0] == reverse("calls", args=[tournament.slug])
    assert "Table 1 has 5 minutes more." in answer.content.decode()
    assert "5 min more" in answer.content.decode()


def test_what_is_refused_in_the_book_stays_typed_there(tournament, time_machine):
    time_machine.move_to(make.at(10, 30), tick=False)
    client = make.signed_in(tournament, Role.REFEREE)
    sent = {"table": table_of(tournament).pk, "minutes": 40}

    answer = client.post(reverse("give_time", args=[tournament.slug]), sent)

    assert "at most 10 min" in answer.content.decode()
    assert answer.context["time_form"]["minutes"].value() == "40"


def test_whoever_only_keeps_scores_gives_no_time(tournament):
    client = make.signed_in(tournament, Role.SCOREKEEPER)
    sent = {"table": table_of(tournament).pk, "minutes": 5}

    answer = client.post(reverse("give_time", args=[tournament.slug]), sent)

    assert answer.status_code == 403
    assert table_of(tournament).extra_minutes == 0


def test_an_archive_has_it_where_there_is_some(tournament):
    give(tournament, 5)

    first, second = archive_of(tournament)["tables"]

    assert first["extra_minutes"] == 5
    assert "extra_minutes" not in second


def test_a_table_whose_result_came_meanwhile_is_named_as_the_reason(tournament):
    table = table_of(tournament)
    make.enter(table, (10, 8, 5, 4))
    sent = {"table": table.pk, "minutes": 5}

    page = make.chief_of(tournament).post(reverse("give_time", args=[tournament.slug]), sent)

    assert "The result of table 1 is in." in page.content.decode()
    offered = page.content.decode().split('id="time"')[1].split("</select>")[0]
    assert f'value="{table.pk}"' not in offered


def test_a_table_that_was_drawn_again_is_told_so(tournament):
    table = table_of(tournament)
    make.agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "Somebody is missing"))
    make.publish(tournament, 1, seed="8", reason="Somebody is missing")
    sent = {"table": table.pk, "minutes": 5}

    page = make.chief_of(tournament).post(reverse("give_time", args=[tournament.slug]), sent)

    assert "That table was drawn again" in page.content.decode()


def test_a_call_offers_extra_time_only_while_its_table_plays(tournament):
    table = table_of(tournament)
    entry = table.seats.get(position=1).entry
    Call.objects.create(table=table, entry=entry, kind="time", at=make.at(10, 20))
    calls = reverse("calls", args=[tournament.slug])
    client = make.signed_in(tournament, role=Role.REFEREE)

    assert "Set the extra time" in client.get(calls).content.decode()
    make.enter(table, (10, 8, 5, 4))
    assert "Set the extra time" not in client.get(calls).content.decode()
