"""What can be done: one transaction each, keyword arguments only; side effects after the commit."""
