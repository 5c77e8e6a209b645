"""What one player says of results, however often, stops nobody else."""

import html
import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tests.archives import emptied
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import write_archive
from tournaments.models import Response, Result, Round, Ruling
from tournaments.models.entry import EntryState, Role
from tournaments.services import checking_in, refereeing, responding, rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.rounds.closing import MOST_NAMED
from tournaments.views.personal.personal import WORDS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def seat():
    """Who sits first at table 1 of round 1, which is played and not closed."""
    drawn = make.play(make.ready_to_draw(8), close=False)
    seats = drawn.tables.get(number=1).seats.select_related("entry__tournament")
    return seats.get(position=1)


def say(seat, text, *, agrees=False):
    return responding.respond_to_result(
        seat.entry.tournament,
        seat.entry,
        seat.table.results.last().pk,
        agrees=agrees,
        text=text,
        doer=make.doer(seat.entry.name),
    )


@pytest.mark.rule("T-050")
def test_further_words_are_added_to_the_matter_that_is_open(seat):
    say(seat, "I had nine.")
    say(seat, "And the road was mine.")
    say(seat, "", agrees=True)
    say(seat, "No, look again.")

    ruling = Ruling.objects.get()
    assert ruling.question == "I had nine.\n\nAnd the road was mine.\n\nNo, look again."
    response = Response.objects.get()
    assert not response.agrees
    assert response.text == ruling.question


def test_the_own_page_takes_further_words_until_the_matter_is_decided(seat):
    own = reverse("my_page", args=[seat.entry.tournament.slug, seat.entry.token])

    def page():
        return Client().get(own).content.decode()

    assert "Add something to it" not in page()
    say(seat, "I had nine.")
    assert "Add something to it" in page()
    refereeing.decide(seat.entry.tournament, Ruling.objects.get().pk, "It stays.", make.doer())
    assert "Add something to it" not in page()


def test_what_was_decided_of_another_matter_of_the_table_ends_no_dispute(seat):
    tournament, table = seat.entry.tournament, seat.table
    other = refereeing.open_ruling(
        tournament, "A knight too many.", make.doer(), table=table, players=[seat.entry]
    )
    refereeing.decide(tournament, other.pk, "It stays.", make.doer())

    say(seat, "I had nine.")

    own = reverse("my_page", args=[tournament.slug, seat.entry.token])
    assert "Add something to it" in Client().get(own).content.decode()


@pytest.mark.rule("T-051")
def test_once_the_matter_is_decided_nobody_is_told_of_the_dispute_any_more(seat):
    say(seat, "I had nine.")
    tournament, ruling = seat.entry.tournament, Ruling.objects.get()
    grid = reverse("results_desk", args=[tournament.slug, 1])
    desk = make.signed_in(tournament, Role.REFEREE)
    told = [desk.get(grid).content.decode()]

    refereeing.decide(tournament, ruling.pk, "It stays.", make.doer())
    told.append(desk.get(grid).content.decode())
    rounds.close_round(tournament, 1, make.doer())

    assert ["does not agree" in page for page in told] == [True, False]


@pytest.mark.rule("T-051")
def test_a_protest_makes_the_dispute_stand_again_until_the_council_decides(seat):
    say(seat, "I had nine.")
    tournament, ruling = seat.entry.tournament, Ruling.objects.get()
    refereeing.decide(tournament, ruling.pk, "It stays.", make.doer())
    assert not Response.objects.disputes()

    Ruling.objects.update(protest="No.", protest_at=make.at(12))
    assert Response.objects.disputes()

    Ruling.objects.update(council_decision="It stays.", council_at=make.at(13))
    assert not Response.objects.disputes()


@pytest.mark.rule("T-050")
def test_what_two_say_alike_stands_until_both_matters_are_decided(seat):
    for one in (seat, seat.table.seats.get(position=2)):
        say(one, "Points are swapped.")
    tournament = seat.entry.tournament
    first, second = Ruling.objects.order_by("pk")

    refereeing.decide(tournament, first.pk, "It stays.", make.doer())
    assert Response.objects.disputes().count() == 2

    refereeing.decide(tournament, second.pk, "It stays.", make.doer())
    assert not Response.objects.disputes()


@pytest.mark.rule("T-050")
def test_the_same_words_on_a_corrected_result_are_a_dispute_again(seat):
    say(seat, "Points are swapped.")
    tournament, ruling = seat.entry.tournament, Ruling.objects.get()
    refereeing.decide(tournament, ruling.pk, "It is corrected.", make.doer())
    corrected = seat.table.results.get()
    corrected.pk, corrected.number = None, corrected.number + 1
    corrected.save()

    say(seat, "Points are swapped.")

    assert Response.objects.disputes().filter(result=corrected).exists()


def test_a_word_that_was_said_is_not_said_again(seat):
    say(seat, "I had nine.")
    say(seat, "And the road was mine.")
    acts = seat.entry.tournament.acts.count()

    for text in ("I had nine.", "And the road was mine."):
        with pytest.raises(AlreadyDone):
            say(seat, text)

    assert seat.entry.tournament.acts.count() == acts


def test_each_player_and_each_result_has_a_matter_of_its_own(seat):
    other = seat.table.seats.get(position=2)
    other.entry.tournament = seat.entry.tournament
    say(seat, "I had nine.")
    say(other, "I had eight.")
    make.enter(seat.table, (10, 9, 5, 4), reason="read wrongly", number_seen=1)
    say(seat, "Eight after all.")

    assert Ruling.objects.count() == 3


