from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0042_offices_of_their_own'),
    ]

    operations = [
        migrations.AddField(
            model_name='historicaltournament',
            name='format',
            field=models.JSONField(blank=True, db_default=models.Value({}, models.JSONField()), default=dict, verbose_name='format'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='format',
            field=models.JSONField(blank=True, db_default=models.Value({}, models.JSONField()), default=dict, verbose_name='format'),
        ),
    ]
