import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q


def find_what_joins_shortened(apps, schema_editor):
    """Names that were printed short while a join of others stood by which alone they were to be."""
    Entry = apps.get_model('tournaments', 'Entry')
    Join = apps.get_model('tournaments', 'Join')
    by_others = Join.objects.filter(undone_at=None).exclude(how='link')
    printed = Entry.objects.exclude(Q(was_junior=None) | Q(shown_as='') | Q(shown_as=F('name')))
    counted = printed.filter(joins__in=by_others).exclude(joined_from=None).distinct()
    for entry in counted.select_related('person', 'joined_from', 'tournament').order_by('pk'):
        over = entry.tournament.finished_at
        stood = entry.joins.filter(pk__in=by_others)
        before = over is None or stood.filter(at__lte=over).exists()
        corrected = entry.tournament.acts.filter(
            name='correct_entry', detail__startswith=f'{entry.number}. '
        )
        said = _is_kept_back(entry.person) and not _by_own_word(entry.joined_from, by_others)
        if before and said and not corrected.exists():
            entry.short_by_join = True
            entry.save(update_fields=['short_by_join'])


def _is_kept_back(person):
    return person.full_name_withdrawn_at is not None or person.named_as_withdrawn


def _by_own_word(person, by_others):
    if person.named_as_withdrawn:
        return True
    return _is_kept_back(person) and not by_others.filter(kept_back=person).exists()


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0038_owners_of_joined_offices'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='short_by_join',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AlterField(
            model_name='join',
            name='kept_back',
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name='kept_back_by',
                to='tournaments.person',
            ),
        ),
        migrations.RunPython(find_what_joins_shortened, migrations.RunPython.noop),
    ]
