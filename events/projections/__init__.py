"""Projections: tables computed from the logs of matches, and their updates."""
