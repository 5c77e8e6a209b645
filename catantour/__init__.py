"""The project: settings, addresses and the task queue."""
