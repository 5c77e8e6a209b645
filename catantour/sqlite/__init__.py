"""SQLite with the ranges of PostgreSQL."""
