"""What an organiser or the series said is somebody's counts for them in the season and gives them
no rights: the other one may be a puppet, whose mailbox is read long after the office ended."""

import datetime as dt
import re
from functools import partial

import pytest
from django.test import Client, TestCase
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories as make
from tests.archives import emptied
from tests.prints import pages_of
from tests.tournaments.test_stale_form import form_of
from tournaments.domain.entering import Age
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import BrokenArchive, read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.models import Entry, Job, Join, Mail, Official, Person, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.office import SeriesRole
from tournaments.models.tournament import State
from tournaments.services import (
    appointing,
    entering,
    joining,
    kept_back,
    offices,
    persons,
    signing_up,
    undoing,
    whose_entry,
)
from tournaments.services.entering import SignUp
from tournaments.services.offices import Administrator
from tournaments.services.persons import Facts
from tournaments.services.proofs import key_of, proof_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


SOON = timezone.localdate() + dt.timedelta(days=40)
NAME = "Eva Malá"


@pytest.fixture(params=["organiser", "series"])
def joined(request):
    """A player whom the organiser of two events, or an administrator, joined to a puppet with a
    proved mailbox."""
    return partial(join_to_a_puppet, by=request.param)


def join_to_a_puppet(
    person: Person | str = "Vera Victim",
    puppet: Person | None = None,
    *,
    by: str = "organiser",
    **fields,
) -> Entry:
    victim = make.make_entry(make.make_tournament(date=SOON), person, **fields)
    known = puppet or make.make_person("Petr Puppet", email="sock@example.org")
    sock = make.make_entry(make.make_tournament(date=SOON), known, email=known.email)
    own = Tournament.objects.all()
    if by == "series":
        joining.join_persons(known.pk, victim.person_id, make.doer("Series"))
    else:
        joining.join_entry(victim.tournament, victim.pk, sock.pk, own, make.doer())
    victim = again(victim)
    assert victim.person == known
    return victim


def again(entry: Entry) -> Entry:
    return Entry.objects.get(pk=entry.pk)


def a_child(**fields) -> Person:
    return make.make_person(NAME, minor=True, **fields)


def printed(desk: Client, address: str) -> str:
    return "".join(pages_of(b"".join(desk.get(address).streaming_content)))


def page_of(entry: Entry) -> str:
    return reverse("my_person", args=[key_of(entry.person)])


def test_the_puppet_is_shown_nothing_of_it_among_their_data(client, joined):
    victim = joined()

    page = client.get(page_of(victim)).content.decode()
    asked = client.get(reverse("forget_me", args=[key_of(victim.person)])).content.decode()

    assert "Petr Puppet" in page
    for text in (page, asked):
        assert "Vera Victim" not in text
        assert str(victim.tournament) not in text


def test_nor_where_a_mailbox_is_proved(client, joined):
    victim = joined()
    known = victim.person
    entry = make.make_entry(make.make_tournament(date=SOON), known.name, email=known.email)
    address = reverse("prove_address", args=[entry.tournament.slug, entry.token])

    page = client.get(f"{address}?proof={proof_of(entry)}").content.decode()

    assert known.name in page
    assert str(victim.tournament) not in page


def test_the_account_of_who_was_an_organiser_keeps_no_link(joined):
    """The link is made anew when the office ends; the account would be shown the new one."""
    user = make.make_user()
    victim = joined(puppet=make.make_person("Olga Play", user=user))
    office = make.make_official(victim.tournament, Role.ORGANISER, user=user)
    make.make_official(victim.tournament, Role.ORGANISER, user=make.make_user())
    make.agreeing(lambda who: appointing.dismiss_official(victim.tournament, office.pk, who))
    account = Client()
    account.force_login(user)

    page = account.get(reverse("my_tournaments")).content.decode()

    assert again(victim).token not in page
    assert user.person.own_entries.get().token in page


def test_a_puppet_who_asks_to_be_deleted_takes_nobody_along(client, joined):
    child = joined(a_child())
    row = Join.objects.get().other

    client.post(reverse("forget_me", args=[key_of(child.person)]))

    child = again(child)
    assert (child.name, child.state, child.person) == (NAME, EntryState.CONFIRMED, row)
    row.refresh_from_db()
    assert (row.name, row.forgotten_at) == (NAME, None)
    assert Person.objects.get(email="", name="").forgotten_at


def test_nor_does_the_series_when_it_deletes_the_puppet(joined):
    victim = joined()

    persons.forget_person(victim.person, make.doer())

    assert again(victim).name == "Vera Victim"
    assert not Join.objects.standing().exists()


def test_nobody_deletes_what_came_to_them_through_a_puppet(joined):
    """The series joined the puppet to somebody else meanwhile."""
    victim = joined()
    owner, puppet = victim.owner, victim.person
    other = make.make_person("Olga Other", email="other@example.org")
    make.make_entry(make.make_tournament(date=SOON), other)
    joining.join_persons(other.pk, victim.person_id, make.doer("Series"))
    assert again(victim).person == other

    persons.forget_person(other, make.doer(), by_themselves=True)

    victim = again(victim)
    assert (victim.name, victim.person, victim.owner) == ("Vera Victim", puppet, owner)


