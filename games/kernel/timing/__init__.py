"""The clock of a match and the seats that it waits for: folds over the public part of a log."""
