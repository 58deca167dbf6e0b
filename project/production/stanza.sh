#!/bin/sh
# Runs once, when the container of PostgreSQL makes its database: prepares the repository of backups for it.
exec pgbackrest --stanza=comptoir stanza-create
