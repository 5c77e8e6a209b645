"""Long work: started once, watched, fetched by whom it concerns, started again when it died."""

import datetime as dt
import time

import pytest
from django.db import OperationalError
from django.test import TestCase

from tests import factories as make
from tournaments import queue, tasks
from tournaments.domain.values import Refused, marked
from tournaments.exports.kinds import parameters
from tournaments.models import Job
from tournaments.models.logbook import JobState
from tournaments.services import jobs
from tournaments.services.acts import AlreadyDone

pytestmark = pytest.mark.django_db

KIND = "seats-by-name"


class Clock:
    """A clock that goes on by itself a second at each look."""

    def __init__(self, now: dt.datetime) -> None:
        self.now = now

    def __call__(self) -> dt.datetime:
        self.now += dt.timedelta(seconds=1)
        return self.now


def waiting(**fields) -> Job:
    job = Job.objects.create(
        tournament=make.make_tournament(),
        kind=KIND,
        parameters=parameters("https://catan.example/", number=1),
        by="Olga",
        at=make.at(9),
        **fields,
    )
    Job.objects.filter(pk=job.pk).update(changed_at=make.at(9))
    job.refresh_from_db()
    return job


def a_file(_job, _report):
    return b"%PDF", "Zápisy ěščř.pdf"


def run(job: Job, write=a_file, *, at: dt.datetime | None = None) -> bool:
    done = jobs.run_job(job.token, write, Clock(at or make.at(9, 1)))
    job.refresh_from_db()
    return done


def test_a_job_ends_with_its_file_and_its_name():
    job = waiting()

    assert run(job)

    assert (job.state, job.percent, job.file_name) == (JobState.DONE, 100, "Zápisy ěščř.pdf")
    assert job.file.read() == b"%PDF"


def test_a_finished_job_delivered_again_is_not_done_twice():
    job = waiting()
    run(job)
    first = job.file.name

    assert not run(job, lambda *_: pytest.fail("done twice"))

    assert job.file.name == first


def test_a_running_job_is_left_to_whoever_runs_it():
    job = waiting()
    inner = []

    def deliver_again(job, _report):
        inner.append(jobs.run_job(job.token, a_file, Clock(make.at(9, 1))))
        return b"outer", "outer.pdf"

    assert run(job, deliver_again)
    assert inner == [False]
    assert job.file_name == "outer.pdf"


def test_a_job_whose_worker_died_is_taken_over_on_the_next_delivery():
    job = waiting(state=JobState.RUNNING, percent=40)

    assert run(job, at=make.at(9, 5))

    assert job.state == JobState.DONE


def test_a_worker_that_was_only_slow_does_not_write_over_the_one_that_took_over():
    job = waiting()

    def slow(job, _report):
        later = Clock(make.at(9, 30))
        assert jobs.run_job(job.token, lambda *_: (b"new", "new.pdf"), later)
        return b"old", "old.pdf"

    assert not run(job, slow)

    assert job.file_name == "new.pdf"
    assert job.file.read() == b"new"


def test_the_percent_move_while_the_work_goes_on():
    job = waiting()
    seen = []

    def work(job, report):
        for done in range(1, 5):
            report(done, 4)
            job.refresh_from_db()
            seen.append(job.percent)
        return b"", "x.pdf"

    run(job, work)

    assert seen == [25, 50, 75, 99]


def test_telling_how_far_it_is_costs_few_writes(django_assert_max_num_queries):
    job = waiting()

    def work(_job, report):
        with django_assert_max_num_queries(0):
            for done in range(1000):
                report(done, 1000)
        return b"", "x.pdf"

    still = make.at(9, 1)
    assert jobs.run_job(job.token, work, lambda: still)


def test_a_refusal_becomes_the_message_of_the_failed_job():
    job = waiting(language="en")

    def refuse(_job, _report):
        raise Refused("T-004", marked("Round {round} is not drawn yet; draw it first."), round=2)

    assert not run(job, refuse)

    assert job.state == JobState.FAILED
    assert job.message == "Round 2 is not drawn yet; draw it first. (T-004)"


