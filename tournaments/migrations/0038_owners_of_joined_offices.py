import datetime as dt

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q
from django.db.models.functions import Coalesce


def keep_the_owners(apps, schema_editor):
    """Whose an office was before others joined it to somebody. One of a chain of joins that were
    all taken back, which stayed with whom it had gone on to, goes home."""
    Official = apps.get_model('tournaments', 'Official')
    offices = Official.objects.exclude(joins=None).distinct().order_by('pk')
    for office in offices.select_related('person'):
        joins = list(office.joins.order_by('pk').select_related('kept', 'other'))
        owner = _owner_by(joins)
        if owner.pk == office.person_id or not _came_by(joins, office):
            continue
        _fill_history(apps.get_model('tournaments', 'HistoricalOfficial'), office, joins, owner)
        if owner.forgotten_at is not None and office.name:
            continue
        if _same(office).filter(Q(person=owner) | Q(joined_from=owner)).exists():
            # Nobody holds an office twice: this one is whose row knows the same of them.
            owner = _another_row(apps.get_model('tournaments', 'Person'), office, owner)
        if any(join.undone_at is None for join in joins):
            office.joined_from = owner
        else:
            office.person = owner
        office.save(update_fields=['person', 'joined_from'])
    if schema_editor.connection.vendor == 'postgresql':
        # Else what waits for the end of the transaction keeps the table from being altered.
        schema_editor.execute('set constraints all immediate')
        schema_editor.execute('set constraints all deferred')


def _owner_by(joins):
    """Who proved it last, else whose it was at first."""
    proofs = [join for join in joins if join.how == 'link' and join.undone_at is None]
    return proofs[-1].kept if proofs else joins[0].other


def _came_by(joins, office):
    """Whether it is where the joins left it: whoever accepted an office by account holds it."""
    accepted = office.user_id is not None and office.user_id == office.person.user_id
    return not accepted and office.person_id in {join.kept_id for join in joins}


def _same(office):
    return office.tournament.officials.filter(role=office.role).exclude(pk=office.pk)


def _another_row(Person, office, owner):
    born, today = owner.birth_date, dt.date.today()
    of_age = born and (today.year - born.year, today.month, today.day) >= (18, born.month, born.day)
    return Person.objects.create(
        name=office.name or owner.name,
        minor=owner.minor if born is None else not of_age,
        full_name_public=owner.full_name_public,
        full_name_withdrawn_at=owner.full_name_withdrawn_at,
        named_as_withdrawn=owner.named_as_withdrawn,
        forgotten_at=owner.forgotten_at,
    )


def _fill_history(History, office, joins, owner):
    """The rows from while it only counted for somebody."""
    proved = {join.kept_id for join in joins if join.how == 'link'}
    lent = {join.kept_id for join in joins if join.how != 'link'} - proved - {owner.pk}
    History.objects.filter(id=office.pk, person_id__in=lent).update(joined_from=owner)


# What the release before writes of an office while it is replaced, this one reads. It knows nothing
# of the column: a join by it stands when it moves the office, and what it takes back is home. It
# goes out with the release after.
BOTH_WAYS = """
create function office_joined_by_both_releases() returns trigger language plpgsql as $$
begin
    if new.person_id = old.person_id
        or new.joined_from_id is distinct from old.joined_from_id
        or new.user_id is distinct from old.user_id
    then
        return new;
    end if;
    if new.joined_from_id = new.person_id then
        new.joined_from_id := null;
    elsif new.joined_from_id is null and exists (
        select from tournaments_join
        where kept_id = new.person_id and other_id = old.person_id
            and how <> 'link' and undone_at is null
    ) then
        new.joined_from_id := old.person_id;
    end if;
    return new;
end $$;
create trigger office_joined_by_both_releases before update on tournaments_official
for each row execute function office_joined_by_both_releases();
"""
ONE_WAY = """
drop trigger office_joined_by_both_releases on tournaments_official;
drop function office_joined_by_both_releases();
"""


def keep_both_releases_alike(apps, schema_editor):
    if schema_editor.connection.vendor == 'postgresql':
        schema_editor.execute(BOTH_WAYS)


def go_one_way(apps, schema_editor):
    if schema_editor.connection.vendor == 'postgresql':
        schema_editor.execute(ONE_WAY)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0037_joins_of_archives'),
    ]

    operations = [
        migrations.AddField(
            model_name='historicalofficial',
            name='joined_from',
            field=models.ForeignKey(
                blank=True,
                db_constraint=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name='+',
                to='tournaments.person',
            ),
        ),
        migrations.AddField(
            model_name='official',
            name='joined_from',
            field=models.ForeignKey(
                blank=True,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name='offices_counted_elsewhere',
                to='tournaments.person',
            ),
        ),
        migrations.RunPython(keep_the_owners, migrations.RunPython.noop),
        migrations.RunPython(keep_both_releases_alike, go_one_way),
        migrations.AddConstraint(
            model_name='official',
            constraint=models.UniqueConstraint(
                F('tournament'),
                Coalesce('joined_from', 'person'),
                F('role'),
                name='one_office_an_owner_and_role',
            ),
        ),
        migrations.AddConstraint(
            model_name='official',
            constraint=models.CheckConstraint(
                condition=Q(joined_from=None) | ~Q(joined_from=F('person')),
                name='office_joined_from_somebody_else',
            ),
        ),
    ]
