#!/usr/bin/env python
"""Django's command line for catantour."""

import os
import sys

from catantour.command_line import run

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "catantour.settings")
    run(sys.argv)
