"""What only an organiser said is somebody's counts for them in the season and gives them no rights:
the organiser may have joined it to a puppet, and reads its mailbox long after the office."""

import datetime as dt

import pytest
from django.test import Client, TestCase
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories as make
from tests.prints import pages_of
from tournaments.domain.entering import Age
from tournaments.domain.values import Refused
from tournaments.exports.archive import archive_of, read_archive
from tournaments.models import Entry, Job, Join, Person, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.services import announcing, entering, joining, persons
from tournaments.services.entering import SignUp
from tournaments.services.persons import Facts
from tournaments.services.proofs import key_of, proof_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


SOON = timezone.localdate() + dt.timedelta(days=40)
NAME = "Eva Malá"


def joined(person: Person | str = "Vera Victim", puppet: Person | None = None, **fields) -> Entry:
    """A player whom the organiser of two events joined to a puppet with a proved mailbox."""
    victim = make.make_entry(make.make_tournament(date=SOON), person, **fields)
    known = puppet or make.make_person("Petr Puppet", email="sock@example.org")
    sock = make.make_entry(make.make_tournament(date=SOON), known, email=known.email)
    own = Tournament.objects.all()
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


def test_the_puppet_is_shown_nothing_of_it_among_their_data(client):
    victim = joined()

    page = client.get(page_of(victim)).content.decode()
    asked = client.get(reverse("forget_me", args=[key_of(victim.person)])).content.decode()

    assert "Petr Puppet" in page
    for text in (page, asked):
        assert "Vera Victim" not in text
        assert str(victim.tournament) not in text


def test_nor_where_a_mailbox_is_proved(client):
    victim = joined()
    known = victim.person
    entry = make.make_entry(make.make_tournament(date=SOON), known.name, email=known.email)
    address = reverse("prove_address", args=[entry.tournament.slug, entry.token])

    page = client.get(f"{address}?proof={proof_of(entry)}").content.decode()

    assert known.name in page
    assert str(victim.tournament) not in page


def test_the_account_of_who_was_an_organiser_keeps_no_link():
    """The link is made anew when the office ends; the account would be shown the new one."""
    user = make.make_user()
    victim = joined(puppet=make.make_person("Olga Play", user=user))
    office = make.make_official(victim.tournament, Role.ORGANISER, user=user)
    make.make_official(victim.tournament, Role.ORGANISER, user=make.make_user())
    make.agreeing(lambda who: announcing.dismiss_official(victim.tournament, office.pk, who))
    account = Client()
    account.force_login(user)

    page = account.get(reverse("my_tournaments")).content.decode()

    assert again(victim).token not in page
    assert user.person.entries.with_rights().get().token in page


def test_a_puppet_who_asks_to_be_deleted_takes_nobody_along(client):
    child = joined(a_child())
    row = Join.objects.get().other

    client.post(reverse("forget_me", args=[key_of(child.person)]))

    child = again(child)
    assert (child.name, child.state, child.person) == (NAME, EntryState.CONFIRMED, row)
    row.refresh_from_db()
    assert (row.name, row.forgotten_at) == (NAME, None)
    assert Person.objects.get(email="", name="").forgotten_at


def test_nor_does_the_series_when_it_deletes_the_puppet():
    victim = joined()

    persons.forget_person(victim.person, make.doer())

    assert again(victim).name == "Vera Victim"
    assert not Join.objects.standing().exists()


def test_what_cannot_go_back_by_itself_keeps_a_puppet_from_deleting():
    """The series joined the puppet to somebody else meanwhile."""
    victim = joined()
    other = make.make_person("Olga Other", email="other@example.org")
    make.make_entry(make.make_tournament(date=SOON), other)
    joining.join_persons(other.pk, victim.person_id, make.doer("Series"))
    assert again(victim).person == other

    with pytest.raises(Refused, match="Only its organiser said"):
        persons.forget_person(other, make.doer(), by_themselves=True)

    assert again(victim).name == "Vera Victim"


@pytest.mark.parametrize("born", [dt.date(1990, 1, 1), None])
def test_what_a_puppet_says_of_its_age_shows_no_childs_name(client, born):
    child = joined(a_child())
    shown = reverse("players", args=[child.tournament.slug])
    assert NAME not in client.get(shown).content.decode()

    facts = Facts("Petr Puppet", born, False, True, of_age=born is None)
    persons.change_facts(child.person, facts, make.doer())

    assert again(child).public_name == "Eva M."
    assert NAME not in client.get(shown).content.decode()


def refused(person: Person, hour: int = 10) -> None:
    """The person says that they are under 18 and that no full name is published."""
    facts = Facts(person.name, None, True, False)
    persons.change_facts(Person.objects.get(pk=person.pk), facts, make.doer(now=make.at(hour)))


def test_what_a_puppet_refuses_is_shown_short_and_takes_no_consent_back():
    """It may be the child's own no, under another spelling: a name that is short can be mended."""
    child = joined(a_child(), full_name_public=True)
    assert again(child).public_name == NAME

    refused(child.person)

    assert again(child).full_name_public
    assert again(child).public_name == "Eva M."


