"""Disputes, protests, councils, exclusions: who decides what (T-050 to T-056)."""

import re
from html import unescape

import pytest

from games.engine.board.listing import board_text
from tests import factories as make
from tournaments.domain.values import Refused
from tournaments.models import Act, Exclusion, Ruling, Table
from tournaments.models.entry import EntryState, Role
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.services import joining, refereeing
from tournaments.services.acts import AlreadyDone, Unconfirmed

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    tournament = make.make_tournament(state=State.RUNNING)
    make.make_official(tournament, Role.CHIEF_REFEREE, "Chief Nová")
    return tournament


@pytest.fixture
def players(event):
    return make.checked_in(event, 6)


def a_matter(event, **fields) -> Ruling:
    return refereeing.open_ruling(event, "Who moved the robber?", make.doer(), **fields)


def protested(event, **fields) -> Ruling:
    ruling = a_matter(event, **fields)
    refereeing.decide(event, ruling.pk, "It stays.", make.doer("Chief Nová"))
    refereeing.protest(event, ruling.pk, "It was my turn.", "Anna", make.doer())
    return ruling


def council(event, ruling, people, reason="", confirmed=()):
    members = [person.pk for person in people]
    refereeing.name_council(event, ruling.pk, members, reason, make.doer(confirmed=confirmed))


@pytest.mark.rule("T-053")
def test_minors_and_the_deleted_are_not_asked_onto_a_council(event, players):
    child, deleted, grown = players[:3]
    child.minor = True
    child.save()
    type(deleted).objects.filter(pk=deleted.pk).update(name="")

    asked = {one.number for one in refereeing.eligible_for_council(protested(event))}

    assert grown.number in asked
    assert not {child.number, deleted.number} & asked


@pytest.mark.rule("T-051")
def test_after_the_end_the_page_says_what_a_protest_can_change_and_that_nobody_plays(
    event, players
):
    ruling = a_matter(event)
    refereeing.decide(event, ruling.pk, "It stays.", make.doer("Chief Nová"))
    type(event).objects.filter(pk=event.pk).update(state=State.FINISHED)
    desk = make.signed_in(event, Role.REFEREE)
    address = f"/en/t/{event.slug}/desk/book/{ruling.pk}/"

    before = desk.get(address).content.decode()
    refereeing.protest(event, ruling.pk, "It was my turn.", "Anna", make.doer())
    after = desk.get(address).content.decode()

    assert "its standings stay as they are unless the council decides otherwise" in before
    assert "(was a player)" in after
    assert "(plays)" not in after


def test_a_matter_of_a_table_concerns_all_who_sit_there_unless_some_are_named():
    event = make.ready_to_draw(8)
    table = make.publish(event).tables.get(number=2)
    there = {seat.entry for seat in table.seats.all()}
    one = next(iter(there))

    assert set(a_matter(event, table=table).players.all()) == there
    named = refereeing.open_ruling(event, "Who?", make.doer(), table=table, players=[one])
    assert set(named.players.all()) == {one}
    assert not refereeing.open_ruling(event, "When?", make.doer()).players.exists()


@pytest.mark.rule("T-050")
def test_a_matter_waits_for_the_chief_referee(event):
    ruling = a_matter(event)
    assert ruling.is_open

    refereeing.decide(event, ruling.pk, "Turn by turn.", make.doer("Chief Nová"))

    ruling.refresh_from_db()
    assert (ruling.decision, ruling.decided_by, ruling.is_open) == (
        "Turn by turn.",
        "Chief Nová",
        False,
    )


@pytest.mark.rule("T-050", "T-055")
@pytest.mark.parametrize("role", [Role.ORGANISER, Role.REFEREE, Role.SCOREKEEPER, "administrator"])
def test_nobody_decides_or_excludes_in_the_chief_referees_place(event, players, role):
    ruling = a_matter(event)
    browser = make.signed_in(event, role)

    answers = [
        browser.post(f"/t/{event.slug}/desk/book/{ruling.pk}/decide/", {"text": "Mine."}),
        browser.post(
            f"/t/{event.slug}/desk/book/exclude/",
            {"entry": players[0].pk, "reason": "x", "deliberate": "on"},
        ),
    ]

    assert [answer.status_code for answer in answers] == [403, 403]
    ruling.refresh_from_db()
    assert ruling.decided_at is None
    assert not Exclusion.objects.exists()


