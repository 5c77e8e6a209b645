"""Players enter the result of their table; the others there agree or say what is wrong."""

import datetime as dt
import re

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournaments.domain.values import Refused
from tournaments.forms.announcing import TournamentForm
from tournaments.models import Act, Entry, Proposal, ProposalWord, Result, Round, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.proposal import Outcome
from tournaments.models.result import Ending
from tournaments.models.tournament import FromTheTable
from tournaments.services import checking_in, persons, proposing, responding, results, rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.entered import EnteredResult, EnteredScore
from tournaments.services.proposing import Player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

POINTS = (10, 8, 5, 4)
OTHERWISE = (10, 9, 5, 4)


@pytest.fixture
def table():
    """Table 1 of a round that is published, of an event whose tables agree on their results."""
    return a_table(FromTheTable.AGREED)


def a_table(how):
    """Of a round that was to start at nine, so that a quarter past nine is no early word."""
    draw = make.publish(make.ready_to_draw(8, from_the_table=how))
    Round.objects.filter(pk=draw.round_id).update(starts_at=make.at(9))
    return draw.tables.get(number=1)


def event(table) -> Tournament:
    return Tournament.objects.get(pk=table.draw.round.tournament_id)


def entry_at(table, position):
    return table.seats.select_related("entry").get(position=position).entry


def player(table, position, *, at=None, confirmed=()):
    entry = entry_at(table, position)
    return Player(entry, make.doer(entry.full_name, now=at, confirmed=confirmed), "abc")


def typed(points, winner=1):
    scores = {place: EnteredScore(reached) for place, reached in enumerate(points, start=1)}
    return EnteredResult(scores, winner)


def propose(table, position, points=POINTS, *, winner=1, **who):
    entered = typed(points, winner)
    return proposing.propose_result(event(table), table, entered, player(table, position, **who))


def say(table, position, proposal, *, agrees=True, text="", at=None):
    return proposing.respond_to_proposal(
        event(table), proposal.pk, player(table, position, at=at), agrees=agrees, text=text
    )


def insist(table, position, points, **who):
    """Enter another result than somebody else did, seeing theirs."""
    with pytest.raises(Unconfirmed) as asked:
        propose(table, position, points, **who)
    return propose(table, position, points, confirmed={one.key for one in asked.value.cautions})


def outcomes(table):
    return list(table.proposals.order_by("pk").values_list("outcome", flat=True))


def test_what_a_player_enters_is_kept_and_is_no_result(table):
    proposal = propose(table, 2)

    assert proposal.entry == entry_at(table, 2)
    assert (proposal.at, proposal.link) == (make.at(9, 15), "abc")
    assert proposal.entered["scores"][0] == {"points": 10, "presence": "played", "parts": None}
    assert not Result.objects.exists()
    assert Act.objects.get(name="propose_result").told == "table 1: 10-8-5-4"


@pytest.mark.rule("T-065")
def test_a_result_of_a_round_that_has_not_begun_is_asked_about(table):
    Round.objects.filter(pk=table.draw.round_id).update(starts_at=make.at(10))

    with pytest.raises(Unconfirmed) as asked:
        propose(table, 2)
    confirmed = {one.key for one in asked.value.cautions}
    propose(table, 2, confirmed=confirmed)

    (caution,) = asked.value.cautions
    assert "Round 1 has not begun yet." in str(caution)
    assert outcomes(table) == [""]


def test_it_stands_once_all_of_the_table_agree_and_nobody_is_asked_again(table):
    proposal = propose(table, 2)
    for position in (1, 3):
        say(table, position, proposal)
    assert not Result.objects.exists()

    say(table, 4, proposal)

    result = Result.objects.get()
    assert (result.ending, result.winner.position) == (Ending.WON, 1)
    assert result.by == entry_at(table, 2).full_name
    assert list(result.responses.values_list("agrees", flat=True)) == [True] * 4
    proposal.refresh_from_db()
    assert (proposal.outcome, proposal.result) == (Outcome.STANDS, result)
    assert Act.objects.get(name="agree_result").told == "table 1: 10-8-5-4"


