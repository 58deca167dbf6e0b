"""Play by e-mail: the table in an e-mail, and answers that are sent back."""
