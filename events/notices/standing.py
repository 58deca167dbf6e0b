"""Which receivers of notices are proven, in SQL: for claims, and for the figures of operators."""

PROVEN = """
    ({0}.failures = 0 AND {0}.tried_ms > 0 AND {0}.failed_ms <= %(now)s - 86400000
        AND {0}.created_ms <= %(now)s - 3600000)
"""
"""Whether a receiver is an hour old, took the last notice and failed at none for a day."""
