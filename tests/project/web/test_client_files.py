"""The files of the client that a page links to: modules, or a bundle."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from project.web import bundling, client_files
from project.web.client_files import PLAN, SOURCES, names_in, sources_hash
from tests.stack import ROOT
from tests.web.browser.bundled import bundle

STATIC = ROOT / "project" / "web" / "static"
NAME = re.compile(r'"\./([^"]+)"')
IMPORT_MAP = re.compile(r'<script type="importmap">(.*?)</script>')
ADDRESS = re.compile(r'(?:src|href)="/static/([^"]+)"')


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a bundle of the sources, in a folder."""
    return bundle(tmp_path_factory.mktemp("client")) / "bundle"


@pytest.fixture
def with_bundle(made: Path, settings: Any) -> Iterator[dict[str, Any]]:
    """Makes pages name the bundle; yields the bundle's own description."""
    settings.CLIENT_BUNDLE = str(made.parent)
    _forget()
    yield described_in(made)
    _forget()


def _forget() -> None:
    client_files.bundle.cache_clear()
    client_files.import_map.cache_clear()


def described_in(folder: Path) -> dict[str, Any]:
    return dict(json.loads((folder / "bundle.json").read_text()))


def test_all_files_of_the_plan_exist() -> None:
    lists = [*PLAN["sheets"].values(), *PLAN["preloads"].values(), *(chunk["roots"] for chunk in PLAN["chunks"])]
    names = [
        PLAN["entry"],
        *PLAN["alone"].values(),
        *PLAN["scripts"].values(),
        *(name for each in lists for name in each),
    ]

    assert [name for name in names if not (STATIC / name).is_file()] == []


def test_a_page_without_a_bundle_names_modules_that_are_served(client: Client) -> None:
    page = client.get("/m/some-match").content.decode()
    names = ADDRESS.findall(page)

    assert {"app.js", "boot.js", "pages/match.js", "table.css", "base.css"} <= set(names)
    assert "importmap" not in page
    assert [name for name in names if client.get(f"/static/{name}").status_code != 200] == []


def test_the_page_is_compressed(client: Client) -> None:
    packed = client.get("/", headers={"accept-encoding": "gzip"})

    assert packed.headers["Content-Encoding"] == "gzip"
    assert b"<!doctype html>" in gzip.decompress(packed.content)


def test_a_page_with_a_bundle_names_only_files_of_the_bundle(
    client: Client, with_bundle: dict[str, Any], made: Path
) -> None:
    for address, most in (("/", 8), ("/m/some-match", 10)):
        page = client.get(address).content.decode()
        names = ADDRESS.findall(page)

        assert [name for name in names if not (made.parent / name).is_file() and "icon" not in name] == []
        assert len(names) <= most


def test_the_import_map_has_each_name_that_chunks_import(
    client: Client, with_bundle: dict[str, Any], made: Path
) -> None:
    [import_map] = IMPORT_MAP.findall(client.get("/").content.decode())
    addresses = json.loads(import_map)["imports"]

    assert [address for address in addresses.values() if not (made / Path(address).name).is_file()] == []
    assert "/static/bundle/worker.js" in addresses
    for name in with_bundle["chunks"]:
        imported = NAME.findall((made / with_bundle["names"][name]).read_text(encoding="utf-8"))
        assert {f"/static/bundle/{other}" for other in imported} <= addresses.keys()


def test_the_policy_of_a_page_allows_its_import_map_alone(client: Client, with_bundle: dict[str, Any]) -> None:
    answer = client.get("/")
    [import_map] = IMPORT_MAP.findall(answer.content.decode())
    digest = base64.b64encode(hashlib.sha256(import_map.encode()).digest()).decode()

    assert f"script-src 'self' 'sha256-{digest}';" in answer.headers["Content-Security-Policy"]


def test_each_name_has_the_hash_of_its_content_and_compressed_siblings(made: Path) -> None:
    names = described_in(made)["names"]

    assert len(names) > 40
    for name, stored in names.items():
        content = (made / stored).read_bytes()
        assert hashlib.sha256(content).hexdigest()[:12] == stored.split(".")[-2], name
        if name.endswith((".js", ".css")):
            assert gzip.decompress((made / f"{stored}.gz").read_bytes()) == content
            assert (made / f"{stored}.br").is_file()
    sizes = {suffix: sum(path.stat().st_size for path in made.glob(f"*.{suffix}")) for suffix in ("gz", "br")}
    assert sizes["br"] < sizes["gz"]


def test_one_changed_layout_changes_the_name_of_its_chunk_alone(made: Path, tmp_path: Path) -> None:
    sources = [tmp_path / "static", tmp_path / "verifier"]
    for source, copy in zip(bundling.SOURCES, sources, strict=True):
        shutil.copytree(source, copy)
    layout = sources[0] / "layouts" / "great_dalmuti.js"
    layout.write_text(layout.read_text(encoding="utf-8") + "\nconsole.debug('changed');\n", encoding="utf-8")

    changed = bundle(tmp_path / "client", sources) / "bundle"

    before, after = (described_in(folder)["names"] for folder in (made, changed))
    assert [name for name in before if before[name] != after[name]] == ["layouts-great_dalmuti.js"]


def test_a_bundle_of_other_sources_is_refused(made: Path, tmp_path: Path, settings: Any) -> None:
    settings.STATICFILES_DIRS = [*bundling.SOURCES, made.parent]
    assert names_in(made / "bundle.json")["bundle/first.js"].startswith("bundle/first.")

    with pytest.raises(ValueError, match="expected a bundle of the sources"):
        names_in(tmp_path / "bundle.json")
    changed = tmp_path / "changed.js"
    changed.touch()
    settings.STATICFILES_DIRS = [*bundling.SOURCES, tmp_path]
    with pytest.raises(ValueError, match="expected a bundle of the sources"):
        names_in(made / "bundle.json")


COLLECT = """
import re
import sys
import django
from django.conf import settings
django.setup()
settings.STATIC_ROOT = sys.argv[1]
from whitenoise.compress import Compressor
Compressor.should_compress = lambda *_: False  # most of the time, and nothing that is asked here
from django.core.management import call_command
call_command("collectstatic", interactive=False, verbosity=0)
from django.test import Client
client = Client(headers={"host": "localhost"})
assert "swagger-ui-bundle" in client.get("/api/docs").content.decode()
page = client.get("/").content.decode()
files = [name for name in re.findall(r'(?:src|href)="(/static/[^"]+)"', page)]
assert any(name.startswith("/static/bundle/first.") for name in files), page
assert {client.get(name)["Cache-Control"] for name in files} == {"max-age=315360000, public, immutable"}, files
"""


def test_static_files_are_collected_under_hashed_names(made: Path, tmp_path: Path) -> None:
    environment = {"STATIC_MANIFEST": "true", "COMPTOIR_CLIENT_BUNDLE": str(made.parent)}
    command = [sys.executable, "-c", COLLECT, str(tmp_path)]

    collected = subprocess.run(command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True)

    assert collected.returncode == 0, collected.stderr[-500:]
    names = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    assert [name for name in names if name.endswith(".js") and "/" not in name] == []  # the client's modules


def test_the_hash_of_sources_depends_only_on_source_files(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    first = sources_hash([tmp_path])
    (tmp_path / "a.py").write_text("1")

    assert sources_hash([tmp_path]) == first
    for suffix in SOURCES:
        (tmp_path / f"b{suffix}").write_text("2")
        assert sources_hash([tmp_path]) != first
        (tmp_path / f"b{suffix}").unlink()
