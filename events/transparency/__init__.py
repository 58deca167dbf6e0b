"""The global log in a standard form for external tools: signed checkpoints, tiles, and witnesses' cosignatures."""
