"""With an organiser's office end the links that its holder has seen, and the offers that wait."""

import datetime as dt
import re
from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tournaments.domain.values import Refused
from tournaments.models import Entry, Mail, Official, Person, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.services import (
    addresses,
    announcing,
    appointing,
    checking_in,
    entering,
    persons,
    signing_up,
)
from tournaments.services.acts import AlreadyDone, Unconfirmed, acting
from tournaments.services.proofs import key_of, person_of, proof_of, proves

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    cache.clear()
    with translation.override("en"):
        yield


def two_organisers(**fields):
    tournament = make.make_tournament(**fields)
    make.make_official(tournament, Role.ORGANISER, user=make.make_user("staying"))
    leaving = make.make_official(tournament, Role.ORGANISER, user=make.make_user("leaving"))
    return tournament, leaving


def links(tournament):
    return set(tournament.entries.values_list("token", flat=True))


def links_in_mails(to):
    bodies = Mail.objects.filter(to=to).values_list("body", flat=True)
    return {token for body in bodies for token in re.findall(r"/me/([\w-]{20,})", body)}


def by_dismissal(tournament, leaving, who):
    appointing.dismiss_official(tournament, leaving.pk, who)


def by_laying_down(tournament, leaving, who):
    appointing.lay_down_office(tournament, leaving.pk, leaving.user, who)


def by_another_account(tournament, leaving, who):
    user = get_user_model().objects.filter(username="another").first() or make.make_user("another")
    appointing.name_official(tournament, leaving.name, Role.ORGANISER, who, user=user)


@pytest.mark.parametrize("end", [by_dismissal, by_laying_down, by_another_account])
def test_a_player_keeps_no_link_that_an_organiser_who_left_has_seen(end):
    tournament, leaving = two_organisers()
    eva = make.make_entry(tournament, "Eva Malá", email="eva@example.org")
    make.make_entry(tournament, "Jan Dub")
    seen = links(tournament)

    make.agreeing(lambda who: end(tournament, leaving, who))

    assert not Entry.objects.filter(token__in=seen).exists()
    eva.refresh_from_db()
    assert eva.token in Mail.objects.get(to="eva@example.org").body


def test_an_address_that_the_desk_wrote_gets_no_new_link_whatever_was_proved():
    tournament, leaving = two_organisers()
    by_desk = {"address_by_desk": True, "email": "desk@example.org"}
    make.make_entry(tournament, "Eva Malá", **by_desk)
    proved = make.make_person("Jan Dub", email="jan@example.org")
    make.make_entry(tournament, proved, address_by_desk=True, email="jan@example.org")

    make.agreeing(lambda who: appointing.dismiss_official(tournament, leaving.pk, who))

    assert not Mail.objects.exists()


def planted(**fields):
    """An entry whose address an organiser wrote before they left."""
    tournament, leaving = two_organisers(state=State.SIGN_UP, **fields)
    entry = make.make_entry(tournament, "Petr Novák", email="petr@example.org")
    told = replace(entering.as_told(entry), email="thief@example.org")
    entering.edit_entry(tournament, entry.pk, told, make.doer())
    old = Entry.objects.get(pk=entry.pk).token
    make.agreeing(lambda who: appointing.dismiss_official(tournament, leaving.pk, who))
    entry.refresh_from_db()
    assert entry.token != old
    return entry


def signs_up_again(entry):
    sign_up = entering.SignUp("Petr Novák", "thief@example.org")
    signing_up.register(entry.tournament, sign_up, make.doer())


def moves_up(entry):
    Entry.objects.filter(pk=entry.pk).update(state=EntryState.WAITING)
    with acting(entry.tournament, "release_places", make.doer()) as act:
        entering.fill_places(act.tournament, act.doer.now)
    assert Entry.objects.get(pk=entry.pk).state == EntryState.CONFIRMED


def is_believed(entry):
    Entry.objects.filter(pk=entry.pk).update(state=EntryState.UNCONFIRMED)
    entering.confirm_entry(entry.tournament, entry.pk, make.doer())


def comes_back(entry):
    Entry.objects.filter(pk=entry.pk).update(state=EntryState.CANCELLED)
    checking_in.readmit(entry.tournament, entry.pk, make.doer())


