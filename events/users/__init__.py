"""Players, tokens, passwords, e-mail, and who avoids whom."""
