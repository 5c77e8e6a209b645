"""Pages: a view reads, calls one service or one reading, and answers."""
