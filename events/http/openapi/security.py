"""The security requirements of operations, for `auth` of `extend_schema`.

drf-spectacular's types for `auth` allow only names of schemes, but it also accepts security requirements.
"""

from collections.abc import Sequence
from typing import cast

PUBLIC = cast("Sequence[str]", [{}])
WITH_OR_WITHOUT_TOKEN = cast("Sequence[str]", [{}, {"bearer": []}])
WITH_OR_WITHOUT_TOKEN_OR_TICKET = cast("Sequence[str]", [{}, {"bearer": []}, {"ticket": []}])
