"""A match in words."""
