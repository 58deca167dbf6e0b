"""The endpoints of matches, by subject."""
