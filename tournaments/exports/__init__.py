"""Prints and exports: a tournament as files."""
