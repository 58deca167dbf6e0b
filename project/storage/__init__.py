"""Where files go: the archive and e-mails without a server."""
