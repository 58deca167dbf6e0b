"""The files of a deployment, as its containers read them."""

from __future__ import annotations

import json
import re
from typing import Any

import yaml

from tests.stack import ROOT

PRODUCTION = ROOT / "project" / "production"
DOCKERFILE = (ROOT / "Dockerfile").read_text()
COMPOSE = ("compose.yaml", "compose.large.yaml")


def compose(name: str) -> dict[str, Any]:
    """Returns a compose file, with the extended services merged in."""
    document: dict[str, Any] = yaml.safe_load((ROOT / name).read_text())
    for service, entry in document["services"].items():
        if base := entry.pop("extends", None):
            document["services"][service] = compose(base["file"])["services"][base["service"]] | entry
    return document


def ours(name: str) -> dict[str, dict[str, Any]]:
    """Returns the services of a compose file that run the image of this repository, by name."""
    return {service: entry for service, entry in compose(name)["services"].items() if entry.get("build") == "."}


def command_of(name: str, service: str) -> list[str]:
    """Returns the arguments of a service's command: its own, or the image's."""
    found = re.search(r"^CMD (\[.*\])", DOCKERFILE, re.MULTILINE)
    assert found is not None
    command: list[str] = ours(name)[service].get("command") or json.loads(found[1])
    return command


def local_command(service: str, port: int | None = None) -> list[str]:
    """Returns the Python arguments that run a service of compose.large.yaml. port: replaces the container's port."""
    here = {"0.0.0.0": "127.0.0.1", "8000": str(port)}
    program, *words = [here.get(word, word) for word in command_of("compose.large.yaml", service)]
    return words if program == "python" else ["-m", program, *words]
