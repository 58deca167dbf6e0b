"""Notifications to players: their inbox, webhooks, Web Push and e-mail."""
