"""Where e-mails do not go out, sign-ups wait for the organiser, and no page says that one went."""

import datetime as dt
import re
from io import StringIO

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories as make
from tournaments.models import Act, Entry, Mail
from tournaments.models.entry import EntryState, Role
from tournaments.models.logbook import Trouble
from tournaments.models.tournament import State
from tournaments.services import entering, mailing, persons, proofs, signing_up
from tournaments.services.acts import AlreadyDone
from tournaments.services.entering import SignUp

pytestmark = pytest.mark.django_db

TWO_DAYS = dt.timedelta(hours=48)
OFF, STUCK, ON = "off", "stuck", "on"


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def off(settings):
    settings.EMAIL_BACKEND = mailing.SENDS_NOTHING[0]


def unconfirmed(tournament, name="Anna Nováková", now=None):
    email = f"{name.split()[0].lower()}@example.org"
    sign_up = SignUp(name=name, email=email, language="en")
    return signing_up.register(tournament, sign_up, make.doer(now=now or make.at(9))).entry


def stuck(entry):
    Mail.objects.filter(key__endswith=f":{entry.pk}").update(trouble=Trouble.NO_ANSWER)


@pytest.mark.parametrize(("mails_off", "offered"), [(True, False), (False, True)])
def test_a_link_is_sent_again_only_where_e_mails_go_out(settings, mails_off, offered):
    if mails_off:
        settings.EMAIL_BACKEND = mailing.SENDS_NOTHING[0]
    entry = make.make_entry(make.make_tournament(), email="anna@example.org")

    page = make.signed_in(entry.tournament).get(
        reverse("edit_entry", args=[entry.tournament.slug, entry.pk])
    )

    assert ("Send it again" in page.content.decode()) is offered


# --- Nobody lapses who could not have confirmed


@pytest.mark.usefixtures("off")
def test_without_a_mail_server_a_sign_up_waits_for_the_organiser_until_the_event():
    tournament = make.make_tournament(date=make.DAY + dt.timedelta(days=9))
    entry = unconfirmed(tournament)
    after = make.at(9, day=make.DAY + dt.timedelta(days=10))

    assert entering.lapse_registrations(make.at(10) + TWO_DAYS) == 0
    assert Entry.objects.filter(pk=entry.pk).exists()
    assert entering.lapse_registrations(after) == 1


@pytest.mark.usefixtures("off")
@pytest.mark.parametrize("state", [State.RUNNING, State.SENT, State.CANCELLED])
def test_once_nobody_can_confirm_it_it_lapses_all_the_same(state):
    tournament = make.make_tournament(date=make.DAY + dt.timedelta(days=9))
    unconfirmed(tournament)
    tournament.state = state
    tournament.save()

    assert entering.lapse_registrations(make.at(10) + TWO_DAYS) == 1


def test_a_sign_up_whose_link_waits_for_the_mail_server_does_not_lapse():
    tournament = make.make_tournament(date=make.DAY + dt.timedelta(days=9))
    entry = unconfirmed(tournament)
    refused = unconfirmed(tournament, "Made Up")
    stuck(entry)
    Mail.objects.filter(to=refused.email).update(trouble=Trouble.REFUSED)

    assert entering.lapse_registrations(make.at(10) + TWO_DAYS) == 1
    assert Entry.objects.get() == entry


def test_a_link_that_went_out_late_holds_its_two_days():
    tournament = make.make_tournament(date=make.DAY + dt.timedelta(days=9))
    entry = unconfirmed(tournament)
    Mail.objects.filter(to=entry.email).update(sent_at=make.at(9) + dt.timedelta(hours=40))

    assert entering.lapse_registrations(make.at(10) + TWO_DAYS) == 0
    assert entering.lapse_registrations(make.at(10) + dt.timedelta(hours=88)) == 1


@pytest.mark.usefixtures("off")
def test_those_who_wait_keep_no_more_places_than_anywhere():
    tournament = make.make_tournament(capacity=24)
    for number in range(17):
        unconfirmed(tournament, f"Made{number} Up")

    assert entering.free_places(tournament, make.at(9, 30)) == 24 - 24 // 4
    assert entering.free_places(tournament, make.at(10, 1)) == 24


