"""The site's settings with what makes tests quick and quiet."""

import os
import tempfile
from pathlib import Path

from catantour.settings import *  # noqa: F403 - a settings file extends another this way
from catantour.settings import CACHES, DATABASES, REDIS_URL, TIME_ZONE

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
# Straight from their sources: tests need no `collectstatic`.
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True

# Pictures of a day show its hours whatever the clock says.
TIME_ZONE = os.environ.get("TIME_ZONE_OF_PICTURES", TIME_ZONE)

# A file, not memory: threads of a test then meet in the database as those of the server do.
if DATABASES["default"]["ENGINE"] == "catantour.sqlite":
    _name = f"catantour-test-{os.getpid()}.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": Path(tempfile.gettempdir()) / _name}

# A busy machine is nobody who forgot a transaction; those that wait too long are the tests' own.
elif "options" in DATABASES["default"].get("OPTIONS", {}):
    _options = DATABASES["default"]["OPTIONS"]
    _options["options"] = _options["options"].replace("lock_timeout=5s", "lock_timeout=50s")

# A thread of a test gives its connection back to the server, so that the database can be dropped.
DATABASES["default"].get("OPTIONS", {}).pop("pool", None)

# Tests travel in time, and the database does not come along.
CLOCK_OF_DATABASE = False

# Tests empty the cache: each process that runs some has two parts of Redis to itself.
if REDIS_URL:
    _part = 2 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    for _alias in ("default", "limits"):
        # A busy machine is no frozen Redis; those that freeze are the tests' own.
        _patient = {"socket_timeout": 10, "socket_connect_timeout": 10}
        _options = CACHES[_alias].get("OPTIONS", {}) | _patient
        _location = f"{REDIS_URL}?db={_part}"
        CACHES[_alias] = CACHES[_alias] | {"LOCATION": _location, "OPTIONS": _options}
    CELERY_BROKER_URL = f"redis+socket{REDIS_URL.removeprefix('unix')}?virtual_host={_part + 1}"

# No worker takes tasks from the real Redis; the one test that starts a worker says so itself.
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
# Prints are there when the request is answered; the one test of threads says so itself.
JOBS_IN_THREADS = False
