"""The referee's calculator: what a roll allows on a sheet, and what a sheet is worth."""
