"""Run the benchmarks: `make bench`, or `python -m benchmarks standings` for those of that name.

They run against a database of their own, of the kind that DATABASE_URL names, with the settings of
the real site. Their tables go into docs/benchmarks.md, where those of others stay as they are.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import platform
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import benchmarks
from benchmarks import measure
from benchmarks.measure import Row

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
HEADINGS = ("", "figure", "reference", "ratio", "target", "met")
INTRODUCTION = """\
# Benchmarks

Written by `make bench`: medians of several runs, each beside a plain reference measured by turns
in the same run. Compare the ratios; the figures are those of one machine ({machine}).
"""


def main(words: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="catantour-bench-") as folder:
        _set_up(folder)
        missed = _run(words)
    if missed:
        print(f"\nMissed: {', '.join(missed)}", file=sys.stderr)
    return bool(missed)


def _set_up(folder: str) -> None:
    os.environ["VAR_DIR"] = folder
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "catantour.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    for module in pkgutil.iter_modules(benchmarks.__path__):
        if module.name not in {"__main__", "measure"}:
            importlib.import_module(f"benchmarks.{module.name}")


def _run(words: list[str]) -> list[str]:
    """Print every table as soon as it is there; returns the names of what missed its target."""
    page = _tables_on_the_page()
    missed = []
    for benchmark in measure.benchmarks:
        if words and not any(word.lower() in benchmark.title.lower() for word in words):
            continue
        rows = list(benchmark.rows())
        missed += [f"{benchmark.title}, {row.name}" for row in rows if not row.met]
        page[benchmark.title] = _table(rows)
        print(f"\n## {benchmark.title}\n\n{page[benchmark.title]}", flush=True)
    _write_page(page)
    return missed


def _tables_on_the_page() -> dict[str, str]:
    _, *sections = PAGE.read_text(encoding="utf-8").split("\n## ")
    tables = (section.partition("\n\n") for section in sections)
    return {title: table.rstrip() + "\n" for title, _, table in tables}


def _write_page(tables: Mapping[str, str]) -> None:
    """In the order of the benchmarks, without those that are no more."""
    titles = [benchmark.title for benchmark in measure.benchmarks if benchmark.title in tables]
    page = [INTRODUCTION.format(machine=_machine())]
    page += [f"## {title}\n\n{tables[title]}" for title in titles]
    PAGE.write_text("\n".join(page), encoding="utf-8")


def _table(rows: Iterable[Row]) -> str:
    lines = [HEADINGS, ("---",) * len(HEADINGS), *map(_cells, rows)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _cells(row: Row) -> tuple[str, ...]:
    ratio = "" if row.ratio is None else f"{row.ratio:.3g}"
    return (row.name, row.figure, row.reference, ratio, row.target, "yes" if row.met else "**no**")


def _machine() -> str:
    version = ".".join(platform.python_version_tuple()[:2])
    return f"{os.cpu_count()} cores, Python {version}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
