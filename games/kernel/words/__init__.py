"""Texts in every language, what names on the wire mean, and values in words."""
