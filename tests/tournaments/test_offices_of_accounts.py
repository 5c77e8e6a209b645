"""An office by account is its owner's to accept and lay down, and nobody keeps others' links."""

import datetime as dt
import re

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tournaments.exports.archive.writing import write_archive
from tournaments.models import Mail, OfficeRequest, Official
from tournaments.models.entry import Role
from tournaments.models.tournament import State
from tournaments.services import appointing, persons
from tournaments.services.proofs import key_of
from tournaments.views.personal import accounts

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    cache.clear()
    with translation.override("en"):
        yield


def by(user):
    client = Client()
    client.force_login(user)
    return client


def named(tournament, account, role=Role.SCOREKEEPER):
    fields = {"name": "Whoever Else", "role": role, "account": account}
    make.signed_in(tournament).post(reverse("name_official", args=[tournament.slug]), fields)
    return tournament.officials.get(name="Whoever Else")


def test_an_account_that_was_named_holds_nothing_until_it_accepts():
    tournament = make.make_tournament(state=State.DRAFT)
    owner = make.make_user("owner")
    office = named(tournament, "owner")
    desk = reverse("desk", args=[tournament.slug])
    assert (office.user, office.asked, office.token) == (None, owner, None)
    assert by(owner).get(desk).status_code == 404

    page = by(owner).get(reverse("my_tournaments")).content.decode()
    assert "Offices that wait for your word" in page
    by(owner).post(reverse("accept_office", args=[tournament.slug, office.pk]))

    assert by(owner).get(desk).status_code == 200
    by(owner).post(reverse("lay_down_office", args=[tournament.slug, office.pk]))
    assert by(owner).get(desk).status_code == 404


def test_nobody_accepts_or_lays_down_the_office_of_somebody_else():
    tournament = make.make_tournament()
    make.make_user("owner")
    office = named(tournament, "owner")
    other = by(make.make_user("other"))
    for act in ("accept_office", "decline_office", "lay_down_office"):
        other.post(reverse(act, args=[tournament.slug, office.pk]))

    office.refresh_from_db()
    assert office.asked.get_username() == "owner"


def test_an_office_that_was_not_accepted_keeps_nobody_from_being_deleted():
    owner = make.make_user("owner")
    vera = make.make_person("Vera Victim", email="v@example.org", user=owner)
    make.make_entry(make.make_tournament(state=State.SENT, finished_at=make.at(17)), vera)
    named(make.make_tournament(date=dt.date(2036, 1, 1)), "owner")

    Client().post(reverse("forget_me", args=[key_of(vera)]))

    vera.refresh_from_db()
    assert vera.forgotten_at


def test_an_office_under_a_players_name_does_not_keep_the_series_from_deleting_them():
    tournament = make.make_tournament(date=dt.date(2035, 1, 1))
    entry = make.make_entry(tournament, make.make_person("Eva Malá", email="eva@example.org"))
    appointing.name_official(tournament, "Eva Malá", Role.SCOREKEEPER, make.doer())

    persons.forget_person(entry.person, make.doer())

    entry.person.refresh_from_db()
    assert entry.person.forgotten_at


def test_the_last_organiser_lays_nothing_down():
    tournament = make.make_tournament()
    user = make.make_user("owner")
    office = make.make_official(tournament, Role.ORGANISER, user=user)
    tournament.officials.exclude(pk=office.pk).filter(role=Role.ORGANISER).delete()

    by(user).post(reverse("lay_down_office", args=[tournament.slug, office.pk]))

    assert Official.objects.filter(pk=office.pk).exists()


def test_an_accepted_office_goes_over_to_the_person_of_the_account():
    tournament = make.make_tournament()
    owner = make.make_user("owner")
    own = make.make_person("Olga Owner", user=owner)
    office = named(tournament, "owner")
    before = office.person

    by(owner).post(reverse("accept_office", args=[tournament.slug, office.pk]))

    office.refresh_from_db()
    assert office.person == own
    assert not type(before).objects.filter(pk=before.pk).exists()


def test_a_stranger_named_like_an_official_takes_no_office_away():
    tournament = make.make_tournament()
    make.make_official(tournament, Role.CHIEF_REFEREE, "Old Chief")
    stranger = make.make_person("Karel Chief", email="evil@example.org")
    make.make_entry(tournament, stranger, email="evil@example.org")
    karel = make.make_user("karel")
    offered = make.agreeing(
        lambda who: appointing.name_official(
            tournament, "Karel Chief", Role.CHIEF_REFEREE, who, user=karel, own=False
        )
    )
    appointing.accept_office(tournament, offered.pk, karel, make.doer("Karel Chief"))
    score = appointing.name_official(tournament, "Karel Chief", Role.SCOREKEEPER, make.doer())
    Official.objects.filter(pk=score.pk).update(person=stranger)
    held = make.make_official(tournament, Role.REFEREE, stranger, user=make.make_user("rita"))

    Client().post(reverse("forget_me", args=[key_of(stranger)]))

    stranger.refresh_from_db()
    assert stranger.forgotten_at
    desk = reverse("desk", args=[tournament.slug])
    assert by(karel).get(desk).status_code == 200
    assert by(held.user).get(desk).status_code == 200
    assert Client().get(reverse("official_link", args=[score.token])).status_code == 200
    assert not stranger.offices.exists()
    score.refresh_from_db()
    assert score.name == "Karel Chief"


