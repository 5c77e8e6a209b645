"""What comes round by itself in the process of the embedded site."""

import threading
from unittest.mock import Mock

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend

from catantour import beat
from catantour.celery import DueAtStart, app
from tests.factories import at, make_tournament
from tests.tournaments.test_register import typed
from tournaments.models import Mail
from tournaments.models.logbook import Trouble
from tournaments.services import mailing


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def run(one: beat.Beat) -> None:
    for thread in one.turn():
        thread.join()


def counting(clock, every=60.0) -> tuple[beat.Beat, list[float]]:
    done: list[float] = []
    return beat.Beat({"x": every}, {"x": lambda: done.append(clock.now)}, clock), done


def test_everything_is_done_at_the_start_and_then_by_the_clock(clock):
    one, done = counting(clock)

    for clock.now in (100.0, 130.0, 159.0, 160.0, 161.0, 220.0):
        run(one)

    assert done == [100.0, 160.0, 220.0]


def test_it_sleeps_until_something_is_due(clock):
    one, _done = counting(clock)
    run(one)
    clock.now = 115.0

    assert one.seconds_to_next() == 45.0


def test_whoever_is_woken_works_at_once(clock):
    one, done = counting(clock)
    run(one)
    clock.now = 105.0

    one.wake("x")

    assert one.seconds_to_next() == 0
    run(one)
    assert done == [100.0, 105.0]


def test_a_task_never_runs_twice_at_once_and_again_if_it_was_woken_meanwhile(clock):
    going, go_on, done = threading.Event(), threading.Event(), []

    def work():
        going.set()
        go_on.wait()
        done.append(clock.now)

    one = beat.Beat({"x": 60}, {"x": work}, clock)
    [thread] = one.turn()
    going.wait()
    one.wake("x")
    assert one.turn() == []

    go_on.set()
    thread.join()
    run(one)

    assert len(done) == 2


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_task_that_fails_comes_round_again(clock):
    tried = []

    def fail():
        tried.append(clock.now)
        raise OSError

    one = beat.Beat({"x": 60}, {"x": fail}, clock)
    for clock.now in (100.0, 160.0):
        run(one)

    assert tried == [100.0, 160.0]


def test_the_thread_goes_round_by_itself(clock):
    done = threading.Event()
    one = beat.Beat({"x": 3600}, {"x": done.set}, clock)

    one.start()

    assert done.wait(20)


def test_the_schedule_is_the_one_of_production():
    one = beat.beat_of(app, settings.CELERY_BEAT_SCHEDULE)

    assert beat.SEND_MAIL in one.tasks
    assert one.schedule.keys() - {"tournaments.tasks.keep_copy"} == {
        f"tournaments.tasks.{name}"
        for name in (
            "send_mail",
            "take_up_jobs",
            "agree_results",
            "lapse_registrations",
            "end_what_was_left",
            "clear_lapsed",
            "clear_old_jobs",
            "clear_old_requests",
            "clear_old_deliveries",
            "deliver",
            "clear_old_sessions",
            "empty_histories",
        )
    }


def test_the_clock_of_production_keeps_no_file_and_everything_is_due_at_its_start():
    clock = DueAtStart(app)

    due = {entry.task for entry in clock.schedule.values() if entry.is_due().is_due}

    assert due == {each["task"] for each in settings.CELERY_BEAT_SCHEDULE.values()}
    assert app.conf.beat_scheduler == "catantour.celery:DueAtStart"


class Silent(EmailBackend):
    """A server that accepts connections and says nothing: whoever waits for it waits long."""

    def open(self):
        raise AssertionError("A request must not speak with the mail server.")


@pytest.mark.django_db
def test_a_sign_up_does_not_wait_for_the_mail_server(
    client, settings, django_capture_on_commit_callbacks
):
    settings.JOBS_IN_THREADS = True
    settings.EMAIL_BACKEND = f"{__name__}.Silent"
    tournament = make_tournament()

    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(f"/en/t/{tournament.slug}/register/", typed())

    assert answer.status_code == 302
    assert Mail.objects.get().tried_at is None


def ended() -> None:
    """Wait for what works beside the thread that goes round."""
    for thread in threading.enumerate():
        if thread.name.startswith("beat "):
            thread.join()


@pytest.mark.django_db(transaction=True)
def test_mails_of_an_earlier_process_go_out_without_a_visitor(settings, monkeypatch, time_machine):
    time_machine.move_to(at(9))
    mail_of_before = {"to": "anna@example.org", "subject": "x", "body": "x", "at": at(8)}
    paused = {"trouble": Trouble.NO_ANSWER, "again_at": at(9, 15)}
    Mail.objects.create(key="confirmed:1", **mail_of_before, **paused)
    started = []
    monkeypatch.setattr(beat, "beat_of", started_in(started))
    settings.JOBS_IN_THREADS = True

    beat.start()
    ended()
    run(started[0])
    mailing.mail_written.disconnect(dispatch_uid="send-mail-in-this-process")

    assert [message.to for message in mail.outbox] == [["anna@example.org"]]
    assert Mail.objects.get().sent_at is not None


@pytest.mark.django_db
def test_a_written_mail_wakes_the_sender(settings, monkeypatch):
    started, woken = [], []
    monkeypatch.setattr(beat, "beat_of", started_in(started))
    monkeypatch.setattr(beat.Beat, "wake", lambda _beat, name: woken.append(name))
    monkeypatch.setattr(beat, "Thread", Mock())
    settings.JOBS_IN_THREADS = True

    beat.start()
    mailing.mail_written.send(sender=Mail)
    mailing.mail_written.disconnect(dispatch_uid="send-mail-in-this-process")

    assert woken == [beat.SEND_MAIL]


def started_in(started: list[beat.Beat]):
    """The beat of the schedule, which goes round only by hand."""

    def made(*given):
        one = beat_of(*given)
        one.start = lambda: started.append(one)
        return one

    beat_of = beat.beat_of
    return made


def test_where_there_are_workers_no_thread_is_started(settings, monkeypatch):
    monkeypatch.setattr(beat.Beat, "start", lambda _beat: pytest.fail("A thread was started."))
    settings.JOBS_IN_THREADS = False

    beat.start()
