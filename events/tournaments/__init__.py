"""Tournaments: entries, rounds, results and their table.

Pairings, points and table are pure functions of the log.
"""
