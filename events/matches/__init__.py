"""Games and matches: lobby, seats, table, moves, messages and events.

The layers, from top to bottom, are `views`, `table`, `lobby`, `record` and `serializers`.
"""
