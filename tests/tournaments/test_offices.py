"""Who may write events: asked for, given, invited to, accepted once and withdrawn."""

import datetime as dt
import re

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from tests import factories as make
from tests.threads import all_at_once
from tournaments.domain.values import Refused
from tournaments.models import (
    Mail,
    OfficeInvitation,
    OfficeRequest,
    Series,
    SeriesOffice,
    Tournament,
)
from tournaments.models.office import SeriesRole
from tournaments.services import offices
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.offices import Administrator

pytestmark = pytest.mark.django_db

EVENT = {"name": "Catan Telč", "kind": "season", "town": "Telč", "ruleset": "tour"}
EVENT |= {"date": "2026-12-05", "start": "09:00", "capacity": "40", "target_points": "10"}
ASKED = {"name": "Rita Request", "email": "rita@example.org", "place": "Telč"}
ASKED |= {"text": "A tournament for thirty in the library."}
PASSWORD = "purple stapler 9"
ACCOUNT = {"name": "Iva Nová Invited", "email": "iva@example.org", "username": "iva"}
ACCOUNT |= {"password1": PASSWORD, "password2": PASSWORD}
OFFICES = "/en/series/offices/"


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def adam():
    user = make.make_user("adam", staff=True)
    user.first_name, user.last_name = "Adam", "Admin"
    user.save()
    return user


@pytest.fixture
def administrator(adam):
    return browser(adam)


def browser(user):
    client = Client()
    client.force_login(user)
    return client


def as_administrator(user, **who):
    return Administrator(user, make.doer("Adam Admin", **who))


def messages_of(answer):
    return [str(message) for message in answer.context["messages"]]


# --- Writing an event


def test_an_account_without_the_office_writes_no_event_and_learns_where_to_ask():
    player = browser(make.make_user())

    opened, sent = player.get("/en/new/"), player.post("/en/new/", EVENT)

    assert (opened.status_code, sent.status_code) == (403, 403)
    assert 'action="/en/organise/"' in opened.content.decode()
    assert "may not write new tournaments yet" in sent.content.decode()
    assert not Tournament.objects.exists()


def test_an_official_of_an_event_writes_no_new_one_by_that():
    organiser = make.signed_in(make.make_tournament())

    assert organiser.post("/en/new/", EVENT).status_code == 403
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("role", SeriesRole)
def test_an_office_of_the_series_lets_its_holder_write_events(role):
    user = make.make_user()
    make.give_office(user, role)

    browser(user).post("/en/new/", EVENT)

    assert Tournament.objects.get().officials.get().user == user


def test_an_office_withdrawn_ends_at_the_next_page(adam):
    user = make.make_user()
    office = make.give_office(user)
    organiser = browser(user)
    assert organiser.get("/en/new/").status_code == 200

    make.agreeing(
        lambda who: offices.withdraw_office(office.pk, Administrator(adam, who)), make.doer()
    )

    assert organiser.get("/en/new/").status_code == 403


def test_roles_cost_visitors_no_query_and_accounts_one(django_assert_num_queries):
    user = make.make_user()
    make.give_office(user)
    organiser = browser(user)

    with django_assert_num_queries(0):
        Client().get("/en/help/")
    with CaptureQueriesContext(connection) as asked:
        organiser.get("/en/help/")

    # The others are the session's and the account's.
    assert len([query for query in asked if "seriesoffice" in query["sql"]]) == 1
    assert len(asked) <= 3


# --- Asking


def test_everybody_is_led_to_the_page_that_asks(client):
    for page in ("/en/", "/en/accounts/login/"):
        assert 'href="/en/organise/"' in client.get(page).content.decode()


def test_a_visitor_asks_and_the_series_is_told_without_a_name(client, settings):
    settings.SERIES_EMAIL = "series@example.org"

    answer = client.post("/en/organise/", ASKED, follow=True)

    asked = OfficeRequest.objects.get()
    assert {name: getattr(asked, name) for name in ASKED} == ASKED
    assert (asked.user, asked.language, asked.granted) == (None, "en", None)
    assert messages_of(answer) == ["Thank you. The series will answer by e-mail."]
    mail = Mail.objects.get()
    assert mail.to == "series@example.org"
    assert "http://127.0.0.1:8000/series/offices/" in mail.body
    assert "Rita" not in mail.subject + mail.body


def test_the_account_is_kept_with_the_request_and_sees_that_it_waits():
    user = make.make_user("rita")
    rita = browser(user)

    rita.post("/en/organise/", ASKED)

    assert OfficeRequest.objects.get().user == user
    page = rita.get("/en/organise/").content.decode()
    assert "You have asked already" in page
    assert "<textarea" not in page


