"""Additions of the harness to the server processes: an adjustable clock, and at most one planted fault."""
