"""An archive restores a tournament whole, byte for byte, or not at all."""

import datetime as dt
import io
import json
from functools import cache

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import transaction
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests import factories as make
from tests.archives import a_day, emptied, with_every_kind_of_row
from tournaments.exports.archive.consistent import faults
from tournaments.exports.archive.restoring import BrokenArchive, read_archive
from tournaments.exports.archive.rows import SECTIONS
from tournaments.exports.archive.schema import archive_schema
from tournaments.exports.archive.writing import archive_of, write_archive
from tournaments.models import Entry, Official, Person, Tournament
from tournaments.models.entry import Role
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.services import appointing, joining, persons

pytestmark = pytest.mark.django_db

SCORE = {"points": 5, "presence": "played", "parts": None}
MOON = {**SCORE, "parts": {"moon": 1}}


@hypothesis_settings(max_examples=8)
@given(
    players=st.integers(3, 14).filter(lambda n: n != 5),
    seed=st.text(max_size=8),
    rounds_played=st.integers(0, 2),
)
def test_export_import_export_gives_the_same_bytes(players, seed, rounds_played):
    with transaction.atomic():
        first = write_archive(a_day(players, seed, rounds_played=rounds_played))
        emptied()

        second = write_archive(read_archive(json.loads(first)))

        transaction.set_rollback(True)
    assert without_the_end_of_the_chain(second) == without_the_end_of_the_chain(first)


def without_the_end_of_the_chain(archived: str) -> dict:
    """The archive but for what its chain ending at the move leaves in it."""
    document = json.loads(archived)
    for chain in document["commitments"]:
        chain["ended_at"], chain["ended_why"] = None, ""
    document["acts"] = [act for act in document["acts"] if act["name"] != "import_tournament"]
    return document


def test_an_event_without_a_chain_comes_back_in_the_same_bytes():
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    first = write_archive(tournament)
    emptied()

    assert write_archive(read_archive(json.loads(first))) == first


def test_the_office_of_whoever_plays_counts_for_the_player_again():
    tournament = make.ready_to_draw(8)
    appointing.name_official(tournament, make.a_name(3), Role.REFEREE, make.doer())
    first = write_archive(tournament)
    emptied()

    read_archive(json.loads(first))

    office = Official.objects.get(role=Role.REFEREE)
    assert office.person == Entry.objects.get(name=make.a_name(3)).person
    assert office.joined_from not in (None, office.person)


def test_every_kind_of_row_comes_back():
    tournament = with_every_kind_of_row(a_day(13, "all"))
    first = write_archive(tournament)
    before = _ranked(tournament)
    emptied()

    restored = read_archive(json.loads(first))

    again = write_archive(restored)
    assert without_the_end_of_the_chain(again) == without_the_end_of_the_chain(first)
    document = json.loads(first)
    empty = [name for name in SECTIONS if not document[name]]
    assert empty == ["rule_changes", "consents", "sources", "responses", "lots"]
    assert _ranked(restored) == before


def _ranked(tournament: Tournament) -> list[int]:
    """The badges down the standings; they do not depend on database keys."""
    event = read_event(tournament)
    return [event.entries[row.player].number for row in event.standings(after_round=1).rows]


def test_a_lot_comes_back_with_its_order_and_its_group():
    tournament = a_day(12, "lots")
    entries = list(tournament.entries.all())
    order = [entries[3].pk, entries[1].pk]
    tournament.lots.create(
        after_round=1,
        group=",".join(map(str, sorted(order))),
        order=order,
        seed="x",
        by="Olga",
        at=make.at(16),
    )
    first = write_archive(tournament)
    emptied()

    lot = read_archive(json.loads(first)).lots.get()

    assert [Entry.objects.get(pk=key).number for key in lot.order] == [
        entries[3].number,
        entries[1].number,
    ]
    assert lot.group == ",".join(map(str, sorted(lot.order)))


