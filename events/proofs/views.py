"""The views of proofs: the bundle for the offline verifier, and, during a match, proofs that its draws are fair."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from events.base.signing import public_keys
from events.http.answers import StreamedBody, conditional, conditional_stream
from events.http.openapi.security import WITH_OR_WITHOUT_TOKEN
from events.http.query_params import LIMIT, query_int
from events.http.resource import Resource, revalidated
from events.log.access import Access
from events.log.global_log_pages import global_head, leaves_after
from events.matches.views.table import MOST_SEQ
from events.proofs.selectors import export_tag, export_text, exporter_of, members_for, proof
from events.proofs.serializers import BundleOut, GlobalLogOut, ProofOut

PAGE = 200


class Proof(Resource):
    limit_scopes = ("general", "proofs")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(ProofOut),
        summary="Commitments, revealed seeds and the signed head",
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse:
        """Returns proofs that draws are fair, and that the shuffle had fixed each card you saw dealt."""
        return conditional(request, proof(self.access_to_log(request, match_id)))


class MatchExport(Resource):
    limit_scopes = ("general", "exports")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(BundleOut),
        summary="The bundle for the offline verifier",
    )
    def get(self, request: Request, match_id: UUID) -> HttpResponse | StreamingHttpResponse:
        """Returns the whole log as you may see it, with the exact hashed text and the salts that prove its parts."""
        return conditional_stream(request, _export(self.access_to_log(request, match_id)))


def _export(access: Access) -> StreamedBody:
    """Returns an export as a streamed body, with only a part in memory at a time."""
    match, viewer = access.match, exporter_of(access)
    members = members_for(match, viewer)
    return StreamedBody(export_text(match, members), export_tag(match, members))


class GlobalLog(Resource):
    known = ("after", "limit")

    @extend_schema(
        auth=WITH_OR_WITHOUT_TOKEN,
        responses=revalidated(GlobalLogOut),
        parameters=[
            OpenApiParameter("after", int, description="Only leaves after this position; by default from the start."),
            LIMIT,
        ],
        summary="The operator's global log",
    )
    def get(self, request: Request) -> HttpResponse:
        """Lists a leaf for each match that was created, ended or voided, and the signed head of the log.

        Leaves name no match.
        """
        after, limit = query_int(request, "after", -1, 0, MOST_SEQ), query_int(request, "limit", PAGE, 1, PAGE)
        return conditional(request, _page(request, -1 if after is None else after, limit or PAGE))


def _page(request: Request, after: int, limit: int) -> dict[str, Any]:
    items, head = leaves_after(after, limit), global_head()
    more = bool(items) and head is not None and items[-1]["position"] + 1 < head["size"]
    query = urlencode({"after": items[-1]["position"], "limit": limit}) if more else ""
    next_page = f"{request.build_absolute_uri(request.path)}?{query}" if more else None
    return {"items": items, "next": next_page, "head": head, "keys": public_keys()}
