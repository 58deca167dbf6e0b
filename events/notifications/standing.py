"""The SQL condition for proven receivers of notifications, used by claims and by metrics."""

PROVEN = """
    ({0}.failures = 0 AND {0}.tried_ms > 0 AND {0}.failed_ms <= %(now)s - 86400000
        AND {0}.created_ms <= %(now)s - 3600000)
"""
"""The SQL condition of a proven receiver: an hour old, accepted the last notification, no failure for a day."""
