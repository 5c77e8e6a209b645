"""A hall full of phones, played by a program over real HTTP: `manage.py simulate_hall`."""
