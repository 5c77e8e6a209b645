"""Where a word stands in the database: whoever is gone is to be looked for in all of it."""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps


def traces(*words: str) -> list[str]:
    """`table.column: value` wherever one of the words stands, in any table and in any column."""
    return [
        f"{table}.{column}: {value}"
        for table, column, value in _everything()
        if any(word in value for word in words)
    ]


def _everything() -> Iterator[tuple[str, str, str]]:
    for model in apps.get_models(include_auto_created=True):
        for row in model._base_manager.values():
            for column, value in row.items():
                yield model._meta.db_table, column, str(value)
