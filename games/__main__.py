"""`python -m games FILE...` judges records of games without starting the site."""

from __future__ import annotations

import sys

from games.judging import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
