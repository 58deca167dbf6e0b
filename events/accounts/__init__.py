"""What acts on everything of a player: profiles, closing an account, reports, links in e-mails."""
