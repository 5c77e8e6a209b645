"""A site holds several series side by side: each has its pages, seasons, places and events."""

import datetime as dt
import re

import pytest
from django.conf import settings
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from tests import factories as make
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import BrokenArchive, read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.models import (
    OfficeRequest,
    Season,
    Series,
    SeriesOffice,
    SlotBand,
    SlotTable,
    Tournament,
)
from tournaments.models.office import SeriesRole
from tournaments.models.slots import slots_for
from tournaments.models.tournament import Kind, State
from tournaments.services import series as kept
from tournaments.wording import countries

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def administrator() -> Client:
    return make.signed_in(None, "administrator")


@pytest.fixture
def austria() -> Series:
    return make.make_series()


def page(address: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


# --- Making one


def test_a_series_is_made_on_a_page_and_its_key_comes_from_its_name(administrator):
    sent = {"name": "Österreichische  Meisterschaft", "country": "AT", "language": "de"}

    answer = administrator.post("/en/series/add/", sent)

    series = Series.objects.get(key="osterreichische-meisterschaft")
    assert answer["Location"] == f"/en/s/{series.key}/desk/"
    assert (series.name, series.country, series.language) == (
        "Österreichische Meisterschaft",
        "AT",
        "de",
    )
    assert "Austria" in page(answer["Location"], administrator)


@pytest.mark.parametrize("key", ["catan-tour", "Catan-Tour", "with space", "a/b", "k" * 41])
def test_a_key_that_is_taken_or_no_key_is_refused(administrator, key):
    answer = administrator.post("/en/series/add/", {"name": "Another", "key": key})

    assert answer.status_code == 200
    assert answer.context["form"].errors["key"]
    assert Series.objects.count() == 1


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_what_a_new_series_is_refused_for_is_said_in_words_of_the_site(
    administrator, austria, language
):
    with translation.override(language):
        sent = {"name": austria.name, "key": "a b"}
        errors = administrator.post(reverse("add_series"), sent).context["form"].errors
        told = [*errors["name"], *errors["key"]]
        expected = [
            gettext("Another series has this name."),
            gettext("Letters without accents, figures and hyphens, as catan-austria."),
        ]

    assert told == expected


def test_two_series_of_one_name_have_two_keys():
    first, second = make.make_series("Catan Wien"), make.make_series("Catan  Wien")

    assert (first.key, second.key) == ("catan-wien", "catan-wien-2")


def test_the_key_stays_when_a_series_is_renamed(administrator, austria):
    make.make_tournament()

    administrator.post("/en/s/catan-austria/desk/name/", {"name": "Catan Wien", "language": "de"})

    austria.refresh_from_db()
    assert (austria.name, austria.key) == ("Catan Wien", "catan-austria")
    assert Series.objects.oldest().name == "Catan Tour"


def test_on_a_site_without_events_the_key_follows_the_name(administrator):
    administrator.post("/en/series/name/", {"name": "Mistrovství republiky"})

    assert Series.objects.oldest().key == "mistrovstvi-republiky"


def test_a_series_that_was_made_meanwhile_is_refused_in_a_sentence(austria):
    with pytest.raises(Refused) as refusal:
        kept.add_series({"name": austria.name, "key": "other"}, make.doer())

    assert "There is a series of this name or key already." in refusal.value.message


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_countries_have_their_names_in_every_language(administrator, language):
    with translation.override(language):
        shown = administrator.get(f"/{'' if language == 'cs' else language + '/'}series/add/")

    countries = dict(shown.context["form"].fields["country"].choices)
    assert countries["AT"] in ("Rakousko", "Austria", "Österreich")
    assert "EU" not in countries


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("cs", ("Burkina Faso", "Cookovy ostrovy", "Honduras", "Chile", "Rusko", "Řecko")),
        ("cs", ("Saúdská Arábie", "Senegal", "Spojené státy", "Srbsko", "Šalamounovy ostrovy")),
        ("pl", ("Burkina Faso", "Chile", "Cypr", "Luksemburg", "Łotwa", "Macedonia Północna")),
        ("de", ("Belize", "Chile", "Dänemark", "Österreich", "Pakistan", "Saudi-Arabien")),
        ("en", ("Burkina Faso", "Chile", "Denmark", "Saudi Arabia", "United States")),
    ],
)
def test_countries_are_in_the_order_of_the_readers_alphabet(language, names):
    with translation.override(language):
        ordered = [name for _code, name in countries() if name in names]

    assert ordered == list(names)


# --- What everybody sees


def test_with_one_series_the_first_page_is_its_calendar_as_before():
    event = make.make_tournament()

    assert event.name in page("/en/")
    assert "All series" not in page("/en/")


