"""The reference client: modules in `static`, their `bundling`, a page in `templates`, pinned libraries in `vendor`."""
