"""Programs and policies meet in a series of duplicate deals: matches of the server, one signed file, and a table."""
