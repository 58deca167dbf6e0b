"""The API's views: each reads a request, calls a service or a selector, and returns the result over HTTP."""
