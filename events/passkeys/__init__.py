"""Passkeys (WebAuthn): signing in with a key of one's device, beside passwords."""
