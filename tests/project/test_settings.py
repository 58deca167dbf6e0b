"""The settings of a server, read from a chosen environment."""

import ast
import os
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import project

ROOT = Path(__file__).resolve().parent.parent.parent
NAMED = {"DATABASE_URL": "postgresql://app:word@database:5433/comptoir?sslmode=require"}
SECRETS = {
    "SECRET_KEY": "s" * 60,
    "COMPTOIR_SECRET_KEY": "00" * 32,
    "COMPTOIR_SIGNING_SEED": "11" * 32,
    "COMPTOIR_BOT_KEY": "22" * 32,
}


@cache
def _read(environment: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """Imports the settings again, as a starting server does."""
    loaded = [name for name in sys.modules if name.split(".")[:2] == ["project", "settings"]]
    environ = patch.dict(os.environ, _environment(dict(environment)), clear=True)
    with environ, patch.dict(sys.modules), patch.object(project, "settings"):
        for name in loaded:
            del sys.modules[name]
        settings = vars(import_module("project.settings"))
    return {name: value for name, value in settings.items() if name.isupper()}


def settings_under(**environment: str) -> dict[str, Any]:
    """Returns all settings, read once for each environment."""
    return _read(tuple(sorted(environment.items())))


def _environment(named: dict[str, str]) -> dict[str, str]:
    shell = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return shell | {"DJANGO_SETTINGS_MODULE": "project.settings", "COMPTOIR_DATA": "/nonexistent"} | named


def interpreted(program: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program]
    return subprocess.run(command, cwd=ROOT, env=_environment(environment), capture_output=True, text=True)


def test_a_server_waits_two_seconds_for_a_lock_and_five_for_a_statement() -> None:
    options = settings_under(**NAMED)["DATABASES"]["default"]["OPTIONS"]["options"]

    assert options == "-c lock_timeout=2s -c statement_timeout=5s -c idle_in_transaction_session_timeout=5s"


def test_an_address_of_a_database_keeps_its_options() -> None:
    assert settings_under(**NAMED)["DATABASES"]["default"]["OPTIONS"]["sslmode"] == "require"


def test_with_a_pool_threads_keep_no_connections() -> None:
    database = settings_under(DATABASE_POOL_SIZE="20", **NAMED)["DATABASES"]["default"]

    assert (database["CONN_MAX_AGE"], database["OPTIONS"]["pool"]["max_size"]) == (0, 20)


def test_without_a_broker_the_queue_is_in_the_database_and_notifies_at_once() -> None:
    settings = settings_under(**NAMED)

    assert settings["CELERY_BROKER_URL"] == "pgmq://localhost"
    assert settings["CELERY_BROKER_TRANSPORT_OPTIONS"]["notify_throttle_interval_ms"] == 0
    assert "host=database" in settings["CELERY_BROKER_TRANSPORT_OPTIONS"]["conn_string"]


@pytest.mark.parametrize(
    ("broker", "option", "value"),
    [
        ("redis://cache:6379/0", "visibility_timeout", 120),
        ("rediss://cache:6379/0", "visibility_timeout", 120),
        ("amqp://guest:guest@queue//", "confirm_publish", True),
    ],
)
def test_each_broker_is_configured_to_lose_nothing(broker: str, option: str, value: object) -> None:
    options = settings_under(CELERY_BROKER_URL=broker, **NAMED)["CELERY_BROKER_TRANSPORT_OPTIONS"]

    assert options[option] == value


def test_queues_of_rabbitmq_are_replicated_and_those_of_redis_are_unchanged() -> None:
    rabbitmq = settings_under(CELERY_BROKER_URL="amqp://guest:guest@queue//", **NAMED)
    redis = settings_under(CELERY_BROKER_URL="redis://cache:6379/0", **NAMED)

    assert rabbitmq["CELERY_TASK_DEFAULT_QUEUE_TYPE"] == "quorum"
    assert "CELERY_TASK_DEFAULT_QUEUE_TYPE" not in redis


def test_behind_a_pooler_server_side_cursors_are_disabled() -> None:
    pooled = settings_under(LISTEN_DATABASE_URL="postgresql://app@database:5432/comptoir", **NAMED)

    assert pooled["DATABASES"]["default"]["DISABLE_SERVER_SIDE_CURSORS"] is True
    assert settings_under(**NAMED)["DATABASES"]["default"]["DISABLE_SERVER_SIDE_CURSORS"] is False


def test_a_message_is_redelivered_only_after_the_time_limit_of_a_task() -> None:
    settings = settings_under(**NAMED)

    assert settings["CELERY_BROKER_TRANSPORT_OPTIONS"]["visibility_timeout"] > settings["CELERY_TASK_TIME_LIMIT"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CELERY_TASK_ACKS_LATE", True),
        ("CELERY_TASK_REJECT_ON_WORKER_LOST", True),
        ("CELERY_WORKER_PREFETCH_MULTIPLIER", 1),
        ("CELERY_ACCEPT_CONTENT", ["json"]),
        ("CELERY_TASK_IGNORE_RESULT", True),
        ("CELERY_TASK_SOFT_TIME_LIMIT", 20),
        ("CELERY_TASK_TIME_LIMIT", 25),
        ("DEBUG", False),
        ("USE_TZ", True),
        ("CORS_ALLOWED_ORIGINS", []),
        ("SECURE_PROXY_SSL_HEADER", None),
    ],
)
def test_the_setting_has_its_value(name: str, value: object) -> None:
    assert settings_under(**NAMED)[name] == value


