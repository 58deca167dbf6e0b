"""Support for a database that distributes matches among nodes."""
