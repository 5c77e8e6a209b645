"""What a person sees when something goes wrong: words in their language, never a traceback."""

import logging
from io import StringIO

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import path, reverse

from catantour.logs import ShortFormatter
from tests import factories as make


def _forbidden(request):
    raise PermissionDenied


def _broken(request):
    raise ZeroDivisionError


urlpatterns = [path("forbidden/", _forbidden), path("broken/", _broken)]


@pytest.fixture
def visitor(settings):
    """Somebody without cookies, on a site with two bad addresses."""
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    ("address", "status"), [("/nowhere/", 404), ("/forbidden/", 403), ("/broken/", 500)]
)
def test_an_error_page_has_the_look_of_the_site_and_no_traceback(visitor, address, status):
    page = visitor.get(address)

    assert page.status_code == status
    assert b'class="error-page"' in page.content
    assert b"Traceback" not in page.content
    assert b"ZeroDivision" not in page.content


def test_a_site_of_another_name_is_refused_in_the_same_look(visitor, settings):
    settings.ALLOWED_HOSTS = ["catan.example"]

    page = visitor.get("/", headers={"host": "elsewhere.example"})

    assert page.status_code == 400
    assert b'class="error-page"' in page.content


def test_a_site_of_another_name_is_a_line_in_the_log(visitor, settings, monkeypatch):
    settings.ALLOWED_HOSTS = ["catan.example"]
    handlers = logging.getLogger("django.security").handlers
    [handler] = [each for each in handlers if isinstance(each.formatter, ShortFormatter)]
    monkeypatch.setattr(handler, "stream", StringIO())

    visitor.get("/", headers={"host": f"{'elsewhere' * 100}.example"})

    [line] = handler.stream.getvalue().splitlines()
    assert "Invalid HTTP_HOST header" in line
    assert len(line) < 300


def test_an_unknown_address_is_answered_in_the_language_of_the_address(client):
    for prefix, language in [("", "cs"), ("/pl", "pl"), ("/en", "en")]:
        page = client.get(f"{prefix}/nowhere/")

        assert page.status_code == 404
        assert f'<html lang="{language}">'.encode() in page.content


def test_a_form_without_its_token_is_explained():
    visitor = Client(enforce_csrf_checks=True)

    page = visitor.post("/i18n/setlang/", {"language": "pl"})

    assert page.status_code == 403
    assert b'class="error-page"' in page.content


@pytest.mark.django_db
def test_a_nul_in_an_address_or_a_form_is_the_senders_mistake():
    tournament = make.make_tournament()
    administrator = make.signed_in(tournament)
    address = reverse("cancel_tournament", args=[tournament.slug])

    assert administrator.post(address, {"reason": "Flood\0ed"}).status_code == 400
    assert administrator.get(reverse("official_link", args=["a\0b"])).status_code == 404
