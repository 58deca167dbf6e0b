"""The embedded installation: its PostgreSQL, its processes, and its keys."""
