"""A table calls the referee from the own page, and a referee comes, answers or decides."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournaments.domain.values import Refused
from tournaments.models import Act, Call, Ruling, Tournament
from tournaments.models.call import CallOutcome
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.services import calling, persons, rounds
from tournaments.services.acts import AlreadyDone, Doer, Unconfirmed
from tournaments.services.following import news_of
from tournaments.services.proposing import Player
from tournaments.services.refereeing import decide
from tournaments.services.standing import Standing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

SECRET_WORDS = "Did the robber move?"


@pytest.fixture
def table():
    """Table 1 of a round that is published."""
    return make.publish(make.ready_to_draw(8)).tables.get(number=1)


def event(table) -> Tournament:
    return Tournament.objects.get(pk=table.draw.round.tournament_id)


def entry_at(table, position):
    return table.seats.select_related("entry").get(position=position).entry


def player(entry, *, at=None):
    return Player(entry, make.doer(entry.full_name, now=at))


def call(table, position=1, *, kind="rule", text=SECRET_WORDS, at=None):
    who = player(entry_at(table, position), at=at)
    return calling.call_referee(event(table), table, kind, text, who)


def page_of(entry, client=None):
    address = reverse("my_page", args=[entry.tournament.slug, entry.token])
    return (client or Client()).get(address).content.decode()


def queue(table, client):
    return client.get(reverse("calls", args=[event(table).slug]))


def act_of(client, name, made):
    slug = made.table.draw.round.tournament.slug
    return lambda **data: client.post(reverse(name, args=[slug, made.pk]), data, follow=True)


def test_the_button_calls_for_the_whole_table_and_the_others_there_see_it(table):
    one, other = entry_at(table, 1), entry_at(table, 3)
    address = reverse("call_referee", args=[one.tournament.slug, one.token])

    data = {"table_id": table.pk, "kind": "rule", "text": SECRET_WORDS}
    answer = Client().post(address, data, follow=True)

    made = Call.objects.get()
    assert (made.entry, made.table, made.kind, made.text) == (one, table, "rule", SECRET_WORDS)
    assert "The referee is called." in answer.content.decode()
    assert SECRET_WORDS in page_of(other)
    assert "Call the referee" not in page_of(other)


def test_the_book_counts_the_calls_that_are_open(table, client):
    user = make.make_user()
    make.make_official(event(table), user=user, role=Role.REFEREE)
    client.force_login(user)
    book = reverse("referees_book", args=[event(table).slug])
    assert "badge" not in client.get(book).content.decode()
    call(table)

    assert '1<span class="visually-hidden"> table calls' in client.get(book).content.decode()


def test_nobody_else_reads_what_the_table_wrote(table):
    call(table)
    elsewhere = table.draw.tables.get(number=2)
    slug = event(table).slug

    assert SECRET_WORDS not in page_of(entry_at(elsewhere, 1))
    assert SECRET_WORDS not in Client().get(reverse("round", args=[slug, 1])).content.decode()
    assert not Act.objects.filter(detail__contains=SECRET_WORDS).exists()
    assert Act.objects.get(name="call_referee").told == "table 1"


def test_a_call_from_a_phone_that_does_not_know_the_player_is_marked_wherever_it_stands(table):
    caller, other = entry_at(table, 1), entry_at(table, 2)
    on_a_strange_phone = Player(caller, make.doer(caller.full_name), from_code=True)
    made = calling.call_referee(event(table), table, "rule", "", on_a_strange_phone)

    marked = f"{caller.full_name} (on another's phone)"
    assert marked in queue(table, make.signed_in(event(table), "referee")).content.decode()
    assert f"For {caller.public_name}, on another's phone" in page_of(caller)
    assert f"For {caller.public_name}, on another's phone" in page_of(other)
    assert Act.objects.get(name="call_referee").told == "table 1 (on another's phone)"
    calling.cancel_call(event(table), made.pk, on_a_strange_phone)
    assert Act.objects.get(name="cancel_call").told == "table 1 (on another's phone)"


def test_a_call_from_the_own_page_has_no_such_mark(table):
    call(table)

    referee = make.signed_in(event(table), "referee")
    assert "on another" not in queue(table, referee).content.decode()
    assert "on another" not in page_of(entry_at(table, 1))


def test_a_second_tap_and_a_second_phone_of_the_table_make_no_second_call(table):
    call(table)

    with pytest.raises(AlreadyDone, match="called to table 1 already"):
        call(table, 2)

    assert Call.objects.count() == 1


def test_the_database_itself_knows_one_open_call_a_table(table):
    made = call(table)

    with pytest.raises(IntegrityError), transaction.atomic():
        Call.objects.create(table=table, entry=made.entry, kind="rule", at=made.at)


def test_anybody_at_the_table_says_that_nobody_is_needed_any_more(table):
    made = call(table)

    calling.cancel_call(event(table), made.pk, player(entry_at(table, 4)))

    made.refresh_from_db()
    assert made.outcome == CallOutcome.CANCELLED
    assert "Call the referee" in page_of(entry_at(table, 1))
    with pytest.raises(AlreadyDone):
        calling.cancel_call(event(table), made.pk, player(entry_at(table, 1)))
    call(table)


@pytest.mark.rule("T-020")
def test_whoever_sits_elsewhere_neither_calls_nor_cancels(table):
    stranger = entry_at(table.draw.tables.get(number=2), 1)

    with pytest.raises(Refused, match="do not sit at table 1"):
        calling.call_referee(event(table), table, "rule", "", player(stranger))
    made = call(table)
    with pytest.raises(Refused, match="do not sit at table 1"):
        calling.cancel_call(event(table), made.pk, player(stranger))


def test_whoever_was_excluded_calls_nobody(table):
    entry = entry_at(table, 1)
    entry.state = EntryState.EXCLUDED
    entry.save()

    with pytest.raises(Refused, match="do not play any more"):
        calling.call_referee(event(table), table, "rule", "", player(entry))
    assert "Call the referee" not in page_of(entry)


def test_a_table_that_was_drawn_again_or_is_closed_calls_nobody(table):
    tournament, first = event(table), entry_at(table, 1)
    for one in table.draw.tables.all():
        make.enter(one, (10, 8, 5, 4))
    make.agreeing(lambda who: rounds.close_round(tournament, 1, who))

    with pytest.raises(Refused, match="Round 1 is closed"):
        call(table)
    assert "Call the referee" not in page_of(first)


def test_a_call_of_a_draw_that_is_taken_back_is_nobodys_any_more(table):
    made = call(table)
    tournament = event(table)
    make.agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "Somebody is missing"))

    assert not Call.objects.waiting(tournament).exists()
    with pytest.raises(AlreadyDone):
        calling.take_call(tournament, made.pk, make.doer())


def test_a_call_does_not_come_back_with_a_draw_that_is_published_again(table):
    first = entry_at(table, 1)
    call(table)
    tournament = event(table)
    make.agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "Two are swapped"))

    make.agreeing(lambda who: rounds.publish_draw(tournament, 1, who))

    assert not Call.objects.waiting(tournament).exists()
    assert SECRET_WORDS not in page_of(first)


def test_a_call_is_asked_about_when_its_round_is_closed_and_ends_with_it(table):
    call(table)
    tournament = table.draw.round.tournament
    for one in table.draw.tables.all():
        make.enter(one, (10, 8, 5, 4)[: one.seats.count()])

    with pytest.raises(Unconfirmed) as asked:
        rounds.close_round(tournament, 1, make.doer())
    make.agreeing(lambda who: rounds.close_round(tournament, 1, who))

    assert any("called the referee" in str(one) for one in asked.value.cautions)
    assert SECRET_WORDS not in queue(table, make.signed_in(tournament)).content.decode()


def test_the_referee_sees_who_waits_and_the_table_sees_that_somebody_comes(table, time_machine):
    time_machine.move_to(make.at(11, 1), tick=False)
    made = call(table, at=make.at(11))
    client = make.signed_in(event(table), Role.REFEREE)

    shown = queue(table, client).content.decode()
    answer = act_of(client, "take_call", made)()

    assert SECRET_WORDS in shown
    assert "waits 1 minute" in shown
    assert f'data-ringing="{made.pk}"' in shown
    made.refresh_from_db()
    assert made.taken_at == make.at(11, 1)
    assert "Table 1 was told that you are coming." in answer.content.decode()
    assert "A referee is coming" in page_of(entry_at(table, 2))
    assert 'data-ringing=""' in queue(table, client).content.decode()


def test_a_second_referee_may_come_instead_and_the_first_learns_it(table):
    made = call(table)
    calling.take_call(event(table), made.pk, make.doer("Rita"))

    with pytest.raises(AlreadyDone, match="on the way already"):
        calling.take_call(event(table), made.pk, make.doer("Rita"))
    calling.take_call(event(table), made.pk, make.doer("Robert"))

    made.refresh_from_db()
    assert made.taken_by == "Robert"


def test_whoever_is_on_the_way_is_not_asked_again_whether_they_come(table):
    made = call(table)
    client, other = (make.signed_in(event(table), Role.REFEREE) for _ in range(2))

    before = queue(table, client).content.decode()
    act_of(client, "take_call", made)()

    assert "I am coming" in before
    assert "I am coming" not in queue(table, client).content.decode()
    assert "I am coming" in queue(table, other).content.decode()


@pytest.mark.rule("T-050")
def test_only_the_chief_referee_is_asked_for_a_decision(table):
    call(table)

    by_another = queue(table, make.signed_in(event(table), Role.REFEREE)).content.decode()
    by_chief = queue(table, make.chief_of(event(table))).content.decode()

    assert ("My answer" in by_another, "My answer" in by_chief) == (True, False)


def test_players_of_the_table_hear_at_once_that_a_referee_comes(table):
    tournament = event(table)
    made = call(table)
    before = news_of({tournament.slug: None})[tournament.slug]

    calling.take_call(tournament, made.pk, make.doer())

    after = news_of({tournament.slug: before})[tournament.slug]
    assert after.talking_since(before) == [1]
    assert after.version == before.version


@pytest.mark.parametrize(("minute", "ringing"), [(1, ""), (2, "{}+")])
def test_the_chief_referee_and_the_desk_hear_of_it_after_two_minutes(
    table, time_machine, minute, ringing
):
    time_machine.move_to(make.at(11, minute), tick=False)
    tournament = event(table)
    make.make_official(tournament, Role.REFEREE, "Rita Referee")
    made = call(table, at=make.at(11))

    chief = queue(table, make.chief_of(tournament)).content.decode()
    desk = make.signed_in(tournament).get(reverse("desk", args=[tournament.slug]))

    assert f'data-ringing="{ringing.format(made.pk)}"' in chief
    assert ("Nobody has come to a table" in desk.content.decode()) is (minute == 2)


def test_the_only_referee_hears_of_it_at_once(table, time_machine):
    time_machine.move_to(make.at(11), tick=False)
    made = call(table, at=make.at(11))

    chief = queue(table, make.chief_of(event(table))).content.decode()

    assert f'data-ringing="{made.pk}"' in chief


def test_the_desk_looks_on_and_its_phone_does_not_ring(table):
    call(table)

    shown = queue(table, make.signed_in(event(table), Role.SCOREKEEPER)).content.decode()

    assert SECRET_WORDS in shown
    assert 'data-ringing=""' in shown
    assert "I am coming" not in shown


@pytest.mark.rule("T-050")
def test_what_the_chief_referee_says_at_the_table_is_a_ruling_that_the_table_reads(table):
    made = call(table)
    client = make.chief_of(event(table))

    act_of(client, "rule_on_call", made)(question="The robber.", answer="It stays.")

    ruling = Ruling.objects.get()
    made.refresh_from_db()
    assert (ruling.question, ruling.decision, ruling.table) == ("The robber.", "It stays.", table)
    assert ruling.decided_at is not None
    assert (made.outcome, made.ruling) == (CallOutcome.RULING, ruling)
    assert "It stays." in page_of(entry_at(table, 4))
    assert "It stays." not in page_of(entry_at(table.draw.tables.get(number=2), 1))


@pytest.mark.rule("T-050")
def test_what_another_referee_says_waits_for_the_chief_referee(table):
    made = call(table)
    client = make.signed_in(event(table), Role.REFEREE)

    refused = act_of(client, "rule_on_call", made)(question="The robber.", answer="It stays.")
    act_of(client, "propose_ruling", made)(question="The robber.", answer="It stays.")

    ruling = Ruling.objects.get()
    assert refused.status_code == 403
    assert ruling.decided_at is None
    assert "It stays." not in page_of(entry_at(table, 1))
    chief = make.chief_of(event(table))
    shown = chief.get(reverse("ruling", args=[event(table).slug, ruling.pk]))
    assert "What the referee said at the table" in shown.content.decode()
    assert shown.context["decide_form"].initial["text"] == "It stays."
    decide(event(table), ruling.pk, "It stays.", make.doer())
    assert "It stays." in page_of(entry_at(table, 1))


def playing(table, role, position=1):
    """A browser of a referee who sits at the table."""
    if role == Role.CHIEF_REFEREE:
        client = make.chief_of(event(table))
    else:
        client = make.signed_in(event(table), role)
    officials = event(table).officials.filter(role=role, user=client.session["_auth_user_id"])
    officials.update(person=entry_at(table, position).person)
    return client


OWN_GAME = "This is about a game in which you play."


@pytest.mark.rule("T-054")
@pytest.mark.parametrize(
    ("role", "name"),
    [
        (Role.REFEREE, "take_call"),
        (Role.REFEREE, "propose_ruling"),
        (Role.CHIEF_REFEREE, "take_call"),
        (Role.CHIEF_REFEREE, "rule_on_call"),
    ],
)
def test_a_referee_who_sits_at_the_table_is_asked_first(table, role, name):
    made = call(table)
    client = playing(table, role)
    words = {"question": "The robber.", "answer": "It stays."}

    asked = act_of(client, name, made)(**words)

    made.refresh_from_db()
    assert OWN_GAME in asked.content.decode()
    assert made.outcome == ""
    assert made.taken_at is None
    agreed = [caution.key for caution in asked.context["cautions"]]
    act_of(client, name, made)(**words, cautions=agreed)
    made.refresh_from_db()
    assert made.outcome or made.taken_at
    assert Act.objects.get(name=name).confirmed


def test_who_was_going_to_a_table_reads_for_a_while_that_it_managed_without(table, time_machine):
    made, other = call(table, at=make.at(11)), make.signed_in(event(table), Role.REFEREE)
    calling.take_call(event(table), made.pk, make.doer("Radim", now=make.at(11, 1)))
    calling.cancel_call(event(table), made.pk, player(entry_at(table, 1), at=make.at(11, 2)))

    time_machine.move_to(make.at(11, 6), tick=False)
    soon = queue(table, other).content.decode()
    time_machine.move_to(make.at(11, 8), tick=False)
    later = queue(table, other).content.decode()

    assert "Table 1 called it off at 11:02" in soon
    assert "Radim" in soon
    assert "called it off" not in later


def test_what_nobody_went_to_is_not_said_to_be_called_off(table):
    made, other = call(table, at=make.at(11)), make.signed_in(event(table), Role.REFEREE)
    calling.cancel_call(event(table), made.pk, player(entry_at(table, 1), at=make.at(11, 2)))

    assert "called it off" not in queue(table, other).content.decode()


def test_a_referee_who_sits_at_another_table_is_asked_nothing(table):
    made = call(table)
    client = playing(table.draw.tables.get(number=2), Role.REFEREE)

    answer = act_of(client, "take_call", made)()

    assert "Table 1 was told that you are coming." in answer.content.decode()


def test_a_referee_by_link_whom_others_joined_to_a_player_of_the_table_is_asked(table):
    made, entry = call(table), entry_at(table, 2)
    office = make.make_official(event(table), Role.REFEREE)
    office.joined_from, office.person = office.person, entry.person
    office.save()
    client = Client()
    client.post(reverse("official_link", args=[office.token]))

    assert OWN_GAME in act_of(client, "take_call", made)().content.decode()


def test_an_account_that_plays_at_the_table_is_asked_whatever_its_office_is_called(table):
    made, person = call(table), entry_at(table, 4).person
    client = make.signed_in(event(table), Role.REFEREE)
    person.user_id = client.session["_auth_user_id"]
    person.save()

    assert OWN_GAME in act_of(client, "take_call", made)().content.decode()


@pytest.mark.rule("T-054")
def test_a_chief_referee_who_plays_in_the_disputed_game_is_asked_before_deciding_in_the_book(table):
    made = call(table)
    calling.propose_ruling(event(table), made.pk, "The robber.", "It stays.", make.doer("Rita"))
    matter, client = Ruling.objects.get(), playing(table, Role.CHIEF_REFEREE, 3)
    address = reverse("decide", args=[event(table).slug, matter.pk])

    asked = client.post(address, {"text": "It stays."})

    matter.refresh_from_db()
    assert OWN_GAME in asked.content.decode()
    assert matter.decided_at is None
    agreed = [caution.key for caution in asked.context["cautions"]]
    client.post(address, {"text": "It stays.", "cautions": agreed})
    matter.refresh_from_db()
    assert matter.decision == "It stays."


def test_the_matter_of_a_call_without_words_begins_as_a_sentence(table):
    call(table, text="")

    shown = queue(table, make.chief_of(event(table)))

    assert [one.question for one in shown.context["calls"]] == ["Question about a rule"]


def test_an_answer_without_words_is_asked_for_and_nothing_typed_is_lost(table):
    made = call(table)
    client = make.chief_of(event(table))

    answer = act_of(client, "rule_on_call", made)(question="The robber moved twice.", answer="")

    assert not Ruling.objects.exists()
    assert Call.objects.open().get() == made
    assert "The robber moved twice." in answer.content.decode()


def test_a_call_about_nothing_is_closed_and_the_second_tap_says_so(table):
    made = call(table)
    client = make.signed_in(event(table), Role.REFEREE)

    act_of(client, "close_call", made)()
    again = act_of(client, "close_call", made)()

    made.refresh_from_db()
    assert made.outcome == CallOutcome.NOTHING
    assert "That call is over." in again.content.decode()


def test_a_referee_who_was_dismissed_meanwhile_takes_nothing(table):
    made = call(table)
    standing = Standing(roles=frozenset(), user=None, links=(), tournament=None)
    gone = Doer("Rita", make.at(11), by=standing)

    with pytest.raises(PermissionDenied):
        calling.take_call(event(table), made.pk, gone)


def test_a_player_who_calls_all_the_time_is_asked_to_wait(table):
    entry = entry_at(table, 1)
    client = Client()
    address = reverse("call_referee", args=[entry.tournament.slug, entry.token])
    data = {"table_id": table.pk, "kind": "other", "text": ""}

    for _ in range(20):
        client.post(address, data)
    last = client.post(address, data)

    assert "asked for too often" in last.content.decode()
    assert Act.objects.filter(name="call_referee").count() == 1


def test_what_a_forgotten_player_wrote_is_gone(table):
    made = call(table)

    Tournament.objects.filter(pk=event(table).pk).update(state=State.FINISHED)
    persons.forget_person(made.entry.person, make.doer())

    made.refresh_from_db()
    assert made.text == ""


def test_the_own_page_as_it_is_kept_follows_the_call(table, django_capture_on_commit_callbacks):
    entry, client = entry_at(table, 2), Client()
    page_of(entry, client)
    assert "Call the referee" in page_of(entry, client)

    with django_capture_on_commit_callbacks(execute=True):
        made = call(table)
    assert "The referee is called" in page_of(entry, client)
    with django_capture_on_commit_callbacks(execute=True):
        calling.take_call(event(table), made.pk, make.doer())

    assert "A referee is coming" in page_of(entry, client)


@pytest.mark.parametrize(("kind", "told"), [("rule", "question"), ("disagreement", "dispute")])
def test_a_question_about_a_rule_is_called_one_in_the_book(table, kind, told):
    made = call(table, kind=kind)

    ruling = calling.rule_on_call(
        event(table), made.pk, "May it stay?", "No.", make.doer("Chief Nová")
    )

    assert ruling.kind == told


@pytest.mark.rule("T-050")
@pytest.mark.parametrize(("kind", "asked_for"), [("rule", False), ("disagreement", True)])
def test_the_answer_to_a_question_asks_for_no_result_once_more(table, kind, asked_for):
    made = call(table, kind=kind)
    result = make.enter(table, (10, 8, 5, 4))
    later = make.doer("Chief Nová", now=result.at + timedelta(minutes=1))

    ruling = calling.rule_on_call(event(table), made.pk, "May it stay?", "No.", later)

    assert ruling.is_newer_than(result) is asked_for
    assert bool(Ruling.objects.tables_ruled_since([result])) is asked_for
