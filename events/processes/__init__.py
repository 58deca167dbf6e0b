"""The processes of the server, as they announce themselves."""