def test_with_more_the_first_page_lists_all_with_what_is_next(austria):
    soon = timezone.localdate() + dt.timedelta(days=40)
    ours = make.make_tournament(date=soon)
    theirs = make.make_tournament(date=soon, series=austria)
    empty = make.make_series("Catan Polska", country="PL", language="pl")

    shown = page("/en/")

    for series in (Series.objects.oldest(), austria, empty):
        assert f'href="/en/s/{series.key}/"' in shown
    assert shown.index('id="series-catan-tour"') < shown.index(ours.name) < shown.index(theirs.name)
    assert "Come back soon" in shown


def test_the_first_page_asks_the_database_no_more_for_more_series(
    austria, django_assert_max_num_queries
):
    for number in range(4):
        make.make_tournament(series=austria)
        make.make_tournament(series=make.make_series(f"Catan {number}"))

    with django_assert_max_num_queries(6):
        page("/en/")


@pytest.mark.rule("FM-40")
def test_the_page_of_a_series_has_its_own_events_and_seasons_alone(austria):
    ours = make.make_tournament()
    theirs = make.make_tournament(series=austria)
    over = make.make_tournament(series=austria, state=State.SENT, date=dt.date(2025, 5, 5))
    Season.objects.create(series=austria, year=2027)

    shown, first = page("/en/s/catan-austria/"), page("/en/s/catan-tour/")

    assert theirs.name in shown
    assert over.name in shown
    assert ours.name not in shown
    assert ours.name in first
    assert theirs.name not in first
    for year in (2025, 2026, 2027):
        assert f'href="/en/s/catan-austria/season/{year}/"' in shown
    assert "Austria" in shown
    assert Client().get("/en/s/nobody/").status_code == 404


def test_a_season_shows_the_events_of_its_series_and_what_that_has_written(austria):
    ours, theirs = make.make_tournament(), make.make_tournament(series=austria)
    Season.objects.create(series=austria, year=2026, name="Saison 26", points_for_final=5)
    Season.objects.create(year=2026, points_for_final=2)

    shown, first = page("/en/s/catan-austria/season/2026/"), page("/en/season/2026/")

    assert theirs.name in shown
    assert ours.name not in shown
    assert "Saison 26" in shown
    assert "5 qualification points" in shown
    assert ours.name in first
    assert theirs.name not in first
    assert "2 qualification points" in first
    assert first == page("/en/season/2026/")
    calendar = Client().get("/en/s/catan-austria/season/2026/season.ics").content.decode()
    assert theirs.name in calendar
    assert ours.name not in calendar


def test_from_an_event_the_ways_lead_to_its_own_series(austria):
    shown = page(f"/en/t/{make.make_tournament(series=austria).slug}/")
    first = page(f"/en/t/{make.make_tournament().slug}/")

    assert 'href="/en/s/catan-austria/season/"' in shown
    assert 'href="/en/s/catan-austria/"' in shown
    assert 'href="/en/season/"' in first
    assert "/s/" not in first


def test_search_engines_find_the_pages_of_each_series(austria):
    make.make_tournament(series=austria)
    make.make_tournament()

    found = page("/sitemap-site.xml")

    for address in ("/s/catan-tour/", "/s/catan-austria/", "/s/catan-austria/season/2026/"):
        assert f"{address}</loc>" in found
    assert "/season/2026/</loc>" in found


@pytest.mark.parametrize(
    ("headers", "cookies", "to"),
    [
        ({}, {}, "/de/s/catan-austria/"),
        ({"Referer": "https://search.example/"}, {}, "/de/s/catan-austria/"),
        ({"Referer": "http://testserver/de/s/catan-austria/"}, {}, None),
        ({}, {settings.LANGUAGE_COOKIE_NAME: "cs"}, None),
    ],
    ids=["typed", "from elsewhere", "chosen on a page", "chosen before"],
)
def test_who_has_chosen_no_language_reads_that_of_the_series_first(austria, headers, cookies, to):
    client = Client(headers=headers)
    for name, value in cookies.items():
        client.cookies[name] = value

    answer = client.get("/s/catan-austria/")

    assert answer.get("Location") == to
    assert Client().get("/pl/s/catan-austria/").status_code == 200
    assert Client().get("/s/catan-tour/").status_code == 200
    assert Client().get("/season/").status_code == 200


# --- Whose places, whose seasons


@pytest.mark.rule("FM-40")
def test_places_that_qualify_are_those_of_the_series_of_the_event(austria):
    table = SlotTable.objects.create(series=austria, kind="main", valid_from=dt.date(2026, 1, 1))
    SlotBand.objects.create(table=table, players_from=3, direct_to=1, points_from=2, points_to=2)
    Season.objects.create(series=austria, year=2026, places_7_8="direct")

    theirs = slots_for(make.make_tournament(series=austria))
    ours = slots_for(make.make_tournament())

    assert [band.players_from for band in theirs.main.bands] == [3]
    assert len(ours.main.bands) > 1
    assert (theirs.places_7_8, ours.places_7_8) == ("direct", None)


