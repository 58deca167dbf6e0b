"""The processes of the server, as they report themselves."""
