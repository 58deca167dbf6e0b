"""What the operator decides about players: sanctions with a reason, appeals, and what the logs show of two players."""
