"""The operator's decisions about players: sanctions with a reason, appeals, and the evidence of two players' logs."""
