"""The project: settings, addresses and the task queue."""

from catantour.celery import app as celery_app

__all__ = ["celery_app"]
