"""Compiles the games, and what bots do most, to C extensions: `python -m project.compile_games` (`make compiled`).

The build is `build/compiled`. It contains every file of the games, with compiled modules in place of their sources. The
next build reuses unchanged C files and objects in `build/c`. docs/performance.md explains which modules stay
interpreted, and why.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from sysconfig import get_config_var, get_path
from typing import Any

from games import compiled

ROOT = compiled.SOURCES.parent
C_FILES = compiled.BUILD.with_name("c")
LIBRARY = "comptoir_games"
INTERPRETED = frozenset(
    {
        "extensible.py",
        "foresight.py",
        "sentence.py",  # its classes extend `type` and `str`
        "rng.py",  # tests and playouts extend `Rng`
        "errors.py",
        "undo.py",  # exceptions with class attributes
        "options.py",  # dataclasses that read their own fields
        "alphabet.py",  # its class has cached properties
        "fields.py",  # reads an attribute of views that windows compute
        "__init__.py",
        "audit.py",
        "codec.py",
        "compiled.py",
        "declared.py",
        "meanings.py",
        "registry.py",
        "speech.py",
        "terms.py",
        "texts.py",  # not worth compiling
    }
)


class CannotCompile(Exception):
    """The C compiler or mypyc is missing or has failed."""


def compile_games(optimization: str = "3") -> int:
    """Creates the build and returns the number of compiled modules. Raises CannotCompile and leaves no build."""
    compiler = shlex.split(os.environ.get("CC") or get_config_var("CC") or "cc")
    if shutil.which(compiler[0]) is None:
        raise CannotCompile(f"there is no C compiler {compiler[0]!r}")
    stamp = compiled.fingerprint()
    shutil.rmtree(compiled.BUILD, ignore_errors=True)
    for path in list(compiled.sources()):
        copy = compiled.BUILD / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    names = modules()
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for extension in translated(names, C_FILES.relative_to(ROOT)):
            _build(extension, [*compiler, f"-O{optimization}"], threads)
    for name in names:
        (compiled.BUILD / name).unlink()
    (compiled.BUILD / compiled.STAMP).write_text(stamp, encoding="ascii")
    return len(names)


def modules() -> list[str]:
    """Returns the files that are compiled, as paths relative to the root."""
    paths = (path for path in compiled.sources() if path.suffix == ".py" and path.name not in INTERPRETED)
    return [str(path.relative_to(ROOT)) for path in paths]


def translated(names: list[str], folder: Path) -> list[Any]:
    """Translates modules to C files in a folder and returns the setuptools extensions.

    Works without a C compiler. Raises CannotCompile.
    """
    try:
        from mypyc.build import mypycify
    except ImportError as error:
        raise CannotCompile(f"{error}; install requirements-dev.txt") from None
    os.chdir(ROOT)
    own_cache = f"--cache-dir={folder / 'types'}"  # `mypy games` has other options and would overwrite its cache
    try:
        return list(mypycify([own_cache, *names], target_dir=str(folder), multi_file=True, group_name=LIBRARY))
    except SystemExit as error:
        raise CannotCompile("mypyc found errors") from error


def _build(extension: Any, compiler: list[str], threads: ThreadPoolExecutor) -> None:
    """Compiles the changed files of one extension, and links the extension into the build."""
    flags = [*shlex.split(get_config_var("CCSHARED") or ""), "-DNDEBUG", "-w", f"-I{get_path('include')}"]
    flags += ["-fvisibility=hidden", "-fno-plt"]  # makes calls within the library direct and inlinable
    flags += [f"-I{folder}" for folder in extension.include_dirs]
    newest_header = max((path.stat().st_mtime for path in C_FILES.rglob("*.h")), default=0.0)

    def compiled_object(source: str) -> str:
        target = C_FILES / "objects" / Path(source).with_suffix(".o").relative_to(Path(source).anchor)
        since = max(newest_header, Path(source).stat().st_mtime)
        if not target.exists() or target.stat().st_mtime < since:
            target.parent.mkdir(parents=True, exist_ok=True)
            _run([*compiler, *flags, "-c", source, "-o", str(target)])
        return str(target)

    objects = list(threads.map(compiled_object, extension.sources))
    library = compiled.BUILD / (extension.name.replace(".", "/") + get_config_var("EXT_SUFFIX"))
    library.parent.mkdir(parents=True, exist_ok=True)
    _run([*shlex.split(get_config_var("LDSHARED")), *objects, "-o", str(library)])


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotCompile(done.stderr[-2000:])


def main() -> int:
    """Creates the build and prints its size. Returns the exit status, 1 on failure."""
    try:
        number = compile_games(*sys.argv[1:])
    except CannotCompile as reason:
        print(f"cannot compile the games: {reason}", file=sys.stderr)
        return 1
    print(f"compiled {number} modules into {compiled.BUILD.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
