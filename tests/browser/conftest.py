"""Pages in a real Chromium, against a live server. A page that fails in any way fails its test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Response,
    expect,
    sync_playwright,
)

from tests import factories as make
from tests.browser.chromium import CHROMIUM_FLAGS, PHONE, give_network, take_network
from tests.conftest import CI
from tournaments.models import Table

PATIENCE = 20_000
"""Milliseconds: longer than a phone waits until it sends again, also on a machine that has no
time."""
PATIENCE_WITH_PAGES = 3 * PATIENCE
"""Milliseconds: the first page of a process comes once its templates and texts are read."""


@pytest.fixture(scope="session")
def whole_pages() -> Iterator[None]:
    """Whoever acts on a page looks on only when the page that follows from it is all there.

    Playwright goes on as soon as the next page begins to arrive. What is counted or measured then
    (`expect` asks again, `count()` does not) is missing on a machine that has no time.
    """

    def then_whole(act: Callable) -> Callable:
        def acted(where: Locator | Page, *args, **options):
            done = act(where, *args, **options)
            (where if isinstance(where, Page) else where.page).wait_for_load_state()
            return done

        return acted

    acts = ("click", "dblclick", "tap", "press", "check", "uncheck", "select_option")
    with pytest.MonkeyPatch.context() as patch:
        for kind in (Locator, Page):
            for name in acts:
                patch.setattr(kind, name, then_whole(getattr(kind, name)))
        yield


@pytest.fixture(scope="session")
def chromium(whole_pages) -> Iterator[Browser]:
    program = shutil.which("chromium")
    if program is None:
        give_up = pytest.fail if CI else pytest.skip
        give_up("Chromium is not installed (apt-get install chromium)")
    # Playwright keeps an event loop in this thread; the tests' own queries do not run in it.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def mishaps() -> list[str]:
    """What went wrong in the pages so far; a test that provokes a mishap checks and clears it."""
    return []


@pytest.fixture
def visit(chromium, live_server, mishaps) -> Iterator[Callable[..., Page]]:
    """Opens a page of a person of their own; addresses are relative to the live server.

    `visit()`, `visit(LAPTOP)`, `visit(as_user=user)`, `visit(java_script_enabled=False)`: anything
    that Playwright's `new_context` takes.
    """
    contexts: list[BrowserContext] = []

    def open_page(viewport=PHONE, *, as_user: AbstractBaseUser | None = None, **options) -> Page:
        context = chromium.new_context(
            base_url=live_server.url,
            viewport=viewport,
            **{"locale": "cs-CZ", "timezone_id": "Europe/Prague"} | options,
        )
        contexts.append(context)
        if as_user:
            _sign_in(context, as_user, live_server.url)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.set_default_navigation_timeout(PATIENCE_WITH_PAGES)
        _watch(page, mishaps)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert mishaps == []


@pytest.fixture
def cut_off(mishaps) -> Iterator[Callable[..., None]]:
    """Takes the network from a page, or gives it back; nobody else's mishaps are excused."""

    def switch(page: Page, *, off: bool = True) -> None:
        (take_network if off else give_network)(page)

    yield switch
    lost = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "error occurred when fetching the script.")
    assert [mishap for mishap in mishaps if not any(word in mishap for word in lost)] == []
    mishaps.clear()


@pytest.fixture
def page(visit) -> Page:
    """A page on a phone."""
    return visit()


@pytest.fixture
def assert_accessible() -> Callable[[Page], None]:
    """Checks the page with axe; says which elements break which rule."""
    axe = Axe()

    def check(page: Page) -> None:
        # Colours and measures are those of the stylesheet, which may still be on its way.
        page.wait_for_load_state()
        assert [
            f"{violation['id']}: {node['html']}"
            for violation in axe.run(page).response["violations"]
            for node in violation["nodes"]
        ] == []

    return check


def _sign_in(context: BrowserContext, user: AbstractBaseUser, address: str) -> None:
    client = Client()
    client.force_login(user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": address}])


def _watch(page: Page, mishaps: list[str]) -> None:
    def note_message(message) -> None:
        if message.type in {"error", "warning"}:
            mishaps.append(f"console: {message.text}")

    def note_response(response: Response) -> None:
        if response.status >= 400:
            mishaps.append(f"{response.status}: {urlsplit(response.url).path}")

    def note_failure(request) -> None:
        # A download, or a request that the reader left behind by going on.
        if request.failure != "net::ERR_ABORTED":
            mishaps.append(f"{request.failure}: {urlsplit(request.url).path}")

    page.on("console", note_message)
    page.on("pageerror", lambda error: mishaps.append(f"script: {error}"))
    page.on("response", note_response)
    page.on("requestfailed", note_failure)


@pytest.fixture
def table() -> Table:
    """A table of the published first round of twelve players."""
    tournament = make.ready_to_draw(12)
    make.publish(tournament)
    return Table.objects.select_related("draw__round__tournament").earliest("pk")