@pytest.mark.parametrize("born", [dt.date(1990, 1, 1), None])
def test_what_a_puppet_says_of_its_age_shows_no_childs_name(client, born, joined):
    child = joined(a_child())
    shown = reverse("players", args=[child.tournament.slug])
    assert NAME not in client.get(shown).content.decode()

    facts = Facts("Petr Puppet", born, False, True, of_age=born is None)
    persons.change_facts(child.person, facts, make.doer())

    assert again(child).public_name == "Eva M."
    assert NAME not in client.get(shown).content.decode()


def refused(person: Person, now: dt.datetime | None = None) -> None:
    """The person says that they are under 18 and that no full name is published."""
    facts = Facts(person.name, None, True, False)
    persons.change_facts(Person.objects.get(pk=person.pk), facts, make.doer(now=now or make.at(10)))


def test_what_a_puppet_refuses_is_shown_short_and_takes_no_consent_back(joined):
    """It may be the child's own no, under another spelling: a name that is short can be mended."""
    child = joined(a_child(), full_name_public=True)
    assert again(child).public_name == NAME

    refused(child.person)

    assert again(child).full_name_public
    assert again(child).owner.full_name_withdrawn_at is None
    assert again(child).public_name == "Eva M."


def test_taking_the_join_back_gives_the_full_name_back_at_once(client, joined):
    victim = joined()
    tournament = victim.tournament
    players = reverse("players", args=[tournament.slug])
    badges = reverse("print_document", args=[tournament.slug, "badges"])
    desk = make.signed_in(tournament)
    refused(victim.person)
    assert "Vera Victim" not in client.get(players).content.decode()
    assert "Vera Victim" not in printed(desk, badges)
    kept = Job.objects.create(tournament=tournament, kind="badges", by="Olga", at=make.at(9))

    with TestCase.captureOnCommitCallbacks(execute=True):
        undoing.undo_join(Join.objects.get().pk, make.doer())

    victim = again(victim)
    read = read_archive(archive_of(tournament, whole=True), copy_to="copy")
    assert victim.person.full_name_withdrawn_at is None
    assert "Vera Victim" in client.get(players).content.decode()
    assert "Vera Victim" in printed(desk, badges)
    assert read.entries.get().public_name == "Vera Victim"
    assert not Job.objects.filter(pk=kept.pk).exists()


@pytest.mark.parametrize("minor", [False, True])
def test_and_so_it_does_where_the_event_is_over_by_then(minor, joined):
    """The no came before the end, so that the short name was printed; a child's stays short."""
    victim = joined(make.make_person(NAME, minor=minor), minor=minor)
    refused(victim.person)
    over = again(victim)
    over.freeze(SOON)
    over.save()
    Tournament.objects.filter(pk=over.tournament_id).update(state=State.SENT)
    assert again(victim).shown_as == "Eva M."

    undoing.undo_join(Join.objects.get().pk, make.doer())

    assert again(victim).public_name == ("Eva M." if minor else NAME)


@pytest.mark.parametrize("joined_at_the_end", [True, False])
def test_what_an_event_printed_short_for_the_players_own_word_stays_short(joined_at_the_end):
    """They are of age since; what is to be printed of them then, only a correction says."""
    child = make.make_person(NAME, minor=True)
    entry = make.make_entry(make.make_tournament(date=SOON), child, full_name_public=True)
    puppet = make.make_person("Petr Puppet", minor=True)
    for person in (child, puppet):
        refused(person)
    joins = [joining.join_persons(puppet.pk, child.pk, make.doer())] if joined_at_the_end else []
    over_with(entry)
    Person.objects.filter(pk=child.pk).update(birth_date=dt.date(1990, 1, 1), minor=False)
    joins = joins or [joining.join_persons(puppet.pk, child.pk, make.doer())]

    undoing.undo_join(joins[0].pk, make.doer())

    assert again(entry).public_name == "Eva M."


def test_what_it_printed_short_for_a_join_alone_is_in_full_once_that_is_taken_back(joined):
    """Also where the other one, who had refused it, is of age by then."""
    victim = joined(NAME)
    refused(victim.person)
    over_with(victim)
    Person.objects.filter(pk=victim.person_id).update(birth_date=dt.date(1990, 1, 1))
    assert again(victim).public_name == "Eva M."

    undoing.undo_join(Join.objects.get().pk, make.doer())

    assert again(victim).public_name == NAME


def test_so_it_is_of_whom_the_one_that_refused_was_joined_to():
    kept = make.make_entry(make.make_tournament(date=SOON), NAME)
    other = make.make_entry(make.make_tournament(date=SOON), "Petr Puppet")
    refused(other.person)
    join = joining.join_persons(kept.person_id, other.person_id, make.doer())
    over_with(kept)
    assert again(kept).public_name == "Eva M."

    undoing.undo_join(join.pk, make.doer())

    assert again(kept).public_name == NAME


def test_what_was_corrected_by_hand_stays_so_when_a_join_is_taken_back(joined):
    victim = joined(NAME)
    refused(victim.person)
    over_with(victim)
    said = {"shown_as": "E. M.", "was_junior": False, "reason": "They asked."}
    persons.correct_entry(victim.tournament, victim.pk, make.doer(), **said)

    undoing.undo_join(Join.objects.get().pk, make.doer())

    assert again(victim).public_name == "E. M."