def test_two_series_have_a_season_and_a_table_of_the_same_day(administrator, austria):
    for desk in ("/en/series/", "/en/s/catan-austria/desk/"):
        assert administrator.post(f"{desk}seasons/add/", {"year": 2026}).status_code == 302
        again = administrator.post(f"{desk}seasons/add/", {"year": 2026})
        assert "This year has its season already." in again.content.decode()

    assert set(Season.objects.values_list("series__key", "year")) == {
        (None, 2026),
        ("catan-austria", 2026),
    }


def test_a_desk_of_a_series_reaches_nothing_of_another_one(administrator, austria):
    table = SlotTable.objects.create(kind="main", valid_from=dt.date(2026, 1, 1))
    Season.objects.create(year=2026)
    invitation, asked = make.make_invitation(), make.make_request()
    office = make.give_office(make.make_user())
    desk = "/en/s/catan-austria/desk/"

    for address in (
        "seasons/2026/",
        f"places/{table.pk}/",
        f"places/{table.pk}/drop/",
        f"offices/invitations/{invitation.pk}/withdraw/",
        f"offices/requests/{asked.pk}/grant/",
        f"offices/requests/{asked.pk}/refuse/",
    ):
        assert administrator.post(desk + address, {"answer": "No."}).status_code == 404, address
    administrator.post(f"{desk}offices/{office.pk}/withdraw/")

    assert SeriesOffice.objects.filter(pk=office.pk).exists()
    assert SlotTable.objects.filter(pk=table.pk).exists()
    assert asked.name not in page(f"{desk}offices/", administrator)


@pytest.mark.rule("T-070")
def test_a_club_has_a_season_event_a_year_in_each_series(austria):
    club = make.make_club("Osadníci")
    for series in (None, austria, austria):
        make.make_tournament(club=club, series=series)

    told = Tournament.objects.with_places().order_by("pk")

    assert [one.gives_places for one in told] == [True, True, False]


def test_the_oldest_series_is_never_named_in_its_rows(austria):
    oldest = Series.objects.oldest()
    season = Season.objects.create(series=oldest, year=2026)
    event = make.make_tournament(series=oldest)

    assert (season.series, event.series) == (None, None)
    assert make.make_tournament(series=austria).series == austria


# --- Who writes its events


FIELDS = {
    "name": "Catan Wien",
    "kind": Kind.OTHER,
    "town": "Wien",
    "date": "2027-05-08",
    "start": "09:00",
    "capacity": "24",
    "ruleset": "tour",
}


def organiser_of(*series: Series) -> Client:
    client, user = Client(), make.make_user()
    for one in series:
        make.give_office(user, series=one)
    client.force_login(user)
    return client


def test_an_administrator_chooses_the_series_of_a_new_event(administrator, austria):
    shown = page("/en/new/?series=catan-austria", administrator)
    assert '<option value="catan-austria" selected>' in shown

    none = administrator.post("/en/new/", FIELDS)
    assert none.context["form"].errors["series"]
    for key, series in (("catan-austria", austria), ("catan-tour", None)):
        administrator.post("/en/new/", FIELDS | {"series": key, "name": f"Catan {key}"})
        assert Tournament.objects.get(name=f"Catan {key}").series == series


def test_an_organiser_writes_events_of_the_own_series_alone(austria):
    theirs = organiser_of(austria)

    assert "id_series" not in page("/en/new/", theirs)
    theirs.post("/en/new/", FIELDS | {"series": "catan-tour"})

    assert Tournament.objects.get().series == austria


def test_with_one_series_nobody_is_asked_for_it(administrator):
    assert "id_series" not in page("/en/new/", administrator)

    administrator.post("/en/new/", FIELDS)

    assert Tournament.objects.get().series is None


def test_an_event_after_another_is_of_the_same_series(austria):
    event = make.make_tournament(series=austria, kind=Kind.OTHER)
    organiser = make.signed_in(event)
    address = f"/en/t/{event.slug}/desk/next/"

    refused = organiser.get(address)
    make.give_office(event.officials.get().user, series=austria)
    organiser.post(address, {"name": "Catan Graz", "date": "2027-05-08"})

    assert refused.status_code == 302
    assert Tournament.objects.get(name="Catan Graz").series == austria


