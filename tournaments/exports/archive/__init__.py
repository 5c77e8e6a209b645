"""One tournament as one JSON document, from which another machine restores it whole.

A reference is the position of a row in its list, counted from 0: `"person": 3` is `persons[3]`.
Accounts stay where they are. What the series knows of people beyond the event stays too, unless
the whole is asked for on the command line; and once an event is over nobody's birth date goes
along, because who was a junior is kept by itself. Personal links go along, so that printed codes
keep working. For these, and for its birth dates and e-mail addresses, an archive is for the desk's
own backup, never for the public. The secret of the draws to come stays behind as long as anything
of it is secret: the chain ends where the archive is read, and the machine there begins its own.
"""
