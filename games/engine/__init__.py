"""The games as values: no Django, no database, no clock, no global randomness."""
