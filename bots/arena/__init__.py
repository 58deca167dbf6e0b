"""Measures policies against each other, in memory: nothing is recorded in the log."""
