"""A match until the deal, and its seats at any time."""
