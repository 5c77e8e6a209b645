"""How an event is played and ranked, as a value: read from a data file or from what was typed.

`presets.py` has the formats that ship, `values.py` what a format says, `criteria.py` by what its
standings may be ordered, `reading.py` what is wrong with one that somebody wrote, `kept.py` the
copy that an event has.
"""