@pytest.mark.usefixtures("off")
def test_without_a_mail_server_nobody_who_confirms_is_sent_to_an_e_mail(client):
    known = make.make_person("Anna Nováková", email="anna@example.org")
    make.make_entry(make.make_tournament(name="Catan Praha"), known)
    entry = unconfirmed(make.make_tournament())
    address = reverse("confirm_registration", args=[entry.tournament.slug, entry.token])
    address += f"?proof={proofs.proof_of(entry)}"

    before = client.get(address).content.decode()
    after = client.post(address, follow=True).content.decode()

    for page in (before, after):
        assert "If that was somebody else, tell the organiser." in page
        assert "My data" not in page
    assert "Ask the organiser to correct it." in before


# --- The organiser's word


@pytest.mark.parametrize(
    ("capacity", "state"), [(1, EntryState.CONFIRMED), (0, EntryState.WAITING)]
)
def test_the_organiser_confirms_at_the_list_with_one_act(off, capacity, state):
    tournament = make.make_tournament(capacity=3)
    for _number in range(3 - capacity):
        make.make_entry(tournament)
    entry = unconfirmed(tournament)
    desk = make.signed_in(tournament)
    address = reverse("confirm_entry", args=[tournament.slug, entry.pk])

    page = desk.get(reverse("entries", args=[tournament.slug])).content.decode()
    answer = desk.post(address, follow=True)

    entry.refresh_from_db()
    assert f'formaction="{address}"' in page
    assert "Confirmed." in answer.content.decode()
    assert entry.state == state
    assert Act.objects.get(name="confirm_entry").told == str(entry)
    assert not entry.person.email


def test_nobody_but_the_organiser_confirms_and_nobody_twice():
    tournament = make.make_tournament()
    entry = unconfirmed(tournament)
    address = reverse("confirm_entry", args=[tournament.slug, entry.pk])

    assert make.signed_in(tournament, Role.SCOREKEEPER).post(address).status_code == 403
    assert make.signed_in(make.make_tournament()).post(address).status_code == 403
    entering.confirm_entry(tournament, entry.pk, make.doer())
    with pytest.raises(AlreadyDone, match="Nothing to confirm"):
        entering.confirm_entry(tournament, entry.pk, make.doer())


@pytest.mark.rule("D-110")
def test_nobody_is_confirmed_once_the_tournament_runs():
    tournament = make.make_tournament()
    entry = unconfirmed(tournament)
    tournament.state = State.RUNNING
    tournament.save()
    desk = make.signed_in(tournament)
    address = reverse("confirm_entry", args=[tournament.slug, entry.pk])

    page = desk.get(reverse("entries", args=[tournament.slug])).content.decode()

    assert address not in page
    assert "D-110" in desk.post(address, follow=True).content.decode()


# --- What pages say


def test_the_own_page_of_somebody_unconfirmed_names_no_e_mail_that_never_came():
    entry = unconfirmed(make.make_tournament())
    page = Client().get(reverse("my_page", args=[entry.tournament.slug, entry.token]))

    assert "Your sign-up is not confirmed yet." in page.content.decode()
    assert "we sent you" not in page.content.decode()


@pytest.mark.parametrize(("mail", "told"), [(ON, True), (OFF, False)])
def test_who_waits_is_promised_an_e_mail_only_where_one_goes_out(settings, mail, told):
    if mail == OFF:
        settings.EMAIL_BACKEND = mailing.SENDS_NOTHING[0]
    tournament = make.make_tournament()
    entry = make.make_entry(tournament, "Anna", email="a@b.cz", state=EntryState.WAITING)
    page = Client().get(reverse("my_page", args=[tournament.slug, entry.token])).content.decode()

    assert ("you get an e-mail" in page) == told
    assert ("look at this page again" in page) != told
    assert ("Send me the link" in page) == told


def test_who_gave_no_address_is_promised_no_e_mail():
    tournament = make.make_tournament()
    entry = make.make_entry(tournament, "Anna", state=EntryState.WAITING)
    page = Client().get(reverse("my_page", args=[tournament.slug, entry.token])).content.decode()

    assert "you get an e-mail" not in page


WORDS = {
    ON: "on its way",
    OFF: "This site has no mail server, so no e-mail went out.",
    STUCK: "The mail server is in trouble just now; the e-mail goes out by itself",
}


