"""The organiser confirms several sign-ups at once, where no e-mail asks the players."""

import pytest
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tournaments.domain.values import Refused
from tournaments.models import Act, Entry
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.services import unconfirmed
from tournaments.services.acts import AlreadyDone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def tournament():
    return make.make_tournament(capacity=3)


def sign_ups(tournament, count):
    """So many sign-ups of this hour; the last of them has its turn first."""
    return [
        make.make_entry(
            tournament,
            state=EntryState.UNCONFIRMED,
            registered_at=timezone.now(),
            queue_number=100 - number,
        )
        for number in range(count)
    ]


def states(entries):
    return [Entry.objects.get(pk=entry.pk).state for entry in entries]


def test_those_who_are_ticked_are_confirmed_with_one_act(tournament):
    first, second, third = sign_ups(tournament, 3)
    desk = make.signed_in(tournament)
    address = reverse("confirm_entries", args=[tournament.slug])
    listed = reverse("entries", args=[tournament.slug]) + "?show=unconfirmed"

    page = desk.get(listed).content.decode()
    ticked = {"entry": [first.pk, third.pk], "show": "unconfirmed"}
    answer = desk.post(address, ticked, follow=True)

    assert f'name="entry" value="{first.pk}" form="confirm"' in page
    assert "Confirm all 3 who are not confirmed" in page
    assert answer.redirect_chain == [(listed, 302)]
    assert "2 sign-ups are confirmed." in answer.content.decode()
    assert states([first, second, third]) == ["confirmed", "unconfirmed", "confirmed"]
    assert str(first.number) in Act.objects.get(name="confirm_entries").detail


def test_all_of_a_list_are_confirmed_and_places_go_to_whoever_stands_first(tournament):
    make.make_entry(tournament)
    last, second, first = sign_ups(tournament, 3)
    keys = ",".join(str(entry.pk) for entry in (last, second, first))

    answer = make.signed_in(tournament).post(
        reverse("confirm_entries", args=[tournament.slug]), {"entry": keys}, follow=True
    )

    said = answer.content.decode()
    assert "3 sign-ups are confirmed. 1 of them is on the waiting list" in said
    assert states([first, second, last]) == ["confirmed", "confirmed", "waiting"]


def test_whoever_was_confirmed_meanwhile_is_passed_over(tournament):
    known, unknown = sign_ups(tournament, 2)
    unconfirmed.confirm_entries(tournament, [known.pk], make.doer())

    both = unconfirmed.confirm_entries(tournament, [known.pk, unknown.pk], make.doer())

    assert both == [unknown]
    with pytest.raises(AlreadyDone):
        unconfirmed.confirm_entries(tournament, [known.pk, unknown.pk], make.doer())


def test_nobody_ticked_is_said_and_nobody_of_another_event_is_confirmed(tournament):
    others = sign_ups(make.make_tournament(), 1)

    with pytest.raises(Refused, match="Tick those"):
        unconfirmed.confirm_entries(tournament, [], make.doer())
    with pytest.raises(AlreadyDone):
        unconfirmed.confirm_entries(tournament, [others[0].pk], make.doer())
    assert states(others) == ["unconfirmed"]


@pytest.mark.rule("D-110")
def test_nobody_is_confirmed_once_the_tournament_runs(tournament):
    entries = sign_ups(tournament, 2)
    tournament.state = State.RUNNING
    tournament.save()

    with pytest.raises(Refused) as refusal:
        unconfirmed.confirm_entries(tournament, [one.pk for one in entries], make.doer())

    assert refusal.value.rule_id == "D-110"
    page = make.signed_in(tournament).get(reverse("entries", args=[tournament.slug]))
    assert "who are ticked" not in page.content.decode()


def test_a_scorekeeper_confirms_nobody(tournament):
    address = reverse("confirm_entries", args=[tournament.slug])

    assert make.signed_in(tournament, Role.SCOREKEEPER).post(address).status_code == 403


def test_confirming_one_stays_in_the_list_that_is_looked_at(tournament):
    one, other = sign_ups(tournament, 2)
    desk = make.signed_in(tournament)
    listed = reverse("entries", args=[tournament.slug])

    def confirm(entry, show):
        address = reverse("confirm_entry", args=[tournament.slug, entry.pk])
        return desk.post(address, {"show": show}).url

    assert confirm(one, "all") == f"{listed}?show=all"
    assert confirm(other, "unconfirmed") == listed
