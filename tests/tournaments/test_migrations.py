"""What was entered before a change of the tables is there after it."""

import datetime as dt

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from tests import factories as make
from tests.factories import at, enter, publish, ready_to_draw
from tournaments.models import Commitment, Draw, Job, Score
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db(transaction=True)


def migrate(name):
    MigrationExecutor(connection).migrate([("tournaments", name)])


def migrated(name):
    """The models that fit the tables after that migration."""
    migrate(name)
    return MigrationLoader(None).project_state([("tournaments", name)]).apps


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

    columns = migrated("0008_records_of_games").get_model("tournaments", "Score")
    as_columns = columns.objects.get(pk=first.pk)
    empty = columns.objects.get(pk=second.pk)
    one_field = migrated("0009_parts_of_a_score").get_model("tournaments", "Score")

    assert (as_columns.settlements, as_columns.cities, as_columns.longest_road) == (2, 3, True)
    assert (as_columns.largest_army, as_columns.victory_point_cards) == (False, 0)
    assert empty.settlements is None
    assert one_field.objects.get(pk=first.pk).parts == made
    assert one_field.objects.get(pk=second.pk).parts is None


@pytest.mark.usefixtures("newest")
def test_whoever_organised_by_account_goes_on_writing_events():
    olga, petr = make.make_user("olga"), make.make_user("petr")
    for _ in range(2):
        event = make.make_tournament()
        make.make_official(event, Role.ORGANISER, user=olga)
        make.make_official(event, Role.SCOREKEEPER, user=petr)
        make.make_official(event, Role.ORGANISER, user=None)

    migrate("0013_what_belongs_to_an_event")
    after = migrated("0014_offices_of_the_series")

    office = after.get_model("tournaments", "SeriesOffice").objects.get()
    assert (office.user_id, office.role, office.granted_by) == (olga.pk, "organiser", "")
    assert office.series.name == "Catan Tour"


@pytest.mark.usefixtures("newest")
def test_each_series_gets_a_key_of_its_own_from_its_name():
    before = migrated("0060_places_of_those_in").get_model("tournaments", "Series").objects
    names = ["Catan Tour", "Österreich", "Osterreich", "!"]
    for name in names:
        before.get_or_create(name=name)

    after = migrated("0061_series_side_by_side").get_model("tournaments", "Series").objects

    keys = [after.get(name=name).key for name in names]
    assert keys == ["catan-tour", "osterreich", "osterreich-2", "series"]


@pytest.mark.usefixtures("newest")
def test_each_event_takes_over_what_was_known_and_one_that_is_over_keeps_it():
    club = make.make_club("Osadníci")
    child = make.make_person("Eva Malá", birth_date=dt.date(2014, 3, 1), minor=True)
    over = make.make_entry(make.make_tournament(state=State.SENT), child)
    coming = make.make_entry(make.make_tournament(), child)
    office = make.make_official(coming.tournament, Role.REFEREE, "Karel Rozhodčí")

    before = migrated("0012_heads_of_records")
    person = before.get_model("tournaments", "Person").objects.filter(pk=child.pk)
    person.update(club=club.pk, guardian_consent=True, email="eva@example.org")
    after = migrated("0013_what_belongs_to_an_event")

    entries = after.get_model("tournaments", "Entry").objects
    for key in (over.pk, coming.pk):
        entry = entries.get(pk=key)
        assert (entry.name, entry.email, entry.club_id) == ("Eva Malá", "eva@example.org", club.pk)
        assert (entry.minor, entry.guardian_consent) == (True, True)
    frozen = [dict(entries.values_list("pk", name)) for name in ("shown_as", "was_junior")]
    assert [kept[over.pk] for kept in frozen] == ["Eva M.", True]
    assert [kept[coming.pk] for kept in frozen] == ["", None]
    officials = after.get_model("tournaments", "Official").objects
    assert officials.get(pk=office.pk).name == "Karel Rozhodčí"


CHAINS = {
    "while a link is secret": (at(10), "archive", None, True),
    "before the last round is public": (at(10), "archive", at(11), True),
    "when all is public": (at(10), "archive", at(9, 30), False),
    "before the chain was made": (at(8), "archive", None, False),
    "another file": (at(10), "workbook", None, False),
}
"""When a file of an event was taken and which, when its only draw was published, and whether its
chain has ended."""


