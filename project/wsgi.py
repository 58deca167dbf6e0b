"""The WSGI application: all requests except long polls and streams."""

import os

from django.core.wsgi import get_wsgi_application

from project.checks import refuse_temporary_secrets

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")

application = get_wsgi_application()
refuse_temporary_secrets()
