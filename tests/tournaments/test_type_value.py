"""Dice of a draw: typed by one, confirmed by another, kept before any draw sees them (T-016)."""

import datetime as dt
import re

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tournaments.domain import audit
from tournaments.domain.values import Refused
from tournaments.models import Act, Draw, PublicValue
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.services import appointing, rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed

pytestmark = [pytest.mark.django_db, pytest.mark.rule("T-016")]


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def tournament():
    tournament = make.ready_to_draw(12)
    make.committed(tournament)
    return tournament


def drawing(tournament, **fields):
    return rounds.draw_round(tournament, 1, "7", make.doer(), **fields)


def send(client, name, *args, **data):
    return client.post(reverse(name, args=args), data, follow=True).content.decode()


# Typing


def test_dice_are_kept_with_who_and_when_before_they_are_drawn_from(tournament):
    typed = rounds.type_value(tournament, 1, "1, 2 - 3", make.doer("Olga"))

    assert (typed.value, typed.by, typed.at) == ("1 2 3", "Olga", make.at(9, 15))
    assert not Draw.objects.exists()
    assert Act.objects.get(name="type_value").detail == "1 2 3"


def test_dice_typed_again_need_a_reason_and_stay_beside_the_first(tournament):
    make.roll(tournament, dice="1 2 3", confirm=False)

    with pytest.raises(Refused, match="Say why"):
        rounds.type_value(tournament, 1, "3 2 1", make.doer(), instead_of=1)
    rounds.type_value(tournament, 1, "3 2 1", make.doer(), instead_of=1, reason="A slip.")

    assert list(PublicValue.objects.values_list("number", "value", "reason")) == [
        (1, "1 2 3", ""),
        (2, "3 2 1", "A slip."),
    ]


def test_dice_that_somebody_else_typed_meanwhile_are_not_replaced_unseen(tournament):
    make.roll(tournament, confirm=False)

    with pytest.raises(Refused, match="Olga Organiser typed 1 2 3 meanwhile"):
        rounds.type_value(tournament, 1, "6 6 6", make.doer("Karel"), instead_of=0)
    with pytest.raises(AlreadyDone):
        rounds.type_value(tournament, 1, "1-2-3", make.doer("Karel"), instead_of=0)


def test_dice_are_typed_for_the_round_whose_turn_it_is_and_before_its_draw(tournament):
    with pytest.raises(Refused, match="not the turn of round 2"):
        make.roll(tournament, 2)
    make.draw(tournament, public_value="1 2 3")

    with pytest.raises(Refused, match="rolled already: 1 2 3"):
        make.roll(tournament, dice="6 6 6")


# Confirming


@pytest.mark.parametrize("role", [Role.CHIEF_REFEREE, Role.ORGANISER])
def test_nor_by_the_link_of_the_player_whose_name_the_office_has(role):
    """The name alone says that the two are one (D-134), and no other person confirms."""
    tournament = make.make_tournament(state=State.CHECK_IN)
    make.checked_in(tournament, 12)
    player = make.make_entry(tournament, "Karel Plays", state=EntryState.CHECKED_IN)
    if role != Role.CHIEF_REFEREE:
        make.make_official(tournament, Role.CHIEF_REFEREE, "Other Chief")
    office = appointing.name_official(tournament, "Karel Plays", role, make.doer())
    make.committed(tournament)
    laptop, phone = Client(), Client()
    laptop.post(reverse("official_link", args=[office.token]))
    phone.get(reverse("my_page", args=[tournament.slug, player.token]))

    dice = {"instead_of": "0", "text": "1 2 3", "value": "1 2 3", "dice": "1 2 3"}
    send(laptop, "type_value", tournament.slug, 1, **dice)
    typed = PublicValue.objects.get()
    own = (tournament.slug, player.token)
    send(phone, "confirm_value_myself", *own, number="1", value=str(typed.number))

    typed.refresh_from_db()
    assert typed.confirmed_at is None


def test_whoever_typed_cannot_confirm_by_any_name_or_device(tournament):
    known = {"user:1", "person:5"}
    rounds.type_value(tournament, 1, "1 2 3", make.doer("Olga"), known_as=known)

    for again in ({"user:1"}, {"person:5", "user:9"}, set()):
        with pytest.raises(Refused, match="Whoever typed it cannot confirm it"):
            rounds.confirm_value(tournament, 1, 1, make.doer("Somebody else"), known_as=again)
    rounds.confirm_value(tournament, 1, 1, make.doer("Olga"), known_as={"person:6"})

    assert PublicValue.objects.get().confirmed_at


