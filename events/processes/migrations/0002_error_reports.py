"""Names the model as the code does; its table keeps its name."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("processes", "0001_initial")]

    operations = [migrations.RenameModel("Alarm", "ErrorReport")]
