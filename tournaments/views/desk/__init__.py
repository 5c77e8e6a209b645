"""What those see who run an event."""