@pytest.mark.rule("T-050")
@pytest.mark.parametrize("is_named", [True, False])
def test_an_open_matter_says_who_decides_or_that_nobody_is_named_for_it(event, is_named):
    ruling = a_matter(event)
    event.officials.filter(role=Role.CHIEF_REFEREE).delete()
    if is_named:
        make.make_official(event, Role.CHIEF_REFEREE)

    page = make.signed_in(event).get(f"/en/t/{event.slug}/desk/book/{ruling.pk}/").content.decode()

    assert ("The chief referee decides." in page) is is_named
    assert ("The chief referee decides, and none is named." in page) is not is_named
    assert (f'<a href="/en/t/{event.slug}/desk/officials/">Officials</a>' in page) is not is_named


@pytest.mark.rule("T-051")
def test_a_protest_before_the_decision_is_refused(event):
    ruling = a_matter(event)

    with pytest.raises(Refused) as refused:
        refereeing.protest(event, ruling.pk, "No!", "Anna", make.doer())

    assert refused.value.rule_id == "T-051"


@pytest.mark.rule("T-051")
def test_a_protest_takes_the_matter_out_of_the_chiefs_hands(event):
    ruling = protested(event)

    with pytest.raises(Refused):
        refereeing.decide(event, ruling.pk, "Once more.", make.doer("Chief Nová"))


@pytest.mark.rule("T-051")
@pytest.mark.parametrize("size", [2, 4])
def test_a_council_has_three_members(event, size):
    chief = event.officials.get().person
    others = [make.make_official(event, Role.REFEREE).person for _ in range(size - 1)]
    ruling = protested(event)

    with pytest.raises(Refused) as refused:
        council(event, ruling, [chief, *others])

    assert refused.value.rule_id == "T-051"
    assert ruling.council.count() == 0


@pytest.mark.rule("T-052")
def test_the_councils_word_is_final(event):
    chief = event.officials.get().person
    others = [make.make_official(event, Role.REFEREE).person for _ in range(2)]
    ruling = protested(event)
    council(event, ruling, [chief, *others])
    refereeing.decide_protest(event, ruling.pk, "The chief was right.", make.doer())

    with pytest.raises(Refused) as refused:
        refereeing.protest(event, ruling.pk, "Again.", "Anna", make.doer())

    assert refused.value.rule_id == "T-052"
    ruling.refresh_from_db()
    assert not ruling.is_open


@pytest.mark.rule("T-053")
def test_players_sit_on_a_council_only_with_a_reason_and_a_second_look(event, players):
    chief, two = event.officials.get().person, [entry.person for entry in players[:2]]
    ruling = protested(event)

    with pytest.raises(Refused):
        council(event, ruling, [chief, *two])
    with pytest.raises(Unconfirmed) as asked:
        council(event, ruling, [chief, *two], "No other referee came.")
    confirmed = [caution.key for caution in asked.value.cautions]
    council(event, ruling, [chief, *two], "No other referee came.", confirmed)

    assert ruling.council.filter(is_player=True).count() == 2


@pytest.mark.rule("D-121")
def test_who_protests_is_marked_by_name_and_sits_on_the_council_only_after_a_second_look(
    event, players
):
    chief, other = event.officials.get().person, players[1].person
    ruling = a_matter(event)
    refereeing.decide(event, ruling.pk, "It stays.", make.doer("Chief Nová"))
    by = f"{players[0].full_name.upper()}, table 3"
    refereeing.protest(event, ruling.pk, "It was my turn.", by, make.doer())
    address = f"/en/t/{event.slug}/desk/book/{ruling.pk}/"

    with pytest.raises(Unconfirmed) as asked:
        council(event, ruling, [chief, players[0].person, other], "No other referee came.")
    html = unescape(make.signed_in(event, Role.REFEREE).get(address).content.decode())

    assert [caution.rule_id for caution in asked.value.cautions] == ["T-053", "D-121"]
    assert f"{players[0].full_name} has the name of who protests" in str(asked.value)
    assert html.count("name of who protests)") == 1
    assert f"{players[0]} (plays, name of who protests)" in html


