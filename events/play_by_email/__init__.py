"""Play by e-mail: e-mails that contain the table, and answers that players send back."""
