"""Ratings, and the change of ratings by each match."""
