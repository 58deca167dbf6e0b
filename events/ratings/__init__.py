"""Ratings, and what each match changed of them."""
