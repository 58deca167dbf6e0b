"""The OpenAPI document: its generation from typed dictionaries, and its endpoint."""