@pytest.fixture(params=[ON, OFF, STUCK])
def mail(request, settings):
    if request.param == OFF:
        settings.EMAIL_BACKEND = mailing.SENDS_NOTHING[0]
    if request.param == STUCK:
        Mail.objects.create(
            key="x",
            to="a@b.cz",
            subject="x",
            body="x",
            at=timezone.now(),
            trouble=Trouble.NO_ANSWER,
        )
    return request.param


def only(page, words, state):
    """Of the three sentences the page holds that of the state."""
    assert [key for key, text in words.items() if text in page] == [state]


@pytest.mark.parametrize("act", ["send_link", "renew_entry_link"])
def test_the_desk_is_told_whether_a_link_goes_out(mail, act):
    tournament = make.make_tournament()
    entry = make.make_entry(tournament, "Anna", email="anna@example.org")
    desk = make.signed_in(tournament)

    answer = desk.post(reverse(act, args=[tournament.slug, entry.pk]), follow=True)

    only(answer.content.decode(), WORDS, mail)


def test_the_series_is_told_whether_a_link_is_on_its_way(mail):
    person = make.make_person("Anna", email="old@example.org")
    make.make_entry(make.make_tournament(), person)
    series = make.signed_in(None, "administrator")

    answer = series.post(
        reverse("change_address", args=[person.pk]), {"address": "new@example.org"}, follow=True
    )

    words = {ON: "A link is on its way to the address. Once it is opened there, it counts."}
    only(answer.content.decode(), WORDS | words, mail)


def test_a_first_address_is_told_of_no_old_one():
    person = make.make_person("Anna")
    make.make_entry(make.make_tournament(), person, language="en")

    persons.change_address(person, "new@example.org", make.doer())

    body = Mail.objects.get().body
    assert "the series knows you by this e-mail address from now on" in body
    assert "another" not in body
    assert "Both" not in body


def test_the_form_of_a_new_address_begins_empty():
    person = make.make_person("Anna", email="old@example.org")
    make.make_entry(make.make_tournament(), person)

    page = make.signed_in(None, "administrator").get(reverse("person", args=[person.pk]))

    assert 'value="old@example.org"' not in page.content.decode()


def test_a_person_who_changes_the_own_address_is_told_whether_a_link_comes(mail):
    person = make.make_person("Anna", email="old@example.org")
    make.make_entry(make.make_tournament(), person)
    address = reverse("change_my_address", args=[proofs.key_of(person)])

    answer = Client().post(address, {"address": "new@example.org"}, follow=True)

    only(answer.content.decode(), WORDS, mail)


def test_the_offices_say_whether_an_e_mail_went_out(mail):
    asked = make.make_request()
    series = make.signed_in(None, "administrator")

    page = series.get(reverse("series_offices")).content.decode()
    answer = series.post(reverse("grant_request", args=[asked.pk]), follow=True)

    assert ("an invitation will be mailed" in page) == (mail != OFF)
    only(answer.content.decode(), WORDS | {ON: "It was mailed, too."}, mail)


def test_a_refusal_says_whether_it_was_mailed(mail):
    asked = make.make_request()
    series = make.signed_in(None, "administrator")

    answer = series.post(
        reverse("refuse_request", args=[asked.pk]), {"answer": "Not now."}, follow=True
    )

    only(answer.content.decode(), WORDS | {ON: "An e-mail says why."}, mail)


def test_whoever_asks_for_an_office_is_promised_an_e_mail_only_where_one_goes_out(mail):
    asked = {"name": "Rita", "email": "rita@example.org", "place": "Telč", "text": "For thirty."}
    address = reverse("ask_for_office")

    page = Client().get(address).content.decode()
    answer = Client().post(address, asked, follow=True).content.decode()

    for shown in (page, answer):
        assert ("The series will answer by e-mail." in shown) == (mail != OFF)


def test_a_sign_up_says_when_its_link_has_to_wait(mail):
    tournament = make.make_tournament()
    typed = {"name": "Anna Nováková", "email": "anna@example.org", "age": "adult"}

    address = reverse("register", args=[tournament.slug])
    form = Client().get(address).content.decode()
    page = Client().post(address, typed, follow=True).content.decode()

    assert ("For the link that confirms the sign-up." in form) == (mail != OFF)
    words = {
        ON: "We have written to this address.",
        OFF: "The organiser confirms your sign-up.",
        STUCK: "The mail server is in trouble just now; the e-mail goes out by itself",
    }
    only(page, words, mail)


