"""The number of a release is said once, and everywhere the same."""

import re
from itertools import pairwise

import pytest
from django.conf import settings
from django.core.management import call_command

from tournaments.views.release import this_release

CHANGELOG = (settings.BASE_DIR / "CHANGELOG.md").read_text()
RELEASES = re.findall(r"^## (\d+)\.(\d+)\.(\d+) \((\d{4}-\d\d-\d\d)\)$", CHANGELOG, re.MULTILINE)
NEWEST = ".".join(RELEASES[0][:3])


def told_of(release: str) -> str:
    return CHANGELOG.split(f"\n## {release} ", 1)[1].split("\n## ", 1)[0]


def test_the_command_prints_the_newest_number_alone(capsys):
    call_command("release")

    assert capsys.readouterr().out == f"{NEWEST}\n"


@pytest.mark.django_db
def test_every_page_ends_with_the_number(client):
    page = client.get("/", headers={"accept-language": "cs"}).content.decode()

    assert f"<span>Vydání {NEWEST}</span>" in page


def test_releases_follow_each_other():
    numbers = [tuple(map(int, release[:3])) for release in RELEASES]
    assert len(numbers) == CHANGELOG.count("\n## ") - CHANGELOG.count("\n## Unreleased\n")
    assert all(newer > older for newer, older in pairwise(numbers))
    assert all(newer[3] >= older[3] for newer, older in pairwise(RELEASES))


@pytest.mark.parametrize("release", [".".join(release[:3]) for release in RELEASES[:-1]])
def test_each_release_but_the_first_says_what_an_upgrade_asks(release):
    assert "\n### Upgrading\n\n- " in told_of(release)


def test_pages_of_two_releases_are_kept_apart(settings):
    now = this_release()
    settings.RELEASE = "999.0.0"

    assert this_release() != now
