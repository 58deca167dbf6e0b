"""Projections: tables that follow from the logs of matches, and how they follow them."""
