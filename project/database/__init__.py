"""The database as a whole: its roles, what prepares it, backups, and the task queue inside it."""
