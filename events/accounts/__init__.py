"""Accounts: sign-up and sign-in, profiles, e-mail addresses, followed and avoided players, calendars, exports."""
