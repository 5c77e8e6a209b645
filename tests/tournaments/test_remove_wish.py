"""Take a wish for the draw back: it ends with the next draw, and stays to be read."""

import pytest

from tests.factories import (
    at,
    doer,
    draw,
    make_entry,
    make_person,
    make_tournament,
    ready_to_draw,
    wish,
)
from tournaments.domain.values import Refused
from tournaments.models import Act, Wish
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import joining, names_left, persons, wishes
from tournaments.services.acts import AlreadyDone
from tournaments.services.entering import lapse_registrations

pytestmark = pytest.mark.django_db


def test_a_removed_wish_is_kept_but_not_drawn_by():
    tournament = ready_to_draw(8)
    wish(tournament, "apart", 3, 4)
    removed = wish(tournament, "apart", 1, 2, reason="Brothers.")

    wishes.remove_wish(tournament, removed.pk, doer("Karel", now=at(9, 30)))

    removed.refresh_from_db()
    assert (removed.removed_by, removed.removed_at) == ("Karel", at(9, 30))
    assert removed.reason == "Brothers."
    assert str(tournament.entries.get(number=1)) in Act.objects.get(name="remove_wish").told
    assert draw(tournament).inputs["apart"] == [["3", "4"]]


def test_a_second_click_changes_nothing():
    tournament = ready_to_draw(8)
    removed = wish(tournament, "apart", 1, 2)
    wishes.remove_wish(tournament, removed.pk, doer("Karel"))

    with pytest.raises(AlreadyDone):
        wishes.remove_wish(tournament, removed.pk, doer("Olga"))

    removed.refresh_from_db()
    assert removed.removed_by == "Karel"


def test_a_removed_wish_can_be_wished_again():
    tournament = ready_to_draw(8)
    wishes.remove_wish(tournament, wish(tournament, "apart", 1, 2).pk, doer())

    again = wish(tournament, "apart", 1, 2)

    assert list(tournament.wishes.standing()) == [again]


def test_wishes_of_another_tournament_are_left_alone():
    tournament, other = ready_to_draw(8), ready_to_draw(8)
    theirs = wish(other, "apart", 1, 2)

    with pytest.raises(Refused, match="no such wish"):
        wishes.remove_wish(tournament, theirs.pk, doer())


def test_a_sign_up_that_lapses_takes_itself_out_of_its_wishes():
    tournament = make_tournament()
    for _ in range(3):
        make_entry(tournament)
    late = make_entry(tournament, state=EntryState.UNCONFIRMED)
    pair, trio = wish(tournament, "apart", 1, 4), wish(tournament, "together", 2, 3, 4)
    alone = wish(tournament, "near-desk", 4)

    lapse_registrations(at(9))

    assert not tournament.entries.filter(pk=late.pk).exists()
    assert list(tournament.wishes.standing()) == [trio]
    assert [entry.number for entry in Wish.objects.get(pk=trio.pk).entries] == [2, 3]
    assert Wish.objects.get(pk=pair.pk).removed_at == Wish.objects.get(pk=alone.pk).removed_at


def test_two_persons_who_are_one_keep_the_wishes_of_both():
    tournament = make_tournament()
    keep, other = make_person("Eva Malá"), make_person("Eva Mala")
    make_entry(tournament, other)
    make_entry(tournament, keep, state=EntryState.CANCELLED)
    make_entry(tournament)
    near, apart = wish(tournament, "near-desk", 2), wish(tournament, "apart", 1, 2)
    both = wish(tournament, "apart", 2, 3)

    joining.join_persons(keep.pk, other.pk, doer())

    assert [wish.pk for wish in tournament.wishes.standing()] == [near.pk, both.pk]
    assert [entry.number for entry in Wish.objects.get(pk=near.pk).entries] == [1]
    assert [entry.number for entry in Wish.objects.get(pk=both.pk).entries] == [1, 3]
    assert Wish.objects.get(pk=apart.pk).removed_at


def test_why_somebody_sat_somewhere_is_forgotten_with_them():
    tournament = make_tournament(state=State.RUNNING)
    for name in ("Eva Malá", "Jan Nový", "Petr Tichý"):
        make_entry(tournament, name, state=EntryState.CHECKED_IN)
    wish(tournament, "near-desk", 1, reason="She cannot walk far.")
    wish(tournament, "apart", 2, 3, reason="Because of what Eva Malá told us.")
    tournament.state = State.FINISHED
    tournament.save()

    persons.forget_person(tournament.entries.get(number=1).person, doer())

    reasons = list(Wish.objects.order_by("pk").values_list("reason", flat=True))
    assert reasons[0] == ""
    assert reasons[1] == "Because of what Eva Malá told us."
    assert [one.text for one in names_left.texts_left()] == [reasons[1]]
    assert "Eva" not in " ".join(Act.objects.values_list("detail", flat=True))
