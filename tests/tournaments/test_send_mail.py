"""E-mails go out once, whatever happens to the server, the queue or the workers."""

import datetime as dt
import re
import smtplib
import threading

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection
from django.urls import reverse
from django.utils import translation
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests import factories as make
from tests.factories import at
from tournaments.models import Entry, Mail, OfficeRequest
from tournaments.models.logbook import Trouble
from tournaments.services import mailing
from tournaments.tasks import send_mail

pytestmark = pytest.mark.django_db
LOCMEM = "django.core.mail.backends.locmem.EmailBackend"


def written(key: str, *, to: str = "anna@example.org", when: dt.datetime | None = None) -> Mail:
    return Mail.objects.create(
        key=key, to=to, subject="You have a place", body="Hello", at=when or at(8)
    )


class Unreachable(EmailBackend):
    def open(self):
        raise ConnectionRefusedError


class Picky(EmailBackend):
    """A server that knows nobody called Nobody."""

    def send_messages(self, messages):
        if "nobody@example.org" in messages[0].to:
            raise smtplib.SMTPRecipientsRefused({"nobody@example.org": (550, b"unknown")})
        return super().send_messages(messages)


def test_a_repeated_task_sends_nothing_twice():
    written("confirmed:1")

    first = mailing.send_unsent(lambda: at(9))
    second = mailing.send_unsent(lambda: at(9))

    assert (first, second) == (1, 0)
    assert [message.subject for message in mail.outbox] == ["You have a place"]
    assert Mail.objects.get().sent_at == at(9)


LETTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
"""All that a database of either kind keeps."""


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(to=st.text(LETTERS, max_size=90), subject=st.text(LETTERS, max_size=60))
@example(to="a@\u05d0a.cz", subject="")
@example(to="a@" + "\u00e1" * 61 + ".cz", subject="")
@example(to="anna@example.org", subject="Catan\rBrno")
def test_no_mail_whatever_is_in_it_holds_up_the_others(to, subject):
    """A round ended by one would end at it again and again."""
    mail.outbox.clear()
    Mail.objects.all().delete()
    odd = Mail.objects.create(key="odd:1", to=to, subject=subject, body="Hello", at=at(8))
    written("confirmed:1", when=at(8, 1))

    mailing.send_unsent(lambda: at(9))

    assert mail.outbox[-1].to == ["anna@example.org"]
    odd.refresh_from_db()
    assert odd.sent_at or odd.trouble == Trouble.REFUSED


def test_a_name_of_several_lines_is_one_line_of_a_subject():
    tournament = make.make_tournament(name="Catan\rBrno\u2028Open")
    entry = make.make_entry(tournament, make.make_person("Jan", email="jan@example.org"))
    mailing.tell([entry], "confirmed", at(8))

    assert "Catan Brno Open" in Mail.objects.get().subject


def test_beside_its_text_a_mail_is_a_page_whose_links_are_those_of_the_site_alone():
    text = (
        "For: <b>Anna</b> http://evil.example/\n\nhttp://evil.example/\n"
        "http://127.0.0.1:8000.evil.example/\nYour page:\nhttp://127.0.0.1:8000/t/brno/my/abc/\n"
    )
    with translation.override("pl"):
        mailing.write_mail("odd", to="anna@example.org", subject="1 < 2", body=text, now=at(8))

    mailing.send_unsent(lambda: at(9))

    (sent,) = mail.outbox
    ((page, kind),) = sent.alternatives
    assert (sent.body, kind) == (text, "text/html")
    assert re.findall(r'href="([^"]*)"', page) == ["http://127.0.0.1:8000/t/brno/my/abc/"]
    assert '<html lang="pl">' in page
    assert "<title>1 &lt; 2</title>" in page
    assert "&lt;b&gt;Anna&lt;/b&gt;" in page