@pytest.mark.parametrize(("minutes", "count"), [(9, 0), (10, 1)])
def test_it_stands_without_the_last_word_after_ten_minutes_on_the_tick_of_the_clock(
    table, minutes, count
):
    proposal = propose(table, 1, at=make.at(11))
    say(table, 2, proposal, at=make.at(11, 2))
    say(table, 3, proposal, at=make.at(11, 5))

    assert proposing.agree_results(make.at(11, 5 + minutes)) == count

    assert Result.objects.count() == count


def test_a_result_that_holds_by_silence_is_told_as_such(table):
    quiet = hold_by_silence(table)

    assert Result.objects.get().silent == quiet
    told = f"table 1: 10-8-5-4, without an answer: {quiet}"
    assert Act.objects.get(name="agree_result").told == told
    assert f"holds without an answer</span> {quiet}" in desk_of(table)
    assert "holds without your answer" in page_of(quiet)
    assert "holds without your answer" not in page_of(entry_at(table, 2))


def test_whoever_answers_later_is_silent_no_more(table):
    quiet = hold_by_silence(table)

    responding.respond_to_result(
        event(table), quiet, Result.objects.get().pk, agrees=True, text="", doer=make.doer()
    )

    assert "holds without" not in desk_of(table)
    assert "holds without" not in page_of(quiet)


def test_a_result_on_which_all_agree_holds_by_nobodys_silence(table):
    proposal = propose(table, 1)
    for position in (2, 3, 4):
        say(table, position, proposal)

    assert Result.objects.get().silent is None


def hold_by_silence(table):
    """The one of the table who said nothing when its result came to hold."""
    proposal = propose(table, 1)
    for position in (2, 3):
        say(table, position, proposal)
    proposing.agree_results(make.at(20))
    return entry_at(table, 4)


def desk_of(table):
    tournament = event(table)
    address = reverse("enter_result", args=[tournament.slug, 1, table.number])
    return make.signed_in(tournament).get(address).content.decode()


def page_of(entry):
    address = reverse("my_page", args=[entry.tournament.slug, entry.token])
    return Client().get(address).content.decode()


def test_two_silent_players_are_waited_for_as_long_as_it_takes(table):
    say(table, 2, propose(table, 1))

    assert proposing.agree_results(make.at(20)) == 0


def test_where_the_desk_accepts_agreement_alone_makes_no_result():
    table = a_table(FromTheTable.PROPOSED)
    proposal = propose(table, 1)
    for position in (2, 3, 4):
        say(table, position, proposal)

    assert proposing.agree_results(make.at(20)) == 0
    assert not Result.objects.exists()


def test_an_event_that_takes_results_at_the_desk_only_takes_none_from_players():
    table = a_table(FromTheTable.OFF)

    with pytest.raises(Refused, match="at the desk only"):
        propose(table, 1)


def test_whoever_enters_the_same_agrees(table):
    first = propose(table, 1)
    for position in (2, 3, 4):
        propose(table, position)

    assert Proposal.objects.get() == first
    assert Result.objects.count() == 1


def test_another_result_is_entered_only_by_whoever_has_seen_the_first_and_nothing_stands(table):
    propose(table, 1)

    second = insist(table, 2, OTHERWISE)

    assert outcomes(table) == ["", ""]
    for position in (3, 4):
        say(table, position, second)
    assert proposing.agree_results(make.at(20)) == 0
    assert not Result.objects.exists()


def test_whoever_agrees_takes_back_what_they_had_entered_otherwise(table):
    first = propose(table, 1)
    insist(table, 2, OTHERWISE)

    for position in (2, 3, 4):
        say(table, position, first)

    assert outcomes(table) == [Outcome.STANDS, Outcome.WITHDRAWN]
    assert Result.objects.count() == 1


def test_nobody_agrees_with_two_results(table):
    first = propose(table, 1)
    second = insist(table, 2, OTHERWISE)
    say(table, 3, first)

    say(table, 3, second)

    assert ProposalWord.objects.get().proposal == second


def test_whoever_enters_again_corrects_the_own_and_what_was_there_stays_to_be_read(table):
    propose(table, 1)

    propose(table, 1, OTHERWISE)

    assert outcomes(table) == [Outcome.REPLACED, ""]
    assert [one.entered["scores"][1]["points"] for one in table.proposals.order_by("pk")] == [8, 9]


