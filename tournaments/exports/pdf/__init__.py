"""Prints on A4, one file a print. Black on white, so that any printer in a hall will do."""
