"""What the administrators of the series see."""
