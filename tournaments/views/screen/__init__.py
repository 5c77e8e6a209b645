"""What hangs in the hall."""