def asks_for_the_own_page(entry):
    with pytest.raises(Refused, match="has to confirm"):
        persons.send_person_link(entry, make.doer())


def is_sent_by_the_desk(entry):
    with pytest.raises(Refused, match="Confirm the e-mail address"):
        entering.send_link(entry.tournament, entry.pk, make.doer())


def gets_a_new_link(entry):
    entering.send_link(entry.tournament, entry.pk, make.doer(), renew=True)


LATER = [signs_up_again, moves_up, is_believed, comes_back, asks_for_the_own_page]
LATER += [is_sent_by_the_desk, gets_a_new_link]


@pytest.mark.parametrize("later", LATER)
def test_no_link_goes_to_an_address_that_an_organiser_who_left_wrote(later):
    entry = planted()

    later(entry)

    token = Entry.objects.get(pk=entry.pk).token
    assert not Mail.objects.filter(body__contains=token).exists()
    assert not proves(proof_of(entry), entry)


@pytest.mark.parametrize("state", [State.SIGN_UP, State.FINISHED])
def test_who_proved_an_address_that_only_the_desk_wrote_is_nobody_once_an_organiser_leaves(state):
    tournament, leaving = two_organisers(state=State.SIGN_UP)
    entries = [
        make.make_entry(tournament, make.make_person(name, email=email), **fields)
        for name, email, fields in (
            ("Petr Novák", "thief@example.org", {"address_by_desk": True}),
            ("Eva Malá", "eva@example.org", {}),
        )
    ]
    keys = [key_of(entry.person) for entry in entries]
    Tournament.objects.filter(pk=tournament.pk).update(state=state)

    make.agreeing(lambda who: appointing.dismiss_official(tournament, leaving.pk, who))

    assert [person_of(key) for key in keys] == [None, entries[1].person]
    assert Person.objects.get(pk=entries[0].person_id).email == ""


def test_an_address_is_confirmed_after_the_event_too():
    entry = planted()
    Tournament.objects.filter(pk=entry.tournament_id).update(state=State.FINISHED)
    desk = make.signed_in(entry.tournament)
    args = [entry.tournament.slug, entry.pk]
    page = desk.get(reverse("edit_entry", args=args)).content.decode()

    desk.post(reverse("confirm_address", args=args), {"address": entry.email})

    entry.refresh_from_db()
    assert reverse("confirm_address", args=args) in page
    assert not entry.address_to_confirm


def test_a_sign_up_waits_for_the_desk_and_then_has_its_two_days():
    entry = planted()
    late = make.doer(now=entry.registered_at + dt.timedelta(hours=60))
    Entry.objects.filter(pk=entry.pk).update(state=EntryState.UNCONFIRMED)

    entering.lapse_registrations(late.now)
    addresses.confirm_address(entry.tournament, entry.pk, late)
    Mail.objects.update(sent_at=late.now)
    entering.lapse_registrations(late.now + dt.timedelta(hours=1))

    assert Entry.objects.filter(pk=entry.pk).exists()
    assert Mail.objects.filter(to=entry.email, key__startswith="register").exists()


def test_the_desk_confirms_such_an_address_and_its_player_gets_the_links():
    entry = planted()
    slug = entry.tournament.slug
    desk = make.signed_in(entry.tournament)
    listed = desk.get(reverse("entries", args=[slug])).content.decode()
    page = desk.get(reverse("edit_entry", args=[slug, entry.pk])).content.decode()
    address = reverse("confirm_address", args=[slug, entry.pk])

    desk.post(address, {"address": "another@example.org"})
    unseen = Entry.objects.get(pk=entry.pk).address_to_confirm
    desk.post(address, {"address": entry.email})

    entry.refresh_from_db()
    assert "address to be confirmed" in listed
    assert address in page
    assert unseen
    assert not entry.address_to_confirm
    assert entry.address_by_desk
    told = Mail.objects.filter(to=entry.email, key__startswith="contact_new")
    assert told.filter(body__contains=entry.token).exists()


