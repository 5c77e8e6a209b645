"""Two people (or two clicks) at once: nothing is done twice, lost, or overwritten unseen."""

import datetime as dt

import pytest

from tests.factories import (
    DAY,
    agreeing,
    committed,
    doer,
    draw,
    draw_lots,
    enter,
    make_club,
    make_entry,
    make_person,
    make_tournament,
    play,
    publish,
    ready_to_draw,
    roll,
)
from tests.threads import all_at_once
from tournaments.models import Act, Commitment, Draw, DrawEdit, PublicValue, Result
from tournaments.models.entry import EntryState
from tournaments.models.tournament import Kind, State
from tournaments.services import (
    announcing,
    checking_in,
    closing,
    joining,
    proposing,
    results,
    rounds,
)
from tournaments.services.acts import Unconfirmed
from tournaments.services.entered import EnteredResult, EnteredScore
from tournaments.services.proposing import Player
from tournaments.services.results import EnteredMeanwhile

pytestmark = pytest.mark.django_db(transaction=True)


def typed(*points):
    return EnteredResult({place: EnteredScore(n) for place, n in enumerate(points, start=1)}, 1)


def kinds(outcomes):
    return sorted(type(outcome).__name__ for outcome in outcomes)


def test_two_who_enter_different_results_of_one_table_do_not_overwrite_each_other():
    tournament = ready_to_draw(12)
    table = publish(tournament).tables.select_related("draw__round").first()

    def entering(name, *points):
        return lambda: results.enter_result(tournament, table, typed(*points), doer(name))

    outcomes = all_at_once(entering("Sylva", 10, 8, 5, 4), entering("Radim", 10, 7, 5, 4))

    assert kinds(outcomes) == ["EnteredMeanwhile", "Result"]
    saved = Result.objects.get()
    refused = next(one for one in outcomes if isinstance(one, EnteredMeanwhile))
    assert refused.theirs == saved
    assert saved.scores.count() == 4


def test_the_same_result_sent_twice_is_saved_once():
    tournament = ready_to_draw(12)
    table = publish(tournament).tables.select_related("draw__round").first()

    def entering():
        return results.enter_result(tournament, table, typed(10, 8, 5, 4), doer())

    outcomes = all_at_once(entering, entering, entering)

    assert kinds(outcomes) == ["AlreadyDone", "AlreadyDone", "Result"]
    assert Act.objects.filter(name="enter_result").count() == 1


def at_a_table_that_agrees():
    """The event, its first table, and who sits there."""
    tournament = ready_to_draw(12, from_the_table="agreed")
    draw = publish(tournament)
    agreeing(lambda who: rounds.start_clock(tournament, 1, who))
    table = draw.tables.select_related("draw__round").first()
    tournament.refresh_from_db()
    seats = table.seats.select_related("entry").order_by("position")
    return tournament, table, [Player(seat.entry, doer(seat.entry.name)) for seat in seats]


def test_two_phones_that_enter_different_results_do_not_overwrite_each_other():
    tournament, table, players = at_a_table_that_agrees()

    def entering(player, *points):
        def enter_or_be_asked():
            try:
                return proposing.propose_result(tournament, table, typed(*points), player)
            except Unconfirmed as asked:
                return asked

        return enter_or_be_asked

    outcomes = all_at_once(entering(players[0], 10, 8, 5, 4), entering(players[1], 10, 7, 5, 4))

    assert kinds(outcomes) == ["Proposal", "Unconfirmed"]
    assert table.proposals.count() == 1


def test_a_table_whose_players_all_enter_the_same_at_once_has_one_result():
    tournament, table, players = at_a_table_that_agrees()

    def entering(player):
        return lambda: proposing.propose_result(tournament, table, typed(10, 8, 5, 4), player)

    outcomes = all_at_once(*map(entering, players))

    assert kinds(outcomes) == ["Proposal"] * 4
    assert table.proposals.count() == 1
    assert Result.objects.get().responses.count() == 4


def test_two_organisers_enter_a_whole_round_and_nothing_is_lost():
    tournament = ready_to_draw(24)
    tables = list(publish(tournament).tables.select_related("draw__round"))

    def entering(name, mine):
        def enter_all():
            for table in mine:
                results.enter_result(tournament, table, typed(10, 8, 5, 4), doer(name))

        return enter_all

    all_at_once(entering("Sylva", tables[::2]), entering("Radim", tables[1::2]))

    assert [table.results.count() for table in tables] == [1] * 6
    tournament.refresh_from_db()
    versions = Act.objects.filter(name="enter_result").values_list("version", flat=True)
    assert len(set(versions)) == 6
    assert max(versions) == tournament.version


@pytest.mark.rule("T-020")
def test_two_clicks_on_draw_make_one_draw():
    tournament = ready_to_draw(12)

    def drawing():
        return rounds.draw_round(tournament, 1, "7", doer(), instead_of=0)

    outcomes = all_at_once(drawing, drawing)

    assert kinds(outcomes) == ["AlreadyDone", "Draw"]
    assert Draw.objects.get().seats.count() == 12


def test_two_drafts_of_one_name_made_at_once_get_two_addresses():
    club = make_club()
    fields = {"name": "Catan Žďár", "date": DAY, "town": "Žďár", "club": club}
    fields |= {"start": dt.time(9), "capacity": 30}

    def creating(name):
        return lambda: announcing.create_tournament(fields, doer(name))

    made = all_at_once(creating("Olga"), creating("Oto"), creating("Ota"))

    assert sorted(draft.slug for draft in made) == [
        *("catan-zdar-2026", "catan-zdar-2026-2", "catan-zdar-2026-3")
    ]


