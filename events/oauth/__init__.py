"""Apps that sign players in by OAuth 2.1: registration, consent and revocation."""
