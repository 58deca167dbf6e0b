"""The rows of a match, the state that follows from them, and who may reach them."""
