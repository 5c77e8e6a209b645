"""The task queue. Without REDIS_URL its tasks run in the process that asks for them."""

import datetime as dt
import logging
import logging.config
import os
from typing import Any

from celery import Celery, beat
from celery.signals import setup_logging
from celery.utils.log import get_multiprocessing_logger
from django.conf import settings

from catantour import broker

LONG_AGO = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)

broker.use()


class DueAtStart(beat.Scheduler):
    """The clock without a file, which one that is killed leaves broken: all that comes round is
    due at the start, and done twice it does no harm."""

    def setup_schedule(self) -> None:
        super().setup_schedule()
        for entry in self.schedule.values():
            entry.last_run_at = LONG_AGO


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "catantour.settings")


@setup_logging.connect
def _log_as_the_site_does(**_kwargs: Any) -> None:
    """Workers and the clock write their lines in the form of the web server's."""
    logging.config.dictConfig(settings.LOGGING)
    # It tells of a process that was killed, by default past every handler.
    processes = get_multiprocessing_logger()
    processes.setLevel(logging.WARNING)
    processes.propagate = True


app = Celery("catantour")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