@pytest.mark.rule("T-016")
@pytest.mark.usefixtures("newest")
def test_a_chain_whose_secret_went_into_an_archive_has_ended():
    chains, draws = {}, {}
    for name, (taken_at, kind, published, _ends) in CHAINS.items():
        tournament = ready_to_draw(12, rounds=1)
        chains[name] = make.committed(tournament).pk
        draws[name] = make.draw(tournament, public_value="1 2 3").pk
        Draw.objects.filter(pk=draws[name]).update(published_at=published, commitment=None)
        for taken in (taken_at, taken_at + dt.timedelta(minutes=5)):
            Job.objects.create(tournament=tournament, kind=kind, state="done", at=taken, by="Olga")
    without_file, other = ready_to_draw(12), make.make_tournament()
    chains["a file that failed, or of another event"] = make.committed(without_file).pk
    for event, state in ((without_file, "failed"), (other, "done")):
        Job.objects.create(tournament=event, kind="archive", state=state, at=at(10), by="Olga")
    Commitment.objects.update(at=at(9))

    migrate("0016_unseen_acts_and_trouble_of_mails")
    after = migrated("0017_chains_and_confirmed_values")

    kept = after.get_model("tournaments", "Commitment").objects.in_bulk()
    named = dict(after.get_model("tournaments", "Draw").objects.values_list("pk", "commitment"))
    ended = {name: (kept[pk].ended_at, kept[pk].ended_why) for name, pk in chains.items()}
    assert {name: named[pk] for name, pk in draws.items()} == {name: chains[name] for name in draws}
    taken = {name: at_ for name, (at_, _kind, _published, ends) in CHAINS.items() if ends}
    assert ended == {
        name: (taken[name], "taken") if name in taken else (None, "") for name in ended
    }


@pytest.mark.usefixtures("newest")
def test_an_address_is_the_players_only_where_they_signed_up_with_it_and_it_never_changed():
    tournament = make.make_tournament()
    entries = {}
    for name in ("signed up", "added by the desk", "changed", "without an address"):
        email = "" if name == "without an address" else "a@example.org"
        first = EntryState.WAITING if name == "added by the desk" else EntryState.UNCONFIRMED
        entry = make.make_entry(tournament, name, state=first, email=email)
        entry.state = EntryState.CONFIRMED
        if name == "changed":
            entry.email = "b@example.org"
        entry.save()
        entries[name] = entry.pk

    migrate("0018_bounds_and_rendered_text")
    after = migrated("0019_who_gave_an_address")

    by_desk = after.get_model("tournaments", "Entry").objects.filter(address_by_desk=True)
    found = set(by_desk.values_list("pk", flat=True))
    assert found == {entries["added by the desk"], entries["changed"]}


@pytest.mark.usefixtures("newest")
def test_a_birth_date_was_told_to_the_one_open_event_that_knows_the_junior():
    born = dt.date(2014, 3, 1)
    only = make.make_entry(make.make_tournament(), make.make_junior("Only", birth_date=born))
    both = make.make_junior("Both", birth_date=born)
    twice = [make.make_entry(make.make_tournament(), both) for _event in range(2)]
    grown = make.make_person("Grown", birth_date=dt.date(2010, 3, 1), minor=True)
    older = make.make_entry(make.make_tournament(), grown)
    owner = make.make_person("Owner", birth_date=born, minor=True, user=make.make_user("owner"))
    account = make.make_entry(make.make_tournament(), owner)
    over = make.make_entry(make.make_tournament(state=State.SENT), make.make_junior("Over"))

    migrate("0019_who_gave_an_address")
    after = migrated("0020_told_to_the_event_and_accepted_offices")

    told = dict(
        after.get_model("tournaments", "Entry").objects.values_list("pk", "birth_date_told")
    )
    assert told.pop(only.pk) == born
    untold = [*twice, older, account, over]
    assert told == dict.fromkeys((entry.pk for entry in untold), None)


@pytest.mark.usefixtures("newest")
def test_nobody_with_an_account_keeps_a_link_beside_it():
    event = make.make_tournament()
    held = make.make_official(event, Role.ORGANISER, user=make.make_user("olga"))
    by_link = make.make_official(event, Role.REFEREE, user=None)

    before = migrated("0019_who_gave_an_address")
    before.get_model("tournaments", "Official").objects.filter(pk=held.pk).update(token="seen")
    after = migrated("0020_told_to_the_event_and_accepted_offices")

    links = dict(after.get_model("tournaments", "Official").objects.values_list("pk", "token"))
    assert links == {held.pk: None, by_link.pk: by_link.token}


