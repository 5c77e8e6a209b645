"""What those hear who follow an event by the live channel."""

from dataclasses import replace

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests import factories as make
from tournaments.domain.news import News
from tournaments.models import Act, Round, Seat, Tournament
from tournaments.models.tournament import State
from tournaments.services import proposing, refereeing, rounds
from tournaments.services.acts import Versions, as_kept, version_key
from tournaments.services.checking_in import mark_paid
from tournaments.services.entered import EnteredResult, EnteredScore
from tournaments.services.following import news_of
from tournaments.services.proposing import Player
from tournaments.services.rounds.publishing import publish_draw, unpublish_draw

pytestmark = pytest.mark.django_db


def news(tournament, before=None):
    return news_of({tournament.slug: before}).get(tournament.slug)


@pytest.fixture
def tournament():
    return make.ready_to_draw(13)


def version_of(tournament):
    return Tournament.objects.get(pk=tournament.pk).public_version


def test_before_the_first_draw_nobody_sits_anywhere(tournament):
    make.draw(tournament)

    assert news(tournament) == News(version_of(tournament))


def test_a_published_draw_says_who_sits_where(tournament):
    draw = make.publish(tournament)

    heard = news(tournament)

    seats = Seat.objects.filter(draw=draw)
    assert heard.version == version_of(tournament)
    assert heard.round == 1
    assert heard.tables == {seat.entry.number: seat.table.number for seat in seats}
    assert len(heard.tables) == 13


def test_a_draw_that_is_taken_back_is_out_no_more_and_comes_under_another_name(tournament):
    make.publish(tournament)
    first = news(tournament)

    make.agreeing(lambda who: unpublish_draw(tournament, 1, who, "Somebody is missing"))
    taken_back = news(tournament, first)
    make.agreeing(lambda who: publish_draw(tournament, 1, who), make.doer(now=make.at(11, 30)))
    again = news(tournament, taken_back)

    assert taken_back.draw == ""
    assert taken_back.tables == {}
    assert again.tables == first.tables
    assert again.draw not in ("", first.draw)


def test_nothing_is_read_twice_while_nothing_has_changed(tournament, django_assert_num_queries):
    make.publish(tournament)
    before = news(tournament)

    with django_assert_num_queries(1):
        assert news(tournament, before) == before


def test_results_are_news_without_a_look_at_the_seats(tournament, django_assert_num_queries):
    draw = make.publish(tournament)
    before = news(tournament)
    make.enter(draw.tables.get(number=1), [10, 8, 6, 5])

    with django_assert_num_queries(2):
        after = news(tournament, before)

    assert after == replace(before, version=version_of(tournament))


def test_a_word_on_a_result_is_news_of_its_table_alone_though_visitors_see_nothing(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(from_the_table="agreed")
    draw = make.publish(tournament)
    before = news(tournament)
    seat = draw.tables.get(number=1).seats.select_related("entry", "table__draw__round").first()
    player = Player(seat.entry, make.doer())
    entered = EnteredResult({place: EnteredScore(11 - place) for place in range(1, 5)}, 1)

    Round.objects.update(starts_at=make.at(9))
    proposing.propose_result(tournament, seat.table, entered, player)
    after = news(tournament, before)

    assert after.talking_since(before) == [1]
    assert after == replace(before, words=after.words)
    assert news(tournament, after) is after


@pytest.mark.rule("T-059")
def test_who_was_on_turn_at_the_bell_is_news_of_the_table(tournament):
    make.publish(tournament)
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))
    before = news(tournament)

    rounds.mark_bell(tournament, 1, 2, 1, make.doer(now=make.at(11, 16)))

    assert news(tournament, before).talking_since(before) == [2]


@pytest.mark.rule("T-050", "T-051", "T-052")
def test_what_is_decided_is_news_of_the_tables_of_those_whom_it_concerns(tournament):
    draw = make.publish(tournament)
    one, other = (draw.tables.get(number=number).seats.first().entry for number in (2, 3))
    who = make.doer(now=make.at(11))
    matter = refereeing.open_ruling(tournament, "Nine or eight?", who, players=[one, other])
    before = news(tournament)

    refereeing.decide(tournament, matter.pk, "Nine.", who)
    decided = news(tournament, before)
    refereeing.protest(tournament, matter.pk, "Eight.", "Eva", make.doer(now=make.at(11, 5)))
    protested = news(tournament, decided)

    assert decided.talking_since(before) == [2, 3]
    assert protested.talking_since(decided) == [2, 3]


def test_a_line_of_the_logbook_that_names_no_table_ends_no_channel(tournament):
    make.publish(tournament)
    before = news(tournament)
    mark_paid(tournament, tournament.entries.first().pk, True, make.doer())
    Act.objects.filter(name="mark_paid").update(
        name="propose_result", detail="read from a file", round_number=1
    )

    assert news(tournament, before).words == {}


def test_what_nobody_hears_of_is_no_news(tournament, django_assert_num_queries):
    make.publish(tournament)
    before = news(tournament)
    mark_paid(tournament, tournament.entries.first().pk, True, make.doer())

    with django_assert_num_queries(2):
        after = news(tournament, before)

    assert after == before
    with django_assert_num_queries(1):
        news(tournament, after)


def test_a_draft_has_no_channel():
    draft = make.make_tournament(state=State.DRAFT, announced_at=None)

    assert news(draft) is None


def test_what_another_process_saved_is_told_to_the_cache_of_this_one(tournament):
    before = news(tournament)
    # As a command beside the embedded site does it, whose cache is its own.
    Tournament.objects.filter(pk=tournament.pk).update(version=70, public_version=69)

    news(tournament, before)

    assert as_kept(Versions, cache.get(version_key(tournament.slug))) == Versions(70, 69)


@pytest.mark.parametrize(("state", "listens"), [(State.RUNNING, True), (State.FINISHED, False)])
@pytest.mark.parametrize("page", ["tournament", "standings", "screen", "desk"])
def test_pages_of_a_day_that_is_not_over_listen(page, state, listens):
    tournament = make.make_tournament(state=state)

    page = make.signed_in(tournament).get(reverse(page, args=[tournament.slug])).content.decode()

    assert (f'data-live="/live/{tournament.slug}/"' in page) is listens


def test_a_server_without_streams_lets_a_browser_ask_no_more(client):
    assert client.get("/live/brno/").status_code == 204
