"""Large screens beside the one of the day, each steered from the desk."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournaments.domain.values import Refused
from tournaments.models import Act, LargeScreen
from tournaments.models.entry import Role
from tournaments.models.screen import MOST_SCREENS, Shows
from tournaments.services import rounds, screens
from tournaments.services.acts import AlreadyDone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def tournament():
    """Round 1 of eight players is published, its clock does not run yet; one screen is there."""
    tournament = make.ready_to_draw(8)
    make.publish(tournament)
    screens.add_screen(tournament, "by the door", make.doer())
    return tournament


def steer(tournament, shows, text="", *, number=1):
    screens.steer_screen(tournament, number, shows, text, make.doer())


def shown(tournament, number=1, **query):
    address = reverse("steered_screen", args=[tournament.slug, number])
    return Client().get(address, query).content.decode()


def test_a_new_screen_follows_the_day(tournament):
    day = Client().get(reverse("screen", args=[tournament.slug])).content.decode()

    assert "Round 1: your table" in day
    assert "Round 1: your table" in shown(tournament)


def test_a_message_stands_on_the_one_screen_and_on_no_other(tournament):
    screens.add_screen(tournament, "", make.doer())

    steer(tournament, Shows.MESSAGE, "Lunch is in <the cellar>.")

    assert "Lunch is in &lt;the cellar&gt;." in shown(tournament, 1)
    assert "Lunch" not in shown(tournament, 2)
    assert Act.objects.filter(name="steer_screen").get().detail == "1: Lunch is in <the cellar>."


def test_a_page_is_held_as_soon_as_there_is_one(tournament):
    steer(tournament, Shows.CLOCK)
    assert "Round 1: your table" in shown(tournament)

    rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))

    assert "data-clock" in shown(tournament)
    steer(tournament, Shows.NAMES)
    assert "Round 1: your table" in shown(tournament)
    steer(tournament, Shows.WELCOME)
    assert "Welcome!" in shown(tournament)


def test_the_standings_are_held_while_a_round_is_played(tournament):
    for table in tournament.rounds.get(number=1).current_draw().tables.all():
        make.enter(table, (10, 8, 5, 4))
    make.agreeing(lambda who: rounds.close_round(tournament, 1, who))
    make.publish(tournament, 2)

    steer(tournament, Shows.STANDINGS)

    assert "Standings after round 1" in shown(tournament)


def test_a_screen_that_polls_hears_that_it_shows_something_else(tournament):
    page = shown(tournament)
    asked = page.split('hx-get="', 1)[1].split('"', 1)[0].replace("&amp;", "&")
    steer(tournament, Shows.MESSAGE, "Lunch")

    answer = Client().get(asked, headers={"HX-Request": "true"})

    assert "Lunch" in answer.content.decode()


def test_an_unpublished_draw_is_on_no_screen(db):
    tournament = make.ready_to_draw(8)
    make.draw(tournament)
    screens.add_screen(tournament, "", make.doer())

    steer(tournament, Shows.NAMES)

    assert "your table" not in shown(tournament)


def test_a_message_without_a_word_is_refused(tournament):
    with pytest.raises(Refused):
        steer(tournament, Shows.MESSAGE, "  ")


def test_another_message_alone_is_shown_and_the_same_one_is_kept(tournament):
    steer(tournament, Shows.DAY, "Lunch is in the cellar.")
    assert "Lunch is in the cellar." in shown(tournament)

    steer(tournament, Shows.CLOCK, "Lunch is in the cellar.")
    assert "Lunch" not in shown(tournament)

    steer(tournament, Shows.CLOCK, "Lunch is over.")
    assert "Lunch is over." in shown(tournament)


def test_what_it_shows_already_is_no_act(tournament):
    steer(tournament, Shows.WELCOME)

    with pytest.raises(AlreadyDone):
        steer(tournament, Shows.WELCOME)


def test_a_screen_that_is_given_up_shows_the_day_and_its_number_is_free(tournament):
    steer(tournament, Shows.MESSAGE, "Lunch")
    screens.remove_screen(tournament, 1, make.doer())

    assert "Round 1: your table" in shown(tournament)
    with pytest.raises(AlreadyDone):
        screens.remove_screen(tournament, 1, make.doer())
    assert screens.add_screen(tournament, "", make.doer()).number == 1


def test_there_is_room_for_nine(tournament):
    for _one in range(MOST_SCREENS - 1):
        screens.add_screen(tournament, "", make.doer())

    with pytest.raises(Refused):
        screens.add_screen(tournament, "", make.doer())


def test_from_page_to_screen(tournament):
    client = make.signed_in(tournament)
    page = reverse("screens", args=[tournament.slug])
    client.post(reverse("add_screen", args=[tournament.slug]), {"name": "stage"})
    sent = {"number": 2, "shows": "message", "text": "Welcome, Brno"}

    answer = client.post(reverse("steer_screen", args=[tournament.slug]), sent, follow=True)

    assert "Screen 2 shows it within some seconds." in answer.content.decode()
    assert "stage" in client.get(page).content.decode()
    assert "Welcome, Brno" in shown(tournament, 2)
    client.post(reverse("remove_screen", args=[tournament.slug]), {"number": 2})
    assert "stage" not in client.get(page).content.decode()


def test_what_was_typed_stays_where_the_message_is_missing(tournament):
    client = make.signed_in(tournament)
    sent = {"number": 1, "shows": "message", "text": ""}

    page = client.post(reverse("steer_screen", args=[tournament.slug]), sent).content.decode()

    assert "Write the message that the screen is to show." in page
    assert '<option value="message" selected>' in page


def test_a_scorekeeper_sees_what_each_shows_and_steers_none(tournament):
    client = make.signed_in(tournament, Role.SCOREKEEPER)

    page = client.get(reverse("screens", args=[tournament.slug])).content.decode()

    assert "by the door" in page
    assert reverse("steer_screen", args=[tournament.slug]) not in page


def test_the_database_keeps_no_message_without_a_text(tournament):
    with pytest.raises(IntegrityError), transaction.atomic():
        LargeScreen.objects.update(shows=Shows.MESSAGE)