def test_two_taps_are_one(table):
    proposal = propose(table, 1)
    say(table, 2, proposal)

    with pytest.raises(AlreadyDone):
        propose(table, 1)
    with pytest.raises(AlreadyDone):
        say(table, 2, proposal)

    assert Proposal.objects.count() == ProposalWord.objects.count() == 1


def test_a_word_that_comes_when_it_stands_is_done_already_or_stays_with_whoever_objects(table):
    proposal = propose(table, 1)
    make.enter(table, POINTS, number_seen=0)

    with pytest.raises(AlreadyDone, match="settled meanwhile"):
        say(table, 2, proposal)
    with pytest.raises(Refused, match="settled meanwhile") as told:
        say(table, 3, proposal, agrees=False, text="I had six.")

    assert outcomes(table) == [Outcome.STANDS]
    assert not isinstance(told.value, AlreadyDone)


def test_a_phone_that_sends_its_word_again_says_it_once(table):
    proposal = propose(table, 1)
    entry = entry_at(table, 2)
    address = reverse("respond_to_proposal", args=[event(table).slug, entry.token])
    word = {"proposal_id": proposal.pk, "agrees": "yes", "text": "", "sending": "a-word"}

    for _ in range(2):
        told = Client().post(address, word, follow=True)

    assert "That has arrived already, and nothing was done twice." in told.content.decode()
    assert Act.objects.filter(name="respond_to_proposal").count() == 1


@pytest.mark.rule("T-050")
def test_an_objection_that_comes_too_late_is_offered_as_a_dispute(table):
    proposal = propose(table, 1)
    for position in (2, 3, 4):
        say(table, position, proposal)
    [result] = Result.objects.all()
    entry = entry_at(table, 4)
    page = reverse("respond_to_proposal", args=[event(table).slug, entry.token])
    late = {"proposal_id": proposal.pk, "agrees": "no", "text": "I had six.", "sending": "late"}

    html = Client().post(page, late).content.decode()

    [form] = re.findall(r"<form(?:(?!</form>).)*I had six\..*?</form>", html, re.DOTALL)
    assert reverse("respond_to_result", args=[event(table).slug, entry.token]) in form
    assert f'name="result_id" value="{result.pk}"' in form
    assert 'data-sending="late"' in html


def test_what_comes_too_late_of_a_result_that_nobody_may_dispute_stays_to_be_read(table):
    proposal = propose(table, 1)
    say(table, 1, proposal, agrees=False)
    entry = entry_at(table, 4)
    page = reverse("respond_to_proposal", args=[event(table).slug, entry.token])
    late = {"proposal_id": proposal.pk, "agrees": "no", "text": "I had six.", "sending": "late"}

    html = Client().post(page, late).content.decode()

    assert re.search(r"<textarea[^>]* readonly[^>]*>\s*I had six\.", html)


def test_what_a_player_entered_is_theirs_to_take_back(table):
    proposal = propose(table, 1)

    say(table, 1, proposal, agrees=False)

    assert outcomes(table) == [Outcome.WITHDRAWN]
    with pytest.raises(Refused, match="settled meanwhile") as told:
        say(table, 2, proposal)
    assert not isinstance(told.value, AlreadyDone)


@pytest.mark.rule("T-050")
def test_an_objection_says_what_is_wrong_and_stops_it_until_it_is_taken_back(table):
    proposal = propose(table, 1)
    say(table, 2, proposal)
    say(table, 3, proposal)
    with pytest.raises(Refused, match="Say what is wrong"):
        say(table, 4, proposal, agrees=False)

    say(table, 4, proposal, agrees=False, text="I had six.")
    assert proposing.agree_results(make.at(20)) == 0
    say(table, 4, proposal)

    assert Result.objects.count() == 1
    told = [act.told for act in Act.objects.filter(name="respond_to_proposal").order_by("pk")]
    assert told[-2:] == ["table 1: does not agree: I had six.", "table 1: agrees"]


