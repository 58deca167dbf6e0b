"""What the harness puts into the servers' processes: a clock that it can turn, and one planted fault at most."""