def test_the_database_refuses_a_witness_who_is_the_typist(tournament):
    typed = make.roll(tournament, confirm=False)
    typed.witness, typed.confirmed_at = typed.typist, make.at(9, 20)

    with pytest.raises(IntegrityError, match="nobody_confirms_what_they_typed"):
        typed.save()


def test_what_was_replaced_or_confirmed_or_drawn_already_is_not_confirmed(tournament):
    make.roll(tournament, confirm=False)
    rounds.type_value(tournament, 1, "4 5 6", make.doer(), instead_of=1, reason="A slip.")

    def confirm(number):
        rounds.confirm_value(tournament, 1, number, make.doer("Anna"), known_as={"entry:1"})

    with pytest.raises(Refused, match="Something else was typed meanwhile"):
        confirm(1)
    confirm(2)
    with pytest.raises(AlreadyDone):
        confirm(2)
    drawing(tournament, value=2)
    with pytest.raises(Refused, match="rolled already"):
        confirm(2)


# Drawing


def test_a_confirmed_value_is_drawn_from_without_a_question(tournament):
    make.roll(tournament)

    drawn = drawing(tournament, value=1)

    assert drawn.round.public_value == "1 2 3"
    assert Act.objects.get(name="draw_round").confirmed == []


def test_one_official_alone_is_asked_once_and_the_record_says_it(tournament):
    make.roll(tournament, confirm=False)

    with pytest.raises(Unconfirmed, match="one person typed it and nobody confirmed it"):
        drawing(tournament, value=1)
    drawn = make.publish(tournament)

    record = Client().get(f"/en/t/{tournament.slug}/rounds/1/draw.json").json()
    assert drawn.round.public_value == "1 2 3"
    assert record["values"][0]["confirmed"] is None
    assert [remark.message for remark in audit.remarks_on(record)] == [
        "One person typed what was rolled, and nobody confirmed it."
    ]


def test_the_draw_takes_the_last_confirmed_value_and_says_so(tournament):
    make.roll(tournament)
    rounds.type_value(tournament, 1, "6 6 6", make.doer(), instead_of=1, reason="Rolled again.")

    with pytest.raises(Unconfirmed, match="the draw takes 1 2 3"):
        drawing(tournament, value=2)

    assert make.draw(tournament).round.public_value == "1 2 3"


def test_a_draw_asked_for_before_the_dice_were_typed_anew_is_not_made(tournament):
    make.roll(tournament)
    rounds.type_value(tournament, 1, "6 6 6", make.doer(), instead_of=1, reason="A slip.")

    with pytest.raises(AlreadyDone, match="6 6 6 was typed meanwhile"):
        drawing(tournament, value=1)


# A source that is named beforehand

NOON = make.at(12)


def lottery(tournament, text="Lottery of 12:00", due_at=NOON, **fields):
    return rounds.name_source(tournament, 1, text, due_at, make.doer(), **fields)


def test_numbers_of_a_source_named_beforehand_count_once_they_can_be_known(tournament):
    lottery(tournament)

    with pytest.raises(Refused, match="Lottery of 12:00 cannot be known before"):
        rounds.type_value(tournament, 1, "45 4 17", make.doer(now=make.at(11, 59)))
    typed = rounds.type_value(tournament, 1, "45 04 17", make.doer(now=make.at(12, 1)))

    assert typed.value == "4 17 45"


def test_a_source_is_told_before_its_moment_and_changed_for_a_reason_only(tournament):
    with pytest.raises(Refused, match="before anybody can know it"):
        lottery(tournament, due_at=make.at(9))
    lottery(tournament)
    with pytest.raises(AlreadyDone):
        lottery(tournament)
    with pytest.raises(Refused, match="Say why it is changed"):
        lottery(tournament, "", None)
    lottery(tournament, "", None, reason="No signal.")

    make.roll(tournament)
    with pytest.raises(Refused, match="typed for this round already"):
        lottery(tournament, "Another", reason="Why not?")
    make.publish(tournament)

    record = Client().get(f"/en/t/{tournament.slug}/rounds/1/draw.json").json()
    assert [source["text"] for source in record["sources"]] == ["Lottery of 12:00", ""]


@pytest.mark.parametrize("typed", ["", "x", "1" * 7, " ".join("1" * 21), "²"])
def test_numbers_are_whole_few_and_not_too_large(typed):
    with pytest.raises(Refused):
        audit.numbers_value(typed)


# On the pages