@pytest.mark.usefixtures("newest")
def test_a_waiting_list_keeps_the_order_that_it_had_by_time():
    tournament, other = make.make_tournament(), make.make_tournament()
    entries = [
        make.make_entry(event, state=EntryState.WAITING, registered_at=at(hour))
        for event, hour in ((tournament, 11), (other, 8), (tournament, 9), (tournament, 10))
    ]
    migrate("0029_restores_of_backups")
    queue = migrated("0030_queue_of_entries").get_model("tournaments", "Entry").objects

    late, alone, first, second = (entry.pk for entry in entries)
    waiting = queue.filter(tournament=tournament.pk).order_by("queue_number")
    assert list(waiting.values_list("pk", flat=True)) == [first, second, late]
    assert queue.get(pk=alone).queue_number == 1


@pytest.mark.usefixtures("newest")
def test_what_others_joined_is_its_owners_and_what_was_proved_since_is_not():
    events = [make.make_tournament() for _event in range(5)]
    puppet = make.make_entry(events[0]).person
    entries = [make.make_entry(event, f"Player {n}") for n, event in enumerate(events[1:])]
    series, proved, organiser, archived = entries
    owners = [entry.person_id for entry in entries]

    before = migrated("0033_joined_by_organiser")
    joins = before.get_model("tournaments", "Join").objects
    for entry, how in ((series, "series"), (proved, "series"), (proved, "link"), (organiser, "")):
        said = {"how": how or "organiser", "by": "Olga", "at": at(9)}
        joins.create(kept_id=puppet.pk, other_id=entry.person_id, **said).entries.add(entry.pk)
    moved = before.get_model("tournaments", "Entry").objects.filter(
        pk__in=[entry.pk for entry in entries]
    )
    moved.update(person=puppet.pk)
    moved.filter(pk__in=[organiser.pk, archived.pk]).update(joined_by_organiser=True)
    after = migrated("0034_owners_of_joined_entries").get_model("tournaments", "Entry").objects

    found = {entry.pk: entry.joined_from for entry in after.select_related("joined_from")}
    assert found[series.pk].pk == owners[0]
    assert found[proved.pk] is None
    assert found[organiser.pk].pk == owners[2]
    assert found[archived.pk].name == "Player 3"
    assert found[archived.pk].pk not in {puppet.pk, *owners}
    assert set(after.values_list("person", flat=True)) == {puppet.pk}


@pytest.mark.usefixtures("newest")
def test_what_others_joined_of_offices_is_their_owners_and_a_broken_chain_comes_home():
    event, account = make.make_tournament(), make.make_user("petr")
    puppet = make.make_person("Petr Puppet")
    accepted_by = make.make_person("Petr Account", user=account)
    roles = [Role.REFEREE, Role.SCOREKEEPER, Role.CHIEF_REFEREE, Role.ORGANISER]
    offices = [make.make_official(event, role, f"Player {role}") for role in roles]
    joined, proved, stranded, accepted = offices
    owners = {office.pk: office.person_id for office in offices}
    double = make.make_official(make.make_tournament(), Role.REFEREE, "Player twice")

    before = migrated("0037_joins_of_archives")
    joins = before.get_model("tournaments", "Join").objects
    moved = [(joined, "series"), (proved, "link"), (stranded, "series"), (accepted, "series")]
    for office, how in [*moved, (double, "series")]:
        said = {"how": how, "by": "Olga", "at": at(9)}
        kept = accepted_by if office == accepted else puppet
        if office == stranded:
            said |= {"undone_by": "Olga", "undone_at": at(10)}
        join = joins.create(kept_id=kept.pk, other_id=office.person_id, **said)
        join.offices.add(office.pk)
    old = before.get_model("tournaments", "Official").objects
    for pk in (*owners, double.pk):
        old.filter(pk=pk).update(person=puppet.pk)
    token_and_user = {"token": None, "user": account.pk, "person": accepted_by.pk}
    old.filter(pk=accepted.pk).update(**token_and_user)
    own = {"person_id": double.person_id, "role": Role.REFEREE, "name": "Player twice"}
    own = old.create(tournament_id=double.tournament_id, token="own", **own)
    after = migrated("0038_owners_of_joined_offices").get_model("tournaments", "Official").objects

    found = {office.pk: (office.person_id, office.joined_from_id) for office in after.all()}
    assert found[joined.pk] == (puppet.pk, owners[joined.pk])
    assert found[proved.pk] == (puppet.pk, None)
    assert found[stranded.pk] == (owners[stranded.pk], None)
    assert found[accepted.pk] == (accepted_by.pk, None)
    assert found[own.pk] == (double.person_id, None)
    another = after.get(pk=double.pk).joined_from
    assert (another.name, another.pk == double.person_id) == ("Player twice", False)


