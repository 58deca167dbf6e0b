"""Tournaments as pure functions of their logs: who meets whom, what a result is worth, and the table."""
