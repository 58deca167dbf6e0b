"""The Python package: the files in clients/python, and the generated files."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from clients.generator.blocking import blocking
from clients.generator.contract import Json, operations
from clients.generator.python_methods import methods
from clients.generator.python_types import Types

SOURCE = Path(__file__).resolve().parents[1] / "python"


def sources(document: Json, to: Path) -> Path:
    """Writes the whole package, with its pyproject.toml, into a new folder, and returns the folder."""
    shutil.copytree(SOURCE, to, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    package, types, all_operations = to / "comptoir_client", Types(document), list(operations(document))
    generated = {
        "types": types.module(),
        "asynchronous_methods": methods(all_operations, types, is_async=True),
        "blocking_methods": methods(all_operations, types, is_async=False),
        "blocking": blocking((package / "asynchronous.py").read_text(encoding="utf-8")),
        "signin": blocking((package / "async_signin.py").read_text(encoding="utf-8")),
    }
    for name, text in generated.items():
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    return to


def wheel(document: Json, folder: Path, to: Path) -> Path:
    """Builds the wheel and returns its path. folder: for intermediate files; to: the folder of the wheel."""
    command = [
        *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"),
        *("--wheel-dir", str(to), str(sources(document, folder / "python"))),
    ]
    subprocess.run(command, check=True, capture_output=True)
    [built] = to.glob("comptoir_client-*.whl")
    return built
