"""Tests of what a person meets at a table: cards to read, the pace of the others, the end."""
