"""The state of a match: its rules, the fold over its log, and the occupants of its seats."""
