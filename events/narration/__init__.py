"""Matches in words: the events, the table, the question to a seat, and the player's answers."""
