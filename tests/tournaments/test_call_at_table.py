"""The code on the paper of a table calls the referee there, on whichever phone."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournaments.models import Call, Tournament
from tournaments.models.call import CallOutcome
from tournaments.services import calling, rounds
from tournaments.services.table_codes import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

SECRET_WORDS = "Did the robber move?"


@pytest.fixture
def table():
    """Table 1 of a round that is published, of an event whose tables enter their results."""
    return make.publish(make.ready_to_draw(8, from_the_table="agreed")).tables.get(number=1)


def event(table) -> Tournament:
    return Tournament.objects.get(pk=table.draw.round.tournament_id)


def entry_at(table, position):
    return table.seats.select_related("entry").get(position=position).entry


def address(table, name, *position):
    keys = [event(table).slug, table.draw.round.number, table.number, code_of(table)]
    return reverse(name, args=[*keys, *position])


def call(table, position=2, *, kind="rule", text=SECRET_WORDS):
    sent = {"table_id": table.pk, "kind": kind, "text": text}
    return Client().post(address(table, "call_at_table", position), sent, follow=True)


def seat_page(table, position=2):
    return Client().get(address(table, "seat_page", position)).content.decode()


def test_a_phone_that_knows_nobody_calls_for_whoever_sits_there(table):
    assert "Call the referee" in seat_page(table)

    answer = call(table).content.decode()

    made = Call.objects.get()
    assert (made.entry, made.table, made.text) == (entry_at(table, 2), table, SECRET_WORDS)
    assert "The referee is called." in answer
    assert SECRET_WORDS in answer
    assert SECRET_WORDS in seat_page(table, 4)


def test_anybody_at_the_table_cancels_it_there(table):
    call(table)
    made = Call.objects.get()

    cancel = address(table, "cancel_at_table", 3)
    answer = Client().post(cancel, {"call_id": made.pk}, follow=True)

    made.refresh_from_db()
    assert made.outcome == CallOutcome.CANCELLED
    assert "nobody is needed any more" in answer.content.decode()
    assert "Call the referee" in seat_page(table)


def test_the_page_asks_by_itself_whether_somebody_comes(table):
    call(table)
    assert 'hx-select="#call"' in seat_page(table)

    calling.take_call(event(table), Call.objects.get().pk, make.doer())

    assert "A referee is coming" in seat_page(table)


def test_a_table_calls_after_its_result_is_in_and_where_the_desk_enters_it(table):
    make.enter(table, (10, 8, 5, 4))
    chooser = Client().get(address(table, "table_page")).content.decode()

    assert "The result of the table is in" in chooser
    assert "Choose yourself if you want to call the referee." in chooser
    assert "Call the referee" in seat_page(table)
    call(table)
    assert Call.objects.open().exists()


def test_a_call_of_another_table_is_cancelled_by_no_code(table):
    other = table.draw.tables.get(number=2)
    call(other)

    cancel = address(table, "cancel_at_table", 1)
    answer = Client().post(cancel, {"call_id": Call.objects.get().pk}, follow=True)

    assert "You do not sit at table 2." in answer.content.decode()
    assert Call.objects.open().exists()


def test_a_code_of_a_round_that_is_closed_calls_nobody(table):
    tournament = event(table)
    for one in table.draw.tables.all():
        make.enter(one, (10, 8, 5, 4))
    make.agreeing(lambda who: rounds.close_round(tournament, 1, who))

    answer = call(table).content.decode()

    assert "Round 1 is closed; please go to the desk." in answer
    assert SECRET_WORDS in answer
    assert not Call.objects.exists()


def test_a_code_that_calls_all_the_time_leaves_the_own_page_its_calls(table):
    for _ in range(21):
        last = call(table, text="")

    assert "asked for too often" in last.content.decode()
    entry = entry_at(table, 2)
    Call.objects.all().delete()
    own = reverse("call_referee", args=[entry.tournament.slug, entry.token])
    Client().post(own, {"table_id": table.pk, "kind": "rule", "text": ""})
    assert Call.objects.open().exists()


def test_where_everybody_speaks_from_the_own_page_a_code_calls_and_cancels_for_nobody(table):
    call(table)
    made = Call.objects.get()
    Tournament.objects.update(own_phones_only=True)

    assert "Call the referee" not in seat_page(table)
    cancel = address(table, "cancel_at_table", 3)
    for answer in (Client().post(cancel, {"call_id": made.pk}, follow=True), call(table)):
        assert "from their own page only" in answer.content.decode()
    made.refresh_from_db()
    assert not made.outcome


def test_what_is_sent_for_a_table_that_was_drawn_again_says_where_to_look(table):
    tournament = event(table)
    make.agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "Somebody is missing"))
    make.publish(tournament, 1, seed="8", reason="Somebody is missing")

    answer = call(table).content.decode()

    assert "Round 1 was drawn again: your new table stands on your own page" in answer
    assert "takes no results just now" not in answer
