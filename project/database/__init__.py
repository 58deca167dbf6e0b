"""The database as a whole: roles, preparation, distribution, backups, and the task queue."""
