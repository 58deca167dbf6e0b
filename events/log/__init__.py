"""The tables of a match, the state computed from them, and the rules of access to both."""
