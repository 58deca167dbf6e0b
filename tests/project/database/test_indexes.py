"""Unused indexes: each index slows down every change of its table."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection

pytestmark = pytest.mark.django_db

# Pairs of indexes on the same rows (`indpred`) in which one begins with all columns of the other, in the same order and
# with the same operators. Unique indexes are constraints and do not count.
BEGINNINGS = """
    WITH index AS (
        SELECT indexrelid::regclass::text AS name, indrelid::regclass::text AS of, indisunique, indpred::text,
            string_to_array(indkey::text, ' ') AS keys, string_to_array(indclass::text, ' ') AS classes,
            string_to_array(indoption::text, ' ') AS options
        FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
        WHERE relnamespace = 'public'::regnamespace AND indexprs IS NULL
    )
    SELECT shorter.of, shorter.name, longer.name FROM index AS shorter JOIN index AS longer USING (of)
    WHERE shorter.name <> longer.name AND NOT shorter.indisunique
        AND shorter.indpred IS NOT DISTINCT FROM longer.indpred
        AND shorter.keys = longer.keys[1:cardinality(shorter.keys)]
        AND shorter.classes = longer.classes[1:cardinality(shorter.keys)]
        AND shorter.options = longer.options[1:cardinality(shorter.keys)]
"""


def test_no_index_is_a_prefix_of_another_index_and_such_an_index_is_found() -> None:
    ours = {model._meta.db_table for model in apps.get_models() if model.__module__.startswith(("events.", "bots."))}

    def redundant() -> set[str]:
        with connection.cursor() as cursor:
            cursor.execute(BEGINNINGS)
            return {shorter for table, shorter, _ in cursor.fetchall() if table in ours}

    assert redundant() == set()

    with connection.cursor() as cursor:
        cursor.execute("CREATE INDEX planted ON events_seat (match_id)")
    assert redundant() == {"planted"}