def test_whoever_holds_the_office_finds_the_button_instead():
    user = make.make_user()
    make.give_office(user)

    page = browser(user).get("/en/organise/").content.decode()

    assert 'href="/en/new/"' in page
    assert "<textarea" not in page


def test_a_double_click_asks_once(client):
    client.post("/en/organise/", ASKED)
    client.post("/en/organise/", ASKED)

    assert OfficeRequest.objects.count() == 1


@pytest.mark.parametrize(
    "typed",
    [{"leave_empty": "spam"}, {"name": "www.spam.example"}, {"email": "nobody"}, {"text": ""}],
)
def test_what_a_robot_types_is_not_kept_and_what_a_person_typed_stays(client, typed):
    answer = client.post("/en/organise/", ASKED | typed)

    assert not OfficeRequest.objects.exists()
    assert 'value="Telč"' in answer.content.decode()


def test_one_place_cannot_fill_the_list(client):
    answers = [
        client.post("/en/organise/", ASKED | {"email": f"rita{number}@example.org"})
        for number in range(61)
    ]

    assert OfficeRequest.objects.count() == 60
    assert answers[-1].status_code == 429
    assert "A tournament for thirty" in answers[-1].content.decode()


def test_what_waits_is_seen_under_my_tournaments_until_it_is_decided(adam):
    user = make.make_user("rita")
    request = make.make_request(user=user)
    rita = browser(user)

    before = rita.get("/en/my/").content.decode()
    offices.refuse_request(request.pk, "Not now.", as_administrator(adam))
    after = rita.get("/en/my/").content.decode()

    assert "Your request to be an organiser waits for the series" in before
    assert "waits for the series" not in after


# --- Deciding


def test_a_request_of_an_account_is_granted_at_once_and_told_in_its_language(administrator):
    user = make.make_user("rita")
    request = make.make_request(user=user, language="cs")

    administrator.post(f"{OFFICES}requests/{request.pk}/grant/")

    office = SeriesOffice.objects.get()
    assert (office.user, office.role, office.granted_by) == (user, "organiser", "Adam Admin")
    mail = Mail.objects.get()
    assert mail.to == "rita@example.org"
    assert "http://127.0.0.1:8000/my/" in mail.body
    request.refresh_from_db()
    assert (request.granted, request.decided_by) == (True, "Adam Admin")
    assert browser(user).get("/en/new/").status_code == 200


def test_a_request_without_an_account_is_granted_by_an_invitation(administrator):
    request = make.make_request(language="pl")

    administrator.post(f"{OFFICES}requests/{request.pk}/grant/")

    invitation = OfficeInvitation.objects.get()
    assert not SeriesOffice.objects.exists()
    mail = Mail.objects.get()
    assert mail.to == "rita@example.org"
    assert f"http://127.0.0.1:8000/pl/organise/{invitation.token}/" in mail.body
    request.refresh_from_db()
    assert request.invitation == invitation


def test_a_refusal_is_mailed_with_its_sentence_and_nothing_else_happens(administrator):
    request = make.make_request(user=make.make_user(), language="en")

    administrator.post(
        f"{OFFICES}requests/{request.pk}/refuse/", {"answer": "Come and help at Brno first."}
    )

    assert "Come and help at Brno first." in Mail.objects.get().body
    assert not SeriesOffice.objects.exists()
    request.refresh_from_db()
    assert (request.granted, request.answer) == (False, "Come and help at Brno first.")


def test_a_refusal_without_a_sentence_is_asked_for(administrator):
    request = make.make_request()

    page = administrator.post(f"{OFFICES}requests/{request.pk}/refuse/", {"answer": ""})

    assert f'id="refuse_{request.pk}_answer_error"' in page.content.decode()
    assert OfficeRequest.objects.get().granted is None


def test_what_is_decided_stays_decided(adam):
    request = make.make_request()
    by = as_administrator(adam)
    offices.grant_request(request.pk, by)

    with pytest.raises(AlreadyDone, match="Adam Admin has granted"):
        offices.grant_request(request.pk, by)
    with pytest.raises(Refused, match="Adam Admin has granted"):
        offices.refuse_request(request.pk, "No.", by)

    assert OfficeInvitation.objects.count() == Mail.objects.count() == 1


