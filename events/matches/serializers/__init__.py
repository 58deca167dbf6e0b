"""Requests and responses about matches, by subject."""