@pytest.mark.rule("T-053")
def test_a_free_referee_comes_before_a_player(event, players):
    chief = event.officials.get().person
    make.make_official(event, Role.REFEREE)
    ruling = protested(event)

    with pytest.raises(Refused) as refused:
        council(event, ruling, [chief, players[0].person, players[1].person], "Quick.")

    assert refused.value.rule_id == "T-053"


@pytest.mark.rule("T-054")
def test_a_player_of_the_disputed_game_does_not_decide_it(event, players):
    chief = event.officials.get().person
    ruling = protested(event, players=[players[0]])

    with pytest.raises(Refused) as refused:
        council(event, ruling, [chief, players[0].person, players[1].person], "Nobody else.")

    assert refused.value.rule_id == "T-054"


@pytest.mark.rule("T-055")
def test_an_excluded_player_is_not_seated_again_and_has_no_place(event, players):
    def exclude():
        refereeing.exclude(
            event,
            players[0].pk,
            "Marked the cards.",
            make.doer("Chief Nová"),
            round_number=1,
            deliberate=True,
        )

    exclude()
    with pytest.raises(AlreadyDone):
        exclude()

    players[0].refresh_from_db()
    assert players[0].state == EntryState.EXCLUDED
    assert players[0].pk not in read_event(event).in_standings_order(after_round=0)
    assert Exclusion.objects.get().by == "Chief Nová"


@pytest.mark.rule("T-055")
@pytest.mark.parametrize(("reason", "deliberate"), [(" ", True), ("Forgot to discard.", False)])
def test_an_exclusion_needs_a_deliberate_breach_and_a_reason(event, players, reason, deliberate):
    with pytest.raises(Refused):
        refereeing.exclude(
            event, players[0].pk, reason, make.doer(), round_number=1, deliberate=deliberate
        )

    players[0].refresh_from_db()
    assert players[0].state == EntryState.CHECKED_IN


@pytest.mark.rule("T-056")
def test_a_recorded_breach_excludes_nobody(event, players):
    a_matter(event, kind="breach", players=[players[0]])

    players[0].refresh_from_db()
    assert players[0].state == EntryState.CHECKED_IN


def test_an_exclusion_taken_back_seats_the_player_again(event, players):
    refereeing.exclude(
        event, players[0].pk, "Marked.", make.doer(), round_number=1, deliberate=True
    )

    refereeing.revoke_exclusion(event, players[0].pk, "It was somebody else.", make.doer())

    players[0].refresh_from_db()
    assert players[0].state == EntryState.CHECKED_IN
    assert "Marked." in event.acts.first().detail


def test_a_second_click_does_not_write_a_matter_twice(event):
    a_matter(event)

    with pytest.raises(AlreadyDone):
        a_matter(event)

    assert Ruling.objects.count() == 1


@pytest.mark.rule("T-055")
def test_final_standings_cannot_be_changed_by_an_exclusion(event, players):
    event.state = State.FINISHED
    event.finished_at = make.at(16, 30)
    event.save()

    with pytest.raises(Refused):
        refereeing.exclude(
            event, players[0].pk, "Cheated.", make.doer(), round_number=4, deliberate=True
        )

    assert not Exclusion.objects.exists()


def test_the_book_leads_to_a_question_about_a_table_on_the_board_of_each_round():
    tournament = make.ready_to_draw()
    make.publish(tournament)
    chief = make.chief_of(tournament)

    page = chief.get(f"/en/t/{tournament.slug}/desk/book/").content.decode()
    address = unescape(re.search(r'href="(/en/games/position/\?[^"]+board=[^"]+)"', page)[1])

    board = tournament.rounds.get(number=1).board
    assert board_text(board).splitlines()[0] in unescape(chief.get(address).content.decode())