def test_an_account_that_is_known_gets_an_office_by_its_name(administrator):
    user = make.make_user("petr")

    administrator.post(f"{OFFICES}give/", {"account": "petr", "role": "organiser"})
    again = administrator.post(
        f"{OFFICES}give/", {"account": "petr", "role": "organiser"}, follow=True
    )
    unknown = administrator.post(f"{OFFICES}give/", {"account": "pavel", "role": "organiser"})

    assert SeriesOffice.objects.get().user == user
    assert messages_of(again)[-1] == "This account holds the office already."
    assert "There is no account of this name." in unknown.content.decode()


def test_withdrawing_asks_first_is_seen_and_can_be_undone(administrator, adam):
    user = make.make_user("olga")
    office = make.give_office(user)
    address = f"{OFFICES}{office.pk}/withdraw/"

    asked = administrator.post(address)
    caution = re.search(r'name="cautions" value="([^"]+)"', asked.content.decode())[1]
    assert SeriesOffice.objects.exists()
    page = administrator.post(address, {"cautions": caution}, follow=True)

    assert "olga loses an office of the series: organiser of the series." in asked.content.decode()
    assert not SeriesOffice.objects.exists()
    assert 'id="withdrawn"' in page.content.decode()
    assert SeriesOffice.history.first().history_user == adam
    back = administrator.post(f"{OFFICES}give/", {"account": "olga", "role": "organiser"})
    assert back.status_code == 302
    assert 'id="withdrawn"' not in administrator.get(OFFICES).content.decode()


@pytest.mark.parametrize(
    ("asked", "subject"), [("", "Catan Tour: vaše funkce"), ("pl", "Catan Tour: twoja funkcja")]
)
def test_whoever_loses_an_office_is_told_by_mail_in_their_language(adam, asked, subject):
    user = make.make_user("rita")
    user.email = "rita@example.org"
    user.save()
    if asked:
        make.make_request(user=user, language=asked)
    office = make.give_office(user)

    with pytest.raises(Unconfirmed) as unconfirmed:
        offices.withdraw_office(office.pk, as_administrator(adam))
    assert not Mail.objects.exists()
    seen = [caution.key for caution in unconfirmed.value.cautions]
    offices.withdraw_office(office.pk, as_administrator(adam, confirmed=seen))

    mail = Mail.objects.get()
    assert mail.to == "rita@example.org"
    assert mail.subject.startswith(subject)
    assert "rita" in mail.body


def test_nobody_withdraws_their_own_office():
    user = make.make_user()
    office = make.give_office(user, SeriesRole.ADMINISTRATOR)

    with pytest.raises(Refused, match="another administrator"):
        offices.withdraw_office(office.pk, as_administrator(user))

    assert f"{OFFICES}{office.pk}/withdraw/" not in browser(user).get(OFFICES).content.decode()


def test_an_administrator_whose_office_ended_meanwhile_decides_nothing():
    request = make.make_request()

    with pytest.raises(Refused, match="no administrator of the series any more"):
        offices.grant_request(request.pk, as_administrator(make.make_user()))


def test_the_page_says_who_did_what_when(administrator, adam):
    by = as_administrator(adam)
    make.give_office(make.make_user("olga"))
    offices.refuse_request(make.make_request(name="Robert No").pk, "Not this year.", by)
    note = offices.make_invitation("organiser", "Iva Invited", by)
    offices.withdraw_invitation(note.pk, by)

    page = administrator.get(OFFICES).content.decode()

    for told in (
        "olga",
        "Robert No",
        "Not this year.",
        "Iva Invited",
        "taken back",
        "16 May 2026",
    ):
        assert told in page
    assert page.count("Adam Admin") >= 4
    assert note.token not in page


# --- Inviting


