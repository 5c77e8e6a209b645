"""Text from the browser into values."""
