"""The WSGI application: all requests except long polls and streams."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from project.checks import refuse_temporary_secrets

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")

application = get_wsgi_application()
refuse_temporary_secrets()
gc.freeze()  # the program stays: processes that are forked now share its memory, and no collection looks at it again
