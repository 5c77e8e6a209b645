"""People who signed up and did not come."""

import pytest
from django.urls import reverse

from tests.factories import doer, make_entry, make_tournament, signed_in
from tournaments.domain.values import Refused
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import checking_in
from tournaments.services.acts import AlreadyDone

pytestmark = pytest.mark.django_db


def test_everybody_still_missing_is_noted_with_one_button_that_names_them_first():
    tournament = make_tournament(state=State.CHECK_IN)
    missing = [make_entry(tournament) for _number in range(2)]
    came_meanwhile = make_entry(tournament, "Anna Nováková", state=EntryState.CHECKED_IN)
    desk, address = signed_in(tournament), reverse("mark_no_show", args=[tournament.slug])
    sent = {"entry": [entry.pk for entry in (*missing, came_meanwhile)]}

    asked = desk.post(address, sent)
    assert not tournament.entries.filter(state=EntryState.NO_SHOW).exists()
    told = str(asked.context["cautions"][0])
    assert all(str(entry) in told for entry in missing)
    assert "Anna" not in told
    desk.post(address, sent | {"cautions": [one.key for one in asked.context["cautions"]]})

    states = tournament.entries.order_by("number").values_list("state", flat=True)
    assert list(states) == ["no-show", "no-show", "checked-in"]


def test_all_who_are_missing_may_be_named_in_one_field():
    tournament = make_tournament(state=State.CHECK_IN)
    missing = [make_entry(tournament) for _number in range(2)]
    desk, address = signed_in(tournament), reverse("mark_no_show", args=[tournament.slug])
    sent = {"entry": ",".join(str(entry.pk) for entry in missing)}

    asked = desk.post(address, sent)
    desk.post(address, sent | {"cautions": [one.key for one in asked.context["cautions"]]})

    assert tournament.entries.filter(state=EntryState.NO_SHOW).count() == 2


def test_one_player_is_noted_in_the_row():
    tournament = make_tournament(state=State.CHECK_IN)
    entry = make_entry(tournament, "Anna Nováková")

    answer = signed_in(tournament).post(
        reverse("mark_no_show", args=[tournament.slug]),
        {"entry": entry.pk},
        headers={"hx-request": "true"},
    )

    assert f'<li id="entry-{entry.pk}" class="person no-show"' in answer.content.decode()


def test_a_no_show_who_comes_after_all_is_let_in():
    tournament = make_tournament(state=State.CHECK_IN)
    entry = make_entry(tournament)
    checking_in.mark_no_show(tournament, [entry.pk], doer())

    checking_in.undo_check_in(tournament, entry.pk, doer())
    checking_in.mark_no_show(tournament, [entry.pk], doer())
    checking_in.check_in(tournament, entry.pk, doer())

    entry.refresh_from_db()
    assert entry.state == EntryState.CHECKED_IN


def test_somebody_who_is_here_is_no_no_show():
    tournament = make_tournament(state=State.CHECK_IN)
    entry = make_entry(tournament, state=EntryState.CHECKED_IN)

    with pytest.raises(AlreadyDone):
        checking_in.mark_no_show(tournament, [entry.pk], doer())


def test_nobody_is_missing_before_the_day():
    tournament = make_tournament(state=State.SIGN_UP)
    entry = make_entry(tournament)

    with pytest.raises(Refused, match="not open"):
        checking_in.mark_no_show(tournament, [entry.pk], doer())
