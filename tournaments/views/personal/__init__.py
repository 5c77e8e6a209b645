"""What one person sees: a player behind their link, somebody signed in."""
