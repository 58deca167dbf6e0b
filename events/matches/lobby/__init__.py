"""The settings, seats and start of a match; and the changes of its seats while it runs."""