def test_two_clicks_on_commit_make_one_commitment():
    tournament = ready_to_draw(12)

    outcomes = all_at_once(
        lambda: rounds.commit_draws(tournament, "a" * 64, doer()),
        lambda: rounds.commit_draws(tournament, "b" * 64, doer()),
    )

    assert kinds(outcomes) == ["AlreadyDone", "Commitment"]
    made = next(one for one in outcomes if isinstance(one, Commitment))
    assert Commitment.objects.get().secret == made.secret


def test_whoever_commits_while_the_first_draw_is_made_commits_before_it_or_not_at_all():
    tournament = ready_to_draw(12)

    outcomes = all_at_once(
        lambda: committed(tournament),
        lambda: rounds.draw_round(tournament, 1, "7", doer()),
    )

    # Committed first, the draw waits for dice.
    if kinds(outcomes) == ["Commitment", "Refused"]:
        assert not Draw.objects.exists()
    else:
        assert kinds(outcomes) == ["Draw", "Refused"]
        assert Draw.objects.get().seed == "7"


@pytest.mark.rule("T-016")
def test_of_two_who_type_for_one_round_the_first_is_not_replaced_unseen():
    tournament = ready_to_draw(12)
    committed(tournament)

    def typing(name, rolled):
        return lambda: rounds.type_value(tournament, 1, rolled, doer(name), instead_of=0)

    outcomes = all_at_once(typing("Olga", "1 2 3"), typing("Karel", "4 5 6"))

    assert kinds(outcomes) == ["PublicValue", "Refused"]
    assert PublicValue.objects.count() == 1


def test_two_clicks_on_keep_the_dice_keep_them_once():
    tournament = ready_to_draw(12)
    committed(tournament)

    outcomes = all_at_once(
        *[lambda: rounds.type_value(tournament, 1, "1 2 3", doer(), instead_of=0)] * 2
    )

    assert kinds(outcomes) == ["AlreadyDone", "PublicValue"]
    assert PublicValue.objects.count() == 1


def test_of_two_who_confirm_at_once_one_is_kept():
    tournament = ready_to_draw(12)
    committed(tournament)
    roll(tournament, confirm=False)

    def confirming(key):
        return lambda: rounds.confirm_value(tournament, 1, 1, doer(key), known_as=[key])

    outcomes = all_at_once(confirming("entry:1"), confirming("entry:2"))

    assert kinds(outcomes) == ["AlreadyDone", "PublicValue"]


def test_dice_typed_again_while_they_are_confirmed_are_never_taken_for_confirmed():
    tournament = ready_to_draw(12)
    committed(tournament)
    roll(tournament, confirm=False)

    all_at_once(
        lambda: rounds.confirm_value(tournament, 1, 1, doer("Anna"), known_as=["entry:1"]),
        lambda: rounds.type_value(tournament, 1, "6 6 6", doer(), reason="A slip.", instead_of=1),
    )

    assert PublicValue.objects.get(value="6 6 6").confirmed_at is None


def test_two_clicks_on_publish_start_and_close_count_once():
    tournament = ready_to_draw(12)
    drawn = draw(tournament)

    published = all_at_once(*[lambda: rounds.publish_draw(tournament, 1, doer())] * 2)
    started = all_at_once(
        *[lambda: agreeing(lambda who: rounds.start_clock(tournament, 1, who))] * 2
    )
    for table in drawn.tables.all():
        enter(table, (10, 8, 5, 4))
    closed = all_at_once(*[lambda: rounds.close_round(tournament, 1, doer())] * 2)

    assert kinds(published) == ["AlreadyDone", "Draw"]
    assert kinds(started) == kinds(closed) == ["AlreadyDone", "NoneType"]


def test_two_clicks_on_a_swap_swap_once():
    tournament = ready_to_draw(12)
    drawn = draw(tournament)
    first, second = (drawn.tables.get(number=n).seats.first().entry for n in (1, 2))

    def swapping():
        return rounds.swap_players(
            tournament, 1, first, second, doer(), reason="Brothers.", after_edits=0
        )

    outcomes = all_at_once(swapping, swapping)

    assert kinds(outcomes) == ["AlreadyDone", "DrawEdit"]
    assert DrawEdit.objects.count() == 1
    assert drawn.seats.get(table__number=1, position=1).entry == second


def test_a_join_and_a_check_in_of_one_entry_are_both_kept():
    tournament = make_tournament(state=State.CHECK_IN)
    person = make_person("Eva Malá", email="eva@example.org")
    make_entry(make_tournament(state=State.SENT), person)
    entry = make_entry(tournament, "Eva Malá", email=person.email)

    all_at_once(
        lambda: checking_in.check_in(tournament, entry.pk, doer()),
        lambda: joining.join_by_address(entry, doer(), asked=True),
        lambda: checking_in.mark_paid(tournament, entry.pk, True, doer()),
    )

    entry.refresh_from_db()
    assert (entry.person, entry.state, entry.paid) == (person, EntryState.CHECKED_IN, True)


def test_a_join_while_the_tournament_is_finished_leaves_every_name_frozen():
    tournament = ready_to_draw(11, rounds=1, kind=Kind.OTHER)
    play(tournament)
    draw_lots(tournament)
    entry = tournament.entries.first()
    person = make_person(entry.name, email="known@example.org")
    make_entry(make_tournament(state=State.SENT), person)

    all_at_once(
        lambda: agreeing(lambda who: closing.finish(tournament, who)),
        lambda: joining.join_persons(person.pk, entry.person_id, doer()),
    )

    tournament.refresh_from_db()
    assert tournament.state == State.FINISHED
    assert all(one.is_frozen for one in tournament.entries.all())
    assert tournament.entries.get(pk=entry.pk).person == person
