"""The global log in the form that outsiders' tools read: signed checkpoints, tiles, and witnesses' cosignatures."""
