"""Programs of other people, which sign a player in by OAuth 2.1: their registration, consent, and revocation."""