def test_a_site_without_mail_says_that_an_invitation_is_handed_on(administrator, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    typed = {"note": "Iva from Telč", "role": "organiser", "email": "iva@example.org"}

    before = administrator.get(OFFICES).content.decode()
    page = administrator.post(f"{OFFICES}invite/", typed, follow=True).content.decode()

    assert "this site sends no e-mails now. Pass the link on yourself." in before
    assert "Language of the e-mail" not in before
    assert "Nothing is mailed: hand its link below on yourself." in page
    assert f"/organise/{OfficeInvitation.objects.get().token}/" in page


def test_an_invitation_is_shown_with_its_link_and_mailed_where_there_is_an_address(administrator):
    typed = {"note": "Iva from Telč", "role": "organiser", "email": "iva@example.org"}

    page = administrator.post(f"{OFFICES}invite/", typed | {"language": "cs"}, follow=True)

    invitation = OfficeInvitation.objects.get()
    link = f"/organise/{invitation.token}/"
    assert f"http://127.0.0.1:8000/en{link}" in page.content.decode()
    assert "The invitation goes to iva@example.org" in page.content.decode()
    assert f"http://127.0.0.1:8000{link}" in Mail.objects.get().body
    assert invitation.expires_at - invitation.made_at == dt.timedelta(days=14)
    # 192 bits, in letters of six.
    assert len(invitation.token) == 32


def test_whoever_is_signed_in_accepts_with_one_button_and_opening_changes_nothing():
    invitation, user = make.make_invitation(), make.make_user("iva")
    iva = browser(user)
    before = iva.session.session_key

    opened = iva.get(f"/en/organise/{invitation.token}/")
    assert not SeriesOffice.objects.exists()
    iva.post(f"/en/organise/{invitation.token}/accept/")

    assert "Accept as iva" in opened.content.decode()
    office = SeriesOffice.objects.get()
    assert (office.user, office.invitation, office.granted_by) == (user, invitation, "Adam Admin")
    assert iva.session.session_key != before
    assert iva.get("/en/new/").status_code == 200


def test_the_link_stays_among_those_who_have_it(client):
    answer = client.get(f"/en/organise/{make.make_invitation().token}/")

    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in answer.headers["Cache-Control"]


def test_whoever_has_no_account_makes_one_and_is_signed_in_by_a_new_session(client):
    invitation = make.make_invitation(email="iva@example.org")
    client.get("/en/accounts/login/")
    session = client.session
    session["signed-up"] = {}
    session.save()
    before = session.session_key

    opened = client.get(f"/en/organise/{invitation.token}/").content.decode()
    answer = client.post(f"/en/organise/{invitation.token}/account/", ACCOUNT)

    assert 'value="iva@example.org"' in opened
    assert answer.url == "/en/my/"
    user = get_user_model().objects.get(username="iva")
    assert (user.get_full_name(), user.email) == ("Iva Nová Invited", "iva@example.org")
    assert user.check_password(PASSWORD)
    assert (user.is_staff, user.is_superuser) == (False, False)
    assert SeriesOffice.objects.get().user == user
    assert client.session["_auth_user_id"] == str(user.pk)
    assert client.session.session_key != before


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"password1": "12345678", "password2": "12345678"}, "too common"),
        ({"password1": "12345678", "password2": "12345678"}, "same one. It is made of digits"),
        ({"password1": "invited9", "password2": "invited9"}, "too similar"),
        ({"name": "Jiří Tůma", "password1": "jiri1234", "password2": "jiri1234"}, "too similar"),
        ({"password2": "purple stapler 8"}, "match"),
        ({"username": "Taken"}, "already exists"),
        ({"name": " "}, "This field is required"),
    ],
)
def test_an_account_that_will_not_do_is_refused_and_the_invitation_stays(client, typed, told):
    make.make_user("taken")
    invitation = make.make_invitation()

    answer = client.post(f"/en/organise/{invitation.token}/account/", ACCOUNT | typed)

    page = answer.content.decode()
    assert told in page
    assert 'value="iva@example.org"' in page
    assert PASSWORD not in page
    assert get_user_model().objects.count() == 1
    assert client.get(f"/en/organise/{invitation.token}/").status_code == 200


def test_an_invitation_is_accepted_once(client):
    invitation = make.make_invitation()
    browser(make.make_user("iva")).post(f"/en/organise/{invitation.token}/accept/")
    address = f"/en/organise/{invitation.token}/"

    late = browser(make.make_user("late"))
    answers = [late.get(address), client.get(address)]
    late.post(f"{address}accept/")
    client.post(f"{address}account/", ACCOUNT | {"username": "later"})

    assert [answer.status_code for answer in answers] == [410, 410]
    assert "it can be used once" in answers[0].content.decode()
    assert SeriesOffice.objects.get().user.username == "iva"
    assert not get_user_model().objects.filter(username="later").exists()


def test_the_database_gives_no_second_office_for_one_invitation():
    invitation = make.make_invitation()
    series = Series.objects.oldest()
    given = {"series": series, "role": "organiser", "invitation": invitation}
    SeriesOffice.objects.create(user=make.make_user(), granted_at=timezone.now(), **given)

    with pytest.raises(IntegrityError), transaction.atomic():
        SeriesOffice.objects.create(user=make.make_user(), granted_at=timezone.now(), **given)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"expires_at": make.at(9)}, "could be accepted until 16 May, 09:00"),
        ({"withdrawn_at": make.at(9), "withdrawn_by": "Adam"}, "has taken this invitation back"),
    ],
)
def test_a_lapsed_or_withdrawn_invitation_says_so_and_gives_nothing(client, fields, told):
    invitation = make.make_invitation(**fields)
    address = f"/en/organise/{invitation.token}/"

    with time_machine.travel(make.at(9, 1), tick=False):
        page = client.get(address)
        client.post(f"{address}account/", ACCOUNT)
        browser(make.make_user()).post(f"{address}accept/")

    assert page.status_code == 410
    assert told in page.content.decode()
    assert not SeriesOffice.objects.exists()
    assert not get_user_model().objects.filter(username="iva").exists()


