"""The client's modules under hashed names, as `collectstatic` writes them into an image."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.files.storage import FileSystemStorage

from project.web.client_files import PLAN
from project.web.static_files import HashedModules

STATIC = Path(__file__).resolve().parents[3] / "project" / "web" / "static"
IMPORTED = re.compile(r'(?:from|import\(?) ?"(\.[^"]+)"')
COMMENT = re.compile(r"/\*[\s\S]*?\*/")
HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")


def hashed(source: Path, target: Path) -> dict[str, str]:
    """Hashes the modules of a folder; returns the hashed name of each."""
    storage = HashedModules(location=str(target), base_url="/static/")
    storage.manifest_strict = False
    files = FileSystemStorage(location=str(source))
    names = [str(path.relative_to(source)) for path in source.rglob("*.js")]
    for name in names:
        with files.open(name) as file:
            storage.save(name, file)
    for _, _, processed in storage.post_process({name: (storage, name) for name in names}):
        if isinstance(processed, Exception):
            raise processed
    return {name: storage.stored_name(name) for name in names}


def test_each_module_has_a_hashed_name_and_imports_only_hashed_names(tmp_path: Path) -> None:
    (tmp_path / "verify.js").touch()  # the verifier's module, in its own folder

    names = hashed(STATIC, tmp_path)

    assert {name for preloaded in PLAN["preloads"].values() for name in preloaded} <= names.keys()
    texts = ((tmp_path / stored).read_text(encoding="utf-8") for stored in names.values())
    addresses = [address for text in texts for address in IMPORTED.findall(COMMENT.sub("", text))]
    assert len(addresses) > 500
    assert [address for address in addresses if not HASHED.search(address)] == []


def test_modules_that_import_types_from_each_other_are_refused(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    (source / "a.js").write_text('import { b } from "./b.js";\nexport const a = b;\n', encoding="utf-8")
    (source / "b.js").write_text('/** @type {import("./a.js").A} */\nexport const b = 1;\n', encoding="utf-8")

    with pytest.raises(RuntimeError, match="passes exceeded"):
        hashed(source, target)
