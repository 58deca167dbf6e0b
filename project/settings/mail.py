"""E-mails, and play by e-mail."""

from project.settings.base import DATA_DIR, env

# E-mails: EMAIL_URL in the form of django-environ, such as smtp+tls://user:password@mail.example.org:587. By default,
# e-mails are files in the data folder.
_mail = env.email_url("EMAIL_URL", default=f"filemail:///{DATA_DIR}/mails")
vars().update(_mail)
if _mail["EMAIL_BACKEND"].endswith(".filebased.EmailBackend"):
    EMAIL_BACKEND = "project.storage.mail_files.PrivateFiles"
DEFAULT_FROM_EMAIL = env("EMAIL_FROM", default="comptoir@localhost")

# Play by e-mail: the domain of the addresses for answers (empty: no play by e-mail), the receiving server whose
# Authentication-Results are trusted (empty: none), and the local port where `make run` receives e-mails.
COMPTOIR_MAIL_PORT = env.int("COMPTOIR_MAIL_PORT", default=0)
COMPTOIR_MAIL_DOMAIN = env("COMPTOIR_MAIL_DOMAIN", default="localhost" if COMPTOIR_MAIL_PORT else "")
COMPTOIR_MAIL_AUTHSERV = env("COMPTOIR_MAIL_AUTHSERV", default="")
