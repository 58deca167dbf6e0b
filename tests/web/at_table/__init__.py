"""Tests of the table page: readable cards, the pace of the others, and the end of a match."""
