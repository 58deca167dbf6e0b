"""The arena: measures policies against each other in memory, without a log."""
