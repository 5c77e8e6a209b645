"""What is too large or too late is refused before anything reads it, in the visitor's language."""

import pytest
from django.test import Client
from django.urls import reverse

from catantour.bodies import LATE
from games.engine.batches import LARGEST as LARGEST_ZIP
from games.forms.records import LARGEST as LARGEST_RECORD
from games.views.limits import LARGEST_BODY, largest_body
from tournaments.forms.sheets import LARGEST_FILE

FORMS = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"]


class Unread:
    """A body that nobody may touch."""

    def read(self, *_size):
        raise AssertionError

    readline = __iter__ = read


def send(path, size, kind=FORMS[0], **more):
    """A stranger's request: no cookies, no token, and nothing but a length to go by."""
    given = {"CONTENT_LENGTH": str(size), "wsgi.input": Unread(), **more}
    return Client(enforce_csrf_checks=True).generic("POST", path, b"", kind, **given)


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize("path", ["/", "/nowhere/", "/accounts/login/", "/admin/", "/static/x.js"])
def test_a_body_over_a_megabyte_is_refused_unread(path, kind):
    page = send(path, LARGEST_BODY + 1, kind)

    assert page.status_code == 413
    assert b'class="error-page"' in page.content
    assert "no-store" in page.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("prefix", "language", "size"), [("", "cs", "1,0\xa0MB"), ("/pl", "pl", "1,0\xa0MB")]
)
def test_the_refusal_says_in_the_visitors_language_what_the_limit_is(prefix, language, size):
    for path in ("/nowhere/", "/accounts/login/"):
        page = send(f"{prefix}{path}", 300_000_000).content.decode()

        assert f'<html lang="{language}">' in page
        assert size in page


def test_a_smaller_file_is_asked_for_where_one_is_taken():
    taking = f"/en{reverse('validate_record')}"

    assert "send less" in send("/en/nowhere/", 300_000_000).content.decode()
    assert "send a smaller file" in send(taking, 300_000_000).content.decode()


def test_a_body_of_a_megabyte_goes_on_to_the_page():
    assert Client().post("/nowhere/", "x" * LARGEST_BODY, FORMS[0]).status_code == 404


@pytest.mark.parametrize(
    ("path", "largest"),
    [
        (reverse("validate_record"), LARGEST_RECORD),
        (reverse("check_games"), LARGEST_ZIP),
        (reverse("import_entries", args=["some-event"]), LARGEST_FILE),
        (reverse("keep_record", args=["some-event", 1, 1]), LARGEST_RECORD),
    ],
)
def test_an_address_that_takes_a_file_has_a_limit_of_its_own(path, largest):
    for address in (path, f"/pl{path}", f"/en{path}"):
        assert largest_body(address) == largest + LARGEST_BODY
        assert send(address, largest + LARGEST_BODY + 1, FORMS[1]).status_code == 413
        assert send(address, largest + LARGEST_BODY, FORMS[2]).status_code == 403


@pytest.mark.parametrize("prefix", ["", "/pl", "/en"])
def test_a_body_that_came_too_late_is_told_so(prefix):
    page = send(f"{prefix}/accounts/login/", 10, **{LATE: True})

    assert page.status_code == 408
    assert b'class="error-page"' in page.content


@pytest.mark.parametrize("length", ["", "-5", "many", "٣"])
def test_a_length_that_is_no_number_is_no_length(length):
    assert send("/nowhere/", length).status_code == 404
