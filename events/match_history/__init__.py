"""The results of players in public matches that are over, and the reliability of players."""
