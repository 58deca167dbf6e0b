"""The state of a match: its rules, its fold over the log, and who sits where."""
