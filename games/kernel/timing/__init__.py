"""How long seats may take, and whom a match waits for: folds over the public part of a log."""
