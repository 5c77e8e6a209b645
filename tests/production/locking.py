"""An event that somebody else has locked."""

import threading
from contextlib import contextmanager

from django.db import connection, transaction

from tournaments.models import Tournament


@contextmanager
def locked(tournament):
    """Somebody else has the tournament locked, and then gives up what they did."""
    ready, done = threading.Event(), threading.Event()

    def hold():
        with transaction.atomic():
            Tournament.objects.select_for_update().get(pk=tournament.pk)
            ready.set()
            done.wait()
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    ready.wait()
    try:
        yield
    finally:
        done.set()
        holder.join()
