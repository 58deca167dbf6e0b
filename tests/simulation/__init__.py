"""Simulates the whole server from one seed: its real code and a real PostgreSQL, in one process, with one clock."""
