"""Callers of the server: hosts, cross-origin requests, HTTPS and passwords."""

from corsheaders.defaults import default_headers

from project.settings.base import HTTPS, env

AUTH_USER_MODEL = "users.Player"
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CORS_ALLOWED_ORIGINS = env.list("CORS_ALLOWED_ORIGINS", default=[])  # empty: the same origin only
CORS_URLS_REGEX = r"^/(api|oauth|\.well-known)/"
CORS_ALLOW_HEADERS = [*default_headers, "idempotency-key", "if-match", "if-none-match", "last-event-id"]
CORS_EXPOSE_HEADERS = [
    "Content-Language",
    "ETag",
    "Idempotent-Replayed",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-Id",
]
CORS_PREFLIGHT_MAX_AGE = 7200
CSRF_FAILURE_VIEW = "events.http.problems.csrf_failure"
COMPTOIR_PROXIES = env.int("COMPTOIR_PROXIES", default=0)  # the number of trusted proxies that add to X-Forwarded-For
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

# HTTPS. The trusted proxy sets X-Forwarded-Proto; without a proxy, any client could send that header.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS and COMPTOIR_PROXIES else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^livez$", r"^readyz$", r"^metrics$"]  # probes come from the internal network
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env.bool("HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = HTTPS and env.bool("HSTS_PRELOAD", default=False)  # hard to revert, browsers ship the list
SILENCED_SYSTEM_CHECKS = [
    *("security.W005", "security.W021"),  # other hosts of the domain are the operator's decision
    "security.W002",  # RequestMiddleware sends X-Frame-Options
    "oauth2_provider.W008",  # native apps receive their code at http://127.0.0.1
]
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = (  # sent by RequestMiddleware
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
PASSWORD_HASHERS = ["events.users.passwords.PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
