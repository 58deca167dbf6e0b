"""Results of players in public matches that are over, and how reliably they play."""