def test_a_link_that_is_none_says_so(client):
    answer = client.get("/en/organise/no-such-invitation/")

    assert answer.status_code == 404
    assert "no invitation under this address" in answer.content.decode()


def test_whoever_holds_the_office_already_leaves_the_invitation_to_others():
    invitation, user = make.make_invitation(), make.make_user()
    make.give_office(user)

    answer = browser(user).post(f"/en/organise/{invitation.token}/accept/", follow=True)

    assert messages_of(answer) == ["You hold this office already."]
    invitation.refresh_from_db()
    assert invitation.is_open(timezone.now())


def test_an_accepted_invitation_is_not_withdrawn_any_more(adam):
    invitation = make.make_invitation()
    offices.accept_invitation(invitation, make.make_user(), timezone.now())

    with pytest.raises(Refused, match="take the office back instead"):
        offices.withdraw_invitation(invitation.pk, as_administrator(adam))


def test_accounts_are_not_made_by_the_hundred(client):
    invitation = make.make_invitation()
    address = f"/en/organise/{invitation.token}/account/"

    answers = [client.post(address, {}).status_code for _ in range(31)]

    assert answers == [200] * 30 + [429]


def test_with_an_account_goes_what_led_to_its_office(adam):
    user = make.make_user("iva")
    invitation = make.make_invitation(email="iva@example.org")
    make.make_request(user=user)
    offices.accept_invitation(invitation, user, timezone.now())

    user.delete()

    for model in (OfficeInvitation, OfficeRequest, SeriesOffice):
        assert not model.objects.exists()
    assert browser(adam).get(OFFICES).status_code == 200


def test_the_administration_never_shows_a_link(adam):
    adam.is_superuser = True
    adam.save()
    invitation = make.make_invitation()
    page = browser(adam).get(f"/en/admin/tournaments/officeinvitation/{invitation.pk}/change/")

    assert "Iva Invited" in page.content.decode()
    assert invitation.token not in page.content.decode()


# --- At once


@pytest.mark.django_db(transaction=True)
def test_two_who_open_one_invitation_at_once_do_not_both_get_the_office():
    invitation, one, other = make.make_invitation(), make.make_user(), make.make_user()
    now = timezone.now()

    outcomes = all_at_once(
        lambda: offices.accept_invitation(invitation, one, now),
        lambda: offices.accept_invitation(invitation, other, now),
    )

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Refused", "SeriesOffice"]
    assert SeriesOffice.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_double_click_on_a_new_account_makes_one():
    invitation, now = make.make_invitation(), timezone.now()

    def making(name):
        account = get_user_model()(username=name, password="!")
        return lambda: offices.sign_up_with_invitation(invitation, account, now)

    outcomes = all_at_once(making("iva"), making("iva"), making("Iva"))

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Refused", "Refused", "User"]
    assert get_user_model().objects.count() == SeriesOffice.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_administrators_who_decide_at_once_one_is_told_what_the_other_did():
    one, other = make.make_user(staff=True), make.make_user(staff=True)
    request = make.make_request()

    outcomes = all_at_once(
        lambda: offices.grant_request(request.pk, as_administrator(one)),
        lambda: offices.grant_request(request.pk, as_administrator(other)),
        lambda: offices.refuse_request(request.pk, "No.", as_administrator(other)),
    )

    assert outcomes.count(None) == 1
    assert all(isinstance(outcome, Refused) for outcome in outcomes if outcome is not None)
    assert Mail.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_administrators_who_withdraw_each_other_leave_one():
    one, other = make.make_user("one"), make.make_user("other")
    held = [make.give_office(user, SeriesRole.ADMINISTRATOR) for user in (one, other)]

    def withdrawing(user, office):
        return lambda: make.agreeing(
            lambda who: offices.withdraw_office(office.pk, Administrator(user, who))
        )

    all_at_once(withdrawing(one, held[1]), withdrawing(other, held[0]))

    assert SeriesOffice.objects.count() == 1


def test_withdrawing_needs_a_yes(adam):
    office = make.give_office(make.make_user())

    with pytest.raises(Unconfirmed):
        offices.withdraw_office(office.pk, as_administrator(adam))