def over_with(entry: Entry) -> None:
    over = again(entry)
    over.freeze(SOON)
    over.save()
    Tournament.objects.filter(pk=over.tournament_id).update(state=State.SENT)


def test_a_no_by_whoever_reads_the_mailbox_of_both_holds_for_both(client, joined):
    known = make.make_person("Vera Victim", email="sock@example.org")
    victim = joined(puppet=known, email=known.email)
    by_others = Join.objects.get()
    proved(victim, client)
    assert again(victim).owner == known
    refused(known, timezone.now())

    undoing.undo_join(again(victim).joins.latest("pk").pk, make.doer())
    undoing.undo_join(by_others.pk, make.doer())

    assert again(victim).owner != known
    assert again(victim).public_name == "Vera V."


def test_an_event_that_is_opened_again_prints_no_name_that_its_person_refuses(joined):
    victim = joined()
    over = again(victim)
    over.freeze(SOON)
    over.save()

    refused(victim.person)
    assert again(victim).public_name == "Vera V."
    undoing.undo_join(Join.objects.get().pk, make.doer())

    assert again(victim).public_name == "Vera Victim"


def test_nor_one_that_the_series_joins_to_who_refused_before():
    known = make.make_person("Petr Puppet", email="sock@example.org")
    make.make_entry(make.make_tournament(date=SOON), known)
    refused(known)
    over = make.make_entry(make.make_tournament(date=SOON), "Vera Victim")
    over.freeze(SOON)
    over.save()

    joining.join_persons(known.pk, over.person_id, make.doer("Series"))

    assert again(over).public_name == "Vera V."


def test_an_event_that_is_over_keeps_the_full_name_that_it_printed_before_the_no(joined):
    victim = joined()
    over = again(victim)
    over.freeze(SOON)
    over.save()
    Tournament.objects.filter(pk=over.tournament_id).update(state=State.SENT)

    refused(victim.person)

    assert again(victim).public_name == "Vera Victim"


def test_a_no_is_written_once_into_the_logbook_of_the_other_event(joined):
    victim = joined()
    acts = victim.tournament.acts.filter(name="change_facts")
    before = again(victim).tournament.public_version

    refused(victim.person)
    # Cached pages would go on showing the full name.
    assert again(victim).tournament.public_version > before
    facts = Facts("Paul Puppet", None, True, False)
    persons.change_facts(again(victim).person, facts, make.doer())

    assert acts.count() == 1


def test_a_no_throws_away_the_prints_in_which_what_counts_for_its_person_was_in_full(joined):
    victim, short = joined(), make.make_entry(make.make_tournament(date=SOON), a_child())
    short.count_for(victim.person, owner=short.person)
    short.save()
    for entry in (victim, short):
        Job.objects.create(tournament=entry.tournament, kind="badges", by="Olga", at=make.at(9))

    refused(victim.person)

    assert Job.objects.get().tournament == short.tournament


def test_no_cached_page_outlives_what_changes_of_the_owner_of_what_was_joined(joined):
    victim = joined()
    office = make.make_official(make.make_tournament(date=SOON), Role.REFEREE, victim.owner)
    Join.objects.get().offices.add(office)
    office.count_for(victim.person, owner=victim.owner)
    office.save()
    events = [victim.tournament, office.tournament]
    before = [Tournament.objects.get(pk=event.pk).public_version for event in events]

    with TestCase.captureOnCommitCallbacks(execute=True):
        victim.owner.save()

    now = [Tournament.objects.get(pk=event.pk).public_version for event in events]
    assert all(version > earlier for version, earlier in zip(now, before, strict=True))


@pytest.mark.parametrize("way", ["desk", "office"])
def test_nor_do_prints_where_whom_it_counts_for_gets_a_name_that_is_kept_back(way):
    """Somebody else of the name said no; what counts for this one may be of the same."""
    other = make.make_entry(make.make_tournament(date=SOON), a_child())
    refused(other.person)
    mine = make.make_entry(make.make_tournament(date=SOON), "Jana Nová")
    victim = make.make_entry(make.make_tournament(date=SOON), "Vera Victim")
    joining.join_persons(mine.person_id, victim.person_id, make.doer("Series"))
    Job.objects.create(tournament=victim.tournament, kind="badges", by="Olga", at=make.at(9))

    if way == "desk":
        entering.edit_entry(mine.tournament, mine.pk, SignUp(name=NAME), make.doer())
    else:
        kept_back.keep_back_by_name(mine.person, NAME)

    assert again(victim).public_name == "Vera V."
    assert not Job.objects.exists()


def test_a_puppet_of_age_shows_no_name_of_a_child_who_helps(client):
    child = a_child()
    event = make.make_tournament(date=SOON)
    office = make.make_official(event, Role.REFEREE, child)
    puppet = make.make_entry(make.make_tournament(date=SOON), "Petr Puppet").person

    joining.join_persons(puppet.pk, child.pk, make.doer("Series"))

    office.refresh_from_db()
    assert office.person == puppet
    assert office.public_name == "Eva M."


