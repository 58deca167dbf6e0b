"""Every command, command option, setting and endpoint in README and docs/ exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from project.settings import INSTALLED_APPS
from tests.events.http.routes import ROUTES

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)

MANAGE = re.compile(r"manage\.py ([a-z_]+)([^`\n#]*)")
RUN = re.compile(
    r"(?:python3?|node|-m) ((?:[\w.-]+/)*[\w./-]+\.(?:py|mjs|js)|(?:games|events|project|tests)\.[\w.]+)([^`\n#]*)"
)
MAKE = re.compile(r"(?:`|^)make ([a-z.][\w./-]*)", re.MULTILINE)
SETTING = re.compile(r"`((?:COMPTOIR|DATABASE|CELERY|QUEUE|LISTEN|PROMETHEUS)_[A-Z_]+)`")
ENDPOINT = re.compile(r"`?(?:GET|POST|PATCH|DELETE) ((?:/[\w{}<>-]+)+)")
DJANGOS = (
    "check",
    "collectstatic",
    "createsuperuser",
    "makemigrations",
    "migrate",
    "runserver",
    "sendtestemail",
)  # commands of Django itself


def script_of(command: str) -> Path | None:
    """Returns the file that a command runs: a management command, a module or a script."""
    folders = [app.replace(".", "/") for app in INSTALLED_APPS]
    names = [f"{folder}/management/commands/{command}.py" for folder in folders if (ROOT / folder).is_dir()]
    names += ["project/embedded/up.py"] if command == "up" else []  # this command starts before Django
    names += [command, f"{command.replace('.', '/')}.py", f"{command.replace('.', '/')}/__main__.py"]
    return next((ROOT / name for name in names if (ROOT / name).is_file()), None)


def missing_commands(text: str) -> list[str]:
    """Returns unknown commands, and options that the command's file does not contain."""
    gone = [f"make {target}" for target in MAKE.findall(text) if not is_target(target)]
    for command, rest in [*MANAGE.findall(text), *RUN.findall(text)]:
        script = script_of(command)
        if script is None:
            gone += [command] if command not in DJANGOS else []
        else:
            code = script.read_text(encoding="utf-8")
            gone += [f"{command} {option}" for option in re.findall(r"--[a-z-]+", rest) if option not in code]
    return gone


def is_target(name: str) -> bool:
    rules = (ROOT / "Makefile").read_text(encoding="utf-8").replace("$(VENV)", ".venv")
    return re.search(rf"^{re.escape(name)}:", rules, re.MULTILINE) is not None


def missing_settings(text: str) -> list[str]:
    code = "".join(path.read_text(encoding="utf-8") for path in [*sources(), ROOT / "Makefile"])
    return [name for name in SETTING.findall(text) if name not in code and not name.startswith("COMPTOIR_LIMIT_")]


def sources() -> list[Path]:
    return [path for room in ("project", "tests") for path in (ROOT / room).rglob("*.py") if path != Path(__file__)]


def routes() -> list[re.Pattern[str]]:
    paths = [str(route.pattern) for route in ROUTES]
    return [re.compile("/" + re.sub(r"<[^>]*>", r"[^/]+", path)) for path in paths]


def missing_endpoints(text: str) -> list[str]:
    """Returns unknown endpoints; a path may leave out the match to which it belongs."""
    known = routes()
    called = [path for path in ENDPOINT.findall(text) if path != "/api/v1"]
    whole = [(path, path.removeprefix("/api/v1")) for path in called]
    return [
        path
        for path, own in whole
        if not any(route.fullmatch(own) or route.fullmatch(f"/matches/m{own}") for route in known)
    ]


@EACH_PAGE
def test_the_commands_that_a_page_names_run_with_the_options_it_names(page: Path) -> None:
    assert missing_commands(page.read_text(encoding="utf-8")) == []


@EACH_PAGE
def test_the_settings_that_a_page_names_are_read(page: Path) -> None:
    assert missing_settings(page.read_text(encoding="utf-8")) == []


@EACH_PAGE
def test_the_endpoints_that_a_page_names_are_routes(page: Path) -> None:
    assert missing_endpoints(page.read_text(encoding="utf-8")) == []


def test_a_page_that_names_a_missing_command_setting_or_endpoint_is_found() -> None:
    assert missing_commands("`make lint` and `make cake`") == ["make cake"]
    assert missing_commands("manage.py scheduler --twice") == ["scheduler --twice"]
    assert missing_commands("python -m project.nobody --port 1") == ["project.nobody"]
    assert missing_settings("`COMPTOIR_DATA`, `COMPTOIR_NOTHING`") == ["COMPTOIR_NOTHING"]
    assert missing_endpoints("`GET /matches/{id}/view` and `GET /matches/{id}/table`") == ["/matches/{id}/table"]
