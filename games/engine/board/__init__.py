"""The board: its places, the printed frames, boards drawn at random."""