def test_a_link_of_an_official_is_shown_once_and_accounts_have_none():
    tournament = make.make_tournament()
    desk = make.signed_in(tournament)
    by_account = make.make_official(tournament, Role.ORGANISER, user=make.make_user("otto"))
    assert by_account.token is None
    page = reverse("officials", args=[tournament.slug])
    fields = {"name": "Sam Score", "role": Role.SCOREKEEPER, "account": ""}

    first = desk.post(reverse("name_official", args=[tournament.slug]), fields, follow=True)
    token = tournament.officials.get(name="Sam Score").token

    assert token in first.content.decode()
    assert token not in desk.get(page).content.decode()


def test_who_is_no_organiser_any_more_has_no_link_of_an_official_that_works():
    tournament = make.make_tournament()
    make.make_official(tournament, Role.ORGANISER, user=make.make_user("otto"))
    leaving = make.make_official(tournament, Role.ORGANISER, user=make.make_user("leaving"))
    chief = make.make_official(tournament, Role.REFEREE, "Rita Referee")
    seen = re.findall(r'"token": "([^"]+)"', write_archive(tournament))
    assert chief.token in seen

    appointing.dismiss_official(tournament, leaving.pk, make.doer())

    works = Official.objects.filter(token__in=seen)
    assert not works.exists()


@pytest.mark.parametrize("how", ["another account", "a new link"])
def test_an_organiser_who_is_replaced_keeps_no_link_of_an_official(how):
    tournament = make.make_tournament()
    one = make.make_user("one")
    account = {"user": make.make_user("two")} if how == "another account" else {}
    two = make.make_official(tournament, Role.ORGANISER, "Two", **account)
    chief = make.make_official(tournament, Role.CHIEF_REFEREE, "Karel Chief")

    if how == "another account":
        appointing.name_official(tournament, "Two", Role.ORGANISER, make.doer(), user=one)
    else:
        appointing.renew_link(tournament, two.pk, make.doer())

    assert not Official.objects.filter(token=chief.token).exists()


def test_the_page_of_a_player_does_not_show_the_link_until_one_is_made():
    tournament = make.make_tournament()
    desk = make.signed_in(tournament)
    entry = make.make_entry(tournament, "Eva Malá")
    page = reverse("edit_entry", args=[tournament.slug, entry.pk])
    assert entry.token not in desk.get(page).content.decode()

    renew = reverse("renew_entry_link", args=[tournament.slug, entry.pk])
    made = desk.post(renew, follow=True).content.decode()
    entry.refresh_from_db()

    assert entry.token in made
    assert entry.token not in desk.get(page).content.decode()


# Nobody is locked out by a stranger


def guess(name, times, **network):
    for _time in range(times):
        Client(**network).post(reverse("login"), {"username": name, "password": "x"})


def test_wrong_passwords_for_names_that_are_none_stop_no_right_one_in_the_hall():
    make.make_user("owner")
    for number in range(105):
        guess(f"nobody{number}", 1)

    answer = Client().post(reverse("login"), {"username": "owner", "password": "correct horse"})

    assert answer.status_code == 302


def test_the_handbook_gives_the_same_number_as_the_site():
    a_hour = int(accounts.FROM_ONE_NETWORK.removesuffix("/h"))
    handbook = settings.BASE_DIR / "docs" / "operations.md"

    assert f"{a_hour:,} from a network" in handbook.read_text()


def test_the_owner_whose_name_is_guessed_at_signs_in_by_a_link_that_holds_once():
    owner = make.make_user("owner")
    owner.email = "owner@example.org"
    owner.save()
    guess("owner", 21)
    tablet = Client()
    right = {"username": "owner", "password": "correct horse"}
    stopped = tablet.post(reverse("login"), right)
    assert stopped.status_code == 429
    assert reverse("sign_in_link") in stopped.content.decode()

    known = tablet.post(reverse("sign_in_link"), {"email": "owner@example.org"})
    unknown = Client().post(reverse("sign_in_link"), {"email": "nobody@example.org"})
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    link = re.search(r"https?://[^/]+(/\S*/link/\S+)", Mail.objects.get().body)[1]
    tablet.get(link)
    assert "_auth_user_id" not in tablet.session
    tablet.post(link)

    assert tablet.session["_auth_user_id"] == str(owner.pk)
    assert Client().post(link).status_code == 410
    tablet.post(reverse("logout"))
    assert tablet.post(reverse("login"), right).status_code == 302


def test_a_request_for_an_office_is_kept_though_strangers_named_the_same_address(settings):
    settings.SERIES_EMAIL = "series@example.org"
    rita = {"name": "Rita R", "email": "rita@example.org", "place": "x"}
    address = reverse("ask_for_office")
    for number in range(6):
        Client(REMOTE_ADDR="10.0.0.1").post(address, rita | {"text": f"t{number}"})
    assert Mail.objects.count() == 4

    own = Client(REMOTE_ADDR="10.9.9.9").post(address, rita | {"text": "mine"})

    assert own.status_code == 302
    assert OfficeRequest.objects.count() == 7
    assert Mail.objects.count() == 5