def test_another_address_of_the_desk_takes_the_place_of_one_to_be_confirmed():
    entry = planted()
    told = replace(entering.as_told(entry), email="petr@example.org")

    entering.edit_entry(entry.tournament, entry.pk, told, make.doer())

    entry.refresh_from_db()
    assert not entry.address_to_confirm
    assert Mail.objects.filter(to="petr@example.org", body__contains=entry.token).exists()
    assert not Mail.objects.filter(to="thief@example.org", body__contains=entry.token).exists()


def test_news_without_a_link_reach_whoever_may_be_the_player():
    entry = planted()

    announcing.cancel_tournament(entry.tournament, "No hall.", make.doer())

    assert Mail.objects.filter(key__startswith="cancelled", to="thief@example.org").exists()


def test_each_version_of_a_sign_up_is_confirmed_by_a_new_link():
    tournament, leaving = two_organisers(state=State.SIGN_UP)
    told = [entering.SignUp("Eva Malá", "eva@example.org", language="en", club=None)]
    told.append(entering.SignUp("Eva Malá", "eva@example.org", language="cs"))
    for sign_up in told:
        signing_up.register(tournament, sign_up, make.doer())
    before = set(Mail.objects.values_list("pk", flat=True))

    appointing.dismiss_official(tournament, leaving.pk, make.doer())

    entry = tournament.entries.get()
    bodies = list(Mail.objects.exclude(pk__in=before).values_list("body", flat=True))
    assert len(bodies) == 2
    for version in entry.versions:
        assert any(entry.token in body and version["key"] in body for body in bodies)


def test_in_the_hall_the_desk_is_told_that_badges_end_before_they_do():
    tournament, leaving = two_organisers(state=State.RUNNING)
    entry = make.make_entry(tournament, "Eva Malá", state=EntryState.CHECKED_IN)

    with pytest.raises(Unconfirmed, match="printed badges"):
        appointing.dismiss_official(tournament, leaving.pk, make.doer())
    assert Entry.objects.filter(token=entry.token).exists()

    make.agreeing(lambda who: appointing.dismiss_official(tournament, leaving.pk, who))
    assert not Entry.objects.filter(token=entry.token).exists()


@pytest.mark.parametrize("role", [Role.CHIEF_REFEREE, Role.SCOREKEEPER])
def test_links_of_players_outlive_an_official_who_saw_none(role):
    tournament, _organiser = two_organisers(state=State.DRAFT)
    entry = make.make_entry(tournament, "Eva Malá")
    official = make.make_official(tournament, role, "Karel Chief")

    appointing.dismiss_official(tournament, official.pk, make.doer())

    assert Entry.objects.filter(token=entry.token).exists()


def test_after_the_event_a_link_changes_nothing_and_stays():
    tournament, leaving = two_organisers(state=State.FINISHED)
    entry = make.make_entry(tournament, "Eva Malá", email="eva@example.org")

    appointing.dismiss_official(tournament, leaving.pk, make.doer())

    assert Entry.objects.filter(token=entry.token).exists()
    assert not Mail.objects.exists()


def test_an_offer_of_an_office_does_not_outlive_the_organiser_who_may_have_made_it():
    tournament, leaving = two_organisers()
    sock = make.make_user("sock")
    offered = appointing.name_official(
        tournament, "Kdo Kolí", Role.ORGANISER, make.doer(), user=sock, own=False
    )

    appointing.dismiss_official(tournament, leaving.pk, make.doer())

    with pytest.raises(AlreadyDone):
        appointing.accept_office(tournament, offered.pk, sock, make.doer("sock"))
    offered.refresh_from_db()
    assert not offered.is_held
    assert offered.name == "Kdo Kolí"


def only_organiser():
    tournament = make.make_tournament()
    tournament.officials.filter(role=Role.ORGANISER).delete()
    return tournament, make.make_official(tournament, Role.ORGANISER, user=make.make_user("one"))


@pytest.mark.rule("T-072")
def test_an_account_that_was_merely_asked_is_no_other_organiser():
    tournament, last = only_organiser()
    sock = make.make_user("sock")
    appointing.name_official(
        tournament, "Kdo Kolí", Role.ORGANISER, make.doer(), user=sock, own=False
    )

    with pytest.raises(Refused, match="keeps its organiser"):
        appointing.dismiss_official(tournament, last.pk, make.doer())


