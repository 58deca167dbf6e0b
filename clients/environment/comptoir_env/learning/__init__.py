"""Training: self-play with PPO, in NumPy and from one seed (docs/self-play.md, "Training")."""
