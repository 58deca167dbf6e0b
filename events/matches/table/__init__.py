"""A match that runs: moves, the clock, standing orders, leases of bots."""
