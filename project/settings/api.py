"""REST framework, the OpenAPI document, OAuth and rate limits."""

import os

from project.limits import limits_from
from project.settings.base import env

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "events.http.auth.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["events.http.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "events.http.openapi.operations.Operations",
    "DEFAULT_THROTTLE_CLASSES": ["events.http.throttles.WindowThrottle"],
    "EXCEPTION_HANDLER": "events.http.problems.problem_handler",
    "URL_FORMAT_OVERRIDE": None,
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Comptoir",
    "DESCRIPTION": "Card games as event logs: matches, views of the table, and moves.",
    "VERSION": "1.0.0",
    "OAS_VERSION": "3.1.1",
    "LICENSE": {"name": "All rights reserved"},
    "SERVERS": [{"url": "/", "description": "This server"}],
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "none", "filter": True, "validatorUrl": None},
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {  # of all apps, because drf-spectacular reads this one table
        "AppKindEnum": ["page", "device"],
        "ClubOfficeEnum": ["owner", "organiser", "member"],
        "ClubRoleEnum": ["owner", "organiser", "member", "asking"],
        "ClubVisibilityEnum": ["public", "private"],
        "ForkModeEnum": ["exact", "resampled"],
        "FormatEnum": ["comptoir-bundle/2"],
        "KindsEnum": "events.notifications.serializers.KINDS",
        "LeagueOutcomeEnum": "events.leagues.rules.OUTCOMES",
        "LeagueStatusEnum": ["open", "ended"],
        "PromptOutModeEnum": ["once", "open"],
        "SeasonStatusEnum": ["proposed", "running", "finished"],
        "StatusEnum": "events.matches.views.lobby.STATUSES",
        "TournamentFormatEnum": "events.tournaments.serializers.tournaments.FORMATS",
        "TournamentStatusEnum": ["open", "running", "finished", "cancelled"],
        "VisibilityEnum": ["public", "unlisted", "private"],
    },
    "POSTPROCESSING_HOOKS": [  # of all apps, because each hook changes the result of those before it
        "drf_spectacular.hooks.postprocess_schema_enums",
        "events.http.openapi.components.unwrap_references",
        "events.matches.openapi.add_events",
        "events.notifications.openapi.add_notices",
        "events.streams.openapi.add_streamed",
        "events.http.openapi.lines.describe_lines",
        "events.http.openapi.operations.order_operations",
        "events.http.openapi.operations.describe_tags",
        "events.http.openapi.headers.describe_headers",
        "events.http.openapi.problem_schema.share_problem_responses",
        "events.http.openapi.names.name_components",
    ],
}

# The counters of rate limits: separate in each process, or common to all in a Redis (rediscache://host:6379/1).
CACHES = {"default": env.cache_url("CACHE_URL", default="locmemcache://")}
if CACHES["default"]["BACKEND"].endswith(".LocMemCache"):
    CACHES["default"]["OPTIONS"] = {"MAX_ENTRIES": 100_000}

# The rate limits, (requests, seconds) by scope. COMPTOIR_LIMIT_MOVES=40/10 sets one; COMPTOIR_LIMITS=off removes all.
COMPTOIR_LIMITS = limits_from(os.environ)

# django-oauth-toolkit (`events.oauth`).
OAUTH2_PROVIDER_APPLICATION_MODEL = "oauth2_provider.Application"
OAUTH2_PROVIDER = {
    "OAUTH2_VALIDATOR_CLASS": "events.oauth.redeeming.Validator",
    "SCOPES": {"read": "read", "play": "play"},
    "DEFAULT_SCOPES": ["read"],
    "AUTHORIZATION_CODE_EXPIRE_SECONDS": 60,
    "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
    "REFRESH_TOKEN_EXPIRE_SECONDS": 90 * 86_400,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
    "COMPLIANT_BCP_RFC9700_TOKEN_STORAGE": True,
    "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True,
    "COMPLIANT_BCP_RFC9700_IMPLICIT_GRANT": True,
    "COMPLIANT_BCP_RFC9700_PASSWORD_GRANT": True,
    "COMPLIANT_BCP_RFC9700_ACCESS_TOKEN_TRANSPORT": True,
}
