"""`manage.py adopt`: a database from the time when `events` was one app belongs to the current apps afterwards."""

from __future__ import annotations

from typing import Any

import pgtrigger
import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.core.management.base import SystemCheckError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from events.log.models import Match
from events.users.models import Player
from project.management.commands.adopt import LAST, RENAMED, SQUASHED

pytestmark = pytest.mark.django_db
OURS = {config.label for config in apps.get_app_configs() if config.name.startswith("events.")}


def query(statement: str, *values: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall() if cursor.description else []


def applied() -> list[tuple[str, str]]:
    return sorted(MigrationRecorder(connection).applied_migrations())


def triggers() -> set[str]:
    return {name for (name,) in query("SELECT tgname FROM pg_trigger WHERE tgname LIKE 'pgtrigger%%'")}


def permissions() -> list[Any]:
    return list(Permission.objects.order_by("pk").values_list("pk", "codename", "name"))


def types() -> list[Any]:
    return list(ContentType.objects.order_by("pk").values_list("pk", "app_label", "model"))


def make_old() -> None:
    """Restores the state of the test database under the last version with one app."""
    for kind in ContentType.objects.filter(app_label__in=OURS):
        before = RENAMED.get(kind.model, kind.model)
        query("UPDATE django_content_type SET app_label = 'events', model = %s WHERE id = %s", before, kind.pk)
        query("UPDATE auth_permission SET codename = replace(codename, %s, %s)", f"_{kind.model}", f"_{before}")
    for app, name in applied():
        if app in OURS and name in SQUASHED:
            query("DELETE FROM django_migrations WHERE app = %s AND name = %s", app, name)
    MigrationRecorder(connection).record_applied("events", LAST)
    for model, trigger in pgtrigger.registered():
        name = trigger.get_pgid(model)
        query(f'ALTER TRIGGER "{name}" ON {model._meta.db_table} RENAME TO "{name}0"')
    ContentType.objects.clear_cache()


def test_types_permissions_triggers_and_the_operators_history_belong_to_current_apps() -> None:
    operator = Player.objects.create_superuser("Operator One", "correct horse battery")
    helpers = Group.objects.create(name="helpers")
    helpers.permissions.add(Permission.objects.get(codename="view_notification"))
    kind = ContentType.objects.get_for_model(Match)
    LogEntry.objects.create(user=operator, content_type=kind, object_repr="a match", action_flag=CHANGE)
    before = types(), permissions(), triggers(), applied()
    make_old()
    assert types() != before[0] and triggers().isdisjoint(before[2])

    call_command("adopt", verbosity=0)

    ContentType.objects.clear_cache()
    assert (types(), permissions(), triggers(), applied()) == before
    assert [one.codename for one in helpers.permissions.all()] == ["view_notification"]
    assert LogEntry.objects.get().content_type == kind
    call_command("migrate", check_unapplied=True, verbosity=0)


def test_a_second_adoption_changes_nothing() -> None:
    before = types(), permissions(), triggers(), applied()

    call_command("adopt", verbosity=0)

    assert (types(), permissions(), triggers(), applied()) == before


@pytest.mark.parametrize("last", ["0086_before", "0088_after"])
def test_a_database_of_another_version_is_refused_and_unchanged(last: str) -> None:
    make_old()
    query("UPDATE django_migrations SET name = %s WHERE app = 'events'", last)
    before = types(), permissions(), triggers(), applied()

    with pytest.raises(CommandError, match="0087_evenings" if last < LAST else last):
        call_command("adopt", verbosity=0)

    assert (types(), permissions(), triggers(), applied()) == before


def test_migrate_refuses_an_old_database_and_names_the_command_that_upgrades_it() -> None:
    make_old()

    with pytest.raises(SystemCheckError, match=r"`manage\.py prepare`"):
        call_command("migrate", verbosity=0, skip_checks=False)
