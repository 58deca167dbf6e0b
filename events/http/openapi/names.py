"""The names of the components of the OpenAPI document, such as `Match`, `MatchCreate`, `MatchUpdate` and
`MatchList`.
"""

from __future__ import annotations

import re
from typing import Any

from events.base.response_types import NAMES

RULES = (
    (r"^Patched(\w+?)(?:Changes?|)(?:Input|)Request$", r"\1Update"),
    (r"^(\w+)InputRequest$", r"\1Create"),
    (r"^(\w+)Line$", r"\1Summary"),
    (r"(?<=[a-z])Out(?=[A-Z]|$)", ""),
)
"""Patterns of the names of classes without `component`, with their replacements.

`Out` distinguishes a response type from the model of the same name; the document has no models.
"""

REFERENCE = "#/components/schemas/"


def component_name(class_name: str) -> str:
    """Returns the name of the component of a class. drf-spectacular has named it after the class and its use."""
    declared = NAMES.get(re.sub(r"^Patched|Request$", "", class_name))
    if declared is not None:
        return declared
    for pattern, name in RULES:
        class_name = re.sub(pattern, name, class_name)
    return class_name


def name_components(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Renames all schema components and the references to them.

    Raises ValueError if two classes would share a component.
    """
    schemas = result["components"]["schemas"]
    names = {name: component_name(name) for name in schemas}
    if twice := {name for name in names.values() if list(names.values()).count(name) > 1}:
        raise ValueError(f"expected one class for each component, got several for {sorted(twice)}")
    renamed: dict[str, Any] = _renamed(result, names)
    renamed["components"]["schemas"] = {
        names[name]: schema for name, schema in renamed["components"]["schemas"].items()
    }
    return renamed


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [_renamed(item, names) for item in value]
    if isinstance(value, str) and value.startswith(REFERENCE):
        return REFERENCE + names[value.removeprefix(REFERENCE)]
    return value
