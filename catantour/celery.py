"""The task queue. Without REDIS_URL its tasks run in the process that asks for them."""

import datetime as dt
import logging
import logging.config
import os
from typing import Any

from celery import Celery, beat
from celery.signals import setup_logging
from django.conf import settings
from kombu.transport import TRANSPORT_ALIASES, redis

log = logging.getLogger(__name__)

LONG_AGO = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)


class Channel(redis.Channel):
    """A worker's ear that puts aside what is no message, instead of ending the worker.

    Anybody who may write to Redis can leave something there, by mistake too.
    """

    def _brpop_read(self, **options: Any) -> Any:
        try:
            return super()._brpop_read(**options)
        except (ValueError, TypeError, KeyError, AttributeError) as trouble:
            log.error("The task queue held something that is no task: %r", trouble)
            return True


class Transport(redis.Transport):
    Channel = Channel


for name in ("redis", "rediss"):
    TRANSPORT_ALIASES[name] = f"{__name__}:Transport"


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


app = Celery("catantour")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
