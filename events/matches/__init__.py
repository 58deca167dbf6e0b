"""Games and matches: lobby, seats, table, moves, messages and events.

In storeys: views over table over lobby over record over serializers.
"""
