"""Whoever heads a series sets up what is its own, at its desk and at its events, and sees and
changes nothing of another series or of the site."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tests.tournaments.test_permissions import ACCOUNTS, requests
from tournaments.domain.values import Refused
from tournaments.models import Season, Series, SeriesOffice, Sight, SlotTable, Tournament
from tournaments.models.entry import Role
from tournaments.models.office import SeriesRole
from tournaments.models.tournament import Kind, State
from tournaments.permissions import HEADS, PERMISSIONS, Who
from tournaments.services import closed_accounts, offices, refereeing
from tournaments.services.acts import Unconfirmed
from tournaments.services.closing import finish
from tournaments.services.standing import Standing

pytestmark = pytest.mark.django_db

DESK = "/en/s/catan-austria/desk/"


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def austria() -> Series:
    return make.make_series()


@pytest.fixture
def head(austria):
    """The account that heads the series of Austria."""
    user = make.make_user("hanna")
    make.give_office(user, SeriesRole.HEAD, austria)
    return user


@pytest.fixture
def browser(head) -> Client:
    client = Client()
    client.force_login(head)
    return client


def as_head(user) -> offices.Administrator:
    return offices.Administrator(user, make.doer())


# --- What is theirs


@pytest.mark.rule("FM-40")
def test_whoever_heads_a_series_sets_up_its_seasons_places_and_language(browser, austria):
    season = browser.post(f"{DESK}seasons/add/", {"year": 2026, "points_for_final": 3})
    named = browser.post(f"{DESK}name/", {"name": "Catan Wien", "country": "AT", "language": "en"})
    places = {"valid_from": "2026-01-01", "seen": ""}
    band = {"players_from": 3, "players_to": "", "direct_to": 1, "points_from": 2, "points_to": 2}
    places |= {f"form-0-{name}": value for name, value in band.items()}
    places |= {"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 0}
    table = browser.post(f"{DESK}places/main/add/", places)

    assert [answer.status_code for answer in (season, named, table)] == [302, 302, 302]
    assert Season.objects.get(series=austria).points_for_final == 3
    assert SlotTable.objects.get(series=austria).bands.get().direct_to == 1
    austria.refresh_from_db()
    assert (austria.name, austria.language) == ("Catan Wien", "en")


def test_they_invite_and_name_organisers_and_others_who_head_it(browser, austria):
    make.make_user("petr")
    for role in (SeriesRole.ORGANISER, SeriesRole.HEAD):
        browser.post(f"{DESK}offices/give/", {"account": "petr", "role": role})
    browser.post(f"{DESK}offices/invite/", {"note": "Iva", "role": "head", "language": "de"})

    held = SeriesOffice.objects.filter(user__username="petr", series=austria)
    assert set(held.values_list("role", flat=True)) == {"organiser", "head"}
    invitation = austria.invitations.get()
    shown = Client().get(f"/en/organise/{invitation.token}/").content.decode()
    assert "You then keep the seasons" in shown


def test_they_have_the_desk_of_each_event_of_their_series_drafts_too(browser, austria):
    draft = make.make_tournament(state=State.DRAFT, series=austria)

    assert browser.get(f"/en/t/{draft.slug}/desk/").status_code == 200
    others = browser.get("/en/my/").context["others"]
    assert others == [draft]


def test_they_write_events_of_their_series_alone(browser, austria):
    fields = {"name": "Catan Wien", "kind": Kind.OTHER, "town": "Wien", "date": "2027-05-08"}
    fields |= {"start": "09:00", "capacity": "24", "ruleset": "tour", "series": "catan-tour"}

    browser.post("/en/new/", fields)

    assert Tournament.objects.get().series == austria


def test_they_confirm_the_places_of_an_event_of_their_series_and_open_it_again(browser, austria):
    soon = make.at(9, day=make.DAY - dt.timedelta(days=3))
    event = make.ready_to_draw(12, rounds=1, series=austria, announced_at=soon)
    make.play(event)
    make.draw_lots(event)
    finish(event, make.doer())
    desk = f"/en/t/{event.slug}/desk/closing/"

    consent = browser.post(f"{desk}consent/T-071/", {"reason": "All players knew of it."})
    again = browser.post(f"{desk}reopen/", {"reason": "A result was mistyped."})

    assert (consent.status_code, again.status_code) == (302, 302)
    assert event.consents.get().rule_id == "T-071"
    event.refresh_from_db()
    assert event.state == State.RUNNING


def test_one_who_heads_the_oldest_series_does_so_without_its_key():
    user, client = make.make_user(), Client()
    make.give_office(user, SeriesRole.HEAD)
    client.force_login(user)
    event = make.make_tournament(state=State.DRAFT)

    assert client.get("/en/series/").status_code == 200
    assert client.get("/en/s/catan-tour/desk/seasons/").status_code == 200
    assert client.get(f"/en/t/{event.slug}/desk/").status_code == 200


# --- What is not


@pytest.fixture
def elsewhere() -> Tournament:
    """An event of the oldest series with all that addresses lead to."""
    tournament = make.ready_to_draw(12)
    make.play(tournament, 1)
    make.publish(tournament, 2)
    refereeing.open_ruling(tournament, "Whose turn is it?", make.doer())
    make.give_office(make.make_user())
    make.make_invitation()
    make.make_request()
    tournament.refresh_from_db()
    return tournament


OWN_WAY = {"series_desk", "clubs", "add_club", "create_tournament", "my_tournaments"}
"""What is of no series, and open to whoever heads one."""


def test_no_act_of_another_series_is_open_and_nothing_of_it_is_seen(browser, elsewhere):
    wrong = []
    for pattern, method, address in requests(elsewhere):
        if Who.VISITOR in PERMISSIONS[pattern.name] or pattern.name in OWN_WAY:
            continue
        if "games/check" in address or Who.SIGNED_IN in PERMISSIONS[pattern.name]:
            continue
        answer = getattr(browser, method)(address)
        if answer.status_code not in (403, 404) or elsewhere.name in answer.content.decode():
            wrong.append((pattern.name, method, answer.status_code))

    assert wrong == []


def test_they_do_not_see_drafts_offices_or_people_of_other_series(browser, elsewhere):
    draft = make.make_tournament(state=State.DRAFT, name="Catan Secret")
    make.make_user("boss", staff=True)

    for address in ("/en/my/", DESK, f"{DESK}offices/", f"{DESK}seasons/"):
        page = browser.get(address).content.decode()
        for hidden in (draft.name, elsewhere.name, "boss", "Rita Request", "Iva Invited"):
            assert hidden not in page, (address, hidden)
    assert browser.get(f"/en/t/{draft.slug}/").status_code == 404


def test_the_desk_of_a_series_shows_nothing_of_the_site(browser):
    page = browser.get(DESK).content.decode()

    for hidden in ("/persons/", "/series/schools/", "/series/backups/", "/series/add/", "/admin/"):
        assert hidden not in page
    for address in (
        "/en/persons/",
        "/en/series/offices/",
        "/en/series/add/",
        "/en/series/backups/",
    ):
        assert browser.get(address).status_code == 403


def test_the_desk_that_names_no_series_leads_to_ones_own(browser, head):
    assert browser.get("/en/series/")["Location"] == DESK
    stranger = Client()
    stranger.force_login(make.make_user())
    assert stranger.get("/en/series/").status_code == 403
    assert "/accounts/login/" in Client().get("/en/series/")["Location"]

    make.give_office(head, SeriesRole.HEAD)
    assert browser.get("/en/series/").status_code == 200


def test_the_desk_of_a_series_promises_of_clubs_only_what_they_may_do(browser):
    make.make_club()

    assert "1 club: look it up, or add one." in browser.get(DESK).content.decode()
    assert (
        b"1 club: add, rename, join"
        in make.signed_in(None, "administrator").get(reverse("series_desk")).content
    )


def test_they_give_and_take_no_office_above_their_own(browser, head, austria):
    make.make_user("petr")
    boss = make.give_office(make.make_user("boss"), SeriesRole.ADMINISTRATOR, austria)

    browser.post(f"{DESK}offices/give/", {"account": "petr", "role": "administrator"})
    assert not SeriesOffice.objects.filter(user__username="petr").exists()
    for do in (
        lambda: offices.give_office(head, "administrator", as_head(head), of=austria),
        lambda: offices.withdraw_office(boss.pk, as_head(head), of=austria),
        lambda: offices.make_invitation("administrator", "Iva", as_head(head), of=austria),
    ):
        with pytest.raises(Refused, match="whole site alone"):
            do()


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("cs", ("správce série Catan Austria", "správce celého webu", "Celý web")),
        (
            "en",
            (
                "administrator of the series Catan Austria",
                "administrator of the whole site",
                "The whole site",
            ),
        ),
        (
            "pl",
            ("administrator serii Catan Austria", "administrator całego serwisu", "Cały serwis"),
        ),
        (
            "de",
            (
                "Administration der Serie Catan Austria",
                "Administration der ganzen Website",
                "Die ganze Website",
            ),
        ),
    ],
)
def test_an_office_has_one_name_where_it_is_offered_and_where_it_is_listed(
    austria, head, language, words
):
    of_series, of_site, apart = words
    make.give_office(make.make_user("franz"), SeriesRole.ADMINISTRATOR, austria)
    make.make_user("boss", staff=True)
    browser = make.signed_in(None, "administrator")

    with translation.override(language):
        page = browser.get(reverse("series_offices", kwargs={"series": austria.key}))
        shown = page.content.decode()

    # The forms, and who holds each: Hanna the series, Franz, the boss and who looks on the site.
    assert shown.count(f'<option value="head">{of_series}</option>') == 2
    assert shown.count(f'<option value="administrator">{of_site}</option>') == 2
    assert shown.count(of_series) == 3
    assert shown.count(of_site) >= 4
    assert shown.count(f'<optgroup label="{apart}">') == 2


def test_the_office_over_the_whole_site_is_given_after_a_question_alone(austria):
    user, boss = make.make_user("franz"), make.make_user("boss", staff=True)
    by = offices.Administrator(boss, make.doer())

    for do in (
        lambda: offices.give_office(user, "administrator", by, of=austria),
        lambda: offices.make_invitation("administrator", "Franz", by, of=austria),
    ):
        with pytest.raises(Unconfirmed) as asked:
            do()
        assert "administer the whole site" in asked.value.cautions[0].message
    assert not SeriesOffice.objects.filter(user=user).exists()
    assert not austria.invitations.exists()

    make.agreeing(
        lambda who: offices.give_office(
            user, "administrator", offices.Administrator(boss, who), of=austria
        )
    )
    assert SeriesOffice.objects.get(user=user).role == SeriesRole.ADMINISTRATOR


def test_an_invitation_says_what_it_gives(austria):
    shown = {}
    for role in SeriesRole:
        invitation = make.make_invitation(role, series=austria)
        shown[role] = Client().get(f"/en/organise/{invitation.token}/").content.decode()

    assert "an office: administrator of the series Catan Austria." in shown[SeriesRole.HEAD]
    site = shown[SeriesRole.ADMINISTRATOR]
    assert "an office: administrator of the whole site." in site
    assert "You then have every series and its offices" in site
    assert "Catan Austria" not in site.split("<main", 1)[1].split("</main>")[0]


def test_who_administers_the_whole_site_stands_on_the_page_of_every_series(austria):
    franz = make.give_office(make.make_user("franz"), SeriesRole.ADMINISTRATOR, austria)
    boss = make.make_user("boss", staff=True)
    client = Client()
    client.force_login(boss)

    assert "franz" in client.get("/en/series/offices/").content.decode()
    make.agreeing(lambda who: offices.withdraw_office(franz.pk, offices.Administrator(boss, who)))
    assert not SeriesOffice.objects.exists()


def test_who_heads_one_series_decides_nothing_in_another_though_the_page_was_open(head):
    asked = make.make_request()

    with pytest.raises(Refused, match="no administrator of the series any more"):
        offices.grant_request(asked.pk, as_head(head))


def test_the_office_is_asked_for_again_under_the_lock(head, austria):
    held = Standing(HEADS, user=head.pk, links=(), tournament=None, heads=(austria.pk,))
    other = Standing(
        HEADS, user=head.pk, links=(), tournament=None, heads=(Series.objects.oldest().pk,)
    )

    assert held.is_held()
    assert not other.is_held()
    SeriesOffice.objects.all().delete()
    assert not held.is_held()


def test_what_they_have_seen_ends_with_their_office_and_not_before(browser, head, austria):
    event = make.make_tournament(series=austria)
    entry = make.make_entry(event)
    ours = make.make_entry(make.make_tournament())
    make.make_official(event, Role.ORGANISER)
    Sight.objects.create(user=head, tournament=event)
    Sight.objects.create(user=head, tournament=None)

    assert closed_accounts.end_what_was_left(make.at(10)) == 0
    SeriesOffice.objects.get(user=head).delete()

    assert not Sight.objects.exists()
    for row, ends in ((entry, True), (ours, False)):
        token = row.token
        row.refresh_from_db()
        assert (row.token != token) is ends


def test_links_that_they_see_at_an_event_are_remembered(browser, head, austria):
    event = make.make_tournament(series=austria)

    browser.post(f"/en/t/{event.slug}/desk/officials/name/", {"name": "Karel", "role": "referee"})

    assert Sight.objects.filter(user=head, tournament=event).exists()


def test_every_address_of_a_series_is_for_those_who_head_it_or_for_the_site():
    of_series = {name for name, who in PERMISSIONS.items() if who == HEADS}

    assert {"seasons", "series_offices", "series_desk"} <= of_series
    assert not of_series & {"find_persons", "take_backup", "add_series", "edit_club", "join_clubs"}
    assert ACCOUNTS.isdisjoint(of_series)
    assert reverse("seasons", kwargs={"series": "catan-austria"}) == f"{DESK}seasons/"
