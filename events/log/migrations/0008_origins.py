"""Removes the origins of forks and rematches, which `matches.0003_forks` has copied."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0003_forks"),
        ("log", "0007_column_names"),
    ]

    operations = [migrations.RemoveField("match", name) for name in ("rematch_of", "fork_of", "fork_seq", "fork_mode")]
