"""The board: its places, the printed layouts, boards drawn at random."""
