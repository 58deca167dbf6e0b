"""Players, tokens, passwords, e-mails, and the players whom a player mutes or blocks."""
