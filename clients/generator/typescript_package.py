"""The TypeScript package: the files in clients/typescript, files shared with the web client, and generated files."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import tarfile
from pathlib import Path

from clients.generator.contract import Json, operations
from clients.generator.typescript_methods import declarations, module

SOURCE = Path(__file__).resolve().parents[1] / "typescript"
WEB = Path(__file__).resolve().parents[2] / "project" / "web" / "static"
SHARED = (
    "live/attention.js",
    "live/differs.js",
    "live/fold.js",
    "live/follow.js",
    "live/history.js",
    "live/reconnection.js",
    "live/pause.js",
    "live/rows.js",
    "live/sse.js",
    "live/stream.js",
    "live/unseen.js",
    "server/transport.js",
    "table/state/patiently.js",
)
"""The modules of the web client that the package includes unchanged."""
PACKED_AT = 499_162_500
"""The fixed time of every file in an npm tarball, so that the same files make the same tarball."""


def sources(document: Json, to: Path, types: Path | None = None) -> Path:
    """Writes the whole package into a new folder, and returns the folder. types: the generated schema.d.ts."""
    shutil.copytree(SOURCE, to, ignore=shutil.ignore_patterns("node_modules", "package-lock.json"))
    for name in SHARED:
        (to / "web" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(WEB / name, to / "web" / name)
    all_operations = list(operations(document))
    (to / "methods.js").write_text(module(all_operations), encoding="utf-8")
    (to / "methods.d.ts").write_text(declarations(all_operations), encoding="utf-8")
    if types:
        shutil.copy(types, to / "schema.d.ts")
    return to


def types(openapi: Path, folder: Path) -> Path:
    """Generates the types of the document's schemas. folder: for intermediate files."""
    tools = folder / "tools"
    tools.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(SOURCE / name, tools / name)
    subprocess.run(["npm", "ci", "--silent", "--ignore-scripts"], cwd=tools, check=True)
    written = folder / "schema.d.ts"
    command = [str(tools / "node_modules" / ".bin" / "openapi-typescript"), str(openapi), "--output", str(written)]
    subprocess.run(command, cwd=tools, check=True, capture_output=True)
    return written


def tarball(document: Json, types: Path | None, folder: Path, to: Path) -> Path:
    """Packs the package as npm does; returns the tarball's path.

    folder: for intermediate files; to: for the tarball.
    """
    package = sources(document, folder / "package", types)
    described = json.loads((package / "package.json").read_text(encoding="utf-8"))
    path = to / f"{described['name']}-{described['version']}.tgz"
    with tarfile.open(path, "w:gz") as packed:
        for file in sorted(package.rglob("*")):
            if file.is_file():
                entry = tarfile.TarInfo(f"package/{file.relative_to(package).as_posix()}")
                content = file.read_bytes()
                entry.size, entry.mtime, entry.mode = len(content), PACKED_AT, 0o644
                packed.addfile(entry, io.BytesIO(content))
    return path
