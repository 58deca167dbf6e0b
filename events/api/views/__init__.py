"""The API's views: each reads a request, asks a service or a selector, and puts the answer into HTTP."""
