"""Views as rows of numbers, and moves as sequences of actions, for policies that learn."""
