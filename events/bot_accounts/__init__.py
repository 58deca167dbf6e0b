"""The accounts of bots that other programs play, and the decisions that these programs lease."""
