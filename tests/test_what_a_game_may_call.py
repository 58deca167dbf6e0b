"""The page for game authors lists everything that they may call, and no other code names a game without a reason."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from games import registry
from games.kernel import options, slots
from games.kernel.dealer import Dealer
from games.kernel.game import Game
from games.kernel.options import Options
from games.kernel.phase import OpenPhase, Phase, SealedPhase
from games.kernel.state import Table

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "what-a-game-may-call.md"
MADE = "# The methods that the kernel derives"
CODED = re.compile(r"`([^`]+)`")

# The files that may name a game, with the reason.
NAMED = {
    "bots/policies/greedy/": "policies",
    "bots/search/": "policies",
    "events/base/policies.py": "which games have levels",
    "project/web/static/layouts": "arrangements",
    "project/web/static/cards/": "drawings",
    "project/web/static/shell/session.js": "the game that a newcomer sees first",
    "bots/encoding/": "encodings",
    "clients/environment/comptoir_env/": "examples",
    ".importlinter": "games import no games",
    "games/registry.py": "the list of games",
    "docs/examples/": "examples",
    "/examples/": "examples",
    "serializers": "examples of values in the API's description",
    "response_types.py": "an example of a value",
}
SOURCES = (".py", ".js", ".mjs", ".toml", ".css", ".html", ".importlinter")


def public_names(of: Any) -> set[str]:
    return {name for name in vars(of) if not name.startswith("_")}


def hooks() -> set[str]:
    """Returns the members that a game defines, which come before the kernel's own members."""
    source = inspect.getsource(Game)
    return set(re.findall(r"^    def ([a-z]\w*)", source[: source.index(MADE)], re.MULTILINE)) | {
        name for name in Game.__annotations__ if not name.startswith("_")
    }


def callable_names() -> set[str]:
    """Returns everything that rules may use."""
    made = {name for name in own_names(slots) if is_slot(getattr(slots, name))}
    helpers = {name for name in own_names(options) if inspect.isfunction(getattr(options, name))}
    reads = {name for name, one in vars(Table).items() if inspect.isfunction(one) or isinstance(one, property)}
    phases = public_names(Phase) | public_names(SealedPhase) | public_names(OpenPhase)
    of_options = public_names(Options) - {"schema", "from_json", "to_json", "package"}
    named = made | helpers | public_names(Dealer) | phases | reads | of_options | (hooks() - {"package"})
    return {name for name in named if not name.startswith("_")}


def own_names(module: ModuleType) -> list[str]:
    """Returns the names that a module defines itself."""
    return [name for name, one in vars(module).items() if getattr(one, "__module__", None) == module.__name__]


def is_slot(one: Any) -> bool:
    return inspect.isclass(one) and issubclass(one, slots.Slot) and not inspect.isabstract(one)


def unnamed(page: str) -> list[str]:
    prose = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    words = {word for code in CODED.findall(prose) for word in re.findall(r"\w+", code)}
    return sorted(callable_names() - words)


def test_the_page_names_everything_that_a_game_may_call() -> None:
    assert unnamed(PAGE.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("name", ["Subset", "reorder", "seats_able_to_answer", "optional_number", "surveyed", "blanks"])
def test_a_name_missing_from_the_page_is_found(name: str) -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert unnamed(re.sub(rf"\b{name}\b", "it", page)) == [name]


def test_the_example_frame_of_the_page_waits_for_all_seats_and_continues() -> None:
    from tests.kernel.frames import collected

    [example] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)

    assert collected(example) == [[0], [1, 2], [2], []]


def named_in(path: str, text: str) -> set[str]:
    """Returns the games that a file outside their packages names without a reason."""
    if any(place in path for place in NAMED):
        return set()
    return {key for key in registry.GAMES if re.search(rf"(?<!games/)\b{key}\b", text)}


def sources() -> list[Path]:
    rooms = ("bots", "clients", "docs/examples", "events", "games/kernel", "project")
    found = [path for room in rooms for path in (ROOT / room).rglob("*") if path.suffix in SOURCES]
    kept = [path for path in found if not {"node_modules", "build", "vendor"} & set(path.parts)]
    return [*kept, ROOT / "games" / "registry.py", ROOT / ".importlinter", *ROOT.glob("*.toml")]


def test_only_the_package_of_a_game_names_it() -> None:
    places = [(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")) for path in sources()]
    named = {path: names for path, text in places if (names := named_in(path, text))}

    assert named == {}
    assert named_in("project/web/static/pages/rules.js", 'if (game === "negoces2")') == {"negoces2"}
