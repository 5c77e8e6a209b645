"""What was entered before a change of the tables is there after it."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests import factories as make
from tests.factories import enter, publish, ready_to_draw
from tournaments.models import Score, Series, SeriesOffice
from tournaments.models.entry import Role

pytestmark = pytest.mark.django_db(transaction=True)


def migrate(name):
    executor = MigrationExecutor(connection)
    executor.migrate([("tournaments", name)])
    return executor.loader.project_state([("tournaments", name)]).apps


@pytest.fixture
def newest():
    """Afterwards the tables are those of the code again."""
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.mark.usefixtures("newest")
def test_parts_of_a_score_move_from_columns_into_one_field_and_back():
    table = publish(ready_to_draw(12)).tables.first()
    enter(table, (10, 8, 5, 4))
    made = {"settlements": 2, "cities": 3, "longest_road": 1}
    first, second, *_others = Score.objects.filter(seat__table=table).order_by("pk")
    Score.objects.filter(pk=first.pk).update(parts=made)

    columns = migrate("0008_records_of_games").get_model("tournaments", "Score")
    as_columns = columns.objects.get(pk=first.pk)
    empty = columns.objects.get(pk=second.pk)
    migrate("0009_parts_of_a_score")

    assert (as_columns.settlements, as_columns.cities, as_columns.longest_road) == (2, 3, True)
    assert (as_columns.largest_army, as_columns.victory_point_cards) == (False, 0)
    assert empty.settlements is None
    assert Score.objects.get(pk=first.pk).parts == made
    assert Score.objects.get(pk=second.pk).parts is None


@pytest.mark.usefixtures("newest")
def test_whoever_organised_by_account_goes_on_writing_events():
    olga, petr = make.make_user("olga"), make.make_user("petr")
    for _ in range(2):
        event = make.make_tournament()
        make.make_official(event, Role.ORGANISER, user=olga)
        make.make_official(event, Role.SCOREKEEPER, user=petr)
        make.make_official(event, Role.ORGANISER, user=None)

    migrate("0013_what_belongs_to_an_event")
    migrate("0014_offices_of_the_series")

    office = SeriesOffice.objects.get()
    assert (office.user, office.role, office.granted_by) == (olga, "organiser", "")
    assert office.series == Series.objects.get(name="Catan Tour")
