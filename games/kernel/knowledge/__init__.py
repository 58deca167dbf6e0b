"""The knowledge of a seat about cards that it cannot see: a fold over the effects that the seat received."""
