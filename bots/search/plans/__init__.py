"""One plan for each game, named by the game's key. A game without one offers no levels."""