def test_a_no_shortens_the_name_of_an_official_whom_the_series_joined_to_who_says_it():
    person = make.make_person("Vera Victim")
    office = make.make_official(make.make_tournament(date=SOON), Role.REFEREE, person)
    puppet = make.make_entry(make.make_tournament(date=SOON), "Petr Puppet").person
    joined = joining.join_persons(puppet.pk, person.pk, make.doer("Series"))

    refused(puppet)
    office = Official.objects.get(pk=office.pk)
    assert office.public_name == "Vera V."
    undoing.undo_join(joined.pk, make.doer())

    assert Official.objects.get(pk=office.pk).public_name == "Vera Victim"


def test_a_puppet_makes_nobody_a_junior(joined):
    victim = joined()

    born = dt.date(SOON.year - 10, 1, 1)
    persons.change_facts(victim.person, Facts("Petr Puppet", born, True, False), make.doer())

    assert not again(victim).is_junior_on(SOON, SOON)
    # That it refuses the full name is all that reaches the other one.
    assert again(victim).public_name == "Vera V."


def test_the_desk_agrees_to_no_name_that_is_kept_back_for_another(joined):
    """The puppet is of age, and so it was not kept back when the child was joined to it."""
    child = joined(a_child())
    other = make.make_entry(make.make_tournament(date=SOON), a_child())
    for agreed in (True, False):
        persons.change_facts(other.person, Facts(NAME, None, True, agreed), make.doer())
    agreed = SignUp(name=NAME, age=Age.MINOR, guardian_consent=True, full_name_public=True)

    with pytest.raises(Refused, match="refused or taken back"):
        entering.edit_entry(child.tournament, child.pk, agreed, make.doer())


def test_a_join_that_is_taken_back_leaves_everything_in_its_place(joined):
    victim = joined()
    owner = victim.owner
    before = list(Person.objects.order_by("pk").values())
    assert victim.joined_from == owner

    undoing.undo_join(Join.objects.get().pk, make.doer())

    victim = again(victim)
    assert (victim.person, victim.joined_from) == (owner, None)
    assert list(Person.objects.order_by("pk").values()) == before


def proved(entry: Entry, client: Client):
    address = reverse("prove_address", args=[entry.tournament.slug, entry.token])
    return client.post(f"{address}?proof={proof_of(entry)}")


@pytest.mark.parametrize("email", ["vera@example.org", "sock@example.org"])
def test_the_players_own_mailbox_opens_what_is_theirs_and_nothing_of_the_puppet(client, email):
    victim = join_to_a_puppet(by="series", email=email)

    answer = proved(victim, client)

    owner = again(victim).owner
    assert owner == victim.owner
    assert owner.email == email
    page = client.get(answer.url).content.decode()
    assert "Vera Victim" in page
    assert "Petr Puppet" not in page


def test_whoever_proves_the_name_and_mailbox_of_the_kept_one_is_that_one(client):
    """One human whom the series joined, and who says so by the mailbox."""
    known = make.make_person("Vera Victim", email="vera@example.org")
    born = dt.date(2015, 2, 10)
    entry = join_to_a_puppet(
        make.make_person("Vera Victim", birth_date=born),
        known,
        by="series",
        email="vera@example.org",
        birth_date_told=born,
    )
    owner = entry.owner

    proved(entry, client)

    entry = again(entry)
    assert (entry.person, entry.joined_from) == (known, None)
    assert entry.birth_date == born
    undoing.undo_my_join(entry.joins.latest("pk").pk, make.doer())
    entry = again(entry)
    assert (entry.person, entry.joined_from, entry.birth_date) == (known, owner, born)


def test_a_join_of_what_has_gone_on_to_somebody_else_is_not_the_organisers_to_take_back(joined):
    """The entry would stay with the other one, and nothing would say who joined it."""
    victim, own = joined(), Tournament.objects.all()
    join = Join.objects.get()
    other = make.make_person("Olga Other", email="other@example.org")
    make.make_entry(make.make_tournament(date=SOON), other)
    joining.join_persons(other.pk, victim.person_id, make.doer("Series"))

    with pytest.raises(Refused, match="Only the player or the series"):
        undoing.undo_own_join(join.pk, own, make.doer())

    assert again(victim).owner == join.other


def test_it_stays_so_when_the_event_is_read_from_a_whole_archive(joined):
    victim = joined(a_child())

    read = read_archive(archive_of(victim.tournament, whole=True), copy_to="copy").entries.get()

    assert (read.person, read.joined_from.name) == (victim.person, NAME)


def test_an_archive_for_the_desk_knows_nothing_of_the_puppet(joined):
    victim = joined()

    archive = archive_of(victim.tournament)

    assert "Petr Puppet" not in str(archive)
    assert read_archive(archive, copy_to="copy").entries.get().joined_from is None


def test_whose_name_is_kept_back_is_whose_it_was_where_an_archive_is_read(joined):
    """Neither is known here any more; the child is to be shown short by a word of its own."""
    child = make.make_entry(make.make_tournament(date=SOON), a_child())
    refused(child.person)
    victim = joined("Vera Victim")
    document = archive_of(victim.tournament, whole=True)
    document["entries"][0]["name"] = NAME
    for row in document["persons"]:
        row["name"] = f"{row['name']} of old"

    read = read_archive(document, copy_to="copy").entries.get()

    assert read.joined_from.named_as_withdrawn
    assert not read.person.named_as_withdrawn


