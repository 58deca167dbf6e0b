"""The callers that may send a request, for `auth` of `extend_schema`.

drf-spectacular declares `auth` as names of schemes; it also takes security requirements, which these are.
"""

from collections.abc import Sequence
from typing import cast

PUBLIC = cast("Sequence[str]", [{}])
WITH_OR_WITHOUT_TOKEN = cast("Sequence[str]", [{}, {"bearer": []}])
WITH_OR_WITHOUT_TOKEN_OR_TICKET = cast("Sequence[str]", [{}, {"bearer": []}, {"ticket": []}])
