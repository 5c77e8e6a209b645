"""What the site costs, always as a ratio to something plain that is measured in the same run."""
