"""The storage of files: the archive, and e-mails if no mail server is configured."""
