"""Static files under hashed names, where `collectstatic` has run: the imports between modules are rewritten too."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedModules(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Hashes ES modules with what they import, so that an old page never mixes old and new modules."""

    support_js_module_import_aggregation = True
    max_post_process_passes = 24  # modules import modules: each pass settles one level
