"""Accounts: sign-up and sign-in, profiles, e-mail addresses, relations to other players, calendars, exports."""
