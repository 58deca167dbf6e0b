"""Problems in the OpenAPI document: their component, and the problem responses that an endpoint declares."""

import json
import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from http import HTTPStatus
from typing import Annotated, Any, NotRequired, TypedDict

from drf_spectacular.utils import OpenApiResponse

from events.base.exceptions import all_problems
from events.base.response_types import Field, Moment, Params, Schema
from events.http.problems import MEDIA_TYPE
from events.http.translations import TEXTS

ANYWHERE = (
    "malformed",
    "unauthenticated",
    "suspended",
    "not_acceptable",
    "rate_limited",
    "internal",
    "log_damaged",
    "busy",
)
WITH_BODY = ("payload_too_large", "unsupported_media_type")


ProblemCode = Annotated[
    str, Schema(enum=sorted(all_problems())), Field("The stable name of the problem.", example="stale_prompt")
]


class ProblemError(TypedDict):
    """One error of a request."""

    pointer: Annotated[str, Field("A JSON pointer into the body, or `/query/<name>`.", example="/seats/0/kind")]
    code: Annotated[str, Field("The stable name of the fault.", example="required")]
    detail: Annotated[str, Field("The fault in the language of the caller.", example="Expected a value.")]
    params: NotRequired[Params]
    reason: NotRequired[Annotated[str, Field("The rule that forbids it, by name.", example="no_better")]]


class Problem(TypedDict):
    """A problem document (RFC 9457)."""

    type: Annotated[str, Field("A URN that names the problem.", example="urn:comptoir:problem:stale_prompt")]
    title: Annotated[str, Field("The problem in short, in the language of the caller.", example="Prompt closed")]
    status: Annotated[int, Field("The status of the response.", example=409)]
    detail: Annotated[
        str,
        Field(
            "The problem in a sentence, in the language of the caller.",
            example="That prompt is not open to you any more.",
        ),
    ]
    instance: Annotated[str, Field("The path of the request.", example="/api/v1/matches")]
    code: ProblemCode
    errors: Annotated[list[ProblemError], Field("All faults of the request; empty if it is well-formed.")]
    request_id: Annotated[
        str | None,
        Field(
            "Also in the header `X-Request-Id`; names the request in the logs.",
            example="01956a3e-7d5c-4c1a-9b3e-2f4f6a1d8c55",
        ),
    ]
    seq: NotRequired[Annotated[int, Field("The newest event, where the table has changed since.", example=42)]]
    prompts: NotRequired[Annotated[list[int], Field("With `stale_prompt`: the prompts open to you.", example=[59])]]
    offer: NotRequired[
        Annotated[
            dict[str, Any],
            Field("With `stale_offer`: the current offer.", example={"number": 3, "open": False}),
        ]
    ]
    available_at: NotRequired[Annotated[Moment, Field("With `cooling_down`: when the move can be played.")]]


def problems(*codes: str, body: bool = False) -> dict[tuple[int, str], OpenApiResponse]:
    """Returns the problem responses of an endpoint, for `extend_schema(responses=...)`.

    They include the problems that every endpoint can have. body: whether the endpoint reads a request body.
    """
    descriptions_by_status: dict[int, list[str]] = defaultdict(list)
    for code in dict.fromkeys((*codes, *ANYWHERE, *(WITH_BODY if body else ()))):
        descriptions_by_status[all_problems()[code].status].append(f"`{code}`: {TEXTS['en'].titles[code]}")
    return {
        (status, MEDIA_TYPE): OpenApiResponse(Problem, description="; ".join(descriptions))
        for status, descriptions in sorted(descriptions_by_status.items())
    }


def share_problem_responses(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Moves the problem responses to `components/responses`, so that each is defined once.

    A component is named after its status and, if operations differ, after the codes that only some operations declare.
    """
    names: dict[str, str] = {}
    shared: dict[str, Any] = {}
    for methods in result["paths"].values():
        for operation in methods.values():
            for status, response in operation["responses"].items():
                if int(status) >= 400:
                    key = json.dumps([status, response])
                    if key not in names:
                        names[key] = _free_name(status, response, operation, shared)
                        shared[names[key]] = response
                    operation["responses"][status] = {"$ref": f"#/components/responses/{names[key]}"}
    result["components"]["responses"] = dict(sorted(shared.items()))
    return result


def _free_name(status: str, response: Mapping[str, Any], operation: Mapping[str, Any], taken: Collection[str]) -> str:
    """Returns a name that no component has: `Conflict`, `ConflictMatchOver`, or else `ConflictOfMoveSubmit`."""
    phrase = "".join(part.title() for part in HTTPStatus(int(status)).phrase.replace("-", " ").split())
    codes = [code for code in re.findall("`([a-z_]+)`", response["description"]) if code not in ANYWHERE]
    few = "".join(map(_pascal, codes[:2])) if len(codes) <= 2 else f"Of{_pascal(operation['operationId'])}"
    names = (phrase, phrase + few, f"{phrase}Of{_pascal(operation['operationId'])}")
    return next(name for name in names if name not in taken)


def _pascal(name: str) -> str:
    return "".join(part.title() for part in name.split("_"))
