"""The HTML of an event's text is made whenever its row is saved."""

import pytest

from tests.factories import make_tournament
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

OLD, NEW = "<p><em>old</em></p>\n", "<p><strong>new</strong></p>\n"


@pytest.fixture
def tournament():
    return make_tournament(text="*old*")


def kept(tournament):
    return Tournament.objects.get(pk=tournament.pk).text_html


def test_a_changed_text_is_rendered_anew(tournament):
    assert kept(tournament) == OLD

    tournament.text = "**new**"
    tournament.save()

    assert kept(tournament) == NEW


def test_a_text_saved_by_itself_takes_its_html_along(tournament):
    tournament.text = "**new**"
    tournament.save(update_fields=["text"])

    assert kept(tournament) == NEW


def test_other_columns_saved_by_themselves_leave_it(tournament):
    tournament.text, tournament.town = "**new**", "Praha"
    tournament.save(update_fields=["town"])

    assert kept(tournament) == OLD


def test_the_html_is_no_part_of_the_history(tournament):
    assert not hasattr(tournament.history.first(), "text_html")
