"""Matches that are played in memory and stored in bulk, for measurements."""
