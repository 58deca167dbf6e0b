"""Storage of files: the archive, and e-mails without a mail server."""