def test_two_players_who_say_the_same_have_both_said_it(seat):
    other = seat.table.seats.get(position=2)
    other.entry.tournament = seat.entry.tournament
    say(seat, "The points are wrong.")
    say(other, "The points are wrong.")
    say(other, "I had eight.")

    assert Response.objects.count() == 2
    said = list(Ruling.objects.order_by("pk").values_list("opened_by", "question"))
    assert said == [
        (seat.entry.name, "The points are wrong."),
        (other.entry.name, "The points are wrong.\n\nI had eight."),
    ]


@pytest.mark.rule("T-051")
@pytest.mark.parametrize("agreed_between", [False, True])
def test_what_was_decided_is_not_disputed_again_but_protested_against(seat, agreed_between):
    tournament = seat.entry.tournament
    say(seat, "I had nine.")
    refereeing.decide(tournament, Ruling.objects.get().pk, "Ten.", make.doer())
    if agreed_between:
        say(seat, "", agrees=True)

    with pytest.raises(Refused, match="protests at the desk"):
        say(seat, "Nine!")

    assert not any(ruling.is_open for ruling in Ruling.objects.all())


@pytest.mark.rule("T-055")
@pytest.mark.parametrize("gone", ["excluded", "withdrawn"])
def test_who_plays_no_more_disputes_nothing(seat, gone):
    tournament, entry = seat.entry.tournament, seat.entry
    if gone == "excluded":
        refereeing.exclude(
            tournament, entry.pk, "Cheated.", make.doer(), round_number=1, deliberate=True
        )
    else:
        make.agreeing(lambda who: checking_in.withdraw(tournament, entry.pk, who))
    assert tournament.entries.get(pk=entry.pk).state in (
        EntryState.EXCLUDED,
        EntryState.WITHDRAWN,
    )

    with pytest.raises(Refused, match="play any more"):
        say(seat, "I had nine.")
    page = Client().get(reverse("my_page", args=[tournament.slug, entry.token])).content.decode()

    assert not Ruling.objects.exists()
    assert "Dispute the result" not in page


def test_all_that_is_said_of_one_result_is_bounded(seat):
    say(seat, "1" * 1900)
    say(seat, "2" * 1900)

    with pytest.raises(Refused, match="does not fit"):
        say(seat, "3" * 1900)

    assert len(Ruling.objects.get().question) < responding.MOST_SAID


def test_one_link_says_so_much_an_hour(seat):
    address = reverse("respond_to_result", args=[seat.entry.tournament.slug, seat.entry.token])
    result = Result.objects.get(table=seat.table)
    most = int(WORDS.split("/")[0])

    def send(number):
        words = {"result_id": result.pk, "agrees": "no", "text": f"no {number}"}
        return Client().post(address, words, follow=True).content.decode()

    shown = [send(number) for number in range(most + 1)]

    assert "too often" not in shown[most - 1]
    assert "too often" in shown[most]
    assert f"no {most - 1}" in Ruling.objects.get().question
    assert f"no {most}" not in Ruling.objects.get().question


def of_many(seat, count):
    """The tournament with so many open matters, as a full round of a large hall has them."""
    tournament = seat.entry.tournament
    matter = {"tournament": tournament, "round_number": 1, "table": seat.table}
    Ruling.objects.bulk_create(
        Ruling(**matter, question=f"matter {number}", opened_by="Anna", opened_at=make.at(11))
        for number in range(count)
    )
    return tournament


@pytest.mark.rule("T-050")
@pytest.mark.parametrize("count", [MOST_NAMED, MOST_NAMED + 1, 1100])
def test_a_round_is_closed_however_many_matters_are_open(seat, count):
    tournament = of_many(seat, count)
    chief = make.chief_of(tournament)
    address = reverse("close_round", args=[tournament.slug, 1])

    asked = chief.post(address).content.decode()
    keys = [html.unescape(key) for key in re.findall(r'name="cautions" value="([^"]*)"', asked)]
    chief.post(address, {"cautions": keys})

    assert Round.objects.get(tournament=tournament, number=1).closed_at
    assert len(keys) == (count if count <= MOST_NAMED else 1)
    assert ("matter 1" in asked) == (count <= MOST_NAMED)
    assert (f"{count} matters" in asked) == (count > MOST_NAMED)


def test_so_many_disputes_are_asked_of_by_their_number():
    drawn = make.play(make.ready_to_draw(24), close=False)
    tournament = drawn.round.tournament
    for table in drawn.tables.all():
        for seat in table.seats.all():
            Response.objects.create(
                result=table.results.get(), entry=seat.entry, agrees=False, at=make.at(11)
            )

    with pytest.raises(Unconfirmed) as unconfirmed:
        rounds.close_round(tournament, 1, make.doer())

    assert [str(one) for one in unconfirmed.value.cautions] == [
        "Players who do not agree with the result of their table: 24."
    ]


def test_what_was_confirmed_of_a_long_matter_fits_into_an_archive(seat):
    tournament = seat.entry.tournament
    refereeing.open_ruling(tournament, "long " * 800, make.doer(), round_number=1)
    make.agreeing(lambda who: rounds.close_round(tournament, 1, who))
    archived = write_archive(tournament)
    emptied()

    assert write_archive(read_archive(json.loads(archived))) == archived
    confirmed = [one for act in json.loads(archived)["acts"] for one in act["confirmed"]]
    assert confirmed
    assert all(len(one) < 400 for one in confirmed)