def test_the_mail_of_a_place_brings_the_event_into_the_calendar():
    entry = make.make_entry(
        make.make_tournament(slug="brno"), make.make_person("Jan", email="jan@example.org")
    )
    for occasion in ("confirmed", "moved_up", "waiting"):
        mailing.tell([entry], occasion, at(8))

    assert set(Mail.objects.values_list("language", flat=True)) == {entry.language}
    has = {
        letter.key.partition(":")[0]: "http://127.0.0.1:8000/t/brno/event.ics\n" in letter.body
        for letter in Mail.objects.all()
    }
    assert has == {"confirmed": True, "moved_up": True, "waiting": False}


def test_the_same_mail_always_carries_the_same_id():
    written("confirmed:1")
    mailing.send_unsent(lambda: at(9))

    Mail.objects.update(sent_at=None, again_at=None)
    mailing.send_unsent(lambda: at(9, 30))

    first, second = (message.extra_headers["Message-ID"] for message in mail.outbox)
    assert first == second


def test_a_server_that_cannot_be_reached_leaves_the_mail_for_later(settings):
    written("confirmed:1")
    settings.EMAIL_BACKEND = f"{__name__}.Unreachable"
    mailing.send_unsent(lambda: at(9))
    assert Mail.objects.get().sent_at is None

    settings.EMAIL_BACKEND = LOCMEM
    too_early = mailing.send_unsent(lambda: at(9, 14))
    later = mailing.send_unsent(lambda: at(9, 15))

    assert (too_early, later) == (0, 1)
    assert Mail.objects.get().trouble == ""


@pytest.mark.parametrize(
    ("raised", "trouble"),
    [
        (ConnectionRefusedError(), Trouble.NO_ANSWER),
        (TimeoutError(), Trouble.NO_ANSWER),
        (smtplib.SMTPServerDisconnected("gone"), Trouble.NO_ANSWER),
        (smtplib.SMTPAuthenticationError(535, b"no"), Trouble.SIGN_IN),
        (smtplib.SMTPSenderRefused(550, b"no", "catantour@localhost"), Trouble.SERVER),
    ],
)
def test_what_went_wrong_is_kept_without_an_address(monkeypatch, raised, trouble):
    def open_(_backend):
        raise raised

    written("confirmed:1")
    monkeypatch.setattr(EmailBackend, "open", open_)

    mailing.send_unsent(lambda: at(9))

    assert Mail.objects.get().trouble == trouble


