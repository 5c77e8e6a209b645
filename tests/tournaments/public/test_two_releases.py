"""While a site is upgraded two releases share one cache, and each knows the files of its own."""

import json

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests import factories as make

pytestmark = pytest.mark.django_db
MANIFEST = "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"


@pytest.fixture
def served_by(settings, tmp_path):
    """Go on as the server of another release, whose files have names of their own."""

    def serve(release):
        names = [name for finder in finders.get_finders() for name, _storage in finder.list([])]
        written = {"version": "1.1", "paths": {name: f"{release}/{name}" for name in names}}
        written["hash"] = f"hash-of-{release}"
        folder = tmp_path / release
        folder.mkdir(exist_ok=True)
        (folder / "staticfiles.json").write_text(json.dumps(written))
        # The files are found anew whenever one of the two settings changes.
        settings.STATIC_ROOT = folder
        settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": MANIFEST}}

    return serve


def test_a_kept_page_names_files_of_the_release_that_serves_it(served_by, client):
    tournament = make.make_tournament()
    address = f"/en/t/{tournament.slug}/"
    served_by("older")
    older = client.get(address).content.decode()

    served_by("newer")
    newer = client.get(address).content.decode()

    assert "/static/older/css/" in older
    assert "/static/newer/css/" in newer
    assert "/static/older/" not in newer


def test_a_kept_page_is_still_there_when_its_release_is_asked_again(
    served_by, client, django_assert_num_queries
):
    tournament = make.make_tournament()
    for release in ("older", "newer"):
        served_by(release)
        client.get(f"/en/t/{tournament.slug}/")

    served_by("older")
    with django_assert_num_queries(0):
        again = client.get(f"/en/t/{tournament.slug}/").content.decode()

    assert "/static/older/css/" in again


def test_a_change_by_one_release_is_seen_at_the_other(
    served_by, client, django_capture_on_commit_callbacks
):
    tournament = make.make_tournament()
    served_by("older")
    client.get(f"/en/t/{tournament.slug}/")

    served_by("newer")
    with django_capture_on_commit_callbacks(execute=True):
        tournament.refresh_from_db()
        tournament.name = "Catan Telč"
        tournament.save()
    served_by("older")

    assert "Catan Telč" in client.get(f"/en/t/{tournament.slug}/").content.decode()


def test_a_players_own_page_names_files_of_the_release_that_serves_it(served_by):
    entry = make.make_entry(make.make_tournament())
    address = f"/en/t/{entry.tournament.slug}/my/{entry.token}/"
    phone = Client()
    served_by("older")
    for _ in range(2):
        phone.get(address)

    served_by("newer")

    assert "/static/older/" not in phone.get(address).content.decode()
