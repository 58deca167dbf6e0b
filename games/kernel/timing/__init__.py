"""The clock of a match, and the seats that the match waits for: folds over the public part of a log."""
