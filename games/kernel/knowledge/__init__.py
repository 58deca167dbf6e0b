"""What a seat knows of cards that it cannot see, folded from what it received."""
