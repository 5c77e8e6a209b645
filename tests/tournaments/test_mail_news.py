"""A desk is told plainly when e-mails do not go out, and why, without their addresses."""

import datetime as dt

import pytest
from django.utils import translation

from tests import factories as make
from tournaments.domain.mailing import MailNews, News
from tournaments.models import Mail, Tournament
from tournaments.models.entry import Role
from tournaments.models.logbook import Trouble
from tournaments.models.tournament import State
from tournaments.views.mails import mail_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(time_machine):
    time_machine.move_to(make.at(10), tick=False)
    tournament = make.make_tournament()
    return make.make_entry(tournament, make.make_person("Anna Nováková", email="anna@example.org"))


def unsent(entry, when=None, **fields) -> Mail:
    key = f"confirmed-{Mail.objects.count()}:{entry.pk}"
    given = {"to": entry.person.email, "at": when or make.at(9, 58), **fields}
    return Mail.objects.create(key=key, subject="x", body="x", **given)


def seen(entry, page="", role=Role.ORGANISER) -> str:
    desk = make.signed_in(entry.tournament, role)
    return desk.get(f"/en/t/{entry.tournament.slug}/desk/{page}").content.decode()


@pytest.mark.parametrize("page", ["", "players/"])
def test_without_a_mail_server_the_desk_knows(entry, settings, page):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

    assert "E-mails are not sent: this site has no mail server." in seen(entry, page)


def test_once_it_is_played_out_nobody_is_told_to_hand_out_links(entry, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    Tournament.objects.update(state=State.FINISHED)

    assert "E-mails are not sent" not in seen(entry)


@pytest.mark.parametrize("page", ["", "players/"])
def test_a_silent_server_is_told_of(entry, page):
    unsent(entry, trouble=Trouble.NO_ANSWER)
    unsent(entry, make.at(9, 59))

    html = seen(entry, page)

    assert (
        "2 e-mails to players have been waiting since 09:58: the mail server does not answer."
    ) in html


def test_an_address_that_is_refused_is_not_shown_at_the_desk(entry):
    unsent(entry, trouble=Trouble.REFUSED)

    html = seen(entry, role=Role.SCOREKEEPER)

    assert "Please check the address of Anna Nováková." in html
    assert "anna@example.org" not in html


def test_an_address_that_was_corrected_is_no_trouble_any_more(entry):
    unsent(entry, trouble=Trouble.REFUSED, to="ana@example.org")

    assert "Anna Nováková." not in seen(entry)


def test_mails_of_other_events_are_theirs(entry):
    other = make.make_entry(make.make_tournament(), entry.person)
    unsent(other, trouble=Trouble.NO_ANSWER)

    assert "waiting since" not in seen(entry)


def test_nothing_is_said_while_all_goes_out(entry):
    unsent(entry, sent_at=make.at(9, 59))
    unsent(entry, make.at(9, 59))

    assert "waiting since" not in seen(entry)


@pytest.mark.parametrize(
    ("news", "words"),
    [
        (
            MailNews(News.WAITING, 1, make.at(9)),
            "1 e-mail hráčům čeká",
        ),
        (MailNews(News.WAITING, 3, make.at(9), Trouble.SIGN_IN), "3 e-maily"),
        (MailNews(News.WAITING, 8, make.at(9), Trouble.SERVER), "8 e-mailů"),
        (MailNews(News.REFUSED, 2, make.at(9), Trouble.REFUSED, ("Anna",)), "Anna"),
        (MailNews(News.GIVEN_UP, 2, make.at(9), "", ("Anna", "Petr")), "Anna, Petr"),
        (MailNews(News.OFF), "neodesílají"),
    ],
)
def test_every_state_has_its_sentence(news, words):
    with translation.override("cs"):
        said = mail_words(news, make.at(10))

    assert words in said
    assert "%(" not in said


def test_what_waits_since_another_day_says_so(settings):
    since = make.at(9) - dt.timedelta(days=1)

    assert "15. 5. 09:00" in mail_words(MailNews(News.WAITING, 1, since), make.at(10))


def test_a_long_list_of_people_is_cut():
    people = tuple(f"Anna {number}" for number in range(9))

    assert "Anna 4 …" in mail_words(MailNews(News.GIVEN_UP, 9, make.at(9), to=people), make.at(10))
