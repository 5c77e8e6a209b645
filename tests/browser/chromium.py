"""How Chromium is started, and the sizes of its windows."""

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
