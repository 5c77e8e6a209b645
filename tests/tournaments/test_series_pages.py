"""What the series keeps has pages of its own: first steps, name, clubs, seasons, places."""

import datetime as dt
from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone, translation

from tests import factories as make
from tests.threads import all_at_once
from tournaments.domain.qualification import PRINTED_MAIN, Band
from tournaments.domain.values import Refused
from tournaments.models import Club, Entry, Season, Series, SlotBand, SlotTable, Tournament
from tournaments.models.slots import slots_for
from tournaments.models.tournament import State
from tournaments.permissions import ADMINISTRATORS
from tournaments.services import series as kept
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.closing import finish
from tournaments.services.standing import Standing

pytestmark = pytest.mark.django_db

NEW_EVENT = "/en/new/"
JOIN = "is deleted and all that it has goes to"


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def administrator() -> Client:
    return make.signed_in(None, "administrator")


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def agree(client: Client, address: str, sent: dict, answer) -> object:
    """Say yes to what was asked."""
    cautions = [caution.key for caution in answer.context["cautions"]]
    return client.post(address, sent | {"cautions": cautions})


# --- From an empty site to the first event


def steps_on(client: Client) -> tuple[list[str], str]:
    """Which steps the first page shows as done, and which it offers now."""
    steps = client.get("/en/").context["steps"]
    return [step.step for step in steps if step.done], next(s.step for s in steps if s.now)


def test_the_first_page_leads_an_administrator_step_by_step(administrator):
    assert steps_on(administrator) == (["account"], "series")

    named = administrator.post("/en/series/name/", {"name": "Catan Tour"})
    assert (named["Location"], steps_on(administrator)[1]) == ("/en/", "club")

    club = administrator.post("/en/series/clubs/add/", {"name": "Hráči Telč", "town": "Telč"})
    assert (club["Location"], steps_on(administrator)[1]) == ("/en/", "season")

    year = timezone.localdate().year
    season = administrator.post("/en/series/seasons/add/", {"year": year})
    assert (season["Location"], steps_on(administrator)[1]) == ("/en/", "event")
    assert "Write the tournament" in page(administrator, "/en/")


def test_an_empty_calendar_says_nothing_beside_the_steps(administrator):
    assert "Come back soon" not in page(administrator, "/en/")


def test_a_step_is_skipped_by_taking_a_later_one_and_found_again(administrator):
    administrator.post("/en/series/clubs/add/", {"name": "Hráči Telč"})
    assert steps_on(administrator) == (["account", "club"], "season")

    make.make_tournament(state=State.DRAFT, club=Club.objects.get())

    assert "five steps" not in page(administrator, "/en/")
    left = administrator.get("/en/series/").context["steps"]
    assert [step.step for step in left if not step.done] == ["series", "season"]
    assert "/en/series/name/" in page(administrator, "/en/series/")


def test_nothing_leads_visitors_and_organisers(client):
    organiser = Client()
    user = make.make_user()
    make.give_office(user)
    organiser.force_login(user)
    make.make_user(staff=True)

    for one in (client, organiser):
        html = page(one, "/en/")
        assert "five steps" not in html
        assert "Come back soon" in html


def test_a_site_without_administrator_says_where_the_link_is(client):
    assert "finds a link to the first account in the terminal" in page(client, "/en/")

    make.make_user(staff=True)

    assert "in the terminal" not in page(client, "/en/")


def test_once_all_is_done_no_steps_stand_in_the_series(administrator):
    make.make_tournament()
    Season.objects.create(year=timezone.localdate().year)
    administrator.post("/en/series/name/", {"name": "Catan Tour"})

    assert "The first steps" not in page(administrator, "/en/series/")


def test_the_only_club_is_filled_in_for_a_new_event(administrator):
    administrator.post("/en/series/clubs/add/", {"name": "Hráči Telč", "town": "Telč"})

    form = administrator.get(NEW_EVENT).context["form"]

    assert form["club"].value() == Club.objects.get().pk
    assert form["town"].value() == "Telč"


