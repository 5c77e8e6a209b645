"""What other programs read: the public pages as JSON, without anything else of whoever asks."""
