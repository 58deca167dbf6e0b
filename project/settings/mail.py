"""E-mails, and play by e-mail."""

from project.settings.base import DATA_DIR, env

# E-mails: EMAIL_URL as django-environ reads it, such as smtp+tls://user:password@mail.example.org:587; by default files
# in the data folder. COMPTOIR_URL: where the links in them lead, and
# where passkeys work.
COMPTOIR_URL = env("COMPTOIR_URL", default="http://localhost:8000").rstrip("/")
# The name of the global log in its checkpoints, as others have written it down; a change makes it another log.
COMPTOIR_LOG_ORIGIN = env("COMPTOIR_LOG_ORIGIN", default=COMPTOIR_URL.partition("://")[2] + "/log")
# The witnesses of its checkpoints, with commas: the verifier key of each, a space, its address. How many of them
# have to sign before a checkpoint is the public one; 0: more than half. Seconds between two rounds of asking.
COMPTOIR_WITNESSES = env.list("COMPTOIR_WITNESSES", default=[])
COMPTOIR_WITNESS_QUORUM = env.int("COMPTOIR_WITNESS_QUORUM", default=0)
COMPTOIR_WITNESS_SECONDS = env.int("COMPTOIR_WITNESS_SECONDS", default=60)
_mail = env.email_url("EMAIL_URL", default=f"filemail:///{DATA_DIR}/mails")
vars().update(_mail)
if _mail["EMAIL_BACKEND"].endswith(".filebased.EmailBackend"):
    EMAIL_BACKEND = "project.storage.mail_files.PrivateFiles"
DEFAULT_FROM_EMAIL = env("EMAIL_FROM", default="comptoir@localhost")

# Play by e-mail. The domain of the addresses for answers (empty: no play by e-mail); the receiving server whose
# Authentication-Results count (empty: none); the local port where `make run` takes e-mails.
COMPTOIR_MAIL_PORT = env.int("COMPTOIR_MAIL_PORT", default=0)
COMPTOIR_MAIL_DOMAIN = env("COMPTOIR_MAIL_DOMAIN", default="localhost" if COMPTOIR_MAIL_PORT else "")
COMPTOIR_MAIL_AUTHSERV = env("COMPTOIR_MAIL_AUTHSERV", default="")