def test_of_several_clubs_none_is_filled_in(administrator):
    make.make_club(), make.make_club()

    answer = administrator.get(NEW_EVENT)

    assert answer.context["form"]["club"].value() is None
    assert ">no club</option>" in answer.content.decode()
    assert "---------" not in answer.content.decode()


# --- The series and its clubs


def test_the_series_is_renamed(administrator):
    make.make_tournament()

    administrator.post("/en/series/name/", {"name": "Catan Tour Polska"})

    assert Series.objects.get().name == "Catan Tour Polska"
    assert "Catan Tour Polska" in page(administrator, "/en/series/")


def test_clubs_are_listed_and_sorted_in_the_czech_alphabet(administrator):
    for name in ("Hráči Zlín", "Chytrákov", "Hráči Aš", "Čeští hráči"):
        make.make_club(name)

    html = page(administrator, "/en/series/clubs/?sort=-name")

    order = [html.index(name) for name in ("Hráči Zlín", "Hráči Aš", "Čeští hráči")]
    assert order == sorted(order)
    assert html.index("Chytrákov") < html.index("Hráči Zlín")


def test_a_club_is_renamed_wherever_it_stands(administrator):
    tournament = make.make_tournament(club=make.make_club("Hrací Telč"))
    address = f"/en/series/clubs/{tournament.club_id}/"
    assert tournament.name in page(administrator, address)

    administrator.post(address, {"name": "Hráči Telč", "website": "https://telc.example"})

    assert "Hráči Telč" in page(Client(), f"/en/t/{tournament.slug}/")


def test_a_season_of_which_nobody_has_decided_says_so_in_words(administrator):
    html = page(administrator, "/en/series/seasons/add/")

    assert "not decided</option>" in html
    assert "---------" not in html


def test_the_website_of_a_club_is_taken_as_people_write_it(administrator):
    club = make.make_club("Hráči Telč")
    address = f"/en/series/clubs/{club.pk}/"
    assert 'type="url"' not in page(administrator, address)

    administrator.post(address, {"name": "Hráči Telč", "website": "telc.example"})

    club.refresh_from_db()
    assert club.website == "https://telc.example"


@pytest.mark.parametrize("name", ["Hráči Telč", "hráči  telč", "Hraci Telc"])
def test_a_club_that_is_there_is_not_added_again(administrator, name):
    make.make_club("Hráči Telč")

    html = administrator.post("/en/series/clubs/add/", {"name": name}).content.decode()

    assert "This club is there already: Hráči Telč." in html
    assert Club.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_add_the_same_club_at_once_one_is_told():
    def add() -> None:
        kept.keep_club(None, {"name": "Hráči Telč"}, make.doer())

    outcomes = all_at_once(add, add)

    assert Club.objects.count() == 1
    assert sum(isinstance(outcome, Refused) for outcome in outcomes) == 1


def test_two_clubs_that_are_the_same_are_joined_once_that_is_asked(administrator):
    right, typo = make.make_club("Hráči Olomouc"), make.make_club("Hráči Olomoc")
    hosted = make.make_tournament(club=typo, date=dt.date(2025, 5, 3))
    entry = make.make_entry(make.make_tournament(club=right), club=typo)
    address, sent = f"/en/series/clubs/{right.pk}/join/", {"other": typo.pk}

    asked = administrator.post(address, sent)
    assert JOIN in asked.content.decode()
    assert Club.objects.count() == 2
    agree(administrator, address, sent, asked)

    hosted.refresh_from_db()
    entry.refresh_from_db()
    assert (hosted.club, entry.club) == (right, right)
    assert list(Club.objects.all()) == [right]
    assert hosted.history.latest().club_id == entry.history.latest().club_id == right.pk


def test_pages_show_the_joined_club_at_once(administrator):
    right, typo = make.make_club("Hráči Olomouc"), make.make_club("Hráči Olomoc")
    tournament = make.make_tournament(club=right)
    make.make_entry(tournament, club=typo)
    players = f"/en/t/{tournament.slug}/players/"
    assert "Hráči Olomoc<" in page(Client(), players)

    make.agreeing(lambda who: kept.join_clubs(right, typo, who))

    tournament.refresh_from_db()
    assert Entry.objects.get().club == right
    assert tournament.public_version > 0