def test_a_puppet_makes_nobody_a_junior():
    victim = joined()

    born = dt.date(SOON.year - 10, 1, 1)
    persons.change_facts(victim.person, Facts("Petr Puppet", born, True, False), make.doer())

    assert not again(victim).is_junior_on(SOON, SOON)
    assert again(victim).public_name == "Vera V."


def test_taking_the_join_back_gives_the_full_name_back_at_once(client):
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
        joining.undo_own_join(Join.objects.get().pk, Tournament.objects.all(), make.doer())

    victim = again(victim)
    read = read_archive(archive_of(tournament, whole=True), copy_to="copy")
    assert victim.person.full_name_withdrawn_at is None
    assert "Vera Victim" in client.get(players).content.decode()
    assert "Vera Victim" in printed(desk, badges)
    assert read.entries.get().public_name == "Vera Victim"
    assert not Job.objects.filter(pk=kept.pk).exists()


@pytest.mark.parametrize("minor", [False, True])
def test_and_so_it_does_where_the_event_is_over_by_then(minor):
    """The no came before the end, so that the short name was printed; a child's stays short."""
    victim = joined(make.make_person(NAME, minor=minor))
    refused(victim.person)
    over = again(victim)
    over.freeze(SOON)
    over.save()
    Tournament.objects.filter(pk=over.tournament_id).update(state=State.SENT)
    assert again(victim).shown_as == "Eva M."

    joining.undo_join(Join.objects.get().pk, make.doer())

    assert again(victim).public_name == ("Eva M." if minor else NAME)


def test_a_no_by_whoever_reads_the_mailbox_of_both_holds_for_both(client):
    victim = joined(email="sock@example.org")
    address = reverse("prove_address", args=[victim.tournament.slug, victim.token])
    client.post(f"{address}?proof={proof_of(victim)}")
    refused(victim.person)

    joining.undo_join(Join.objects.get().pk, make.doer(now=make.at(11)))

    assert again(victim).public_name == "Vera V."


def test_an_event_that_is_opened_again_prints_no_name_that_its_person_refuses():
    victim = joined()
    over = again(victim)
    over.freeze(SOON)
    over.save()

    refused(victim.person)

    assert again(victim).public_name == "Vera V."


def test_a_no_is_written_once_into_the_logbook_of_the_other_event():
    victim = joined()
    acts = victim.tournament.acts.filter(name="change_facts")
    before = again(victim).tournament.public_version

    refused(victim.person)
    # Cached pages would go on showing the full name.
    assert again(victim).tournament.public_version > before
    facts = Facts("Paul Puppet", None, True, False)
    persons.change_facts(again(victim).person, facts, make.doer())

    assert acts.count() == 1


def test_the_desk_agrees_to_no_name_that_is_kept_back_for_another():
    """The puppet is of age, and so it was not kept back when the child was joined to it."""
    child = joined(a_child())
    other = make.make_entry(make.make_tournament(date=SOON), a_child())
    for agreed in (True, False):
        persons.change_facts(other.person, Facts(NAME, None, True, agreed), make.doer())
    agreed = SignUp(name=NAME, age=Age.MINOR, guardian_consent=True, full_name_public=True)

    with pytest.raises(Refused, match="refused or taken back"):
        entering.edit_entry(child.tournament, child.pk, agreed, make.doer())


@pytest.mark.parametrize("then", ["taken back", "joined by the series", "proved"])
def test_the_word_of_others_gives_the_rights(then, client):
    email = "sock@example.org" if then == "proved" else ""
    victim = joined(email=email)
    known, join = victim.person, Join.objects.get()
    assert victim.joined_by_organiser

    if then == "proved":
        address = reverse("prove_address", args=[victim.tournament.slug, victim.token])
        client.post(f"{address}?proof={proof_of(victim)}")
    else:
        joining.undo_join(join.pk, make.doer())
    if then == "joined by the series":
        joining.join_persons(join.kept_id, join.other_id, make.doer("Series"))

    victim = again(victim)
    assert not victim.joined_by_organiser
    assert (victim.person == known) == (then != "taken back")


def test_a_join_of_what_has_gone_on_to_somebody_else_is_not_the_organisers_to_take_back():
    """The entry would stay with the other one, and nothing would say who joined it."""
    victim, own = joined(), Tournament.objects.all()
    join = Join.objects.get()
    other = make.make_person("Olga Other", email="other@example.org")
    make.make_entry(make.make_tournament(date=SOON), other)
    joining.join_persons(other.pk, victim.person_id, make.doer("Series"))

    with pytest.raises(Refused, match="Only the player or the series"):
        joining.undo_own_join(join.pk, own, make.doer())

    assert again(victim).joined_by_organiser


def test_it_stays_so_when_the_event_is_read_from_an_archive():
    victim = joined()

    read = read_archive(archive_of(victim.tournament, whole=True), copy_to="copy")

    assert read.entries.get().joined_by_organiser


def test_a_person_is_forgotten_though_the_other_side_of_the_join_was_forgotten_before():
    victim = joined()
    known, before = victim.person, Join.objects.get().other
    persons.forget_person(before, make.doer())

    persons.forget_person(Person.objects.get(pk=known.pk), make.doer())

    assert Person.objects.get(pk=known.pk).forgotten_at
