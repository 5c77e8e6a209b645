"""The settings of production, with a clock that comes round every two seconds, e-mails that are put
into files, and styles that nobody asks for and nobody collected."""

from catantour.settings import *  # noqa: F403 - a settings file extends another this way
from catantour.settings import CELERY_BEAT_SCHEDULE as USUAL
from catantour.settings import STORAGES as KEPT
from catantour.settings import VAR_DIR

CELERY_BEAT_SCHEDULE = {name: {**entry, "schedule": 2} for name, entry in USUAL.items()}
STORAGES = KEPT | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = VAR_DIR / "mails"
