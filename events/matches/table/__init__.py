"""Running matches: moves, the clock, standing orders, leases of bots."""
