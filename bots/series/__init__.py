"""Series of duplicate deals between programs and policies: matches of the server, one signed file, and a table."""