def test_a_forgotten_password_is_said_to_be_mailed_only_where_it_is(mail):
    page = Client().get(reverse("password_reset")).content.decode()

    assert ("we send a link" in page) == (mail != OFF)
    assert ("sends no e-mails" in page) == (mail == OFF)


# --- What else would have come by an e-mail


@pytest.mark.usefixtures("off")
def test_an_import_promises_nobody_a_link_and_says_how_they_get_one():
    tournament = make.make_tournament()
    desk = make.signed_in(tournament)
    address = reverse("import_entries", args=[tournament.slug])
    file = SimpleUploadedFile("list.csv", b"Name;E-mail\nAnna Nova;anna@example.org\n")

    page = desk.post(address, {"file": file}).content.decode()
    preview = re.search(r'name="preview" value="([^"]+)"', page)[1]
    desk.post(address, {"preview": preview, "write_to_them": "on"})

    assert "write_to_them" not in page
    assert "nobody gets a personal link" in page
    assert Entry.objects.get().name == "Anna Nova"
    assert not Mail.objects.exists()


@pytest.mark.parametrize("mails", [OFF, ON])
def test_the_page_of_a_link_that_has_lapsed_sends_nobody_to_an_empty_mailbox(settings, mails):
    if mails == OFF:
        settings.EMAIL_BACKEND = mailing.SENDS_NOTHING[0]
    tournament = make.make_tournament(contact="olga@example.org")

    page = Client().get(reverse("my_page", args=[tournament.slug, "gone"])).content.decode()

    assert ("Look for a newer e-mail" in page) is (mails == ON)
    assert ("ask the organiser for the new one" in page) is (mails == OFF)
    assert ("olga@example.org" in page) is (mails == OFF)


@pytest.mark.parametrize("mails", [OFF, ON])
def test_a_link_to_ones_data_that_is_too_old_says_who_gives_another(settings, mails):
    if mails == OFF:
        settings.EMAIL_BACKEND = mailing.SENDS_NOTHING[0]

    page = Client().get(reverse("my_person", args=["gone"])).content.decode()

    assert ("under My data" in page) is (mails == ON)
    assert ("ask the organiser: this site sends no e-mails" in page) is (mails == OFF)


@pytest.mark.usefixtures("off")
def test_whoever_runs_the_site_lets_an_owner_in_past_the_counters():
    cache.clear()
    owner = make.make_user("owner")
    tablet = Client()
    for _time in range(21):
        tablet.post(reverse("login"), {"username": "owner", "password": "x"})
    right = {"username": "owner", "password": "correct horse"}
    assert tablet.post(reverse("login"), right).status_code == 429
    assert "make a link" in tablet.get(reverse("sign_in_link")).content.decode()

    printed = StringIO()
    call_command("sign_in_link", "owner", stdout=printed)
    link = re.search(r"https?://[^/]+(/\S+)", printed.getvalue())[1]
    tablet.post(link)

    assert tablet.session["_auth_user_id"] == str(owner.pk)
    assert Client().post(link).status_code == 410


def test_nobody_without_an_account_gets_such_a_link():
    with pytest.raises(SystemExit):
        call_command("sign_in_link", "nobody", stderr=StringIO())


# --- The pages that players read


@pytest.mark.usefixtures("off")
def test_who_signs_in_and_who_reads_the_help_of_players_is_told_that_the_desk_gives_the_link():
    login = Client().get(reverse("login")).content.decode()
    guide = Client().get(reverse("guide_page", args=["player"])).content.decode()

    assert "the desk gives them their personal link" in login
    assert "in the e-mail of the sign-up" not in login
    assert "This site sends no e-mails now" in guide


def test_where_e_mails_go_out_the_sign_in_page_and_the_help_speak_of_them():
    login = Client().get(reverse("login")).content.decode()
    guide = Client().get(reverse("guide_page", args=["player"])).content.decode()

    assert "in the e-mail of the sign-up" in login
    assert "This site sends no e-mails now" not in guide