def test_an_archive_that_only_knew_that_an_organiser_joined_it_gives_it_an_owner():
    born = dt.date(2015, 2, 10)
    victim = join_to_a_puppet(a_child(birth_date=born), by="series", birth_date_told=born)
    document = archive_of(victim.tournament, whole=True)
    for row in document["entries"]:
        row["joined_by_organiser"] = row.pop("joined_from") is not None

    read = read_archive(document, copy_to="copy").entries.get()

    assert read.person.name == "Petr Puppet"
    assert (read.owner.name, read.owner.email) == (NAME, "")
    assert (read.birth_date, read.owner.minor) == (born, True)


def test_a_person_is_forgotten_though_the_other_side_of_the_join_was_forgotten_before(joined):
    victim = joined()
    known, before = victim.person, Join.objects.get().other
    persons.forget_person(before, make.doer())

    persons.forget_person(Person.objects.get(pk=known.pk), make.doer())

    assert Person.objects.get(pk=known.pk).forgotten_at


# An administrator who leaves, and reads the mailbox of a puppet


BORN = dt.date(2015, 2, 10)


def joined_by_who_left(*, puppet_is_kept: bool) -> tuple[Person, Person]:
    """A child with an own mailbox, and a puppet with one that an administrator reads; each with an
    event to come and one that is over, joined on the page of persons. The office has ended."""
    child = a_child(email="mum@example.org", birth_date=BORN, full_name_public=True)
    puppet = make.make_person("Petr Puppet", email="sock@example.org")
    for person in (child, puppet):
        told = {"email": person.email, "birth_date_told": person.birth_date, "minor": person.minor}
        over = make.make_entry(make.make_tournament(), person, **told)
        over.freeze(over.tournament.date)
        over.save()
        Tournament.objects.filter(pk=over.tournament_id).update(state=State.SENT)
        make.make_entry(make.make_tournament(date=SOON), person, full_name_public=True, **told)
    office = make.give_office(make.make_user(), SeriesRole.ADMINISTRATOR)
    desk = Client()
    desk.force_login(office.user)
    kept, other = (puppet, child) if puppet_is_kept else (child, puppet)
    desk.post(reverse("join_persons", args=[kept.pk]), {"other": other.pk})
    boss = make.make_user(staff=True)
    make.agreeing(lambda who: offices.withdraw_office(office.pk, Administrator(boss, who)))
    assert {entry.person for entry in Entry.objects.all()} == {kept}
    return child, puppet


def all_of(person: Person) -> list[object]:
    """What is known of a person and of their entries, but for whom they count."""
    rows = Entry.objects.owned_by(person).order_by("pk")
    shown = [(row.public_name, row.birth_date, row.is_junior_on(SOON, SOON)) for row in rows]
    told = [{k: v for k, v in row.items() if k != "person_id"} for row in rows.values()]
    for row in told:
        row.pop("joined_from_id")
    return [Person.objects.values().get(pk=person.pk), told, shown]


def facts_of_an_adult(client: Client, page: str) -> None:
    typed = form_of(client.get(page), "name") | {"name": "Somebody Else", "birth_date": ""}
    client.post(page, typed | {"minor": "", "full_name_public": "", "of_age": "on"})


def a_new_address(client: Client, person: Person) -> None:
    client.post(reverse("change_my_address", args=[key_of(person)]), {"address": "s2@example.org"})
    body = Mail.objects.filter(to="s2@example.org").latest("pk").body
    link = re.search(r"https?://[^/]+(/\S+)", body).group(1)
    client.post(link, {"also_to_come": "on"})


def signs_up_by_the_mailbox(client: Client, name: str, email: str) -> None:
    """A sign-up under the victim's name, proved by the puppet's mailbox."""
    tournament = make.make_tournament(date=SOON, state=State.SIGN_UP)
    sign_up = SignUp(name=name, email=email)
    entry = signing_up.register(tournament, sign_up, make.doer()).entry
    address = reverse("confirm_registration", args=[tournament.slug, entry.token])
    client.post(f"{address}?proof={proof_of(entry)}")
    proved(entry, client)


