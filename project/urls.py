"""The root URL configuration."""

from importlib import import_module

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.urls.resolvers import URLPattern, URLResolver
from drf_spectacular.views import SpectacularSwaggerSplitView

from events.http.openapi.document import Document
from events.http.root import Root
from events.oauth import protocol as oauth
from project.observability.health import livez, readyz
from project.observability.metrics import metrics
from project.web.avatars import avatar
from project.web.embeds import embedded_replay, embedded_table, oembed
from project.web.installed import manifest, service_worker
from project.web.mail_pages import mail_page
from project.web.pages import PAGES, page
from project.web.replay_pages import replay_text

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/v1", Root.as_view(), name="root"),
    path("api/v1/", include("events.urls")),
    path("admin/", admin.site.urls),
    path("livez", livez),
    path("readyz", readyz),
    path("metrics", metrics),
    path("api/schema", Document.as_view(), name="schema"),
    path("api/docs", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="docs"),
    path("avatars/<uuid:player_id>.svg", avatar),
    path("mail/<str:purpose>/<str:token>", mail_page),
    path("r/<slug:token>/text", replay_text),
    path("embed/r/<slug:token>", embedded_replay),
    path("embed/m/<uuid:match_id>", embedded_table),
    path("oembed", oembed),
    path("app.webmanifest", manifest),
    path("service-worker.js", service_worker),
    path("log/", include("events.transparency.urls")),
    path("", include(([path(oauth.METADATA, oauth.metadata, name="oauth-server-metadata")], "oauth2_provider"))),
    path(oauth.TOKEN, oauth.token),
    path(oauth.REVOKE, oauth.revoke),
    path(oauth.DEVICE_CODE, oauth.device_code),
    *(path(address, page) for address in PAGES),
]
if "debug_toolbar" in settings.INSTALLED_APPS:
    urlpatterns += import_module("debug_toolbar.toolbar").debug_toolbar_urls()
handler400 = "events.http.problems.handler400"
handler403 = "events.http.problems.handler403"
handler404 = "project.web.pages.handler404"
handler500 = "events.http.problems.handler500"
