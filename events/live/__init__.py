"""Streams of events: what is new in a match, or for a player."""