@pytest.mark.rule("T-031")
@pytest.mark.parametrize("points", [(9, 8, 5, 4), (10, 8, None, 4), (10, 10, 5, 4)])
def test_players_are_told_what_the_desk_would_be(table, points):
    with pytest.raises((Refused, Unconfirmed)) as of_players:
        propose(table, 1, points)
    with pytest.raises((Refused, Unconfirmed)) as of_desk:
        results.enter_result(event(table), table, typed(points), make.doer())

    assert str(of_players.value) == str(of_desk.value)


def test_what_had_to_be_confirmed_stands_by_the_word_of_the_desk_alone(table):
    with pytest.raises(Unconfirmed) as asked:
        propose(table, 1, (10, 10, 5, 4))
    keys = {one.key for one in asked.value.cautions}
    proposal = propose(table, 1, (10, 10, 5, 4), confirmed=keys)

    for position in (2, 3, 4):
        say(table, position, proposal)

    assert not Result.objects.exists()
    said = own_page(table, 2)
    assert "the desk looks at it before it stands" in said
    assert "All but one have agreed" not in said
    make.agreeing(lambda who: proposing.accept_proposal(event(table), proposal.pk, who))
    assert Result.objects.count() == 1


@pytest.mark.rule("T-028", "T-033")
@pytest.mark.parametrize(
    ("points", "winner"), [((9, 7, 9, 4), None), ((12, 8, 5, 4), 1)], ids=["shared", "above ten"]
)
def test_what_follows_from_the_points_is_agreed_on_with_them(table, points, winner):
    Round.objects.filter(pk=table.draw.round_id).update(limit_minutes=75, started_at=make.at(9))
    with pytest.raises(Unconfirmed) as asked:
        propose(table, 1, points, winner=winner, at=make.at(11))
    keys = {one.key for one in asked.value.cautions}
    proposal = propose(table, 1, points, winner=winner, at=make.at(11), confirmed=keys)

    for position in (2, 3, 4):
        say(table, position, proposal, at=make.at(11))

    assert Result.objects.count() == 1


def test_a_player_who_was_missing_is_no_matter_of_silence(table):
    scores = {place: EnteredScore(reached) for place, reached in enumerate((10, 8, 5), start=1)}
    entered = EnteredResult({**scores, 4: EnteredScore(presence="missing")}, 1)
    who = player(table, 1)
    proposal = proposing.propose_result(event(table), table, entered, who)
    say(table, 2, proposal)
    say(table, 3, proposal)

    assert proposing.agree_results(make.at(20)) == 0
    assert "as soon as all of the table agree." in page_of(who.entry)


def test_the_page_says_from_the_first_word_on_that_one_may_keep_silent(table):
    propose(table, 1)

    page = page_of(entry_at(table, 2))
    assert "or ten minutes after the last word where only one has said nothing." in page


def test_only_whoever_objected_is_asked_to_say_that_it_is_right_after_all(table):
    say(table, 2, propose(table, 1), agrees=False, text="I had nine.")

    assert "if it is right after all, say so below" in page_of(entry_at(table, 2))
    for position in (1, 3):
        told = "if it is right after all, whoever objected says so"
        assert told in page_of(entry_at(table, position))


def test_nobody_speaks_for_another_table_and_nobody_who_was_excluded(table):
    other = table.draw.tables.get(number=2)
    with pytest.raises(Refused, match="do not sit"):
        proposing.propose_result(event(table), other, typed(POINTS), player(table, 1))

    table.seats.get(position=1).entry.__class__.objects.filter(pk=entry_at(table, 1).pk).update(
        state=EntryState.EXCLUDED
    )
    with pytest.raises(Refused, match="play any more"):
        propose(table, 1)


def test_what_the_desk_saved_meanwhile_stays_and_is_told(table):
    proposal = propose(table, 1)
    make.enter(table, OTHERWISE, number_seen=0)

    with pytest.raises(Refused, match="Another result of table 1 was saved"):
        propose(table, 1)
    with pytest.raises(Refused, match="settled") as told:
        say(table, 2, proposal)

    assert not isinstance(told.value, AlreadyDone)
    assert outcomes(table) == [Outcome.OVERTAKEN]
    assert Result.objects.get().scores.get(seat__position=2).game_points == 9


