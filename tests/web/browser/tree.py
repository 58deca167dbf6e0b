"""Reads a page like a screen reader: the tree of roles and names, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from playwright.sync_api import Locator

SPOKEN = re.compile(r"""([a-z]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^]]*\])*):?(?: (.*))?""")
INDENT = 2
LEVEL = re.compile(r"level=(\d)")
SILENT = ("main", "group", "text", "paragraph", "emphasis", "strong", "region")


class Said(NamedTuple):
    """One node of the tree. text: its name, or else its content; items: the number of items of a list."""

    depth: int
    role: str
    text: str
    level: str = ""
    items: int = 0


def said(part: Locator) -> list[Said]:
    """Returns the nodes of the accessibility tree of a part of a page."""
    found = list(_nodes(part.aria_snapshot()))
    return [
        node._replace(items=sum(each.depth == node.depth + 1 for each in _below(found, place)))
        if node.role == "list"
        else node
        for place, node in enumerate(found)
    ]


def heard(part: Locator) -> list[str]:
    """Returns the words of a screen reader: headings with their level, lists with their length, then the items."""
    return [line for node in said(part) if (line := _line(node))]


def _line(node: Said) -> str:
    if node.role == "list":
        return f"list with {node.items} {'item' if node.items == 1 else 'items'}"
    if node.role in SILENT or (node.role == "listitem" and not node.text):
        return node.text if node.role not in ("group", "region", "main", "text") else ""
    if node.role == "heading":
        return f"heading level {node.level}: {node.text}"
    return f"bullet: {node.text}" if node.role == "listitem" else f"{node.role}: {node.text}"


def _nodes(snapshot: str) -> Iterator[Said]:
    for line in snapshot.splitlines():
        depth = (len(line) - len(line.lstrip())) // INDENT
        found = SPOKEN.fullmatch(_unquoted(line.strip().removeprefix("- ").removesuffix(":"), "'"))
        if found is not None:
            level = LEVEL.search(found[3])
            name = (found[2] or "").replace('\\"', '"') or _unquoted(found[4] or "", '"')
            yield Said(depth, found[1], name, level[1] if level else "")


def _below(nodes: list[Said], place: int) -> Iterator[Said]:
    """Yields the descendants of a node."""
    for node in nodes[place + 1 :]:
        if node.depth <= nodes[place].depth:
            return
        yield node


def _unquoted(text: str, quote: str) -> str:
    """Returns a YAML scalar without its quotes."""
    if len(text) < 2 or not text[0] == text[-1] == quote:
        return text
    return text[1:-1].replace("''", "'") if quote == "'" else text[1:-1].replace('\\"', '"')
