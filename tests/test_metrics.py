"""What a Prometheus is told, and who may ask."""

import datetime as dt
import urllib.error
import urllib.request

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from tests import factories as make
from tests.sites import Site
from tournaments.models import Job, Mail
from tournaments.models.logbook import JobState

TOKEN = "a-token-of-the-test-that-is-long"
KNOWS_IT = {"authorization": f"Bearer {TOKEN}"}


@pytest.fixture
def counted(settings, tmp_path):
    """A client of a site that counts; the middleware is chosen when it is made."""
    settings.METRICS_TOKEN = TOKEN
    settings.VAR_DIR = tmp_path
    return Client()


def samples(text):
    """Values by names and labels, these in the order of their names."""
    return {
        (sample.name, *dict(sorted(sample.labels.items())).values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def asked(client):
    return samples(client.get("/metrics/", headers=KNOWS_IT).content.decode())


def test_without_the_setting_it_is_no_address(client):
    assert client.get("/metrics/", headers=KNOWS_IT).status_code == 404


@pytest.mark.parametrize("told", ["", "Bearer", f"Bearer {TOKEN}x", TOKEN, "Bearer ěščř"])
def test_who_does_not_know_the_token_learns_nothing(counted, told):
    answer = counted.get("/metrics/", headers={"authorization": told})

    assert (answer.status_code, answer.content) == (401, b"")


@pytest.mark.django_db
def test_requests_are_counted_by_view_and_status(counted):
    before = asked(counted)

    for address in ("/en/rules/", "/en/rules/", "/en/t/nowhere/", "/nowhere/"):
        counted.get(address)

    after = asked(counted)
    added = {key: after[key] - before.get(key, 0) for key in after}
    assert added["catantour_requests_total", "200", "rules"] == 2
    assert added["catantour_requests_total", "404", "tournament"] == 1
    assert added["catantour_requests_total", "404", "none"] == 1
    assert added["catantour_request_seconds_count", "rules"] == 2
    assert added["catantour_request_seconds_bucket", "+Inf", "rules"] == 2


@pytest.mark.django_db
def test_what_waits_in_the_house_is_told(counted):
    now = timezone.now()
    for state in (JobState.QUEUED, JobState.FAILED, JobState.FAILED, JobState.DONE):
        Job.objects.create(kind="seats-by-name", state=state, by="Olga", at=now)
    for number, age in enumerate((5, 65)):
        at = now - dt.timedelta(minutes=age)
        Mail.objects.create(key=f"k:{number}", to="anna@example.org", subject="A", body="", at=at)
    Mail.objects.create(key="sent", to="a@example.org", subject="A", body="", at=now, sent_at=now)

    told = asked(counted)

    assert told["catantour_jobs", "queued"] == 1
    assert told["catantour_jobs", "running"] == 0
    assert told["catantour_jobs", "failed"] == 2
    assert told["catantour_mails_waiting",] == 2
    assert told["catantour_oldest_mail_seconds",] >= 65 * 60
    assert told["catantour_database_up",] == 1
    assert told["catantour_database_bytes",] > 100_000
    assert told["catantour_disk_free_bytes",] > 0


@pytest.mark.django_db
def test_the_age_of_the_newest_copy_is_told(counted, tmp_path):
    assert ("catantour_newest_copy_seconds",) not in asked(counted)

    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "copy-1.sqlite3").touch()

    assert ("catantour_newest_copy_seconds",) in asked(counted)


@pytest.mark.django_db
def test_a_redis_that_is_away_is_told(counted, settings):
    settings.BROKER_URL = "redis://127.0.0.1:1/0"

    assert asked(counted)["catantour_redis_up", "queue"] == 0


@pytest.mark.django_db
def test_a_database_that_is_away_is_told(counted):
    def fail(*_args):
        raise DatabaseError("gone")

    with connection.execute_wrapper(fail):
        told = asked(counted)

    assert told["catantour_database_up",] == 0
    assert ("catantour_mails_waiting",) not in told


@pytest.mark.django_db
def test_no_name_of_a_person_or_an_event_is_told(counted):
    tournament = make.make_tournament(name="Catan Telč")
    counted.get(f"/t/{tournament.slug}/")

    text = counted.get("/metrics/", headers=KNOWS_IT).content.decode()

    assert tournament.slug not in text


def test_all_processes_of_the_server_count_together(tmp_path):
    site = Site(tmp_path)
    site.environment |= {"METRICS_TOKEN": TOKEN}
    site.start(workers=2)
    try:
        for _ in range(40):
            # Each by a connection of its own, which either process may take.
            urllib.request.urlopen(f"http://{site.address}/en/rules/").close()
        rules = "catantour_requests_total", "200", "rules"

        told = {samples(_told_by(site))[rules] for _ in "1234"}
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"http://{site.address}/metrics/")
        refused.value.close()
    finally:
        site.stop()

    assert told == {40}
    assert refused.value.code == 401


def _told_by(site):
    question = urllib.request.Request(f"http://{site.address}/metrics/", headers=KNOWS_IT)
    with urllib.request.build_opener().open(question) as answer:
        return answer.read().decode()