def test_a_server_in_trouble_is_asked_less_and_less_often(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Unreachable"
    written("confirmed:1", when=at(9))
    tried = []

    for minute in range(60):
        mailing.send_unsent(lambda minute=minute: at(9, minute))
        if Mail.objects.get().tried_at == at(9, minute):
            tried.append(minute)

    assert tried == [0, 1, 2, 4, 8, 16, 31, 46]


def test_one_mail_finds_out_for_all_that_the_server_is_well_again(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Unreachable"
    written("confirmed:1")
    mailing.send_unsent(lambda: at(9))
    written("confirmed:2", when=at(9))

    mailing.send_unsent(lambda: at(9, 1))
    assert not Mail.objects.filter(key="confirmed:2", tried_at__isnull=False).exists()

    settings.EMAIL_BACKEND = LOCMEM
    assert mailing.send_unsent(lambda: at(9, 15)) == 2


def test_who_starts_the_site_again_does_not_wait_for_the_pause(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Unreachable"
    written("confirmed:1")
    mailing.send_unsent(lambda: at(9))
    settings.EMAIL_BACKEND = LOCMEM

    mailing.end_pauses()

    assert mailing.send_unsent(lambda: at(9)) == 1


def test_a_mail_whose_sender_was_killed_goes_out_later():
    written("confirmed:1")
    Mail.objects.update(tried_at=at(9), again_at=at(9, 10))

    assert mailing.send_unsent(lambda: at(9, 9)) == 0
    assert mailing.send_unsent(lambda: at(9, 10)) == 1


def test_a_refused_mail_is_tried_again_in_its_own_time(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Picky"
    written("confirmed:1", to="nobody@example.org")

    mailing.send_unsent(lambda: at(9))

    assert Mail.objects.get().again_at == at(10)


def test_an_address_the_server_refuses_holds_nobody_else_up(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Picky"
    written("confirmed:1", to="nobody@example.org")
    written("confirmed:2")

    mailing.send_unsent(lambda: at(9))

    assert [message.to for message in mail.outbox] == [["anna@example.org"]]


class Impatient(Picky):
    """A server that ends a connection after two e-mails, or one that it refused."""

    connected = 0

    def open(self):
        if self.connected:
            return False
        self.connected = 2
        return True

    def close(self):
        self.connected = 0

    def send_messages(self, messages):
        if self.connected < 1:
            raise smtplib.SMTPServerDisconnected("please run connect() first")
        self.connected -= 1
        try:
            return super().send_messages(messages)
        except smtplib.SMTPRecipientsRefused:
            self.connected = -1
            raise


def test_a_server_that_ends_connections_keeps_nobody_waiting(settings):
    """A stranger who signed up with addresses that nobody has made the mails of all others wait."""
    settings.EMAIL_BACKEND = f"{__name__}.Impatient"
    for number in range(1, 12):
        to = "nobody@example.org" if number % 3 == 0 else f"player-{number}@example.org"
        written(f"confirmed:{number}", to=to)

    sent = mailing.send_unsent(lambda: at(9))

    assert sent == len(mail.outbox) == 8
    troubled = Mail.objects.exclude(trouble="")
    assert {(one.to, one.trouble) for one in troubled} == {("nobody@example.org", Trouble.REFUSED)}


def test_a_server_that_takes_nothing_is_not_asked_twice_for_one_mail(settings, monkeypatch):
    tried = []

    def ended(_backend, messages):
        tried.append(messages)
        raise smtplib.SMTPServerDisconnected("gone")

    settings.EMAIL_BACKEND = f"{__name__}.Impatient"
    monkeypatch.setattr(Impatient, "send_messages", ended)
    written("confirmed:1")

    assert mailing.send_unsent(lambda: at(9)) == 0
    assert len(tried) == 1
    assert Mail.objects.get().trouble == Trouble.NO_ANSWER


def test_a_mail_of_last_week_is_not_sent_any_more():
    written("confirmed:1", when=at(8, day=dt.date(2026, 5, 9)))

    assert mailing.send_unsent(lambda: at(9)) == 0


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_each_mail_once():
    for number in range(1, 21):
        written(f"confirmed:{number}", to=f"player-{number}@example.org")
    start = threading.Barrier(2)

    def work():
        start.wait()
        mailing.send_unsent(lambda: at(9))
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert sorted(message.to[0] for message in mail.outbox) == sorted(
        f"player-{number}@example.org" for number in range(1, 21)
    )


def test_the_task_sends_what_waits(time_machine):
    time_machine.move_to(at(9))
    written("confirmed:1")

    send_mail.delay()

    assert len(mail.outbox) == 1


def test_a_mail_goes_to_the_domain_that_was_typed_and_to_no_other():
    """Of 2003 is the form in which straße.de is strasse.de, which is somebody else's."""
    written("register:1", to="anna@straße.de")

    mailing.send_unsent(lambda: at(9))

    assert mail.outbox[0].to == ["anna@xn--strae-oqa.de"]


@pytest.mark.parametrize("address", ["a@\u05d0a.cz", "a@" + "á" * 61 + ".cz", "a@\ufffe.cz"])
def test_no_form_takes_an_address_that_no_mail_can_bear(client, address):
    tournament = make.make_tournament()
    asked = {"name": "Odd One", "age": "adult", "email": address}

    page = client.post(reverse("register", args=[tournament.slug]), asked)
    request = {"name": "Odd One", "email": address, "place": "Telč", "text": "Thirty people."}
    client.post(reverse("ask_for_office"), request)

    assert page.status_code == 200
    assert not Entry.objects.exists()
    assert not OfficeRequest.objects.exists()