def test_people_known_by_name_and_proved_address_are_not_doubled_and_namesakes_not_mixed_up():
    tournament = a_day(6, "copy")
    proved = tournament.entries.first().person
    proved.email = "proved@example.org"
    proved.save()
    people = Person.objects.count()

    copied = read_archive(json.loads(write_archive(tournament, whole=True)), copy_to="copy")

    assert copied.entries.first().person == proved
    assert Person.objects.count() == 2 * people - 1
    assert copied.entries.count() == 6
    assert not set(copied.entries.values_list("token")) & set(
        tournament.entries.values_list("token")
    )


@pytest.mark.parametrize("whole", [False, True])
def test_an_event_of_people_who_were_deleted_comes_back(whole):
    tournament = make.make_tournament()
    for name in ("Anna Malá", "Eva Velká"):
        entry = make.make_entry(tournament, name)
        persons.forget_person(entry.person, make.doer())
    document = archive_of(tournament, whole=whole)

    read = read_archive(document, copy_to="copy")

    deleted = [entry.person for entry in read.entries.select_related("person")]
    assert [(person.name, bool(person.forgotten_at)) for person in deleted] == [("", True)] * 2
    assert len({*deleted}) == 2


@pytest.mark.parametrize(
    ("section", "change", "place"),
    [
        ("proposals", {"entry": 8}, "entry"),
        ("proposals", {"entered": {"winner": 4, "scores": [SCORE] * 3}}, "entered"),
        ("proposals", {"entered": {"winner": 1, "scores": [SCORE] * 4}}, "entered"),
        ("proposals", {"entered": {"winner": 1, "scores": [MOON] * 3}}, "entered"),
        ("proposals", {"result": 1}, "result"),
        ("proposal_words", {"entry": 8}, "entry"),
    ],
)
def test_what_players_entered_is_of_their_own_table(section, change, place):
    document = archive_of(with_a_proposal(make.play(make.ready_to_draw(9))))
    document[section][0].update(change)

    assert (section, 0, place) in [at for at, _words in faults(document)]


def with_a_proposal(draw):
    """The event, with what the first of table 1 entered and the second did not agree with."""
    table = draw.tables.get(number=1)
    first, second, _third = (seat.entry for seat in table.seats.select_related("entry"))
    proposal = table.proposals.create(
        entry=first,
        entered={"winner": 1, "scores": [SCORE] * 3},
        at=make.at(11),
        outcome="overtaken",
        closed_at=make.at(12),
        result=table.results.get(),
    )
    proposal.words.create(entry=second, agrees=False, text="No.", at=make.at(11))
    return draw.round.tournament


def test_an_address_that_is_taken_is_refused():
    document = archive_of(a_day(6, "taken"))

    with pytest.raises(BrokenArchive) as broken:
        read_archive(document)

    assert broken.value.place == ("tournament", "slug")


def archived_day():
    """A document of its own for each test; of the event itself nothing is there."""
    return json.loads(_written_day())


@cache
def _written_day():
    written = write_archive(a_day(6, "broken"))
    emptied()
    return written


def archived_day_with_every_kind_of_row():
    return json.loads(_written_day_with_every_kind_of_row())


@cache
def _written_day_with_every_kind_of_row():
    written = write_archive(with_every_kind_of_row(a_day(13, "all")))
    emptied()
    return written


