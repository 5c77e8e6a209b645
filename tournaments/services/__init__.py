"""What people do: one function, one act, one transaction, by subject."""
