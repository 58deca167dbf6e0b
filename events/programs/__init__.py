"""Accounts of other people's bots, and the decisions that their programs lease."""