@pytest.mark.parametrize(
    ("break_it", "place"),
    [
        (lambda d: d["entries"][2].update(person=99), ("entries", 2, "person")),
        (lambda d: d["seats"][1].update(entry=d["seats"][0]["entry"]), ("seats",)),
        (lambda d: d["entries"][0].update(registered_at="soon"), ("entries", 0, "registered_at")),
        (lambda d: d["entries"][1].update(number=d["entries"][0]["number"]), ("entries",)),
        (lambda d: d["persons"][0].update(name="x" * 300), ("persons", 0, "name")),
        (lambda d: d["scores"][0].update(game_points=None), ("scores",)),
        (lambda d: d["tournament"].update(date="0001-01-01"), ("tournament", "date")),
        (lambda d: d["tournament"].update(date="9999-12-31"), ("tournament", "date")),
        (lambda d: d["tournament"].update(capacity=2001), ("tournament", "capacity")),
        (lambda d: d["tournament"].update(text="> " * 30), ("tournament", "text")),
        (lambda d: d["persons"][0].update(name="x" + "\u0301" * 3), ("persons", 0, "name")),
        (lambda d: d["persons"][0].update(birth_date="1899-12-31"), ("persons", 0, "birth_date")),
        (lambda d: d["acts"][0].update(at="0001-01-01T00:00:00Z"), ("acts", 0, "at")),
        (lambda d: d["rounds"][0].update(number=9), ("rounds",)),
        (lambda d: d["seats"][0].update(position=4), ("tables", 0)),
        (lambda d: d["scores"].pop(0), ("results", 0)),
        (lambda d: d["scores"][0].update(parts={"moon": 1}), ("scores", 0, "parts")),
        (lambda d: d["draws"][0]["inputs"].pop("players"), ("draws", 0, "inputs", "players")),
        (lambda d: d["draws"][0]["inputs"]["players"].append("99"), ("draws", 0)),
        (lambda d: d["draws"][0]["answer"].pop("tables"), ("draws", 0, "answer", "tables")),
        (lambda d: d["draws"][0]["answer"]["tables"].append(["1"] * 3), ("draws", 0, 0)),
    ],
)
def test_a_broken_archive_is_refused_by_its_place_and_nothing_is_saved(break_it, place):
    broken = archived_day()
    break_it(broken)

    with pytest.raises(BrokenArchive) as refused:
        read_archive(broken)

    assert refused.value.place == place
    assert not Tournament.objects.exists()
    assert not Person.objects.exists()


@pytest.mark.parametrize("text", ["", "no record", "<script>", 3 * "[Seats 1"])
def test_what_is_no_record_is_not_taken_for_one(text):
    document = archived_day_with_every_kind_of_row()
    document["records"][0]["text"] = text

    with pytest.raises(BrokenArchive) as broken:
        read_archive(document)

    assert broken.value.place == ("records", 0, "text")
    assert not Tournament.objects.exists()


def test_what_the_series_knows_of_people_stays_there_and_birth_dates_once_it_is_over():
    tournament = make.make_tournament(state=State.CHECK_IN)
    child = make.make_junior("Eva Tajná")
    child.email = "eva@secret.example"
    child.save()
    youth = make.make_person("Jan Skrytý", birth_date=dt.date(2010, 11, 27))
    make.make_entry(tournament, child, name="Eva Zdejší", email="here@example.org")
    make.make_entry(tournament, youth, name="Jan Zdejší")

    before = write_archive(tournament)
    tournament.state, tournament.finished_at = State.FINISHED, make.at(17)
    tournament.save()
    after, whole = write_archive(tournament), write_archive(tournament, whole=True)

    assert "2014-03-01" in before
    assert "here@example.org" in before
    for trace in ("Tajná", "Skrytý", "eva@secret.example", "2010-11-27"):
        assert trace not in before
    assert "2014-03-01" not in after + whole
    assert "eva@secret.example" in whole


def test_the_published_schema_is_the_one_of_the_models():
    path = settings.BASE_DIR / "docs" / "schemas" / "tournament-archive-input.json"

    assert json.loads(path.read_text()) == archive_schema()


@pytest.mark.parametrize(
    ("break_it", "words"),
    [
        (lambda d: d["acts"][0].update(name="dance"), "acts[0].name"),
        (lambda d: d["persons"][0].update(name="A\0"), "persons[0].name: not text"),
        (lambda d: d["entries"][0].update(number=32_768), "entries[0].number: expected at most"),
        (lambda d: d["entries"][0].update(language="xx"), "entries[0].language"),
        (lambda d: d["entries"][0].update(token="a/b"), "entries[0].token"),
        (lambda d: d["acts"][0].update(reason="x" * 10_001), "acts[0].reason: expected at most"),
        (lambda d: d["draws"][0].update(inputs={"x": 1}), "draws[0].inputs.x: not known here"),
        (lambda d: d["draws"][0].update(answer={"tables": 1}), "draws[0].answer.tables"),
    ],
)
def test_the_command_names_what_no_database_or_page_could_show(
    break_it, words, capsys, monkeypatch
):
    document = archived_day()
    break_it(document)
    text = json.dumps(document).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))

    with pytest.raises(SystemExit):
        call_command("import_tournament")

    assert words in capsys.readouterr().err
    assert not Tournament.objects.exists()