@pytest.mark.parametrize("missing", SECRETS)
def test_a_key_that_is_not_configured_is_temporary(missing: str) -> None:
    named = {name: SECRETS[name] for name in SECRETS if name != missing}

    assert settings_under(**NAMED, **named)["SECRETS_ARE_TEMPORARY"]
    assert not settings_under(**NAMED, **SECRETS)["SECRETS_ARE_TEMPORARY"]


def test_a_server_refuses_to_start_with_a_temporary_key() -> None:
    assert "expected SECRET_KEY" in interpreted("import project.asgi", NAMED).stderr


def test_a_server_refuses_to_start_in_debug_mode() -> None:
    assert "expected DEBUG to be off" in interpreted("import project.asgi", NAMED | SECRETS | {"DEBUG": "true"}).stderr


def test_a_traceback_in_the_log_shows_no_values() -> None:
    program = """
import django; django.setup()
import logging
def fails(seed):
    raise ValueError("x")
try:
    fails("canary" + "42")
except ValueError:
    logging.getLogger("events").exception("failed")
"""
    for form in ("text", "json"):
        process = interpreted(program, NAMED | SECRETS | {"LOG_FORMAT": form})
        assert "ValueError" in process.stderr
        assert "canary42" not in process.stderr


def test_each_transport_option_names_no_password_in_a_log_line() -> None:
    program = "from project.celery import app; print(app.connection_for_write().as_uri())"

    assert "word" not in interpreted(program, NAMED | SECRETS).stdout


def test_a_server_with_https_starts_on_named_secrets_but_not_without_a_proxy() -> None:
    https = NAMED | SECRETS | {"HTTPS": "true"}

    assert "expected COMPTOIR_PROXIES" in interpreted("import project.asgi", https).stderr
    started = interpreted("import project.asgi", https | {"COMPTOIR_PROXIES": "1"})
    assert started.returncode == 0, started.stderr


@pytest.mark.parametrize(("proxies", "believed"), [("0", None), ("1", ("HTTP_X_FORWARDED_PROTO", "https"))])
def test_only_a_configured_proxy_may_state_that_a_request_came_by_https(proxies: str, believed: object) -> None:
    settings = settings_under(HTTPS="true", COMPTOIR_PROXIES=proxies, **NAMED)

    assert settings["SECURE_PROXY_SSL_HEADER"] == believed


@pytest.mark.parametrize("named", ["HSTS_INCLUDE_SUBDOMAINS", "HSTS_PRELOAD"])
def test_https_applies_to_subdomains_and_preload_lists_only_if_configured(named: str) -> None:
    plain = settings_under(HTTPS="true", COMPTOIR_PROXIES="1", **NAMED)
    asked = settings_under(HTTPS="true", COMPTOIR_PROXIES="1", **{named: "true"}, **NAMED)

    assert plain["SECURE_HSTS_SECONDS"] == 31_536_000
    assert (plain["SECURE_HSTS_INCLUDE_SUBDOMAINS"], plain["SECURE_HSTS_PRELOAD"]) == (False, False)
    assert [name for name in asked if name.startswith("SECURE_") and asked[name] != plain[name]] == [f"SECURE_{named}"]


def test_no_setting_is_assigned_a_second_time() -> None:
    modules = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "project" / "settings").glob("*.py")]
    lines = [line for module in modules for line in module.body if isinstance(line, ast.Assign)]
    names = [ast.unparse(target) for line in lines for target in line.targets]

    assert {name for name in names if names.count(name) > 1} == set()