@pytest.mark.rule("T-054")
def test_whoever_counts_for_a_referee_brings_them_into_the_dispute_and_is_named_as_themselves(
    event, players
):
    """Others said that a player and a referee are one: nobody decides in their own matter by it,
    and the council is the player's own, who can have it forgotten."""
    referee = make.make_official(event, Role.REFEREE, "Rosa Referee").person
    moved, other = players[0], players[1]
    joining.join_persons(referee.pk, moved.person_id, make.doer())
    ruling = protested(event, players=[moved])
    assert {one.key: one.involved for one in refereeing.eligible_for_council(ruling)}[referee.pk]

    elsewhere = protested(event)
    chief = event.officials.get(role=Role.CHIEF_REFEREE).person
    with pytest.raises(Unconfirmed) as asked:
        council(event, elsewhere, [chief, referee, other.person], "No other referee came.")
    confirmed = {caution.key for caution in asked.value.cautions}
    council(event, elsewhere, [chief, referee, other.person], "No other referee came.", confirmed)

    assert referee in {member.person for member in elsewhere.council.all()}
    assert not elsewhere.council.filter(person=moved.person).exists()


def test_players_are_offered_for_the_council_by_surname_in_the_czech_alphabet(event):
    for name in ("Zdena Zlá", "Adam Řehoř", "Čeněk Cibulka", "Jan Ruda"):
        make.make_entry(event, name, state=EntryState.CHECKED_IN)

    offered = [str(one.name) for one in refereeing.eligible_for_council(protested(event))]

    ours = [name for name in offered if name.split()[0] in ("Zdena", "Adam", "Čeněk", "Jan")]
    assert ours == ["Čeněk Cibulka", "Jan Ruda", "Adam Řehoř", "Zdena Zlá"]


def test_two_players_of_one_name_are_told_apart_where_the_council_is_named(event):
    one, other = (
        make.make_entry(event, "Jan Novák", state=EntryState.CHECKED_IN) for _twice in range(2)
    )
    address = f"/en/t/{event.slug}/desk/book/{protested(event).pk}/"

    page = make.signed_in(event, Role.REFEREE).get(address)

    for entry in (one, other):
        assert f"{entry.number}. Jan Novák (plays)" in unescape(page.content.decode())
    assert "Chief Nová (plays)" not in page.content.decode()


def test_whom_to_exclude_is_chosen_from_words():
    event = make.make_tournament(state=State.RUNNING)
    make.checked_in(event, 6)

    page = make.signed_in(event, Role.CHIEF_REFEREE).get(f"/en/t/{event.slug}/desk/book/")

    assert ">choose</option>" in page.content.decode()
    assert "---------" not in page.content.decode()


def test_the_council_is_of_whose_the_entry_is_whoever_it_counts_for(event, players):
    joined, other = players[0], players[1]
    owner, puppet = joined.person, make.make_person("Petr Puppet")
    joining.join_persons(puppet.pk, owner.pk, make.doer())
    ruling = protested(event)
    chief = event.officials.get(role=Role.CHIEF_REFEREE).person

    keys = [key for key, *_rest in refereeing.eligible_for_council(ruling)]
    with pytest.raises(Unconfirmed) as asked:
        council(event, ruling, [chief, owner, other.person], "Nobody else.")
    confirmed = {caution.key for caution in asked.value.cautions}
    council(event, ruling, [chief, puppet, other.person], "Nobody else.", confirmed)

    assert puppet.pk not in keys
    assert {member.person for member in ruling.council.all()} == {chief, owner, other.person}


def test_two_referees_whom_the_series_joined_are_one_member_of_a_council(event):
    """Both hold the same office, so that each office stays where it is."""
    first, second = (make.make_official(event, Role.REFEREE, name) for name in ("Rosa", "Rosa R."))
    joining.join_persons(first.person_id, second.person_id, make.doer())
    ruling = protested(event)

    keys = [key for key, *_rest in refereeing.eligible_for_council(ruling)]

    assert len({first.person_id, second.person_id} & {*keys}) == 1


def write_down(event, **typed):
    return make.signed_in(event, Role.REFEREE).post(
        f"/en/t/{event.slug}/desk/book/open/",
        {"kind": "dispute", "question": "Whose turn is it?", **typed},
        follow=True,
    )


