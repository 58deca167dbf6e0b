"""The app of `events.replays`."""

from django.apps import AppConfig


class ReplaysConfig(AppConfig):
    name = "events.replays"

    def ready(self) -> None:
        from events.matches.lobby.match_detail import tell_analysis
        from events.replays.selectors import analysis_stage

        tell_analysis(analysis_stage)
