"""The knowledge of a seat about cards that it cannot see, folded from the effects that it received."""