@pytest.mark.rule("T-072")
def test_the_last_organiser_is_not_replaced_by_an_account_that_is_only_asked():
    tournament, last = only_organiser()
    sock = make.make_user("sock")

    with pytest.raises(Refused, match="keeps its organiser"):
        appointing.name_official(
            tournament, last.name, Role.ORGANISER, make.doer(), user=sock, own=False
        )

    last.refresh_from_db()
    assert last.is_held


def test_a_second_offer_of_an_office_that_is_held_is_gone_once_it_was_accepted():
    tournament = make.make_tournament()
    user = make.make_user("karel")
    make.make_official(
        tournament, Role.SCOREKEEPER, make.make_person("Karel", user=user), user=user
    )
    twice = appointing.name_official(
        tournament, "Karel Jinak", Role.SCOREKEEPER, make.doer(), user=user, own=False
    )

    with pytest.raises(AlreadyDone, match="hold this office already"):
        appointing.accept_office(tournament, twice.pk, user, make.doer("Karel"))

    assert not Official.objects.filter(pk=twice.pk).exists()


def test_a_link_that_ended_leads_to_the_desk_and_the_newer_e_mail(client):
    tournament, leaving = two_organisers()
    entry = make.make_entry(tournament, "Eva Malá")
    make.agreeing(lambda who: appointing.dismiss_official(tournament, leaving.pk, who))

    page = client.get(reverse("my_page", args=[tournament.slug, entry.token]))

    assert page.status_code == 404
    assert "ask the organiser" in page.content.decode()


def test_an_e_mail_names_the_player_beside_its_greeting_which_would_bend_the_name():
    tournament, leaving = two_organisers()
    make.make_entry(tournament, "Eva Malá", email="eva@example.org", language="cs")

    appointing.dismiss_official(tournament, leaving.pk, make.doer())

    assert Mail.objects.get().body.startswith("Pro: Eva Malá\n\nDobrý den,\n\nzměnili")


# Many addresses at once


def forty_planted():
    tournament, leaving = two_organisers(state=State.SIGN_UP)
    for number in range(40):
        email = f"p{number}@example.org"
        make.make_entry(tournament, f"Player {number}", email=email, address_by_desk=True)
    make.make_entry(tournament, "Eva Own", email="eva@example.org")
    make.agreeing(lambda who: appointing.dismiss_official(tournament, leaving.pk, who))
    Mail.objects.all().delete()
    return tournament


def test_many_addresses_are_confirmed_page_by_page_with_a_list_and_ticks():
    tournament = forty_planted()
    desk = make.signed_in(tournament)
    listed = desk.get(reverse("entries", args=[tournament.slug])).content.decode()
    address = reverse("confirm_addresses", args=[tournament.slug])
    ticks = re.findall(r'name="seen" value="([^"]+)"', desk.get(address).content.decode())

    desk.post(address, {"seen": ticks[1:]})

    left = tournament.entries.filter(address_to_confirm=True)
    act = tournament.acts.latest("pk")
    assert address in listed
    assert len(ticks) == 20
    assert left.count() == 21
    assert Mail.objects.count() == 19
    assert act.name == "confirm_addresses"
    assert len(act.numbers) == 19
    page = desk.get(address, {"page": 2}).content.decode()
    assert page.count('name="seen"') == 1
    assert "eva@example.org" not in page


def test_of_several_addresses_all_are_confirmed_as_they_were_seen_or_none():
    tournament = forty_planted()
    desk = make.signed_in(tournament)
    address = reverse("confirm_addresses", args=[tournament.slug])
    first, second, *_rest = tournament.entries.filter(address_to_confirm=True).order_by("number")
    own = tournament.entries.get(name="Eva Own")
    for other in (f"{second.pk} thief@example.org", f"{own.pk} {own.email}", "x y", "99999 z"):
        desk.post(address, {"seen": [f"{first.pk} {first.email}", other]})
    # What is no tick is passed over.
    assert tournament.entries.filter(address_to_confirm=True).count() == 39

    told = desk.post(address, {"seen": []}, follow=True).content.decode()

    assert "Tick the addresses" in told
    assert Mail.objects.count() == 1
