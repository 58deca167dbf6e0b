"""Code that knows no match and no request: the clock, canonical forms, signatures, errors."""
