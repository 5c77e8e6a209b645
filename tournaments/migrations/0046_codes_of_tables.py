from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0045_calls_of_the_referee'),
    ]

    operations = [
        migrations.AddField(
            model_name='historicaltournament',
            name='own_phones_only',
            field=models.BooleanField(db_default=False, default=False, verbose_name='results from the table only by the own link of each player'),
        ),
        migrations.AddField(
            model_name='proposal',
            name='from_code',
            field=models.BooleanField(db_default=False, default=False, verbose_name='by the code of the table, without the own link'),
        ),
        migrations.AddField(
            model_name='proposalword',
            name='from_code',
            field=models.BooleanField(db_default=False, default=False, verbose_name='by the code of the table, without the own link'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='own_phones_only',
            field=models.BooleanField(db_default=False, default=False, verbose_name='results from the table only by the own link of each player'),
        ),
    ]
