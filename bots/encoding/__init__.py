"""Views as rows of numbers, and moves as sequences of actions: what policies that learn see and choose."""
