"""`make clients`: builds the wheel and the tarball in build/clients.

openapi-typescript generates the types of the tarball and needs Node; without Node, no tarball is built.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

from clients.generator import python_package, typescript_package
from clients.generator.openapi import ROOT, document

TO = ROOT / "build" / "clients"


def main() -> int:
    """Builds the packages; returns the exit status."""
    shutil.rmtree(TO, ignore_errors=True)
    TO.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        openapi = document(Path(folder))
        described = json.loads(openapi.read_text(encoding="utf-8"))
        print(python_package.wheel(described, Path(folder), TO))
        if shutil.which("npm") is None:
            print("skipped: the tarball needs Node and npm, for its types")
            return 0
        types = typescript_package.types(openapi, Path(folder))
        print(typescript_package.tarball(described, types, Path(folder), TO))
    return 0


if __name__ == "__main__":
    sys.exit(main())
