"""Pure decisions of a tournament: no Django, no database, no clock, no global randomness."""
