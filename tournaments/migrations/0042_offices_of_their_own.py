import datetime as dt

from django.db import migrations
from django.db.models import Exists, OuterRef, Q


def let_names_count_alone(apps, schema_editor):
    """Whose an office is that a name alone led to a player: somebody of their own, as old as the
    player and with the same word; it goes on counting for the player (D-134)."""
    Official = apps.get_model('tournaments', 'Official')
    Person = apps.get_model('tournaments', 'Person')
    Entry = apps.get_model('tournaments', 'Entry')
    own = Q(joined_from=OuterRef('person')) | Q(joined_from=None, person=OuterRef('person'))
    plays = Exists(Entry.objects.filter(own, tournament=OuterRef('tournament')))
    held = Official.objects.filter(plays, user=None, asked=None, joined_from=None, joins=None)
    owners = {}
    for office in held.exclude(name='').select_related('person').order_by('pk'):
        place = (office.tournament_id, office.person_id)
        if place not in owners:
            owners[place] = _another_row(Person, office)
        office.joined_from = owners[place]
        office.save(update_fields=['joined_from'])
    if schema_editor.connection.vendor == 'postgresql':
        # Else what waits for the end of the transaction keeps the table from being altered.
        schema_editor.execute('set constraints all immediate')
        schema_editor.execute('set constraints all deferred')


def _another_row(Person, office):
    player, today = office.person, dt.date.today()
    born = player.birth_date
    of_age = born and (today.year - born.year, today.month, today.day) >= (18, born.month, born.day)
    refused = player.full_name_withdrawn_at is not None or player.named_as_withdrawn
    return Person.objects.create(
        name=office.name,
        minor=player.minor if born is None else not of_age,
        full_name_public=player.full_name_public,
        named_as_withdrawn=refused and not of_age,
    )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0041_capacity_in_words'),
    ]

    operations = [
        migrations.RunPython(let_names_count_alone, migrations.RunPython.noop),
    ]
