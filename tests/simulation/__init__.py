"""The whole server simulated from one seed: its real code and a real PostgreSQL, in one process, under one clock."""
