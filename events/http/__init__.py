"""The plumbing of every endpoint: resources, fields, problems, limits. It has no subject of its own."""
