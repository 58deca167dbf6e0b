"""The shapes of what selectors return, field by field: the one definition, from which the OpenAPI document is made.

What varies by game is described by `GET /games/{game}`.
"""
