"""The sign-in form of operators, and the removal of library pages from the admin."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.contrib.admin.forms import AdminAuthenticationForm
from oauth2_provider.models import AccessToken, Application, Grant, IDToken, RefreshToken

from events.base.player_names import name_key
from events.http.throttles import PASSWORD, SIGN_IN, address_of, spend, spend_hash


class SignIn(AdminAuthenticationForm):
    """The form with which an operator signs in. It has the usual limits for addresses and for password attempts."""

    def clean(self) -> dict[str, Any]:
        """Counts the attempt before any comparison. Raises RateLimited, which becomes the response."""
        spend(self.request, SIGN_IN, address_of(self.request))
        spend_hash(self.request)
        spend(self.request, PASSWORD, name_key(self.cleaned_data.get("username") or ""))
        return super().clean()


admin.site.login_form = SignIn


for _model in (AccessToken, Application, Grant, IDToken, RefreshToken):
    admin.site.unregister(_model)
