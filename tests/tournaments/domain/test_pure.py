"""The decisions of a tournament need nothing but Python."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import tournaments.domain

ROOT = Path(tournaments.domain.__file__).parents[2]


def test_a_fresh_python_loads_the_domain_without_django():
    modules = [
        f"tournaments.domain.{module.name}"
        for module in pkgutil.iter_modules(tournaments.domain.__path__)
    ]
    code = f"import sys, {', '.join(modules)}; print('django' in sys.modules)"

    answer = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert answer.stdout == "False\n"
