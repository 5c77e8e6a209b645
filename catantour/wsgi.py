"""The WSGI entry for web servers."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "catantour.settings")

application = get_wsgi_application()

from catantour import beat  # noqa: E402 - it reads what is set up only now

beat.start()
