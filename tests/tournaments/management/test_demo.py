"""The demo season holds what a newcomer is promised, and is filled once."""

import pytest
from django.core.management import call_command

from tournaments.management.commands.demo import PASSWORD
from tournaments.models import Club, Tournament
from tournaments.models.event import read_event
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db


def test_the_demo_season_has_a_tournament_in_each_state(capsys):
    call_command("demo")

    by_state = {tournament.state: tournament for tournament in Tournament.objects.all()}
    sent, running, opened = (by_state[s] for s in (State.SENT, State.RUNNING, State.SIGN_UP))
    assert len(read_event(sent).counted) == 23
    assert len(read_event(running).active) == 30
    assert read_event(running).current.number == 3
    assert read_event(opened).juniors
    assert Club.objects.count() == 3
    assert "organiser" in capsys.readouterr().out


def test_a_second_start_keeps_the_data(capsys):
    call_command("demo", "--if-empty")
    kept = set(Tournament.objects.values_list("pk", flat=True))

    call_command("demo", "--if-empty")

    assert set(Tournament.objects.values_list("pk", flat=True)) == kept


def test_the_player_of_the_demo_writes_no_events(client):
    call_command("demo")
    opened = {}

    for name in ("admin", "organiser", "player"):
        client.login(username=name, password=PASSWORD)
        opened[name] = client.get("/new/").status_code

    assert opened == {"admin": 200, "organiser": 200, "player": 403}
