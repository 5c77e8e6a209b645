"""Archives of the release before are read: club, contact and consents stood with the person."""

import copy
import io
import json

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from tests import factories as make
from tests.archives import HOSTILE
from tournaments.exports.archive.older import MOST_ROWS, brought_up
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.models import Person, Tournament
from tournaments.services import persons
from tournaments.services.persons import Facts

pytestmark = pytest.mark.django_db

EMPTY = [
    "rule_changes",
    "commitments",
    "exclusions",
    "draws",
    "edits",
    "records",
    "tables",
    "seats",
    "results",
    "scores",
]
EMPTY += ["responses", "lots", "rulings", "council", "wishes", "wished_players", "acts"]


def person(name, **fields):
    known = {"club": None, "email": "", "birth_date": None, "minor": False}
    known |= {"guardian_consent": False, "full_name_public": False, "forgotten_at": None}
    return {"name": name, **known, **fields}


def entry(number, **fields):
    known = {"person": number - 1, "number": number, "state": "checked-in", "paid": True}
    known |= {"registered_at": "2026-04-01T08:00:00Z", "first_round": 1, "left_after": None}
    return {**known, "token": f"{number}" * 20, "note": "", "language": "cs", **fields}


def older(**fields):
    """A small event as the release before wrote it."""
    event = {"name": "Catan Telč", "slug": "telc", "kind": "other", "club": 0, "town": "Telč"}
    event |= {"venue": "Sokolovna", "date": "2026-05-16", "start": "09:00:00", "capacity": 30}
    event |= {"fee": "", "text": "", "contact": "", "ruleset": "base+tour", "target_points": 10}
    event |= {"record_head": "", "two_extra_rounds": False, "half_of_rounds_counts": False}
    event |= {"places_7_8": "", "state": "running", "cancelled_reason": "", "version": 7}
    event |= {"announced_at": "2026-03-01T12:00:00Z", "finished_at": None, "sent_at": None}
    round_ = {"number": 1, "starts_at": None, "limit_minutes": 75, "draw_mode": "random"}
    round_ |= {"cut": None, "board_seed": "", "public_value": "", "started_at": None}
    people = [
        person("Anna Nováková", club=0, email="anna@example.org"),
        person("Eva Malá", club=1, birth_date="2014-03-01", minor=True, guardian_consent=True),
        person("Jan Dvořák", minor=True, guardian_consent=True, full_name_public=True),
        person("Karel Chief"),
    ]
    office = {"person": 3, "role": "chief-referee", "token": "k" * 20}
    clubs = [{"name": name, "town": "Telč", "website": ""} for name in ("Klub Telč", "Dům dětí")]
    return {
        "format": "catantour-tournament/1",
        "tournament": {**event, "frozen_slots": None, **fields},
        "clubs": clubs,
        "persons": people,
        "officials": [office],
        "entries": [entry(1), entry(2), entry(3)],
        "rounds": [round_ | {"turn_limit_minutes": None, "closed_at": None}],
        **{name: [] for name in EMPTY},
    }


OVER = {"state": "sent", "finished_at": "2026-05-16T15:00:00Z", "sent_at": "2026-05-16T18:00:00Z"}


def imported(document, monkeypatch):
    text = json.dumps(document).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
    call_command("import_tournament")
    return Tournament.objects.get(slug="telc")


def test_what_stood_with_the_persons_belongs_to_the_entries(monkeypatch, capsys):
    tournament = imported(older(), monkeypatch)

    anna, eva, jan = tournament.entries.all()
    assert (anna.name, anna.email, anna.club.name) == (
        "Anna Nováková",
        "anna@example.org",
        "Klub Telč",
    )
    assert (eva.club.name, eva.minor, eva.guardian_consent) == ("Dům dětí", True, True)
    assert [one.public_name for one in (anna, eva, jan)] == [
        "Anna Nováková",
        "Eva M.",
        "Jan Dvořák",
    ]
    assert tournament.officials.get().name == "Karel Chief"
    assert not any(one.is_frozen for one in (anna, eva, jan))
    assert eva.known_birth_date.year == 2014
    assert json.loads(capsys.readouterr().out) == {"tournament": "telc", "version": 7}