def test_a_rule_that_there_is_not_is_refused_at_its_field(event):
    page = write_down(event, rule_id="X-99")

    assert "There is no rule X-99." in page.content.decode()
    assert page.context["ruling_form"].errors.keys() == {"rule_id"}
    assert not Ruling.objects.exists()

    write_down(event, rule_id="tg 22")

    assert Ruling.objects.get().rule_id == "TG-22"


def test_a_matter_leads_to_the_result_of_its_table_and_back():
    event = make.ready_to_draw(12)
    make.publish(event)
    table = Table.objects.earliest("pk")
    matter = a_matter(event, table=table, round_number=1)
    referee = make.signed_in(event, Role.REFEREE)
    result = f"/en/t/{event.slug}/desk/rounds/1/tables/{table.number}/"
    of_matter = f"/en/t/{event.slug}/desk/book/{matter.pk}/"

    assert f'<a href="{result}">' in referee.get(of_matter).content.decode()
    assert f'<a href="{of_matter}">' in referee.get(result).content.decode()
    scorekeeper = make.signed_in(event, Role.SCOREKEEPER).get(result)
    assert scorekeeper.status_code == 200


def test_a_council_that_is_named_is_changed_not_named(event):
    people = [make.make_official(event, Role.REFEREE).person for _ in range(2)]
    ruling = protested(event)
    page = f"/en/t/{event.slug}/desk/book/{ruling.pk}/"
    chief = make.chief_of(event)

    assert "Name the council of three" in chief.get(page).content.decode()
    council(event, ruling, [event.officials.get(role=Role.CHIEF_REFEREE).person, *people])
    assert "Change the council" in chief.get(page).content.decode()


def test_a_matter_before_the_day_names_no_round(event):
    event.state = State.SIGN_UP
    event.save()

    write_down(event)

    assert Ruling.objects.get().round_number is None


@pytest.mark.rule("T-050")
def test_the_desk_names_the_matters_that_wait_until_they_are_decided():
    event = make.ready_to_draw(12)
    make.publish(event)
    table = Table.objects.earliest("pk")
    matter = a_matter(event, table=table, round_number=1)
    of_matter = f'<a href="/en/t/{event.slug}/desk/book/{matter.pk}/">'
    referee = make.signed_in(event, Role.REFEREE)

    waiting = referee.get(f"/en/t/{event.slug}/desk/").content.decode()
    refereeing.decide(event, matter.pk, "The result stands.", make.doer("Chief Nová"))
    decided = referee.get(f"/en/t/{event.slug}/desk/").content.decode()

    assert "1 matter waits for a decision in the referee's book:" in waiting
    assert of_matter in waiting
    assert of_matter not in decided


def reminders(event, matter) -> list[bool]:
    """Whether the page of the matter and the results at the desk tell of an older result."""
    browser = make.signed_in(event, Role.REFEREE)
    page = browser.get(f"/en/t/{event.slug}/desk/book/{matter.pk}/").content.decode()
    grid = browser.get(f"/en/t/{event.slug}/desk/rounds/1/results/").content.decode()
    return ['id="ruled-since"' in page, "decided since it was entered" in grid]


@pytest.mark.rule("T-050", "T-051", "T-052")
def test_a_result_older_than_the_last_word_is_told_until_it_is_entered_anew():
    event = make.ready_to_draw(12)
    draw = make.publish(event)
    table = draw.tables.get(number=2)
    people = [make.make_official(event, Role.REFEREE).person for _ in range(3)]
    matter = a_matter(event, table=table, round_number=1)

    def decide(now):
        refereeing.decide(event, matter.pk, "It was his.", make.doer("Chief", now=now))

    decide(make.at(9, 50))
    assert reminders(event, matter) == [False, False]
    make.enter(table, (10, 8, 5, 4), who=make.doer(now=make.at(10)))
    assert reminders(event, matter) == [False, False]
    decide(make.at(10, 10))
    assert reminders(event, matter) == [True, True]
    make.enter(
        table,
        (8, 10, 5, 4),
        winner=2,
        number_seen=1,
        reason="Ruling.",
        who=make.doer(now=make.at(10, 20)),
    )
    assert reminders(event, matter) == [False, False]

    decide(make.at(10, 30))
    refereeing.protest(event, matter.pk, "No.", "Anna", make.doer(now=make.at(10, 31)))
    assert reminders(event, matter) == [False, False]
    chief = event.officials.filter(role=Role.CHIEF_REFEREE).first().person
    council(event, matter, [chief, *people[:2]])
    refereeing.decide_protest(event, matter.pk, "As it was.", make.doer(now=make.at(10, 40)))
    assert reminders(event, matter) == [True, True]

    draw.round.closed_at = make.at(10, 45)
    draw.round.save()
    assert reminders(event, matter) == [True, True]
    draw.withdrawn_at = make.at(10, 50)
    draw.save()
    assert not reminders(event, matter)[0]


