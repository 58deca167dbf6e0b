from django.apps import AppConfig


class ProjectConfig(AppConfig):
    name = "project"

    def ready(self) -> None:
        from project import checks  # noqa: F401  # registers the checks
        from project.observability import tracing

        tracing.start()