@pytest.mark.rule("T-070")
def test_two_clubs_with_a_season_event_of_one_year_are_not_one():
    right, other = make.make_club(), make.make_club()
    for number, club in enumerate((right, other), start=1):
        make.make_tournament(club=club, state=State.SIGN_UP, date=dt.date(2026, 5, number))

    with pytest.raises(Refused, match="2026"):
        make.agreeing(lambda who: kept.join_clubs(right, other, who))

    assert Club.objects.count() == 2


def test_a_second_click_joins_nothing_more():
    right, other = make.make_club(), make.make_club()
    make.agreeing(lambda who: kept.join_clubs(right, other, who))

    with pytest.raises(AlreadyDone):
        make.agreeing(lambda who: kept.join_clubs(right, other, who))


def test_a_form_of_a_club_that_was_joined_meanwhile_saves_nothing():
    right, other = make.make_club(), make.make_club()
    make.agreeing(lambda who: kept.join_clubs(right, other, who))

    with pytest.raises(Refused, match="changed meanwhile"):
        kept.keep_club(other, {"name": "Nové"}, make.doer())


def test_who_administers_no_more_writes_nothing():
    left = Standing(ADMINISTRATORS, user=make.make_user().pk, links=(), tournament=None)

    with pytest.raises(PermissionDenied):
        kept.keep_club(None, {"name": "Cizí"}, replace(make.doer(), by=left))

    assert not Club.objects.exists()


# --- Seasons and places


def test_a_season_is_written_and_shown(administrator):
    make.make_tournament()
    sent = {"year": 2026, "name": "Sezona 2026", "points_for_final": 4, "places_7_8": "point"}

    administrator.post("/en/series/seasons/add/", sent)

    assert "4 points are enough for the final" in page(administrator, "/en/series/seasons/")
    administrator.post("/en/series/seasons/2026/", {"year": 2031, "points_for_final": 5})
    season = Season.objects.get()
    assert (season.year, season.points_for_final, season.places_7_8) == (2026, 5, "")


def test_a_year_has_one_season(administrator):
    Season.objects.create(year=2026)

    html = administrator.post("/en/series/seasons/add/", {"year": 2026}).content.decode()

    assert "already" in html
    assert Season.objects.count() == 1


def rows(*bands: tuple) -> dict[str, object]:
    sent: dict[str, object] = {"form-TOTAL_FORMS": len(bands), "form-INITIAL_FORMS": 0}
    for number, band in enumerate(bands):
        for name, value in zip(kept.BAND, band, strict=True):
            sent[f"form-{number}-{name}"] = "" if value is None else value
    return sent


@pytest.mark.rule("T-084")
def test_a_table_of_places_is_written_from_the_one_that_holds(administrator):
    form = administrator.get("/en/series/places/main/add/")
    shown = [row.initial for row in form.context["rows"] if row.initial]
    assert [row["players_from"] for row in shown] == [12, 21, 31, 41]

    sent = {"valid_from": "2026-01-01"} | rows((8, 20, 2, 3, 4), (21, None, 4, 5, 8))
    administrator.post("/en/series/places/main/add/", sent)

    tournament = make.make_tournament(date=dt.date(2026, 5, 16))
    assert slots_for(tournament).main.bands == (Band(8, 20, 2, 3, 4), Band(21, None, 4, 5, 8))
    html = page(administrator, "/en/series/seasons/")
    assert html.index("From 1 January 2026") < html.index("holds now")


@pytest.mark.rule("T-083", "T-084")
@pytest.mark.parametrize(
    ("bands", "said"),
    [
        ([(12, 20, 1, 2, 4), (20, None, 2, 3, 5)], "T-084"),
        ([(12, None, 4, 2, 5)], "T-083"),
        ([("", 20, 1, 2, 4)], "required"),
        ([("", "", "", "", "")], "at least one line"),
    ],
)
def test_lines_that_do_not_fit_together_are_refused_and_kept_as_typed(administrator, bands, said):
    sent = {"valid_from": "2026-01-01"} | rows(*bands)

    html = administrator.post("/en/series/places/main/add/", sent).content.decode()

    assert said in html
    assert 'value="2026-01-01"' in html
    assert not SlotTable.objects.exists()