def test_the_desk_types_and_another_official_confirms(tournament):
    organiser, referee = make.signed_in(tournament), make.signed_in(tournament, Role.REFEREE)
    slug = tournament.slug
    typed = send(organiser, "type_value", slug, 1, instead_of=0, text="3 5 1 6")

    own = send(organiser, "confirm_value", slug, 1, value=1)
    box = referee.get(reverse("desk", args=[slug])).content.decode()
    there = referee.get(reverse("round_desk", args=[slug, 1])).content.decode()
    send(referee, "confirm_value", slug, 1, value=1)
    after = organiser.get(reverse("round_desk", args=[slug, 1])).content.decode()

    assert "3 5 1 6" in typed
    assert "I saw the same" not in typed
    assert "Whoever typed it cannot confirm it." in own
    assert "I saw the same" in box
    assert "I saw the same" in there
    assert re.search("confirmed by .* at", after)


def test_a_player_confirms_on_the_own_page_and_reads_it_there(tournament):
    make.roll(tournament, confirm=False)
    entry = tournament.entries.earliest("number")
    phone, page = Client(), reverse("my_page", args=[tournament.slug, entry.token])
    args = [tournament.slug, entry.token]

    before = phone.get(page).content.decode()
    after = send(phone, "confirm_value_myself", *args, number=1, value=1)
    again = send(phone, "confirm_value_myself", *args, number=1, value=1)
    nonsense = send(phone, "confirm_value_myself", *args, number="x", value="²")

    assert "I saw the same" in before
    assert "you confirmed the dice of round 1: 1 2 3" in after
    assert "I saw the same" not in after
    assert "Somebody has confirmed it already" in again
    assert "There is no round 0." in nonsense
    assert PublicValue.objects.get().player == entry


def test_an_organiser_who_plays_cannot_confirm_as_a_player(tournament):
    organiser = make.signed_in(tournament)
    entry = tournament.entries.earliest("number")
    office = tournament.officials.get(role=Role.ORGANISER)
    office.person = entry.person
    office.save()
    args = [tournament.slug, entry.token]
    send(organiser, "type_value", tournament.slug, 1, instead_of=0, text="3 5 1 6")

    # A telephone that knows nothing of the account.
    phone = Client()
    shown = phone.get(reverse("my_page", args=args)).content.decode()
    refused = send(phone, "confirm_value_myself", *args, number=1, value=1)

    assert "I saw the same" not in shown
    assert "Whoever typed it cannot confirm it." in refused


def test_whoever_signs_in_has_no_link_to_confirm_by_beside(tournament):
    make.signed_in(tournament)
    office = tournament.officials.get(role=Role.ORGANISER)
    tablet = Client()

    answer = tablet.get(reverse("official_link", args=["x" * 32]))

    assert office.user is not None
    assert office.token is None
    assert answer.status_code == 404


def test_only_players_who_are_here_confirm(tournament):
    make.roll(tournament, confirm=False)
    entry = tournament.entries.earliest("number")
    entry.state = EntryState.WITHDRAWN
    entry.save()
    args = [tournament.slug, entry.token]

    shown = Client().get(reverse("my_page", args=args)).content.decode()
    refused = send(Client(), "confirm_value_myself", *args, number=1, value=1)

    assert "I saw the same" not in shown
    assert "Only players who are checked in" in refused


def test_the_page_of_the_round_asks_for_what_was_typed_and_is_told_when_it_changes(tournament):
    desk = make.signed_in(tournament, Role.SCOREKEEPER)
    url = reverse("round_desk", args=[tournament.slug, 1])
    asks = {"headers": {"HX-Request": "true", "HX-Target": "value"}}

    nothing = desk.get(url, {"seen": "0"}, **asks)
    make.roll(tournament, confirm=False)
    typed = desk.get(url, {"seen": "0"}, **asks)
    box = desk.get(url, headers={"HX-Request": "true", "HX-Target": "value-box"})

    assert nothing.status_code == 204
    assert "1 2 3" in typed.content.decode()
    assert "<html" not in typed.content.decode()
    assert "I saw the same" in box.content.decode()


def test_a_source_is_named_on_the_page_of_the_round(tournament):
    organiser = make.signed_in(tournament)
    tomorrow = dt.datetime.now(make.PRAGUE) + dt.timedelta(days=1)

    send(
        organiser,
        "name_source",
        tournament.slug,
        1,
        text="Lottery",
        due_at_0=f"{tomorrow:%Y-%m-%d}",
        due_at_1="17:00",
    )
    page = organiser.get(reverse("round_desk", args=[tournament.slug, 1])).content.decode()

    assert "What decides was told beforehand: Lottery" in page
