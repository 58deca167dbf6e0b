"""Code that is independent of matches and requests: the clock, canonical forms, signatures, errors."""
