from django.db import migrations, models


def mark_what_organisers_joined(apps, schema_editor):
    """Entries that are whose they are by a join of an organiser that stands, and that nobody has
    proved since by a link of their own."""
    Join = apps.get_model('tournaments', 'Join')
    standing = Join.objects.filter(undone_at__isnull=True)
    for join in standing.filter(how='organiser'):
        for entry in join.entries.all():
            if not standing.filter(how='link', entries=entry, pk__gt=join.pk).exists():
                entry.joined_by_organiser = True
                entry.save(update_fields=['joined_by_organiser'])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0032_writer_of_an_address'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='joined_by_organiser',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.RunPython(mark_what_organisers_joined, migrations.RunPython.noop),
    ]
