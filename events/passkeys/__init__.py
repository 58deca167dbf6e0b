"""Passkeys (WebAuthn): sign-in with a key on the player's device, in addition to passwords."""
