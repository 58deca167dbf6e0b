"""Matches, in storeys: views over table over lobby over record over shapes."""
