"""Texts in every language, what names on the wire mean, values in words, and reasons."""
