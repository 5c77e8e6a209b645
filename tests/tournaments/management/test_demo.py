"""The demo season holds what a newcomer is promised, and is filled once."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from tournaments.management.commands.demo import PASSWORD
from tournaments.models import Club, Entry, Join, Mail, Person, Table, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.services.emergency_packs import self_made_packs

pytestmark = pytest.mark.django_db


def test_the_demo_season_has_a_tournament_in_each_state(capsys):
    call_command("demo")

    own = Tournament.objects.filter(officials__user__username="organiser")
    by_state = {tournament.state: tournament for tournament in own}
    sent, running, opened = (by_state[s] for s in (State.SENT, State.RUNNING, State.SIGN_UP))
    assert len(read_event(sent).counted) == 23
    assert len(read_event(running).active) == 30
    assert read_event(running).current.number == 3
    assert read_event(opened).juniors
    assert Club.objects.count() == 4
    assert "organiser" in capsys.readouterr().out


def test_the_event_that_is_played_has_an_emergency_pack_of_its_round():
    call_command("demo")

    running = Tournament.objects.get(state=State.RUNNING)
    assert self_made_packs(running).get().parameters["after"] == ["publish_draw", 3]


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


def test_somebody_else_organises_with_some_of_the_same_people(client):
    call_command("demo")
    theirs = Tournament.objects.get(officials__user__username="organiser2")

    client.login(username="organiser2", password=PASSWORD)
    desk = client.get(f"/en/t/{theirs.slug}/desk/players/").content.decode()
    others = [
        client.get(f"/en/t/{other.slug}/desk/").status_code
        for other in Tournament.objects.exclude(pk=theirs.pk)
    ]

    assert others == [403] * 3
    assert "Nora Nová" in desk
    assert theirs.entries.get(name="Nora Nová").state == EntryState.UNCONFIRMED
    assert Join.objects.standing().count() == 2
    proved = Person.objects.exclude(email="").get()
    entry = theirs.entries.get(email=proved.email)
    assert entry.name == proved.name
    assert entry.person != proved
    assert Entry.objects.filter(person=proved).exists()
    assert not Mail.objects.exists()


def test_one_game_of_the_demo_is_written_down_and_can_be_looked_at(client):
    call_command("demo")
    table = Table.objects.get(record__isnull=False)
    tournament = table.draw.round.tournament
    number = table.draw.round.number

    page = client.get(f"/en/t/{tournament.slug}/rounds/{number}/tables/{table.number}/game/")

    assert tournament.state == State.SENT
    assert page.status_code == 200
    played = read_event(tournament).round(number)
    result = next(one for one in played.tables if one.number == table.number).result
    reached = result.scores.order_by("seat__position").values_list("game_points", flat=True)
    assert list(reached) == [10, 5, 6, 6]
    assert '[Result "' in table.record.text
    assert " 10*" in table.record.text


def test_the_season_lies_around_the_moment_that_is_told():
    call_command("demo", "--at", "2026-05-16T13:30")

    running = Tournament.objects.get(state=State.RUNNING)

    assert str(running.date) == "2026-05-16"
    assert [f"{timezone.localtime(r.starts_at):%H:%M}" for r in running.rounds.all()] == [
        "10:00",
        "11:30",
        "13:00",
        "14:30",
    ]
