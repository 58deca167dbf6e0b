"""Leagues: seasons whose divisions are tournaments, with promotion and relegation between the divisions."""