@pytest.mark.usefixtures("newest")
def test_nobody_has_an_office_twice_after_one_came_back_while_the_other_counts_elsewhere():
    event = make.make_tournament()
    xenia, first, second, third = (make.make_person(f"Player {letter}") for letter in "XPQR")

    before = migrated("0037_joins_of_archives")
    officials = before.get_model("tournaments", "Official").objects
    joins = before.get_model("tournaments", "Join").objects
    told = {"tournament_id": event.pk, "role": Role.REFEREE, "name": "Player X"}
    counts = officials.create(person_id=first.pk, token="counts", **told)
    stranded = officials.create(person_id=second.pk, token="stranded", **told)
    said = {"how": "series", "by": "Olga", "at": at(9)}
    undone = said | {"undone_by": "Olga", "undone_at": at(10)}
    joins.create(kept_id=first.pk, other_id=xenia.pk, **said).offices.add(counts.pk)
    joins.create(kept_id=second.pk, other_id=xenia.pk, **undone).offices.add(stranded.pk)
    joins.create(kept_id=third.pk, other_id=second.pk, **undone).offices.add(stranded.pk)
    after = migrated("0038_owners_of_joined_offices").get_model("tournaments", "Official").objects

    assert after.get(pk=counts.pk).joined_from_id == xenia.pk
    home = after.get(pk=stranded.pk)
    assert (home.person.name, home.joined_from) == ("Player X", None)
    assert home.person_id not in {xenia.pk, first.pk, second.pk, third.pk}


@pytest.mark.usefixtures("newest")
def test_what_a_name_led_to_a_player_is_somebodys_of_their_own():
    event, account = make.make_tournament(), make.make_user("karel")
    child = make.make_entry(event, make.make_person("Eva Malá", minor=True)).person
    by_account = make.make_entry(event, make.make_person("Karel Account", user=account)).person
    alone = make.make_person("Rita Referee")
    offices = [
        make.make_official(event, Role.REFEREE, child),
        make.make_official(event, Role.SCOREKEEPER, child),
        make.make_official(event, Role.ORGANISER, by_account, user=account),
        make.make_official(event, Role.CHIEF_REFEREE, alone),
    ]

    migrate("0041_capacity_in_words")
    after = migrated("0042_offices_of_their_own").get_model("tournaments", "Official").objects

    found = [after.get(pk=office.pk) for office in offices]
    assert [office.person_id for office in found] == [office.person_id for office in offices]
    own = found[0].joined_from
    assert (own.name, own.minor, own.birth_date) == ("Eva Malá", True, None)
    assert own.pk != child.pk
    assert [office.joined_from for office in found] == [own, own, None, None]


@pytest.mark.usefixtures("newest")
def test_what_a_join_shortened_is_told_from_what_the_players_own_word_did():
    puppet = make.make_person("Petr Puppet")
    puppet.full_name_withdrawn_at = at(8)
    puppet.save()
    by_join, own, later, corrected, full = (
        make.make_entry(make.make_tournament(finished_at=at(18)), "Eva Malá") for _ in range(5)
    )
    entries = [by_join, own, later, corrected, full]

    before = migrated("0038_owners_of_joined_offices")
    before.get_model("tournaments", "Person").objects.filter(pk=own.person_id).update(
        full_name_withdrawn_at=at(8)
    )
    joins = before.get_model("tournaments", "Join").objects
    for entry in entries:
        said = {"how": "series", "by": "Olga", "at": at(19) if entry == later else at(9)}
        joins.create(kept_id=puppet.pk, other_id=entry.person_id, **said).entries.add(entry.pk)
        printed = {"shown_as": "Eva Malá" if entry == full else "Eva M.", "was_junior": False}
        before.get_model("tournaments", "Entry").objects.filter(pk=entry.pk).update(
            person_id=puppet.pk, joined_from_id=entry.person_id, **printed
        )
    before.get_model("tournaments", "Act").objects.create(
        tournament_id=corrected.tournament_id,
        name="correct_entry",
        detail=f"{corrected.number}. Eva M.",
        by="Olga",
        at=at(20),
        reason="They asked.",
        confirmed=[],
        version=1,
    )
    after = migrated("0039_names_short_by_a_join").get_model("tournaments", "Entry").objects

    assert [entry.pk for entry in after.filter(short_by_join=True)] == [by_join.pk]
