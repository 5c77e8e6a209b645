"""The emergency pack is made anew by itself after each act that makes an older one untrue."""

import datetime as dt
import io
from contextlib import contextmanager
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from tests import factories as make
from tournaments import queue, tasks
from tournaments.domain.values import Refused, marked
from tournaments.exports import kinds
from tournaments.exports.kinds import parameters
from tournaments.models import Job
from tournaments.models.logbook import JobState
from tournaments.services import checking_in, jobs, rounds

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

PACK = "emergency-pack"
SITE = "https://catan.example/"


def at_the_desk(**fields):
    return replace(make.doer(**fields), site=SITE)


def drawn():
    tournament = make.ready_to_draw(8)
    make.draw(tournament)
    return tournament


def publish(tournament):
    return rounds.publish_draw(tournament, 1, at_the_desk())


def take_back(tournament):
    make.agreeing(
        lambda who: rounds.unpublish_draw(
            tournament, 1, replace(who, site=SITE), reason="Wrong table."
        )
    )


def close(tournament, draw):
    for table in draw.tables.all():
        make.enter(table, (10, 8, 5, 4))
    rounds.close_round(tournament, 1, at_the_desk())


def pages_of(job: Job) -> list[str]:
    with job.file.open("rb") as file:
        return [page.extract_text() for page in PdfReader(io.BytesIO(file.read())).pages]


def words(job: Job) -> str:
    return "\n".join(pages_of(job))


def met_in(job: Job) -> set[str]:
    """The rounds that the list of meetings has columns for."""
    lists = [page for page in pages_of(job) if "Who has met whom" in page]
    return {name for name in ("Round 1", "Round 2") for page in lists if name in page}


def prints_of(tournament):
    return make.signed_in(tournament).get(reverse("prints", args=[tournament.slug]))


@pytest.fixture
def after_commit(django_capture_on_commit_callbacks):
    """Something done, and what the clock has made of it a minute later."""

    @contextmanager
    def done():
        with django_capture_on_commit_callbacks(execute=True):
            yield
        with django_capture_on_commit_callbacks(execute=True):
            jobs.take_up_jobs(lambda: jobs.database_clock()() + dt.timedelta(minutes=1))

    return done


def test_after_a_publication_the_pack_holds_the_seats_of_the_round(after_commit):
    tournament = drawn()

    with after_commit():
        publish(tournament)

    job = Job.objects.get()
    assert (job.kind, job.state) == (PACK, JobState.DONE)
    assert "Round 1, draw 1" in words(job)


def test_after_a_round_is_closed_the_pack_holds_the_standings_and_no_seats(after_commit):
    tournament = drawn()
    draw = publish(tournament)

    with after_commit():
        close(tournament, draw)

    text = words(Job.objects.get())
    assert "Who has met whom" in text
    assert "Round 1, draw 1" not in text


def test_what_is_taken_back_is_in_no_pack_any_more(after_commit):
    tournament = drawn()
    with after_commit():
        publish(tournament)
    before = Job.objects.get().file.name
    storage = Job.objects.get().file.storage

    with after_commit():
        take_back(tournament)

    assert "Round 1, draw 1" not in words(Job.objects.get())
    assert not storage.exists(before)


def test_nobody_has_met_by_a_draw_that_nobody_has_seen(after_commit):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    make.draw(tournament, 2)
    draw = tournament.rounds.get(number=2).draws.get()
    with after_commit():
        rounds.publish_draw(tournament, 2, at_the_desk())
    assert met_in(Job.objects.get()) == {"Round 1", "Round 2"}

    with after_commit():
        make.agreeing(
            lambda who: rounds.unpublish_draw(
                tournament, 2, replace(who, site=SITE), reason="Wrong table."
            )
        )

    draw.refresh_from_db()
    assert draw.published_at is None
    assert met_in(Job.objects.get()) == {"Round 1"}


def test_who_left_and_still_counts_stands_in_the_form_of_the_standings(after_commit):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    left = draw.seats.first().entry
    make.agreeing(lambda who: checking_in.withdraw(tournament, left.pk, who))

    with after_commit():
        close(tournament, draw)

    form = next(page for page in pages_of(Job.objects.get()) if "Form of the standings" in page)
    assert left.full_name in " ".join(form.split())


def test_a_result_that_is_corrected_after_its_round_has_its_pack(after_commit):
    tournament = drawn()
    draw = publish(tournament)
    close(tournament, draw)
    table = draw.tables.first()

    with after_commit():
        make.enter(table, (10, 4, 8, 5), who=at_the_desk(), number_seen=1, reason="Mistyped.")

    html = prints_of(tournament).content.decode()
    assert "made by itself after a result of round 1 was corrected" in html


def test_a_round_that_is_opened_again_and_a_published_draw_made_anew_have_their_pack():
    tournament = drawn()
    draw = publish(tournament)
    close(tournament, draw)
    rounds.reopen_round(tournament, 1, at_the_desk(), "A result is wrong.")
    assert Job.objects.get().parameters["after"] == ["reopen_round", 1]

    tournament = drawn()
    publish(tournament)
    make.agreeing(
        lambda who: rounds.draw_round(tournament, 1, "8", replace(who, site=SITE), reason="Again.")
    )
    assert tournament.jobs.get().parameters["after"] == ["draw_round", 1]