@pytest.mark.parametrize("puppet_is_kept", [True, False])
def test_a_puppet_of_who_left_reads_and_changes_nothing_of_the_victim(client, puppet_is_kept):
    child, puppet = joined_by_who_left(puppet_is_kept=puppet_is_kept)
    before, read = all_of(child), []
    hers = list(Entry.objects.owned_by(child))
    page = reverse("my_person", args=[key_of(puppet)])
    read.append(client.get(page))
    read.append(client.get(reverse("forget_me", args=[key_of(puppet)])))

    facts_of_an_adult(client, page)
    puppet.refresh_from_db()
    assert puppet.name == "Somebody Else"
    signs_up_by_the_mailbox(client, NAME, "sock@example.org")
    signs_up_by_the_mailbox(client, "Somebody Else", "sock@example.org")
    for entry in Entry.objects.owned_by(puppet):
        read.append(proved(entry, client))
    a_new_address(client, puppet)
    puppet.refresh_from_db()
    assert puppet.email == "s2@example.org"
    read.append(client.get(reverse("my_person", args=[key_of(puppet)])))
    assert all_of(child)[:2] == before[:2]
    # No full name for the puppet: of all that it said that alone reaches what counts for it.
    names = [again(entry).public_name for entry in hers]
    assert names == [NAME, "Eva M." if puppet_is_kept else NAME]
    client.post(reverse("forget_me", args=[key_of(puppet)]))
    puppet.refresh_from_db()
    assert puppet.forgotten_at

    assert all_of(child) == before
    assert not puppet.own_entries.exclude(name="").exists()
    assert all(entry.token == again(entry).token for entry in hers)
    for answer in read:
        for secret in (NAME, "2015", "mum@example.org", *(str(entry.tournament) for entry in hers)):
            assert secret not in answer.content.decode()


@pytest.mark.parametrize("puppet_is_kept", [True, False])
def test_the_victim_keeps_all_that_was_theirs(client, puppet_is_kept):
    child, puppet = joined_by_who_left(puppet_is_kept=puppet_is_kept)
    before = all_of(puppet)
    hers = Entry.objects.owned_by(child).get(tournament__date=SOON)
    key = key_of(child)

    page = client.get(reverse("my_person", args=[key])).content.decode()
    assert str(hers.tournament) in page
    assert "Petr Puppet" not in page
    typed = form_of(client.get(reverse("my_person", args=[key])), "name")
    client.post(reverse("my_person", args=[key]), {**typed, "full_name_public": ""})
    assert again(hers).public_name == "Eva M."
    cancel = reverse("cancel_registration", args=[hers.tournament.slug, hers.token])
    client.post(cancel)
    assert again(hers).state == EntryState.CANCELLED
    client.post(reverse("forget_me", args=[key]))

    child.refresh_from_db()
    assert child.forgotten_at
    assert not Entry.objects.owned_by(child).exclude(name="").exists()
    assert all_of(puppet) == before


@pytest.mark.parametrize("puppet_is_kept", [True, False])
def test_each_of_the_two_says_by_the_own_page_that_they_are_not_one(client, puppet_is_kept):
    child, puppet = joined_by_who_left(puppet_is_kept=puppet_is_kept)
    join = Join.objects.get()

    client.post(reverse("undo_my_join", args=[key_of(child), join.pk]))

    for person in (child, puppet):
        owned = Entry.objects.owned_by(person)
        assert owned.count() == 2
        assert {entry.person for entry in owned} == {person}


def test_a_join_changes_nobodys_standing_among_the_juniors():
    """Of the child the series knows the birth date, of the puppet none, nor the other way round."""
    child, puppet = joined_by_who_left(puppet_is_kept=True)

    for person, junior in ((child, True), (puppet, False)):
        entries = Entry.objects.owned_by(person)
        assert [entry.is_junior_on(SOON, SOON) for entry in entries] == [junior, junior]
    puppet.refresh_from_db()
    assert puppet.birth_date is None


# A join that stands in the way of the player's own word


def signed_up(name: str, email: str, tournament: Tournament | None = None) -> Entry:
    """What a player told on the public page and has not confirmed."""
    tournament = tournament or make.make_tournament(date=SOON, state=State.SIGN_UP)
    return signing_up.register(tournament, SignUp(name=name, email=email), make.doer()).entry


def confirmed(entry: Entry, client: Client) -> Entry:
    address = reverse("confirm_registration", args=[entry.tournament.slug, entry.token])
    answer = client.post(f"{address}?proof={proof_of(entry)}")
    assert answer.status_code == 302
    return again(entry)


def join_by_an_organiser(entry: Entry, other: Entry) -> None:
    own = Tournament.objects.all()
    joining.join_entry(entry.tournament, entry.pk, other.pk, own, make.doer())


@pytest.mark.parametrize("older", [True, False])
def test_a_sign_up_that_an_organiser_joined_is_confirmed_and_proved_by_its_own_link(client, older):
    elsewhere = make.make_tournament(date=SOON)
    puppet = make.make_entry(elsewhere, "Vera Victim") if not older else None
    mine = signed_up("Vera Victim", "vera@example.org")
    puppet = puppet or make.make_entry(elsewhere, "Vera Victim")
    Entry.objects.filter(pk=puppet.pk).update(birth_date_told=BORN)
    join_by_an_organiser(mine, puppet)

    mine = confirmed(mine, client)
    page = client.get(proved(mine, client).url).content.decode()

    assert mine.state == EntryState.CONFIRMED
    assert "vera@example.org" in page
    assert str(mine.tournament) in page
    assert str(elsewhere) not in page
    assert Entry.objects.owned_by(mine.owner).get() == mine


def test_what_an_organiser_joined_gives_way_to_the_players_own_sign_up(client):
    known = make.make_person("Vera Victim", email="vera@example.org")
    make.make_entry(make.make_tournament(date=SOON), known, email=known.email)
    tournament = make.make_tournament(date=SOON, state=State.SIGN_UP)
    puppet = make.make_entry(tournament, "Petr Puppet")
    owner = puppet.person
    join_by_an_organiser(puppet, known.entries.get())
    assert again(puppet).person == known

    mine = confirmed(signed_up("Vera Victim", "vera@example.org", tournament), client)

    assert (mine.person, mine.state) == (known, EntryState.CONFIRMED)
    puppet = again(puppet)
    assert (puppet.person, puppet.joined_from) == (owner, None)


