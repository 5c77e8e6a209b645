"""What visitors, players and the clock do without a name comes back like everything else."""

import datetime as dt
import io
import json

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.archives import emptied
from tests.tournaments.exports.test_archive import without_the_end_of_the_chain
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import write_archive
from tournaments.models import Join, Result, Seat, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import closing, refereeing, rounds
from tournaments.services.proofs import key_of

pytestmark = pytest.mark.django_db


def carried_over(slug: str, capsys, monkeypatch) -> tuple[dict, dict]:
    """The archive of an event, and that of what another machine makes of it."""
    capsys.readouterr()
    call_command("export_tournament", slug)
    first = capsys.readouterr().out
    emptied()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(first.encode())))
    call_command("import_tournament")
    capsys.readouterr()
    call_command("export_tournament", slug)
    again = capsys.readouterr().out
    return without_the_end_of_the_chain(first), without_the_end_of_the_chain(again)


def sign_up_by_strangers(tournament: Tournament) -> None:
    """Ten sign up on the public page; all but one open their links, one signs off again, and one
    corrects what the series knows."""
    for number in range(10):
        typed = {"name": make.a_name(number), "email": f"p{number}@example.org", "age": "adult"}
        Client().post(reverse("register", args=[tournament.slug]), typed)
    entries = list(tournament.entries.order_by("number"))
    for entry in entries[1:]:
        Client().post(reverse("confirm_registration", args=[tournament.slug, entry.token]))
    Client().post(reverse("cancel_registration", args=[tournament.slug, entries[9].token]))
    person = entries[2].person
    person.email, person.address_at = entries[2].email, timezone.now()
    person.save()
    facts = {"name": make.a_name(50), "birth_date": "1990-05-05"}
    Client().post(reverse("my_person", args=[key_of(person)]), facts)


def play_a_day(tournament: Tournament) -> None:
    """Two rounds of whoever is confirmed, with what players say of a result, to the end."""
    tournament.entries.filter(state=EntryState.CONFIRMED).update(state=EntryState.CHECKED_IN)
    Tournament.objects.filter(pk=tournament.pk).update(state=State.CHECK_IN)
    tournament.refresh_from_db()
    make.make_official(tournament, "chief-referee", "Karel Chief")
    make.play(tournament, 1, close=False)
    said = [{"agrees": "yes", "text": ""}, {"agrees": "no", "text": "We had nine, =not ten."}]
    for seat, words in zip(Seat.objects.filter(table__number=1), said, strict=False):
        result = Result.objects.get(table=seat.table)
        page = reverse("respond_to_result", args=[tournament.slug, seat.entry.token])
        Client().post(page, {"result_id": result.pk, **words})
    for ruling in tournament.rulings.all():
        refereeing.decide(tournament, ruling.pk, "Ten.", make.doer())
    make.agreeing(lambda who: rounds.close_round(tournament, 1, who))
    make.play(tournament, 2)
    make.draw_lots(tournament)
    evening = make.doer(now=make.at(17, day=tournament.date))
    make.agreeing(lambda who: closing.finish(tournament, who), evening)


@pytest.mark.parametrize("played", [False, True])
def test_an_event_of_strangers_comes_back(played, capsys, monkeypatch):
    date = timezone.localdate() + dt.timedelta(days=30)
    tournament = make.make_tournament(date=date, rounds=2)
    sign_up_by_strangers(tournament)
    if played:
        play_a_day(tournament)

    first, again = carried_over(tournament.slug, capsys, monkeypatch)

    nameless = {act["name"] for act in first["acts"] if not act["by"]}
    assert {"register", "confirm_registration", "cancel_registration", "change_facts"} <= nameless
    assert bool(first["responses"]) == played
    assert first["tournament"]["state"] == ("finished" if played else "sign-up")
    assert again == first


def test_every_event_of_the_demo_comes_back(capsys):
    call_command("demo")
    archives = [write_archive(tournament) for tournament in Tournament.objects.all()]
    Join.objects.all().delete()

    for first in archives:
        emptied()
        again = write_archive(read_archive(json.loads(first)))
        assert without_the_end_of_the_chain(again) == without_the_end_of_the_chain(first)
