"""Clubs: their members, the links that invite to them, what their tables begin with, and ratings of their own."""
