"""What an import graph cannot see of the rooms and their doors."""

import subprocess
import sys

import pytest
from django.conf import settings


@pytest.mark.parametrize("room", ["tournaments.domain", "games.engine"])
def test_the_rules_load_without_django(room):
    program = f"""
import importlib, pkgutil, sys
package = importlib.import_module({room!r})
for module in pkgutil.walk_packages(package.__path__, {room!r} + "."):
    importlib.import_module(module.name)
assert "django" not in sys.modules
"""

    loaded = subprocess.run([sys.executable, "-c", program], cwd=settings.BASE_DIR, check=False)

    assert loaded.returncode == 0
