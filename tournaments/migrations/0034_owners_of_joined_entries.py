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


# What the release before writes of a join, or of undoing one, while it is replaced, this one reads,
# and the other way round. It goes out together with the column.
BOTH_WAYS = """
create function joined_by_both_releases() returns trigger language plpgsql as $$
begin
    if new.joined_from_id is distinct from old.joined_from_id then
        new.joined_by_organiser := new.joined_from_id is not null;
    elsif new.joined_by_organiser and not old.joined_by_organiser then
        new.joined_from_id := nullif(old.person_id, new.person_id);
    elsif old.joined_by_organiser and not new.joined_by_organiser then
        new.joined_from_id := null;
    end if;
    return new;
end $$;
create trigger joined_by_both_releases before update on tournaments_entry
for each row execute function joined_by_both_releases();
"""
ONE_WAY = """
drop trigger joined_by_both_releases on tournaments_entry;
drop function joined_by_both_releases();
"""


def keep_both_releases_alike(apps, schema_editor):
    if schema_editor.connection.vendor == 'postgresql':
        schema_editor.execute(BOTH_WAYS)


def go_one_way(apps, schema_editor):
    if schema_editor.connection.vendor == 'postgresql':
        schema_editor.execute(ONE_WAY)


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
        migrations.RunPython(keep_both_releases_alike, go_one_way),
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
