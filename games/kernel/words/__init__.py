"""Texts in every language, the meanings of names on the wire, values in words, and reasons."""
