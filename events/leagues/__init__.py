"""Leagues: seasons whose divisions are tournaments, and who goes up and down between them."""
