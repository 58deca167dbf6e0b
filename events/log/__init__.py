"""The tables of a match, the state computed from them, and access to both."""
