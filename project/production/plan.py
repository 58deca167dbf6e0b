"""The list of a deployment's processes, read from services.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Template
from typing import Any, NamedTuple

LIST = Path(__file__).parent / "services.toml"


class Service(NamedTuple):
    """One kind of process. environment: variables with `${…}` for secrets; port: None if it listens nowhere."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str]
    nodes: int = 1
    port: int | None = None
    health: str | None = None
    stop_seconds: int = 10
    once: bool = False


class Node(NamedTuple):
    """One process to run on this machine. port: where it listens; None: nowhere."""

    name: str
    service: Service
    port: int | None


def services(text: str | None = None) -> dict[str, Service]:
    """Returns all services by name. text: another list, for tests."""
    document = tomllib.loads(LIST.read_text(encoding="utf-8") if text is None else text)
    shared: dict[str, str] = document["environment"]
    return {name: _service(name, entry, shared) for name, entry in document["services"].items()}


def defaults() -> dict[str, str]:
    """Returns the values of variables that nobody has to set."""
    return dict(tomllib.loads(LIST.read_text(encoding="utf-8"))["defaults"])


def _service(name: str, entry: dict[str, Any], shared: Mapping[str, str]) -> Service:
    inherited = shared if entry.pop("shared", True) else {}
    own = entry.pop("environment", {})
    return Service(name, tuple(entry.pop("command")), {**inherited, **own}, **entry)


def nodes(first_port: int) -> Iterator[Node]:
    """Yields the nodes that stay up. first_port: of the proxy; the others that listen take the ports after it."""
    port = first_port
    for service in services().values():
        if service.once:
            continue
        for number in range(1, service.nodes + 1):
            name = service.name if service.nodes == 1 else f"{service.name}-{number}"
            if service.name == "proxy":
                yield Node(name, service, first_port)
            elif service.port is None:
                yield Node(name, service, None)
            else:
                port += 1
                yield Node(name, service, port)


def filled(text: str, secrets: Mapping[str, str], places: Mapping[str, str]) -> str:
    """Returns text with its `${…}` filled in, and places such as `postgres:5432` by addresses of this machine."""
    value = Template(text).substitute(secrets)
    for place, address in places.items():
        value = value.replace(f"@{place}", f"@{address}")
    return value
