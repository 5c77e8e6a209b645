"""A player who reads the number on the large screen checks in on the own page, without queueing."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournaments.domain.values import Refused
from tournaments.models import Act
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.services import checking_in, clock
from tournaments.services.acts import AlreadyDone
from tournaments.services.door_codes import MINUTES, changes_at, code_at, is_code

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def tournament():
    return make.make_tournament(state=State.CHECK_IN, self_check_in=True, fee="250 Kč")


@pytest.fixture
def entry(tournament):
    return make.make_entry(tournament, "Anna Nováková", paid=False)


def own_page(client, entry):
    return client.get(reverse("my_page", args=[entry.tournament.slug, entry.token]))


def send(client, entry, code):
    address = reverse("check_in_myself", args=[entry.tournament.slug, entry.token])
    return client.post(address, {"code": code}, follow=True)


def screen_for(client, tournament, *, turn=1):
    page = client.get(reverse("screen", args=[tournament.slug]), {"turn": turn})
    return page.content.decode()


def spaced(code):
    return f"{code[:3]} {code[3:]}"


def test_a_number_opens_while_it_stands_there_and_as_long_again(tournament):
    now = make.at(9)
    code = code_at(tournament, now)

    assert len(code) == 6
    assert code.isdecimal()
    assert changes_at(now) == now + dt.timedelta(minutes=MINUTES)
    assert code_at(tournament, changes_at(now)) != code
    assert is_code(tournament, spaced(code), now + dt.timedelta(minutes=2 * MINUTES, seconds=-1))
    assert not is_code(tournament, code, now + dt.timedelta(minutes=2 * MINUTES))
    assert not is_code(tournament, code, now - dt.timedelta(seconds=1))
    assert not is_code(tournament, "", now)


def test_another_event_has_another_number(tournament):
    other = make.make_tournament(state=State.CHECK_IN, self_check_in=True)

    assert code_at(other, make.at(9)) != code_at(tournament, make.at(9))


def test_a_player_checks_in_by_the_number(tournament, entry):
    phone = Client()
    assert "The number on the large screen" in own_page(phone, entry).content.decode()

    page = send(phone, entry, spaced(code_at(tournament, clock.now()))).content.decode()

    entry.refresh_from_db()
    assert entry.state == EntryState.CHECKED_IN
    assert "You are checked in. The draw of round 1 comes here by itself." in page
    assert "The fee is not noted as paid yet (250 Kč): pay it at the desk before round 1." in page
    done = Act.objects.get(name="check_in_myself")
    assert (done.by, done.told) == ("Anna Nováková", str(entry))


def test_a_wrong_number_is_refused_with_what_to_do(tournament, entry):
    later = clock.now() + dt.timedelta(hours=1)

    page = send(Client(), entry, code_at(tournament, later)).content.decode()

    entry.refresh_from_db()
    assert entry.state == EntryState.CONFIRMED
    assert "This is not the number on the large screen. It changes every 5 minutes" in page


def test_nobody_tries_all_numbers(tournament, entry):
    phone = Client()

    for number in range(20):
        assert "This is not the number" in send(phone, entry, f"{number:06}").content.decode()
    last = send(phone, entry, code_at(tournament, clock.now()))

    assert "asked for too often" in last.content.decode()
    entry.refresh_from_db()
    assert entry.state == EntryState.CONFIRMED


@pytest.mark.parametrize("state", [EntryState.UNCONFIRMED, EntryState.WAITING, EntryState.NO_SHOW])
def test_whoever_has_no_place_for_sure_comes_to_the_desk(tournament, entry, state):
    entry.state = state
    entry.save()
    who = make.doer()

    with pytest.raises(Refused, match="come to the desk"):
        checking_in.check_in_myself(tournament, entry.pk, code_at(tournament, who.now), who)


def test_a_child_whose_parents_were_not_asked_comes_to_the_desk(tournament, entry):
    entry.minor = True
    entry.save()
    who = make.doer()

    with pytest.raises(Refused, match="come to the desk"):
        checking_in.check_in_myself(tournament, entry.pk, code_at(tournament, who.now), who)


def test_it_is_an_offer_of_the_event_while_its_check_in_is_open(tournament, entry):
    who = make.doer()
    code = code_at(tournament, who.now)
    tournament.self_check_in = False
    tournament.save()
    with pytest.raises(Refused, match="check in at the desk"):
        checking_in.check_in_myself(tournament, entry.pk, code, who)
    assert "The number on the large screen" not in own_page(Client(), entry).content.decode()

    tournament.self_check_in, tournament.state = True, State.SIGN_UP
    tournament.save()
    with pytest.raises(Refused, match="not open yet"):
        checking_in.check_in_myself(tournament, entry.pk, code, who)


def test_the_same_twice_is_done_once(tournament, entry):
    who = make.doer()
    code = code_at(tournament, who.now)
    checking_in.check_in_myself(tournament, entry.pk, code, who)

    with pytest.raises(AlreadyDone, match="checked in already"):
        checking_in.check_in_myself(tournament, entry.pk, code, who)

    assert Act.objects.filter(name="check_in_myself").count() == 1


def test_once_round_1_is_drawn_the_chief_referee_is_asked():
    tournament = make.ready_to_draw(8, self_check_in=True)
    late = make.make_entry(tournament, "Petr Pozdní")
    make.publish(tournament)
    who = make.doer()

    with pytest.raises(Refused) as refused:
        checking_in.check_in_myself(tournament, late.pk, code_at(tournament, who.now), who)

    assert refused.value.rule_id == "D-110"


def test_only_a_screen_where_an_official_is_signed_in_shows_the_number(tournament):
    officials, anybody = make.signed_in(tournament, Role.SCOREKEEPER), Client()
    numbers = [code_at(tournament, clock.now())]

    shown, public = screen_for(officials, tournament), screen_for(anybody, tournament)

    numbers.append(code_at(tournament, clock.now()))
    assert any(spaced(number) in shown for number in numbers)
    assert not any(spaced(number) in public for number in numbers)
    assert "Welcome!" in public


def test_the_screen_shows_no_number_that_nobody_may_type(tournament):
    officials = make.signed_in(tournament)
    tournament.self_check_in = False
    tournament.save()

    assert "Welcome!" in screen_for(officials, tournament)
    assert "Check yourself" not in screen_for(officials, tournament)


def test_behind_the_picture_a_phone_checks_in_whose_own_pages_it_knows(tournament, entry):
    phone = Client()
    own_page(phone, entry)
    code = code_at(tournament, clock.now())

    page = phone.get(reverse("code_at_the_door", args=[tournament.slug, code])).content.decode()

    address = reverse("check_in_myself", args=[tournament.slug, entry.token])
    assert f'action="{address}"' in page
    assert f'name="code" value="{code}"' in page
    assert f"{entry} is here" in page


def test_a_phone_that_knows_nobody_reads_where_the_number_goes(tournament, entry):
    address = reverse("code_at_the_door", args=[tournament.slug, "123456"])

    page = Client().get(address).content.decode()

    assert "This phone does not know your own page." in page
    assert "123456" in page
    assert entry.name not in page


def test_what_is_no_code_is_shown_as_text_and_no_more(tournament):
    page = Client().get(f"/en/t/{tournament.slug}/here/<b>123/").content.decode()

    assert "<b>123" not in page