def test_of_whom_the_table_agreed_with_no_more_is_told_than_everybody_may_read(table):
    proposal = propose(table, 1, at=make.at(10))
    for position in (2, 3):
        say(table, position, proposal, at=make.at(10))
    proposing.agree_results(make.at(11))
    assert Result.objects.get().by == entry_at(table, 1).full_name

    with pytest.raises(Refused, match="10-8-5-4") as refusal:
        propose(table, 4, OTHERWISE)

    assert entry_at(table, 1).full_name not in str(refusal.value)


def test_the_desk_overwrites_no_proposal_unseen(table):
    propose(table, 1)

    with pytest.raises(Unconfirmed, match="entered another result of table 1: 10-8-5-4"):
        results.enter_result(event(table), table, typed(OTHERWISE), make.doer())


def test_of_a_minor_who_is_forgotten_nothing_stays_in_what_others_confirmed(table):
    child = entry_at(table, 1).person
    child.name, child.birth_date = "Kunhuta Zlatovláská", dt.date(2014, 3, 1)
    child.save()
    Entry.objects.filter(pk=entry_at(table, 1).pk).update(name=child.name, minor=True)
    proposal = propose(table, 1)
    insist(table, 2, OTHERWISE)
    said = "Kunhuta counted the longest road twice"
    say(table, 3, proposal, agrees=False, text=said)
    with pytest.raises(Unconfirmed) as asked:
        proposing.accept_proposal(event(table), proposal.pk, make.doer())
    seen = {one.key for one in asked.value.cautions}
    proposing.accept_proposal(event(table), proposal.pk, make.doer(confirmed=seen))
    before = str(list(Act.objects.values_list("confirmed", flat=True)))
    assert "Kunhuta Z." in before
    assert said in str(seen)
    assert said not in before

    Entry.objects.filter(person=child).update(state=EntryState.WITHDRAWN)
    persons.forget_person(child, make.doer())

    assert "Kunhuta" not in str(list(Act.objects.values_list("confirmed", flat=True)))


def test_the_paper_that_says_the_same_is_the_same_result(table):
    proposal = propose(table, 1)
    say(table, 2, proposal)

    results.enter_result(event(table), table, typed(POINTS), make.doer())

    assert outcomes(table) == [Outcome.STANDS]
    agreed = set(Result.objects.get().responses.values_list("entry", flat=True))
    assert agreed == {entry_at(table, 1).pk, entry_at(table, 2).pk}


def test_a_void_game_settles_what_was_entered(table):
    propose(table, 1)

    results.void_game(event(table), table, make.doer(), "The wrong board.")

    assert outcomes(table) == [Outcome.OVERTAKEN]


def test_a_table_that_was_drawn_again_takes_nothing_and_keeps_what_it_has(table):
    proposal = propose(table, 1)
    for who in (2, 3):
        say(table, who, proposal)
    make.agreeing(lambda who: rounds.unpublish_draw(event(table), 1, who, reason="a mistake"))
    make.publish(event(table), 1, seed="8", reason="again")

    with pytest.raises(Refused, match="does not count any more"):
        say(table, 4, proposal)
    assert proposing.agree_results(make.at(20)) == 0
    assert outcomes(table) == [""]


def test_a_closed_round_takes_nothing(table):
    for one in table.draw.tables.all():
        make.enter(one, POINTS)
    rounds.close_round(event(table), 1, make.doer())

    with pytest.raises(Refused, match="Round 1 is closed"):
        propose(table, 1)


# Its pages


def address(table, position, act="my_page", *more):
    return reverse(act, args=[event(table).slug, entry_at(table, position).token, *more])


def fields(points=POINTS, **more):
    typed = {f"points-{place}": reached for place, reached in enumerate(points, start=1)}
    present = {f"presence-{place}": "played" for place in range(1, 5)}
    return {**typed, **present, "winner": "", "seen": 0, "draw": 1, **more}


def own_page(table, position, client=None):
    client = client or Client()
    client.post(address(table, position), follow=True)
    return client.get(address(table, position)).content.decode()


