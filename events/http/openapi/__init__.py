"""The OpenAPI document: made of typed dictionaries, and served."""
