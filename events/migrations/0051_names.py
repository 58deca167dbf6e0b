from django.db import migrations, models


class Migration(migrations.Migration):
    """Names in the code alone: tables and columns keep theirs, so that servers of both versions can run beside."""

    dependencies = [("events", "0050_delivery_shares")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField("match", "withheld", "is_blinded"),
                migrations.AlterField("match", "is_blinded", models.BooleanField(db_column="withheld", default=False)),
                migrations.RenameModel("Looking", "Presence"),
                migrations.AlterModelTable("presence", "events_looking"),
            ]
        )
    ]