def test_a_seated_player_enters_it_on_the_own_page_and_the_others_see_it(table):
    assert "Enter the result of your table" in own_page(table, 1)
    client = Client()
    assert (
        "Show it to my table" in client.get(address(table, 1, "propose_result", 1)).content.decode()
    )

    told = client.post(address(table, 1, "propose_result", 1), fields(), follow=True)

    assert "the others at your table see it now" in told.content.decode()
    theirs = own_page(table, 2)
    assert "That is right" in theirs
    assert "Waiting for" in theirs


@pytest.mark.rule("D-102")
def test_whoever_withdrew_before_the_clock_ran_is_missing_to_the_table_too(table):
    gone = entry_at(table, 4)
    make.agreeing(lambda who: checking_in.withdraw(event(table), gone.pk, who))

    page = Client().get(address(table, 1, "propose_result", 1)).content.decode()
    without = fields((10, 8, 5, "")) | {"presence-4": "missing"}
    Client().post(address(table, 1, "propose_result", 1), without)
    asked = Client().post(address(table, 2, "propose_result", 1), fields()).content.decode()

    assert f"{gone.number}. {gone.public_name} – withdrawn before the clock ran" in page
    assert Proposal.objects.get().entered["scores"][3]["presence"] == "missing"
    assert "withdrew before the clock of round 1 ran" in asked


def test_one_tap_agrees(table):
    proposal = propose(table, 1)

    page = (
        Client()
        .post(
            address(table, 2, "respond_to_proposal"),
            {"proposal_id": proposal.pk, "agrees": "yes"},
            follow=True,
        )
        .content.decode()
    )

    assert "Thank you, noted." in page
    assert "you agreed" in page
    assert ProposalWord.objects.get().agrees


def test_what_was_typed_stays_on_the_page_that_says_why_not(table):
    page = (
        Client().post(address(table, 1, "propose_result", 1), fields((9, 8, 5, 4))).content.decode()
    )

    assert 'value="9"' in page
    assert not Proposal.objects.exists()


def test_a_form_for_an_older_draw_is_told_so_and_keeps_what_was_typed(table):
    make.agreeing(lambda who: rounds.unpublish_draw(event(table), 1, who, reason="a mistake"))
    make.publish(event(table), 1, seed="8", reason="again")

    page = Client().post(address(table, 1, "propose_result", 1), fields()).content.decode()

    assert "does not count any more" in page
    assert 'value="8"' in page


def test_a_kept_page_is_made_anew_once_somebody_at_the_table_says_a_word(
    table, django_capture_on_commit_callbacks
):
    client = Client()
    assert "Waiting for" not in own_page(table, 2, client)

    with django_capture_on_commit_callbacks(execute=True):
        proposal = propose(table, 1)
    first = client.get(address(table, 2)).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        say(table, 3, proposal, agrees=False, text="I had six.")

    assert "Waiting for" in first
    assert "I had six." in client.get(address(table, 2)).content.decode()


def test_nobody_reads_of_somebody_who_is_themselves(table):
    proposal = propose(table, 1)
    say(table, 3, proposal, agrees=False, text="I had six.")

    assert "You do not agree with what was entered" in own_page(table, 3)
    assert "Somebody at your table does not agree" not in own_page(table, 3)
    assert "Somebody at your table does not agree" in own_page(table, 1)
    assert "agrees with the right one below" not in own_page(table, 1)


@pytest.mark.parametrize(
    ("minute", "started", "calm"), [(29, False, True), (31, False, False), (29, True, False)]
)
def test_the_result_is_not_the_next_thing_to_do_before_the_game_began(table, minute, started, calm):
    began = make.at(10, 28) if started else None
    Round.objects.filter(pk=table.draw.round_id).update(starts_at=make.at(10, 30), started_at=began)

    with time_machine.travel(make.at(10, minute), tick=False):
        page = own_page(table, 1)

    before, _after = page.split("Enter the result of your table", 1)
    assert ("primary" not in before.rpartition("<a")[2]) is calm


