"""The names and groups of the operations of the OpenAPI document."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from drf_spectacular.openapi import AutoSchema

PLAY = "play"
PLAY_TEXT = "Everything that a front end for one game needs, in the order in which it is called."
FIRST = (
    "players_create",
    "games_list",
    "games_retrieve",
    "matches_create",
    "matches_list",
    "matches_seats_create",
    "matches_start",
    "matches_retrieve",
    "matches_view",
    "matches_legal_moves_list",
    "matches_moves_create",
    "matches_stream",
)
"""The operations that come first in the document, in a separate group."""


class Operations(AutoSchema):
    """The naming of operations after their paths, and their grouping by app."""

    def get_operation_id(self) -> str:
        """Returns the id of the operation, made of its path and its action: `matches_list`, `matches_moves_create`.

        A path that ends in a plural is a list; a path that ends in a parameter is an item of the list. For any other
        path, the last name is the action or object: `matches_view`, `matches_start`.
        """
        names = [name.replace("-", "_") for name in self._tokenize_path()] or ["root"]
        return "_".join([*names, *filter(None, [self._verb(names[-1])])])

    def _verb(self, last: str) -> str | None:
        is_item = self.path.endswith("}")
        is_list = not is_item and last.endswith("s") and not last.endswith("is")
        verbs = {
            "GET": "retrieve" if is_item else "list" if is_list else None,
            "POST": "create" if is_item or is_list or hasattr(self.view, "get") else None,
            "PUT": "update",
            "PATCH": "partial_update",
            "DELETE": "clear" if is_list else "destroy",
        }
        return verbs[self.method]

    def get_tags(self) -> list[str]:
        """Returns the tag of the operation: the label of its app, or the group of the first operations."""
        if self.get_operation_id() in FIRST:
            return [PLAY]
        app = apps.get_containing_app_config(type(self.view).__module__)
        assert app is not None, f"expected {type(self.view)} to belong to an app"
        return [app.label]


def order_operations(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Puts the operations that a front end needs before the others."""

    def place(path: str) -> int:
        ids = [each["operationId"] for each in result["paths"][path].values()]
        return min((FIRST.index(one) for one in ids if one in FIRST), default=len(FIRST))

    result["paths"] = {path: result["paths"][path] for path in sorted(result["paths"], key=place)}
    return result


def describe_tags(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Declares the tags: first the tag of playing, then one for each app.

    An app's first docstring paragraph describes its tag.
    """
    used = {tag for methods in result["paths"].values() for each in methods.values() for tag in each["tags"]} - {PLAY}
    apps_tags = [{"name": tag, "description": _described(tag)} for tag in sorted(used)]
    result["tags"] = [{"name": PLAY, "description": PLAY_TEXT}, *apps_tags]
    return result


def _described(label: str) -> str:
    module = apps.get_app_config(label).module
    return (module.__doc__ or "").partition("\n\n")[0] if module else ""
