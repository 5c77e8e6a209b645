import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q


def keep_the_owners(apps, schema_editor):
    """Whose an entry was before an organiser or the series joined it to somebody; nobody's who
    proved it since by a link of their own. Where no row of theirs is left they get one, of which
    is known what the event was told."""
    Entry = apps.get_model('tournaments', 'Entry')
    joined = Q(joined_by_organiser=True) | Q(joins__undone_at=None, joins__how='series')
    for entry in Entry.objects.filter(joined).exclude(name='').distinct().order_by('pk'):
        owner = _owner_of(entry)
        if owner is None and not entry.joined_by_organiser:
            continue
        if owner is None or owner.forgotten_at is not None:
            owner = _told_of(apps.get_model('tournaments', 'Person'), entry)
        if owner.pk != entry.person_id:
            entry.joined_from = owner
            entry.save(update_fields=['joined_from'])


def _owner_of(entry):
    owner = None
    for join in entry.joins.filter(undone_at=None).order_by('pk').select_related('other'):
        if join.how == 'link':
            owner = None
        elif owner is None and (join.how == 'series' or entry.joined_by_organiser):
            owner = join.other
    return owner


def _told_of(Person, entry):
    return Person.objects.create(
        name=entry.name,
        birth_date=entry.birth_date_told,
        minor=entry.minor,
        full_name_public=entry.full_name_public,
    )


def mark_what_others_joined(apps, schema_editor):
    Entry = apps.get_model('tournaments', 'Entry')
    Entry.objects.exclude(joined_from=None).update(joined_by_organiser=True)


class LeaveToTheReleaseBefore(migrations.RemoveField):
    """Take a field out of the models and leave its column to a release that still reads it while
    it is replaced. Where one process alone has the database there is none."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor != 'postgresql':
            super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor != 'postgresql':
            super().database_backwards(app_label, schema_editor, from_state, to_state)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0033_joined_by_organiser'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='joined_from',
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name='entries_counted_elsewhere',
                to='tournaments.person',
            ),
        ),
        migrations.RunPython(keep_the_owners, mark_what_others_joined),
        LeaveToTheReleaseBefore(
            model_name='entry',
            name='joined_by_organiser',
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(
                condition=Q(joined_from=None) | ~Q(joined_from=F('person')),
                name='joined_from_somebody_else',
            ),
        ),
    ]
