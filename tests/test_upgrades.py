"""Two releases live side by side while one replaces the other: the older one goes on writing rows
in which it does not know what the newer one added."""

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection
from django.db.migrations import operations as op
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from tests import factories as make

SINCE = {"tournaments": "0020", "games": "0002"}
"""Migrations up to these came before the promise."""

TAKEN_AWAY: set[str] = set()
"""What a release removes that no release before it used any more, as `Model.field` or `Model`:
the one before expanded, this one contracts."""

LEFT = {"entry.joined_by_organiser"}
"""What is no field any more, while its column stays for the release before (0034): it goes with the
release after."""

REMOVALS = (op.RemoveField, op.RenameField, op.DeleteModel, op.RenameModel)


def later_operations():
    loader = MigrationLoader(None)
    for (app, name), migration in sorted(loader.disk_migrations.items()):
        if app in SINCE and name[:4] > SINCE[app]:
            for operation in migration.operations:
                yield pytest.param(app, operation, id=f"{name}: {operation.describe()}")


def field_as_it_is_now(app, operation):
    models = apps.get_app_config(app).get_models(include_auto_created=True)
    found = {model._meta.model_name: model for model in models}
    return found[operation.model_name_lower]._meta.get_field(operation.name)


def what_it_names(operation):
    return f"{getattr(operation, 'model_name', '')}.{operation.name}".strip(".")


@pytest.mark.parametrize(("app", "operation"), list(later_operations()))
def test_what_a_migration_changes_leaves_room_for_the_release_before(app, operation):
    if isinstance(operation, op.AddField):
        gone = what_it_names(operation) in TAKEN_AWAY | LEFT
        field = operation.field if gone else field_as_it_is_now(app, operation)
        assert field.null or field.has_db_default() or field.many_to_many
    elif isinstance(operation, REMOVALS):
        assert what_it_names(operation) in TAKEN_AWAY | LEFT


def test_the_documentation_names_what_the_release_after_takes_away():
    told = (settings.BASE_DIR / "docs" / "operations.md").read_text()

    for left in LEFT:
        model, column = left.split(".")
        assert f"the column `{column}` of `tournaments_{model}`" in told


@pytest.mark.django_db
def test_the_release_before_reads_and_writes_what_is_no_field_any_more():
    """With the embedded database no release runs beside this one, so nothing is left in it."""
    with connection.cursor() as cursor:
        table = connection.introspection.get_table_description(cursor, "tournaments_entry")
    left = {f"entry.{column.name}" for column in table} & LEFT
    assert left == (LEFT if connection.vendor == "postgresql" else set())
    if not left:
        return
    event = make.make_tournament()
    person = make.make_person("Eva Malá")
    state = MigrationExecutor(connection).loader.project_state(
        [("tournaments", "0033_joined_by_organiser")]
    )
    old = state.apps.get_model("tournaments", "Entry").objects

    mine = make.make_entry(event, person)
    theirs = old.create(
        tournament_id=event.pk,
        person_id=make.make_person("Jan Malý").pk,
        name="Jan Malý",
        number=99,
        queue_number=99,
        registered_at=make.at(8),
        joined_by_organiser=True,
    )

    now = apps.get_model("tournaments", "Entry").objects
    assert old.get(pk=mine.pk).joined_by_organiser is False
    assert now.get(pk=theirs.pk).joined_from is None
    # A join by the release before, and one by this one: each reads what the other wrote.
    other = make.make_person("Ota Jiný")
    old.filter(pk=mine.pk).update(person_id=other.pk, joined_by_organiser=True)
    assert now.get(pk=mine.pk).owner == person
    old.filter(pk=mine.pk).update(person_id=person.pk, joined_by_organiser=False)
    assert now.get(pk=mine.pk).joined_from is None
    now.filter(pk=mine.pk).update(person=other, joined_from=person)
    assert old.get(pk=mine.pk).joined_by_organiser is True
    now.filter(pk=mine.pk).update(person=person, joined_from=None)
    assert old.get(pk=mine.pk).joined_by_organiser is False


@pytest.mark.django_db
def test_an_office_that_the_release_before_moved_is_its_owners_for_this_one():
    if connection.vendor != "postgresql":
        return
    event, kept = make.make_tournament(), make.make_person("Petr Jiný")
    owner = make.make_entry(make.make_tournament(), "Eva Malá").person
    office = make.make_official(event, "referee", owner)
    states = MigrationExecutor(connection).loader
    before = states.project_state([("tournaments", "0037_joins_of_archives")]).apps
    old = before.get_model("tournaments", "Official").objects.filter(pk=office.pk)
    now = apps.get_model("tournaments", "Official").objects
    said = {"kept": kept, "other": owner, "how": "series", "by": "Olga", "at": make.at(8)}
    join = apps.get_model("tournaments", "Join").objects.create(**said)

    old.update(person_id=kept.pk)
    assert now.get(pk=office.pk).owner == owner
    join.undone_at = make.at(9)
    join.save()
    old.update(person_id=owner.pk)
    assert (now.get(pk=office.pk).person, now.get(pk=office.pk).joined_from) == (owner, None)
    # What this one writes stays as it is.
    now.filter(pk=office.pk).update(person=kept)
    assert now.get(pk=office.pk).joined_from is None


@pytest.mark.django_db
def test_the_release_before_writes_rows_into_the_tables_of_this_one():
    event = make.make_tournament()
    loader = MigrationExecutor(connection).loader
    old = loader.project_state([("tournaments", "0020_told_to_the_event_and_accepted_offices")])

    def model(name):
        return old.apps.get_model("tournaments", name)

    person = model("Person").objects.create(name="Eva Malá")
    entry = model("Entry").objects.create(
        tournament_id=event.pk, person=person, name="Eva Malá", number=1, registered_at=make.at(8)
    )
    office = model("Official").objects.create(
        tournament_id=event.pk, person=person, name="Eva Malá", role="referee"
    )
    fields = {"name": "Catan Telč", "slug": "telc", "town": "Telč", "date": make.DAY}
    fields |= {"start": make.STARTS[0], "capacity": 30}
    other = model("Tournament").objects.create(**fields)

    now = apps.get_model
    assert now("tournaments", "Entry").objects.get(pk=entry.pk).address_to_confirm is False
    assert now("tournaments", "Official").objects.get(pk=office.pk).saw_desk is True
    assert now("tournaments", "Tournament").objects.get(pk=other.pk).links_outlived is False
