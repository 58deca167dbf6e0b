import django.db.models.deletion
import events.base.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("users", "0002_token_app"),
        ("users", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=events.base.models.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game", models.CharField(max_length=40)),
                ("rules_version", models.PositiveSmallIntegerField()),
                ("options", models.JSONField()),
                ("size", models.PositiveSmallIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("sealing", "Sealing"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("aborted", "Aborted"),
                            ("void", "Void"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[("public", "Public"), ("unlisted", "Unlisted"), ("private", "Private")],
                        default="public",
                        max_length=8,
                    ),
                ),
                ("start", models.CharField(choices=[("when_full", "when_full"), ("manual", "manual")], max_length=9)),
                ("clock", models.JSONField(default=dict)),
                (
                    "fairness",
                    models.CharField(
                        choices=[("nonces", "nonces"), ("commit_reveal", "commit_reveal"), ("deal", "deal")],
                        max_length=13,
                    ),
                ),
                (
                    "reveal",
                    models.CharField(
                        choices=[("all", "all"), ("seats", "seats"), ("auditor", "auditor")], max_length=7
                    ),
                ),
                ("rated", models.BooleanField(default=False)),
                ("is_counted", models.BooleanField(default=False)),
                ("has_participations", models.BooleanField(db_default=False, default=False)),
                ("practice", models.BooleanField(default=False)),
                ("substitutes", models.BooleanField(default=False)),
                ("spectator_delay", models.PositiveIntegerField(default=0)),
                ("over_ms", models.BigIntegerField(default=None, null=True)),
                ("has_orders", models.BooleanField(default=False)),
                ("tournament", models.UUIDField(default=None, null=True)),
                ("title", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("club", models.UUIDField(default=None, null=True)),
                ("is_club_counted", models.BooleanField(db_default=False, default=False)),
                ("deal", models.JSONField(default=None, null=True)),
                ("is_blinded", models.BooleanField(db_column="withheld", default=False)),
                ("damaged_seq", models.BigIntegerField(default=None, null=True)),
                (
                    "rematch_of",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rematches",
                        to="log.match",
                    ),
                ),
                (
                    "fork_of",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="forks",
                        to="log.match",
                    ),
                ),
                ("fork_seq", models.BigIntegerField(default=None, null=True)),
                (
                    "fork_mode",
                    models.CharField(
                        blank=True, choices=[("exact", "exact"), ("resampled", "resampled")], default="", max_length=9
                    ),
                ),
                (
                    "creator",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="created_matches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("head_seq", models.BigIntegerField(default=-1)),
                ("head_hash", models.BinaryField(default=b"")),
                ("frontier", models.BinaryField(default=b"")),
                ("last_at_ms", models.BigIntegerField(default=0)),
                ("standings", models.JSONField(default=None, null=True)),
                ("scores", models.JSONField(default=None, null=True)),
            ],
            options={
                "db_table": "events_match",
                "indexes": [
                    models.Index(fields=["status", "-id"], name="match_status"),
                    models.Index(fields=["game", "-id"], name="match_game"),
                    models.Index(condition=models.Q(("rated", True)), fields=["-id"], name="match_rated"),
                    models.Index(condition=models.Q(("practice", True)), fields=["-id"], name="match_practice"),
                    models.Index(
                        condition=models.Q(
                            models.Q(("clock__per_move__gt", 0), ("clock__per_move__lte", 3600)),
                            models.Q(("clock__bank__gt", 0), ("clock__bank__lte", 3600)),
                            _connector="OR",
                        ),
                        fields=["-id"],
                        name="match_live",
                    ),
                    models.Index(
                        condition=models.Q(("is_counted", False), ("rated", True), ("status", "finished")),
                        fields=["game"],
                        name="match_uncounted",
                    ),
                    models.Index(
                        condition=models.Q(("has_participations", False), ("status__in", ["finished", "void"])),
                        fields=["over_ms"],
                        name="match_unreckoned",
                    ),
                    models.Index(
                        condition=models.Q(("club__isnull", False)), fields=["club", "-id"], name="match_club"
                    ),
                    models.Index(
                        condition=models.Q(
                            ("club__isnull", False), ("is_club_counted", False), ("rated", True), ("status", "finished")
                        ),
                        fields=["over_ms"],
                        name="match_club_uncounted",
                    ),
                    models.Index(
                        condition=models.Q(("has_orders", True), ("status", "running")),
                        fields=["id"],
                        name="match_running_orders",
                    ),
                    models.Index(
                        condition=models.Q(("spectator_delay__gt", 0)), fields=["over_ms"], name="match_delayed"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Archive",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="archive",
                        serialize=False,
                        to="log.match",
                    ),
                ),
                ("size", models.BigIntegerField()),
                ("hash", models.BinaryField()),
                ("name", models.CharField(max_length=200)),
                ("digest", models.BinaryField()),
                ("archived_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "events_archive",
            },
        ),
        migrations.CreateModel(
            name="AuditMark",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="audit_mark",
                        serialize=False,
                        to="log.match",
                    ),
                ),
                ("seq", models.BigIntegerField()),
                ("hash", models.BinaryField()),
                ("audited_at", models.DateTimeField(auto_now=True)),
            ],
            options={
                "db_table": "events_auditmark",
            },
        ),
        migrations.CreateModel(
            name="ActionEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="log.match",
                    ),
                ),
                ("seq", models.BigIntegerField()),
                ("type", models.CharField(max_length=20)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("at_ms", models.BigIntegerField()),
                ("core", models.BinaryField()),
                ("secret", models.BinaryField()),
                ("hash", models.BinaryField()),
            ],
            options={
                "db_table": "events_actionevent",
                "constraints": [models.UniqueConstraint(fields=("match", "seq"), name="event_seq_once")],
            },
        ),
        migrations.CreateModel(
            name="IdempotencyRecord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("owner", models.UUIDField()),
                ("scope", models.CharField(max_length=200)),
                ("key", models.CharField(max_length=200)),
                ("body", models.BinaryField()),
                ("prompt", models.BigIntegerField(default=None, null=True)),
                ("move", models.JSONField(default=None, null=True)),
                ("ordered", models.JSONField(default=list)),
                ("status", models.PositiveSmallIntegerField()),
                ("answer", models.BinaryField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "db_table": "events_command",
                "indexes": [models.Index(fields=["created_at"], name="command_created")],
                "constraints": [
                    models.UniqueConstraint(fields=("scope", "key", "owner"), name="command_key_once"),
                    models.UniqueConstraint(fields=("scope", "prompt", "owner"), name="command_prompt_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Cosignature",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("origin", models.CharField(max_length=300)),
                ("size", models.BigIntegerField()),
                ("root", models.BinaryField()),
                ("witness", models.CharField(max_length=500)),
                ("line", models.TextField()),
                ("at_ms", models.BigIntegerField()),
            ],
            options={
                "db_table": "events_cosignature",
                "constraints": [models.UniqueConstraint(fields=("origin", "size", "witness"), name="cosigned_once")],
            },
        ),
        migrations.CreateModel(
            name="FormerHolder",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="former_holders", to="log.match"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="former_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("seq", models.BigIntegerField()),
            ],
            options={
                "db_table": "events_formerholder",
                "constraints": [models.UniqueConstraint(fields=("match", "seq"), name="former_holder_once")],
            },
        ),
        migrations.CreateModel(
            name="GlobalLeaf",
            fields=[
                ("position", models.BigIntegerField(primary_key=True, serialize=False)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="global_leaves", to="log.match"
                    ),
                ),
                ("kind", models.CharField(max_length=7)),
                ("row_hash", models.BinaryField()),
                ("at_ms", models.BigIntegerField()),
                ("leaf", models.BinaryField()),
                ("frontier", models.BinaryField()),
                ("root", models.BinaryField()),
                ("key_id", models.CharField(max_length=16)),
                ("signature", models.BinaryField()),
            ],
            options={
                "db_table": "events_globalleaf",
                "constraints": [models.UniqueConstraint(fields=("match", "kind", "row_hash"), name="global_leaf_once")],
            },
        ),
        migrations.CreateModel(
            name="PendingAction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pending",
                        to="log.match",
                    ),
                ),
                ("prompt", models.BigIntegerField()),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("required", models.BooleanField()),
                ("deadline_ms", models.BigIntegerField(null=True)),
                ("opens_ms", models.BigIntegerField(null=True)),
                ("bot", models.BooleanField(default=False)),
                ("ready_ms", models.BigIntegerField(null=True)),
                ("lease_ms", models.BigIntegerField(null=True)),
                ("lease_token", models.UUIDField(null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("seen_seq", models.BigIntegerField(default=-1)),
                ("is_reminded", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "db_table": "events_pending",
                "indexes": [
                    models.Index(
                        condition=models.Q(("deadline_ms__isnull", False)),
                        fields=["deadline_ms"],
                        name="pending_deadline",
                    ),
                    models.Index(
                        condition=models.Q(("opens_ms__isnull", False)), fields=["opens_ms"], name="pending_opens"
                    ),
                    models.Index(condition=models.Q(("bot", True)), fields=["ready_ms"], name="pending_bots"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "prompt", "seat"), name="pending_once", nulls_distinct=False
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SealedAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sealed_answers",
                        to="log.match",
                    ),
                ),
                ("prompt", models.BigIntegerField()),
                ("seat", models.PositiveSmallIntegerField()),
                ("move", models.JSONField()),
            ],
            options={
                "db_table": "events_sealedanswer",
                "constraints": [models.UniqueConstraint(fields=("match", "prompt", "seat"), name="sealed_answer_once")],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="log.match"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[("open", "Open"), ("player", "Player"), ("bot", "Bot")], default="open", max_length=6
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "invited",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("policy", models.CharField(blank=True, default="", max_length=20)),
                ("is_program", models.BooleanField(db_default=False, default=False)),
                ("commit", models.BinaryField(default=None, null=True)),
                ("nonce", models.BinaryField(default=None, null=True)),
                ("resigned", models.BooleanField(default=False)),
                ("consents", models.JSONField(default=dict)),
                ("stand_in", models.CharField(blank=True, default="", max_length=6)),
            ],
            options={
                "db_table": "events_seat",
                "indexes": [models.Index(condition=models.Q(("kind", "open")), fields=["match"], name="seat_open")],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="seat_number_once"),
                    models.UniqueConstraint(fields=("match", "player"), name="seat_player_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Secret",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="secrets", to="log.match"
                    ),
                ),
                ("kind", models.CharField(max_length=20)),
                ("sealed", models.BinaryField()),
            ],
            options={
                "db_table": "events_secret",
                "constraints": [models.UniqueConstraint(fields=("match", "kind"), name="secret_kind_once")],
            },
        ),
        migrations.CreateModel(
            name="Snapshot",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="log.match"),
                ),
                ("seq", models.BigIntegerField()),
                ("hash", models.BinaryField()),
                ("code", models.CharField(max_length=16)),
                ("sealed", models.BinaryField()),
            ],
            options={
                "db_table": "events_storedstate",
                "constraints": [models.UniqueConstraint(fields=("match", "seq"), name="one_state_after_an_event")],
            },
        ),
        migrations.CreateModel(
            name="Withdrawable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="withdrawables", to="log.match"
                    ),
                ),
                ("seq", models.BigIntegerField()),
                ("path", models.CharField(max_length=40)),
                ("salt", models.BinaryField()),
                ("value", models.JSONField()),
            ],
            options={
                "db_table": "events_withdrawable",
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seq", "path"), name="withdrawable_path_once")
                ],
            },
        ),
    ]
