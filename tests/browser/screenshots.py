"""The pictures of the README: `python -m tests.browser.screenshots` (`make screenshots`).

A demo season of its own, on a database that ends with it, in the language of the site.
"""

from __future__ import annotations

import datetime as dt
import io
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import CHROMIUM_FLAGS, LAPTOP, LARGE_SCREEN, PHONE

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "screenshots"
QUALITY = 82
HOUR = 13  # in the middle of the third round
SECONDS_TO_START = 30


def main() -> None:
    """Write every picture anew."""
    program = shutil.which("chromium")
    if program is None:
        sys.exit("Chromium is not installed (apt-get install chromium)")
    PICTURES.mkdir(exist_ok=True)
    with demo_site() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
        take_all(browser, address)
        browser.close()
    sizes = [picture.stat().st_size for picture in PICTURES.glob("*.webp")]
    print(f"{len(sizes)} pictures in {PICTURES.relative_to(ROOT)}, {sum(sizes) // 1024} kB")


def take_all(browser: Browser, address: str) -> None:
    """In this order: what is done at the desk on the way changes what comes after it."""
    desk = signed_in(browser, address, "organiser", LAPTOP)
    phone = signed_in(browser, address, "player", PHONE, device_scale_factor=2)
    screen = browser.new_page(base_url=address, viewport=LARGE_SCREEN)

    desk.goto("/")
    take(desk, "calendar")
    running = desk_of(desk, "Hanácký Catan")
    coming = desk_of(desk, "Catan Cieszyn")

    desk.goto(f"/t/{running}/desk/")
    take(desk, "desk")
    desk.goto(f"/t/{running}/desk/rounds/3/results/")
    for field, points in zip(
        desk.locator(".result-line input.digits").all(), ("10", "7", "6", "4"), strict=False
    ):
        field.fill(points)
    take(desk, "results-grid")

    phone.goto("/my/")
    phone.click("main a:has-text('Hanácký')")
    take(phone, "my-page")
    phone.goto(f"/t/{running}/standings/")
    take(phone, "standings")

    check_in_some(desk, coming)
    take(desk, "check-in")

    # Before the clock starts, the large screen shows everybody's table.
    press(desk, f"/t/{running}/desk/rounds/3/", "form[action$='/clock/stop/'] button")
    screen.goto(f"/t/{running}/screen/")
    take(screen, "large-screen", width=1280)


def check_in_some(desk: Page, slug: str) -> None:
    here = f"/t/{slug}/desk/check-in/"
    press(desk, here, "form[action$='/open-check-in/'] button")
    # 13 of 19: every other row, then the last ones, so that the top shows both kinds.
    for place in (*range(1, 10), *[-1] * 4):
        press(desk, here, "#entries .person:not(.checked-in) button.face", place)
    desk.goto(here)


def take(page: Page, name: str, *, width: int = 0) -> None:
    """Keep what is in the window as a picture, narrower if a width is given."""
    page.wait_for_load_state("networkidle")
    picture = Image.open(io.BytesIO(page.screenshot()))
    if width:
        picture = picture.resize((width, picture.height * width // picture.width))
    picture.save(PICTURES / f"{name}.webp", quality=QUALITY, method=6)


def press(page: Page, address: str, button: str, place: int = 0) -> None:
    """Click, also inside what is folded, and say yes to what the site wants to have seen first."""
    page.goto(address)
    folded = page.locator(f"details:not([open]):has({button}) > summary")
    if folded.count():
        folded.first.click()
    page.locator(button).nth(place).click()
    page.wait_for_load_state("networkidle")
    while page.locator("form.cautions").count():
        page.click("form.cautions .primary")
        page.wait_for_load_state("networkidle")


def desk_of(page: Page, name: str) -> str:
    """The tournament's part of its addresses."""
    page.goto("/my/")
    link = page.locator(f"main a:has-text('{name}')").first.get_attribute("href") or ""
    return link.split("/t/")[1].split("/")[0]


def signed_in(
    browser: Browser, address: str, name: str, viewport: dict[str, int], **options: int
) -> Page:
    context = browser.new_context(
        base_url=address,
        viewport=viewport,
        locale="cs-CZ",
        timezone_id="Europe/Prague",
        **options,
    )
    page = context.new_page()
    page.goto("/accounts/login/")
    page.fill("[name=username]", name)
    page.fill("[name=password]", "catan-demo")
    # What is typed is sent once the site is known to be there.
    with page.expect_navigation():
        page.press("[name=password]", "Enter")
    return page


def zone_at(now: dt.datetime, hour: int) -> str:
    """A time zone in which it is that hour now, whatever the minutes."""
    ahead = (hour - now.astimezone(dt.UTC).hour + 11) % 24 - 11
    # The names of these zones count from the other side.
    return f"Etc/GMT{-ahead:+d}"


@contextmanager
def demo_site() -> Iterator[str]:
    """Serve a new demo season; yields the address of the site."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="catantour-") as folder:
        # The settings of the tests serve static files straight from their sources.
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in {"DATABASE_URL", "REDIS_URL"}
        } | {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "VAR_DIR": folder,
            "SITE_URL": address,
            "TIME_ZONE_OF_PICTURES": zone_at(dt.datetime.now(dt.UTC), HOUR),
        }
        for command in (["messages", "--compile"], ["migrate", "--verbosity=0"], ["demo"]):
            _python("manage.py", *command, environment=environment).wait()
        server = _python("-m", "catantour.server", "--port", str(port), environment=environment)
        try:
            _wait_for(address)
            yield address
        finally:
            server.terminate()
            server.wait()


def _python(*arguments: str, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
    )


def _wait_for(address: str) -> None:
    latest = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            urlopen(address).close()  # noqa: S310 - our own address
        except URLError:
            if time.monotonic() > latest:
                raise
            time.sleep(0.2)
        else:
            return


if __name__ == "__main__":
    main()
