"""Numbers fit every database: whatever SQLite would keep, a column holds as much as PostgreSQL's.

Validators of models ask the database for its ranges. Without this a site on SQLite would take a
number that its archive could not bring to PostgreSQL, or one that SQLite itself cannot bind.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.backends.sqlite3 import base, operations

from catantour.sqlite.privacy import keep_to_the_owner


class DatabaseOperations(operations.DatabaseOperations):
    integer_field_range = BaseDatabaseOperations.integer_field_range


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not self.is_in_memory_db():
            keep_to_the_owner(Path(conn_params["database"]), settings.VAR_DIR)
        return super().get_new_connection(conn_params)