def test_an_invitation_opens_in_the_language_of_its_series_for_whoever_has_chosen_none(austria):
    austria.language = "de"
    austria.save()
    invitation = make.make_invitation(series=austria)
    address = f"/organise/{invitation.token}/"
    chosen = Client()
    chosen.cookies[settings.LANGUAGE_COOKIE_NAME] = "cs"

    assert Client().get(address)["Location"] == f"/de{address}"
    assert Client().get(f"/en{address}").status_code == 200
    assert chosen.get(address).status_code == 200
    ours = make.make_invitation()
    assert Client().get(f"/organise/{ours.token}/").status_code == 200


def test_the_page_of_a_season_leads_to_those_of_the_other_series(austria):
    for address in ("/en/season/", "/en/s/catan-austria/season/"):
        shown = page(address)
        for series in Series.objects.all():
            assert f'<a href="/en/s/{series.key}/season/"' in shown
    austria.delete()
    assert "/en/s/catan-tour/season/" not in page("/en/season/").split('class="tabs"')[-1]


def test_every_way_from_the_first_page_to_a_series_is_as_high_as_a_thumb(austria):
    ways = re.findall(r"<(?:li><)?a[^>]*/en/s/catan-austria/\"[^>]*>", page("/en/"))

    assert len(ways) == 2
    assert all(way.startswith("<li><") or 'class="button"' in way for way in ways)


def test_whoever_asks_for_an_office_says_of_which_series(austria):
    sent = {"name": "Rita", "email": "rita@example.org", "place": "Graz", "text": "A club."}
    client = Client()

    assert '<option value="catan-austria" selected>' in page("/en/organise/?series=catan-austria")
    assert client.post("/en/organise/", sent).context["form"].errors["series"]
    client.post("/en/organise/", sent | {"series": "catan-austria"})

    assert OfficeRequest.objects.get().series == austria


def test_an_invitation_of_a_series_gives_an_office_there(administrator, austria, settings):
    settings.MAIL_OFF = False
    administrator.post(
        "/en/s/catan-austria/desk/offices/invite/",
        {"note": "Iva", "role": SeriesRole.ORGANISER, "email": "", "language": "de"},
    )
    invitation = austria.invitations.get()
    client, user = Client(), make.make_user()
    client.force_login(user)

    assert "Catan Austria" in page(f"/en/organise/{invitation.token}/", client)
    client.post(f"/en/organise/{invitation.token}/accept/")

    assert SeriesOffice.objects.get(user=user).series == austria
    assert mail.outbox == []


# --- Programs and archives


def test_programs_read_each_series(austria):
    ours, theirs = make.make_tournament(), make.make_tournament(series=austria)
    Season.objects.create(series=austria, year=2026, name="Saison 26")
    client = Client()

    def read(address):
        answer = client.get(f"/api/v1/{address}")
        assert answer.status_code == 200, address
        return answer.json()

    assert [one["key"] for one in read("series/")["series"]] == ["catan-tour", "catan-austria"]
    assert read("series/")["series"][1]["country"] == "AT"
    slugs = {event["slug"]: event["series"] for event in read("events/")["events"]}
    assert slugs == {ours.slug: "catan-tour", theirs.slug: "catan-austria"}
    of_austria = read("events/?series=catan-austria")["events"]
    assert [event["slug"] for event in of_austria] == [theirs.slug]
    assert read("seasons/?series=catan-austria") == {"seasons": [2026]}
    season = read("seasons/2026/?series=catan-austria")
    assert (season["series"], season["name"]) == ("catan-austria", "Saison 26")
    assert season["events"] == [theirs.slug]
    assert read("seasons/2026/")["events"] == [ours.slug]
    assert client.get("/api/v1/seasons/?series=nobody").status_code == 404


def test_an_archive_tells_the_series_and_comes_back_into_it(austria):
    event = make.make_tournament(series=austria)
    document = archive_of(event)
    assert document["tournament"]["series"] == "catan-austria"
    assert "series" not in archive_of(make.make_tournament())["tournament"]

    copy = read_archive(document, copy_to="copy")
    assert copy.series == austria

    document["tournament"]["series"] = "elsewhere"
    with pytest.raises(BrokenArchive, match="no series of the key elsewhere"):
        read_archive(document, copy_to="another")


def test_whoever_administers_finds_each_series_with_what_waits_there(administrator, austria):
    make.make_request()
    make.make_request(series=austria)
    make.make_request(series=austria, name="Otto")

    shown = administrator.get("/en/my/").context["administered"]

    assert [(one.desk, one.offices, one.asked) for one in shown] == [
        ("/en/series/", "/en/series/offices/", 1),
        ("/en/s/catan-austria/desk/", "/en/s/catan-austria/desk/offices/", 2),
    ]


@pytest.mark.django_db(transaction=True)
def test_an_emptied_database_has_its_first_series_with_its_key():
    Series.objects.create(name="Catan Austria")

    call_command("flush", interactive=False, verbosity=0)

    assert Series.objects.values_list("name", "key").get() == ("Catan Tour", "catan-tour")
