"""Accounts of bots that other programs play, and the decisions that these lease."""