def test_a_mistake_of_ours_fails_the_job_in_plain_words_and_goes_to_the_log():
    job = waiting(language="en")

    def break_down(_job, _report):
        raise OperationalError("disk image is malformed")

    with pytest.raises(OperationalError):
        run(job, break_down)

    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert job.message.startswith("Something went wrong")
    assert "malformed" not in job.message


def test_a_double_click_finds_the_job_that_is_under_way():
    tournament = make.make_tournament()
    given = parameters("https://catan.example/", number=1)

    first = jobs.start_job(tournament, KIND, given, make.doer(), "cs", clock=Clock(make.at(9)))
    second = jobs.start_job(tournament, KIND, given, make.doer(), "cs", clock=Clock(make.at(9)))
    other = jobs.start_job(tournament, KIND, given, make.doer(), "pl", clock=Clock(make.at(9)))

    assert second.pk == first.pk
    assert other.pk != first.pk


def test_a_job_without_sign_of_life_may_be_started_again_and_a_living_one_not():
    job = waiting(state=JobState.RUNNING, percent=40)

    with pytest.raises(AlreadyDone):
        jobs.restart_job(job, make.doer(), clock=Clock(make.at(9, 1)))
    assert not jobs.is_silent(job, make.at(9, 1))
    assert jobs.is_silent(job, make.at(9, 10))
    jobs.restart_job(job, make.doer(), clock=Clock(make.at(9, 10)))

    job.refresh_from_db()
    assert (job.state, job.percent) == (JobState.QUEUED, 0)


def test_a_finished_job_is_not_started_again():
    job = waiting()
    run(job)

    with pytest.raises(AlreadyDone):
        jobs.restart_job(job, make.doer(), clock=Clock(make.at(12)))


def taken_up(at: dt.datetime) -> list[str]:
    """What the queue is asked for when the clock looks for jobs that were lost."""
    asked = []

    def note(token, **_kwargs):
        asked.append(token)

    jobs.job_waiting.connect(note)
    try:
        with TestCase.captureOnCommitCallbacks(execute=True):
            found = jobs.take_up_jobs(Clock(at))
    finally:
        jobs.job_waiting.disconnect(note)
    assert found == len(asked)
    return asked


@pytest.mark.parametrize(
    ("state", "at", "again"),
    [
        (JobState.QUEUED, make.at(9), False),
        (JobState.QUEUED, make.at(9, 1), True),
        (JobState.RUNNING, make.at(9, 1), False),
        (JobState.RUNNING, make.at(9, 3), True),
        (JobState.DONE, make.at(12), False),
        (JobState.FAILED, make.at(12), False),
    ],
)
def test_what_the_queue_lost_and_whose_worker_died_is_taken_up_by_itself(
    monkeypatch, state, at, again
):
    monkeypatch.setattr(jobs.job_waiting, "receivers", [])
    job = waiting(state=state)

    assert taken_up(at) == [job.token] * again


def test_a_job_taken_up_again_is_done_by_the_second_worker_alone(monkeypatch):
    job = waiting()

    def frozen(_job, report):
        # Its worker wakes up after another one has done the work.
        assert run(job, at=make.at(9, 30))
        report(1, 2)

    assert not run(job, frozen)

    assert (job.state, job.turns) == (JobState.DONE, 2)
    assert job.file.read() == b"%PDF"


def test_a_job_started_again_is_not_ended_by_the_one_before():
    job = waiting()

    def broken(_job, _report):
        jobs.restart_job(job, make.doer(), clock=Clock(make.at(9, 30)))
        assert run(job, at=make.at(9, 31))
        raise Refused("", marked("The printer is gone."))

    assert not run(job, broken)

    assert (job.state, job.turns) == (JobState.DONE, 2)


def test_a_job_that_ends_its_workers_is_not_given_to_a_fourth(monkeypatch):
    monkeypatch.setattr(jobs.job_waiting, "receivers", [])
    job = waiting(state=JobState.RUNNING, turns=3, language="en")

    assert taken_up(make.at(9, 10)) == []

    job.refresh_from_db()
    assert job.state == JobState.FAILED
    assert job.message == "The work stopped 3 times before it was done. Start it again."
    jobs.restart_job(job, make.doer(), clock=Clock(make.at(9, 11)))
    assert run(job, at=make.at(9, 12))