def test_two_acts_in_quick_succession_make_one_pack(after_commit):
    tournament = drawn()
    publish(tournament)
    take_back(tournament)

    with after_commit():
        publish(tournament)

    assert Job.objects.get().state == JobState.DONE


def test_however_often_it_is_published_two_packs_are_kept_at_most(monkeypatch):
    tournament = drawn()
    made = []

    for turn in range(5):
        publish(tournament)
        made.append(Job.objects.count())
        if turn == 1:
            tasks.run_job(Job.objects.order_by("-pk")[0].token)
        take_back(tournament)
        made.append(Job.objects.count())

    assert max(made) == 2


def test_a_pack_overtaken_while_it_was_made_is_not_kept(monkeypatch):
    tournament = drawn()
    publish(tournament)
    overtaken = Job.objects.get()
    write = kinds.write

    def slowly(*args):
        take_back(tournament)
        return write(*args)

    monkeypatch.setattr(kinds, "write", slowly)

    assert not tasks.run_job(overtaken.token)
    assert Job.objects.get().parameters["after"] == ["unpublish_draw", 1]


def test_what_somebody_asked_for_stays(after_commit):
    tournament = drawn()
    asked = jobs.start_job(
        tournament,
        PACK,
        parameters(SITE),
        make.doer(),
        "cs",
        clock=jobs.database_clock(),
    )

    with after_commit():
        publish(tournament)

    assert Job.objects.filter(pk=asked.pk).exists()
    # Also the language is theirs.
    assert set(Job.objects.values_list("language", flat=True)) == {"cs"}


@pytest.mark.django_db(transaction=True)
def test_phones_that_hear_of_a_draw_have_the_machine_before_its_pack(monkeypatch):
    tournament = drawn()
    asked = []
    monkeypatch.setattr(queue, "_ask_workers", lambda *task: asked.append(task))

    publish(tournament)
    jobs.take_up_jobs(jobs.database_clock())
    assert (asked, Job.objects.get().state) == ([], JobState.QUEUED)

    jobs.take_up_jobs(lambda: jobs.database_clock()() + dt.timedelta(minutes=1))
    assert asked == [("run_job", Job.objects.get().token)]


def test_a_pack_that_fails_says_so_among_the_prints(monkeypatch, after_commit):
    tournament = drawn()

    def refuse(*_args):
        raise Refused("", marked("Nothing to print."))

    monkeypatch.setattr(kinds, "write", refuse)

    with after_commit():
        draw = publish(tournament)

    html = prints_of(tournament).content.decode()
    assert draw.published_at
    assert "failed" in html
    assert reverse("job", args=[tournament.slug, Job.objects.get().token]) in html


def test_the_prints_say_so_where_none_was_made_by_itself_yet(after_commit):
    tournament = drawn()
    before = prints_of(tournament).content.decode()

    with after_commit():
        publish(tournament)

    none_yet = "None was made by itself here yet"
    assert none_yet in before
    assert none_yet not in prints_of(tournament).content.decode()


def test_a_pack_that_is_not_there_yet_is_said_to_be_made_and_about_when():
    tournament = drawn()
    publish(tournament)
    job = Job.objects.get()
    desk, address = make.signed_in(tournament), reverse("job", args=[tournament.slug, job.token])
    due = timezone.localtime(job.changed_at + dt.timedelta(minutes=1))

    html = " ".join(prints_of(tournament).content.decode().split())
    page = desk.get(address).content.decode()
    Job.objects.update(changed_at=job.changed_at - dt.timedelta(seconds=90))
    late = desk.get(address).content.decode()

    told = f"will be made by itself after round 1 was published, at about {due:%H:%M}"
    assert told in html
    assert f"Will be made by itself, at about {due:%H:%M}" in page
    assert "Waiting for its turn" not in page
    assert "Waiting for its turn" in late
    assert "made by itself after" not in late


def test_the_prints_offer_the_newest_by_one_click_and_say_after_what(after_commit):
    tournament = drawn()
    with after_commit():
        publish(tournament)
    job = Job.objects.get()

    html = prints_of(tournament).content.decode()
    made = make.signed_in(tournament).get(reverse("job_list", args=[tournament.slug]))

    assert reverse("job_file", args=[tournament.slug, job.token]) in html
    assert "made by itself after round 1 was published" in html
    assert "made by itself after round 1 was published" in made.content.decode()


def test_an_organiser_who_publishes_at_the_desk_has_it_made(after_commit):
    tournament = drawn()
    desk = make.signed_in(tournament)

    with after_commit():
        desk.post(reverse("publish_draw", args=[tournament.slug, 1]), {"attempt": "1"})

    job = Job.objects.get()
    assert job.parameters["base"].startswith("http")
    assert job.state == JobState.DONE


def test_a_command_asks_for_none():
    make.publish(make.ready_to_draw(8))

    assert not Job.objects.exists()
