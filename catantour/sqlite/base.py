"""Numbers fit every database: whatever SQLite would keep, a column holds as much as PostgreSQL's.

Validators of models ask the database for its ranges. Without this a site on SQLite would take a
number that its archive could not bring to PostgreSQL, or one that SQLite itself cannot bind.
"""

from __future__ import annotations

from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.backends.sqlite3 import base, operations


class DatabaseOperations(operations.DatabaseOperations):
    integer_field_range = BaseDatabaseOperations.integer_field_range


class DatabaseWrapper(base.DatabaseWrapper):
    ops_class = DatabaseOperations