def test_no_join_by_others_deletes_a_sign_up_that_its_player_may_take_up_again():
    known = make.make_person("Petr Puppet", email="sock@example.org")
    event = make.make_tournament(date=SOON)
    mine = make.make_entry(event, known, email=known.email, state=EntryState.CANCELLED)
    other = make.make_entry(event, "Vera Victim")
    elsewhere = make.make_entry(make.make_tournament(date=SOON), known)

    for join in (
        lambda: join_by_an_organiser(other, elsewhere),
        lambda: joining.join_persons(known.pk, other.person_id, make.doer("Series")),
    ):
        with pytest.raises(Refused, match="may sign up again by their own link"):
            join()

    assert again(mine).token == mine.token


def test_an_address_of_the_desk_is_believed_though_an_organiser_joined_the_entry(client):
    entry = entering.add_entry(
        make.make_tournament(date=SOON),
        SignUp(name="Vera Victim", email="vera@example.org"),
        make.doer(),
    )
    other = make.make_entry(make.make_tournament(date=SOON), "Vera Victim")
    join_by_an_organiser(other, entry)
    proved(entry, client)
    by = Administrator(make.make_user(staff=True), make.doer("Series"))

    person = whose_entry.believe_proof(entry.pk, entry.email, by)

    assert (person, person.email) == (again(entry).owner, "vera@example.org")
    assert again(other).owner != person


# A chain of puppets


def a_chain(*, victim: str = "Vera Victim") -> tuple[Entry, list[Person], list[Join]]:
    """A player whom the series joined to one puppet, and that one to another."""
    entry = make.make_entry(make.make_tournament(date=SOON), make.make_person(victim))
    puppets = [make.make_person(name) for name in ("Petr Puppet", "Quido Puppet")]
    for puppet in puppets:
        make.make_entry(make.make_tournament(date=SOON), puppet)
    joins, goes = [], entry.person_id
    for puppet in puppets:
        joins.append(joining.join_persons(puppet.pk, goes, make.doer("Series")))
        goes = puppet.pk
    return entry, puppets, joins


def forget(person: Person) -> None:
    persons.forget_person(Person.objects.get(pk=person.pk), make.doer(), by_themselves=True)


def is_the_owners_alone(entry: Entry) -> bool:
    now = again(entry)
    return (now.person, now.joined_from) == (entry.person, None)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_chain_that_is_taken_back_in_any_order_ends_with_the_owner(order):
    entry, _puppets, joins = a_chain()

    for place in order:
        undoing.undo_join(joins[place].pk, make.doer())

    assert is_the_owners_alone(entry)


def test_the_last_join_of_a_chain_taken_back_leaves_the_first_one_in_force():
    entry, puppets, joins = a_chain()

    undoing.undo_join(joins[1].pk, make.doer())

    assert (again(entry).person, again(entry).owner) == (puppets[0], entry.person)


def test_what_was_handed_through_a_puppet_who_is_on_the_list_meanwhile_is_its_owners():
    entry, puppets, joins = a_chain()
    make.make_entry(entry.tournament, puppets[0], number=7)

    undoing.undo_join(joins[1].pk, make.doer())

    assert is_the_owners_alone(entry)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_an_office_comes_back_through_a_chain_as_well(order):
    tournament = make.make_tournament(date=SOON)
    holder = make.make_person("Vera Victim")
    office = make.make_official(tournament, Role.REFEREE, holder)
    puppets = [make.make_person(name) for name in ("Petr Puppet", "Quido Puppet")]
    first = joining.join_persons(puppets[0].pk, holder.pk, make.doer())
    second = joining.join_persons(puppets[1].pk, puppets[0].pk, make.doer())

    for place in order:
        undoing.undo_join((first, second)[place].pk, make.doer())

    assert Official.objects.get(pk=office.pk).person == holder


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_puppets_who_ask_to_be_deleted_keep_nothing_of_anybody(order):
    entry, puppets, _joins = a_chain()

    for place in order:
        forget(puppets[place])

    assert is_the_owners_alone(entry)
    assert again(entry).name == "Vera Victim"
    assert not Join.objects.standing().exists()


def test_the_first_of_two_puppets_gives_back_what_went_on_to_the_second():
    entry, puppets, _joins = a_chain()
    version = entry.tournament.version

    forget(puppets[0])

    assert is_the_owners_alone(entry)
    entry.tournament.refresh_from_db()
    assert entry.tournament.version > version
    assert entry.tournament.acts.filter(name="undo_join").exists()


