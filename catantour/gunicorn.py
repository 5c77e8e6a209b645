"""How gunicorn serves the site; the address and the number of workers are given by the Makefile."""

import os

wsgi_app = "catantour.wsgi"
worker_class = "gthread"
threads = 8
# A print for a hundred tables may take its time.
timeout = 120
control_socket_disable = True
loglevel = "warning"


def when_ready(_server) -> None:
    """Say where the site is only when it truly answers there."""
    print(f"\nThe site is at {os.environ['SITE_URL']} (Ctrl-C stops it).", flush=True)