def test_a_result_that_a_decision_leaves_as_it_is_is_saved_once_more_and_the_reminder_goes():
    event = make.ready_to_draw(12)
    table = make.publish(event).tables.get(number=2)
    make.enter(table, (10, 8, 5, 4), who=make.doer(now=make.at(10)))
    matter = a_matter(event, table=table, round_number=1)
    refereeing.decide(event, matter.pk, "As it was.", make.doer("Chief", now=make.at(10, 10)))

    def save_again(number_seen, minute):
        who = make.doer(now=make.at(10, minute))
        make.enter(table, (10, 8, 5, 4), number_seen=number_seen, who=who)

    save_again(1, 20)
    assert reminders(event, matter) == [False, False]
    assert "→" not in Act.objects.filter(name="enter_result").latest("pk").detail
    with pytest.raises(AlreadyDone):
        save_again(2, 30)


def decided(event, question="Who moved the robber?", **fields) -> Ruling:
    ruling = refereeing.open_ruling(event, question, make.doer(), **fields)
    refereeing.decide(event, ruling.pk, f"Decided: {question}", make.doer("Chief Nová"))
    return ruling


def test_a_matter_has_its_number_in_the_book_of_its_tournament(event):
    a_matter(make.make_tournament(state=State.RUNNING))
    first, second = a_matter(event), decided(event, "And then?")

    numbers = {ruling.pk: ruling.number for ruling in event.rulings.numbered()}

    assert numbers == {first.pk: 1, second.pk: 2}
    assert event.rulings.waiting().numbered().get().number == 1
    chief = make.chief_of(event)
    assert "No. 2" in chief.get(f"/en/t/{event.slug}/desk/book/").content.decode()
    assert "No. 2" in chief.get(f"/en/t/{event.slug}/desk/book/{second.pk}/").content.decode()


@pytest.mark.rule("T-050")
def test_an_open_matter_has_a_button_for_whoever_decides_and_no_other_has(event):
    waits, _over = a_matter(event), decided(event, "And then?")
    book = f"/t/{event.slug}/desk/book/"

    page = make.chief_of(event).get(book).content.decode()

    assert re.findall(r'class="button primary" href="([^"]+)"', page) == [
        f"{book}{waits.pk}/#decide"
    ]
    assert "#decide" not in make.signed_in(event, Role.REFEREE).get(book).content.decode()


def test_a_matter_shows_what_was_decided_before_by_the_same_rule(event):
    decided(event, "May it stand on the desert?", rule_id="TG-04")
    decided(event, "Who begins?", rule_id="TG-01")
    decided(make.make_tournament(state=State.RUNNING), "Elsewhere?", rule_id="TG-04")
    ruling = a_matter(event, rule_id="TG-04")

    page = make.chief_of(event).get(f"/en/t/{event.slug}/desk/book/{ruling.pk}/").content.decode()

    assert "Decided: May it stand on the desert?" in page
    assert "Who begins?" not in page
    assert "Elsewhere?" not in page


def test_a_matter_without_a_rule_names_no_others_without_one(event):
    decided(event)
    ruling = a_matter(event)

    assert not Ruling.objects.on_the_same_rule(ruling).exists()


@pytest.mark.rule("T-053")
def test_the_reason_of_a_council_says_when_it_is_needed_instead_of_being_optional(event):
    ruling = protested(event)

    page = make.chief_of(event).get(f"/en/t/{event.slug}/desk/book/{ruling.pk}/").content.decode()

    assert "Needed if a player is named" in page
    assert "(optional)" not in page
