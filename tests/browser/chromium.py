"""How Chromium is started, the sizes of its windows, and how a page loses the network."""

from playwright.sync_api import Page

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1366, "height": 768}
LARGE_SCREEN = {"width": 1920, "height": 1080}
# Debian's Chromium, in a container or not, that speaks to nobody but the live server.
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--no-first-run",
    "--no-default-browser-check",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
)

_IS_THERE = """
() => fetch("/health/", { method: "HEAD", cache: "no-store" }).then(() => true, () => false)
"""


def take_network(page: Page) -> None:
    """Takes the network from all pages of this one's context, and waits until this one has none.

    On a busy machine a request can still slip through between the word and the deed, and the form
    that asked then goes its way as if there were a connection.
    """
    page.context.set_offline(True)
    while page.evaluate(_IS_THERE):
        page.wait_for_timeout(50)


def give_network(page: Page) -> None:
    page.context.set_offline(False)
