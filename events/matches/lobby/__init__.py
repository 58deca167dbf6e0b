"""The settings, seats and start of a match, and changes of its seats during play."""
