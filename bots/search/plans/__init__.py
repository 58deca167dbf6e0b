"""One plan for each game, named by the game's key. A game without a plan offers no levels."""