def test_old_jobs_go_with_their_files():
    job = waiting()
    run(job)
    storage, name = job.file.storage, job.file.name

    kept = jobs.clear_old_jobs(make.at(9) + dt.timedelta(days=13))
    cleared = jobs.clear_old_jobs(make.at(10) + dt.timedelta(days=14))

    assert (kept, cleared) == (0, 1)
    assert not storage.exists(name)


@pytest.mark.django_db(transaction=True)
def test_the_desk_asks_for_a_print_and_fetches_its_file():
    tournament = make.ready_to_draw(12, name="Žďár nad Sázavou")
    make.publish(tournament)
    desk = make.signed_in(tournament)

    asked = desk.post(f"/t/{tournament.slug}/desk/prints/{KIND}/start/", {"round": "1"})
    job = Job.objects.get()
    page = desk.get(asked.url)
    file = desk.get(f"/t/{tournament.slug}/desk/jobs/{job.token}/file/")

    assert asked.url == f"/t/{tournament.slug}/desk/jobs/{job.token}/"
    assert job.state == JobState.DONE
    assert job.file_name in page.content.decode()
    assert file.headers["Content-Type"] == "application/pdf"
    assert "filename*=utf-8''%C5%BD%C4%8F%C3%A1r" in file.headers["Content-Disposition"]
    assert b"".join(file.streaming_content).startswith(b"%PDF")


@pytest.mark.django_db(transaction=True)
def test_without_a_worker_the_work_goes_on_beside_the_request(settings):
    settings.JOBS_IN_THREADS = True
    tournament = make.ready_to_draw(12)
    make.publish(tournament)

    given = parameters("https://catan.example/", number=1)
    job = jobs.start_job(tournament, KIND, given, make.doer(), "cs", clock=Clock(make.at(9)))

    for _ in range(200):
        job.refresh_from_db()
        if job.state == JobState.DONE:
            break
        time.sleep(0.05)
    assert job.state == JobState.DONE


def test_many_jobs_asked_for_at_once_wait_for_each_other(settings, monkeypatch):
    settings.JOBS_IN_THREADS = True
    at_work, at_once = [], []

    def run_job(token):
        at_work.append(token)
        at_once.append(len(at_work))
        time.sleep(0.01)
        at_work.remove(token)

    monkeypatch.setattr(tasks, "run_job", run_job)
    for number in range(20):
        jobs.job_waiting.send(None, token=str(number))

    while len(at_once) < 20:
        time.sleep(0.01)
    assert max(at_once) <= queue.THREADS_FOR_JOBS


def test_the_page_of_a_job_moves_by_itself_with_and_without_scripts():
    job = waiting(state=JobState.RUNNING, percent=40)
    Job.objects.update(changed_at=dt.datetime.now(dt.UTC))
    desk = make.signed_in(job.tournament)
    address = f"/t/{job.tournament.slug}/desk/jobs/{job.token}/"

    page = desk.get(address).content.decode()
    part = desk.get(address, headers={"HX-Request": "true"}).content.decode()

    assert '<noscript><meta http-equiv="refresh"' in page
    assert f'hx-get="{address}"' in page
    assert 'value="40"' in part
    assert "<html" not in part


def test_a_dead_job_offers_to_start_again():
    job = waiting(state=JobState.RUNNING, percent=40)
    desk = make.signed_in(job.tournament)
    address = f"/t/{job.tournament.slug}/desk/jobs/{job.token}/"

    page = desk.get(address).content.decode()
    desk.post(f"{address}again/")

    job.refresh_from_db()
    assert f'action="{address}again/"' in page
    assert job.state == JobState.QUEUED


def test_files_are_for_the_desk_of_their_tournament_alone():
    job = waiting()
    run(job)
    other = make.make_tournament()
    organiser_elsewhere = make.signed_in(other)

    here = organiser_elsewhere.get(f"/t/{job.tournament.slug}/desk/jobs/{job.token}/file/")
    there = organiser_elsewhere.get(f"/t/{other.slug}/desk/jobs/{job.token}/file/")

    assert here.status_code == 403
    assert there.status_code == 404


def test_a_file_that_is_not_made_yet_is_not_there():
    job = waiting()
    desk = make.signed_in(job.tournament)

    answer = desk.get(f"/t/{job.tournament.slug}/desk/jobs/{job.token}/file/")

    assert answer.status_code == 404