def test_no_address_that_nobody_proved_says_whose_it_is(monkeypatch):
    make.make_person("Anna Nováková", email="anna@example.org")

    tournament = imported(older(), monkeypatch)

    anna = tournament.entries.first()
    assert (anna.person.email, anna.address_by_desk) == ("", True)
    assert Person.objects.filter(name="Anna Nováková").count() == 2


def test_what_a_finished_event_printed_is_kept(monkeypatch, time_machine):
    time_machine.move_to("2045-01-01T12:00:00Z")

    tournament = imported(older(**OVER), monkeypatch)

    printed = list(tournament.entries.values_list("shown_as", "was_junior"))
    assert printed == [("Anna Nováková", False), ("Eva M.", True), ("Jan Dvořák", False)]


def test_a_consent_in_it_that_was_taken_back_since_does_not_come_back(monkeypatch):
    child = make.make_person("Jan Dvořák", minor=True, full_name_public=True)
    persons.change_facts(child, Facts("Jan Dvořák", None, True, False), make.doer())

    tournament = imported(older(), monkeypatch)

    assert tournament.entries.last().public_name == "Jan D."


def test_it_is_written_again_in_the_present_shape(monkeypatch):
    first = archive_of(imported(older(), monkeypatch))

    assert (
        archive_of(read_archive(copy.deepcopy(first), copy_to="copy"))["persons"]
        == first["persons"]
    )
    assert brought_up(first) == first


def test_a_reference_to_nobody_is_refused_by_its_place(monkeypatch, capsys):
    document = older()
    document["entries"][1]["person"] = 99

    with pytest.raises(SystemExit):
        imported(document, monkeypatch)

    assert "entries[1].person: there is no persons[99]" in capsys.readouterr().err


@given(
    name=st.sampled_from(["persons", "entries", "officials", "council", "tournament"]),
    field=st.sampled_from(["name", "person", "birth_date", "minor", "club", "date", "finished_at"]),
    value=st.sampled_from(HOSTILE),
)
def test_whatever_stands_in_it_is_left_to_whoever_looks_at_the_shape(name, field, value):
    for whole in (True, False):
        document = older(**OVER)
        if whole:
            document[name] = value
        elif name == "tournament":
            document[name][field] = value
        else:
            document[name] = [*document[name], {"club": None, "person": 0, field: value}]

        assert isinstance(brought_up(document), dict)


@pytest.mark.parametrize("value", HOSTILE)
def test_what_is_no_archive_at_all_stays_as_it_is(value):
    assert brought_up(value) is value


def test_what_was_printed_of_a_person_is_worked_out_once(monkeypatch):
    asked = []
    monkeypatch.setattr(
        f"{brought_up.__module__}.public_name", lambda name, **_age: asked.append(name) or "Eva M."
    )
    document = older(**OVER) | {"entries": [entry(2) for _again in range(50)]}

    shown = {row["shown_as"] for row in brought_up(document)["entries"]}

    assert (asked, shown) == (["Eva Malá"], {"Eva M."})


def test_a_name_longer_than_any_is_not_taken_apart(monkeypatch):
    monkeypatch.setattr(f"{brought_up.__module__}.public_name", None)
    document = older(**OVER) | {"entries": [entry(1)]}
    document["persons"][0]["name"] = "a b " * 1_000_000

    assert brought_up(document)["entries"][0]["shown_as"] == ""


@pytest.mark.parametrize("name", ["persons", "entries", "officials", "council"])
def test_an_archive_with_too_many_rows_stays_as_it_is(name):
    document = older(**OVER)
    document[name] = [{"person": 0, "club": None}] * (MOST_ROWS + 1)

    assert brought_up(document) is document
