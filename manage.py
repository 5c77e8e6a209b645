#!/usr/bin/env python
"""Django's command line for catantour."""

import os
import sys

from django.core.management import execute_from_command_line

UNREAD = 141
"""Exit code where nobody read the answer to its end, as shells have it for such programs."""


def main() -> None:
    try:
        try:
            execute_from_command_line(sys.argv)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        # `manage.py showmigrations | head`: what is still buffered would fail again at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNREAD)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "catantour.settings")
    main()
