"""What referees see."""
