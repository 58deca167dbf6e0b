"""Apps that sign players in by OAuth 2.1: their registration, consent, and revocation."""
