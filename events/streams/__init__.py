"""Streams of new events: of a match, or for a player."""
