"""When e-mails are tried again, and what is told of those that wait."""

import datetime as dt

import pytest

from tournaments.domain.mailing import LONGEST_PAUSE, MailNews, News, Unsent, mail_news, pause

NOW = dt.datetime(2026, 5, 16, 12, tzinfo=dt.UTC)


def ago(**since) -> dt.datetime:
    return NOW - dt.timedelta(**since)


def told(*unsent: Unsent, off: bool = False) -> list[MailNews]:
    return list(mail_news(unsent, NOW, off=off))


@pytest.mark.parametrize(
    ("minutes_old", "minutes"), [(0, 1), (1, 1), (2, 2), (7, 7), (15, 15), (600, 15)]
)
def test_an_e_mail_is_left_alone_as_long_as_it_has_waited(minutes_old, minutes):
    age = dt.timedelta(minutes=minutes_old)

    assert pause(age, at_most=LONGEST_PAUSE) == dt.timedelta(minutes=minutes)


def test_nothing_is_told_while_all_goes_out():
    assert told() == []


def test_an_e_mail_that_was_just_written_is_no_news():
    assert told(Unsent(ago(minutes=4))) == []


def test_without_a_server_nothing_else_is_worth_telling():
    assert told(Unsent(ago(days=5), "refused", of_its_own=True), off=True) == [MailNews(News.OFF)]


def test_a_server_in_trouble_is_told_of_at_once():
    oldest, newest = Unsent(ago(minutes=2), "no-answer"), Unsent(ago(minutes=1))

    assert told(newest, oldest) == [MailNews(News.WAITING, 2, oldest.at, "no-answer")]


def test_that_nobody_sends_is_told_after_a_while():
    lonely = Unsent(ago(minutes=5), to="Anna")

    assert told(lonely) == [MailNews(News.WAITING, 1, lonely.at, to=("Anna",))]


def test_a_refused_e_mail_is_told_of_apart_and_with_its_people():
    refused = [Unsent(ago(hours=n), "refused", True, to) for n, to in ((3, "Anna"), (2, "Anna"))]

    assert told(*refused) == [MailNews(News.REFUSED, 2, ago(hours=3), "refused", ("Anna",))]


def test_what_is_too_old_is_given_up():
    old, fresh = Unsent(ago(days=3), "no-answer", to="Anna"), Unsent(ago(minutes=1))

    assert told(old, fresh) == [MailNews(News.GIVEN_UP, 1, old.at, "no-answer", ("Anna",))]
