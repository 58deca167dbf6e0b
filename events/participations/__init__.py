"""What players did in public matches that are over: their results, and how they keep to their matches."""
