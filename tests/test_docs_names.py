"""Every path, module, command, option of a command, setting and endpoint that README and docs/ name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.urls import URLPattern

from events.urls import urlpatterns
from project.settings import INSTALLED_APPS

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
EACH_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
ROOMS = ("games", "events", "bots", "project", "tests", "docs")
NEW_GAME = re.compile(r"\b(haggle|greedy/haggle)\b")  # what `startgame` writes, and what its author adds later

PATH = re.compile(rf"(?<![\w/.-])(?:{'|'.join(ROOMS)})/[\w./*<>-]+")
FILE = re.compile(r"`([\w-]+\.(?:py|md|mjs|js|toml|yaml))`")
MODULE = re.compile(rf"(?<![\w/.-])(?:{'|'.join(ROOMS)})(?:\.[a-z_][a-z_0-9]*)+(?![\w/])")
MANAGE = re.compile(r"manage\.py ([a-z_]+)([^`\n#]*)")
RUN = re.compile(
    r"(?:python3?|node|-m) ((?:[\w.-]+/)*[\w./-]+\.(?:py|mjs|js)|(?:games|events|project|tests)\.[\w.]+)([^`\n#]*)"
)
MAKE = re.compile(r"(?:`|^)make ([a-z.][\w./-]*)", re.MULTILINE)
SETTING = re.compile(r"`((?:COMPTOIR|DATABASE|CELERY|QUEUE|LISTEN|PROMETHEUS)_[A-Z_]+)`")
ENDPOINT = re.compile(r"`?(?:GET|POST|PATCH|DELETE) ((?:/[\w{}<>-]+)+)")
DJANGOS = ("check", "collectstatic", "createsuperuser", "migrate")  # commands of Django itself
IN_EVENTS = "|".join(sorted(path.parent.name for path in (ROOT / "events").glob("*/__init__.py")))
ROOMS_OF_EVENTS = re.compile(rf"(?:^|`|  )({IN_EVENTS})/([a-z_]+(?:/[a-z_]+)*)", re.MULTILINE)


def pattern_of(path: str) -> str:
    return re.sub(r"<\w+>", "*", path).rstrip(".")


def missing_paths(text: str, folder: Path) -> list[str]:
    """Paths from the root, and names of files that are nowhere, without those of the game that a reader makes."""
    paths = [path for path in PATH.findall(text) if not NEW_GAME.search(path)]
    named = [name for name in FILE.findall(text) if not NEW_GAME.search(name)]
    gone = [path for path in paths if not list(ROOT.glob(pattern_of(path))) and not (folder / path).exists()]
    parts = [f"{room}/{name}" for room, name in ROOMS_OF_EVENTS.findall(text)]
    gone += [part for part in parts if not list((ROOT / "events").glob(f"{part}*"))]
    return gone + [name for name in named if not is_somewhere(name)]


def is_somewhere(name: str) -> bool:
    """Whether a file of that name is in the repository, or in what `startgame` writes."""
    rooms = [ROOT / room for room in ROOMS]
    return (ROOT / name).exists() or any(
        next(room.rglob(f"{name}{end}"), None) for room in rooms for end in ("", "-tpl")
    )


def missing_modules(text: str) -> list[str]:
    modules = [name for name in MODULE.findall(text) if not NEW_GAME.search(name) and not name.endswith((".md", ".py"))]
    return [name for name in modules if not is_module(name.split("."))]


def is_module(parts: list[str]) -> bool:
    """Whether they name a package, a module, or something that a module defines."""
    path = ROOT.joinpath(*parts)
    if path.is_dir() or path.with_suffix(".py").is_file():
        return True
    owner = ROOT.joinpath(*parts[:-1])
    files = [owner.with_suffix(".py"), owner / "__init__.py"]
    return any(re.search(rf"\b{parts[-1]}\b", file.read_text(encoding="utf-8")) for file in files if file.is_file())


def script_of(command: str) -> Path | None:
    """The file that a command runs: a management command, a module or a script."""
    names = [f"{app}/management/commands/{command}.py" for app in INSTALLED_APPS if (ROOT / app).is_dir()]
    names += ["project/embedded/up.py"] if command == "up" else []  # which starts before Django does
    names += [command, f"{command.replace('.', '/')}.py", f"{command.replace('.', '/')}/__main__.py"]
    return next((ROOT / name for name in names if (ROOT / name).is_file()), None)


def missing_commands(text: str) -> list[str]:
    """Commands that are nowhere, and options that the file of a command does not name."""
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
    paths = [str(route.pattern) for route in urlpatterns if isinstance(route, URLPattern)]
    return [re.compile("/" + re.sub(r"<[^>]*>", r"[^/]+", path)) for path in paths]


def missing_endpoints(text: str) -> list[str]:
    """Endpoints that are no route; a path may leave out the match that it belongs to."""
    known = routes()
    called = [path for path in ENDPOINT.findall(text) if path != "/api/v1"]
    whole = [(path, path.removeprefix("/api/v1")) for path in called]
    return [
        path
        for path, own in whole
        if not any(route.fullmatch(own) or route.fullmatch(f"/matches/m{own}") for route in known)
    ]


@EACH_PAGE
def test_the_paths_that_a_page_names_are_there(page: Path) -> None:
    assert missing_paths(page.read_text(encoding="utf-8"), page.parent) == []


@EACH_PAGE
def test_the_modules_that_a_page_names_are_there(page: Path) -> None:
    assert missing_modules(page.read_text(encoding="utf-8")) == []


@EACH_PAGE
def test_the_commands_that_a_page_names_run_with_the_options_it_names(page: Path) -> None:
    assert missing_commands(page.read_text(encoding="utf-8")) == []


@EACH_PAGE
def test_the_settings_that_a_page_names_are_read(page: Path) -> None:
    assert missing_settings(page.read_text(encoding="utf-8")) == []


@EACH_PAGE
def test_the_endpoints_that_a_page_names_are_routes(page: Path) -> None:
    assert missing_endpoints(page.read_text(encoding="utf-8")) == []


def test_a_page_that_names_what_is_not_there_is_found() -> None:
    paths = "see events/rows.py, `nobody.py` and bots/policies/greedy/<game>.py\nmatches/rows  write one row"

    assert missing_paths(paths, ROOT) == ["events/rows.py", "matches/rows", "nobody.py"]
    assert missing_modules("games.kernel.options and games.kernel.nowhere, events.log.log.draft") == [
        "games.kernel.nowhere"
    ]
    assert missing_commands("`make lint` and `make cake`") == ["make cake"]
    assert missing_commands("manage.py sweep --twice") == ["sweep --twice"]
    assert missing_commands("python -m project.nobody --port 1") == ["project.nobody"]
    assert missing_settings("`COMPTOIR_DATA`, `COMPTOIR_NOTHING`") == ["COMPTOIR_NOTHING"]
    assert missing_endpoints("`GET /matches/{id}/view` and `GET /matches/{id}/table`") == ["/matches/{id}/table"]