def test_an_archive_is_not_read_beyond_its_bound(capsys, monkeypatch):
    monkeypatch.setattr("tournaments.management.commands.import_tournament.Command.largest", 2**20)
    endless = io.BytesIO(b" " * (2**20 + 10))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(endless))

    with pytest.raises(SystemExit):
        call_command("import_tournament")

    assert "larger than 1 MB" in capsys.readouterr().err
    assert endless.tell() == 2**20 + 1


def test_the_commands_carry_a_tournament_over(capsys, monkeypatch):
    slug = a_day(6, "commands").slug
    call_command("export_tournament", slug)
    text = capsys.readouterr().out
    emptied()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    call_command("import_tournament")

    assert json.loads(capsys.readouterr().out)["tournament"] == slug
    call_command("export_tournament", slug)
    again = capsys.readouterr().out
    assert without_the_end_of_the_chain(again) == without_the_end_of_the_chain(text)


def test_exporting_an_unknown_tournament_says_which(capsys):
    with pytest.raises(SystemExit) as stopped:
        call_command("export_tournament", "nowhere")

    assert stopped.value.code == 2
    assert capsys.readouterr().err == "slug: there is no tournament nowhere\n"


@pytest.mark.parametrize(("agreed", "shown"), [(False, "Eva M."), (True, "Eva Malá")])
@pytest.mark.parametrize("joined", [False, True])
def test_an_archive_for_a_desk_makes_no_official_of_age(agreed, shown, joined):
    tournament = make.make_tournament()
    child = make.make_person("Eva Malá", minor=True, full_name_public=agreed)
    official = make.make_official(tournament, Role.REFEREE, child)
    if joined:
        puppet = make.make_entry(make.make_tournament(), make.make_person("Petr Puppet")).person
        joining.join_persons(puppet.pk, child.pk, make.doer())
    official = Official.objects.get(pk=official.pk)
    assert official.public_name == shown

    document = json.loads(write_archive(tournament))

    copied = read_archive(document, copy_to="copy").officials.get(name="Eva Malá")
    assert copied.public_name == shown


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("plays", [False, True])
def test_an_official_whom_others_joined_is_written_by_the_owner(whole, plays):
    """A child who helps, and a puppet of age."""
    tournament = make.make_tournament()
    child = make.make_person("Eva Malá", minor=True)
    make.make_official(tournament, Role.REFEREE, child)
    puppet = make.make_person("Petr Puppet", birth_date=dt.date(1990, 1, 1))
    make.make_entry(tournament if plays else make.make_tournament(), puppet)
    joining.join_persons(puppet.pk, child.pk, make.doer())

    copied = read_archive(archive_of(tournament, whole=whole), copy_to="copy").officials.get()

    assert (copied.person.name, copied.person.birth_date) == ("Eva Malá", None)
    assert copied.public_name == "Eva M."


@pytest.mark.parametrize("whole", [False, True])
def test_the_name_that_an_official_is_named_by_again_is_the_childs(whole):
    tournament = make.make_tournament()
    child = make.make_person("Eva Malá", minor=True)
    make.make_official(tournament, Role.REFEREE, child)
    puppet = make.make_entry(make.make_tournament(), "Petr Puppet").person
    joining.join_persons(puppet.pk, child.pk, make.doer())
    appointing.name_official(tournament, "Eva Malá", Role.REFEREE, make.doer())

    copied = read_archive(archive_of(tournament, whole=whole), copy_to="copy").officials.get()

    assert copied.public_name == "Eva M."
