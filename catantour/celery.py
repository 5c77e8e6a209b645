"""The task queue. Without REDIS_URL its tasks run in the process that asks for them."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "catantour.settings")

app = Celery("catantour")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