def a_table(*bands: Band) -> SlotTable:
    kept.keep_places(
        Series.objects.oldest(),
        None,
        kind="main",
        valid_from=dt.date(2026, 1, 1),
        bands=bands,
        doer=make.doer(),
    )
    return SlotTable.objects.get()


def test_changing_a_table_writes_only_the_lines_that_changed(administrator):
    table = a_table(Band(8, 20, 2, 3, 4), Band(21, 40, 3, 4, 6), Band(41, None, 4, 5, 8))
    first = SlotBand.objects.get(players_from=8)
    form = administrator.get(f"/en/series/places/{table.pk}/").context["form"]
    sent = {"valid_from": "2026-02-01", "seen": form["seen"].value()}

    administrator.post(
        f"/en/series/places/{table.pk}/", sent | rows((8, 20, 2, 3, 4), (21, None, 4, 5, 8))
    )

    assert list(SlotBand.objects.values_list("players_from", "players_to")) == [(8, 20), (21, None)]
    assert first.history.count() == 1
    assert SlotTable.objects.get().valid_from == dt.date(2026, 2, 1)


def test_what_somebody_else_has_changed_meanwhile_is_not_overwritten(administrator):
    table = a_table(Band(8, None, 2, 3, 4))
    seen = administrator.get(f"/en/series/places/{table.pk}/").context["form"]["seen"].value()
    kept.keep_places(
        Series.objects.oldest(),
        table,
        kind="main",
        valid_from=table.valid_from,
        bands=[Band(9, None, 2, 3, 4)],
        doer=make.doer(),
    )

    sent = {"valid_from": "2026-01-01", "seen": seen} | rows((10, None, 2, 3, 4))
    html = administrator.post(f"/en/series/places/{table.pk}/", sent).content.decode()

    assert "changed meanwhile" in html
    assert SlotBand.objects.get().players_from == 9


def test_two_tables_of_one_kind_do_not_begin_on_one_day():
    a_table(Band(8, None, 2, 3, 4))

    with pytest.raises(Refused, match="already"):
        a_table(Band(8, None, 2, 3, 4))


def test_a_table_is_deleted_once_that_is_asked_and_the_printed_one_holds_again():
    table = a_table(Band(8, None, 2, 3, 4))
    with pytest.raises(Unconfirmed):
        kept.drop_places(table, make.doer())

    make.agreeing(lambda who: kept.drop_places(table, who))

    assert slots_for(make.make_tournament(date=dt.date(2026, 5, 16))).main == PRINTED_MAIN
    with pytest.raises(AlreadyDone):
        kept.drop_places(table, make.doer())


@pytest.mark.rule("T-084")
def test_what_a_finished_event_gave_stays_whatever_table_is_written_later():
    tournament = make.played_out(12)
    make.draw_lots(tournament)
    make.agreeing(lambda who: finish(tournament, who), make.doer(now=make.at(18)))

    kept.keep_places(
        Series.objects.oldest(),
        None,
        kind="main",
        valid_from=tournament.date,
        bands=[Band(3, None, 9, 10, 11)],
        doer=make.doer(),
    )

    tournament = Tournament.objects.get(pk=tournament.pk)
    assert slots_for(tournament).main.bands == PRINTED_MAIN.bands


def test_every_page_of_the_series_leads_back_to_it(administrator):
    make.make_tournament()
    for place in ("offices", "clubs", "clubs/add", "seasons", "seasons/add", "backups", "name"):
        assert 'href="/en/series/"' in page(administrator, f"/en/series/{place}/")
    assert 'href="/en/series/"' in page(administrator, "/en/persons/")
    assert 'href="/en/series/"' in page(administrator, "/en/my/")
