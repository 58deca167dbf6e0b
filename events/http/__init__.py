"""The infrastructure of all endpoints: resources, fields, problems, limits."""