def test_a_puppet_with_two_rows_keeps_nothing_of_anybody(client):
    """The row to which somebody was joined proves that it is another one of the same mailbox."""
    email = "sock@example.org"
    known = make.make_person("Petr Puppet", email=email)
    make.make_entry(make.make_tournament(date=SOON), known)
    victim = make.make_entry(make.make_tournament(date=SOON), "Vera Victim")
    sock = make.make_entry(make.make_tournament(date=SOON), "Petr Puppet", email=email)
    joining.join_persons(sock.person_id, victim.person_id, make.doer("Series"))
    proved(sock, client)
    assert again(sock).owner == known

    forget(known)

    assert is_the_owners_alone(victim)
    assert again(victim).name == "Vera Victim"


def test_whoever_is_deleted_leaves_no_result_with_whom_others_said_they_are(joined):
    victim = joined()
    owner, puppet = victim.owner, victim.person

    forget(owner)

    victim = again(victim)
    assert (victim.name, victim.person, victim.joined_from) == ("", owner, None)
    assert Person.objects.get(pk=puppet.pk).name == "Petr Puppet"


def test_whoever_is_deleted_takes_none_of_the_others_of_a_chain_along():
    entry, puppets, joins = a_chain()

    forget(entry.person)

    assert is_the_owners_alone(entry)
    assert Join.objects.standing().get() == joins[1]
    assert Entry.objects.owned_by(puppets[0]).get().person == puppets[1]


# Read from a whole archive


def read_again(victim: Entry) -> Entry:
    return read_archive(archive_of(victim.tournament, whole=True), copy_to="copy").entries.get()


def test_what_counts_for_another_by_an_archive_is_taken_back_like_any_join(joined):
    read = read_again(joined(a_child()))
    join = read.joins.standing().get()
    sock = join.kept.own_entries.get()
    assert (join.kept, join.other) == (read.person, read.joined_from)
    assert joining.joins_of(read.person)[0].join == join

    undoing.undo_join(join.pk, make.doer("Series"))

    read = again(read)
    assert (read.person, read.joined_from) == (join.other, None)
    assert not read.joins.standing().exists()
    assert sock.tournament.acts.filter(name="join_entry").count() == 2
    assert sock.tournament.acts.filter(name="undo_join").count() == 1


def test_a_whole_archive_that_was_read_is_written_again_in_the_same_bytes(joined):
    victim = joined(a_child())
    document = archive_of(victim.tournament, whole=True)
    emptied_of_everything()

    read = read_archive(document)

    assert archive_of(read, whole=True) == document


def emptied_of_everything() -> None:
    Join.objects.all().delete()
    emptied()


@pytest.mark.parametrize("side", ["person", "owner"])
def test_whoever_is_deleted_leaves_no_join_that_an_archive_brought(side, joined):
    read = read_again(joined(a_child()))

    forget(getattr(read, side))

    assert not read.joins.standing().exists()
    assert (again(read).person, again(read).joined_from) == (read.owner, None)
    assert again(read).name == (NAME if side == "person" else "")


def test_an_archive_joins_nobody_to_whom_was_deleted(joined):
    victim = joined(a_child())
    document = archive_of(victim.tournament, whole=True)
    document["persons"][document["entries"][0]["person"]] |= {
        "name": "",
        "email": "",
        "forgotten_at": "2026-01-01T00:00:00Z",
    }

    read = read_archive(document, copy_to="copy").entries.get()

    assert (read.person.name, read.joined_from) == (NAME, None)
    assert not read.joins.exists()


def test_an_archive_gives_nobody_two_entries_by_the_word_of_others(joined):
    """The second one could never go back to its owner."""
    victim = joined(a_child())
    document = archive_of(victim.tournament, whole=True)
    (row,) = document["entries"]
    other = {"number": 7, "token": "another-link-of-the-event", "person": row["joined_from"]}
    document["entries"].append({**row, **other, "joined_from": None})

    with pytest.raises(BrokenArchive):
        read_archive(document, copy_to="copy")


def test_a_puppet_moves_no_result_that_an_archive_brought():
    """It may be an organiser who chose whom the entry counts for."""
    victim = join_to_a_puppet(a_child(), by="organiser")
    victim.freeze(SOON)
    victim.save()
    read = read_again(victim)
    join = read.joins.standing().get()

    with pytest.raises(Refused, match="only the series"):
        undoing.undo_my_join(join.pk, make.doer())

    undoing.undo_join(join.pk, make.doer())
    assert again(read).joined_from is None


def test_who_refuses_the_full_name_keeps_it_back_of_whom_an_archive_joined_to_them():
    known = make.make_person("Vera Victim", email="vera@example.org")
    victim = join_to_a_puppet(known, by="series")
    document = archive_of(victim.tournament, whole=True)
    undoing.undo_join(Join.objects.get().pk, make.doer())
    refused(victim.person)

    read = read_archive(document, copy_to="copy").entries.get()

    join = read.joins.standing().get()
    assert join.kept_back == read.owner
    undoing.undo_join(join.pk, make.doer())
    assert again(read).public_name == "Vera Victim"


@pytest.mark.parametrize("side", ["kept", "other"])
def test_a_join_of_whom_was_deleted_before_is_taken_back_nevertheless(joined, side):
    victim = joined()
    join = Join.objects.get()
    Person.objects.filter(pk=getattr(join, side).pk).update(forgotten_at=make.at(10))

    undoing.undo_join(join.pk, make.doer())

    assert (again(victim).person, again(victim).joined_from) == (victim.owner, None)
