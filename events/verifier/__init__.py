"""The offline verifier, in Python and in JavaScript: standalone files that an auditor downloads."""