@pytest.mark.parametrize(("sent", "kept"), [({}, "agreed"), ({"from_the_table": "off"}, "off")])
def test_the_event_chooses_and_keeps_its_choice_on_a_page_that_does_not_know_of_it(
    table, sent, kept
):
    shown = TournamentForm(instance=event(table))
    old = {name: shown[name].value() or "" for name in shown.fields if name != "from_the_table"}

    form = TournamentForm(old | sent, instance=event(table))

    assert form.is_valid(), form.errors
    assert form.cleaned_data["from_the_table"] == kept


def test_nobody_is_offered_what_the_event_does_not_take():
    table = a_table(FromTheTable.OFF)

    assert "Enter the result of your table" not in own_page(table, 1)


def test_a_child_is_named_short_to_the_others_of_the_table(table):
    child = entry_at(table, 3)
    child.minor, child.full_name_public = True, False
    child.save()
    propose(table, 1)

    pages = (
        own_page(table, 2) + Client().get(address(table, 2, "propose_result", 1)).content.decode()
    )

    assert child.public_name in pages
    assert child.full_name not in pages


def test_whoever_entered_another_result_or_agreed_with_it_has_said_something(table):
    first = propose(table, 1)
    say(table, 2, first)
    insist(table, 3, OTHERWISE)

    page = own_page(table, 4)

    assert page.count("Waiting for") == 2
    for said in re.findall(r"Waiting for: ([^<]*)<", page):
        assert said == entry_at(table, 4).public_name


def test_the_map_of_the_hall_shows_a_table_that_does_not_agree_before_it_has_a_result(table):
    tournament = event(table)
    desk = reverse("desk", args=[tournament.slug])
    propose(table, 1)
    waiting = make.signed_in(tournament).get(desk).content.decode()
    insist(table, 2, OTHERWISE)

    page = make.signed_in(tournament).get(desk).content.decode()

    assert 'class="tile contested" id="tile-1"' not in waiting
    assert 'class="tile contested" id="tile-1"' in page
    assert "players do not agree on the result" in page
    assert 'class="tile contested" id="tile-2"' not in page


def sent_from_a_phone(entry, points=POINTS, *, sending="a-b-c"):
    sent = {
        **{f"points-{place}": reached for place, reached in enumerate(points, start=1)},
        **{f"presence-{place}": "played" for place in range(1, 5)},
        **{"winner": "", "seen": 0, "draw": 1, "sending": sending},
    }
    address = reverse("propose_result", args=[entry.tournament.slug, entry.token, 1])
    return Client().post(address, sent, follow=True)


def test_what_a_phone_sends_again_brings_back_nothing_that_was_set_aside_meanwhile(table):
    entry = entry_at(table, 1)
    sent_from_a_phone(entry)
    proposing.decline_proposal(event(table), Proposal.objects.get().pk, make.doer())

    again = sent_from_a_phone(entry)
    anew = sent_from_a_phone(entry, sending="d-e-f")

    assert "That has arrived already, and nothing was done twice." in again.content.decode()
    assert "Noted" in anew.content.decode()
    assert outcomes(table) == [Outcome.DECLINED, ""]


def test_what_a_phone_sends_again_takes_the_place_of_nothing_that_was_entered_since(table):
    entry = entry_at(table, 1)
    sent_from_a_phone(entry)
    sent_from_a_phone(entry, OTHERWISE, sending="d-e-f")

    sent_from_a_phone(entry)

    assert outcomes(table) == [Outcome.REPLACED, ""]
    assert Proposal.objects.open().get().entered["scores"][1]["points"] == OTHERWISE[1]


def test_what_was_refused_or_asked_about_may_be_sent_again_by_the_same_name(table):
    entry = entry_at(table, 1)
    refused = sent_from_a_phone(entry, (10, 10, 10, 10))
    saved = sent_from_a_phone(entry)

    assert "Noted" not in refused.content.decode()
    assert "Noted" in saved.content.decode()


def test_the_database_itself_knows_one_act_a_sending(table):
    sent_from_a_phone(entry_at(table, 1))
    act = Act.objects.get(name="propose_result")

    act.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        act.save()


def test_who_takes_the_own_entry_back_is_not_told_as_disagreeing(table):
    say(table, 1, propose(table, 1), agrees=False)

    act = Act.objects.get(name="respond_to_proposal")
    assert act.told == "table 1: takes back what was entered"
